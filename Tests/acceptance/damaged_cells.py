"""Every way in which damages.py damages a review sheet: its cells, and its file. Python's standard library only."""
import collections
import csv
import functools
import io
import random
import re
import unicodedata
import zipfile
from xml.sax.saxutils import escape

from sheets import letters
from tracked_cells import BLANK, REVIEWED, Book, Cell, csv_bytes, rows_xml, zipped

# kind: what the table of the results calls it; name: one case of the kind; make: gives a Damaged; exact: it must plan just what the person
# asked for.
Case = collections.namedtuple("Case", "kind name make exact")
# data: the bytes of the file; suffix: what its name ends with; book: its cells, where they are known; edits: what the person asked for,
# where the cells do not say it; warns: that something must be said to be wrong, whatever is planned.
Damaged = collections.namedtuple("Damaged", "data suffix book edits warns", defaults=[None, None, False])

TRANSLATED = {"Section": "Abschnitt", "Key": "Schlüssel", "Locale": "Sprachregion", "Current value": "Aktueller Wert", "Proposal": "Vorschlag",
              "Deletable": "Löschbar", "Action": "Aktion", "Note": "Notiz", "Proposal ID": "Vorschlagsnummer",
              "Exported proposal": "Exportierter Vorschlag", "Base": "Basis", "Status": "Zustand", "Placeholder 1": "Platzhalter 1"}
RENAMED = {"colon": lambda name: name + ":", "zero-width space": lambda name: name + "\u200b", "no-break space": lambda name: "\u00a0" + name,
           "soft hyphen": lambda name: name[:2] + "\u00ad" + name[2:], "letter lost": lambda name: name[:2] + name[3:],
           "letters swapped": lambda name: name[0] + name[2] + name[1] + name[3:], "capitals": str.upper, "star": lambda name: "* " + name,
           "remark": lambda name: name + " (please fill in)", "own words": lambda name: "My column", "one letter": lambda name: name[0],
           "quotes": lambda name: f"\u201c{name}\u201d", "underscore": lambda name: name.replace(" ", "_") + "_"}
REPLACED = [("OK", "Okay"), ("Luk", "Lukke"), ("e", "3"), ("a", "\u0430"), (" ", "\u00a0"), (".", ","), ("'", "\u2019"), ("%", " percent"),
            ("v1.", "v2."), ("-", "\u2013"), ("1", "I"), ("yes", "ja"), ("no", "nej"), ("delete", "remove"), ("da-DK", "da"), ("general", "common"),
            ("!", "!!"), ("=", ""), ("{name}", "{navn}"), ("Annuller", "Fortryd"), ("Verwerfen", "Abbruch"), ("O", "0"), ("n", ""), ("i dag", "nu")]
# The damages that show in a sheet made by hand: nothing in it says that a value moved to another row, or that rows above the header are
# more than a title.
BY_HAND = ("cell deleted, row shifted left", "cell inserted, row shifted right", "every header translated", "one header translated",
           "header renamed", "header cleared", "header written over another", "header pushed down", "header deleted", "header cleared whole",
           "row written over the header")


# What becomes of the rows of a table. The first arguments say where.

def put(rows, at, value):
    rows[at] = value


def put_down(rows, row, column, cells):
    """Writes cells into a column, from a row on."""
    for below, cell in zip(rows[row:], cells):
        below[column] = cell


def inserted_down(rows, row, column):
    rows.append([BLANK] * len(rows[0]))
    put_down(rows, row, column, [BLANK] + [below[column] for below in rows[row:]])


CELLS = {
    "cell deleted": lambda rows, row, column: put(rows[row], column, BLANK),
    "cell deleted, row shifted left": lambda rows, row, column: put(rows, row, rows[row][:column] + rows[row][column + 1:] + [BLANK]),
    "cell deleted, column shifted up": lambda rows, row, column: put_down(
        rows, row, column, [below[column] for below in rows[row + 1:]] + [BLANK]),
    "cell inserted, row shifted right": lambda rows, row, column: put(rows, row, rows[row][:column] + [BLANK] + rows[row][column:]),
    "cell inserted, column shifted down": inserted_down,
    "cell filled down": lambda rows, row, column: put(rows[min(row + 1, len(rows) - 1)], column, rows[row][column]),
    "cell filled from the left": lambda rows, row, column: put(rows[row], column, rows[row][max(0, column - 1)])}


