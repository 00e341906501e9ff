#!/usr/bin/env python3
"""promises.py BINARY

Does the program keep what its help and its messages promise: folders with files that are no sheets, --verbose and --quiet, selections that
match nothing, --data on a sandbox that has texts, names of files that are hard to show, sheets of every format that end
early, texts where no import reads any in files of tools, and memories that are damaged or elsewhere."""
import json
import os
import re
import shutil
import tempfile
import zipfile

import checks
import sheets
from checks import ask, takes, write
from messages import macros
from servers import ProposalServer, proposal, write_texts


class Promises(checks.Program):
    def run(self, *command, status=None, server=None, **options):
        """Runs the program; without a server's variables, or with them."""
        return super().run(*command, status=status, variables=server.variables if server else {}, **options)

    @staticmethod
    def that(holds, what, found=""):
        return ask(what, holds, found)


def folders(it, server):
    """Folders of sheets: files that are no sheets, macros, folders in folders."""
    returned = it.folder + "/returned"
    it.run("export", it.folder + "/review.csv", server=server, status=0)

    os.makedirs(returned + "/later")
    with sheets.edited(it.folder + "/review.csv", returned + "/sheet.csv") as rows:
        rows["key0000"]["Proposal"] = "Forslag"
    write(returned + "/addresses.csv", "Name,Street\nAnna,Strandvejen\n")
    write(returned + "/read me.txt", "hello\n")
    it.run("export", returned + "/plain.xlsx", server=server, status=0)
    macros(returned + "/plain.xlsx", returned + "/macros.xlsm")
    os.remove(returned + "/plain.xlsx")
    shutil.copy(returned + "/sheet.csv", returned + "/later/sheet.csv")

    run = it.run("check", returned, status=3)
    it.that("addresses.csv: left out because it cannot be read as a review sheet" in run.stdout, "check names the foreign file", run.stdout)
    it.that("read me.txt was not read" in run.stdout, "check names the text file", run.stdout)
    it.that("later is a folder and was not read; --recursive reads it." in run.stdout, "check names the folder", run.stdout)
    it.that("60 rows in 2 files" in run.stdout, "check reads the workbook with macros", run.stdout)
    run = it.run("diff", returned, "--json", server=server, status=3)
    found = json.loads(run.stdout or "{}")
    it.that([os.path.basename(f["file"]) for f in found.get("foreignFiles", [])] == ["addresses.csv"], "diff lists the foreign file", run.stdout[:300])
    it.that(found.get("summary", {}).get("propose") == 1, "diff plans the rest", run.stdout[:300])
    run = it.run("check", returned, "--recursive", status=3)
    it.that("90 rows in 3 files" in run.stdout, "--recursive reads the folder inside", run.stdout)

    before = server.writes()
    run = it.run("import", returned, "--yes", "--strict", server=server, status=1, what="a strict import with a foreign file")
    it.that("1 file left out, and a strict import sends all or nothing; nothing was sent." in run.stderr, "it says why", run.stderr)
    it.that(server.writes() == before, "a strict import sends nothing")
    it.run("diff", returned, "--output", it.folder + "/plan.json", server=server, status=3)
    it.run("import", "--plan", it.folder + "/plan.json", "--yes", server=server, status=2, what="the saved plan")
    it.that(server.held() == {"key0000": "Forslag"}, "the saved plan is carried out", server.held())
    run = it.run("import", returned, "--yes", server=server, status=2, what="an import with a foreign file")
    it.that("addresses.csv: left out" in run.stdout, "import names the foreign file", run.stdout)
    run = it.run("import", returned + "/addresses.csv", "--yes", server=server, status=1, what="a foreign file alone")
    it.that(run.stderr.count("\n") == 1 and "this is not a review sheet" in run.stderr, "it is one error", run.stderr)
    write(returned + "/old.ods", "PK\x03\x04 no")
    shutil.make_archive(returned + "/rest", "zip", returned, "sheet.csv")
    write(returned + "/review.gsheet", '{"doc_id": "1", "email": "a@example.com"}')
    write(returned + "/cafe.csv", "Section,Key,Locale,Current value,Proposal\ns,k,da,Caf\u00e9,\n", encoding="latin-1")
    write(returned + "/lost.csv", "Section,Key,Current value,Proposal\ns,k,a,b\n")
    shutil.copy(returned + "/sheet.csv", returned + "/sheet.txt")
    shutil.copy(returned + "/sheet.csv", returned + "/late.xlsx.part")
    left = {"sheet.txt": "only read if they are named", "late.xlsx.part": "unfinished download", "old.ods": "incomplete", "rest.zip": "a ZIP archive", "review.gsheet": "only a link to another file", "cafe.csv": "not valid UTF-8", "lost.csv": '"Locale"'}
    run = it.run("check", returned, status=3, what="a folder with files that cannot be read")
    for name, reason in left.items():
        it.that(any(name + ": left out" in line and reason in line for line in run.stdout.splitlines()), "check names " + name, run.stdout)
    it.that("60 rows in 2 files" in run.stdout, "check reads the others", run.stdout)
    it.run("import", returned, "--yes", server=server, status=2, what="an import with files that cannot be read")
    before = server.writes()
    run = it.run("import", returned, "--yes", "--strict", server=server, status=1, what="a strict import with files that cannot be read")
    it.that("8 files left out" in run.stderr and "rest.zip: left out" in run.stderr, "it names them", run.stderr)
    it.that(server.writes() == before, "it sends nothing")
    for name in left:
        os.remove(returned + "/" + name)
    shutil.rmtree(returned)


