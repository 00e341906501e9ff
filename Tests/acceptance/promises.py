#!/usr/bin/env python3
"""promises.py BINARY

Does the program keep what its help and its messages promise: folders with files that are no sheets, --verbose and --quiet,
selections that match nothing, --data on a sandbox that has texts, answers of nonsense, names of files that are hard to show, an
export over a sheet whose edits were imported, sheets of every format that end early, and memories that are damaged or elsewhere. Runs against an embedded sandbox and a server of the check's own."""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

from proposal_server import ProposalServer


class Check:
    def __init__(self, binary, folder):
        self.binary, self.folder = os.path.abspath(binary), folder
        self.server = None
        self.cases = self.wrong = 0

    def run(self, *command, status=None, what="", server=None, timeout=120):
        """Runs the program; beside the embedded sandbox, or with a server's variables."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        environment.update(SWIFT_BACKTRACE="enable=no", NO_COLOR="1", XDG_CONFIG_HOME=self.folder + "/config",
                           XDG_STATE_HOME=self.folder + "/state", XDG_CACHE_HOME=self.folder + "/cache")
        if server:
            environment.update(server.environment())
        try:
            run = subprocess.run([self.binary, *command], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                                 timeout=timeout, cwd=self.folder)
        except subprocess.TimeoutExpired as late:
            run = subprocess.CompletedProcess(command, "no end", late.stdout or b"", late.stderr or b"")
        run.out, run.err = run.stdout.decode("utf-8", "replace"), run.stderr.decode("utf-8", "replace")
        if status is not None:
            self.that(run.returncode == status, f"{what or ' '.join(map(str, command))}: ends with {status}",
                      f"{run.returncode}, {run.out[-300:]!r}, {run.err[-300:]!r}")
        return run

    def that(self, holds, what, found=""):
        self.cases += 1
        if not holds:
            self.wrong += 1
            print(f"  WRONG: {what}: {found}", flush=True)


def rows_of(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def save(path, rows):
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows(rows)


def edit(source, target, change):
    """Writes a sheet in which `change` was given each row with the places of the columns."""
    rows = rows_of(source)
    places = {name: place for place, name in enumerate(rows[0])}
    for number, row in enumerate(rows[1:]):
        change(number, row, places)
    save(target, rows)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def folders(check, server):
    """Folders of sheets: files that are no sheets, macros, folders in folders."""
    place = check.folder + "/returned"
    check.run("export", check.folder + "/review.csv", server=server, status=0)

    def first(number, row, places):
        if number == 0:
            row[places["Proposal"]] = "Forslag"
    os.makedirs(place + "/later")
    edit(check.folder + "/review.csv", place + "/sheet.csv", first)
    write(place + "/addresses.csv", "Name,Street\nAnna,Strandvejen\n")
    write(place + "/read me.txt", "hello\n")
    check.run("export", place + "/plain.xlsx", server=server, status=0)
    with zipfile.ZipFile(place + "/plain.xlsx") as plain, zipfile.ZipFile(place + "/macros.xlsm", "w") as macros:
        for name in plain.namelist():
            data = plain.read(name)
            if name == "[Content_Types].xml":
                data = data.replace(b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
                                    b"application/vnd.ms-excel.sheet.macroEnabled.main+xml")
            macros.writestr(name, data)
    os.remove(place + "/plain.xlsx")
    shutil.copy(place + "/sheet.csv", place + "/later/sheet.csv")

    run = check.run("check", place, status=3)
    check.that("addresses.csv: left out because it is not a review sheet" in run.out, "check names the foreign file", run.out)
    check.that("read me.txt was not read" in run.out, "check names the text file", run.out)
    check.that("later is a folder and was not read; --recursive reads it." in run.out, "check names the folder", run.out)
    check.that("60 rows in 2 files" in run.out, "check reads the workbook with macros", run.out)
    run = check.run("diff", place, "--json", server=server, status=3)
    found = json.loads(run.out or "{}")
    check.that([os.path.basename(f["file"]) for f in found.get("foreignFiles", [])] == ["addresses.csv"],
               "diff lists the foreign file", run.out[:300])
    check.that(found.get("summary", {}).get("propose") == 1, "diff plans the rest", run.out[:300])
    run = check.run("check", place, "--recursive", status=3)
    check.that("90 rows in 3 files" in run.out, "--recursive reads the folder inside", run.out)

    before = server.writes()
    run = check.run("import", place, "--yes", "--strict", server=server, status=1, what="a strict import with a foreign file")
    check.that("1 file is not a review sheet, and a strict import sends all or nothing; nothing was sent." in run.err, "it says why", run.err)
    check.that(server.writes() == before, "a strict import sends nothing")
    check.run("diff", place, "--output", check.folder + "/plan.json", server=server, status=3)
    check.run("import", "--plan", check.folder + "/plan.json", "--yes", server=server, status=2, what="the saved plan")
    check.that(server.held() == {"key0000": "Forslag"}, "the saved plan is carried out", server.held())
    run = check.run("import", place, "--yes", server=server, status=2, what="an import with a foreign file")
    check.that("addresses.csv: left out" in run.out, "import names the foreign file", run.out)
    run = check.run("import", place + "/addresses.csv", "--yes", server=server, status=1, what="a foreign file alone")
    check.that(run.err.count("\n") == 1 and "has the header of a review sheet" in run.err, "it is one error", run.err)
    write(place + "/old.ods", "PK\x03\x04 no")
    check.run("check", place, status=1, what="a folder with a file that cannot be read")
    os.remove(place + "/old.ods")
    shutil.rmtree(place)


def loudness(check, server):
    """--verbose prints each call, --quiet errors only."""
    def change(number, row, places):
        if number == 0:
            row[places["Proposal"]] = "Forslag"
        if number == 1:
            row[places["Action"]] = "nonsense"
    check.run("export", check.folder + "/review.csv", server=server, status=0)
    edit(check.folder + "/review.csv", check.folder + "/returned.csv", change)
    run = check.run("status", "--verbose", server=server, status=0)
    lines = run.err.splitlines()
    calls = [line for line in lines if re.fullmatch(r"(GET|POST|DELETE) /[!-~]*: [0-9]{3} in [0-9]+ ms", line)]
    check.that(len(calls) >= 2 and calls == lines, "--verbose prints each call in a line", run.err)
    check.that(any("/proposals: 200 in" in line for line in calls), "--verbose names the path", run.err)
    failures = iter([(429, {"message": "busy"})])
    server.fault = lambda method, path, body: next(failures, None) if method == "POST" else None
    run = check.run("import", check.folder + "/returned.csv", "--yes", "-v", server=server, status=2)
    server.fault = None
    check.that("POST /api/v2/content/localize/proposals: 429 in" in run.err, "--verbose prints a write", run.err)
    check.that(": again in " in run.err and "after api." in run.err, "--verbose prints a repetition", run.err)
    for secret in ("check-key", server.GUID, "Forslag"):
        check.that(secret not in run.err, f"--verbose keeps {secret} to itself", run.err)

    for command in (["status"], ["history", "list"], ["proposals", "list"], ["proposals", "add", "main", "key0003", "da-DK", "x"]):
        server.reset()
        run = check.run(*command, "-q", server=server, status=0)
        check.that(run.out == "" and run.err == "", f"{' '.join(command)} -q prints nothing", run.out + run.err)
        server.reset()
        run = check.run(*command, "-q", "--json", server=server, status=0)
        check.that(json.loads(run.out or "0") != 0 and run.err == "", f"{' '.join(command)} -q --json prints the object")
    save(check.folder + "/clean.csv", rows_of(check.folder + "/review.csv"))
    for verb in (["check"], ["diff"], ["import", "--yes"]):
        target = {} if verb == ["check"] else {"server": server}
        run = check.run(*verb, check.folder + "/clean.csv", "-q", status=0, **target)
        check.that(run.out == "" and run.err == "", f"{verb[0]} -q prints nothing where nothing is wrong", run.out + run.err)
        run = check.run(*verb, check.folder + "/returned.csv", "-q", status=2 if verb[0] == "import" else 3, **target)
        check.that(run.out == "" and re.fullmatch(r"error: .*row 3.*unknown.action.*\n|error: .*row 3: .*nonsense.*\n", run.err) is not None,
                   f"{verb[0]} -q prints what is wrong, on standard error", run.out + run.err)
        run = check.run(*verb, check.folder + "/returned.csv", "-q", "--json", status=2 if verb[0] == "import" else 3, **target)
        check.that(len(json.loads(run.out or "{}")) > 2 and run.err == "", f"{verb[0]} -q --json prints the object", run.err)
    run = check.run("export", "-", "-q", server=server, status=0)
    check.that(run.out.count("\n") == 31, "export - -q prints the sheet", run.out[:200])
    check.run("status", "-q", "-v", server=server, status=64, what="--quiet and --verbose together")


def selections(check, server):
    """Flags that choose texts."""
    sheet = check.folder + "/out.csv"
    server.propose("key0001", "fra en anden")
    server.texts["key0002"] = ""
    run = check.run("export", sheet, "--only", "missing", "--only", "proposed", server=server, status=0)
    check.that(sorted(row[1] for row in rows_of(sheet)[1:]) == ["key0001", "key0002"], "--only is repeatable")
    check.run("export", sheet, "--only", "missing,proposed", server=server, status=0)
    check.that(len(rows_of(sheet)) == 3, "--only takes commas")
    check.run("export", sheet, "--only", "mine", server=server, status=0, what="nothing left by --only")
    for flags, code, words in ((["--section", "nosuch*"], "selection.section", "no section of the application matches"),
                               (["--section", "mian"], "selection.section", "Did you mean main?"),
                               (["--key", "kye0001"], "selection.key", "Did you mean key0001?"),
                               (["--section", "main", "--key", "zzz*"], "selection.key", "in the chosen sections"),
                               (["--key", "key*", "--key", "nosuch"], "selection.key", "\"nosuch\"")):
        for command in (["export", sheet], ["proposals", "list"]):
            what = " ".join(command[:2] if command[0] == "proposals" else command[:1]) + " " + " ".join(flags)
            run = check.run(*command, *flags, server=server, status=64, what=what)
            check.that(words in run.err and run.err.count("\n") == 1, f"{what} says {words}", run.err)
            run = check.run(*command, *flags, "--json", server=server)
            check.that(f'"code": "{code}"' in run.out, f"{what}: {code}", run.out)
    check.run("proposals", "list", "--key", "key0005", server=server, status=0, what="a text without a proposal")
    check.run("proposals", "list", "--locale", "xx", server=server, status=64, what="a locale that is not there")
    check.run("export", check.folder + "/sandbox.csv", "--sandbox", status=0)
    run = check.run("export", sheet, "--since", check.folder + "/sandbox.csv", server=server, status=1,
                    what="--since with a sheet of another application")
    check.that("sandbox.csv: " in run.err and "a different application" in run.err, "it says so", run.err)
    check.run("export", check.folder + "/first.csv", server=server, status=0)
    check.run("export", check.folder + "/next.csv", "--since", check.folder + "/first.csv", server=server, status=0)
    check.that(len(rows_of(check.folder + "/next.csv")) == 1, "--since with its own sheet")
    run = check.run("export", check.folder + "/one.csv", "--key", "key0007", server=server, status=0)
    check.that("1 row, 1 text in 1 locale" in run.err, "one row is a row", run.err)


def sandboxes(check, server):
    """--data on a sandbox that has texts."""
    def texts(name, value, proposals):
        place = f"{check.folder}/{name}"
        language = {"id": 1, "name": "Danish", "locale": "da-DK", "direction": "LRM", "is_default": True, "is_best_fit": True}
        write(place + "/languages.json", json.dumps({"data": [language]}))
        write(place + "/resource-da-DK.json", json.dumps({"data": {"main": {"title": value}}, "meta": {"language": language}}))
        write(place + "/proposals.json", json.dumps({"data": [
            {"id": 1, "section": "main", "key": "title", "locale": "da-DK", "value": proposals, "can_delete": True}]}))
        return place
    first, other, third = texts("first", "Et", "a"), texts("other", "To", "a"), texts("third", "Et", "b")
    place = check.folder + "/kept"
    check.run("status", "--sandbox-dir", place, "--data", first, status=0)
    check.run("status", "--sandbox-dir", place, "--data", first, status=0, what="the same --data once more")
    check.run("status", "--sandbox-dir", place, status=0)
    check.run("proposals", "add", "main", "title", "da-DK", "ny", "--sandbox-dir", place, status=0)
    check.run("status", "--sandbox-dir", place, "--data", first, status=0, what="the same --data after a proposal")
    for data in (other, third):
        run = check.run("status", "--sandbox-dir", place, "--data", data, status=64, what="other --data")
        check.that("filled with other texts than those of " + data in run.err and "--reload" in run.err, "it says what to do", run.err)
        run = check.run("sandbox", "--database", place + "/sandbox.sqlite", "--data", data, status=64, timeout=20,
                            what="sandbox, other --data")
        check.that("add --reload" in run.err, "it says what to do", run.err)
    run = check.run("status", "--data", first, server=server, status=64, what="--data without a sandbox")


def nonsense(check, server):
    """Answers that no NStack gives."""
    for status in (404, 412):
        for path in ("languages", "/resources/platforms", "/resources/1", "/proposals"):
            server.fault = lambda method, asked, body: (status, {"message": "no"}) if path in asked else None
            for command in (["status"], ["export", check.folder + "/x.csv"], ["diff", check.folder + "/review.csv"]):
                if path == "languages":
                    continue
                check.run(*command, "--no-cache", server=server, status=5, what=f"{command[0]}, {status} for {path}")
            server.fault = None
            if command[0] == "diff" and not os.path.exists(check.folder + "/review.csv"):
                check.run("export", check.folder + "/review.csv", server=server, status=0)
    check.run("proposals", "delete", "9999", server=server, status=0, what="a proposal that is gone")


def names(check, server):
    """Names of files that are hard to show."""
    long = check.folder + "/" + "\x1b[31m\u202e" * 30 + ".csv"
    for command in (["check", long], ["check", long, long, long], ["diff", long, "--sandbox"]):
        run = check.run(*command, status=1)
        check.that(max(map(len, run.err.splitlines())) < 5000 and "\x1b" not in run.err, "a line is not long", len(run.err))
    # Each message names several rows of the file.
    deep = check.folder + "/" + "/".join(["\x1b" * 200] * 15)
    os.makedirs(os.path.dirname(deep))
    save(deep, [["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]]
         + [["main", "key0001", "da-DK", "", f"number {number}", ""] for number in range(8)])
    run = check.run("check", deep, status=3)
    check.that(max(map(len, run.out.splitlines())) < 5000, "a long path makes no long line", max(map(len, run.out.splitlines())))
    os.rename(deep, check.folder + "/short")
    run = check.run("export", long, "--sandbox", status=0)
    check.that("\x1b" not in run.err and "\u202e" not in run.err, "export shows what it wrote", run.err)
    run = check.run("check", long, "--json", status=0)
    run = check.run("status", "--sandbox", status=0)
    check.that("\x1b" not in run.out and "\u202e" not in run.out, "status shows the sheet's name", run.out[:300])
    run = check.run("status", "--sandbox", "--json", status=0)
    check.that(not re.search("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\x00-\x09\x0b-\x1f]", run.out), "JSON holds no mark as it is")
    sheets = json.loads(run.out)["sheets"]
    check.that(sheets[0]["file"] == long, "JSON says the name all the same", sheets)
    folder = check.folder + "/latin"
    os.mkdir(folder)
    with open(folder.encode() + b"/caf\xe9.csv", "wb") as file:
        file.write(b"Section,Key,Locale,Current value,Proposal,Deletable\n")
    run = check.run("check", folder, status=64, what="a folder with a name that is not UTF-8")
    check.that("a file whose name is not UTF-8: caf\\xE9.csv" in run.err, "it is named", run.err)
    run = check.run("check", folder.encode() + b"/caf\xe9.csv", status=64, what="a name that is not UTF-8")
    check.that("/caf\\xE9.csv is not UTF-8" in run.err and run.err.count("\n") == 1, "it is named", run.err)
    check.run("status", server=server, status=0)
    kept = [name for name in os.listdir(check.folder + "/cache/nstack-review") if name != "catalog-names"]
    check.that(len(kept) == 1 and re.fullmatch("[a-z2-7]{10}-newest", kept[0]) is not None, "the cache has a name", kept)


def rounds(check, server):
    """An export over a sheet that came back."""
    for ending in ("csv", "xlsx"):
        server.reset()
        shutil.rmtree(check.folder + "/state", ignore_errors=True)
        sheet = f"{check.folder}/review.{ending}"

        def change(values):
            """Writes proposals into the first rows of the sheet, as CSV whatever its name says."""
            def one(number, row, places):
                if number < len(values):
                    row[places["Proposal"]] = values[number]
            check.run("export", check.folder + "/fresh.csv", "--overwrite", server=server, status=0)
            edit(check.folder + "/fresh.csv", sheet, one)
        change(["Et", "To"])
        run = check.run("export", sheet, server=server, status=64, what="over edits that were not sent")
        check.that("2 edited rows" in run.err, "it counts them", run.err)
        check.run("import", sheet, "--yes", server=server, status=0)
        check.run("export", sheet, server=server, status=0, what=f"over edits that were sent, {ending}")

        change(["Tre", "Fire"])
        check.run("import", sheet, "--yes", server=server, status=0)
        for number, (key, _, _) in list(server.proposals.items()):
            if key == "key0000":
                del server.proposals[number]
        server.propose("key0001", "af en anden")
        check.run("export", sheet, server=server, status=0, what="over edits that were sent, and are gone from the server")

        change(["Fem", "Seks"])
        check.run("import", sheet, "--yes", server=server, status=0)
        rows = rows_of(sheet)
        rows[3][rows[0].index("Proposal")] = "Ny"
        save(sheet, rows)
        run = check.run("export", sheet, server=server, status=64, what="over one more edit")
        check.that("1 edited row " in run.err, "it counts that one", run.err)
        rows[3][rows[0].index("Proposal")] = ""
        rows[1][rows[0].index("Proposal")] = "Et"
        save(sheet, rows)
        check.run("export", sheet, server=server, status=64, what="over an edit back to what was sent once")
        rows[1][rows[0].index("Proposal")] = "Fem"
        save(sheet, rows)
        listed = json.loads(check.run("history", "list", "--json", server=server, status=0).out)["imports"]
        check.run("history", "undo", listed[-1]["id"], "--yes", server=server, status=0)
        check.run("export", sheet, server=server, status=64, what="over edits that were taken back")

        change(["Syv"])
        server.refused = {"key0000"}
        check.run("import", sheet, "--yes", server=server, status=2)
        check.run("export", sheet, server=server, status=64, what="over edits that the server refused")


def shortened(path, count):
    """Cuts a file after some of its rows, so that it is well formed; gives the number of the rows it had."""
    if path.endswith(".xlsx"):
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        name = "xl/worksheets/sheet1.xml"
        rows = re.findall(rb"<row .*?</row>", parts[name], re.S)
        for row in rows[1 + count:]:
            parts[name] = parts[name].replace(row, b"", 1)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in parts.items():
                archive.writestr(name, data)
        return len(rows) - 1
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    mark, head, tail = {"csv": ("\r\n", 1, ""), "po": ("\n\n", 1, ""), "xlf": ("</trans-unit>", 0, "</body></file></xliff>")}[path.split(".")[-1]]
    if "</unit>" in text:
        mark, tail = "</unit>", "</file></xliff>"
    pieces = text.split(mark)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(mark.join(pieces[:head + count]) + mark + tail)
    return len(pieces) - head - (not path.endswith(".po"))


def ends(check, server):
    """Sheets of every format that end early: each command tells, a strict import refuses, and others go on when told to."""
    for name, flags in [("a.xlsx", []), ("a.csv", []), ("a.po", []), ("a.xlf", []), ("b.xlf", ["--xliff-version", "2.1"])]:
        server.reset()
        path = f"{check.folder}/{name}"
        check.run("export", path, *flags, server=server, status=0)
        for command in (["check"], ["diff"]):
            run = check.run(*command, path, server=server, status=0)
            check.that("missing" not in run.out, f"{command[0]} of a whole {name} misses nothing", run.out)
        rows = shortened(path, 12)
        told = f"{name}: 12 of {rows} exported rows came back, so {rows - 12} rows are missing."
        for command in (["check"], ["diff"], ["import", "--yes"], ["import", "--dry-run"]):
            run = check.run(*command, path, server=server, status=0)
            check.that(run.out.count(told) == 1, f"{' '.join(command)} of a {name} that ends early tells it", run.out + run.err)
        for command in (["check"], ["diff"]):
            found = json.loads(check.run(*command, path, "--json", server=server, status=0).out)
            codes = [diagnostic["code"] for diagnostic in found["diagnostics"]]
            check.that(codes == ["sheet.rows-missing"] and found["files"][0]["exportedRows"] == rows, f"{command[0]} --json too", found)

    # A sheet with an edit.
    def first(number, row, places):
        if number == 0:
            row[places["Proposal"]] = "Forslag"
    server.reset()
    path = check.folder + "/edited.csv"
    check.run("export", path, server=server, status=0)
    edit(path, path, first)
    for source, target in (("whole", path), ("one", check.folder + "/one.csv"), ("other", check.folder + "/other.csv")):
        lines = rows_of(path)
        save(target, lines if source == "whole" else lines[:13] if source == "one" else lines[:1] + lines[13:])
    run = check.run("diff", check.folder + "/one.csv", check.folder + "/other.csv", server=server, status=0)
    check.that("missing" not in run.out, "the parts of a sheet miss nothing together", run.out)
    short = check.folder + "/one.csv"
    run = check.run("import", short, server=server, status=64, what="a short sheet without a terminal")
    check.that("the plan has 1 change, although 18 exported rows are missing and there is no terminal to ask on." in run.err, "it says both", run.err)
    run = check.run("import", short, "--yes", "--strict", server=server, status=1, what="a strict import of a short sheet")
    check.that("exported rows are missing from a file, and a strict import sends all or nothing" in run.err, "it says why", run.err)
    check.run("diff", short, "--output", check.folder + "/plan.json", server=server, status=0)
    check.run("import", "--plan", check.folder + "/plan.json", "--yes", "--strict", server=server, status=1, what="a strict import of its plan")
    check.that(server.held() == {}, "neither sends anything", server.held())
    run = check.run("import", "--plan", check.folder + "/plan.json", "--yes", "--json", server=server, status=0)
    check.that("sheet.rows-missing" in run.out and server.held() == {"key0000": "Forslag"}, "the plan tells and is carried out", run.out)

    # What an import writes has counts of its own.
    for ending in ("csv", "xlsx", "po", "xlf"):
        server.reset()
        check.run("export", f"{check.folder}/whole.{ending}", "--overwrite", server=server, status=0)
        edit(path, path, first)
        server.refused = {"key0000"}
        fixed, annotated = f"{check.folder}/fix.{ending}", f"{check.folder}/annotated.csv"
        check.run("import", path, "--yes", "--to-fix", fixed, "--annotate", annotated, server=server, status=2)
        for file in (fixed, annotated):
            run = check.run("check", file, status=0)
            check.that("missing" not in run.out, f"{os.path.basename(file)} misses nothing", run.out)
            os.remove(file)


def memories(check, server):
    """A memory that is damaged hides no other; one that cannot be filled is not left behind; one of the other place is named."""
    words = check.folder + "/words.csv"
    write(words, "en,da\nBread,Brød\n")
    unit = '<tu><tuv xml:lang="en"><seg>Bun</seg></tuv><tuv xml:lang="da"><seg>Bolle</seg></tuv></tu>'
    write(check.folder + "/cut.tmx", f'<tmx version="1.4"><header srclang="en"/><body>{unit * 2000}<tu>')
    languages = ["--source-lang", "en", "--target-lang", "da"]
    for name in ("acme", "baker", "cafe"):
        check.run("memory", "add", name, words, *languages, status=0)
    folder = check.folder + "/state/nstack-review/memories"
    with open(folder + "/baker.sqlite", "r+b") as file:
        file.write(b"no database")
    run = check.run("memory", "list", status=2)
    check.that([line.split()[0] for line in run.out.splitlines()] == ["acme", "cafe"], "the others are listed", run.out)
    check.that('error: memory "baker": ' in run.err and "nstack-review memory remove baker" in run.err, "the damaged one is named", run.err)
    found = json.loads(check.run("memory", "list", "--json", status=2).out)
    check.that([len(found["memories"]), [one["code"] for one in found["unreadable"]]] == [2, ["memory.damaged"]], "--json too", found)
    check.run("memory", "list", "--quiet", status=2)
    for command in (["memory", "status", "baker"], ["export", check.folder + "/m.csv", "--memory", "baker"]):
        run = check.run(*command, server=server, status=1)
        check.that(run.err.count("memory remove baker") == 1, f"{command[0]} says what to do, once", run.err)
    check.run("memory", "remove", "baker", status=0)
    check.run("memory", "list", status=0)

    check.run("memory", "add", "new", check.folder + "/cut.tmx", *languages, status=1)
    check.that(not [name for name in os.listdir(folder) if name.startswith("new.sqlite") and not name.endswith(".lock")],
               "a memory that got no file is not left behind", os.listdir(folder))
    check.run("memory", "add", "acme", check.folder + "/cut.tmx", *languages, status=1)
    check.run("memory", "add", "new", words, check.folder + "/cut.tmx", *languages, status=1)
    run = check.run("memory", "list", status=0)
    check.that([line.split()[0] for line in run.out.splitlines()] == ["acme", "cafe", "new"], "one that got a file stays", run.out)

    check.run("memory", "add", "tried", words, *languages, "--sandbox", status=0)
    run = check.run("memory", "remove", "acme", "--sandbox", status=64)
    check.that("There is one outside of the sandbox: leave --sandbox and NSTACK_SANDBOX out." in run.err, "the other place is named", run.err)
    for command in (["memory", "remove", "tried"], ["memory", "status", "tried"], ["export", check.folder + "/t.csv", "--memory", "tried"]):
        run = check.run(*command, server=server, status=64)
        check.that("There is one of the sandbox: add --sandbox." in run.err, f"{command[0]} names the sandbox's", run.err)
    run = check.run("memory", "remove", "neither", status=64)
    check.that("`nstack-review memory list` shows the memories" in run.err, "a name of neither place is looked up", run.err)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory(prefix="nstack-review-promises.") as folder, ProposalServer(30) as server:
        check = Check(sys.argv[1], folder)
        for part in PARTS:
            server.reset()
            for name in os.listdir(folder):
                path = os.path.join(folder, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
            part(check, server)
        print(f"{check.cases} promises, {check.wrong} broken")
        sys.exit(1 if check.wrong else 0)


PARTS = [folders, loudness, selections, sandboxes, nonsense, names, rounds, ends, memories]

if __name__ == "__main__":
    main()