def sorted_alone(rows, column, reverse):
    # A spreadsheet program puts empty cells last, whichever way it sorts.
    cells = sorted((row[column] for row in rows[1:] if row[column].text), key=lambda cell: cell.text, reverse=reverse)
    put_down(rows, 1, column, cells + [BLANK] * len(rows))


def sorted_whole(rows, column, reverse, moving=None):
    order = sorted((row for row in rows[1:] if row[column].text), key=lambda row: row[column].text, reverse=reverse)
    order += [row for row in rows[1:] if not row[column].text]
    rows[1:] = [[(source if moving is None or index in moving else kept)[index] for index in range(len(rows[0]))]
                for kept, source in zip(rows[1:], order)]


def column_deleted(rows, column):
    for row in rows:
        del row[column]


def column_moved(rows, column, to):
    for row in rows:
        row.insert(to, row.pop(column))


def header_moved(rows, column):
    rows[0].append(rows[0][column])
    rows[0][column] = BLANK


def swapped(rows, left, right):
    for row in rows:
        row[left], row[right] = row[right], row[left]


def header_renamed(rows, column, change):
    name, suffix = re.fullmatch(r"(.*?)( \[.*\])?", rows[0][column].text).groups("")
    rows[0][column] = Cell(change(name) + suffix, rows[0][column].origin)


