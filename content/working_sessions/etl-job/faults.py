"""What may be wrong in a draw."""

from content.codebase import Fault

FAULTS = (
    Fault(
        "overlap_kept",
        file="load/pages.py",
        sound="""\
    seen = set()
    cursor = None
    while True:
        page = fetch(since, cursor)
        for row in page["rows"]:
            key = (row.get("id"), row.get("version"))
            if key not in seen:
                seen.add(key)
                yield row
""",
        faulty="""\
    last = None
    cursor = None
    while True:
        page = fetch(since, cursor)
        for row in page["rows"]:
            if row != last:
                last = row
                yield row
""",
        patch=(
            (
                "load/pages.py",
                "            if row != last:\n",
                '            if last is None or row.get("id") != last.get("id"):\n',
            ),
        ),
    ),
    Fault(
        "pages_end_early",
        file="load/pages.py",
        sound="        if cursor is None:\n            return\n",
        faulty='        if cursor is None or not page["rows"]:\n            return\n',
        patch=(
            (
                "load/pages.py",
                'if cursor is None or not page["rows"]:',
                'if cursor is None or (since is None and not page["rows"]):',
            ),
        ),
    ),
    Fault(
        "state_guessed",
        file="load/sales.py",
        sound="""\
        if status not in STATUSES:
            raise BadRow(f"status {status!r} is not known")
""",
        faulty="""\
        if status not in STATUSES:
            status = "paid"
""",
        patch=(("load/sales.py", 'status = "paid"', 'status = "open"'),),
    ),
    Fault(
        "version_as_sent",
        file="load/sales.py",
        sound='            version=int(row["version"]),\n',
        faulty='            version=row["version"],\n',
        shows=("tests.test_sales.SalesTest.test_a_row_is_a_sale",),
        patch=(
            (
                "load/sales.py",
                '            version=row["version"],\n',
                '            version=row["version"].strip(),\n',
            ),
        ),
    ),
    Fault(
        "clock_face_taken",
        file="load/sales.py",
        sound="    return at.astimezone(UTC)\n",
        faulty="    return at.replace(tzinfo=UTC)\n",
        patch=(
            (
                "load/sales.py",
                'sold=moment(row["sold"]),',
                'sold=moment(row["sold"]).astimezone(UTC),',
            ),
        ),
    ),
    Fault(
        "cents_cut",
        file="load/sales.py",
        sound="    whole = Decimal(price) * 100 * quantity\n",
        faulty="    whole = Decimal(int(float(price) * 100)) * quantity\n",
        patch=(
            (
                "load/sales.py",
                "Decimal(int(float(price) * 100)) * quantity",
                "Decimal(int(float(price) * 100 * quantity))",
            ),
        ),
    ),
    Fault(
        "discount_by_piece",
        file="load/sales.py",
        sound="    less = (whole * Decimal(discount) / 100).quantize(Decimal(1), ROUND_HALF_UP)\n",
        faulty="    less = quantity * (whole / quantity * Decimal(discount) / 100).quantize(\n"
        "        Decimal(1), ROUND_HALF_UP\n"
        "    )\n",
        patch=(
            (
                "load/sales.py",
                "    return int(whole - less)\n",
                "    return int(whole - min(less, whole))\n",
            ),
        ),
    ),
    Fault(
        "older_over_newer",
        file="load/table.py",
        sound="        if there is not None and there.version >= sale.version:\n",
        faulty="        if there is not None and there.version == sale.version:\n",
        shows=("tests.test_table.TableTest.test_a_version_that_was_passed_is_not_kept",),
        patch=(
            (
                "load/table.py",
                "there.version == sale.version:",
                "(there.version == sale.version or there.updated > sale.updated):",
            ),
        ),
    ),
    Fault(
        "day_of_change",
        file="load/report.py",
        sound="            if sale.sold.date() == day and sale.currency == currency\n",
        faulty="            if sale.updated.date() == day and sale.currency == currency\n",
        shows=("tests.test_report.ReportTest.test_a_total_is_of_a_day_and_a_currency",),
        patch=(
            (
                "load/report.py",
                "if sale.updated.date() == day and",
                "if sale.sold.date() <= day and sale.updated.date() == day and",
            ),
        ),
    ),
    Fault(
        "equals_in_any_order",
        file="load/report.py",
        sound="key=lambda sku: (-units[sku], sku))[:count]",
        faulty="key=lambda sku: -units[sku])[:count]",
        shows=("tests.test_report.ReportTest.test_of_equals_the_first_of_the_alphabet_leads",),
        patch=(("load/report.py", "-units[sku])[:count]", "(-units[sku], len(sku)))[:count]"),),
    ),
    Fault(
        "commas_escaped",
        file="load/report.py",
        sound='        writer = csv.writer(text, lineterminator="\\n")\n',
        faulty="        writer = csv.writer(\n"
        "            text,\n"
        '            lineterminator="\\n",\n'
        "            quoting=csv.QUOTE_NONE,\n"
        '            escapechar="\\\\",\n'
        "        )\n",
        patch=(("load/report.py", 'escapechar="\\\\"', 'escapechar=" "'),),
    ),
    Fault(
        "bad_row_ends_it",
        file="load/job.py",
        sound="                rejected += 1\n                continue\n",
        faulty="                rejected += 1\n                break\n",
        shows=("tests.test_job.JobTest.test_what_cannot_be_used_is_set_apart",),
        patch=(
            (
                "load/job.py",
                "                rejected += 1\n                break\n",
                "                rejected += 1\n"
                "                if rejected > 1:\n"
                "                    break\n"
                "                continue\n",
            ),
        ),
    ),
    Fault(
        "mark_by_sale",
        file="load/job.py",
        sound="            if newest is None or one.updated > newest.updated:\n",
        faulty="            if newest is None or one.sold > newest.sold:\n",
        patch=(
            (
                "load/job.py",
                "one.sold > newest.sold:",
                "(one.sold.date(), one.updated) > (newest.sold.date(), newest.updated):",
            ),
        ),
    ),
    Fault(
        "mark_moves_early",
        file="load/job.py",
        sound="""\
        if newest is not None:
            self.mark = newest.updated.isoformat()
""",
        faulty="""\
            self.mark = newest.updated.isoformat()
""",
        shows=("tests.test_job.JobTest.test_a_night_that_breaks_off_is_run_again",),
        patch=(
            (
                "load/job.py",
                "            self.mark = newest.updated.isoformat()\n",
                "            self.mark = since or newest.updated.isoformat()\n",
            ),
        ),
    ),
)
