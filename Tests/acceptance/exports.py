#!/usr/bin/env python3
"""exports.py MODE BINARY [DATA]

Exports judged from outside. DATA is a folder in NStack's shape; Samples/texts by default."""
import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import time
import unicodedata
import warnings
import xml.etree.ElementTree as ET
import zipfile

import checks
import sheets
from checks import ROOT, ask, same, skip, takes
from servers import Catalog, Sandbox, Text, TextServer, counted, language

SAMPLE = ROOT + "/Samples/texts"


def differences(rows, expected, is_same):
    """What is wrong with a sheet's rows, as sentences; and how many rows it has."""
    wanted = {text: (current, collections.deque(proposals)) for text, (current, proposals) in expected.items()}
    found, count, order = [], 0, []
    for row in rows:
        count += 1
        text = Text(row["Section"], row["Key"], row["Locale"])
        if text not in wanted and len(found) < 20:
            text = next((other for other in wanted if all(map(is_same, text, other))), text)
        if text not in wanted or not wanted[text][1]:
            found.append(f"row {count + 1}: {text} should not be there")
            continue
        if not order or order[-1] != text:
            order.append(text)
        current, proposals = wanted[text]
        for header, want in zip(("Proposal", "Deletable", "Current value"), (*proposals.popleft(), current)):
            if not is_same(row[header], want):
                found.append(f"row {count + 1}: {text} {header}: {row[header]!r}, should be {want!r}")
    found += [f"{text} is missing, or one of its proposals" for text, (_, proposals) in wanted.items() if proposals]
    if not found and order != list(expected):
        found.append("the order of rows differs from " + next(f"{a}, should be {b}" for a, b in zip(order, expected) if a != b))
    return found, count


@takes("binary", "data?", only=["csv", "xlsx", "openpyxl"])
def data(options):
    """Compares every cell of an export as XLSX and CSV with the JSON: one row per key and locale, further rows for further proposals. XLSX is read
    twice, by a small reader of our own and by openpyxl. Prints time and peak memory of each export."""
    catalog = Catalog(options.data or SAMPLE)
    expected, exported, read = catalog.rows(), set(), []
    with Sandbox(options.binary, options.data or SAMPLE) as sandbox:
        ask("the sandbox lists the proposals of the data", sandbox.proposals() == counted(catalog.proposals))
        for kind in options.only:
            form = "csv" if kind == "csv" else "xlsx"
            path = f"{sandbox.path}/review.{form}"
            if kind == "openpyxl" and not checks.module(kind):
                skip("reading with openpyxl, which this Python has not")
                continue
            if form not in exported:
                run = sandbox.succeed("export", path)
                print(f"export {form}: {run.seconds:.2f} s, {run.megabytes:.0f} MB peak, file of {os.path.getsize(path) / 1e6:.1f} MB")
                exported.add(form)
            rows = {"xlsx": sheets.xlsx_rows, "openpyxl": sheets.openpyxl_rows}[kind](path) if form == "xlsx" else (
                ("", list(map(sheets.without_apostrophe, row)) if number else row) for number, row in enumerate(sheets.csv_rows(path)))
            # openpyxl leaves `_xHHHH_` escaped but takes `x005F_` out of shared strings.
            found, count = differences(sheets.under_header(rows), expected, str.__eq__ if kind != "openpyxl" else lambda cell, want:
                                       cell == want or isinstance(cell, str) and sheets.unescaped(cell) == want)
            ask(f"{kind}: every cell is the data's", not found, "; ".join(found[:10]))
            read.append(f"{count:,} rows as {kind}")
    return f"{', '.join(read)} compared; {len(catalog.orphaned):,} proposals of texts that are gone"


