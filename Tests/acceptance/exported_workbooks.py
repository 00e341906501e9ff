#!/usr/bin/env python3
"""exported_workbooks.py BINARY [DATA [SCHEMAS]]

Exports DATA (Samples/texts by default) in every layout, with and without source texts, context and a single locale, and judges the
workbooks from outside: parts valid by the schemas of ECMA-376 (`validate_parts.py`), the cursor in Proposal, Locale hidden or not,
Status and Characters right in every row, links to web addresses alone, prints fitted to pages, and no function or rule that only one
program knows. Then comments, also threaded ones, are put in and must come back as notes."""
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile

import sheets
import validate_parts

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
# Functions that Excel, LibreOffice, Google Sheets and Numbers have.
FUNCTIONS = {"AND", "OR", "NOT", "IF", "EXACT", "FIND", "ISERROR", "LEN", "SUBSTITUTE", "VALUE"}
ADDRESSES = ["https://pictures.example/a|b.png#top", "http://x.example/?a=1&b=2", "javascript:alert(1)", "ftp://x.example/y", "file:///etc"]
faults = 0


def expect(condition, *what):
    global faults
    if not condition:
        faults += 1
        print("  WRONG:", *what)


def run(binary, folder, *arguments, code=0):
    environment = dict(os.environ, XDG_CONFIG_HOME=folder + "/config", XDG_STATE_HOME=folder + "/state", XDG_CACHE_HOME=folder + "/cache")
    run = subprocess.run([binary, *arguments, "--sandbox", "--sandbox-dir", folder + "/sandbox"], cwd=folder, env=environment,
                         capture_output=True, text=True)
    expect(run.returncode == code, arguments, "ended with", run.returncode, run.stderr)
    return run.stdout + run.stderr


def worksheet(package, number=1):
    return ET.fromstring(package.read(f"xl/worksheets/sheet{number}.xml"))


