#!/usr/bin/env python3
"""export_matches_data.py [--only csv|xlsx|openpyxl] BINARY DATA

Serves DATA (a folder in NStack's shape) from the program's sandbox, exports it to XLSX and CSV, and compares every row with the JSON:
one row per key that any locale knows and locale, further rows for further proposals, every cell equal to the byte.
XLSX is read twice, by a small reader of our own and by openpyxl (where there is one); CSV by Python's csv.
Proposals for texts that no longer exist have no row. Prints time and peak memory of each export."""
import argparse
import collections
import os
import sys

import sheets
from sandbox import Catalog, Sandbox, Text, counted


def differences(rows, expected, same):
    """What is wrong with a sheet's rows, as sentences; and how many rows it has."""
    wanted = {text: (current, collections.deque(proposals)) for text, (current, proposals) in expected.items()}
    found, count = [], 0
    order = []
    for row in rows:
        count += 1
        text = Text(row["Section"], row["Key"], row["Locale"])
        if text not in wanted:
            text = next((t for t in wanted if all(same(a, b) for a, b in zip(text, t))), text) if len(found) < 20 else text
        if text not in wanted or not wanted[text][1]:
            found.append(f"row {count + 1}: {text} should not be there")
            continue
        current, proposals = wanted[text]
        if not order or order[-1] != text:
            order.append(text)
        proposal, deletable = proposals.popleft()
        for header, want in (("Current value", current), ("Proposal", proposal), ("Deletable", deletable)):
            if not same(row[header], want):
                found.append(f"row {count + 1}: {text} {header}: {row[header]!r}, should be {want!r}")
    missing = [text for text, (_, proposals) in wanted.items() if proposals]
    found += [f"{text} is missing, or one of its proposals" for text in missing]
    if not found and order != list(expected):
        place = next(i for i, (a, b) in enumerate(zip(order, expected)) if a != b)
        found.append(f"the order of rows differs from text {place + 1} on: {order[place]}, should be {list(expected)[place]}")
    return found, count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["csv", "xlsx", "openpyxl"], action="append")
    parser.add_argument("binary")
    parser.add_argument("data")
    arguments = parser.parse_args()
    kinds = arguments.only or ["csv", "xlsx", "openpyxl"]
    if "openpyxl" in kinds:
        try:
            import openpyxl  # noqa: F401
        except ImportError:
            print("skipped: reading with openpyxl, which this Python has not")
            kinds.remove("openpyxl")

    catalog = Catalog(arguments.data)
    expected = catalog.rows()
    rows = sum(len(proposals) for _, proposals in expected.values())
    extra = rows - len(expected)
    print(f"{len(catalog.keys):,} keys × {len(catalog.locales)} locales + {extra:,} further proposals = {rows:,} rows; "
          f"{len(catalog.orphaned):,} proposals of texts that are gone")
    wrong = 0
    with Sandbox(arguments.binary, arguments.data) as sandbox:
        if sandbox.proposals() != counted(catalog.proposals):
            print("WRONG: the sandbox lists other proposals than proposals.json holds")
            wrong += 1
        exported = {}
        for kind in kinds:
            form = "csv" if kind == "csv" else "xlsx"
            path = os.path.join(sandbox.path, "review." + form)
            if form not in exported:
                run = sandbox.run("export", path)
                if run.status != 0 or not os.path.exists(path):
                    sys.exit(f"WRONG: export ended with {run.status}: {run.errors.strip()}")
                size = os.path.getsize(path) / 1e6
                print(f"export {form}: {run.seconds:.2f} s, {run.megabytes:.0f} MB peak, file of {size:.1f} MB")
                exported[form] = path
            if kind == "csv":
                read = sheets.under_header(("", row) for row in sheets.csv_rows(path))
                read = ({header: sheets.without_apostrophe(cell) for header, cell in row.items()} for row in read)
                same = str.__eq__
            elif kind == "xlsx":
                read, same = sheets.under_header(sheets.xlsx_rows(path)), str.__eq__
            else:
                read = sheets.under_header(sheets.openpyxl_rows(path))

                # openpyxl leaves `_xHHHH_` escaped but takes `x005F_` out of shared strings.
                def same(cell, want):
                    return cell == want or isinstance(cell, str) and sheets.unescaped(cell) == want
            found, count = differences(read, expected, same)
            print(f"{kind}: {count:,} rows read, {len(found):,} differences")
            for line in found[:10]:
                print("  WRONG:", line)
            wrong += len(found)
    if not wrong:
        print(f"{rows:,} rows as {' and '.join(kinds)}: every cell is the data's")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