CONTENT_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
RELATIONSHIPS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
# Dublin Core and the xml namespace, which the schemas name but do not carry: just what core properties may hold.
STUBS = {
    "dc.xsd": '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://purl.org/dc/elements/1.1/">' + "".join(
        f'<xs:element name="{name}" type="xs:string"/>' for name in "creator description identifier language subject title".split()) + "</xs:schema>",
    "dcterms.xsd": """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="http://purl.org/dc/terms/"
  targetNamespace="http://purl.org/dc/terms/">
  <xs:complexType name="W3CDTF"><xs:simpleContent><xs:extension base="xs:dateTime"/></xs:simpleContent></xs:complexType>
  <xs:element name="created" type="t:W3CDTF"/><xs:element name="modified" type="t:W3CDTF"/></xs:schema>""",
    "xml.xsd": """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace">
  <xs:attribute name="lang" type="xs:language"/><xs:attribute name="space"><xs:simpleType><xs:restriction base="xs:NCName">
  <xs:enumeration value="default"/><xs:enumeration value="preserve"/></xs:restriction></xs:simpleType></xs:attribute></xs:schema>""",
}
SCHEMAS = {"[Content_Types].xml": "opc-contentTypes.xsd", "docProps/core.xml": "opc-coreProperties.xsd",
           "docProps/app.xml": "shared-documentPropertiesExtended.xsd", "docProps/custom.xml": "shared-documentPropertiesCustom.xsd"}


def prepared(schemas, folder):
    """Copies the schemas so that they find everything without a network."""
    os.makedirs(folder)
    for name in os.listdir(schemas):
        if name.endswith(".xsd"):
            text = re.sub(r'schemaLocation="http://dublincore\.org/[^"]*/(dc|dcterms)\.xsd"', r'schemaLocation="\1.xsd"',
                          checks.read(f"{schemas}/{name}").decode())
            checks.write(f"{folder}/{name}", re.sub(r'(<xs:import id="xml" namespace="http://www.w3.org/XML/1998/namespace")/>',
                                                    r'\1 schemaLocation="xml.xsd"/>', text))
    for name, text in STUBS.items():
        checks.write(f"{folder}/{name}", text)


def agreement(package):
    """Where content types, relationships and parts do not name each other."""
    names = package.namelist()
    found = [f"{name} is there twice" for name in sorted({n for n in names if names.count(n) > 1})]
    types = ET.fromstring(package.read("[Content_Types].xml"))
    defaults = {d.get("Extension").lower() for d in types.iter(CONTENT_TYPES + "Default")}
    overrides = {o.get("PartName").lstrip("/") for o in types.iter(CONTENT_TYPES + "Override")}
    found += [f"[Content_Types].xml names {part}, which is not there" for part in sorted(overrides - set(names))]
    found += [f"{name} has no content type" for name in names
              if name != "[Content_Types].xml" and name not in overrides and name.rpartition(".")[2].lower() not in defaults]
    for name in names:
        relationships = list(ET.fromstring(package.read(name)).iter(RELATIONSHIPS + "Relationship")) if name.endswith(".rels") else []
        folder = os.path.dirname(os.path.dirname(name))
        targets = [one.get("Target") for one in relationships if one.get("TargetMode") != "External"]
        parts = [target.lstrip("/") if target.startswith("/") else os.path.normpath(os.path.join(folder, target)) for target in targets]
        found += [f"{name} points to {part}, which is not there" for part in parts if part not in names]
        if len({one.get("Id") for one in relationships}) != len(relationships):
            found.append(f"{name} gives an Id twice")
    return found


def schema_faults(package, schemas):
    for part in package.namelist():
        is_sheet = part.startswith("xl/") and part.endswith(".xml") and not part.startswith(("xl/theme/", "xl/drawings/", "xl/charts/"))
        schema = SCHEMAS.get(part) or ("opc-relationships.xsd" if part.endswith(".rels") else "sml.xsd" if is_sheet else None)
        if schema:
            # The schemas forget `xml:space` on texts, which the standard's prose asks for and every program writes.
            path = checks.write(f"{schemas}/part.xml", package.read(part).replace(b' xml:space="preserve"', b"") if is_sheet else package.read(part))
            run = subprocess.run(["xmllint", "--noout", "--nonet", "--huge", "--schema", f"{schemas}/{schema}", path], capture_output=True, text=True)
            if run.returncode:
                lines = [line for line in run.stderr.splitlines() if "fails to validate" not in line]
                yield from (f"{part}: {line.rpartition('part.xml:')[2][:300]}" for line in lines[:5])


