#!/usr/bin/env python3
"""shuffled_copies.py [--locale L] BINARY DATA

Serves DATA (a folder in NStack's shape) from the program's sandbox, exports one sheet, edits a dozen rows, and makes the copies that
reviewers return: sorted, filtered, columns shuffled, headers respelled, a column of remarks, rows deleted, rows added, hidden columns
left behind by a sort, and more. Each must give the plan that it should. Needs openpyxl."""
import argparse
import copy
import json
import os
import random
import sys

from sandbox import Sandbox, Text

HIDDEN = ("Proposal ID", "Exported proposal", "Source for checks", "Base")


class Table:
    """The cells of a worksheet as texts, to be moved about and written again."""

    def __init__(self, header, rows):
        self.header, self.rows = header, rows

    def copy(self):
        return copy.deepcopy(self)

    def column(self, name):
        return self.header.index(name)

    def cell(self, row, name):
        return self.rows[row][self.column(name)]

    def text(self, row):
        return Text(*(self.cell(row, name) for name in ("Section", "Key", "Locale")))

    def put(self, row, name, value):
        self.rows[row][self.column(name)] = value

    def ordered(self, columns):
        return Table([self.header[c] for c in columns], [[row[c] for c in columns] for row in self.rows])

    def save(self, path, title=0, hide_rows=(), hide_columns=(), more=False, name="Review"):
        import openpyxl
        workbook = openpyxl.Workbook()
        worksheet = workbook.active
        worksheet.title = name
        for row, cells in enumerate([["My list", "for Friday"]] * title + [self.header] + self.rows, 1):
            for column, value in enumerate(cells, 1):
                if value != "":
                    cell = worksheet.cell(row, column, value)
                    cell.data_type = "s"
                    cell.number_format = "@"
        for row in hide_rows:
            worksheet.row_dimensions[row + 2 + title].hidden = True
        for column in hide_columns:
            worksheet.column_dimensions[openpyxl.utils.get_column_letter(column + 1)].hidden = True
        if hide_rows:
            worksheet.auto_filter.ref = worksheet.dimensions
        if more:
            other = workbook.create_sheet("Figures", 0)
            other.append(["Month", "Rows"])
            other.append(["May", 12])
        workbook.save(path)


def torn(table, row, path):
    """Saves CSV in which a delimiter within the current value of one row is not quoted, as gnumeric leaves it behind."""
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        for number, cells in enumerate([table.header] + table.rows):
            quoted = ['"' + cell.replace('"', '""') + '"' for cell in cells]
            if number == row + 1:
                quoted[table.column("Current value")] = "one half; the other"
            file.write(";".join(quoted) + "\r\n")


def exported(path):
    import openpyxl
    worksheet = openpyxl.load_workbook(path)["Review"]
    rows = [["" if cell is None else str(cell) for cell in row] for row in worksheet.iter_rows(values_only=True)]
    return Table(rows[0], [row + [""] * (len(rows[0]) - len(row)) for row in rows[1:]])


def edited(table, chance):
    """Edits of rows whose text stands on one row; gives the rows, and the changes that they mean."""
    count = {}
    for row in range(len(table.rows)):
        count[table.text(row)] = count.get(table.text(row), 0) + 1
    single = [row for row in range(len(table.rows)) if count[table.text(row)] == 1]
    chance.shuffle(single)
    own = [row for row in single if table.cell(row, "Deletable") == "yes"]
    others = [row for row in single if table.cell(row, "Deletable") == "no"]
    free = [row for row in single if table.cell(row, "Deletable") == ""]
    wanted = {}
    for number, row in enumerate(free[:6] + own[:2] + others[:2]):
        # Around the text itself, as a text without its placeholders is refused.
        value = f"edited {number}: a & b {table.cell(row, 'Current value') or table.cell(row, 'Source for checks')}"
        table.put(row, "Proposal", value)
        wanted[row] = (table.text(row), "propose", value)
    for row in own[2:4]:
        table.put(row, "Action", "delete")
        wanted[row] = (table.text(row), "delete", table.cell(row, "Proposal"))
    return wanted, free[6:]