class Damages:
    """The cases of one sheet: `exported` as the program wrote it, `book` with what the person did in it."""

    def __init__(self, exported, book, seed, density, convert, by_hand=False):
        self.exported, self.book, self.density, self.convert = exported, book, density, convert
        self.by_hand, self.suffix = by_hand, ".csv" if exported.is_csv else ".xlsx"
        self.edits = exported.edits(book)
        self.chance = random.Random(seed)

    def __iter__(self):
        if self.by_hand:
            for part in (self.cells, self.headers, self.header_rows):
                yield from (case._replace(exact=False) for case in part() if case.kind in BY_HAND)
            return
        for part in (self.cells, self.columns, self.headers, self.header_rows, self.rows, self.replacements):
            yield from part()
        yield from self.csv_files() if self.exported.is_csv else self.workbooks()

    def book_case(self, kind, name, change, exact=False):
        """A case in which `change` is made in a copy of the book."""
        def make():
            book = self.book.copy()
            change(book)
            first = book.tables[0]
            if self.exported.is_csv:
                data = csv_bytes(first[1])
            else:
                data = plain_workbook(first[1], name=first[0]) if self.by_hand else self.exported.workbook(book)
            return Damaged(data, self.suffix, book)
        return Case(kind, name, make, exact)

    def case(self, kind, name, table, change, *where, exact=False, **more):
        """A case in which `change(rows, …)` is made in a table."""
        return self.book_case(kind, f"{table}-{name}" if name != "" else str(table),
                              lambda book: change(book.tables[table][1], *where, **more), exact)

    def some(self, values, share=1.0):
        """A part of many cases, the same for the same seed."""
        values = list(values)
        count = max(1, round(len(values) * self.density * share))
        return [values[index] for index in sorted(self.chance.sample(range(len(values)), count))] if count < len(values) else values

    # Cells.

    def cells(self):
        cells = [(table, row, column) for table, (_, rows) in enumerate(self.book.tables) for row in range(1, len(rows))
                 for column in range(len(rows[0]))]
        for kind, change in CELLS.items():
            for table, row, column in self.some(cells):
                yield self.case(kind, f"{row + 1}-{column + 1}", table, change, row, column)

    def columns(self):
        for table, (_, rows) in enumerate(self.book.tables):
            width = len(rows[0])
            visible = [column for column in range(width) if column not in self.exported.hidden_columns()[table]]
            for column in range(width):
                name = column + 1
                for way, reverse in (("up", False), ("down", True)):
                    yield self.case("column sorted alone", f"{name}-{way}", table, sorted_alone, column, reverse)
                    yield self.case("rows sorted by a column", f"{name}-{way}", table, sorted_whole, column, reverse, exact=True)
                    if column in visible:
                        yield self.case("visible columns sorted, hidden left", f"{name}-{way}", table, sorted_whole, column, reverse, moving=visible)
                yield self.case("column filled down", name, table, lambda rows, column: put_down(rows, 2, column, [rows[1][column]] * len(rows)), column)
                yield self.case("column cleared", name, table, put_down, 1, column, [BLANK] * len(rows))
                yield self.case("column deleted", name, table, column_deleted, column)
                yield self.case("blank column inserted", name, table, lambda rows, column: [row.insert(column, BLANK) for row in rows], column, exact=True)
                yield self.case("column moved with its cells", f"{name}-first", table, column_moved, column, 0, exact=True)
                yield self.case("column moved with its cells", f"{name}-last", table, column_moved, column, width - 1, exact=True)
                yield self.case("header moved without its cells", name, table, header_moved, column)
            pairs = [(left, right) for left in range(width) for right in range(left + 1, width)]
            for left, right in self.some(pairs, min(1, 200 / len(pairs))):
                name = f"{left + 1}-{right + 1}"
                yield self.case("two headers swapped", name, table, lambda rows, *pair: swapped(rows[:1], *pair), left, right)
                yield self.case("two columns swapped with their cells", name, table, swapped, left, right, exact=True)

    def headers(self):
        translated = lambda name: TRANSLATED.get(name, name + "e")
        yield self.book_case("every header translated", "all", lambda book: [
            header_renamed(rows, column, translated) for _, rows in book.tables for column in range(len(rows[0]))])
        for table, (_, rows) in enumerate(self.book.tables):
            columns = range(len(rows[0]))
            for column in columns:
                yield self.case("one header translated", column + 1, table, header_renamed, column, translated)
                yield self.case("header cleared", column + 1, table, lambda rows, column: put(rows[0], column, BLANK), column)
            for column, name in self.some([(column, name) for column in columns for name in RENAMED], 2):
                yield self.case("header renamed", f"{column + 1}-{name.replace(' ', '-')}", table, header_renamed, column, RENAMED[name])
            for left, right in self.some([(a, b) for a in columns for b in columns if a != b], min(1, 80 / len(columns) ** 2)):
                yield self.case("header written over another", f"{left + 1}-{right + 1}", table,
                                lambda rows, left, right: put(rows[0], right, rows[0][left]), left, right)

    def header_rows(self):
        for table, (_, rows) in enumerate(self.book.tables):
            for count in (1, 5, 19, 20, 25, 60):
                for what in ("blank", "titled"):
                    lines = [[Cell(f"My list, line {line + 1}" if what == "titled" else "")] for line in range(count)]
                    # Up to 20 rows above the header are looked through.
                    yield self.case("header pushed down", f"{count}-{what}", table, put, slice(0, 0), lines, exact=count < 20)
            yield self.case("header deleted", "", table, lambda rows: rows.pop(0))
            yield self.case("header cleared whole", "", table, put, 0, [BLANK] * len(rows[0]))
            for column in range(len(rows[0])):
                for way, reverse in (("up", False), ("down", True)):
                    yield self.case("header sorted into the rows", f"{column + 1}-{way}", table, lambda rows, column, reverse: rows.sort(
                        key=lambda row: row[column].text, reverse=reverse), column, reverse)
            for row in range(1, len(rows)):
                yield self.case("row moved above the header", row + 1, table, lambda rows, row: rows.insert(0, rows.pop(row)), row)
                yield self.case("header moved below rows", row + 1, table, lambda rows, row: rows.insert(row, rows.pop(0)), row)
                yield self.case("row written over the header", row + 1, table, lambda rows, row: put(rows, 0, list(rows[row])), row)
        if len(self.book.tables) > 1:
            yield self.book_case("header deleted", "all", lambda book: [rows.pop(0) for _, rows in book.tables])

    def rows(self):
        for table, (_, rows) in enumerate(self.book.tables):
            last = len(rows) - 1
            for row in range(1, len(rows)):
                yield self.case("row deleted", row + 1, table, lambda rows, row: rows.pop(row), row, exact=True)
                yield self.case("row doubled", row + 1, table, lambda rows, row: rows.append(list(rows[row])), row, exact=True)
                yield self.case("row written over the next", row + 1, table, lambda rows, row: put(rows, min(row + 1, last), list(rows[row])), row)
                yield self.case("blank row inserted", row + 1, table, lambda rows, row: rows.insert(row, []), row, exact=True)
            if self.exported.is_csv:
                continue
            typed = [number for number, row in enumerate(rows) if any(cell.writer == "person" for cell in row)]
            groups = {"edited": typed, "first": range(1, 6), "last": range(last - 4, last + 1), "all": range(1, last + 1)}
            for what, numbers in groups.items():
                for to in ("Sheet2", "Sheet2-30", "About", "with-header"):
                    yield self.book_case("rows cut to another worksheet", f"{table}-{what}-{to}",
                                         functools.partial(self.cut, table=table, numbers=set(numbers), to=to), exact=to == "with-header")

    @staticmethod
    def cut(book, table, numbers, to):
        rows = book.tables[table][1]
        taken = [row for number, row in enumerate(rows) if number in numbers and number > 0]
        book.tables[table][1] = [row for number, row in enumerate(rows) if number not in numbers or number == 0]
        above = {"with-header": [list(rows[0])], "Sheet2-30": [[] for _ in range(29)]}.get(to, [])
        book.tables.append(["About" if to == "About" else "Sheet2", above + taken])

    def replacements(self):
        own = sorted({cell.text for _, _, _, cell in self.book.cells() if cell.origin and self.exported.kind(cell.origin) == "Proposal"
                      and cell.text and cell.origin[1] > 0})
        for number, (old, new) in enumerate(REPLACED + [(text, text + " 2") for text in own]):
            for where in ("everywhere", "visible", "proposals"):
                yield self.book_case("replaced " + "in " * (where == "proposals") + where, f"{number}-{re.sub(r'[^A-Za-z0-9]', '', old) or 'sign'}",
                                     functools.partial(self.replace, old=old, new=new, where=where))

    def replace(self, book, old, new, where):
        for table, (_, rows) in enumerate(book.tables):
            hidden = self.exported.hidden_columns()[table]
            for row in rows[1:]:
                for column, cell in enumerate(row):
                    is_meant = {"everywhere": True, "visible": column not in hidden,
                                "proposals": self.exported.kind((table, 0, column)) == "Proposal"}[where]
                    if old in cell.text and is_meant:
                        row[column] = Cell(cell.text.replace(old, new), cell.origin, "person")

    # Files.

    def file_case(self, kind, name, make, exact=False, suffix=".csv", edits=None, warns=False):
        """A case of a file that is damaged, and not its cells."""
        return Case(kind, name, lambda: Damaged(make(), suffix, None, self.edits if edits is None else edits, warns), exact)

    def offsets(self, size, count, share=1.0):
        count = min(size, max(4, round(count * min(1, self.density * share))))
        return sorted({size * number // count for number in range(count)})

    def workbooks(self):
        whole = self.exported.workbook(self.book)
        with zipfile.ZipFile(io.BytesIO(whole)) as package:
            parts = {name: package.read(name) for name in package.namelist()}
        for at in self.offsets(len(whole), 200, 4):
            yield self.file_case("workbook cut", str(at), lambda at=at: whole[:at], suffix=".xlsx")
        for name, data in parts.items():
            shown = name.replace("/", "-")
            for at in self.offsets(len(data), 200, 1 if self.density == 1 else 0.3):
                yield self.file_case("part cut", f"{shown}-{at}", lambda name=name, data=data, at=at: zipped({**parts, name: data[:at]}), suffix=".xlsx")
            yield self.file_case("part taken out", shown, lambda name=name: zipped({other: data for other, data in parts.items() if other != name}),
                                 suffix=".xlsx")
        for table, (name, rows) in enumerate(self.book.tables):
            alone = self.exported.edits(Book([[name, rows]]))
            yield self.file_case("workbook made CSV", f"convert-{table}", lambda name=name: self.convert(whole, ".xlsx", ".csv", name),
                                 exact=True, edits=alone)
            # As a spreadsheet program saves one: texts as they are, quotes where they must be.
            yield self.file_case("workbook made CSV", f"program-{table}", lambda rows=rows: csv_bytes(rows, csv.QUOTE_MINIMAL), exact=True, edits=alone)

    def csv_files(self):
        rows = self.book.tables[0][1]
        whole = csv_bytes(rows)
        yield from self.csv_cuts(whole, rows)
        yield from self.csv_delimiters(rows)
        for name, data, exact in encodings(whole):
            yield self.file_case("encoding changed", name, lambda data=data: data, exact)
        # Numbers, which a program makes of what looks like one, damage only what was one.
        for name, make in (("convert", lambda: self.convert(whole, ".csv", ".xlsx")), ("program", lambda: plain_workbook(rows)),
                           ("program-shared", lambda: plain_workbook(rows, shared=True)), ("numbers", lambda: plain_workbook(rows, numbers=True))):
            yield self.file_case("CSV made a workbook", name, make, exact=True, suffix=".xlsx")
        yield self.file_case("CSV made a workbook", "back", lambda: self.convert(self.convert(whole, ".csv", ".xlsx"), ".xlsx", ".csv"), exact=True)

    def csv_cuts(self, whole, rows):
        # Where each cell ends, its closing quote included; three bytes of the mark come first.
        ends, at = [], 3
        for row in rows:
            ends.append([])
            for cell in row:
                at += len(cell.text.replace('"', '""').encode()) + 2
                ends[-1].append(at)
                at += 1
            at += 1
        bases = [column for column, header in enumerate(rows[0]) if header.text.startswith("Base")]
        required = max(column for column, header in enumerate(rows[0]) if header.text.startswith("Deletable"))

        def base_end(cell, cell_ends):
            """Where the Base of a cell's group ends."""
            return cell_ends[min((base for base in bases if base >= cell.origin[2]), default=bases[-1])]

        for at in self.offsets(len(whole), 200, 4):
            kept = sum(row[-1] <= at for row in ends)
            # What an edit is worth without the Base of its group is not certain; a row in which it is cut off says nothing for certain.
            left = [[cell for cell in row if base_end(cell, cell_ends) <= at] for row, cell_ends in zip(rows, ends)]
            # It cannot be said that rows are lost where a file ends between two records, or after all that the last one says, or in the header
            # of a sheet of no rows.
            between = at - ends[kept - 1][-1] <= 2 if kept else ends[0][required] <= at
            said = kept < len(rows) and ends[kept][bases[-1]] <= at
            yield self.file_case("CSV cut", str(at), lambda at=at: whole[:at], edits=self.exported.edits(Book([["", left]])),
                                 warns=not between and not said)

    def csv_delimiters(self, rows):
        typed = {number for number, row in enumerate(rows) if any(cell.writer == "person" for cell in row)}
        count = len(rows)
        groups = {"header": {0}, "records": set(range(1, count)), "half": set(range(count // 2 + 1, count)), "edited": typed,
                  "every-third": set(range(2, count, 3)), "all": set(range(count)), **{f"record-{number + 1}": {number} for number in range(1, count)}}
        for name, numbers in groups.items():
            for sign, delimiter in (("semicolon", ";"), ("tab", "\t"), ("bar", "|"), ("space", " ")):
                for kind, always in (("quoted", True), ("plain", False)):
                    yield self.file_case("delimiter changed", f"{name}-{sign}-{kind}",
                                         functools.partial(delimited, rows, numbers, delimiter, always=always), name == "all" and sign != "space")
            for sign, quote in (("single", "'"), ("curly", "\u201d"), ("none", "")):
                yield self.file_case("quotes changed", f"{name}-{sign}", functools.partial(delimited, rows, numbers, ",", quote))
            for column in range(len(rows[0])):
                # A person may have put quotes around what that person typed.
                if name in ("records", "all") or name == "edited" and not rows[0][column].text.startswith(REVIEWED):
                    yield self.file_case("quotes changed", f"{name}-single-{column + 1}", functools.partial(delimited, rows, numbers, ",", "'", only=column))


def delimited(rows, numbers, delimiter, quote='"', always=True, only=None):
    """A CSV file in which some records have another delimiter or quote; with `only`, in one column."""
    lines = []
    for number, row in enumerate(rows):
        is_changed = number in numbers
        cells = []
        for column, cell in enumerate(row):
            quoted = always or any(letter in cell.text for letter in '",;\t|\r\n')
            here = quote if is_changed and only in (None, column) else '"'
            cells.append(here + cell.text.replace(here, here + here if here == '"' else here) + here if quoted or here != '"' else cell.text)
        lines.append((delimiter if is_changed else ",").join(cells) + "\r\n")
    return b"\xef\xbb\xbf" + "".join(lines).encode()


def encodings(whole):
    """A CSV file in other encodings: (name, bytes, whether nothing is damaged)."""
    text, mark = whole.decode("utf-8-sig"), b"\xef\xbb\xbf"
    for name in ("utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp1252", "latin-1", "mac-roman", "cp850", "ascii"):
        yield name, text.encode(name, "replace"), False
    yield from (("utf-8", text.encode(), True), ("utf-16-le-bom", b"\xff\xfe" + text.encode("utf-16-le"), True),
                ("utf-16-be-bom", b"\xfe\xff" + text.encode("utf-16-be"), True),
                ("read-as-windows-1252", mark + text.encode().decode("cp1252", "replace").encode(), False),
                ("mark-read-as-windows-1252", whole.decode("cp1252", "replace").encode(), False),
                ("read-as-latin-1", mark + text.encode().decode("latin-1").encode(), False),
                ("one-byte-lost", whole.replace("ø".encode(), b"\xb8", 1), False), ("lf", whole.replace(b"\r\n", b"\n"), True),
                ("cr", whole.replace(b"\r\n", b"\r"), False), ("mark-twice", mark + whole, False),
                ("sep-line", mark + b"sep=,\r\n" + text.encode(), True), ("line-ends-doubled", whole.replace(b"\r\n", b"\r\n\r\n"), True),
                ("decomposed", mark + unicodedata.normalize("NFD", text).encode(), False))


def plain_workbook(rows, shared=False, numbers=False, name="returned"):
    """A workbook as a program makes one of a CSV file's cells: nothing of it but the texts, the apostrophes among them."""
    strings, data = {}, ""
    if not shared and not numbers:
        data = rows_xml(rows)
    for number, row in enumerate(rows if not data else (), 1):
        cells = ""
        for column, cell in enumerate(row):
            at = f'r="{letters(column)}{number}"'
            if numbers and re.fullmatch("[0-9]+", cell.text):
                cells += f"<c {at}><v>{int(cell.text)}</v></c>"
            elif cell.text:
                cells += f'<c {at} t="s"><v>{strings.setdefault(cell.text, len(strings))}</v></c>'
        data += f'<row r="{number}">{cells}</row>'
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    kinds = {"workbook.xml": "sheet.main", "worksheets/sheet1.xml": "worksheet", "sharedStrings.xml": "sharedStrings"}
    overrides = "".join(f'<Override PartName="/xl/{part}" ContentType="{kind}{what}+xml"/>' for part, what in kinds.items())

    def relations(*targets):
        lines = "".join(f'<Relationship Id="rId{number}" Type="{office}/{what}" Target="{target}"/>'
                        for number, (what, target) in enumerate(targets, 1))
        return f'<Relationships xmlns="{package}/relationships">{lines}</Relationships>'

    items = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in strings)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-'
                               f'package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>',
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{space}" xmlns:r="{office}"><sheets><sheet name="{name}" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations(("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", "sharedStrings.xml")),
        "xl/sharedStrings.xml": f'<sst xmlns="{space}">{items}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{space}"><sheetData>{data}</sheetData></worksheet>'}
    return zipped({name: ('<?xml version="1.0" encoding="UTF-8"?>' + text).encode() for name, text in parts.items()})
