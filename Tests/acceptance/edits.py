#!/usr/bin/env python3
"""edits.py MODE BINARY DATA

Sheets that reviewers edited in a workbook (openpyxl): do edits arrive exactly, and once; what do rearranged copies plan. DATA is a folder
in NStack's shape."""
import collections
import copy
import json
import random

import checks
import sheets
from checks import ask, same, takes
from servers import Catalog, Sandbox, Text, counted

openpyxl = checks.module("openpyxl")
HIDDEN = ("Proposal ID", "Exported proposal", "Source for checks", "Base")
HARD = [
    "a & b = c + d % e", "=SUM(1)", "'tis", "007", "1/2", "TRUE", "1E5", "+45 12 34 56 78", "-5", "@home", "''", "'=1+1",
    "\N{GRINNING FACE} \N{MAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER} \N{WAVING HAND SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-6}",
    "\u0645\u0631\u062d\u0628\u0627 \u0628\u0643 %@", "\u200fאבג (abc) 123\u200e", "line one\nline two\n\nline four", "tab\there",
    " space in front", "space behind ", "two  spaces", "non\u00a0breaking", "e\u0301 decomposed", "\u00e9 composed",
    "<b>bold</b> &amp; &lt;tag&gt;", "quote \" and 'single'", "comma, semicolon; pipe |", "100 % of {name} %1$@ %d", "\\n literal",
    "back\\slash", "日本語テキスト", "ไทย", "#REF!", "NULL", "null", "__proto__", "sep=;", "12:30", "2026-01-31", "1,5", "€ 9.99",
    "a=b&c=d", "%41", "+", "?section=x#y", "long " + "0123456789" * 200, "\u2028separator", "\U0001d54f", "_x0041_",
]


def hard_text(number, refused=()):
    """A text that is hard to carry, another one for each number; none of those that change nothing."""
    value = HARD[number % len(HARD)] if number < len(HARD) else f"{HARD[number % len(HARD)]} {number}"
    return value + " !" if value in refused else value


