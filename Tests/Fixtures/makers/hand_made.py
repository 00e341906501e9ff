#!/usr/bin/env python3
"""hand_made.py HARD-TEXTS.json OUTDIR: the table in the habits of programs that were not run: written from documents, by hand."""
import csv
import io
import json
import os
import re
import sys
import zipfile
from xml.sax.saxutils import escape

TRANSITIONAL = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
STRICT_RELATIONSHIPS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def text(value):
    """A text as XML holds it: `_xHHHH_` for what it cannot hold or would read otherwise."""
    value = re.sub("_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", value)
    return escape(re.sub("[\x00-\x08\x0b-\x1f]", lambda m: f"_x{ord(m[0]):04X}_", value))


def t(value, name="t"):
    space = ' xml:space="preserve"' if value != value.strip() or "\n" in value else ""
    return f"<{name}{space}>{text(value)}</{name}>"


class Package:
    """The parts of a workbook with one worksheet, put into a ZIP archive."""

    def __init__(self, main=TRANSITIONAL, relationships=RELATIONSHIPS, target="worksheets/sheet1.xml", absolute=False,
                 strings="sharedStrings.xml", prefix=""):
        self.main, self.relationships, self.absolute = main, relationships, absolute
        self.target, self.strings_part = target, strings
        self.tag = prefix + ":" if prefix else ""
        self.namespaces = (f'xmlns:{prefix}="{main}"' if prefix else f'xmlns="{main}"') + f' xmlns:r="{relationships}"'
        self.shared = {}
        self.parts = {}

    def string(self, value):
        return self.shared.setdefault(value, len(self.shared))

    def finish(self, worksheet, styles=None, shared=None, name="Review", workbook_extra="", before="", root_extra=""):
        x = self.tag
        at = (lambda part: f"/xl/{part}") if self.absolute else (lambda part: part)
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml."
        parts = {f"xl/{self.target}": worksheet}
        relations = [("worksheet", self.target, "worksheet")]
        parts["xl/styles.xml"] = DECLARATION + (styles or (
            f'<{x}styleSheet {self.namespaces}><{x}fonts count="1"><{x}font><{x}sz val="11"/><{x}name val="Calibri"/></{x}font></{x}fonts>'
            f'<{x}fills count="2"><{x}fill><{x}patternFill patternType="none"/></{x}fill><{x}fill><{x}patternFill patternType="gray125"/>'
            f'</{x}fill></{x}fills><{x}borders count="1"><{x}border/></{x}borders><{x}cellStyleXfs count="1"><{x}xf numFmtId="0"/>'
            f'</{x}cellStyleXfs><{x}cellXfs count="2"><{x}xf numFmtId="0" xfId="0"/><{x}xf numFmtId="49" xfId="0" quotePrefix="1" '
            f'applyNumberFormat="1"/></{x}cellXfs><{x}cellStyles count="1"><{x}cellStyle name="Normal" xfId="0" builtinId="0"/>'
            f'</{x}cellStyles></{x}styleSheet>'))
        relations.append(("styles", "styles.xml", "styles"))
        if self.shared or shared:
            items = shared or "".join(f"<{x}si>{t(value, x + 't')}</{x}si>" for value in self.shared)
            parts[f"xl/{self.strings_part}"] = (DECLARATION + f'<{x}sst {self.namespaces} count="{len(self.shared)}" '
                                                f'uniqueCount="{len(self.shared)}">{items}</{x}sst>')
            relations.append(("sharedStrings", self.strings_part, "sharedStrings"))
        parts["xl/workbook.xml"] = DECLARATION + (
            f'<{x}workbook {self.namespaces}{workbook_extra}>{before}<{x}sheets><{x}sheet name="{name}" sheetId="3" r:id="rId1"/>'
            f"</{x}sheets></{x}workbook>")
        parts["xl/_rels/workbook.xml.rels"] = DECLARATION + (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' + "".join(
                f'<Relationship Id="rId{number}" Type="{self.relationships}/{type_}" Target="{at(part)}"/>'
                for number, (type_, part, _) in enumerate(relations, 1)) + "</Relationships>")
        parts["_rels/.rels"] = DECLARATION + (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f'<Relationship Id="rId1" Type="{self.relationships}/officeDocument" '
            f'Target="{"/" if self.absolute else ""}xl/workbook.xml"/>{root_extra}</Relationships>')
        types = "".join(f'<Override PartName="/xl/{part}" ContentType="{kind}{type_}+xml"/>' for _, part, type_ in relations)
        parts["[Content_Types].xml"] = DECLARATION + (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" '
            f'ContentType="{kind}sheet.main+xml"/>{types}</Types>')
        self.parts = dict(reversed(parts.items()))
        return self

    def save(self, path, stored=False, streamed=False, encoding="utf-8"):
        target = Unseekable() if streamed else io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in self.parts.items():
                if encoding != "utf-8" and name.startswith("xl/") and not name.endswith(".rels"):
                    content = content.replace('encoding="UTF-8"', 'encoding="UTF-16"')
                    content = content.encode("utf-16")
                entry = zipfile.ZipInfo(name, (2026, 1, 31, 12, 0, 0))
                small = len(content) < 4096
                entry.compress_type = zipfile.ZIP_STORED if stored and small else zipfile.ZIP_DEFLATED
                with archive.open(entry, "w") as file:
                    file.write(content if isinstance(content, bytes) else content.encode("utf-8"))
        with open(path, "wb") as file:
            file.write(target.getvalue())


