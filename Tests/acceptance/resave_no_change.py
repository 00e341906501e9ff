#!/usr/bin/env python3
"""resave_no_change.py [--locale L]... [--layout rows|locales|columns] [--program P]... [--edits N] [--seed N] [--keep FOLDER] BINARY DATA

Serves DATA (a folder in NStack's shape) from the program's sandbox, exports it, lets LibreOffice and gnumeric open the sheet and save
it in every form they offer, and plans an import of each: none may plan a change. Then types N edits (200) inside LibreOffice, saves as
XLSX, ODS and CSV, and expects exactly these. Prints a table: program, format, rows read, false edits, lost edits.
Programs that are not there are skipped; the typing needs python3-uno under /usr/bin/python3."""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

import sheets
from sandbox import Sandbox, Text

HERE = os.path.dirname(os.path.abspath(__file__))
DIALECTS = [(",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "bar")]
# LibreOffice's numbers of encodings, gnumeric's names, and what the reader has to be told of each. gnumeric's `UTF-16` puts byte order
# marks into the middle of texts, its `UTF-16LE` has none.
ENCODINGS = [("UTF-8", 76, None, "UTF-8", None), ("UTF-16", 65535, None, "UTF-16LE", "utf-16le"),
             ("Windows-1252", 1, "windows-1252", "WINDOWS-1252", "windows-1252")]
HARD = ["a & b = c", "'tis", "=SUM(1)", "007", "1/2", "TRUE", "1E5", "+45 12 34", "-5", "@home", "2026-01-31", "12:30", "1,5", "50 %",
        "\N{GRINNING FACE}", "\u0645\u0631\u062d\u0628\u0627", "two  spaces", "<b>x</b>", "a \"quoted\" word", "e\u0301", "(c) ... --"]


class Office:
    """LibreOffice without a window, with a profile of its own."""

    def __init__(self, folder):
        self.profile = os.path.join(folder, "profile")

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
            sys.exit(f"LibreOffice made nothing of {source} as {form}")
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
            # gnumeric reads an ODS of 100,000 rows for longer than anybody waits.
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


class Table:
    def __init__(self):
        self.wrong = self.lines = 0
        print(f"{'program':<12} {'format':<46} {'rows':>8} {'false edits':>12} {'lost edits':>11}")

    def line(self, program, form, rows, false, lost, remark=""):
        bad = false or lost
        self.wrong += bool(bad)
        self.lines += 1
        print(f"{program:<12} {form:<46} {rows:>8,} {false:>12,} {lost:>11,}" + (f"  {remark}" if remark else "")
              + ("  WRONG" if bad else ""), flush=True)


def planned(sandbox, path, told):
    """The plan of an import: its JSON, or what went wrong as text."""
    # The edits are typed to be damaged by programs: checks would refuse those that lack a placeholder.
    run = sandbox.run("diff", path, "--json", "--force", *(["--encoding", told] if told else []))
    try:
        plan = json.loads(run.output)
    except ValueError:
        return None, f"exit code {run.status}: {(run.errors or run.output).strip()[:300]}"
    if "summary" not in plan:
        return None, json.dumps(plan.get("error", plan), ensure_ascii=False)[:300]
    return plan, ""


def columns_of(row):
    return {cell: place for place, cell in enumerate(row) if cell}


def edits_to_type(path, count, chance):
    """Edits for rows of texts that stand on one row only: where to type what, and what each must come to."""
    seen, header, number, found = {}, None, {}, []
    for name, row in sheets.xlsx_rows(path):
        number[name] = number.get(name, 0) + 1
        if not {"Section", "Base"} <= set(row):
            if header and name in header:
                cells = {h: row[i] if i < len(row) else "" for h, i in header[name].items()}
                text = Text(cells["Section"], cells["Key"], cells["Locale"])
                seen[text] = seen.get(text, 0) + 1
                found.append((text, name, number[name], cells))
            continue
        header = header or {}
        header[name] = columns_of(row)
    single = [entry for entry in found if seen[entry[0]] == 1]
    own = [entry for entry in single if entry[3]["Deletable"] == "yes"]
    chance.shuffle(own)
    deletes = own[:min(20, count // 10)]
    rest = [entry for entry in single if entry not in deletes]
    chance.shuffle(rest)
    typed, meant = [], set()

    def cell(entry, column):
        place = header[entry[1]][column]
        return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[place]}{entry[2]}"

    for entry in deletes:
        typed.append({"worksheet": entry[1], "cell": cell(entry, "Action"), "text": "delete"})
        meant.add((entry[0], "delete", entry[3]["Proposal"]))
    for place, entry in enumerate(rest[:count - len(deletes)]):
        value = HARD[place] if place < len(HARD) else f"{HARD[place % len(HARD)]} {place}"
        if value in (entry[3]["Current value"], entry[3]["Proposal"]):
            value += " !"
        typed.append({"worksheet": entry[1], "cell": cell(entry, "Proposal"), "text": value})
        meant.add((entry[0], "propose", value))
    return typed, meant


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--locale", action="append", default=[])
    parser.add_argument("--layout")
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--program", action="append", help="only this program")
    parser.add_argument("--keep", help="a folder in which the saved sheets stay")
    parser.add_argument("binary")
    parser.add_argument("data")
    arguments = parser.parse_args()
    folder = arguments.keep or tempfile.mkdtemp(prefix="nstack-review-resave.")
    os.makedirs(folder, exist_ok=True)
    with Sandbox(arguments.binary, arguments.data) as sandbox:
        chosen = [word for locale in arguments.locale for word in ("--locale", locale)]
        chosen += ["--layout", arguments.layout] if arguments.layout else []
        sheet, plain = os.path.join(folder, "review.xlsx"), os.path.join(folder, "review.csv")
        for path in (sheet, plain):
            run = sandbox.run("export", path, "--overwrite", *chosen)
            if run.status:
                sys.exit(f"WRONG: export ended with {run.status}: {run.errors.strip()}")
        table = Table()
        rows = None
        for program, command, forms in (("the export", "true", lambda s, p, _: [("XLSX", s, None), ("CSV", p, None)]),
                                        ("LibreOffice", "soffice", libreoffice), ("gnumeric", "ssconvert", gnumeric)):
            if arguments.program and program not in arguments.program:
                continue
            if not shutil.which(command):
                print(f"skipped: {program}, which is not there")
                continue
            place = os.path.join(folder, program.replace(" ", "-"))
            os.makedirs(place, exist_ok=True)
            for form, path, told in forms(sheet, plain, place):
                if isinstance(path, Exception):
                    print(f"skipped: {program}, {form}: {path.__class__.__name__} of the program itself", flush=True)
                    continue
                plan, problem = planned(sandbox, path, told)
                # What no encoding holds may leave a sheet that has to be refused, in part or as a whole, but never an edit: read as
                # Windows-1252 every text is another, and gnumeric writes a full-width comma as a comma and forgets the quotes.
                lossy = "Windows-1252" in form
                if plan is None:
                    table.line(program, form, 0, 0 if lossy else 1, 0, f"refused: {problem}")
                    continue
                read = plan["summary"]["rows"]
                rows = rows or read
                verdicts = {name: count for name, count in plan["summary"]["verdicts"].items() if name != "unchanged"}
                remark = ", ".join(f"{name} {count}" for name, count in verdicts.items())
                false = len(plan["changes"]) if lossy else sum(verdicts.values())
                table.line(program, form, read, false, rows - read, remark)
        if arguments.edits and shutil.which("soffice"):
            typed_edits(arguments, folder, sheet, sandbox, table, rows)
    if not arguments.keep:
        shutil.rmtree(folder)
    print(f"{table.lines} returned sheets, {table.wrong or 'none'} with a false or a lost edit")
    sys.exit(1 if table.wrong else 0)


def typed_edits(arguments, folder, sheet, sandbox, table, rows):
    if subprocess.run(["/usr/bin/python3", "-c", "import uno"], stderr=subprocess.DEVNULL).returncode:
        print("skipped: typing in LibreOffice, which needs python3-uno")
        return
    typed, meant = edits_to_type(sheet, arguments.edits, random.Random(arguments.seed))
    edits = os.path.join(folder, "edits.json")
    with open(edits, "w", encoding="utf-8") as file:
        json.dump(typed, file)
    office = Office(folder)
    worksheets = {edit["worksheet"] for edit in typed}
    for form in ("xlsx", "ods", "csv") if len(worksheets) == 1 else ("xlsx", "ods"):
        target = os.path.join(folder, "typed." + form)
        subprocess.run(["/usr/bin/python3", os.path.join(HERE, "type_in_libreoffice.py"), sheet, target, edits],
                       stdin=subprocess.DEVNULL, timeout=1200, check=True)
        if form == "ods":
            target = office.convert(target, "xlsx:Calc MS Excel 2007 XML", os.path.join(folder, "typed-ods"))
        plan, problem = planned(sandbox, target, None)
        name = f"{len(typed)} typed edits, {form.upper()}" + (" → XLSX" if form == "ods" else "")
        if plan is None:
            table.line("LibreOffice", name, 0, 1, len(meant), problem)
            continue
        changes = {(Text(c["section"], c["key"], c["locale"]), c["operation"], c["value"]) for c in plan["changes"]}
        others = sum(count for verdict, count in plan["summary"]["verdicts"].items()
                     if verdict not in ("unchanged", "propose", "delete"))
        table.line("LibreOffice", name, plan["summary"]["rows"], len(changes - meant) + others, len(meant - changes))
        for what, entries in (("not meant", changes - meant), ("lost", meant - changes)):
            for entry in sorted(entries)[:8]:
                print(f"    {what}: {entry}")
        for row in [r for r in plan["rows"] if r["verdict"] not in ("propose", "delete")][:8]:
            print(f"    {row['verdict']}: row {row['row']} {row['proposal']!r}: {row['message'][:160]}")


if __name__ == "__main__":
    main()
