"""A review sheet as cells that remember where they came from and who wrote them, to be damaged and written again. Python's standard
library only."""
import collections
import csv
import io
import re
import zipfile
from xml.sax.saxutils import escape

from sheets import FORMULA, csv_rows, letters, without_apostrophe, xlsx_rows

# The columns in which a reviewer writes.
REVIEWED = ("Proposal", "Action", "Note")
Call = collections.namedtuple("Call", "operation section key locale value")
# Something that a person asks for: the call that it means, and the (worksheet, row from 1) where its cell is now.
Edit = collections.namedtuple("Edit", "call rows")


class Cell:
    """A text; the (table, row, column) that it was exported to, None for a new one; who wrote it: export or person."""
    __slots__ = ("text", "origin", "writer")

    def __init__(self, text, origin=None, writer="export"):
        self.text, self.origin, self.writer = text, origin, writer


BLANK = Cell("")


def is_hidden(header):
    """Whether an export hides a column, by its header."""
    return re.sub(r" \[.*\]$", "", header) in ("Proposal ID", "Exported proposal", "Base") or header.startswith("Placeholder")


class Book:
    """The tables of a sheet: [name, rows of cells], the header first; a CSV file has one without a name."""

    def __init__(self, tables):
        self.tables = tables

    def copy(self):
        return Book([[name, [list(row) for row in rows]] for name, rows in self.tables])

    def cells(self):
        """Every cell that holds something: (name, row from 1, column, cell)."""
        for name, rows in self.tables:
            for number, row in enumerate(rows, 1):
                for column, cell in enumerate(row):
                    if cell.text != "":
                        yield name, number, column, cell


