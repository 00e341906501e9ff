#!/usr/bin/env python3
"""google_form.py BINARY IN.xlsx OUT.xlsx

Writes the worksheet Review of a workbook in the form in which Google Sheets exports it, as far as that is known (see
Tests/Fixtures/README.md): what a Google Sheet in the stand-in for Drive becomes when it is exported."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fixtures/makers"))
import hand_made  # noqa: E402


def rows(binary, path):
    """The cells of the worksheet Review as texts."""
    run = subprocess.run([binary, "convert", path, "-", "--to", "json", "--worksheet", "Review"], check=True, capture_output=True)
    [sheet] = json.loads(run.stdout)["worksheets"]
    return [["" if cell is None else str(cell) for cell in row] for row in sheet["rows"]]


def write(table, path):
    hand_made.google_sheets(table, path)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    write(rows(sys.argv[1], sys.argv[2]), sys.argv[3])