def letters(column):
    return (letters(column // 26 - 1) if column >= 26 else "") + chr(ord("A") + column % 26)


def units(text):
    return len(text.encode("utf-16-le")) // 2


def judge(path, layout, locales, context):
    rows = list(sheets.xlsx_rows(path))
    names = list(dict.fromkeys(name for name, _ in rows if name != "About"))
    expect(len(names) == (locales if layout == "locales" else 1), path, names)
    with zipfile.ZipFile(path) as package:
        workbook = package.read("xl/workbook.xml").decode()
        for number, name in enumerate(names, 1):
            own = [row for found, row in rows if found == name]
            header = own[0]
            judge_sheet(package, number, f"{os.path.basename(path)} {name}", layout, locales, header, workbook)
            for row in own[1:]:
                judge_row(name, header, row + [""] * (len(header) - len(row)), context)


def judge_sheet(package, number, name, layout, locales, header, workbook):
    sheet = worksheet(package, number)
    selection = sheet.find(f"{MAIN}sheetViews/{MAIN}sheetView/{MAIN}selection").get("activeCell")
    proposal = next(place for place, text in enumerate(header) if text.startswith("Proposal"))
    expect(selection == letters(proposal) + "2", name, "the cursor is in", selection)
    hidden = {int(column.get("min")) - 1 for column in sheet.find(f"{MAIN}cols") if column.get("hidden") == "1"}
    if "Locale" in header:
        expect((header.index("Locale") in hidden) == (layout == "locales" or locales == 1), name, "Locale is shown wrongly")
    expect(all(header.index(text) in hidden for text in header if text.startswith(("Base", "Exported proposal", "Source for checks"))),
           name, "shows a column for programs")
    wide = int(sheet.find(f"{MAIN}pageSetup").get("fitToWidth", "1"))
    expect(sheet.find(f"{MAIN}sheetPr/{MAIN}pageSetUpPr[@fitToPage='1']") is not None, name, "is not fitted to pages")
    expect(sheet.find(f"{MAIN}pageSetup").get("scale") is None, name, "is printed at a size of its own")
    if layout == "columns" and locales > 1:
        expect(wide >= locales, name, "is printed on", wide, "pages side by side")
        expect(re.search(r"Print_Titles[^<]*<?[^<]*\$A:\$[A-Z]", workbook), name, "repeats no column on each page")
    formulas = [element.text for tag in ("formula", "formula1", "f") for element in sheet.iter(MAIN + tag)]
    used = {function for text in formulas for function in re.findall(r"([A-Z][A-Z0-9.]*)\(", re.sub(r'"[^"]*"', "", text))}
    expect(used <= FUNCTIONS, name, "uses", used - FUNCTIONS)
    expect({rule.get("type") for rule in sheet.iter(MAIN + "cfRule")} <= {"expression"}, name, "has rules of another kind")
    expect({rule.get("type") for rule in sheet.iter(MAIN + "dataValidation")} == {"list", "custom"}, name, "has other validations")
    expect(sheet.find(f"{MAIN}autoFilter") is not None, name, "cannot be filtered")
    for place, text in enumerate(header):
        if text.startswith("Characters"):
            shown = [cell for row in sheet.find(f"{MAIN}sheetData") for cell in row if cell.get("r").rstrip("0123456789") == letters(place)]
            expect(all(re.fullmatch(r'LEN\([A-Z]+\d+\)&"/"&[A-Z]+\d+', cell.findtext(MAIN + "f") or "") for cell in shown[1:]
                       if cell.findtext(MAIN + "v")), name, "counts otherwise")


def judge_row(name, header, row, context):
    cells = dict(zip(header, row))
    for text in header:
        if not text.startswith("Status"):
            continue
        suffix = text.removeprefix("Status")
        if not cells["Base" + suffix]:
            continue
        deletable, current = cells["Deletable" + suffix], cells["Current value" + suffix]
        expected = {"yes": "proposed", "no": "proposed by others"}.get(deletable, "translated" if current else "missing")
        expect(cells[text] == expected, name, row[:2], text, cells[text], "and not", expected)
        if context:
            limit, proposal = cells["Maximum length"], cells["Proposal" + suffix]
            expect(cells["Characters" + suffix] == (f"{units(proposal)}/{limit}" if limit else ""), name, row[:2], "Characters", cells["Characters" + suffix])


def judge_links(path, texts):
    with zipfile.ZipFile(path) as package:
        links = list(worksheet(package).iter(MAIN + "hyperlink"))
        targets = {relationship.get("Id"): relationship for relationship in ET.fromstring(package.read("xl/worksheets/_rels/sheet1.xml.rels"))}
    expect(len(links) == texts, path, len(links), "links for", texts, "web addresses")
    found = {targets[link.get(RELATED)].get("Target") + ("#" + link.get("location") if link.get("location") else "") for link in links}
    expect(found == {"https://pictures.example/a%7Cb.png#top", "http://x.example/?a=1&b=2"}, path, found)
    expect(all(target.get("TargetMode") == "External" for target in targets.values()), path, "has a link within the file")


THREADS = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
MICROSOFT = "http://schemas.microsoft.com/office/2017/10/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def commented(source, target, cell, note="please shorten"):
    """A copy of a workbook with a note, and a conversation as Excel writes it, on two cells below each other."""
    below = cell.rstrip("0123456789") + str(int(re.sub("[A-Z]", "", cell)) + 1)
    parts = {
        "xl/comments1.xml": f'<comments xmlns="{MAIN[1:-1]}"><authors><author>Anna</author><author>tc={{1}}</author></authors><commentList>'
                            f'<comment ref="{cell}" authorId="0"><text><r><t>{note}</t></r></text></comment><comment ref="{below}" authorId="1">'
                            "<text><t>[Threaded comment]\n\nComment:\n    why?</t></text></comment></commentList></comments>",
        "xl/threadedComments/threadedComment1.xml":
            f'<ThreadedComments xmlns="{THREADS}"><threadedComment ref="{below}" personId="{{A}}" id="{{1}}"><text>why?</text></threadedComment>'
            f'<threadedComment ref="{below}" personId="{{B}}" id="{{2}}" parentId="{{1}}"><text>because</text></threadedComment></ThreadedComments>',
        "xl/persons/person.xml": f'<personList xmlns="{THREADS}"><person displayName="Bo" id="{{A}}"/><person displayName="Eva" id="{{B}}"/></personList>',
        "xl/worksheets/_rels/sheet1.xml.rels":
            f'<Relationships xmlns="{PACKAGE}"><Relationship Id="c1" Type="{RELATED[1:-3]}/comments" Target="../comments1.xml"/><Relationship '
            f'Id="c2" Type="{MICROSOFT}/threadedComment" Target="../threadedComments/threadedComment1.xml"/></Relationships>'}
    person = f'<Relationship Id="c9" Type="{MICROSOFT}/person" Target="persons/person.xml"/></Relationships>'
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, text.replace(b"</Relationships>", person.encode()) if name == "xl/_rels/workbook.xml.rels" else text)
        for name, text in parts.items():
            new.writestr(name, text)


def judge_comments(binary, folder, path):
    header = next(row for _, row in sheets.xlsx_rows(path))
    cell = letters(header.index("Proposal")) + "3"
    commented(path, folder + "/commented.xlsx", cell)
    answer = run(binary, folder, "diff", "commented.xlsx", "--json")
    notes = [(note["row"], note["note"]) for note in json.loads(answer)["notes"]]
    expect(sorted(notes) == [(3, "Anna: please shorten"), (4, "Bo: why?"), (4, "Eva: because")], "comments", notes)
    commented(path, folder + "/bomb.xlsx", cell, note="A" * 100_000_000)
    answer = run(binary, folder, "diff", "bomb.xlsx", code=1)
    expect("comments1.xml" in answer and "inflates to more than" in answer, "a bomb of comments", answer)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binary = os.path.abspath(sys.argv[1])
    here = os.path.dirname(os.path.abspath(__file__))
    data = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else os.path.join(here, "../../Samples/texts"))
    schemas = sys.argv[3] if len(sys.argv) > 3 else os.path.join(here, "../../../shared/schemas")
    with open(data + "/languages.json", encoding="utf-8") as file:
        languages = json.load(file)["data"]
    default = next(language["locale"] for language in languages if language["is_default"])
    other = next(language["locale"] for language in languages if not language["is_default"])
    with tempfile.TemporaryDirectory(prefix="nstack-review-workbooks.") as folder:
        run(binary, folder, "status", "--data", data)
        run(binary, folder, "export", "plain.csv", "--locale", other)
        texts = sorted({(row["Section"], row["Key"]) for row in sheets.rows_of(folder + "/plain.csv")})[:len(ADDRESSES) * 4]
        with open(folder + "/context.csv", "w", encoding="utf-8") as file:
            file.write("Section,Key,Screenshot,Maximum length\n")
            for place, (section, key) in enumerate(texts):
                file.write(f'"{section}","{key}","{ADDRESSES[place % len(ADDRESSES)]}",{4 + place}\n')
        paths = []
        for layout in ("rows", "locales", "columns"):
            for options, locales in (([], len(languages)), (["--locale", other], 1), (["--source", default], len(languages) - 1),
                                     (["--source", default, "--locale", other, "--context", "context.csv"], 1),
                                     (["--context", "context.csv"], len(languages))):
                paths.append(f"{folder}/{layout}-{len(paths)}.xlsx")
                run(binary, folder, "export", paths[-1], "--layout", layout, *options)
                # With --source, the rows layout has the source locale's texts beside the others and in rows of their own.
                sides = len(languages) if options == ["--source", default] and layout != "columns" else locales
                judge(paths[-1], layout, sides, "--context" in options)
        judge_links(paths[3], sum(place % len(ADDRESSES) < 2 for place in range(len(texts))))
        judge_comments(binary, folder, paths[1])
        checked = subprocess.run([sys.executable, validate_parts.__file__, schemas, *paths], capture_output=True, text=True)
        print(checked.stdout, end="")
        expect(checked.returncode == 0, "the parts of a workbook", checked.stderr)
    print(f"{len(paths)} workbooks, {faults} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
