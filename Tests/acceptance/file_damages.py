"""Every way in which damaged_sheets.py damages a file: cut, in another encoding, with other delimiters, turned into the other format. Python's
standard library only."""
import collections
import csv
import io
import re
import unicodedata
import zipfile
from xml.sax.saxutils import escape

from tracked_cells import REVIEWED, Book, csv_bytes, letters, rows_xml, zipped

# kind: what the table of the results calls it; name: one case of the kind; make: gives a Damaged; exact: it must plan just what the person
# asked for.
Case = collections.namedtuple("Case", "kind name make exact")
# data: the bytes of the file; suffix: what its name ends with; book: its cells, where they are known; edits: what the person asked for,
# where the cells do not say it; tells: that it must be said that something is wrong, whatever is planned.
Damaged = collections.namedtuple("Damaged", "data suffix book edits tells", defaults=[None, None, False])


def case(kind, name, make, exact=False):
    return Case(kind, name, make, exact)


class FileDamages:
    """The cases in which a file is damaged and not its cells."""

    def __init__(self, exported, book, density, convert):
        self.exported, self.book, self.density, self.convert = exported, book, density, convert
        self.edits = exported.edits(book)

    def file(self, data, suffix=".csv"):
        return Damaged(data, suffix, None, self.edits)

    def __iter__(self):
        yield from self.csv_files() if self.exported.is_csv else self.workbooks()

    def places(self, size, count, share=1.0):
        count = min(size, max(4, round(count * min(1, self.density * share))))
        return sorted({size * number // count for number in range(count)})

    def workbooks(self):
        whole = self.exported.workbook(self.book)
        with zipfile.ZipFile(io.BytesIO(whole)) as package:
            parts = {name: package.read(name) for name in package.namelist()}
        for place in self.places(len(whole), 200, 4):
            yield case("workbook cut", str(place), lambda place=place: self.file(whole[:place], ".xlsx"))
        for name, data in parts.items():
            for place in self.places(len(data), 200, 1 if self.density == 1 else 0.3):
                yield case("part cut", f"{name.replace('/', '-')}-{place}", lambda name=name, data=data, place=place:
                               self.file(zipped({**parts, name: data[:place]}), ".xlsx"))
            yield case("part taken out", name.replace("/", "-"), lambda name=name: self.file(
                zipped({other: data for other, data in parts.items() if other != name}), ".xlsx"))

        for table, (name, rows) in enumerate(self.book.tables):
            alone = self.exported.edits(Book([[name, rows]]))
            yield case("workbook made CSV", f"convert-{table}", lambda name=name, alone=alone: Damaged(
                self.convert(whole, ".xlsx", ".csv", name), ".csv", None, alone), exact=True)
            # As a spreadsheet program saves one: texts as they are, quotes where they must be.
            yield case("workbook made CSV", f"program-{table}", lambda rows=rows, alone=alone: Damaged(
                csv_bytes(rows, csv.QUOTE_MINIMAL), ".csv", None, alone), exact=True)

    def csv_files(self):
        rows = self.book.tables[0][1]
        whole = csv_bytes(rows)
        yield from self.csv_cuts(whole, rows)
        yield from self.csv_delimiters(rows)
        yield from self.csv_encodings(whole)
        # Numbers, which a program makes of what looks like one, damage only what was one.
        for name, make in (("convert", lambda: self.convert(whole, ".csv", ".xlsx")), ("program", lambda: plain_workbook(rows)),
                           ("program-shared", lambda: plain_workbook(rows, shared=True)),
                           ("numbers", lambda: plain_workbook(rows, numbers=True))):
            yield case("CSV made a workbook", name, lambda make=make: self.file(make(), ".xlsx"), exact=True)
        yield case("CSV made a workbook", "back", lambda: self.file(
            self.convert(self.convert(whole, ".csv", ".xlsx"), ".xlsx", ".csv")), exact=True)

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
        for place in self.places(len(whole), 200, 4):
            kept = sum(row[-1] <= place for row in ends)
            # What an edit is worth without the Base of its group is not certain; a row in which it is cut off says nothing for certain.
            left = [[cell for cell, end in zip(row, cell_ends) if self.base_end(cell, cell_ends, bases) <= place]
                    for row, cell_ends in zip(rows, ends)]
            edits = self.exported.edits(Book([["", left]]))
            # It cannot be told that rows are lost where a file ends between two records, or after all that the last one says, or in the header
            # of a sheet of no rows.
            between = place - ends[kept - 1][-1] <= 2 if kept else ends[0][required] <= place
            said = kept < len(rows) and ends[kept][bases[-1]] <= place
            yield case("CSV cut", str(place), lambda place=place, edits=edits, tells=not between and not said: Damaged(
                whole[:place], ".csv", None, edits, tells))

    def base_end(self, cell, ends, bases):
        """Where the Base of a cell's group ends."""
        return ends[min((base for base in bases if base >= cell.origin[2]), default=bases[-1])]

    def csv_delimiters(self, rows):
        def joined(of, delimiter, quote='"', always=True, only=None):
            lines = []
            for number, row in enumerate(rows):
                mine = of(number)
                sign, mark = (delimiter, quote) if mine else (",", '"')
                cells = []
                for column, cell in enumerate(row):
                    quoted = always or any(letter in cell.text for letter in '",;\t|\r\n')
                    here = mark if mine and (only is None or column == only) else '"'
                    cells.append(here + cell.text.replace(here, here + here if here == '"' else here) + here if quoted or here != '"' and mine
                                 else cell.text)
                lines.append(sign.join(cells) + "\r\n")
            return b"\xef\xbb\xbf" + "".join(lines).encode()

        typed = {number for number, row in enumerate(rows) if any(cell.writer == "person" for cell in row)}
        count = len(rows)
        groups = {"header": lambda number: number == 0, "records": lambda number: number > 0, "half": lambda number: number > count // 2,
                  "edited": lambda number: number in typed, "every-third": lambda number: number % 3 == 2, "all": lambda number: True}
        groups.update((f"record-{number + 1}", lambda other, number=number: other == number) for number in range(1, count))
        for name, of in groups.items():
            for sign, delimiter in (("semicolon", ";"), ("tab", "\t"), ("bar", "|"), ("space", " ")):
                for always in (True, False):
                    exact = name == "all" and sign != "space"
                    yield case("delimiter changed", f"{name}-{sign}-{'quoted' if always else 'plain'}",
                               lambda of=of, delimiter=delimiter, always=always: self.file(joined(of, delimiter, always=always)), exact)
            for sign, quote in (("single", "'"), ("curly", "\u201d"), ("none", "")):
                yield case("quotes changed", f"{name}-{sign}", lambda of=of, quote=quote: self.file(joined(of, ",", quote)))
            for column in range(len(rows[0])):
                # A person may have put quotes around what that person typed.
                if name in ("records", "all") or name == "edited" and not rows[0][column].text.startswith(REVIEWED):
                    yield case("quotes changed", f"{name}-single-{column + 1}", lambda of=of, column=column: self.file(
                        joined(of, ",", "'", only=column)))

    def csv_encodings(self, whole):
        text = whole.decode("utf-8-sig")
        for name, data, exact in (
                ("utf-8", text.encode(), True), ("utf-16-le-bom", b"\xff\xfe" + text.encode("utf-16-le"), True),
                ("utf-16-be-bom", b"\xfe\xff" + text.encode("utf-16-be"), True), ("utf-16-le", text.encode("utf-16-le"), False),
                ("utf-16-be", text.encode("utf-16-be"), False), ("utf-32", text.encode("utf-32"), False), ("utf-7", text.encode("utf-7"), False),
                ("windows-1252", text.encode("cp1252", "replace"), False), ("latin-1", text.encode("latin-1", "replace"), False),
                ("mac-roman", text.encode("mac-roman", "replace"), False), ("cp850", text.encode("cp850", "replace"), False),
                ("ascii", text.encode("ascii", "replace"), False),
                ("read-as-windows-1252", b"\xef\xbb\xbf" + text.encode().decode("cp1252", "replace").encode(), False),
                ("mark-read-as-windows-1252", whole.decode("cp1252", "replace").encode(), False),
                ("read-as-latin-1", b"\xef\xbb\xbf" + text.encode().decode("latin-1").encode(), False),
                ("one-byte-lost", whole.replace("ø".encode(), b"\xb8", 1), False), ("lf", whole.replace(b"\r\n", b"\n"), True),
                ("cr", whole.replace(b"\r\n", b"\r"), False), ("mark-twice", b"\xef\xbb\xbf" + whole, False),
                ("sep-line", b"\xef\xbb\xbfsep=,\r\n" + text.encode(), True), ("line-ends-doubled", whole.replace(b"\r\n", b"\r\n\r\n"), True),
                ("decomposed", b"\xef\xbb\xbf" + unicodedata.normalize("NFD", text).encode(), False)):
            yield case("encoding changed", name, lambda data=data: self.file(data), exact)


def plain_workbook(rows, shared=False, numbers=False, name="returned"):
    """A workbook as a program makes one of a CSV file's cells: nothing of it but the texts, the apostrophes among them."""
    strings = {}
    if shared or numbers:
        lines = []
        for number, row in enumerate(rows, 1):
            cells = ""
            for column, cell in enumerate(row):
                place = f'r="{letters(column)}{number}"'
                if numbers and re.fullmatch("[0-9]+", cell.text):
                    cells += f"<c {place}><v>{int(cell.text)}</v></c>"
                elif cell.text:
                    cells += f'<c {place} t="s"><v>{strings.setdefault(cell.text, len(strings))}</v></c>'
            lines.append(f'<row r="{number}">{cells}</row>')
        data = "".join(lines)
    else:
        data = rows_xml(rows)
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
