"""Review sheets without any of the code that is tested: read, edited and compared. Python's standard library only, openpyxl where asked for."""
import contextlib
import csv
import re
import zipfile
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import checks

HEADERS = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]
# The standard's two namespaces of SpreadsheetML, transitional and strict.
MAIN = ("{http://schemas.openxmlformats.org/spreadsheetml/2006/main", "{http://purl.oclc.org/ooxml/spreadsheetml/main")
# A cell that a spreadsheet program would run as a formula, after spaces or apostrophes.
FORMULA = re.compile("[ ']*[=+\\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]")
csv.field_size_limit(1 << 24)


def unescaped(text):
    """`_xHHHH_` read once, as SpreadsheetML has it."""
    if "_x" not in text:
        return text
    joined = re.sub("_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m[1], 16)), text)
    return joined.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def csv_rows(path, delimiter=",", encoding="utf-8-sig"):
    """The records of a CSV file."""
    with open(path, encoding=encoding, newline="") as file:
        yield from csv.reader(file, delimiter=delimiter, strict=True)


def table(path):
    """The records of a review sheet in CSV, the header first."""
    return list(csv_rows(path))


def save(path, rows, quoting=csv.QUOTE_MINIMAL):
    """Writes records as a review sheet in CSV."""
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, quoting=quoting).writerows(rows)


def records(path):
    """The rows of a review sheet in CSV, each as {header: cell}."""
    header, *rows = csv_rows(path)
    return [dict(zip(header, row)) for row in rows]


def save_records(path, rows, quoting=csv.QUOTE_MINIMAL):
    save(path, [list(rows[0]), *(list(row.values()) for row in rows)], quoting)


@contextlib.contextmanager
def edited(path, out, key=lambda row: row["Key"]):
    """Gives the rows of a sheet in CSV by their key, and writes them to `out` as they are afterwards."""
    rows = records(path)
    yield {key(row): row for row in rows}
    save_records(out, rows)


def propose(path, out, values):
    """Writes proposals into a copy of a sheet: key -> value."""
    with edited(path, out) as rows:
        for key, value in values.items():
            rows[key]["Proposal"] = value


def letters(column):
    """The name of a column, counted from zero."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def typed(path, out, edits):
    """Writes a copy of a workbook in which `edits`, {(worksheet, row from 1, column from 0): text}, were typed: the cells keep their looks, and
    every other byte of the parts stays as it is."""
    with zipfile.ZipFile(path) as old:
        worksheets = {part: name for name, part in _worksheets(old)}
        parts = {name: old.read(name) for name in old.namelist()}
    # The copy may have the name of the workbook itself.
    with zipfile.ZipFile(out, "w") as new:
        for name, part in parts.items():
            mine = {(row, column): text for (worksheet, row, column), text in edits.items() if worksheet == worksheets.get(name)}
            new.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), b"".join(_typed(part, mine)), zipfile.ZIP_DEFLATED, 1)


def _typed(part, edits):
    """The pieces of a worksheet's part with texts typed into cells, row by row."""
    done = 0
    for row in sorted({row for row, _ in edits}):
        found = re.compile(rb'(<row r="%d"[^>]*?)(/>|>(.*?)</row>)' % row, re.S).search(part, done)
        cells = {_column(cell[1].decode()): cell[0] for cell in re.finditer(rb'<c r="([A-Z]+)\d+"[^>]*?(?:/>|>.*?</c>)', found[3] or b"", re.S)}
        for (_, column), text in (edit for edit in edits.items() if edit[0][0] == row):
            style = re.match(rb'<c [^>]*?( s="\d+")', cells.get(column, b""))
            cells[column] = b'<c r="%s%d"%s t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>' % (
                letters(column).encode(), row, style[1] if style else b"", escape(text).encode())
        yield part[done:found.start()] + found[1] + b">" + b"".join(cell for _, cell in sorted(cells.items())) + b"</row>"
        done = found.end()
    yield part[done:]


