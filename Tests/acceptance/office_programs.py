#!/usr/bin/env python3
"""office_programs.py MODE BINARY DATA

`resaved` serves DATA (a folder in NStack's shape), exports it, lets LibreOffice and gnumeric open the sheet and save it in every form they offer, and
plans an import of each: none may plan a change. Then types N edits (200) inside LibreOffice, saves as XLSX, ODS and CSV, and expects exactly
these. `computed` lets LibreOffice compute what a workbook marks and counts while one types. Programs that are not there are skipped; the typing needs python3-uno under /usr/bin/python3. --pictures FILE.xlsx,FOLDER draws a
sheet as LibreOffice prints it instead (pdftoppm)."""
import json
import os
import random
import re
import shutil
import subprocess

import checks
import sheets
from checks import ask, same, skip, takes
from servers import Catalog, Sandbox, Text

DIALECTS = [(",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "bar")]
# LibreOffice's numbers of encodings, gnumeric's names, and what the reader has to be told of each. gnumeric's `UTF-16` puts byte order
# marks into the middle of texts, its `UTF-16LE` has none.
ENCODINGS = [("UTF-8", 76, None, "UTF-8", None), ("UTF-16", 65535, None, "UTF-16LE", "utf-16le"),
             ("Windows-1252", 1, "windows-1252", "WINDOWS-1252", "windows-1252")]
HARD = ["a & b = c", "'tis", "=SUM(1)", "007", "1/2", "TRUE", "1E5", "+45 12 34", "-5", "@home", "2026-01-31", "12:30", "1,5", "50 %",
        "\N{GRINNING FACE}", "\u0645\u0631\u062d\u0628\u0627", "two  spaces", "<b>x</b>", "a \"quoted\" word", "e\u0301", "(c) ... --"]


COMPUTING = """<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>"""


class Office:
    """LibreOffice without a window, with a profile of its own."""

    def __init__(self, folder, computes=False):
        """A program that opens a workbook takes its stored results, unless it `computes` all formulas first."""
        self.profile = os.path.join(folder, "computing" if computes else "profile")
        if computes:
            checks.write(self.profile + "/user/registrymodifications.xcu", COMPUTING)

    def convert(self, source, form, folder, opened_as=None):
        os.makedirs(folder, exist_ok=True)
        before = set(os.listdir(folder))
        subprocess.run(["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{self.profile}",
                        *([f"--infilter={opened_as}"] if opened_as else []), "--convert-to", form, "--outdir", folder, source],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=1200)
        made = sorted(set(os.listdir(folder)) - before)
        for name in [name for name in made if name.endswith("-About.csv")]:
            made.remove(name)
            os.remove(os.path.join(folder, name))
        if not made:
            checks.stop(f"LibreOffice made nothing of {source} as {form}")
        # A file for each worksheet: the folder is the returned sheet.
        return os.path.join(folder, made[0]) if len(made) == 1 else folder


def libreoffice(source, plain, folder):
    """Every form of a sheet that LibreOffice saves: (format, path, encoding to tell, worksheets in it)."""
    office = Office(folder)

    def to(form, name, of=source, opened_as=None):
        return office.convert(of, form, os.path.join(folder, name), opened_as)

    yield "XLSX", to("xlsx:Calc MS Excel 2007 XML", "xlsx"), None
    ods = to("ods:calc8", "ods")
    yield "ODS → XLSX", to("xlsx:Calc MS Excel 2007 XML", "ods-xlsx", ods), None
    for separator, name in DIALECTS:
        for encoding, number, told, _, _ in ENCODINGS:
            # Field separator, quote, encoding, from line 1, no column formats, language, quote all texts, values as shown, every worksheet.
            options = f"{ord(separator)},34,{number},1,,0,false,true,false,false,false,-1"
            yield f"CSV, {name}, {encoding}", to(f"csv:Text - txt - csv (StarCalc):{options}", f"csv-{name}-{encoding}"), told
    # What a person gets who opens a CSV file and leaves every column at "Standard": `007` becomes 7, `1/2` a date.
    csv_filter = "Text - txt - csv (StarCalc)"
    unquoted, plain_csv = f"{csv_filter}:44,34,76,1", f"csv:{csv_filter}:44,34,76,1,,0,false,true,false"
    detecting = f"{csv_filter}:44,34,76,1,,0,false,true"
    yield "CSV opened, saved as XLSX", to("xlsx:Calc MS Excel 2007 XML", "csv-xlsx", plain, unquoted), None
    yield "CSV opened, saved as CSV", to(plain_csv, "csv-csv", plain, unquoted), None
    yield "CSV opened, numbers detected, saved as XLSX", to("xlsx:Calc MS Excel 2007 XML", "csv-detected", plain, detecting), None
    yield ("CSV opened as Windows-1252, saved as CSV", to(plain_csv, "csv-mojibake", plain, f"{csv_filter}:44,34,1,1"), None)


def gnumeric(source, plain, folder):
    def to(name, exporter, options, of=source):
        target = os.path.join(folder, name)
        try:
            subprocess.run(["ssconvert", "-T", exporter] + (["-O", options] if options else []) + [of, target],
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=240, check=True)
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
            # gnumeric takes too long for an ODS of 100,000 rows.
            return error
        return target

    yield "XLSX", to("2008.xlsx", "Gnumeric_Excel:xlsx2", None), None
    yield "XLSX, first edition", to("2006.xlsx", "Gnumeric_Excel:xlsx", None), None
    yield "ODS → XLSX", to("ods.xlsx", "Gnumeric_Excel:xlsx2", None, to("sheet.ods", "Gnumeric_OpenCalc:odf", None)), None
    # gnumeric writes one worksheet into a CSV file.
    one = any(name == "Review" for name, _ in sheets.xlsx_rows(source))
    for separator, name in DIALECTS if one else []:
        for encoding, _, _, called, told in ENCODINGS:
            # gnumeric splits its options at white space.
            shown = f'"{separator}"' if separator == "\t" else separator
            options = (f"separator={shown} eol=windows quoting-mode=auto format=raw charset={called} "
                       f"transliterate-mode=transliterate sheet=Review")
            yield f"CSV, {name}, {encoding}", to(f"{name}-{called}.csv", "Gnumeric_stf:stf_assistant", options), told
    yield "CSV opened, saved as XLSX", to("opened.xlsx", "Gnumeric_Excel:xlsx2", None, plain), None
    yield "CSV opened, saved as CSV", to("opened.csv", "Gnumeric_stf:stf_csv", None, plain), None


def columns_of(row):
    return {cell: index for index, cell in enumerate(row) if cell}


def edits_to_type(path, count, chance):
    """Edits for rows of texts that have one row only: where to type what, and what each must come to."""
    seen, header, rows, found = {}, {}, {}, []
    for name, row in sheets.xlsx_rows(path):
        rows[name] = rows.get(name, 0) + 1
        if not {"Section", "Base"} <= set(row):
            if name in header:
                cells = {h: row[i] if i < len(row) else "" for h, i in header[name].items()}
                text = Text(cells["Section"], cells["Key"], cells["Locale"])
                seen[text] = seen.get(text, 0) + 1
                found.append((text, name, rows[name], cells))
            continue
        header[name] = columns_of(row)
    single = [entry for entry in found if seen[entry[0]] == 1]
    own = [entry for entry in single if entry[3]["Deletable"] == "yes"]
    chance.shuffle(own)
    deletes = own[:min(20, count // 10)]
    rest = [entry for entry in single if entry not in deletes]
    chance.shuffle(rest)
    typed, meant = [], set()

    def cell(entry, column):
        return f"{sheets.letters(header[entry[1]][column])}{entry[2]}"

    for entry in deletes:
        typed.append({"worksheet": entry[1], "cell": cell(entry, "Action"), "text": "delete"})
        meant.add((entry[0], "delete", entry[3]["Proposal"]))
    for number, entry in enumerate(rest[:count - len(deletes)]):
        value = HARD[number] if number < len(HARD) else f"{HARD[number % len(HARD)]} {number}"
        if value in (entry[3]["Current value"], entry[3]["Proposal"]):
            value += " !"
        typed.append({"worksheet": entry[1], "cell": cell(entry, "Proposal"), "text": value})
        meant.add((entry[0], "propose", value))
    return typed, meant


def planned(sandbox, path, encoding=None):
    """The plan of an import; None, and why, where there is none."""
    # The edits are typed to be damaged by programs: checks would refuse those that lack a placeholder.
    run = sandbox.run("diff", path, "--json", "--accept", "refused-by-check", *(["--encoding", encoding] if encoding else []))
    try:
        plan = json.loads(run.output)
    except ValueError:
        plan = {}
    return (plan, "") if "summary" in plan else (None, f"exit code {run.status}: {(run.errors or run.output).strip()[:300]}")


def judge(program, form, plan, problem, rows, meant=(), lossy=False):
    """Asks whether a plan has just what was meant, and prints a line of the table."""
    # What no encoding holds may leave a sheet that has to be refused, in part or as a whole, but never an edit: read as Windows-1252 every
    # text is another, and gnumeric writes a full-width comma as a comma and forgets the quotes.
    changes = {(Text(c["section"], c["key"], c["locale"]), c["operation"], c["value"]) for c in plan["changes"]} if plan else set()
    counts = {name: count for name, count in plan["summary"]["verdicts"].items() if name not in ("unchanged", "propose", "delete") and count} if plan else {}
    read = plan["summary"]["rows"] if plan else 0
    print(f"{program:<12} {form:<46} {read:>8,} {len(changes - set(meant)):>6,} {len(set(meant) - changes):>6,}  {problem} {counts or ''}", flush=True)
    is_right = changes == set(meant) and (lossy or plan and not counts and rows in (None, read))
    ask(f"{program}, {form}: just what was edited is planned", is_right,
        f"not meant {sorted(changes - set(meant))[:8]}, lost {sorted(set(meant) - changes)[:8]}, {counts} {problem}")
    return read


@takes("binary", "data", locale=[], layout="", program=["the export", "LibreOffice", "gnumeric"], edits=200, seed=7, pictures=[])
def resaved(options):
    with checks.scratch() as folder:
        office = Office(folder)
        if options.pictures:
            path, into = options.pictures
            pdf = office.convert(path, "pdf", folder + "/pdf")
            os.makedirs(into, exist_ok=True)
            subprocess.run(["pdftoppm", "-r", "80", "-png", pdf, os.path.join(into, os.path.basename(path).rsplit(".", 1)[0])], check=True)
            return f"pictures in {into}"
        sheet, plain, rows = folder + "/review.xlsx", folder + "/review.csv", None
        with Sandbox(options.binary, options.data) as sandbox:
            for path in (sheet, plain):
                sandbox.succeed("export", path, *(word for one in options.locale for word in ("--locale", one)),
                                *(["--layout", options.layout] if options.layout else []))
            print(f"{'program':<12} {'format':<46} {'rows':>8} {'false':>6} {'lost':>6}")
            for program, command, forms in (("the export", "true", lambda s, p, _: [("XLSX", s, None), ("CSV", p, None)]),
                                            ("LibreOffice", "soffice", libreoffice), ("gnumeric", "ssconvert", gnumeric)):
                if program not in options.program:
                    continue
                if not shutil.which(command):
                    skip(f"{program}, which is not there")
                    continue
                os.makedirs(f"{folder}/{command}")
                for form, path, encoding in forms(sheet, plain, f"{folder}/{command}"):
                    if isinstance(path, Exception):
                        skip(f"{program}, {form}: {path.__class__.__name__} of the program itself")
                        continue
                    read = judge(program, form, *planned(sandbox, path, encoding), rows, lossy="Windows-1252" in form)
                    rows = rows or read
            if options.edits and shutil.which("soffice"):
                typed_edits(options, folder, sheet, sandbox, rows)
    return "re-saved sheets"


LAYOUTS = ("rows", "locales", "columns")


def rearranged(path, out, edits=(), number=None):
    """Writes a copy of a workbook whose rows are in another order and filtered, with some texts changed: {(worksheet, row): (header, text)}."""
    workbook = checks.module("openpyxl").load_workbook(path)
    for sheet in workbook.worksheets:
        header, *rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
        if "Base" not in "".join(str(cell) for cell in header):
            continue
        for row, (column, text) in ((row, edit) for (name, row), edit in dict(edits).items() if name == sheet.title):
            rows[row][header.index(column)] = text
        rows.sort(key=lambda row: [str(cell or "") for cell in row[:3]][::-1], reverse=True)
        for index, row in enumerate(rows, 2):
            for column, value in enumerate(row, 1):
                cell = sheet.cell(index, column)
                cell.value = value
                if isinstance(value, str):
                    cell.data_type = "s"
            sheet.row_dimensions[index].hidden = index % 3 == 0
    workbook.save(out)


@takes("binary", "data", locale=[], program=["LibreOffice", "gnumeric"], edits=100, seed=7)
def compared(options):
    """Sorts and filters sheets in three layouts, lets LibreOffice and gnumeric save them in every form, and expects no difference from the
    export; then changes N cells before that, and expects exactly these."""
    if not checks.module("openpyxl"):
        checks.skip_all("sorted sheets, which need openpyxl")
    chance, source = random.Random(options.seed), Catalog(options.data).default
    with checks.scratch() as folder:
        it = checks.Program(options.binary, folder)
        with Sandbox(options.binary, options.data) as sandbox:
            for layout in LAYOUTS:
                sandbox.succeed("export", f"{folder}/{layout}.xlsx", "--layout", layout, "--source", source,
                                *(word for one in options.locale for word in ("--locale", one)))
            sandbox.succeed("export", f"{folder}/rows.csv", *(word for one in options.locale for word in ("--locale", one)))

        def judge_pair(what, old, new, wanted):
            report = it.object("sheets", "compare", old, new, status=None)
            found = sorted((one["kind"], one["section"], one["key"], one["locale"], part["column"], part["new"])
                           for one in report.get("differences", ()) for part in one["columns"])
            print(f"{what:<60} {len(found):>6} of {len(wanted):>6}", flush=True)
            same(what, found, sorted(wanted))

        for layout in LAYOUTS:
            export = f"{folder}/{layout}.xlsx"
            for edited in (False, True):
                edits, wanted = planted(export, options.edits, chance) if edited else ({}, [])
                sheet = f"{folder}/{layout}-{'edited' if edited else 'sorted'}.xlsx"
                rearranged(export, sheet, edits)
                judge_pair(f"{layout}, sorted{' and edited' * edited}", export, sheet, wanted)
                for program, command, forms in (("LibreOffice", "soffice", libreoffice), ("gnumeric", "ssconvert", gnumeric)):
                    if program not in options.program:
                        continue
                    if not shutil.which(command):
                        skip(f"{program}, which is not there")
                        continue
                    into = f"{folder}/{command}-{layout}-{edited}"
                    os.makedirs(into)
                    for form, path, encoding in forms(sheet, f"{folder}/rows.csv", into):
                        # Of a file for each worksheet, and of other encodings, `compare` is not told; a CSV file that was opened is not sorted.
                        if isinstance(path, str) and os.path.isfile(path) and not encoding and "opened" not in form:
                            judge_pair(f"{layout}{', edited' * edited}, {program}, {form}", export, path, wanted)
    return "compared sheets"


def planted(path, count, chance):
    """Edits of distinct rows of an export, {(worksheet, row below the header): (header, text)}, and what a comparison has to find."""
    cells, header = [], {}
    for name, row in sheets.xlsx_rows(path):
        if name not in header:
            header[name], number = row, 0
            continue
        for index, column in enumerate(header[name]):
            bare, _, locale = column.partition(" [")
            if bare in ("Proposal", "Note", "Current value") and any(row[index:index + 1]):
                cells.append((name, number, column, bare, row, locale.rstrip("]")))
        number += 1
    chance.shuffle(cells)
    edits, wanted = {}, []
    for place, (name, number, column, bare, row, locale) in enumerate(cells):
        if (name, number) in edits or len(edits) == count or "Base" not in "".join(header[name]):
            continue
        text = f"{HARD[place % len(HARD)]} {place}"
        edits[name, number] = (column, text)
        of = dict(zip(header[name], row))
        wanted.append(("edited", of["Section"], of["Key"], locale or of["Locale"], bare, text))
    return edits, wanted


PROJECT = r"""glossary: terms.csv
rules:
  - {name: brand, source: '(?i)nstack', require: '\bNStack\b', message: The name is NStack.}
  - {name: stop, forbid: '\.\s*$', message: No full stop., key: 'button*'}
  - {name: short, forbid: '.{21,}', message: Too long., key: 'short*'}
  - {name: digits, forbid: '\d+', message: Only the import finds it.}
"""
TERMS = "en,da,da forbidden\naccount,konto,account|brugerkonto\n,,pinkode\n"
NBSP = "\N{NO-BREAK SPACE}"
# (key, source, current value, what is typed under Proposal, Action and Note, what Progress says then)
TYPED = [
    ("a", "Hi %@", "", "Hej %@", "", "", "changed"), ("b", "Hi %@", "", "Hej", "", "", "red: placeholder"),
    ("c", "Hi %@", "", "Hej %1$@", "", "", "changed"), ("d", "Hi {name}", "", "Hej {navn}", "", "", "red: placeholder"),
    ("e", "Hi %@", "Hej", "Hej der", "", "", "changed"), ("f", "Hi %@", "", "Hej", "", "ignore: printf.missing", "changed"),
    ("g", "<b>A</b>", "", "<b>B</b>", "", "", "changed"), ("h", "<b>A</b>", "", "B", "", "", "red: tag"),
    ("i", "<b>A</b>", "", "<b>B", "", "", "red: tag"), ("j", "<b>A</b>", "", "<b>B<b>", "", "", "red: tag"),
    ("k", "A<br>B", "", "A B", "", "", "red: tag"), ("l", "A<br>B", "", "A<br/>B", "", "", "changed"),
    ("m", "<a href='/x'>A</a>", "", "<a href='/y'>A</a>", "", "", "changed"), ("n", "<None>", "", "<Ingen", "", "", "changed"),
    ("o", "A < B", "", "A under B", "", "", "changed"), ("p", "<b>A</b>", "X", "B", "", "", "changed"),
    ("q", "<b>A</b>", "", "B", "", "ignore: html.tags", "changed"), ("r", "A", "", "A ", "", "", "red: space at the edge"),
    ("s", "A", "", NBSP + "A", "", "", "red: space at the edge"), ("t", "A ", "", "A" + NBSP, "", "", "changed"),
    ("u", "A ", "", "A", "", "", "red: space at the edge"), ("v", "A", "C ", "B ", "", "", "changed"),
    ("w", "A", "", "Min pinkode!", "", "", "red: forbidden word"), ("x", "A", "", "PINKODE", "", "", "red: forbidden word"),
    ("y", "A", "", "pinkoden", "", "", "changed"), ("z", "My account", "", "Min (Brugerkonto)", "", "", "red: forbidden word"),
    ("aa", "Mine", "", "Min brugerkonto", "", "", "changed"), ("limit1", "A", "", "123456", "", "", "red: too long"),
    ("limit2", "A", "", "12345", "", "", "changed"), ("ab", "The nstack", "", "Et nstack", "", "", "red: rule.brand"),
    ("ac", "The nstack", "", "Et (NStack)", "", "", "changed"), ("ad", "The stack", "", "Et nstack", "", "", "changed"),
    ("button1", "Go", "", "Start.", "", "", "red: rule.stop"), ("ae", "Go.", "", "Start.", "", "", "changed"),
    ("short1", "A", "", "x" * 21, "", "", "red: rule.short"), ("short2", "A", "", "x" * 20, "", "", "changed"),
    ("af", "A", "", "", "", "", "missing"), ("ag", "A", "B", "", "", "", ""), ("ah", "A", "B", "C", "ok", "", "approved"),
    ("ai", "A", "B", "", " OK ", "", "approved"), ("aj", "A", "B", "", "Gepr\u00fcft", "", "approved"),
    ("ak", "A", "B", "", "skip", "", "decided"), ("al", "A", "B", "C", "Spring over", "", "decided"),
    ("am", "A", "", "B ", "ok", "", "red: space at the edge"), ("an", "A", "B", "", "\u0111\u00e3 duy\u1ec7t", "", "approved"),
    ("ao", "A", "B", "C 1", "", "", "changed"),
]
NAMES = ("Changed", "Approved", "Missing", "Red", "Left")


def counted(progress):
    """What About says of rows with these texts under Progress."""
    red = sum(text.startswith("red: ") for text in progress)
    return [progress.count("changed"), progress.count("approved"), progress.count("missing"), red, progress.count("") + progress.count("missing")]


def progress_of(path):
    """The texts under Progress of a workbook, the counts of its header, and those of About."""
    rows, about, header = [], {}, None
    for worksheet, row in sheets.xlsx_rows(path):
        if worksheet == "About":
            about.update({row[0]: row[1]} if len(row) > 1 and row[0] in NAMES else {})
        elif header is None:
            header = row
            place = next(index for index, text in enumerate(row) if text.startswith("Progress"))
        else:
            rows.append(row[place] if place < len(row) else "")
    return rows, header[place], [int(about[name]) for name in NAMES]


def computed_copy(it, office, export, typed, name):
    """Types texts into an export, lets LibreOffice compute the copy, and judges its counts; gives its path and texts under Progress."""
    sheets.typed(export, f"{it.folder}/typed-{name}.xlsx", typed)
    path = office.convert(f"{it.folder}/typed-{name}.xlsx", "xlsx:Calc MS Excel 2007 XML", f"{it.folder}/{name}")
    rows, header, about = progress_of(path)
    same(f"{name}: the counts on About", about, counted(rows))
    same(f"{name}: the counts in the header", header, "Progress: " + ", ".join(f"{n} {word.lower()}" for n, word in zip(about, NAMES)))
    return path, rows


@takes("binary", "data", texts=2000, seed=7)
def computed(options):
    """Types texts into workbooks, lets LibreOffice compute them, and compares what is red, and the counts, with what the import finds."""
    if not shutil.which("soffice"):
        checks.skip_all("formulas, which need LibreOffice")
    with checks.scratch() as folder:
        office, made = Office(folder, computes=True), folder + "/data"
        languages = [{"id": n, "name": one, "locale": one, "direction": "LRM", "is_default": n == 1, "is_best_fit": n == 1}
                     for n, one in ((1, "en"), (2, "da"))]
        for name, value in (("languages", languages), ("proposals", []), ("resource-en", {"t": {case[0]: case[1] for case in TYPED}}),
                            ("resource-da", {"t": {case[0]: case[2] for case in TYPED}})):
            checks.write(f"{made}/{name}.json", json.dumps({"data": value}))
        with Sandbox(options.binary, made) as sandbox:
            it = checks.Program(options.binary, folder, sandbox)
            checks.write(folder + "/.nstack-review.yaml", PROJECT)
            checks.write(folder + "/terms.csv", TERMS)
            sheets.save(folder + "/context.csv", [["Section", "Key", "Maximum length"], ["t", "limit1", 5], ["t", "limit2", 5]])
            it.run("export", "cases.xlsx", "--locale", "da", "--source", "en", "--context", "context.csv")
            rows, header, about = progress_of(folder + "/cases.xlsx")
            same("the stored results of the export", about, counted(rows))
            header, *body = [row for name, row in sheets.xlsx_rows(folder + "/cases.xlsx") if name == "Review"]
            numbers = {row[header.index("Key")]: number for number, row in enumerate(body, 2)}
            typed = {("Review", numbers[case[0]], header.index(column)): text for case in TYPED
                     for column, text in zip(("Proposal", "Action", "Note"), case[3:6]) if text}
            path, found = computed_copy(it, office, folder + "/cases.xlsx", typed, "cases")
            for case in TYPED:
                same(f"{case[1]!r}, now {case[2]!r}, typed {case[3:6]!r}", found[numbers[case[0]] - 2], case[6])
            shutil.copy(folder + "/typed-cases.xlsx", folder + "/as-typed.xlsx")
            plans = [it.object("diff", one, status=None) for one in (folder + "/as-typed.xlsx", path)]
            same("the plan of the computed copy", *([(c["key"], c["operation"], c["value"]) for c in plan["changes"]] for plan in plans))
            ask("an import says nothing of what was computed", "Progress" not in json.dumps(plans) and "red: " not in json.dumps(plans))
            os.remove(folder + "/.nstack-review.yaml")
        with Sandbox(options.binary, options.data) as sandbox:
            rates(checks.Program(options.binary, folder, sandbox), office, options)
    return "computed sheets"


FOUND = {"placeholder": ("printf.", "placeholder.", "icu."), "tag": ("html.",), "space at the edge": ("space.edge",)}


def rates(it, office, options):
    """How often a text is red in which the import finds nothing, and the other way round, of texts that were damaged by chance."""
    chance = random.Random(options.seed)
    catalog = Catalog(options.data)
    some = [one for one in catalog.locales if one != catalog.default][:3]
    it.run("export", "all.xlsx", "--source", catalog.default, "--locale", ",".join(some))
    header, *body = [row for name, row in sheets.xlsx_rows(it.folder + "/all.xlsx") if name == "Review"]
    column = {name: header.index(name) for name in ("Proposal", "Current value", "Source value")}
    damages = [lambda t: re.sub("<[^>]*>", "", t, count=1), lambda t: chance.choice([" ", NBSP]) + t, lambda t: t + " ", str.strip,
               lambda t: re.sub(r"%(\d+\$)?[@ds]|\{\{?[\w.]+\}?\}", "", t, count=1), lambda t: t + " ."]
    typed = {}
    for number in chance.sample(range(len(body)), min(options.texts, len(body))):
        row = body[number]
        text = chance.choice(damages)(row[column["Current value"]] or row[column["Source value"]])
        # Beside a pending proposal, the current value with another edge asks for nothing that a check could judge.
        is_current = row[column["Proposal"]] and text.strip() == row[column["Current value"]].strip()
        if text.strip() and text != row[column["Proposal"]] and not is_current:
            typed["Review", number + 2, column["Proposal"]] = text
    path, rows = computed_copy(it, office, it.folder + "/all.xlsx", typed, "all")
    findings = {}
    for one in it.object("check", it.folder + "/typed-all.xlsx", status=None)["diagnostics"]:
        findings.setdefault(one.get("row"), []).extend(one.get("checks") or [])
    false, missed = [], []
    for _, number, _ in typed:
        mark, ids = rows[number - 2], tuple(findings.get(number, ()))
        of = FOUND.get(mark.removeprefix("red: "))
        false += [number] if of and not any(one.startswith(of) for one in ids) else []
        wanted = any(one in ("html.tags", "space.edge", "printf.missing") for one in ids)
        missed += [number] if wanted and not mark.startswith("red: ") else []
    print(f"{len(typed):,} texts typed: {len(false)} red without a finding, {len(missed)} with one and not red", flush=True)
    ask("hardly any text is red without a finding", len(false) * 10_000 <= 5 * len(typed), f"rows {false[:8]} of {path}")
    ask("hardly any text with a finding is not red", len(missed) * 10_000 <= 50 * len(typed), f"rows {missed[:8]} of {path}")


def typed_edits(options, folder, sheet, sandbox, rows):
    if subprocess.run(["/usr/bin/python3", "-c", "import uno"], stderr=subprocess.DEVNULL).returncode:
        return skip("typing in LibreOffice, which needs python3-uno")
    typed, meant = edits_to_type(sheet, options.edits, random.Random(options.seed))
    for form in ("xlsx", "ods", "csv") if len({edit["worksheet"] for edit in typed}) == 1 else ("xlsx", "ods"):
        target = f"{folder}/typed.{form}"
        # LibreOffice itself dies at times on a busy machine.
        attempts = (subprocess.run(["/usr/bin/python3", "-c", TYPING, sheet, target, json.dumps(typed), f"{folder}/typing-{form}-{attempt}"],
                                   stdin=subprocess.DEVNULL, timeout=600).returncode for attempt in range(3))
        if not ask(f"LibreOffice typed into {form}", 0 in attempts):
            continue
        if form == "ods":
            target = Office(folder).convert(target, "xlsx:Calc MS Excel 2007 XML", folder + "/typed-ods")
        judge("LibreOffice", f"{len(typed)} typed edits, {form.upper()}", *planned(sandbox, target), rows, meant)


# What the system's Python, which has python3-uno, runs: opens a sheet in LibreOffice, types texts into cells as a person does, and saves it.
TYPING = '''
import json
import os
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue

FILTERS = {".xlsx": ("Calc MS Excel 2007 XML", None), ".ods": ("calc8", None),
           ".csv": ("Text - txt - csv (StarCalc)", "44,34,76,1,,0,false,true,false")}


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items() if value is not None)


def connected(profile, pipe):
    process = subprocess.Popen(
        ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{profile}", f"--accept=pipe,name={pipe};urp;"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(300):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context, context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context), process
        except Exception:
            time.sleep(0.1)
    sys.exit("LibreOffice did not start")


def main():
    source, target, edits, profile = sys.argv[1:]
    context, desktop, process = connected(profile, f"nstack-review-{os.getpid()}")
    try:
        document = desktop.loadComponentFromURL(
            uno.systemPathToFileUrl(os.path.abspath(source)), "_blank", 0, properties(Hidden=True))
        controller = document.CurrentController
        dispatcher = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
        for edit in json.loads(edits):
            sheet = document.Sheets.getByName(edit["worksheet"])
            if controller.ActiveSheet.Name != edit["worksheet"]:
                controller.setActiveSheet(sheet)
            dispatcher.executeDispatch(controller.Frame, ".uno:GoToCell", "", 0, properties(ToPoint=edit["cell"]))
            dispatcher.executeDispatch(controller.Frame, ".uno:EnterString", "", 0, properties(StringName=edit["text"]))
        name, options = FILTERS[os.path.splitext(target)[1]]
        document.storeToURL(uno.systemPathToFileUrl(os.path.abspath(target)),
                            properties(FilterName=name, FilterOptions=options))
        document.close(True)
        try:
            desktop.terminate()
        except Exception:
            pass  # The bridge closes while it answers.
    finally:
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


main()
'''

if __name__ == "__main__":
    checks.main(__doc__, resaved, compared, computed)