def valid(path, schemas):
    """Asks whether the parts of a workbook are valid SpreadsheetML that other readers open, warnings being errors. `schemas` is a folder that
    `prepared` made, or None."""
    with zipfile.ZipFile(path) as package:
        found = [f"damaged: {package.testzip()}"] if package.testzip() else []
        found += agreement(package) + (list(schema_faults(package, schemas)) if schemas else [])
    for name in ("openpyxl", "python_calamine"):
        reader = checks.module(name)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                if reader and name == "openpyxl":
                    reader.load_workbook(path)
                elif reader:
                    book = reader.CalamineWorkbook.from_path(path)
                    for sheet in book.sheet_names:
                        book.get_sheet_by_name(sheet).to_python()
        except Exception as error:
            found.append(f"{name}: {type(error).__name__}: {error}")
    ask(f"{os.path.basename(path)} is valid, and opens", not found, "; ".join(found[:8]))


MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
# Functions that Excel, LibreOffice, Google Sheets and Numbers have.
FUNCTIONS = {"AND", "OR", "NOT", "IF", "EXACT", "FIND", "ISERROR", "ISNUMBER", "LEN", "LEFT", "RIGHT", "LOWER", "TRIM", "SUBSTITUTE", "VALUE", "CHAR",
             "COUNTIF", "COUNTA", "SUMPRODUCT"}
ADDRESSES = ["https://pictures.example/a|b.png#top", "http://x.example/?a=1&b=2", "javascript:alert(1)", "ftp://x.example/y", "file:///etc"]


def part_of(package, number=1):
    return ET.fromstring(package.read(f"xl/worksheets/sheet{number}.xml"))


def judge(path, layout, locales, context):
    rows = list(sheets.xlsx_rows(path))
    names = list(dict.fromkeys(name for name, _ in rows if name != "About"))
    same(f"{path}: worksheets", len(names), locales if layout == "locales" else 1)
    with zipfile.ZipFile(path) as package:
        for number, name in enumerate(names, 1):
            header, *own = [row for found, row in rows if found == name]
            judge_sheet(package, number, f"{os.path.basename(path)} {name}", layout, locales, header)
            for row in own:
                judge_row(name, dict(zip(header, row + [""] * (len(header) - len(row)))), context)


def judge_sheet(package, number, name, layout, locales, header):
    sheet = part_of(package, number)
    proposal = next(index for index, text in enumerate(header) if text.startswith("Proposal"))
    same(f"{name}: the cursor", sheet.find(f"{MAIN}sheetViews/{MAIN}sheetView/{MAIN}selection").get("activeCell"), sheets.letters(proposal) + "2")
    hidden = {int(column.get("min")) - 1 for column in sheet.find(f"{MAIN}cols") if column.get("hidden") == "1"}
    if "Locale" in header:
        same(f"{name}: Locale is hidden", header.index("Locale") in hidden, layout == "locales" or locales == 1)
    ask(f"{name}: columns for programs are hidden", all(
        header.index(text) in hidden for text in header if text.startswith(("Base", "Exported proposal", "Source for checks"))))
    page = sheet.find(f"{MAIN}pageSetup")
    ask(f"{name}: prints are fitted to pages", sheet.find(f"{MAIN}sheetPr/{MAIN}pageSetUpPr[@fitToPage='1']") is not None and page.get("scale") is None)
    if layout == "columns" and locales > 1:
        ask(f"{name}: pages side by side", int(page.get("fitToWidth", "1")) >= locales)
        ask(f"{name}: columns repeated on each page", re.search(r"Print_Titles[^<]*<?[^<]*\$A:\$[A-Z]", package.read("xl/workbook.xml").decode()))
    formulas = [element.text for tag in ("formula", "formula1", "f") for element in sheet.iter(MAIN + tag) if element.text]
    used = {function for text in formulas for function in re.findall(r"([A-Z][A-Z0-9.]*)\(", re.sub(r'"[^"]*"', "", text))}
    same(f"{name}: functions that only some programs have", used - FUNCTIONS, set())
    ask(f"{name}: kinds of rules", {rule.get("type") for rule in sheet.iter(MAIN + "cfRule")} <= {"expression"})
    same(f"{name}: kinds of validations", {rule.get("type") for rule in sheet.iter(MAIN + "dataValidation")}, {"list", "custom"})
    ask(f"{name}: can be filtered", sheet.find(f"{MAIN}autoFilter") is not None)
    counted_columns = {sheets.letters(index) for index, text in enumerate(header) if text.startswith("Characters")}
    ask(f"{name}: counts characters by a formula", all(
        re.fullmatch(r'(LEN\(\$?[A-Z]+\d+\)&"/"&\$?[A-Z]+\d+)?', cell.findtext(MAIN + "f", "no formula")) for row in sheet.find(f"{MAIN}sheetData")[1:] for cell in row
        if cell.get("r").rstrip("0123456789") in counted_columns and cell.findtext(MAIN + "v")))


