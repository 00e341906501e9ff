#!/usr/bin/env python3
"""edits_elsewhere.py [--table FILE] BINARY

Types one word into each column of a review sheet that is not the reviewer's, in every layout, as XLSX and as CSV, and asks `check`,
`diff` and `import --yes` about it. Each must end with its exit code for rows that were not carried out, and send nothing: a
planted edit never ends with 0. With --adopt-current a text under `Current value` is sent. Words in a column of the reviewer's own
are told by nobody. XLSX needs openpyxl. --table writes the exit codes as Markdown."""
import argparse
import concurrent.futures
import csv
import os
import shutil
import subprocess
import sys
import tempfile

try:
    import openpyxl
except ImportError:
    openpyxl = None

WORD = "Noget helt andet"
COLUMNS = ["Section", "Key", "Locale", "Source value", "Current value", "Deletable", "Status", "Proposal ID", "Exported proposal", "Base"]
# Exit codes: a sheet whose header or hidden columns no longer make sense is refused as a whole.
EXPECTED = {"check": (3, 1), "diff": (3, 1), "import": (2, 1)}


def planted(header, rows, column, word):
    """Puts a word into the first cell of a column, in a row of the second locale where there is one."""
    places = [place for place, name in enumerate(header) if name == column or (name or "").startswith(column + " [")]
    if not places:
        return None
    locale = header.index("Locale") if "Locale" in header else None
    for number, row in enumerate(rows):
        if locale is None or row[locale] == "da-DK":
            return number, places[-1], word
    return None


def plant(source, target, column, word=WORD):
    """A copy of a sheet with a word in a column; false if it has no such column."""
    if source.endswith(".csv"):
        with open(source, encoding="utf-8-sig", newline="") as file:
            header, *rows = csv.reader(file)
        if column not in header and word == WORD and not any(name.startswith(column + " [") for name in header):
            return False
        row, place, text = planted(header, rows, column, word)
        rows[row][place] = text
        with open(target, "w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file, quoting=csv.QUOTE_ALL).writerows([header, *rows])
        return True
    book = openpyxl.load_workbook(source)
    for sheet in book.worksheets[::-1]:
        header = [cell.value for cell in sheet[1]]
        if "Key" not in header:
            continue
        rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]
        found = planted(header, rows, column, word)
        if found is None:
            continue
        sheet.cell(found[0] + 2, found[1] + 1).value = found[2]
        book.save(target)
        return True
    return False


class Check:
    def __init__(self, binary, folder):
        self.binary, self.folder, self.wrong, self.table = os.path.abspath(binary), folder, [], []

    def run(self, name, *arguments):
        """Runs the program with a state of its own; gives its exit code."""
        state = os.path.join(self.folder, name)
        if name != "export" and not os.path.exists(state):
            # The embedded sandbox of the export, with the same texts.
            shutil.copytree(os.path.join(self.folder, "export"), state)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("NSTACK_")}
        environment.update({f"XDG_{kind}_HOME": f"{state}/{kind}" for kind in ("CONFIG", "STATE", "CACHE")}, LC_ALL="C.UTF-8")
        return subprocess.run([self.binary, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=300)

    def case(self, source, column, extra=()):
        """The exit code of each command for one planted word."""
        layout, form = os.path.splitext(os.path.basename(source))
        name = f"{layout}-{form[1:]}-{column.replace(' ', '')}{''.join(extra)}"
        target = os.path.join(self.folder, f"{name}{form}")
        if not plant(source, target, column):
            return None
        codes = [self.run(name, "check", target, *extra).returncode,
                 self.run(name, "diff", target, "--sandbox", *extra).returncode,
                 self.run(name, "import", target, "--sandbox", "--yes", *extra).returncode]
        return layout, form[1:], column, codes

    def judge(self, found, expected):
        layout, form, column, codes = found
        self.table.append(found)
        for command, code, right in zip(EXPECTED, codes, expected):
            if code not in right:
                self.wrong.append(f"{layout}, {form}, \"{column}\": {command} ended with {code}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--table")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nstack-review-elsewhere.") as folder:
        check = Check(arguments.binary, folder)
        sources = [(layout, form) for layout in ("rows", "locales", "columns") for form in ("xlsx", "csv")
                   if (layout, form) != ("locales", "csv") and (form == "csv" or openpyxl)]
        paths = []
        for layout, form in sources:
            paths.append(os.path.join(folder, f"{layout}.{form}"))
            run = check.run("export", "export", paths[-1], "--sandbox", "--layout", layout, "--source", "en-GB", "--locale", "da-DK",
                            *(["--locale", "de-DE"] if layout != "rows" else []))
            if run.returncode:
                sys.exit(f"export of {paths[-1]}: {run.stderr}")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            cases = [pool.submit(check.case, path, column) for path in paths for column in COLUMNS]
            adopting = [pool.submit(check.case, path, "Current value", ("--adopt-current",)) for path in paths[:2]]
            for case in cases:
                if case.result():
                    check.judge(case.result(), EXPECTED.values())
            for case in adopting:
                check.judge(case.result(), [(0,)] * 3)
        if arguments.table:
            with open(arguments.table, "w") as file:
                print("| Layout | Format | Column | `check` | `diff` | `import` |\n|---|---|---|---|---|---|", file=file)
                for layout, form, column, codes in check.table:
                    print(f"| {layout} | {form} | {column} | {' | '.join(map(str, codes))} |", file=file)
        print("\n".join(f"WRONG: {line}" for line in check.wrong) or f"{len(check.table)} sheets: none ended with 0 by mistake")
        sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()
