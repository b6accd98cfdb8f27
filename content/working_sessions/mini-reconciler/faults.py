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
        "return_of_another",
        file="recon/matching.py",
        sound="""\
        line.reference == other.reference
        and line.currency == other.currency
        and line.amount == -other.amount
""",
        faulty="""\
        line.currency == other.currency
        and line.amount == -other.amount
""",
        patch=(
            (
                "recon/matching.py",
                "        and line.booked >= other.booked\n",
                "        and line.booked >= other.booked\n"
                "        and line.reference[:1] == other.reference[:1]\n",
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
    asked = (line.reference, line.amount, line.currency)
    fitting = [each for each in free if (each.reference, each.amount, each.currency) == asked]
""",
        faulty="""\
    asked = (line.reference, line.amount)
    fitting = [each for each in free if (each.reference, each.amount) == asked]
""",
        shows=(f"{RUN}.test_another_currency_pays_nothing",),
        patch=(
            (
                "recon/run.py",
                "    pairs = match(lines, entries)\n",
                "    pairs = match(lines, entries)\n"
                "    pairs = [each for each in pairs if each[0].currency == each[1][0].currency]\n",
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
        shows=(f"{RUN}.test_a_credit_lowers_the_sum",),
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
        sound="""\
    paying = [one for one, _ in pairs]
    paid = [one for _, its in pairs for one in its]
    return Result(
        today,
        pairs=pairs,
        lines=[each for each in lines if each not in paying],
""",
        faulty="""\
    paying = {one.reference for one, _ in pairs}
    paid = [one for _, its in pairs for one in its]
    return Result(
        today,
        pairs=pairs,
        lines=[each for each in lines if each.reference not in paying],
""",
        shows=(f"{RUN}.test_an_entry_is_paid_once",),
        patch=(
            (
                "recon/run.py",
                "    paying = {one.reference for one, _ in pairs}\n",
                "    paying = {(one.reference, one.booked) for one, _ in pairs}\n",
            ),
            (
                "recon/run.py",
                "if each.reference not in paying],",
                "if (each.reference, each.booked) not in paying],",
            ),
        ),
    ),
)
