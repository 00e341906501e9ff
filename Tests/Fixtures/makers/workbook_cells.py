"""Types texts into cells of a workbook and leaves every other byte of its parts as it is. Python's standard library only."""
import re
import zipfile
from xml.sax.saxutils import escape


def letters(column):
    """The name of a column, counted from zero."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def number(name):
    """The place of a column, counted from zero."""
    place = 0
    for letter in name:
        place = place * 26 + ord(letter) - 64
    return place - 1


def worksheet_parts(package):
    """The parts of the worksheets by their names, in order."""
    relations = package.read("xl/_rels/workbook.xml.rels").decode()
    targets = dict(re.findall(r'Id="([^"]+)"[^>]*Target="([^"]+)"', relations))
    sheets = re.findall(r'<sheet name="([^"]+)" sheetId="\d+"[^>]*r:id="([^"]+)"', package.read("xl/workbook.xml").decode())
    return {name: "xl/" + targets[identifier].removeprefix("/xl/") for name, identifier in sheets}


def typed(path, out, edits):
    """Writes a copy of a workbook in which `edits`, {(worksheet, row from 1, column from 0): text}, were typed."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
        for worksheet, part in worksheet_parts(package).items():
            mine = {(row, column): text for (name, row, column), text in edits.items() if name == worksheet}
            if mine:
                parts[part] = _typed(parts[part].decode(), mine).encode()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in parts.items():
            package.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


def _typed(xml, edits):
    for (row, column), text in edits.items():
        found = re.search(rf'(<row r="{row}"[^>]*?)(/>|>(.*?)</row>)', xml, re.S)
        cells = [] if found[2] == "/>" else re.findall(r'<c r="[A-Z]+\d+"[^>]*?(?:/>|>.*?</c>)', found[3], re.S)
        places = {number(re.match(r'<c r="([A-Z]+)', cell)[1]): cell for cell in cells}
        # Texts of a column of a review sheet have the column's look, which is kept where the cell is there.
        style = re.match(r'<c [^>]*?( s="\d+")', places.get(column, ""))
        places[column] = (f'<c r="{letters(column)}{row}"{style[1] if style else ""} t="inlineStr"><is>'
                          f'<t xml:space="preserve">{escape(text)}</t></is></c>')
        line = found[1] + ">" + "".join(places[place] for place in sorted(places)) + "</row>"
        xml = xml[:found.start()] + line + xml[found.end():]
    return xml