def loudness(it, server):
    """--verbose prints each call, --quiet errors only."""
    it.run("export", it.folder + "/review.csv", server=server, status=0)
    with sheets.edited(it.folder + "/review.csv", it.folder + "/returned.csv") as rows:
        rows["key0000"]["Proposal"], rows["key0001"]["Action"] = "Forslag", "nonsense"
    run = it.run("status", "--verbose", server=server, status=0)
    lines = run.stderr.splitlines()
    calls = [line for line in lines if re.fullmatch(r"(GET|POST|DELETE) /[!-~]*: [0-9]{3} in [0-9]+ ms", line)]
    it.that(len(calls) >= 2 and calls == lines, "--verbose prints each call in a line", run.stderr)
    it.that(any("/proposals: 200 in" in line for line in calls), "--verbose names the path", run.stderr)
    failures = iter([(429, {"message": "busy"})])
    server.fault = lambda method, path, body: next(failures, None) if method == "POST" else None
    run = it.run("import", it.folder + "/returned.csv", "--yes", "-v", server=server, status=2)
    server.fault = None
    it.that("POST /api/v2/content/localize/proposals: 429 in" in run.stderr, "--verbose prints a write", run.stderr)
    it.that(": again in " in run.stderr and "after api." in run.stderr, "--verbose prints a repetition", run.stderr)
    for secret in ("check-key", server.guid, "Forslag"):
        it.that(secret not in run.stderr, f"--verbose keeps {secret} to itself", run.stderr)

    for command in (["status"], ["history", "list"], ["proposals", "list"], ["proposals", "add", "main", "key0003", "da-DK", "x"],
                    ["export", it.folder + "/quiet.csv"], ["convert", it.folder + "/review.csv", it.folder + "/quiet.xlsx"]):
        server.reset()
        run = it.run(*command, "-q", server=server, status=0)
        it.that(run.stdout == "" and run.stderr == "", f"{' '.join(command)} -q prints nothing", run.stdout + run.stderr)
        server.reset()
        run = it.run(*command, "-q", "--json", server=server, status=0)
        it.that(json.loads(run.stdout or "0") != 0 and run.stderr == "", f"{' '.join(command)} -q --json prints the object")
    shutil.copy(it.folder + "/review.csv", it.folder + "/clean.csv")
    for verb in (["check"], ["diff"], ["import", "--yes"]):
        target = {} if verb == ["check"] else {"server": server}
        run = it.run(*verb, it.folder + "/clean.csv", "-q", status=0, **target)
        it.that(run.stdout == "" and run.stderr == "", f"{verb[0]} -q prints nothing where nothing is wrong", run.stdout + run.stderr)
        run = it.run(*verb, it.folder + "/returned.csv", "-q", status=2 if verb[0] == "import" else 3, **target)
        it.that(run.stdout == "" and re.fullmatch(r"error: .*row 3.*(unknown.action|nonsense).*\n", run.stderr) is not None,
                   f"{verb[0]} -q prints what is wrong, on standard error", run.stdout + run.stderr)
        run = it.run(*verb, it.folder + "/returned.csv", "-q", "--json", status=2 if verb[0] == "import" else 3, **target)
        it.that(len(json.loads(run.stdout or "{}")) > 2 and run.stderr == "", f"{verb[0]} -q --json prints the object", run.stderr)
    run = it.run("export", "-", "-q", server=server, status=0)
    it.that(run.stdout.count("\n") == 31, "export - -q prints the sheet", run.stdout[:200])
    it.run("status", "-q", "-v", server=server, status=64, what="--quiet and --verbose together")