def without_apostrophe(text):
    """A cell of a review sheet in CSV without the apostrophe that keeps it from being run as a formula."""
    return text[1:] if text.startswith("'") and FORMULA.match(text[1:]) else text


def xlsx_rows(path):
    """The rows of every worksheet of a workbook: (worksheet, [text, ...]), by the book (ECMA-376) and nothing else."""
    with zipfile.ZipFile(path) as package:
        strings = _shared_strings(package)
        for name, part in _worksheets(package):
            yield from ((name, row) for row in _rows(package, part, strings))


def openpyxl_rows(path):
    """The rows of every worksheet as openpyxl sees them; `_xHHHH_` is left as openpyxl leaves it."""
    workbook = checks.module("openpyxl").load_workbook(path, read_only=True)
    for worksheet in workbook.worksheets:
        for row in worksheet.iter_rows(values_only=True):
            yield worksheet.title, ["" if cell is None else cell for cell in row]
    workbook.close()


def under_header(rows, headers=HEADERS):
    """The rows below the header of each worksheet that has one within its first 20 rows, each as {header: cell}."""
    worksheet, columns, seen = None, None, 0
    for name, row in rows:
        if name != worksheet:
            worksheet, columns, seen = name, None, 0
        if columns is not None:
            # The extent of a row ends with its last cell.
            yield {header: row[i] if i < len(row) else "" for header, i in columns.items()}
        elif seen < 20:
            seen += 1
            if all(header in row for header in headers):
                columns = {header: i for i, header in enumerate(row) if header != ""}


def _local(element):
    """The name of an element of SpreadsheetML, either namespace; nothing for elements of others."""
    space, _, name = element.tag.rpartition("}")
    return name if space in MAIN else ""


def _elements(package, part, name):
    """The elements of a name in a part, each once it is whole; it is emptied afterwards."""
    with package.open(part) as stream:
        for _, element in ElementTree.iterparse(stream):
            if _local(element) == name:
                yield element
                element.clear()


def _text(element):
    return unescaped("".join(piece.text or "" for piece in element.iter() if _local(piece) in ("t", "v")))


def _targets(package, part=""):
    """Where the relationships of a part lead: (kind, path of the part) by their ids."""
    folder, slash, name = part.rpartition("/")
    with package.open(f"{folder}{slash}_rels/{name}.rels") as stream:
        relationships = ElementTree.parse(stream).getroot()
    return {one.get("Id"): (one.get("Type").rpartition("/")[2], (folder + slash if one.get("Target")[0] != "/" else "") + one.get("Target").lstrip("/"))
            for one in relationships}


def _workbook(package):
    return next(target for kind, target in _targets(package).values() if kind == "officeDocument")


def _worksheets(package):
    workbook = _workbook(package)
    targets = _targets(package, workbook)
    return [(sheet.get("name"), targets[value][1]) for sheet in _elements(package, workbook, "sheet")
            for name, value in sheet.items() if name.endswith("/relationships}id")]


def _shared_strings(package):
    found = []
    for kind, part in _targets(package, _workbook(package)).values():
        for item in _elements(package, part, "si") if kind == "sharedStrings" else ():
            for phonetic in [piece for piece in item if _local(piece) == "rPh"]:
                item.remove(phonetic)
            found.append(_text(item))
    return found


def _column(reference):
    number = 0
    for letter in reference:
        if not letter.isalpha():
            break
        number = number * 26 + ord(letter) - 64
    return number - 1


def _rows(package, part, strings):
    for element in _elements(package, part, "row"):
        row = []
        for cell in element:
            if _local(cell) == "c":
                row.extend([""] * (_column(cell.get("r", "")) - len(row)))
                text = _text(cell)
                row.append(strings[int(text)] if cell.get("t") == "s" and text else text)
        yield row


def rows_of(path):
    """The rows below the header of a sheet, by what its name says it is."""
    if path.endswith(".csv"):
        return under_header(("", row) for row in csv_rows(path))
    return under_header(xlsx_rows(path))