def judge_row(name, cells, context):
    for suffix in [text.removeprefix("Status") for text in cells if text.startswith("Status")]:
        if not cells["Base" + suffix]:
            continue
        what = f"{name}, {cells['Section']}/{cells['Key']}{suffix}"
        same(f"{what}: Status", cells["Status" + suffix], {"yes": "proposed", "no": "proposed by others"}.get(
            cells["Deletable" + suffix], "translated" if cells["Current value" + suffix] else "missing"))
        if context:
            limit, proposal = cells["Maximum length"], cells["Proposal" + suffix]
            same(f"{what}: Characters", cells["Characters" + suffix], f"{len(proposal.encode('utf-16-le')) // 2}/{limit}" if limit else "")


def judge_links(path, texts):
    with zipfile.ZipFile(path) as package:
        links = list(part_of(package).iter(MAIN + "hyperlink"))
        targets = {one.get("Id"): one for one in ET.fromstring(package.read("xl/worksheets/_rels/sheet1.xml.rels"))}
    same("links, one for each web address", len(links), texts)
    found = {targets[link.get(RELATED)].get("Target") + ("#" + link.get("location") if link.get("location") else "") for link in links}
    same("the addresses", found, {"https://pictures.example/a%7Cb.png#top", "http://x.example/?a=1&b=2"})
    ask("no link is within the file", all(target.get("TargetMode") == "External" for target in targets.values()))


THREADS = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
MICROSOFT = "http://schemas.microsoft.com/office/2017/10/relationships"


def commented(source, target, column, note="please shorten"):
    """A copy of a workbook with a note, and a conversation as Excel writes it, on rows 3 and 4 of a column."""
    parts = {
        "xl/comments1.xml": f'<comments xmlns="{MAIN[1:-1]}"><authors><author>Anna</author><author>tc={{1}}</author></authors><commentList>'
                            f'<comment ref="{column}3" authorId="0"><text><r><t>{note}</t></r></text></comment><comment ref="{column}4" authorId="1">'
                            "<text><t>[Threaded comment]\n\nComment:\n    why?</t></text></comment></commentList></comments>",
        "xl/threadedComments/threadedComment1.xml":
            f'<ThreadedComments xmlns="{THREADS}"><threadedComment ref="{column}4" personId="{{A}}" id="{{1}}"><text>why?</text></threadedComment>'
            f'<threadedComment ref="{column}4" personId="{{B}}" id="{{2}}" parentId="{{1}}"><text>because</text></threadedComment></ThreadedComments>',
        "xl/persons/person.xml": f'<personList xmlns="{THREADS}"><person displayName="Bo" id="{{A}}"/><person displayName="Eva" id="{{B}}"/></personList>',
        "xl/worksheets/_rels/sheet1.xml.rels":
            f'<Relationships xmlns="{RELATIONSHIPS[1:-1]}"><Relationship Id="c1" Type="{RELATED[1:-3]}/comments" Target="../comments1.xml"/>'
            f'<Relationship Id="c2" Type="{MICROSOFT}/threadedComment" Target="../threadedComments/threadedComment1.xml"/></Relationships>'}
    person = f'<Relationship Id="c9" Type="{MICROSOFT}/person" Target="persons/person.xml"/></Relationships>'.encode()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, text.replace(b"</Relationships>", person) if name == "xl/_rels/workbook.xml.rels" else text)
        for name, text in parts.items():
            new.writestr(name, text)