class Unseekable(io.BytesIO):
    """A stream as of a program that sends as it writes: sizes come after each entry."""

    def seekable(self):
        return False

    def seek(self, *_):
        raise OSError("no seeking")

    def tell(self):
        raise OSError("no telling")


def reference(row, column):
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[column]}{row}"


def sheet(package, rows, cell, first=1, attributes=lambda row: "", head="", tail="", references=True):
    """A worksheet; `cell` writes the inside of one cell: (attributes, content)."""
    x, lines = package.tag, []
    for number, row in enumerate(rows, first):
        cells = []
        for column, value in enumerate(row):
            if value == "" and references:
                continue
            extra, content = cell(value) if value else ("", "")
            place = f' r="{reference(number, column)}"' if references else ""
            cells.append(f"<{x}c{place}{extra}>{content}</{x}c>" if content else f"<{x}c{place}{extra}/>")
        place = f' r="{number}"' if references else ""
        lines.append(f"<{x}row{place}{attributes(number)}>{''.join(cells)}</{x}row>")
    return (DECLARATION + f"<{x}worksheet {package.namespaces}>{head}"
            f"<{x}sheetData>{''.join(lines)}</{x}sheetData>{tail}</{x}worksheet>")


def shared(package):
    x = package.tag
    return lambda value: (' s="1" t="s"', f"<{x}v>{package.string(value)}</{x}v>")


def excel_windows(rows, path):
    """Excel: spans, x14ac:dyDescent under mc:Ignorable, runs of rich text, phonetic runs beside Japanese, quotePrefix."""
    package = Package()
    package.namespaces += (' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" '
                           'xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"')
    worksheet = sheet(
        package, rows, shared(package), attributes=lambda row: ' spans="1:6" x14ac:dyDescent="0.25"'
        + (' hidden="1"' if row == 7 else ""),
        head=f'<dimension ref="A1:F{len(rows)}"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" '
        'topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" '
        'x14ac:dyDescent="0.25"/><cols><col min="1" max="6" width="20" customWidth="1"/></cols>',
        tail=f'<autoFilter ref="A1:F{len(rows)}"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" '
        'footer="0.3"/>')
    items = []
    for number, value in enumerate(package.shared):
        if value == "変更を保存しますか？":
            items.append(f'<si>{t(value)}<rPh sb="0" eb="2"><t>ヘンコウ</t></rPh><rPh sb="3" eb="5"><t>ホゾン</t></rPh>'
                         '<phoneticPr fontId="1"/></si>')
        elif number % 4 == 1 and len(value) > 3 and text(value) == value:
            items.append(f'<si><r>{t(value[:2])}</r><r><rPr><b/><sz val="11"/><rFont val="Calibri"/></rPr>{t(value[2:])}</r></si>')
        else:
            items.append(f"<si>{t(value)}</si>")
    package.finish(worksheet, shared="".join(items), before='<workbookPr defaultThemeVersion="166925"/>'
                   '<bookViews><workbookView activeTab="0"/></bookViews>').save(path)


def excel_strict(rows, path):
    """Excel's "Strict Open XML Spreadsheet": the other namespaces."""
    package = Package(STRICT, STRICT_RELATIONSHIPS)
    package.finish(sheet(package, rows, shared(package)), workbook_extra=' conformance="strict"').save(path)


def numbers(rows, path):
    """Numbers: the table's name in a merged first row, the header below it, every text a run."""
    package = Package()
    worksheet = sheet(package, [["Table 1", "", "", "", "", ""]] + rows, shared(package),
                      tail='<mergeCells count="1"><mergeCell ref="A1:F1"/></mergeCells>')
    items = "".join(f'<si><r><rPr><sz val="10"/><rFont val="Helvetica Neue"/></rPr>{t(value)}</r></si>' for value in package.shared)
    package.finish(worksheet, shared=items, name="Review - Table 1").save(path)