def chosen(catalog, texts, count, chance):
    """Picks texts for edits, of which some are missing and some have proposals: (text -> what each becomes, what the server then holds)."""
    candidates = list(texts)
    chance.shuffle(candidates)
    missing = [text for text in candidates if text not in catalog.values and not catalog.pending.get(text)]
    pending = [text for text in candidates if catalog.pending.get(text)]
    picked = dict.fromkeys(missing[:count // 4] + pending[:count // 4])
    picked.update(dict.fromkeys(candidates[:max(0, count - len(picked))]))
    held, edits = counted(catalog.proposals), {}
    for number, text in enumerate(picked):
        edits[text] = hard_text(number, [catalog.values.get(text, ""), *(p["value"] for p in catalog.pending.get(text, []))])
        catalog.propose(held, text, edits[text])
    return edits, +held


def edited(worksheet, catalog, count, chance):
    """Edits `count` rows of an exported worksheet, of which a fifth are deletions where there are as many own proposals; gives what the server
    should hold afterwards."""
    header = {cell.value: cell.column for cell in worksheet[1]}
    rows = collections.defaultdict(list)
    for row in range(2, worksheet.max_row + 1):
        rows[Text(*(worksheet.cell(row, header[name]).value for name in ("Section", "Key", "Locale")))].append(row)
    # One row per text: two rows that have different edits for one text are a contradiction, and another check.
    single = [text for text, found in rows.items() if len(found) == 1]
    own = [text for text in single if [p for p in catalog.pending.get(text, []) if p["can_delete"]]]
    chance.shuffle(own)
    deletions = own[:min(len(own) // 2, count // 5)]
    edits, held = chosen(catalog, [text for text in single if text not in deletions], count - len(deletions), chance)
    for text in deletions:
        worksheet.cell(rows[text][0], header["Action"]).value = chance.choice(["delete", "Delete", " DELETE "])
        held[text, catalog.pending[text][0]["value"], True] -= 1
    for text, value in edits.items():
        # openpyxl takes `=…` for a formula, and writes `_x0041_` as it is, which reads as an escaped `A`.
        cell = worksheet.cell(rows[text][0], header["Proposal"])
        cell.value, cell.data_type = value.replace("_x0041_", "_x005F_x0041_"), "s"
    return +held


def arrives(what, sandbox, returned, held):
    """Imports a returned sheet, twice: the server must hold what was meant, and the second import must not write."""
    # The hard texts are no translations, and checks would refuse them.
    command = ["import", *([returned] if isinstance(returned, str) else returned), "--yes", "--allow-delete", "--json", "--force", "--max-deletes", "10000"]
    run = sandbox.run(*command)
    found = sandbox.proposals()
    ask(f"{what}: the import ends with 0", run.status == 0, run.errors.strip()[:500])
    ask(f"{what}: edits arrive exactly", found == held, f"missing {sorted((held - found).items())[:5]}, not meant {sorted((found - held).items())[:5]}")
    before = sandbox.writes()
    again = sandbox.run(*command)
    same(f"{what}: the second import", (again.status, sandbox.writes() - before, sandbox.proposals() == found), (0, 0, True))
    return run


@takes("binary", "data", edits=1000, seed=7)
def thousand(options):
    """Edits N rows of a workbook: new proposals, changed ones, deletions, hard texts. The server must then hold what was meant, and the second
    import of the sheet must not write."""
    openpyxl or checks.skip_all("needs openpyxl")
    with Sandbox(options.binary, options.data) as sandbox:
        sandbox.succeed("export", sandbox.path + "/review.xlsx")
        workbook = openpyxl.load_workbook(sandbox.path + "/review.xlsx")
        held = edited(workbook["Review"], Catalog(options.data), options.edits, random.Random(options.seed))
        workbook.save(sandbox.path + "/returned.xlsx")
        run = arrives("a workbook", sandbox, sandbox.path + "/returned.xlsx", held)
    return f"{options.edits:,} edits imported in {run.seconds:.2f} s, {run.megabytes:.0f} MB"


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
    """Saves CSV in which a delimiter within the current value of one row is not quoted, as gnumeric leaves it."""
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        for number, cells in enumerate([table.header] + table.rows):
            quoted = ['"' + cell.replace('"', '""') + '"' for cell in cells]
            if number == row + 1:
                quoted[table.column("Current value")] = "one half; the other"
            file.write(";".join(quoted) + "\r\n")


def exported(path):
    rows = [["" if cell is None else str(cell) for cell in row] for row in openpyxl.load_workbook(path)["Review"].iter_rows(values_only=True)]
    return Table(rows[0], [row + [""] * (len(rows[0]) - len(row)) for row in rows[1:]])


def planned_edits(table, chance):
    """Edits of rows whose text has one row; gives the changes that they mean by row, and rows without proposals."""
    count = collections.Counter(table.text(row) for row in range(len(table.rows)))
    single = [row for row in range(len(table.rows)) if count[table.text(row)] == 1]
    chance.shuffle(single)
    own, others, free = ([row for row in single if table.cell(row, "Deletable") == deletable] for deletable in ("yes", "no", ""))
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


@takes("binary", "data", seed=7)
def copies_of_one(options):
    """The copies that reviewers return of one sheet with a dozen edits - sorted, filtered, columns shuffled, headers respelled, a column of
    remarks, rows deleted, rows added - and more: each must give the plan that it should."""
    openpyxl or checks.skip_all("needs openpyxl")
    with Sandbox(options.binary, options.data) as sandbox:
        sandbox.succeed("export", sandbox.path + "/review.xlsx")
        chance = random.Random(options.seed)
        table = exported(sandbox.path + "/review.xlsx")
        wanted, free = planned_edits(table, chance)
        for number, (what, made, changes, verdicts) in enumerate(copies(table, wanted, free, chance)):
            path = f"{sandbox.path}/copy-{number}.{'csv' if what.startswith('CSV') else 'xlsx'}"
            made(path) if callable(made) else made.save(path)
            run = sandbox.run("diff", path, "--json")
            if changes is None:
                same(f"{what}: refused", run.status, 1)
                continue
            plan = json.loads(run.output)
            planned = {(Text(c["section"], c["key"], c["locale"]), c["operation"], c["value"]) for c in plan.get("changes", [])}
            ask(f"{what}: the changes", planned == changes, f"not meant {planned - changes}, lost {changes - planned} {run.errors[:300]}")
            counts = {name: count for name, count in plan["summary"]["verdicts"].items() if count and name not in ("unchanged", "propose", "delete")}
            any_number = {name: counts.get(name) for name, count in verdicts.items() if count is None}
            same(f"{what}: other verdicts", counts, {**verdicts, **any_number})
            harmless = {"already-proposed", "same-as-current", "cleared", "skipped"}
            same(f"{what}: the exit code", run.status, 0 if set(counts) <= harmless else 3)
    return f"{number + 1} copies"


if __name__ == "__main__":
    checks.main(__doc__, thousand, copies_of_one)
