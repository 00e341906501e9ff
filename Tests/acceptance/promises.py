#!/usr/bin/env python3
"""promises.py BINARY

Does the program keep what its help and its messages promise: folders with files that are no sheets, --verbose and --quiet,
selections that match nothing, --data on a sandbox that has texts, answers of nonsense, names of files that are hard to show, and
an export over a sheet whose edits were imported. Runs against an embedded sandbox and a server of the check's own."""
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

    def run(self, *command, status=None, what="", server=None, folder=None):
        """Runs the program; beside the embedded sandbox, or with a server's variables."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        environment.update(SWIFT_BACKTRACE="enable=no", NO_COLOR="1", XDG_CONFIG_HOME=self.folder + "/config",
                           XDG_STATE_HOME=self.folder + "/state", XDG_CACHE_HOME=self.folder + "/cache")
        if server:
            environment.update(server.environment())
        run = subprocess.run([self.binary, *command], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                             timeout=120, cwd=folder or self.folder)
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
    check.that("addresses.csv: left out, as it is not a review sheet" in run.out, "check names the foreign file", run.out)
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
    check.that("1 file is not a review sheet, and --strict was given; nothing was sent." in run.err, "it says why", run.err)
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


PARTS = [folders]

if __name__ == "__main__":
    main()
