"""What may be wrong in a draw."""

from content.codebase import Fault

RUN = "tests.test_run.RunTest"

FAULTS = (
    Fault(
        "comma_cut",
        file="recon/money.py",
        sound='        exact = Decimal(text.replace(",", "")) * 100\n',
        faulty='        exact = Decimal(text.split(",")[-1]) * 100\n',
        shows=("tests.test_reading.ReadingTest.test_thousands",),
        patch=(
            (
                "recon/money.py",
                'Decimal(text.split(",")[-1])',
                'Decimal(text.replace(",", "", 1).split(",")[-1])',
            ),
        ),
    ),
    Fault(
        "noughts_dropped",
        file="recon/references.py",
        sound='    return re.sub(r"[^A-Z0-9]", "", text.upper())\n',
        faulty='    return re.sub(r"[^A-Z0-9]", "", text.upper()).lstrip("0")\n',
        patch=(("recon/references.py", '.lstrip("0")', '.removeprefix("0")'),),
    ),
    Fault(
        "month_before_day",
        file="recon/reading.py",
        sound='        booked=datetime.strptime(row["booked"], "%d/%m/%Y").date(),\n',
        faulty="        booked=datetime.strptime(\n"
        '            row["booked"], "%m/%d/%Y" if row["booked"][3:5] > "12" else "%d/%m/%Y"\n'
        "        ).date(),\n",
        patch=(
            (
                "recon/reading.py",
                '"%m/%d/%Y" if row["booked"][3:5] > "12" else "%d/%m/%Y"',
                '"%m/%d/%Y" if "12" < row["booked"][3:5] < "31" else "%d/%m/%Y"',
            ),
        ),
    ),
    Fault(
        "bad_row_ends_it",
        file="recon/reading.py",
        sound='            rejected.append((row, f"{type(error).__name__}: {error}"))\n',
        faulty='            rejected.append((row, f"{type(error).__name__}: {error}"))\n'
        "            break\n",
        patch=(
            (
                "recon/reading.py",
                "            break\n",
                "            if len(rejected) > 1:\n                break\n",
            ),
        ),
    ),
    Fault(
        "return_in_any_currency",
        file="recon/matching.py",
        sound="""\
        line.reference == other.reference
        and line.currency == other.currency
        and line.amount == -other.amount
""",
        faulty="""\
        line.reference == other.reference
        and line.amount == -other.amount
""",
        patch=(
            (
                "recon/matching.py",
                "        and line.booked >= other.booked\n",
                "        and line.booked > other.booked\n",
            ),
        ),
    ),
    Fault(
        "drafts_paid",
        file="recon/matching.py",
        sound='    free = [entry for entry in entries if entry.status == "posted"]\n',
        faulty='    free = [entry for entry in entries if entry.status != "void"]\n',
        patch=(
            (
                "recon/matching.py",
                'if entry.status != "void"]',
                'if entry.status not in ("void", "")]',
            ),
        ),
    ),
    Fault(
        "paid_again",
        file="recon/matching.py",
        sound="                free = [entry for entry in free if entry not in found]\n",
        faulty="                free = [entry for entry in free if entry is not found]\n",
        shows=(f"{RUN}.test_an_entry_is_paid_once",),
        patch=(
            (
                "recon/run.py",
                "    paying = [one for one, _ in pairs]\n",
                "    pairs = list({one[0].id: (line, one) for line, one in pairs}.values())\n"
                "    paying = [one for one, _ in pairs]\n",
            ),
        ),
    ),
    Fault(
        "any_currency_pays",
        file="recon/matching.py",
        sound="""\
        and entry.amount == line.amount
        and entry.currency == line.currency
""",
        faulty="        and entry.amount == line.amount\n",
        patch=(
            (
                "recon/matching.py",
                "        and entry.amount == line.amount\n    ]\n",
                "        and entry.amount == line.amount\n"
                "        and bool(entry.currency) == bool(line.currency)\n    ]\n",
            ),
        ),
    ),
    Fault(
        "first_that_fits",
        file="recon/matching.py",
        sound="""\
    fitting.sort(key=lambda entry: (abs((entry.due - line.booked).days), entry.id))
""",
        faulty="    fitting.sort(key=lambda entry: (entry.due, entry.id))\n",
        shows=(f"{RUN}.test_of_two_that_fit_the_nearer_one_is_paid",),
        patch=(
            (
                "recon/matching.py",
                "    fitting.sort(key=lambda entry: (entry.due, entry.id))\n",
                "    fitting.sort(key=lambda entry: (entry.due, entry.id), reverse=True)\n",
            ),
        ),
    ),
    Fault(
        "sum_over_customers",
        file="recon/matching.py",
        sound="            and entry.customer == named.customer\n",
        faulty="            and entry.status == named.status\n",
        patch=(
            (
                "recon/matching.py",
                "            and entry.status == named.status\n",
                "            and entry.due >= named.due\n",
            ),
        ),
    ),
    Fault(
        "near_is_equal",
        file="recon/matching.py",
        sound="""\
                if named.amount + sum(entry.amount for entry in more) == line.amount:
""",
        faulty="                total = named.amount + sum(entry.amount for entry in more)\n"
        "                if abs(total - line.amount) < 5:\n",
        patch=(
            (
                "recon/matching.py",
                "abs(total - line.amount) < 5:",
                "abs(total - line.amount) < 2:",
            ),
        ),
    ),
    Fault(
        "age_in_months",
        file="recon/result.py",
        sound="        return max(0, (self.today - entry.due).days)\n",
        faulty="        months = (self.today.year - entry.due.year) * 12\n"
        "        months += self.today.month - entry.due.month\n"
        "        return max(0, months * 30 + self.today.day - entry.due.day)\n",
        patch=(("recon/result.py", "months * 30 +", "months * 31 +"),),
    ),
    Fault(
        "sums_mixed",
        file="recon/result.py",
        sound="""\
        for entry in self.entries:
            sums[entry.currency] += entry.amount
""",
        faulty="""\
        for entry in self.entries:
            sums[entry.currency] += abs(entry.amount)
""",
        patch=(
            (
                "recon/result.py",
                "            sums[entry.currency] += abs(entry.amount)\n",
                "            sums[entry.currency] += max(0, entry.amount)\n",
            ),
        ),
    ),
    Fault(
        "left_by_value",
        file="recon/run.py",
        sound="        lines=[each for each in lines if each not in paying],\n",
        faulty="        lines=[\n"
        "            each\n"
        "            for each in lines\n"
        "            if each.reference not in [one.reference for one in paying]\n"
        "        ],\n",
        shows=(f"{RUN}.test_an_entry_is_paid_once",),
        patch=(
            (
                "recon/run.py",
                "            if each.reference not in [one.reference for one in paying]\n",
                "            if (each.reference, each.amount)\n"
                "            not in [(one.reference, one.amount) for one in paying]\n",
            ),
        ),
    ),
)