def selections(it, server):
    """Flags that choose texts."""
    sheet = it.folder + "/out.csv"
    server.propose("key0001", "fra en anden")
    server.texts["key0002"] = ""
    run = it.run("export", sheet, "--only", "missing", "--only", "proposed", server=server, status=0)
    it.that(sorted(row[1] for row in sheets.table(sheet)[1:]) == ["key0001", "key0002"], "--only is repeatable")
    it.run("export", sheet, "--only", "missing,proposed", server=server, status=0)
    it.that(len(sheets.table(sheet)) == 3, "--only takes commas")
    it.run("export", sheet, "--only", "mine", server=server, status=0, what="nothing left by --only")
    it.run("proposals", "list", "--key", "key0005", server=server, status=0, what="a text without a proposal")
    it.run("proposals", "list", "--locale", "xx", server=server, status=64, what="a locale that is not there")
    it.run("export", it.folder + "/sandbox.csv", "--sandbox", status=0)
    run = it.run("export", sheet, "--since", it.folder + "/sandbox.csv", server=server, status=1, what="--since with a sheet of another application")
    it.that("sandbox.csv: " in run.stderr and "a different application" in run.stderr, "it says so", run.stderr)
    it.run("export", it.folder + "/first.csv", server=server, status=0)
    it.run("export", it.folder + "/next.csv", "--since", it.folder + "/first.csv", server=server, status=0)
    it.that(len(sheets.table(it.folder + "/next.csv")) == 1, "--since with its own sheet")
    run = it.run("export", it.folder + "/one.csv", "--key", "key0007", server=server, status=0)
    it.that("1 row, 1 text in 1 locale" in run.stderr, "one row is a row", run.stderr)


def sandboxes(it, server):
    """--data on a sandbox that has texts."""
    def texts(name, value, pending):
        return write_texts(f"{it.folder}/{name}", ["da-DK"], {"da-DK": {"main": {"title": value}}},
                           [proposal(1, ("main", "title", "da-DK"), pending, True)])
    first, other, third = texts("first", "Et", "a"), texts("other", "To", "a"), texts("third", "Et", "b")
    place = it.folder + "/kept"
    it.environment["NSTACK_SANDBOX_DIR"] = place
    it.run("status", "--sandbox", "--data", first, status=0)
    it.run("status", "--sandbox", "--data", first, status=0, what="the same --data once more")
    it.run("status", "--sandbox", status=0)
    it.run("proposals", "add", "main", "title", "da-DK", "ny", "--sandbox", status=0)
    it.run("status", "--sandbox", "--data", first, status=0, what="the same --data after a proposal")
    for data in (other, third):
        run = it.run("status", "--sandbox", "--data", data, status=64, what="other --data")
        it.that("has other texts than those of " + data in run.stderr and "reload: true" in run.stderr, "it says what to do", run.stderr)
        run = it.run("sandbox", "--database", place + "/sandbox.sqlite", "--data", data, status=64, patience=20, what="sandbox, other --data")
        it.that("reload: true" in run.stderr, "it says what to do", run.stderr)
    run = it.run("status", "--data", first, server=server, status=64, what="--data without a sandbox")
    del it.environment["NSTACK_SANDBOX_DIR"]


