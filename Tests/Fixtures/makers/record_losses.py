#!/usr/bin/env python3
"""record_losses.py HARD-TEXTS.json SHEETS FIXTURES.json: writes which cells of each sheet are not the table's, as their program left
them: [row of the table from 0, column from 0, text].

Python's zipfile, expat and csv read the sheets, and nothing of the program that is tested."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "acceptance"))
import sheets  # noqa: E402

# Encodings that nothing in a file tells.
TOLD = ("windows-1252", "utf-16le")
# Delimiter and encoding of each CSV file.
CSV = {
    "by-hand-bar.csv": ("|", "utf-8"), "by-hand-carriage-returns.csv": (",", "utf-8"),
    "by-hand-excel-utf8.csv": (",", "utf-8-sig"),
    "by-hand-excel-windows.csv": (";", "windows-1252"), "by-hand-google-sheets.csv": (",", "utf-8"),
    "by-hand-sep-line.csv": (";", "utf-8-sig"),
    "gnumeric-semicolon.csv": (";", "utf-16le"), "gnumeric.csv": (",", "utf-8"),
    "libreoffice-semicolon.csv": (";", "windows-1252"), "libreoffice-tab.tsv": ("\t", "utf-16"), "libreoffice.csv": (",", "utf-8"),
    "pandas.csv": (",", "utf-8"), "polars.csv": (",", "utf-8"), "python.csv": (",", "utf-8"), "r-csv2.csv": (";", "utf-8"),
}


def rows_of(path, header):
    name = os.path.basename(path)
    if name in CSV:
        delimiter, encoding = CSV[name]
        rows = (("", row) for row in sheets.csv_rows(path, delimiter, encoding))
    else:
        rows = sheets.xlsx_rows(path)
    worksheet, found = None, []
    for sheet, row in rows:
        if worksheet is None and row[:6] == header:
            worksheet = sheet
        elif sheet == worksheet:
            found.append((row + [""] * 6)[:6])
    # Rows that a program keeps for their format alone.
    while found and not any(found[-1]):
        found.pop()
    return worksheet, found


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        table = json.load(file)
    entries = []
    for name in sorted(os.listdir(sys.argv[2])):
        if name.endswith(".json"):
            continue
        worksheet, found = rows_of(os.path.join(sys.argv[2], name), table["header"])
        lost = [[number, column, cell]
                for number, (row, want) in enumerate(zip(found, table["rows"]))
                for column, (cell, text) in enumerate(zip(row, want)) if cell != text]
        entry = {"file": name, "rows": len(found)}
        if worksheet:
            entry["worksheet"] = worksheet
        if CSV.get(name, ("", ""))[1] in TOLD:
            entry["encoding"] = CSV[name][1]
        entries.append({**entry, "lost": lost})
        print(f"{name}: {len(found)} rows, {len(lost)} cells changed by the program"
              + ("" if len(found) == len(table["rows"]) else f" WRONG: should be {len(table['rows'])}"))
    with open(sys.argv[3], "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n")


if __name__ == "__main__":
    main()
