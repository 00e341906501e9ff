#!/usr/bin/env python3
"""unfinished_imports.py BINARY

Imports that were cut off, as their people meet them: gone on with, or taken back, or followed by another import, under another guid,
from another folder, with credentials that were refused. Asks what the server holds, what status says is left, and whether what is printed
is so."""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

from import_results import Round
from proposal_server import ProposalServer

KEYS = 6


class Cut(Round):
    """A round whose imports can be cut off."""

    def returned(self, out="returned.csv", **values):
        """A fresh server, an export, and a sheet that came back with these proposals."""
        self.run("export", "review.csv", "--overwrite")
        self.edit("review.csv", out, lambda rows: [rows[key].update({"Proposal": value}) for key, value in values.items()])

    def fresh(self, proposals=()):
        self.folder = tempfile.mkdtemp(dir=self.folder_of_all)
        self.environment.update(XDG_CONFIG_HOME=self.folder + "/config", XDG_STATE_HOME=self.folder + "/state", NSTACK_SETTLE_TIME="2")
        self.server.reset(proposals)

    def killed(self, *command, at, applies, method="POST", by=signal.SIGKILL):
        """Kills an import while its call of a number is under way, carried out or not; gives what it said."""
        arrived, number = threading.Event(), [0]

        def fault(asked, path, body):
            if asked != method:
                return None
            number[0] += 1
            if number[0] < at:
                return None
            answer = self.server.answer(asked, path, body) if applies and not arrived.is_set() else (500, {})
            arrived.set()
            time.sleep(1)
            return answer

        self.server.fault = fault
        process = subprocess.Popen([self.binary, *command, "--concurrency", "1", "--timeout", "2"], env=self.environment,
                                   cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.ask("the call arrives", arrived.wait(60))
        process.send_signal(by)
        said = process.communicate()[0]
        self.server.fault = None
        return said

    def refusing(self, *command, at, status=401):
        """Runs an import whose credentials are refused from a call on."""
        number = [0]

        def fault(method, path, body):
            number[0] += method == "POST"
            return (status, {"message": "invalid key"}) if number[0] >= at else None

        self.server.fault = fault
        run = self.run(*command, "--concurrency", "1", status=4)
        self.server.fault = None
        return run

    def unfinished(self):
        return [kept["id"] for kept in json.loads(self.run("status", "--json").stdout)["unfinishedImports"]]

    def imports(self):
        return [kept["id"] for kept in json.loads(self.run("history", "list", "--json").stdout)["imports"]]


THREE = {"key0000": "v0", "key0001": "v1", "key0002": "v2"}


def credentials(check):
    for at in (2, 3):
        check.fresh()
        check.returned(**THREE)
        check.refusing("import", "returned.csv", "--yes", at=at)
        check.ask("refused credentials leave an import to go on with", len(check.unfinished()) == 1)
        check.run("import", "--resume")
        check.ask("with good ones every row is sent, the one that met the refusal too", check.server.held() == THREE, check.server.held())


def another_sheet(check):
    check.fresh()
    check.returned(**THREE)
    check.refusing("import", "returned.csv", "--yes", at=2)
    kept = check.unfinished()
    os.rename(check.folder + "/returned.csv", check.folder + "/monday.csv")
    check.returned(key0005="tuesday")
    run = check.run("import", "returned.csv", "--yes")
    check.ask("another sheet of the same name does not end an import", check.unfinished() == kept and kept[0] in run.stderr, run.stderr)
    run = check.run("import", "--resume", status=64)
    check.ask("the sheet that was written over is named", "returned.csv was edited" in run.stderr, run.stderr)
    os.rename(check.folder + "/monday.csv", check.folder + "/returned.csv")
    check.run("import", "--resume")
    check.ask("with its own sheet it is gone on with", check.server.held() == dict(THREE, key0005="tuesday"), check.server.held())
    check.ask("then nothing is left", check.unfinished() == [])

    check.fresh()
    check.returned(**THREE)
    check.refusing("import", "returned.csv", "--yes", at=2)
    check.run("import", "returned.csv", "--yes")
    check.ask("the same sheet imported anew ends the import", check.unfinished() == [])
    check.fresh()
    check.returned(**THREE)
    check.refusing("import", "returned.csv", "--yes", at=2)
    check.run("history", "abandon", check.unfinished()[0])
    check.ask("an import can be left as it is", check.unfinished() == [])
    check.run("history", "abandon", check.imports()[0], status=1)


def taken_back(check):
    check.fresh()
    check.returned(**THREE)
    check.killed("import", "returned.csv", "--yes", at=2, applies=True)
    check.run("history", "undo", check.imports()[0], "--yes", "--timeout", "2")
    check.ask("what was in doubt is taken back too", check.server.held() == {}, check.server.held())
    run = check.run("import", "--resume")
    check.ask("what was taken back is not gone on with", check.server.held() == {} and "nothing to resume" in run.stderr, run.stderr)

    check.fresh()
    check.returned(**THREE)
    check.killed("import", "returned.csv", "--yes", at=2, applies=False)
    check.run("import", "returned.csv", "--yes", "--timeout", "2")
    check.ask("an import in doubt is over once another has done all of it", check.unfinished() == [])
    check.run("history", "undo", check.imports()[1], "--yes")
    check.run("import", "--resume")
    check.ask("what was taken back is not sent again", check.server.held() == {"key0000": "v0"}, check.server.held())

    # A later import of another sheet wants something else for one of the texts.
    check.fresh()
    check.returned(**THREE)
    check.refusing("import", "returned.csv", "--yes", at=2)
    check.returned("other.csv", key0001="later")
    check.run("import", "other.csv", "--yes")
    check.run("history", "undo", check.imports()[1], "--yes")
    run = check.run("import", "--resume", status=2)
    check.ask("a text that a later import touched is a conflict and is left alone",
              check.server.held() == {"key0000": "v0", "key0002": "v2"} and "A later import changed this text" in run.stdout, run.stdout)


def another_person(check):
    check.fresh()
    check.returned(**THREE)
    check.killed("import", "returned.csv", "--yes", at=2, applies=True)
    before = dict(check.server.proposals)
    for command in (["import", "--resume"], ["history", "undo", check.imports()[0], "--yes"]):
        run = check.run(*command, "--guid", "somebody-else", status=64)
        check.ask("another guid is refused", "another guid" in run.stderr and check.server.proposals == before, run.stderr)


def going_on(check):
    check.fresh()
    check.returned(**THREE)
    check.edit("returned.csv", "returned.csv", lambda rows: rows["key0005"].update({"Note": "ask the designer"}))
    check.killed("import", "returned.csv", "--yes", at=2, applies=True)
    os.mkdir(check.folder + "/elsewhere")
    with open(check.folder + "/elsewhere/returned.csv", "w") as file:
        file.write("a namesake")
    home, check.folder = check.folder, check.folder + "/elsewhere"
    run = check.run("import", "--resume", "--timeout", "2", "--report", "report.json")
    check.ask("it is gone on with from any folder", check.server.held() == THREE, run.stderr)
    if os.path.exists(check.folder + "/report.json"):
        with open(check.folder + "/report.json") as file:
            notes = [note["note"] for note in json.load(file)["notes"]]
    else:
        notes = None
    check.ask("its report has the notes", notes == ["ask the designer"], notes)
    check.folder = home
    check.run("export", "next.csv")
    check.ask("the note stands in the next export", check.rows("next.csv")[5]["Note"] == "ask the designer", check.rows("next.csv")[5])
    shown = check.run("history", "show", check.imports()[0])
    check.ask("a verified import is shown as one", shown.stdout.splitlines()[-1].startswith("verified:"), shown.stdout)

    check.fresh([(f"key000{number}", f"p{number}") for number in range(4)])
    check.run("export", "review.csv")
    check.edit("review.csv", "returned.csv", lambda rows: [rows[f"key000{number}"].update({"Action": "delete"}) for number in range(4)])
    check.killed("import", "returned.csv", "--yes", "--allow-delete", at=2, applies=False, method="DELETE")
    for flags, status in ((["--max-deletes", "2"], 1), (["--cleared", "delete"], 64), (["--on-conflict", "ask"], 64)):
        check.run("import", "--resume", *flags, "--timeout", "2", status=status)
        check.ask("flags are heeded or refused", len(check.server.held()) == 3, check.server.held())
    check.run("import", "--resume", "--max-deletes", "3", "--timeout", "2")
    check.ask("within the limit it is gone on with", check.server.held() == {}, check.server.held())


def to_fix(check):
    check.fresh()
    check.returned(**THREE)
    said = check.killed("import", "returned.csv", "--yes", "--to-fix", "fix.csv", at=2, applies=True, by=signal.SIGINT)
    check.ask("where a row was not tried, it is not said that no row needs fixing", "no row needs fixing yet" in said, said)
    check.ask("an interruption is not called a failure to read", "the import was interrupted, so" in said
              and "could not be read" not in said, said)
    try:
        import openpyxl
    except ImportError:
        return print("    skipped: a truth value in a workbook, as there is no openpyxl")
    check.fresh()
    check.run("export", "book.xlsx")
    book = openpyxl.load_workbook(check.folder + "/book.xlsx")
    column = {cell.value: cell.column for cell in book["Review"][1]}["Proposal"]
    for row, value in ((2, "v0"), (3, "v1"), (5, True)):
        book["Review"].cell(row, column).value = value
    book.save(check.folder + "/returned.xlsx")
    check.killed("import", "returned.xlsx", "--yes", at=2, applies=True)
    check.run("import", "--resume", "--timeout", "2", "--to-fix", "fix.csv", status=2)
    check.ask("what a program made of a proposal is to be looked at after going on too",
              ["Check the proposal" in row["Problem"] for row in check.rows("fix.csv")] == [True], check.rows("fix.csv"))
    check.run("import", "fix.csv", "--yes")
    check.ask("and is not sent before", check.server.held() == {"key0000": "v0", "key0001": "v1"}, check.server.held())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nstack-review-unfinished.") as folder, ProposalServer(KEYS) as server:
        check = Cut(arguments.binary, server, folder)
        check.folder_of_all = folder
        for part in (credentials, another_sheet, taken_back, another_person, going_on, to_fix):
            part(check)
    for line in check.wrong:
        print("  WRONG:", line)
    print(f"{check.asked} questions about imports that were cut off, {len(check.wrong)} answered wrong")
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()