def copies(table, wanted, free, chance):
    """Every copy: (what was done, a table or a function that saves it, the changes it should give, further verdicts it should give)."""
    all_changes = set(wanted.values())
    columns = list(range(len(table.header)))
    visible = [c for c in columns if table.header[c] not in HIDDEN]

    yield "as edited", table, all_changes, {}

    made = table.copy()
    made.rows.sort(key=lambda row: row[made.column("Current value")])
    yield "sorted by current value", made, all_changes, {}

    made = table.copy()
    by_value = sorted(range(len(made.rows)), key=lambda row: made.cell(row, "Current value"))
    made.rows = [[table.rows[source if c in visible else row][c] for c in columns] for row, source in enumerate(by_value)]
    yield "sorted, hidden columns left behind", made, all_changes, {}

    hidden = [row for row in range(len(table.rows)) if row % 3]
    yield "filtered: two rows of three hidden", lambda path: table.save(path, hide_rows=hidden), all_changes, {}
    yield ("every column hidden but two", lambda path: table.save(path, hide_columns=columns[2:]), all_changes, {})

    shuffled = columns[:]
    chance.shuffle(shuffled)
    yield "columns shuffled", table.ordered(shuffled), all_changes, {}

    made = table.copy()
    respelled = {"Section": "section ", "Key": "KEY", "Locale": " locale", "Current value": "current  VALUE", "Proposal": "Proposal ",
                 "Base": "BASE"}
    made.header = [respelled.get(name, name) for name in made.header]
    yield "headers respelled: 'section ', 'KEY', …", made, all_changes, {}

    made = table.copy()
    aliases = {"Locale": "Language", "Proposal": "Suggestion", "Current value": "Current text", "Deletable": "Can delete"}
    made.header = [aliases.get(name, name) for name in made.header]
    yield "headers as other tools say: Language, Suggestion, …", made, all_changes, {}

    made = table.copy()
    made.header.insert(4, "My remarks")
    for row in made.rows:
        row.insert(4, "looks fine")
    yield "a column of remarks in between", made, all_changes, {}

    made = table.copy()
    gone = set(sorted(wanted)[:2]) | set(free[:20])
    made.rows = [row for number, row in enumerate(table.rows) if number not in gone]
    yield "rows deleted, two of them edited", made, {w for row, w in wanted.items() if row not in gone}, {}

    made = table.copy()
    by_hand = table.text(free[0])
    made.rows = [row for number, row in enumerate(table.rows) if number != free[0]]
    for text, value in ((by_hand, "added by hand"), (Text(by_hand.section, by_hand.key + "X", by_hand.locale), "unknown")):
        row = [""] * len(made.header)
        for name, cell in zip(("Section", "Key", "Locale", "Proposal"), (*text, value)):
            row[made.column(name)] = cell
        made.rows.append(row)
    yield "rows added by hand, one with an unknown key", made, all_changes | {(by_hand, "propose", "added by hand")}, {"unknown": 1}

    made = table.copy()
    made.rows += [list(table.rows[row]) for row in wanted]
    yield "every edited row copied below", made, all_changes, {}

    made = table.copy()
    first = next(row for row in sorted(wanted) if wanted[row][1] == "propose")
    other = list(table.rows[first])
    other[made.column("Proposal")] = "something else"
    made.rows.append(other)
    yield "one text wanted in two ways", made, all_changes - {wanted[first]}, {"contradiction": 2}

    made = table.copy()
    made.rows = [cells for row in made.rows for cells in (row, [""] * len(row))]
    yield "an empty row after each", made, all_changes, {}

    yield "three lines above the header", lambda path: table.save(path, title=3), all_changes, {}
    yield "another worksheet in front", lambda path: table.save(path, more=True), all_changes, {}
    yield "the worksheet renamed", lambda path: table.save(path, name="Tabelle1"), all_changes, {}

    six = [table.column(n) for n in ("Section", "Key", "Locale", "Current value", "Proposal", "Deletable")]
    yield ("the six columns of the card alone", table.ordered(six),
           {w for w in all_changes if w[1] == "propose"}, {"already-proposed": None})

    made = table.copy()
    damaged = [free[1], next(row for row in sorted(wanted) if wanted[row][1] == "propose")]
    for row in damaged:
        made.put(row, "Current value", made.cell(row, "Current value") + " (my change)")
    yield ("a guarded cell changed, on an edited row and on another", made, all_changes - {wanted[damaged[1]]},
           {"damaged": 1, "read-only-edit": 1})

    made = table.copy()
    made.put(free[2], "Action", "remove it")
    yield "an action that is no published word", made, all_changes, {"unknown-action": 1}

    # Its cells stand one column further, the base among them, and only an empty one beyond the header: nothing in it can be believed.
    moved = next(row for row in free if table.rows[row][-1] == "")
    yield "CSV with a delimiter that lost its quotes", lambda path: torn(table, moved, path), all_changes, {"damaged": 1}

    made = table.copy()
    made.header.append("proposal")
    made.rows = [row + ["x"] for row in made.rows]
    yield "the header Proposal twice", made, None, {}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--locale")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("binary")
    parser.add_argument("data")
    arguments = parser.parse_args()
    try:
        import openpyxl  # noqa: F401
    except ImportError:
        sys.exit("skipped: needs openpyxl")
    wrong = 0
    with Sandbox(arguments.binary, arguments.data) as sandbox:
        sheet = os.path.join(sandbox.path, "review.xlsx")
        run = sandbox.run("export", sheet, *(["--locale", arguments.locale] if arguments.locale else []))
        if run.status:
            sys.exit(f"WRONG: export ended with {run.status}: {run.errors.strip()}")
        chance = random.Random(arguments.seed)
        table = exported(sheet)
        wanted, free = edited(table, chance)
        for number, (what, made, changes, verdicts) in enumerate(copies(table, wanted, free, chance)):
            path = os.path.join(sandbox.path, f"copy-{number}" + (".csv" if what.startswith("CSV") else ".xlsx"))
            made(path) if callable(made) else made.save(path)
            found = problems(sandbox.run("diff", path, "--json"), changes, verdicts)
            print(f"{'WRONG' if found else 'right'}  {what}: "
                  + ("refused" if changes is None else f"{len(changes)} changes"
                     + "".join(f", {name} {count or ''}".rstrip() for name, count in verdicts.items())))
            for line in found[:6]:
                print("         ", line)
            wrong += bool(found)
    print(f"{number + 1} copies, {wrong or 'none'} with another plan than it should have")
    sys.exit(1 if wrong else 0)