class Exported:
    """A sheet as the program exported it; or, made by hand, its visible columns."""

    def __init__(self, path, by_hand=False):
        self.path, self.is_csv, self.by_hand = path, path.endswith(".csv"), by_hand
        found = [("", row) for row in csv_rows(path)] if self.is_csv else list(xlsx_rows(path))
        names = list(dict.fromkeys(name for name, _ in found))
        tables = [[name, [row for other, row in found if other == name]] for name in names]
        # The worksheet About has no header.
        tables = [table for table in tables if "Key" in table[1][0]]
        if by_hand:
            kept = [column for column, header in enumerate(tables[0][1][0]) if not is_hidden(header)]
            tables = [[name, [[row[column] if column < len(row) else "" for column in kept] for row in rows]] for name, rows in tables]
        self.headers = [rows[0] for _, rows in tables]
        self.book = Book([[name, [[Cell(row[column] if column < len(row) else "", (table, number, column))
                                   for column in range(len(rows[0]))] for number, row in enumerate(rows)]]
                          for table, (name, rows) in enumerate(tables)])

    def column(self, table, header):
        return self.headers[table].index(header)

    def plain(self, text):
        return without_apostrophe(text) if self.is_csv else text

    def guarded(self, text):
        return "'" + text if self.is_csv and FORMULA.match(text) else text

    def kind(self, origin):
        """The header above a cell, without its locale."""
        return re.sub(r" \[.*\]$", "", self.headers[origin[0]][origin[2]])

    def group(self, origin):
        """What the headers of the cell's own group end with: a locale in the columns layout."""
        found = re.search(r" \[.*\]$", self.headers[origin[0]][origin[2]])
        return found[0] if found else ""

    def beside(self, origin, header):
        """What the row of a cell was exported with under another header of its group."""
        table, row, _ = origin
        headers = self.headers[table]
        name = header + self.group(origin)
        return self.plain(self.book.tables[table][1][row][headers.index(name if name in headers else header)].text)

    def text(self, origin):
        """Section, key and locale of the text that a cell is about."""
        group = self.group(origin)
        return self.beside(origin, "Section"), self.beside(origin, "Key"), group[2:-1] or self.beside(origin, "Locale")

    def call(self, origin, text):
        """The call that a text in a reviewer's cell means; None where it means none."""
        if self.kind(origin) == "Action":
            return Call("delete", *self.text(origin), self.beside(origin, "Proposal")) if text == "delete" else None
        return Call("propose", *self.text(origin), self.plain(text)) if self.kind(origin) == "Proposal" and text.strip() else None

    def edited(self, edits):
        """A copy of the book with edits made: (section, key, locale, proposal shown) -> header -> text."""
        book, left = self.book.copy(), set(edits)
        for _, rows in book.tables:
            for row in rows[1:]:
                for place, cell in enumerate(row):
                    if cell.origin and self.kind(cell.origin) in REVIEWED:
                        wanted = (*self.text(cell.origin), self.beside(cell.origin, "Proposal"))
                        value = edits.get(wanted, {}).get(self.kind(cell.origin))
                        if value is not None:
                            left.discard(wanted)
                            # In a file without a Base no apostrophe is a guard, but where the server's texts show it.
                            row[place] = Cell(value if self.by_hand else self.guarded(value), cell.origin, "person")
        if left:
            raise ValueError(f"{self.path} lacks {left}")
        return book

    def hidden_columns(self):
        """The columns of each table that no reviewer sees."""
        return [[column for column, header in enumerate(headers) if is_hidden(header)] for headers in self.headers]

    # What a book means.

    def edits(self, book):
        """What the person asked for, as far as the cells are still there, wherever they are."""
        found = {}
        for name, number, _, cell in book.cells():
            if cell.writer == "person" and cell.origin and cell.text != self.exported(cell.origin):
                call = self.call(cell.origin, cell.text)
                # An action that a replacement made another word is still something that a person asks for.
                if call is None and self.kind(cell.origin) == "Action":
                    call = Call("action", *self.text(cell.origin), cell.text)
                if call:
                    found.setdefault(call, set()).add((name, number))
        return [Edit(call, rows) for call, rows in found.items()]

    def exported(self, origin):
        return self.book.tables[origin[0]][1][origin[1]][origin[2]].text

    def honest(self, book):
        """What a book means in which nothing but reviewers' cells differs from the export, each by what a person wrote or by being empty: it
        cannot be told from one that a person made so. None for any other book. Of a sheet made by hand nothing shows who wrote a proposal,
        and Deletable may be left empty."""
        free = REVIEWED + ("Deletable",) * self.by_hand
        known, found = {}, {}
        for table, (_, rows) in enumerate(self.book.tables):
            for row in rows[1:]:
                known.setdefault(self.guarded_texts(row, table, free), []).append(row)
        if [name for name, _ in book.tables] != [name for name, _ in self.book.tables]:
            return None
        for table, (name, rows) in enumerate(book.tables):
            width = len(self.headers[table])
            if not rows or [cell.text for cell in rows[0]][:width] != self.headers[table]:
                return None
            for number, row in enumerate(rows[1:], 2):
                if all(cell.text == "" for cell in row):
                    continue
                row = row + [BLANK] * (width - len(row))
                before = known.get(self.guarded_texts(row, table, free))
                if not before or any(cell.text for cell in row[width:]):
                    return None
                before = before.pop(0)
                for now, then in zip(row, before):
                    if now.text != then.text:
                        if not self.is_honest(now, self.kind(then.origin)):
                            return None
                        call = self.call(then.origin, now.text)
                        if call:
                            found.setdefault(call, set()).add((name, number))
        return [Edit(call, rows) for call, rows in found.items()]

    def guarded_texts(self, row, table, free):
        return tuple(cell.text for column, cell in enumerate(row[:len(self.headers[table])]) if self.kind((table, 0, column)) not in free)

    def is_honest(self, cell, kind):
        """Whether a person may have left a reviewer's cell so."""
        if self.by_hand and kind in ("Proposal", "Deletable"):
            return kind == "Proposal" or cell.text in ("", "yes", "no")
        return cell.text == "" or cell.writer == "person"

    def workbook(self, book):
        """The exported workbook with other rows; further tables become worksheets of their own, behind the others. About is one of them
        where its name is a table's: its lines stay, and the rows come below."""
        out = io.BytesIO()
        with zipfile.ZipFile(self.path) as package:
            parts = {name: package.read(name) for name in package.namelist()}
        relations = parts["xl/_rels/workbook.xml.rels"].decode()
        workbook = parts["xl/workbook.xml"].decode()
        types = parts["[Content_Types].xml"].decode()
        targets = dict(re.findall(r'Id="([^"]+)"[^>]*Target="([^"]+)"', relations))
        sheets = {name: "xl/" + targets[identifier] for name, identifier in re.findall(r'<sheet name="([^"]+)"[^>]*r:id="([^"]+)"', workbook)}
        for name, rows in book.tables:
            if name not in sheets:
                number = len(sheets) + 1
                part = f"worksheets/sheet{number}.xml"
                relations = relations.replace("</Relationships>", f'<Relationship Id="rIdNew{number}" Type="http://schemas.openxmlformats.org/'
                                              f'officeDocument/2006/relationships/worksheet" Target="{part}"/></Relationships>')
                workbook = workbook.replace("</sheets>", f'<sheet name="{name}" sheetId="{number + 40}" r:id="rIdNew{number}"/></sheets>')
                types = types.replace("</Types>", f'<Override PartName="/xl/{part}" ContentType="application/vnd.openxmlformats-officedocument.'
                                      'spreadsheetml.worksheet+xml"/></Types>')
                sheets[name] = "xl/" + part
                parts[sheets[name]] = (b'<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/'
                                       b'spreadsheetml/2006/main"><sheetData></sheetData></worksheet>')
            xml = parts[sheets[name]].decode()
            head, _, rest = xml.partition("<sheetData>")
            lines, _, tail = rest.partition("</sheetData>")
            first = 1
            if name == "About":
                first = 2 + max(map(int, re.findall(r'<row r="(\d+)"', lines)))
            else:
                lines = ""
            parts[sheets[name]] = (head + "<sheetData>" + lines + rows_xml(rows, first) + "</sheetData>" + tail).encode()
        parts["xl/_rels/workbook.xml.rels"], parts["xl/workbook.xml"] = relations.encode(), workbook.encode()
        parts["[Content_Types].xml"] = types.encode()
        return zipped(parts)


def zipped(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for name, data in parts.items():
            package.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def rows_xml(rows, first=1):
    lines = []
    for number, row in enumerate(rows, first):
        cells = "".join(f'<c r="{letters(column)}{number}" t="inlineStr"><is><t xml:space="preserve">{escape(cell.text)}</t></is></c>'
                        for column, cell in enumerate(row) if cell.text != "")
        if cells:
            lines.append(f'<row r="{number}">{cells}</row>')
    return "".join(lines)


def csv_bytes(rows, quoting=csv.QUOTE_ALL):
    out = io.StringIO()
    csv.writer(out, quoting=quoting).writerows([cell.text for cell in row] for row in rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode()