@takes("binary", "data?", "schemas?")
def workbooks(options):
    """Workbooks of every layout: parts valid by the schemas of ECMA-376 (xmllint), the cursor in Proposal, Status and Characters right, links to
    web addresses alone, prints fitted to pages, no function or rule that only one program knows; comments come back as notes."""
    data = os.path.abspath(options.data or SAMPLE)
    catalog = Catalog(data)
    languages, other = len(catalog.locales), next(locale for locale in catalog.locales if locale != catalog.default)
    with checks.scratch() as folder:
        it, sandbox = checks.Program(options.binary, folder, NSTACK_SANDBOX_DIR=folder + "/sandbox"), ["--sandbox"]
        it.run("status", "--data", data, *sandbox)
        texts = sorted({text[:2] for text in catalog.texts()})[:len(ADDRESSES) * 4]
        sheets.save(folder + "/context.csv", [["Section", "Key", "Screenshot", "Maximum length"]] + [
            [*text, ADDRESSES[index % len(ADDRESSES)], 4 + index] for index, text in enumerate(texts)])
        paths, source, context = [], ["--source", catalog.default], ["--context", "context.csv"]
        for layout in ("rows", "locales", "columns"):
            for flags, locales in (([], languages), (["--locale", other], 1), (source, languages - 1), ([*source, "--locale", other, *context], 1),
                                   (context, languages)):
                paths.append(f"{folder}/{layout}-{len(paths)}.xlsx")
                it.run("export", paths[-1], "--layout", layout, *flags, *sandbox)
                # With --source, the rows layout has the source locale's texts beside the others and in rows of their own.
                judge(paths[-1], layout, languages if flags == source and layout != "columns" else locales, "--context" in flags)
        judge_links(paths[3], sum(index % len(ADDRESSES) < 2 for index in range(len(texts))))
        column = sheets.letters(next(row for _, row in sheets.xlsx_rows(paths[1])).index("Proposal"))
        commented(paths[1], folder + "/commented.xlsx", column)
        notes = [(note["row"], note["note"]) for note in it.object("diff", "commented.xlsx", *sandbox)["notes"]]
        same("comments are notes", sorted(notes), [(3, "Anna: please shorten"), (4, "Bo: why?"), (4, "Eva: because")])
        commented(paths[1], folder + "/bomb.xlsx", column, note="A" * 100_000_000)
        run = it.run("diff", "bomb.xlsx", *sandbox, status=1)
        ask("a bomb of comments is refused", "comments1.xml" in run.stderr and "inflates to more than" in run.stderr, run.stderr)
        schemas = options.schemas or ROOT + "/../shared/schemas"
        if os.path.isdir(schemas) and shutil.which("xmllint"):
            prepared(schemas, folder + "/schemas")
        else:
            skip(f"validation of workbooks, as there is no {'xmllint' if os.path.isdir(schemas) else schemas}")
        for path in paths:
            valid(path, folder + "/schemas" if os.path.isdir(folder + "/schemas") else None)
    return f"{len(paths)} workbooks"


class TaggedServer(TextServer):
    """Serves a folder of texts, with ETags or without. `asked` has (locale, the If-None-Match that came, the status that went)."""

    def __init__(self, data, is_tagged):
        self.languages = checks.json_of(data + "/languages.json")["data"]
        self.bodies = {one["locale"]: checks.read(f"{data}/resource-{one['locale']}.json") for one in self.languages}
        self.is_tagged, self.asked = is_tagged, []

    def resource(self, entry, headers):
        body, tag = self.bodies[entry["locale"]], headers.get("If-None-Match")
        own = '"' + hashlib.sha256(body).hexdigest()[:16] + '"'
        status = 304 if self.is_tagged and tag == own else 200
        self.asked.append((entry["locale"], tag, status))
        return status, body, {"ETag": own} if self.is_tagged else {}