def google_sheets(rows, path):
    """Google Sheets: heights on every row, styled empty cells, no document properties."""
    package = Package()
    body = sheet(package, rows, shared(package), attributes=lambda row: ' ht="15.75" customHeight="1"',
                 head='<sheetPr><outlinePr summaryBelow="0" summaryRight="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/>'
                 '</sheetViews><sheetFormatPr customHeight="1" defaultColWidth="12.63" defaultRowHeight="15.75"/>')
    body = body.replace("</row>", f'<c r="{reference(1, len(rows[0]))}" s="1"/></row>', 1)
    package.finish(body, before="<workbookPr/>").save(path)


def sheetjs(rows, path):
    """SheetJS without a table of strings: every text as `t="str"`; small parts stored."""
    package = Package()
    package.finish(sheet(package, rows, lambda value: (' t="str"', t(value, "v"))),
                   before='<workbookPr codeName="ThisWorkbook"/>').save(path, stored=True)


def exceljs(rows, path):
    """exceljs, streaming: `inlineStr` for rich text, `str` for the rest."""
    package = Package()

    def cell(value):
        if "\n" in value:
            return ' s="1" t="inlineStr"', f'<is><r><rPr><b/></rPr>{t(value[:1])}</r><r>{t(value[1:])}</r></is>'
        return ' s="1" t="str"', t(value, "v")

    package.finish(sheet(package, rows, cell, attributes=lambda row: ' spans="1:6"'),
                   before='<workbookPr defaultThemeVersion="164011" filterPrivacy="1"/>').save(path)


def apache_poi(rows, path):
    """Apache POI's SXSSF: inline strings, `xml:space` on every one, sizes after each entry."""
    package = Package()
    package.finish(sheet(package, rows, lambda value: (
        ' t="inlineStr"', f'<is><t xml:space="preserve">{text(value)}</t></is>'))).save(path, streamed=True)


def closedxml(rows, path):
    """ClosedXML and others on the Open XML SDK: prefix `x`, absolute targets, `sheet.xml`."""
    package = Package(target="worksheets/sheet.xml", absolute=True, prefix="x")
    package.finish(sheet(package, rows, shared(package))).save(path)


def epplus(rows, path):
    """EPPlus: absolute targets, rows with no attribute but their number."""
    package = Package(absolute=True, target="worksheets/sheet1.xml")
    package.finish(sheet(package, rows, shared(package), head='<sheetViews><sheetView workbookViewId="0"/></sheetViews>'),
                   before='<bookViews><workbookView firstSheet="0" activeTab="0"/></bookViews>').save(path)


def without_references(rows, path):
    """Small generators of reports: no `r` on rows and cells, empty cells written."""
    package = Package()
    package.finish(sheet(package, rows, lambda value: (' t="inlineStr"', f"<is>{t(value)}</is>"), references=False)).save(path)


def utf16_parts(rows, path):
    """Parts in UTF-16, which the standard allows beside UTF-8."""
    package = Package()
    package.finish(sheet(package, rows, shared(package))).save(path, encoding="utf-16")


def with_csv(rows, path, encoding="utf-8", errors="strict", delimiter=",", ends="\r\n", first="", last=True, all_quoted=False):
    file = io.StringIO(newline="")
    file.write(first)
    if ends == "\n":
        # Python's csv quotes a bare CR only where rows end with one.
        rows = [[text.replace("\rs", "\ns") for text in row] for row in rows]
    csv.writer(file, delimiter=delimiter, lineterminator=ends,
               quoting=csv.QUOTE_ALL if all_quoted else csv.QUOTE_MINIMAL).writerows(rows)
    content = file.getvalue()
    with open(path, "wb") as out:
        out.write((content if last else content[:-len(ends)]).encode(encoding, errors))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        found = json.load(file)
    rows, folder = [found["header"]] + found["rows"], sys.argv[2]
    for maker in (excel_windows, excel_strict, numbers, google_sheets, sheetjs, exceljs, apache_poi, closedxml, epplus,
                  without_references, utf16_parts):
        maker(rows, os.path.join(folder, "by-hand-" + maker.__name__.replace("_", "-") + ".xlsx"))
    for name, options in {
        "excel-windows.csv": {"encoding": "cp1252", "errors": "replace", "delimiter": ";"},
        "excel-utf8.csv": {"encoding": "utf-8-sig"},
        "google-sheets.csv": {"last": False},
        "sep-line.csv": {"encoding": "utf-8-sig", "delimiter": ";", "first": "sep=;\r\n"},
        "carriage-returns.csv": {"ends": "\r", "all_quoted": True},
        "bar.csv": {"delimiter": "|", "ends": "\n"},
    }.items():
        with_csv(rows, os.path.join(folder, "by-hand-" + name), **options)


if __name__ == "__main__":
    main()