def problems(run, changes, verdicts):
    """What differs between a plan and what it should be."""
    if changes is None:
        return [] if run.status == 1 else [f"exit code {run.status}, should be 1"]
    try:
        plan = json.loads(run.output)
    except ValueError:
        return [f"exit code {run.status}: {(run.errors or run.output).strip()[:300]}"]
    if "summary" not in plan:
        return [f"exit code {run.status}: {json.dumps(plan, ensure_ascii=False)[:300]}"]
    planned = {(Text(c["section"], c["key"], c["locale"]), c["operation"], c["value"]) for c in plan["changes"]}
    found = [f"not meant: {entry}" for entry in sorted(planned - changes)]
    found += [f"lost: {entry}" for entry in sorted(changes - planned)]
    counts = {name: count for name, count in plan["summary"]["verdicts"].items()
              if count and name not in ("unchanged", "propose", "delete")}
    for name in sorted(counts.keys() | verdicts.keys()):
        if verdicts.get(name, 0) is not None and counts.get(name, 0) != verdicts.get(name, 0):
            found.append(f"{name}: {counts.get(name, 0)}, should be {verdicts.get(name, 0)}")
            found += [f"  row {r['row']}: {r['message'][:200]}" for r in plan["rows"] if r["verdict"] == name][:2]
    code = 3 if any(name not in ("already-proposed", "same-as-current", "cleared", "skipped") for name in counts) else 0
    if not found and run.status != code:
        found.append(f"exit code {run.status}, should be {code}")
    return found


if __name__ == "__main__":
    main()