@takes("binary", "data?")
def second(options):
    """A second export asks about every locale and fetches only what changed where there are ETags; it never believes a time in the index, or
    what was damaged. Prints what it costs."""
    costs = []
    for is_tagged in (True, False):
        with checks.scratch() as folder, TaggedServer(options.data or SAMPLE, is_tagged) as server:
            it, again = checks.Program(options.binary, folder, server), 304 if is_tagged else 200
            locales = sorted(server.bodies)

            def run(what, expected, *command, **variables):
                """Runs a command that asks about each locale once; gives its seconds. `expected` are the statuses that went."""
                began = time.monotonic()
                it.run(*command, variables=variables)
                seconds, asked = time.monotonic() - began, server.asked
                server.asked = []
                same(f"{what}: every locale is asked about once", sorted(call[0] for call in asked), locales)
                same(f"{what}: what is fetched", {call[2] for call in asked} - {None}, expected)
                ask(f"{what}: the tag that it has is sent", is_tagged or not any(call[1] for call in asked), asked)
                return seconds

            def export(name, expected, **variables):
                """An export; gives its cells but for the bases, which carry the sheet's own id, and its seconds."""
                seconds = run(f"the export {name}", expected, "export", name + ".csv", **variables)
                rows = sheets.table(f"{folder}/{name}.csv")
                base = rows[0].index("Base")
                return [row[:base] + row[base + 1:] for row in rows], seconds

            first, cold = export("first", {200})
            warm_rows, warm = export("second", {again})
            ask("the second export has the same texts", warm_rows == first)
            resource = json.loads(server.bodies[locales[0]])
            section = next(name for name, texts in resource["data"].items() if texts)
            resource["data"][section][next(iter(resource["data"][section]))] = "changed"
            server.bodies[locales[0]] = json.dumps(resource).encode()
            third, _ = export("third", {again, 200})
            ask("what changed is in the sheet, whatever its time says", any("changed" in row for row in third))
            run("status", {again}, "status")
            run("a plan", {again}, "diff", "third.csv")
            export("anew", {200}, NSTACK_CACHE="off")
            # The names that completion offers are kept there too.
            files = sorted(os.path.join(root, name) for root, _, names in os.walk(folder + "/cache") for name in names if name != "catalog-names")
            # What has no tag must be fetched whole each time, so it is not kept.
            same("there is one file for each locale with a tag", len(files), len(locales) if is_tagged else 0)
            ask("nobody else may look", all(os.stat(os.path.dirname(name)).st_mode & 0o077 == 0 for name in files))
            for number, name in enumerate(files):
                content = checks.read(name)
                checks.write(name, content[:len(content) * number // len(files)] if number % 2 else
                             content[:len(content) // 2] + b"\xff" + content[len(content) // 2 + 1:])
            ask("what is damaged is fetched again, and the sheet is right", export("fourth", {200})[0] == third)
            costs.append(f"{cold:.2f} s, then {warm:.2f} s {'with' if is_tagged else 'without'} ETags")
    return f"a second export of {len(locales)} locales: {'; '.join(costs)}"


SPACELESS = {"ja", "zh", "th", "lo", "km", "my"}
# What this program counts no word in: placeholders and entities, as they are in real texts.
CODES = re.compile(r"%(?:\d+\$|\([^)]*\))?[-+ #0-9.*]*(?:hh|h|ll|l|q|z|t|j)?[@a-zA-Z]|%%|\$?\{\{?[^{}]*\}\}?|%\{[^}]*\}|&#?\w{1,12};")


@takes("binary", "data?")
def words(options):
    """The words that `export --dry-run` counts in each locale's texts, beside translate-toolkit's pocount, which also counts the names of
    placeholders and entities; without those the two are within 2 % in scripts with spaces. Each text is in one column."""
    pocount = checks.module("translate.tools.pocount") or checks.skip_all("needs translate-toolkit (pip install translate-toolkit)")
    catalog, sums = Catalog(options.data or SAMPLE), collections.Counter()
    with checks.scratch() as folder:
        it = checks.Program(options.binary, folder)
        memory = checks.write(folder + "/empty.tmx", '<tmx version="1.4"><header srclang="en"/><body/></tmx>')
        for index, source in enumerate(catalog.locales):
            target = catalog.locales[index - 1]
            flags = ["--memory", memory, "--fuzzy", "75"] if index == 0 else []
            counts = it.object("export", "x.csv", "--sandbox", "--data", os.path.abspath(options.data or SAMPLE), "--source", source, "--locale", target,
                               "--dry-run", *flags)["locales"][0]
            ask("--dry-run writes nothing", not os.path.exists(folder + "/x.csv"))
            sizes = [counts[name] for name in ("new", "changed", "repeated", "translated")] + counts.get("matched", [])
            # A text that the locale lacks is counted as the other one has it.
            texts = [catalog.values.get(Text(*key, source)) or catalog.values.get(Text(*key, target), "") for key in catalog.keys]
            same(f"{source}: each text is in one column", sum(size["segments"] for size in sizes), len(texts))
            ours = sum(size["words"] for size in sizes)
            plain = sum(pocount.wordcount(CODES.sub(" ", text)) for text in texts)
            has_spaces = not {source.split("-")[0], target.split("-")[0]} & SPACELESS
            ask(f"{source}: words", not has_spaces or abs(ours - plain) <= max(2, plain / 50), f"{ours}, and pocount counts {plain}")
            kind = "locales with spaces" if has_spaces else "others"
            sums[kind, "ours"] += ours
            sums[kind, "theirs"] += sum(map(pocount.wordcount, texts))
            sums[kind, "plain"] += plain
    return "; ".join(f"{sums[kind, 'ours']:,} words in {kind}, pocount {sums[kind, 'theirs']:,} and without placeholders {sums[kind, 'plain']:,}"
                     for kind in ("locales with spaces", "others") if sums[kind, "theirs"])


NAMES = ["../../other", "..", ".", "/etc/passwd", "a/b", "a\\b", "..\\..\\x", "C:\\x", "x:y", "CON", "nul", "NUL.txt", "com1", "LPT9.da", "da.",
         "da ", " da", ".hidden", "-rf", "--output", "x" * 300, "é" * 300, "🍞" * 120, "a\nb", "a\rb", "a\tb", "\x1b[2J", "a\u202eb", "a\u200bb",
         "a\u2028b", "a\u0085b", "a*b", "a?b", 'a"b', "<a>", "a|b", "~", "$HOME", "%2e%2e%2f", "caf\u00e9"]
TWINS = [str.upper, lambda name: unicodedata.normalize("NFD", name), lambda name: name.replace("/", "_"), lambda name: name + "."]


class HostileServer(TextServer):
    """Serves one text in each section of each locale."""

    def __init__(self, locales, sections):
        self.languages = [language(number, locale, f"Language {number}", number == 0) for number, locale in enumerate(locales)]
        self.sections = sections

    def texts(self, entry):
        return {section: {"key": f"text {number} in {entry['id']}"} for number, section in enumerate(self.sections)}


def hostile_workbook(plain, path, names):
    """A workbook whose worksheets have names that no spreadsheet program allows."""
    def escaped(text):
        return "".join(f"&#{ord(c)};" if c in '<>&"\n\r\t' else c for c in text if c >= " " or c in "\n\r\t")

    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(path, "w") as new:
        workbook, relations = old.read("xl/workbook.xml").decode(), old.read("xl/_rels/workbook.xml.rels").decode()
        types = old.read("[Content_Types].xml").decode()
        entry = re.search(r'<sheet name="[^"]*"([^>]*)/>', workbook)
        sheet, target = re.search(r'r:id="([^"]*)"', entry[1])[1], old.read("xl/worksheets/sheet1.xml")
        relation = re.search(f'<Relationship [^>]*Id="{sheet}"[^>]*/>', relations)[0]
        override = re.search(r'<Override [^>]*PartName="/xl/worksheets/sheet1.xml"[^>]*/>', types)[0]
        parts = {"xl/workbook.xml": re.sub("<sheets>.*</sheets>", lambda _: "<sheets>" + "".join(
                     f'<sheet name="{escaped(name)}" sheetId="{n + 1}" r:id="s{n}"/>' for n, name in enumerate(names)) + "</sheets>",
                     re.sub("<definedNames>.*</definedNames>", "", workbook)),
                 "xl/_rels/workbook.xml.rels": relations.replace(relation, "".join(
                     relation.replace(f'"{sheet}"', f'"s{n}"').replace("sheet1.xml", f"h{n}.xml") for n in range(len(names)))),
                 "[Content_Types].xml": types.replace(override, "".join(override.replace("sheet1.xml", f"h{n}.xml") for n in range(len(names)))),
                 **{f"xl/worksheets/h{n}.xml": target for n in range(len(names))}}
        for name in old.namelist():
            if name not in parts and not name.startswith("xl/worksheets/"):
                new.writestr(name, old.read(name))
        for name, content in parts.items():
            new.writestr(name, content)


def files(folder):
    return {os.path.join(root, name) for root, _, names in os.walk(folder) for name in names}


@takes("binary", every=1)
def names(options):
    """Every command that makes a file's name of a text from outside - a locale, a section, a worksheet - writes with each Nth of 40 hostile names,
    two at a time that differ in case, in the form of accents, or not at all once they are file names. Nothing may be written outside of
    the folder, no file may be lost to another one: a command writes each text to a file of its own, or ends with one line of error."""
    ends = collections.Counter()
    with checks.scratch() as folder:
        def write(what, server, out, count, *command):
            it = checks.Program(options.binary, f"{folder}/deep/er/{checks.asked}", server)
            os.makedirs(f"{it.folder}/{out}")
            it.environment.update({f"XDG_{kind}_HOME": f"{folder}/home" for kind in ("CONFIG", "STATE", "CACHE")})
            before = files(folder)
            run = it.run(*command, status=None)
            new = {path for path in files(folder) - before if not path.startswith(folder + "/home")}
            faults = ["died"] * (run.returncode < 0) + ["outside of the folder"] * any(not path.startswith(it.folder + "/") for path in new)
            faults += ["two names that are one on some disks"] * (len({unicodedata.normalize("NFC", path.lower()) for path in new}) != len(new))
            faults += ["too few files"] * (run.returncode == 0 and len(new) < count) + ["files were left"] * (run.returncode != 0 and len(new) > 0)
            faults += ["no line of error"] * (run.returncode != 0 and not any(line.startswith("error: ") for line in run.stderr.splitlines()))
            ends["refused" if run.returncode else "written"] += 1
            ask(f"{' '.join(command[:2])}: {what!r}", not faults, f"{faults}: {sorted(new)} {run.stderr[-300:]}")

        it = checks.Program(options.binary, folder)
        it.run("convert", checks.write(folder + "/plain.csv", "a\n"), "plain.xlsx")
        for number, name in enumerate(NAMES[::options.every]):
            both = list(dict.fromkeys([name, TWINS[number % len(TWINS)](name)]))
            with HostileServer(["en-GB", *both], both) as server:
                for kind, count in (("strings", 2), ("stringsdict", 0), ("xcstrings", 1), ("android", 2), ("arb", 2), ("i18next", 2)):
                    write(name, server, "out", count, "generate", kind, "--output", "out")
                write(name, server, "out", 1, "generate", "swift", "--output", "out/L10n.swift")
                write(name, server, "out", 2 + len(both), "preview", "--output", "out")
                for form in ("xlsx", "csv", "po", "xlf"):
                    # Files of translators have no rows in the language of their sources.
                    write(name, server, "out", len(both) + (form not in ("po", "xlf")), "export", f"out/r.{form}", "--split", "locale")
                    if form != "po":
                        write(name, server, "out", len(both), "export", f"out/r.{form}", "--split", "section")
                hostile_workbook(folder + "/plain.xlsx", f"{folder}/{number}.xlsx", both)
                write(name, server, "out", len(both), "convert", f"{folder}/{number}.xlsx", "out/t.csv")
    return f"commands with hostile names: {ends['written']} wrote their files, {ends['refused']} were refused"


if __name__ == "__main__":
    checks.main(__doc__, data, workbooks, second, words, names)