def names(it, server):
    """Names of files that are hard to show."""
    long = it.folder + "/" + "\x1b[31m\u202e" * 30 + ".csv"
    for command in (["check", long], ["check", long, long, long], ["diff", long, "--sandbox"]):
        run = it.run(*command, status=1)
        it.that(max(map(len, run.stderr.splitlines())) < 5000 and "\x1b" not in run.stderr, "a line is not long", len(run.stderr))
    # Each message names several rows of the file.
    deep = it.folder + "/" + "/".join(["\x1b" * 200] * 15)
    os.makedirs(os.path.dirname(deep))
    sheets.save(deep, [["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]]
         + [["main", "key0001", "da-DK", "", f"number {number}", ""] for number in range(8)])
    run = it.run("check", deep, status=3)
    it.that(max(map(len, run.stdout.splitlines())) < 5000, "a long path makes no long line", max(map(len, run.stdout.splitlines())))
    os.rename(deep, it.folder + "/short")
    run = it.run("export", long, "--sandbox", status=0)
    it.that("\x1b" not in run.stderr and "\u202e" not in run.stderr, "export shows what it wrote", run.stderr)
    run = it.run("check", long, "--json", status=0)
    run = it.run("status", "--sandbox", status=0)
    it.that("\x1b" not in run.stdout and "\u202e" not in run.stdout, "status shows the sheet's name", run.stdout[:300])
    run = it.run("status", "--sandbox", "--json", status=0)
    it.that(not re.search("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\x00-\x09\x0b-\x1f]", run.stdout), "JSON holds no mark as it is")
    listed = json.loads(run.stdout)["sheets"]
    it.that(listed[0]["file"] == long, "JSON says the name all the same", listed)
    folder = it.folder + "/latin"
    os.mkdir(folder)
    with open(folder.encode() + b"/caf\xe9.csv", "wb") as file:
        file.write(b"Section,Key,Locale,Current value,Proposal,Deletable\n")
    run = it.run("check", folder, status=64, what="a folder with a name that is not UTF-8")
    it.that("a file whose name is not UTF-8: caf\\xE9.csv" in run.stderr, "it is named", run.stderr)
    run = it.run("check", folder.encode() + b"/caf\xe9.csv", status=64, what="a name that is not UTF-8")
    it.that("/caf\\xE9.csv is not UTF-8" in run.stderr and run.stderr.count("\n") == 1, "it is named", run.stderr)
    it.run("status", server=server, status=0)
    kept = [name for name in os.listdir(it.folder + "/cache/nstack-review") if name != "catalog-names"]
    it.that(len(kept) == 1 and re.fullmatch("[a-z2-7]{10}-newest", kept[0]) is not None, "the cache has a name", kept)


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


def ends(it, server):
    """Sheets of every format that end early: each command tells, a strict import refuses, and others go on when told to."""
    for name, flags in [("a.xlsx", []), ("a.csv", []), ("a.po", []), ("a.xlf", []), ("b.xlf", ["--xliff-version", "2.1"])]:
        server.reset()
        path = f"{it.folder}/{name}"
        it.run("export", path, *flags, server=server, status=0)
        for command in (["check"], ["diff"]):
            run = it.run(*command, path, server=server, status=0)
            it.that("missing" not in run.stdout, f"{command[0]} of a whole {name} misses nothing", run.stdout)
        rows = shortened(path, 12)
        missing = f"{name}: 12 of {rows} exported rows came back, so {rows - 12} rows are missing."
        for command in (["check"], ["diff"], ["import", "--yes"], ["import", "--dry-run"]):
            run = it.run(*command, path, server=server, status=0)
            it.that(run.stdout.count(missing) == 1, f"{' '.join(command)} of a {name} that ends early says so", run.stdout + run.stderr)
        for command in (["check"], ["diff"]):
            found = json.loads(it.run(*command, path, "--json", server=server, status=0).stdout)
            codes = [diagnostic["code"] for diagnostic in found["diagnostics"]]
            it.that(codes == ["sheet.rows-missing"] and found["files"][0]["exportedRows"] == rows, f"{command[0]} --json too", found)

    server.reset()
    path = it.folder + "/edited.csv"
    it.run("export", path, server=server, status=0)
    with sheets.edited(path, path) as rows:
        rows["key0000"]["Proposal"] = "Forslag"
    rows = list(rows.values())
    sheets.save_records(it.folder + "/one.csv", rows[:12])
    sheets.save_records(it.folder + "/other.csv", rows[12:])
    run = it.run("diff", it.folder + "/one.csv", it.folder + "/other.csv", server=server, status=0)
    it.that("missing" not in run.stdout, "the parts of a sheet miss nothing together", run.stdout)
    short = it.folder + "/one.csv"
    run = it.run("import", short, server=server, status=64, what="a short sheet without a terminal")
    it.that("the plan has 1 change, although 18 exported rows are missing and there is no terminal to ask on." in run.stderr, "it says both", run.stderr)
    run = it.run("import", short, "--yes", "--strict", server=server, status=1, what="a strict import of a short sheet")
    it.that("exported rows are missing from a file, and a strict import sends all or nothing" in run.stderr, "it says why", run.stderr)
    it.run("diff", short, "--output", it.folder + "/plan.json", server=server, status=0)
    it.run("import", "--plan", it.folder + "/plan.json", "--yes", "--strict", server=server, status=1, what="a strict import of its plan")
    it.that(server.held() == {}, "neither sends anything", server.held())
    run = it.run("import", "--plan", it.folder + "/plan.json", "--yes", "--json", server=server, status=0)
    it.that("sheet.rows-missing" in run.stdout and server.held() == {"key0000": "Forslag"}, "the plan says so and is carried out", run.stdout)

    # What an import writes has counts of its own.
    for ending in ("csv", "xlsx", "po", "xlf"):
        server.reset()
        it.run("export", f"{it.folder}/whole.{ending}", "--overwrite", server=server, status=0)
        server.refused = {"key0000"}
        fixed, annotated = f"{it.folder}/fix.{ending}", f"{it.folder}/annotated.csv"
        it.run("import", path, "--yes", "--to-fix", fixed, "--annotate", annotated, server=server, status=2)
        for file in (fixed, annotated):
            run = it.run("check", file, status=0)
            it.that("missing" not in run.stdout, f"{os.path.basename(file)} misses nothing", run.stdout)
            os.remove(file)


def unread(it, server):
    """Texts where no import reads any, in files of tools: a strict import sends nothing, and any other tells them once."""
    added, comment = '<trans-unit id="new"><source>New</source><target>Mere</target></trans-unit></body>', "<!-- Mere --></body>"
    obsolete = '\n#~ msgid "New"\n#~ msgstr "Mere"\n'
    for name, written in [("added.xlf", ("</body>", added)), ("comment.xlf", ("</body>", comment)), ("obsolete.po", (r"\Z", obsolete))]:
        server.reset()
        path = f"{it.folder}/{name}"
        it.run("export", path, server=server, status=0)
        edited = re.sub(r'(<target state="translated">|msgstr ")Text number 0(</target>|")', r"\1Forslag\2", checks.read(path).decode())
        checks.write(path, re.sub(written[0], lambda _: written[1], edited, count=1))
        run = it.run("import", path, "--yes", "--strict", server=server, status=1, what=f"a strict import of {name}")
        it.that('is not read: "Mere".' in run.stderr and server.held() == {}, "it says which, and sends nothing", run.stderr)
        run = it.run("import", path, "--yes", server=server, status=0)
        it.that((run.stdout + run.stderr).count('"Mere"') == 1 and server.held() == {"key0000": "Forslag"}, "any other tells it", run.stdout)


def memories(it, server):
    """A memory that is damaged hides no other; one that cannot be filled is not left behind; one of the other place is named."""
    words = it.folder + "/words.csv"
    write(words, "en,da\nBread,Brød\n")
    unit = '<tu><tuv xml:lang="en"><seg>Bun</seg></tuv><tuv xml:lang="da"><seg>Bolle</seg></tuv></tu>'
    write(it.folder + "/cut.tmx", f'<tmx version="1.4"><header srclang="en"/><body>{unit * 2000}<tu>')
    languages = ["--source-lang", "en", "--target-lang", "da"]
    for name in ("acme", "baker", "cafe"):
        it.run("memory", "add", name, words, *languages, status=0)
    folder = it.folder + "/state/nstack-review/memories"
    with open(folder + "/baker.sqlite", "r+b") as file:
        file.write(b"no database")
    run = it.run("memory", "list", status=2)
    it.that([line.split()[0] for line in run.stdout.splitlines()] == ["acme", "cafe"], "the others are listed", run.stdout)
    it.that('error: memory "baker": ' in run.stderr and "nstack-review memory remove baker" in run.stderr, "the damaged one is named", run.stderr)
    found = json.loads(it.run("memory", "list", "--json", status=2).stdout)
    it.that([len(found["memories"]), [one["code"] for one in found["unreadable"]]] == [2, ["memory.damaged"]], "--json too", found)
    it.run("memory", "list", "--quiet", status=2)
    for command in (["status", "--memory", "baker"], ["export", it.folder + "/m.csv", "--memory", "baker"]):
        run = it.run(*command, server=server, status=1)
        it.that(run.stderr.count("memory remove baker") == 1, f"{command[0]} says what to do, once", run.stderr)
    it.run("memory", "remove", "baker", status=0)
    it.run("memory", "list", status=0)

    it.run("memory", "add", "new", it.folder + "/cut.tmx", *languages, status=1)
    it.that(not [name for name in os.listdir(folder) if name.startswith("new.sqlite") and not name.endswith(".lock")],
               "a memory that got no file is not left behind", os.listdir(folder))
    it.run("memory", "add", "acme", it.folder + "/cut.tmx", *languages, status=1)
    it.run("memory", "add", "new", words, it.folder + "/cut.tmx", *languages, status=1)
    run = it.run("memory", "list", status=0)
    it.that([line.split()[0] for line in run.stdout.splitlines()] == ["acme", "cafe", "new"], "one that got a file stays", run.stdout)

    it.run("memory", "add", "tried", words, *languages, "--sandbox", status=0)
    run = it.run("memory", "remove", "acme", "--sandbox", status=64)
    it.that("There is one outside of the sandbox: leave --sandbox and NSTACK_SANDBOX out." in run.stderr, "the other place is named", run.stderr)
    for command in (["memory", "remove", "tried"], ["status", "--memory", "tried"], ["export", it.folder + "/t.csv", "--memory", "tried"]):
        run = it.run(*command, server=server, status=64)
        it.that("There is one of the sandbox: add --sandbox." in run.stderr, f"{command[0]} names the sandbox's", run.stderr)
    run = it.run("memory", "remove", "neither", status=64)
    it.that("`nstack-review memory list` shows the memories" in run.stderr, "a name of neither place is looked up", run.stderr)


PARTS = [folders, loudness, selections, sandboxes, names, ends, unread, memories]


@takes("binary", only="")
def promises(options):
    with checks.scratch() as folder, ProposalServer(30) as server:
        for part in PARTS:
            if options.only in part.__name__:
                server.reset()
                part(Promises(options.binary, tempfile.mkdtemp(dir=folder)), server)
    return "promises"


if __name__ == "__main__":
    checks.main(__doc__, promises)
