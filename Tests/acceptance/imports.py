#!/usr/bin/env python3
"""imports.py MODE BINARY

Imports as people meet them, on a server of the check's own. Asks what the server holds, what is left, and whether what is printed is so."""
import datetime
import json
import os
import re
import signal
import tempfile
import threading
import time
import zipfile

import checks
import sheets
from checks import ask, same, takes
from servers import ProposalServer, Sandbox, write_texts

openpyxl = checks.module("openpyxl")
KEYS = 12
THREE = {"key0000": "v0", "key0001": "v1", "key0002": "v2"}


def numbered(prefix, count, first=0):
    return {f"key000{number}": f"{prefix} {number}" for number in range(first, first + count)}


class Round(checks.Program):
    """A fresh server and a fresh folder, in which sheets go out and come back."""

    def __init__(self, binary, server, parent, proposals=()):
        super().__init__(binary, tempfile.mkdtemp(dir=parent), server, NSTACK_SETTLE_TIME="2", NSTACK_PROGRESS="off")
        self.parent = parent
        # The editor keeps the text that it was given in `edited`, and leaves what is in `to-write`.
        self.environment["EDITOR"] = self.editor = self.path("editor")
        checks.write(self.editor, f'#!/bin/sh\ncat "$1" >>"{self.path("edited")}"\ncat "{self.path("to-write")}" >"$1"\n')
        os.chmod(self.editor, 0o700)
        server.reset(proposals)

    def fresh(self, proposals=()):
        return Round(self.binary, self.server, self.parent, proposals)

    def path(self, name):
        return f"{self.folder}/{name}"

    def write(self, text):
        """What the editor will write."""
        checks.write(self.path("to-write"), text + "\n")

    def rows(self, name):
        return sheets.records(self.path(name))

    def column(self, name, column):
        return {row["Key"]: row[column] for row in self.rows(name) if row[column]}

    def edit(self, name, out, *changes, **values):
        """Writes a copy of a sheet with proposals: key -> text; and other cells: (key, column, text)."""
        with sheets.edited(self.path(name), self.path(out)) as rows:
            for key, column, text in [*((key, "Proposal", text) for key, text in values.items()), *changes]:
                rows[key][column] = text

    def returned(self, out="returned.csv", *changes, **values):
        """An export, and a sheet that came back with changes."""
        self.run("export", "review.csv", "--overwrite")
        self.edit("review.csv", out, *changes, **values)

    def cut_off(self, at, *command, applies=True, by=signal.SIGKILL):
        """Kills an import while its call of a number is under way, carried out or not; gives what it said."""
        arrived, number = threading.Event(), [0]

        def fault(asked, path, body):
            number[0] += asked == "POST"
            if asked != "POST" or number[0] < at:
                return None
            answer = self.server.carried_out(asked, path, body) if applies and not arrived.is_set() else (500, {})
            arrived.set()
            time.sleep(1)
            return answer

        self.server.fault = fault
        process = self.start(*(command or ("import", "returned.csv", "--yes")), variables={"NSTACK_CONCURRENCY": "1", "NSTACK_TIMEOUT": "2"})
        ask("the call arrives", arrived.wait(60))
        process.send_signal(by)
        said = "".join(process.communicate())
        self.server.fault = None
        return said

    def refused(self, at):
        """An import of three proposals whose credentials are refused from a call on; gives its id."""
        self.returned(**THREE)
        number = [0]

        def fault(method, path, body):
            number[0] += method == "POST"
            return (401, {"message": "invalid key"}) if number[0] >= at else None

        self.server.fault = fault
        self.run("import", "returned.csv", "--yes", variables={"NSTACK_CONCURRENCY": "1"}, status=4)
        self.server.fault = None
        return self.unfinished()

    def sends_nothing(self, what, *command, status=0):
        before = self.server.writes()
        run = self.run(*command, status=status)
        ask(f"{what}: nothing is sent", self.server.writes() == before, self.server.log[-4:])
        return run

    def holds(self, what, expected):
        return same(f"{what}: what the server holds", self.server.held(), expected)


def each(options, *parts):
    """Runs parts, each with a fresh round."""
    with checks.scratch() as folder, ProposalServer(KEYS) as server:
        for part in parts:
            part(Round(options.binary, server, folder))


@takes("binary")
def results(options):
    """One round with its annotated copy, to-fix sheet, reports, saved plans, questions on a terminal, and undo: do they say and do what they
    should, and does a sheet that was handed back send nothing by itself? The workbook needs openpyxl."""
    each(options, first_round, workbook, unreachable, plans, questions, kept_decisions, copies)
    return "rounds and their reports"


def first_round(it):
    it.server.reset([("key0000", "pending, ours"), ("key0001", "pending, to go")])
    it.returned("returned.csv", ("key0001", "Action", "delete"), ("key0004", "Current value", "Text"), ("key0006", "Note", "ask the designer"),
                key0000="pending, changed", key0002="new text", key0003="refused text", key0004="on a damaged row", key0005="in conflict")
    it.server.propose("key0005", "somebody was faster")
    it.server.refused = {"key0003"}
    run = it.run("import", "returned.csv", "--yes", "--allow-delete", "--annotate", "annotated.csv", "--to-fix", "fix.csv",
                 "--report", "report.html", status=2)
    it.run("import", "returned.csv", "--yes", "--allow-delete", "--json", "--report", "report.json", status=2)
    it.holds("a round", {"key0000": "pending, changed", "key0002": "new text"})
    ask("the counts are in one line", "12 rows: 3 sent (1 deleted, 2 proposed), 6 nothing to do (6 unchanged), "
        "2 refused (1 damaged, 1 refused), 1 undecided (1 conflict)\n" in run.stdout, run.stdout)
    results, texts = it.column("annotated.csv", "Result"), it.column("annotated.csv", "Proposal")
    same("each row that is not simply unchanged has its result", set(results), {f"key000{n}" for n in range(6)})
    ask("the server's words are in it", "locked by its owner" in results["key0003"], results)
    same("what a reviewer wrote is kept", it.column("annotated.csv", "Note"),
         {"key0004": '"Current value" held this text: Text', "key0006": "ask the designer"})
    it.server.refused = set()
    for name in ("annotated.csv", "fix.csv"):
        it.sends_nothing(f"{name} once more", "import", name, "--yes", "--allow-delete", "--cleared", "delete", "--on-conflict", "propose",
                         "--accept", "damaged")
        said = it.run("check", name).stdout
        ask(f"{name} says what waits", "3 rows still to fix: an earlier import did not do" in said, said)
        it.sends_nothing(f"{name} in a strict import", "import", name, "--yes", "--strict", status=1)
    ask("what was not carried out is a suggestion",
        texts["key0003"] == "refused text" and "Skriv accept under Action" in results["key0003"], results)
    same("the damaged cell is put right", it.column("annotated.csv", "Current value")["key0004"], "Text number 4")
    before = it.server.writes()
    it.edit("annotated.csv", "accepted.csv", ("key0003", "Action", "accept"))
    it.run("import", "accepted.csv", "--yes")
    ask("what is accepted is sent", it.server.held().get("key0003") == "refused text" and it.server.writes() - before == 1, it.server.log[-4:])
    same("the to-fix sheet holds just what is to be fixed", {row["Key"] for row in it.rows("fix.csv")}, {"key0003", "key0004", "key0005"})
    it.edit("fix.csv", "fixed.csv", ("key0004", "Action", "accept"), key0005="in conflict, mended")
    it.run("import", "fixed.csv", "--yes")
    ask("of the to-fix sheet what is accepted and what is edited is sent",
        it.server.writes() - before == 3 and it.server.held().items() >= {"key0004": "on a damaged row", "key0005": "in conflict, mended"}.items(),
        it.server.log[-4:])
    report = checks.json_of(it.path("report.json"))["summary"]
    ask("the JSON report counts every row", sum(report["verdicts"].values()) == report["rows"] == KEYS, report)
    page = checks.read(it.path("report.html")).decode()
    same("the page is one file without a link to elsewhere", re.findall(r"<(?:link|img)|<script[^>]* src|https?://(?!127)", page), [])
    for word in ("refused text", "somebody was faster", "locked by its owner", "new text"):
        ask(f"the page has \"{word}\"", word in page)
    listed = it.object("sheets")["sheets"]
    ask("the list of sheets knows that the sheet came back",
        any(os.path.basename(returned["file"]) == "returned.csv" for sheet in listed for returned in sheet["returns"]), listed)
    it.run("export", "next.csv")
    same("the notes are in the next export", it.column("next.csv", "Note"),
         {"key0004": '"Current value" held this text: Text', "key0006": "ask the designer"})


def workbook(it):
    if not openpyxl:
        return checks.skip("the annotated workbook, as there is no openpyxl")
    it.server.reset([("key0001", "to go")])
    it.run("export", "book.xlsx")
    book = openpyxl.load_workbook(it.path("book.xlsx"))
    sheet = book["Review"]
    column = {cell.value: cell.column for cell in sheet[1]}
    extra = sheet.max_column + 1
    for row, name, value in ((4, "Proposal", "typed in a workbook"), (5, "Section", "moved"), (5, "Proposal", "on a damaged row"),
                             (6, "Proposal", datetime.date(2026, 1, 31)), (1, None, "Owner"), (4, None, "Anna"), (5, None, "=1+1")):
        sheet.cell(row, column.get(name, extra)).value = value
    book.save(it.path("returned.xlsx"))
    it.run("diff", "returned.xlsx", "--annotate", "plan.xlsx", status=3)
    planned = [row["key"] for row in it.object("diff", "plan.xlsx", status=3)["items"] if row["verdict"] == "propose"]
    same("the annotated plan plans the same, and no text that a program made", planned, ["key0002"])
    it.run("import", "returned.xlsx", "--yes", "--annotate", "annotated.xlsx", "--to-fix", "fix.xlsx", status=2)
    book = openpyxl.load_workbook(it.path("annotated.xlsx"))
    rows = [dict(zip([cell.value for cell in book["Review"][1]], [cell.value for cell in row])) for row in book["Review"].iter_rows()]
    ask("the row that was sent says so", rows[3].get("Result"), rows[3])
    same("a reviewer's own column comes along", rows[3].get("Owner"), "Anna")
    ask("a date is a suggestion now", rows[5]["Proposal"] == "2026-01-31"
        and "accept under Action" in rows[5]["Result"], rows[5])
    same("the key that was moved is put back", rows[4]["Section"], rows[3]["Section"])
    same("the copy looks as an export does", (book.sheetnames, book["Review"].freeze_panes), (["Review", "About"], "C2"))
    it.sends_nothing("the annotated workbook", "import", "annotated.xlsx", "--yes")
    it.run("check", "fix.xlsx")


def unreachable(it):
    """The server cannot be read again after the writes: what was done is reported all the same."""
    it.returned(key0000="sent")
    it.sends_nothing("a report that cannot be written", "import", "returned.csv", "--yes", "--report", "no/such/folder.html", status=64)
    it.run("diff", "returned.csv", "--to-fix", "returned.csv", status=64)
    it.server.locks_after_writes = 1
    it.run("import", "returned.csv", "--yes", "--report", "lost.html", "--annotate", "annotated.csv", status=4)
    ask("the report is there", b"applied" in checks.read(it.path("lost.html")))
    ask("the annotated sheet too", it.column("annotated.csv", "Result"))


def plans(it):
    it.server.reset([("key0000", "first"), ("key0001", "second")])
    it.returned(**numbered("planned", 4))
    told = it.run("diff", "returned.csv", "--output", "plan.json").stderr
    ask("the plan's file and its changes are told", told.startswith("wrote plan.json: 4 changes"), told)
    it.server.propose("key0001", "moved since", guid=it.server.guid)
    it.run("import", "--plan", "plan.json", "--yes", status=2)
    it.holds("a plan but for the row that went stale", {**numbered("planned", 4), "key0001": "moved since"})
    it.run("history", "undo", it.imports()[-1], "--yes")
    it.holds("taken back", {"key0000": "first", "key0001": "moved since"})
    it.returned("other.csv", ("key0005", "Action", "soon"), key0004="planned")
    it.run("diff", "other.csv", "--output", "other.json", status=3)
    said = it.run("import", "--plan", "other.json", "--yes", "--to-fix", "fix.csv", status=2).stderr
    ask("where a plan left a row out, it is said where to get it",
        "no row needs fixing" not in said and "the plan does not contain the 1 row that it left out" in said
        and "1 sent, 1 not sent: 1 unknown action.\n" in said, said)


def questions(it):
    it.returned(**numbered("mine", 5))
    for key, value in numbered("theirs", 4).items():
        it.server.propose(key, value)
    ask_conflicts = ("--on-conflict", "ask")
    it.run("import", "returned.csv", *ask_conflicts, "--yes", status=64)
    it.write("by hand \n and more")
    shown = it.typed(["x", "y", "e", "n", "j", "y"], "import", "returned.csv", *ask_conflicts, status=2)
    for side in ("base    Text number 0", "server  [-Text number-]{+theirs+} 0", "sheet   [-Text number-]{+mine+} 0"):
        ask("all sides are shown", f"    {side}" in shown, shown[:600])
    same("the editor begins with the sheet's text", checks.read(it.path("edited")), b"mine 1\n")
    it.holds("what was decided", {"key0000": "mine 0", "key0001": "by hand \n and more", "key0004": "mine 4"})
    it.edit("review.csv", "again.csv", key0002="mine at last")
    before = it.server.writes()
    shown = it.typed(["q"], "import", "again.csv", *ask_conflicts, status=1)
    ask("who leaves sends nothing", it.server.writes() == before and "Nothing was sent." in shown, shown)
    it = it.fresh([("key0000", "to go")])
    it.returned("delete.csv", ("key0000", "Action", "delete"))
    shown = it.typed(["n"], "import", "delete.csv", status=2)
    ask("deleting is asked about", "Delete 1 pending proposal?" in shown and len(it.server.held()) == 1, shown)
    it.typed(["y"], "import", "delete.csv")
    it.holds("a deletion that is allowed", {})


def kept_decisions(it):
    """Decisions are kept, offered again, and lapse with what they were made for."""
    it.returned(**numbered("mine", 4))
    for key, value in numbered("theirs", 4).items():
        it.server.propose(key, value)
    command = ("import", "returned.csv", "--on-conflict", "ask")
    it.write("edited")
    shown = it.typed(["y", "e", "j", "j", "n"], *command, status=1)
    ask("what was decided is planned although the rest was left",
        "2 to send (2 to propose), " in shown and "2 conflicts are decided, and 2 left as they are" in shown, shown)
    same("who does not consent sends nothing", it.server.writes(), 0)
    it.server.propose("key0000", "theirs moved")
    shown = it.typed(["y", "n", "j", "j", "y"], *command, status=2)
    ask("what holds is offered again, and what lapsed is asked again", "1 of 4 conflicts decided in an earlier run" in shown
        and "another text: main/key0001" in shown and "theirs moved" in shown, shown)
    it.holds("what was offered again", {"key0001": "edited"})
    kept = checks.read(it.path("state/nstack-review/decisions.jsonl")).decode()
    ask("the file of decisions has no credential and no guid", it.server.guid not in kept and "check-key" not in kept)
    it.environment["EDITOR"] = "/no/such/editor"
    it.typed(["n", "j", "e", "typed in \\n a line", "j", "j", "y"], *command, status=2)
    it.holds("without the editor, what is typed", {"key0001": "typed in \n a line"})


def copies(it):
    """Exports of an unchanged server, and copies of one export, that different people worked on."""
    names = ("copy-1.csv", "copy-2.csv", "copy-1.xlsx", "copy-2.xlsx")
    same("each sheet has an id of its own", len({it.object("export", name)["sheetID"] for name in names}), len(names))

    def out():
        return {os.path.relpath(sheet["file"], it.folder): sheet["out"] for sheet in it.object("status")["sheets"]}

    it.edit("copy-1.csv", "one.csv", key0000="from one")
    it.run("import", "one.csv", "--yes")
    same("a CSV sheet under another name is known by its id, and no other sheet is taken for it", out(), {name: name != "copy-1.csv" for name in names})
    for source, name in (("copy-2.csv", "other export.csv"), ("copy-1.csv", "other copy.csv")):
        it.edit(source, name, key0000="from " + name)
        it.run("import", name, "--yes", status=2)
        it.holds(f"after the {name}, what came back first", {"key0000": "from one"})
    it.edit("copy-1.csv", "one.csv", key0000="from one, again")
    it.run("import", it.path("one.csv"), "--yes")
    it.holds("a second round of the same file", {"key0000": "from one, again"})
    it.run("history", "undo", it.imports()[-1], "--yes")
    it.edit("copy-1.csv", "one.csv", key0000="third thoughts")
    it.run("import", "one.csv", "--yes")
    it.holds("a third one after the second was taken back", {"key0000": "third thoughts"})
    for name in ("x", "y"):
        os.mkdir(it.path(name))
        it.run("export", "namesake.csv", folder=it.path(name))
    ask("sheets of one name in two folders are two", out().items() >= {"x/namesake.csv": True, "y/namesake.csv": True}.items(), out())


@takes("binary")
def disagreeing(options):
    """Two returned sheets that want different things for the same texts: decided on a terminal and by --prefer, and what each agency gets
    back. The workbooks need openpyxl."""
    each(options, asked_which, preferred, newest_workbook)
    return "sheets that disagree"


AGENCIES = ("Berlin & Söhne.csv", "tokyo.csv")


def agencies(it):
    """Two sheets that disagree about three texts, and agree about one; each has one of its own."""
    it.run("export", "review.csv")
    for number, (name, word) in enumerate(zip(AGENCIES, ("Berlin", "Tokyo"))):
        it.edit("review.csv", name, key0003="the same", **numbered(f"wanted in {word}", 3), **{f"key000{5 + number}": f"alone in {word}"})
    return AGENCIES


def no_names(it, what, folder, names):
    """Asks whether each file for an agency has its name, and none has that of the other agency's file."""
    same(f"{what}: whose files there are", sorted(os.listdir(it.path(folder))), sorted(names))
    for name in names:
        text = checks.read(it.path(f"{folder}/{name}")).decode()
        same(f"{what}: {name} names no other file", [other for other in AGENCIES if other != name and other[:-4] in text], [])


def asked_which(it):
    names = agencies(it)
    shown = it.typed(["x", "2", "n", "1", "y"], "import", *names, "--on-conflict", "ask", "--to-fix", "fix/", "--annotate", "seen/")
    ask("both texts are shown with their files and differences", all(line in shown for line in (
        "sheets disagree, text 1 of 3", "[1] Berlin & Söhne.csv: row 2", "[2] tokyo.csv: row 2", "sheet   [-Text number-]{+wanted in Berlin+} 0",
        "sheet   [-Text number-]{+wanted in Tokyo+} 0")), shown[:900])
    it.holds("what was chosen", {"key0000": "wanted in Tokyo 0", "key0002": "wanted in Berlin 2", "key0003": "the same",
                                 "key0005": "alone in Berlin", "key0006": "alone in Tokyo"})
    ask("the last line says how many were not sent, why, and where they are", re.search(
        r"\s6 sent, 4 not sent: 4 not chosen\. The rows to fix are in fix/Berlin & Söhne\.csv, fix/tokyo\.csv\.\s*\Z", shown), shown[-600:])
    for folder in ("fix", "seen"):
        no_names(it, folder, folder, names)
    same("a sheet to fix has what its agency wrote", it.column(f"fix/{names[0]}", "Proposal"), numbered("wanted in Berlin", 2))
    for key, other in (("key0000", "wanted in Tokyo 0"), ("key0001", "wanted in Tokyo 1")):
        problem = it.column(f"fix/{names[0]}", "Problem")[key]
        ask("and the wording of the other one", f"»{other}«" in problem and problem.startswith("not chosen: "), problem)
    it.sends_nothing("a sheet to fix, left alone", "import", f"fix/{names[1]}", "--yes")
    run = it.sends_nothing("what was decided not to send, when its file comes alone", "import", names[1], "--yes", status=2)
    ask("it is told", "It was decided on 2" in run.stdout and "2 conflicts" in run.stdout, run.stdout[-600:])
    shown = it.typed(["n", "q"], "import", *names, "--on-conflict", "ask", status=1)
    ask("who leaves sends nothing", "Nothing was sent." in shown, shown[-600:])
    shown = it.typed(["n", "j"], "import", *names, "--on-conflict", "ask", status=2)
    ask("what the server holds by a decision is not asked again, and who decides nothing leaves the rest",
        "2 refused (2 not chosen), 2 undecided (2 disagreements)" in " ".join(checks.plain(shown).split()), shown[-600:])
    it = it.fresh()
    names = agencies(it)
    command = ("import", *names, "--on-conflict", "ask")
    it.typed(["2", "n", "1", "n"], *command, status=1)
    same("who does not consent sends nothing", it.server.writes(), 0)
    shown = it.typed(["y", "y"], *command)
    ask("what was chosen is offered again", all(line in shown for line in (
        "3 of 3 texts for which sheets disagree decided in an earlier run:", "[2]: main/key0000", "neither: main/key0001", "[1]: main/key0002")), shown[:900])
    ask("and holds", it.server.held().get("key0000") == "wanted in Tokyo 0" and "key0001" not in it.server.held(), it.server.held())


def preferred(it):
    names = agencies(it)
    run = it.run("check", *names, status=3)
    ask("check counts them", "0 refused, 6 undecided (6 disagreements)" in run.stdout, run.stdout[-200:])
    it.run("check", *names, "--prefer", names[0])
    run = it.run("diff", *names, "--to-fix", "open", status=3)
    ask("the plan's last line", run.stderr.endswith(
        "4 to send, 6 will not be sent: 6 disagreements. The rows to fix are in open/Berlin & Söhne.csv, open/tokyo.csv. "
        "Where sheets disagree, --prefer FILE or --on-conflict ask chooses one.\n"), run.stderr)
    no_names(it, "undecided", "open", names)
    for wrong in ("other.csv", "review.csv"):
        run = it.sends_nothing("a file that was not given", "import", *names, "--prefer", wrong, "--yes", status=64)
        ask("it is named, with those to choose from", wrong in run.stderr and run.stderr.endswith(
            f" Name one of them ({', '.join(names)}), or newest.\n"), run.stderr)
    it.sends_nothing("one file for two agencies", "import", *names, "--prefer", names[1], "--yes", "--to-fix", "fix.csv", status=64)
    plan = it.object("diff", *names, "--prefer", names[1])
    same("the object counts them", (plan["summary"]["verdicts"]["not-chosen"], plan["summary"]["groups"]),
         (3, {"sent": 7, "nothingToDo": 14, "refused": 3, "undecided": 0}))
    same("and names the rivals", {rival["file"] for item in plan["items"] for rival in item.get("rivals", [])}, {names[1]})
    run = it.run("import", *names, "--prefer", names[1], "--yes", "--to-fix", "fix/", "--report", "report.html")
    it.holds("what the preferred file has", {**numbered("wanted in Tokyo", 3), "key0003": "the same", "key0005": "alone in Berlin", "key0006": "alone in Tokyo"})
    ask("every loser is listed with its reason", run.stdout.count("not-chosen main/key000") == 3 and "was chosen, which has" in run.stdout, run.stdout)
    no_names(it, "preferred", "fix", names[:1])
    it.sends_nothing("once more", "import", *names, "--prefer", names[1], "--yes")
    it = it.fresh()
    names = agencies(it)
    os.utime(it.path(names[0]), (1e9, 1e9))
    it.run("import", *names, "--prefer", "newest", "--yes")
    ask("the file that was written last", it.server.held()["key0000"] == "wanted in Tokyo 0", it.server.held())
    it = it.fresh()
    names = agencies(it)
    for name in names:
        os.utime(it.path(name), (1e9, 1e9))
    run = it.run("import", *names, "--prefer", "newest", "--yes", status=2)
    ask("files of one time decide nothing", "6 undecided (6 disagreements)" in run.stdout and "key0000" not in it.server.held(), run.stdout)


def newest_workbook(it):
    """A workbook says itself when it was saved, whatever the file system says."""
    if not openpyxl:
        return checks.skip("the newest workbook, as there is no openpyxl")
    names = ("tokyo.xlsx", "berlin.xlsx")
    it.run("export", "review.xlsx")
    for name in names:
        book = openpyxl.load_workbook(it.path("review.xlsx"))
        column = {cell.value: cell.column for cell in book["Review"][1]}["Proposal"]
        book["Review"].cell(2, column).value = f"wanted in {name}"
        # openpyxl writes the time of saving into docProps/core.xml, in seconds.
        book.save(it.path(name))
        time.sleep(1.1)
    for name, modified in zip(names, (2e9, 1e9)):
        os.utime(it.path(name), (modified, modified))
    it.run("import", *names, "--prefer", "newest", "--yes", "--to-fix", "fix/")
    same("of workbooks, the one that says that it was saved last", list(it.server.held().values()), [f"wanted in {names[1]}"])
    book = openpyxl.load_workbook(it.path(f"fix/{names[0]}"))
    same("the other one alone has a row to fix", os.listdir(it.path("fix")), [names[0]])
    text = "\n".join(str(cell) for sheet in book for row in sheet.values for cell in row)
    ask("with the other wording", f"not chosen: Et andet returneret ark er valgt, og det har »wanted in {names[1]}«" in text, text[-600:])


@takes("binary")
def unfinished(options):
    """Imports that were cut off: taken back, gone on with from another folder, and their rows to fix."""
    each(options, taken_back, going_on, to_fix)
    return "imports that were cut off"


def taken_back(it):
    it.returned(**THREE)
    it.cut_off(2)
    it.run("history", "undo", it.imports()[0], "--yes", variables={"NSTACK_TIMEOUT": "2"})
    it.holds("what was unconfirmed is taken back too", {})
    run = it.run("import", "--resume", "--yes")
    ask("what was taken back is not gone on with", it.server.held() == {} and "nothing to resume" in run.stderr, run.stderr)

    it = it.fresh()
    it.returned(**THREE)
    it.cut_off(2, applies=False)
    it.run("import", "returned.csv", "--yes", variables={"NSTACK_TIMEOUT": "2"})
    same("an unconfirmed import is over once another has done all of it", it.unfinished(), [])
    it.run("history", "undo", it.imports()[1], "--yes")
    it.run("import", "--resume", "--yes")
    it.holds("what was taken back is not sent again", {"key0000": "v0"})

    # A later import of another sheet has something else for one of the texts.
    it = it.fresh()
    it.refused(2)
    it.returned("other.csv", key0001="later")
    it.run("import", "other.csv", "--yes")
    it.run("history", "undo", it.imports()[1], "--yes")
    run = it.run("import", "--resume", "--yes", status=2)
    ask("a text that a later import touched is a conflict and is left alone",
        it.server.held() == {"key0000": "v0", "key0002": "v2"} and "A later import changed this text" in run.stdout, run.stdout)


def going_on(it):
    it.returned("returned.csv", ("key0005", "Note", "ask the designer"), **THREE)
    it.cut_off(2)
    checks.write(it.path("elsewhere/returned.csv"), "a namesake")
    it.run("import", "--resume", "--yes", "--report", "report.json", variables={"NSTACK_TIMEOUT": "2"}, folder=it.path("elsewhere"))
    it.holds("it is gone on with from any folder", THREE)
    same("its report has the notes", [note["note"] for note in checks.json_of(it.path("elsewhere/report.json"))["notes"]], ["ask the designer"])
    it.run("export", "next.csv")
    same("the note is in the next export", it.column("next.csv", "Note"), {"key0005": "ask the designer"})
    shown = it.run("history", "show", it.imports()[0]).stdout
    ask("a verified import is shown as one", shown.splitlines()[-1].startswith("verified:"), shown)


def to_fix(it):
    it.returned(**THREE)
    said = it.cut_off(2, "import", "returned.csv", "--yes", "--to-fix", "fix.csv", by=signal.SIGINT)
    ask("where a row was not tried, it is not said that no row needs fixing", "no row needs fixing yet" in said, said)
    ask("an interruption is not called a failure to read", "the import was interrupted, so" in said and "could not be read" not in said, said)
    if not openpyxl:
        return checks.skip("a truth value in a workbook, as there is no openpyxl")
    it = it.fresh()
    it.run("export", "book.xlsx")
    book = openpyxl.load_workbook(it.path("book.xlsx"))
    column = {cell.value: cell.column for cell in book["Review"][1]}["Proposal"]
    for row, value in ((2, "v0"), (3, "v1"), (5, True)):
        book["Review"].cell(row, column).value = value
    book.save(it.path("returned.xlsx"))
    it.cut_off(2, "import", "returned.xlsx", "--yes")
    it.run("import", "--resume", "--yes", "--to-fix", "fix.csv", variables={"NSTACK_TIMEOUT": "2"}, status=2)
    same("what a program made of a proposal is to be looked at after going on too",
         ["Se forslaget efter" in row["Problem"] for row in it.rows("fix.csv")], [True])
    it.run("import", "fix.csv", "--yes")
    it.holds("before it is looked at", {"key0000": "v0", "key0001": "v1"})


@takes("binary")
def forgotten(options):
    """A journal that is pruned: what is asked before, and what is no longer known."""
    each(options, asked, unknown)
    return "imports that were forgotten"


def rounds(it, count):
    """Imports of one sheet, edited anew each time; the last of their values."""
    for number in range(count):
        values = {key: f"{value}, round {number}" for key, value in THREE.items()}
        if number == 0:
            it.run("export", "review.csv")
        it.edit("review.csv", "returned.csv", **values)
        it.run("import", "returned.csv", "--yes")
    return values


def asked(it):
    rounds(it, 3)
    listed = it.imports()
    it.run("history", "prune", status=64)
    it.run("history", "prune", "--keep", "-1", status=64)
    run = it.run("history", "prune", "--keep", "1", status=64)
    ask("nothing is removed without a question", "no terminal" in run.stderr, run.stderr)
    found = it.object("history", "prune", "--keep", "1", "--dry-run")
    same("--dry-run says what would be removed", ([kept["id"] for kept in found["imports"]], found["freedBytes"]), (listed[:2], None))
    run = it.run("history", "prune", "--older-than", "1", "--yes")
    ask("what is not old is kept", "removed: 0 imports" in run.stderr or "to remove: 0 imports" in run.stderr, run.stderr)
    same("all are there", it.imports(), listed)


def unknown(it):
    for prunes in (False, True):
        it = it.fresh()
        held = rounds(it, 2)
        if prunes:
            it.run("history", "prune", "--keep", "0", "--yes")
        it.edit("review.csv", "returned.csv", key0000="once more")
        run = it.run("import", "returned.csv", "--yes", status=2 if prunes else 0)
        it.holds("own work that was forgotten is in conflict, and otherwise not", held if prunes else dict(held, key0000="once more"))
        ask("nothing is called lost", "lost" not in run.stderr, run.stderr)


PRESETS = {"aarhus": "da-DK", "amsterdam": "nl-NL", "athens": "el-GR", "berlin": "de-DE", "bratislava": "sk-SK", "budapest": "hu-HU",
            "cairo-translators-and-partners-for-arabic": "ar-EG", "helsinki": "fi-FI", "istanbul": "tr-TR", "lisbon": "pt-PT",
            "madrid": "es-ES", "oslo": "nb-NO", "paris": "fr-FR", "prague": "cs-CZ", "rome": "it-IT", "seoul": "ko-KR", "stockholm": "sv-SE",
            "tokyo": "ja-JP", "vienna": "de-AT", "warsaw": "pl-PL"}
# Who is given less time than the two weeks of all, and when each was sent its texts: on day 0, unless it is here.
DUE, SENT = {"berlin": ", due: 5d", "tokyo": ", due: 1w"}, {"oslo": 4, "paris": 4, "rome": 6, "warsaw": 9}
BACK = {"aarhus": 6, "lisbon": 8, "vienna": 9}
TODAY = 10


@takes("binary", show=False)
def board(options):
    """Twenty presets, of which three returned their sheets and two are late, as `sheets` and `status` say it; --show prints both."""
    texts = {locale: {"shop": {f"key{number:02d}": f"Text {number}" for number in range(30)}} for locale in ["en-GB", *PRESETS.values()]}
    with checks.scratch() as folder, Sandbox(options.binary, write_texts(folder + "/texts", list(texts), texts)) as server:
        it = checks.Program(options.binary, folder, server)
        checks.write(folder + "/.nstack-review.yaml", "presets:\n  defaults: {source: en-GB, due: 2w, file: 'sheets/{name}.csv', key: 'key0*'}\n"
                     + "".join(f"  {name}: {{locales: {locale}{DUE.get(name, '')}}}\n" for name, locale in PRESETS.items()))

        def on(day, *command, **options):
            return it.run(*command, variables={"SOURCE_DATE_EPOCH": str(1769853600 + day * 86400)}, **options)

        on(0, "export", "--to", "*", "--untracked", "--overwrite")
        same("a trial is not waited for", on(0, "sheets").stdout, "0 sheets are out\n")
        for day in range(TODAY):
            names = [name for name in PRESETS if SENT.get(name, 0) == day]
            if names:
                on(day, "export", "--to", ",".join(names), "--overwrite")
            for name in (name for name, when in BACK.items() if when == day):
                with sheets.edited(f"{folder}/sheets/{name}.csv", f"{folder}/{name}-back.csv") as rows:
                    for key, text in (("key00", "new"), ("key01", "new too"), ("key02", "new as well")):
                        rows[key]["Proposal"] = text
                    if name == "lisbon":
                        rows["key02"]["Current value"] = "damaged"
                on(day, "import", f"{name}-back.csv", "--yes", status=2 if name == "lisbon" else 0)

        shown = on(TODAY, "sheets").stdout
        lines = shown.splitlines()
        listed = json.loads(on(TODAY, "sheets", "--json").stdout)["sheets"]
        same("a line for each sheet, between the header and the sum, and the words of those that came back", len(lines), len(PRESETS) + 7)
        same("the sum", lines[len(PRESETS) + 1], "17 sheets are out, 2 of them late; 3 came back")
        ask("a pipe has the names whole", all(any(line.startswith(name + " ") for line in lines) for name in PRESETS), shown)
        days = [sheet["daysOut"] for sheet in listed]
        same("the sheets that are out, the longest first", days[:17], sorted(days[:17], reverse=True))
        same("those that came back, the last one first, with what was sent",
             [(sheet["preset"], sheet["sent"], sheet["notSent"], sheet["daysOut"]) for sheet in listed if not sheet["out"]],
             [("vienna", 3, 0, 9), ("lisbon", 2, 1, 8), ("aarhus", 3, 0, 6)])
        same("those that are late", {sheet["preset"] for sheet in listed if sheet["late"]}, set(DUE))
        same("the lines say so", [line.split()[0] for line in lines if " late " in line], sorted(DUE))
        run = on(TODAY, "sheets", "--fail-late", status=3)
        same("and CI", run.stderr, "error: berlin (de-DE) is out and 5 days late.\nerror: tokyo (ja-JP) is out and 3 days late.\n")
        on(TODAY, "sheets", "--fail-late", "--locale", "nb-NO,fr")
        status = on(TODAY, "status").stdout
        same("the status names the oldest, those that are due first", status.splitlines()[-4:],
             ["17 sheets are out, 2 of them late; the oldest (`nstack-review sheets` lists all):", "  berlin (de-DE): 10 days, 5 days late",
              "  tokyo (ja-JP): 10 days, 3 days late", "  amsterdam (nl-NL): 10 days, due in 4 days"])
        if options.show:
            print(f"$ nstack-review sheets\n{shown}$ nstack-review status\n{status}", end="")
    return "the board"


EDITS, APPROVED = 60, 20


def words(number):
    return f"Edit number {number}"


def edited_table(path, out, approved):
    """Every text edited, and the approved ones with `ok`; the workbook is typed into, cell by cell."""
    if path.endswith(".csv"):
        with sheets.edited(path, out) as rows:
            for number, row in enumerate(rows.values()):
                row.update(Proposal=words(number), Action="ok" if number in approved else "")
        return
    header, typed, number = None, {}, 0
    for line, (worksheet, row) in enumerate((entry for entry in sheets.xlsx_rows(path) if entry[0] == "Review"), 1):
        if header:
            typed[worksheet, line, header.index("Proposal")] = words(number)
            typed[worksheet, line, header.index("Action")] = "ok" if number in approved else ""
            number += 1
        elif "Proposal" in row:
            header = row
    sheets.typed(path, out, typed)


def edited_units(path, out, approved, first, second):
    """The same in the text of a file with units or entries: `first` finds the target of each, and `second` makes it of a match, the new text,
    and whether it is approved."""
    number = iter(range(EDITS))
    made = re.sub(first, lambda found: (lambda at: second(found, words(at), at in approved))(next(number)), checks.read(path).decode(), flags=re.S)
    same(f"{out}: every text is edited", next(number, None), None)
    checks.write(out, made)


def edited_xliff(path, out, approved):
    edited_units(path, out, approved, r'<target state="translated">[^<]*</target>',
                 lambda _, text, ok: f'<target state="{"final" if ok else "translated"}">{text}</target>')


def edited_xliff_2(path, out, approved):
    edited_units(path, out, approved, r'state="translated">(\s*<source>.*?</source>\s*)<target>[^<]*</target>',
                 lambda found, text, ok: f'state="{"reviewed" if ok else "translated"}">{found[1]}<target>{text}</target>')


def edited_po(path, out, approved):
    edited_units(path, out, approved, r'(msgctxt "[^\n]*\nmsgid "[^\n]*\n)msgstr "[^\n]*"',
                 lambda found, text, ok: f'{"" if ok else "#, fuzzy" + chr(10)}{found[1]}msgstr "{text}"')


FORMS = (("review.xlsx", edited_table), ("review.csv", edited_table), ("review.xlf", edited_xliff), ("second.xlf", edited_xliff_2),
         ("review.po", edited_po))


@takes("binary")
def approved(options):
    """A translator edits 60 texts and a reviewer approves 20 of them and later the others, in each format: what is sent, when, and that a
    project's requirement cannot be forgotten. Then the people: who wrote what in the files of three programs."""
    with checks.scratch() as folder, ProposalServer(EDITS) as server:
        for name, edit in FORMS:
            approval_round(Round(options.binary, server, folder), name, edit)
        required(Round(options.binary, server, folder))
        people(Round(options.binary, server, folder))
    return "approval and people"


def approval_round(it, name, edit):
    it.run("export", name, *(("--xliff-version", "2.1") if name == "second.xlf" else ()))
    wanted, chosen = {f"key{n:04d}": words(n) for n in range(EDITS)}, set(range(0, EDITS, EDITS // APPROVED))
    first = {key: text for n, (key, text) in enumerate(wanted.items()) if n in chosen}
    returned, fix = "returned-" + name, "fix-" + name
    edit(it.path(name), it.path(returned), chosen)
    checked = it.run("check", returned, "--approved")
    ask(f"{name}: a check counts what waits", "Nobody approved 40 edits" in checked.stdout, checked.stdout[-300:])
    plan = it.object("diff", returned, "--approved")["summary"]
    same(f"{name}: the plan", (plan["propose"], plan["verdicts"]["unapproved"], plan["groups"]["undecided"]), (20, 40, 40))
    run = it.run("import", returned, "--approved", "--yes", "--to-fix", fix)
    it.holds(f"{name}: 20 approved", first)
    ask(f"{name}: the counts", "60 rows: 20 sent (20 proposed), 40 undecided (40 unapproved)\n" in run.stdout, run.stdout[-600:])
    same(f"{name}: what was approved is signed off", sum(locale["texts"] for locale in it.object("sheets", "reviewed")["locales"]), APPROVED)
    it.sends_nothing(f"{name}: the same once more", "import", returned, "--approved", "--yes")
    it.sends_nothing(f"{name}: the rows to fix as they are", "import", fix, "--approved", "--yes")
    later = "later-" + name
    edit(it.path(name), it.path(later), set(range(EDITS)))
    it.run("import", later, "--approved", "--yes")
    it.holds(f"{name}: the other 40 later", wanted)
    same(f"{name}: nothing twice", (it.server.writes(), it.server.repeated()), (EDITS, []))
    same(f"{name}: all are signed off", sum(locale["texts"] for locale in it.object("sheets", "reviewed")["locales"]), EDITS)
    it.sends_nothing(f"{name}: all once more", "import", later, "--approved", "--yes")
    it.run("history", "undo", it.imports()[-1], "--yes")
    for strict in ((), ("--strict",)):
        run = it.sends_nothing(f"{name}: what was taken back {strict}", "import", later, "--approved", "--yes", *strict, status=2)
        ask(f"{name}: it is told", "40 undecided (40 conflicts)" in run.stdout and "This was sent and taken back on 2" in run.stdout, run.stdout[-600:])
    items = it.object("diff", later, "--approved", status=3)["items"]
    same(f"{name}: the plan has the reason", [item["earlierDecision"]["kind"] for item in items if item["verdict"] == "conflict"], ["taken-back"] * 40)
    it.run("import", later, "--approved", "--on-conflict", "propose", "--yes")
    it.holds(f"{name}: sent again with consent", wanted)


def required(it):
    checks.write(it.path(".nstack-review.yaml"), "approval: required\n")
    it.run("export", "review.csv")
    edited_table(it.path("review.csv"), it.path("returned.csv"), set(range(APPROVED)))
    run = it.run("import", "returned.csv", "--yes", "--annotate", "seen.csv", "--to-fix", "fix.csv")
    same("a project that requires approval sends what was approved", len(it.server.held()), APPROVED)
    ask("the report names the flag for the others", "import with --accept unapproved" in run.stdout, run.stdout[-600:])
    # The annotated copy can be approved as it is, and a row to fix is accepted.
    with sheets.edited(it.path("seen.csv"), it.path("approved.csv")) as rows:
        same("the annotated copy says what waits", sum(row["Result"].startswith("unapproved: Ingen har godkendt denne ændring.") for row in rows.values()), 40)
        rows["key0030"]["Action"] = "ok"
    with sheets.edited(it.path("fix.csv"), it.path("fixed.csv")) as rows:
        same("the rows to fix are those that wait", len(rows), 40)
        rows["key0031"]["Action"] = "accept"
    it.run("import", "approved.csv", "fixed.csv", "--yes")
    same("both are sent", {key: it.server.held().get(key) for key in ("key0030", "key0031", "key0032")},
         {"key0030": words(30), "key0031": words(31), "key0032": None})
    it.run("diff", "returned.csv", "--accept", "unapproved", "--output", "plan.json")
    it.sends_nothing("a saved plan does not get around it", "import", "--plan", "plan.json", "--yes")
    run = it.run("import", "returned.csv", "--yes", "--accept", "unapproved")
    same("the flag sends all", len(it.server.held()), EDITS)
    ask("and the report says so", "The project requires approval, and 38 changes are planned that nobody approved."
        in run.stdout, run.stdout[-600:])
    checks.write(it.path(".nstack-review.yaml"), "approval: maybe\n")
    same("a misspelt requirement is no freedom", it.object("diff", "returned.csv", status=64)["error"]["code"], "config.value")


def people(it):
    for name in ("anna.xlsx", "bo.po", "cara.xlf", "dora.csv"):
        it.run("export", name)
    sent = []
    it.server.fault = lambda method, path, body: sent.append(f"{method} {path} {body}") and None
    sheets.typed(it.path("anna.xlsx"), it.path("anna.xlsx"), {("Review", row, column): text for row, column, text in cells(it, "anna.xlsx", {
        "key0001": "from Anna", "key0009": "Anna's way"})})
    author(it.path("anna.xlsx"), "Anna Holm")
    po = checks.read(it.path("bo.po")).decode().replace('"MIME-Version', '"Last-Translator: Bo Berg <bo@example.com>\\n"\n"MIME-Version', 1)
    for key, text in (("key0002", "from Bo"), ("key0009", "Bo's way")):
        po = re.sub(rf'(msgctxt "main\.{key}"\nmsgid [^\n]*\n)msgstr [^\n]*', rf'\1msgstr "{text}"', po)
    checks.write(it.path("bo.po"), po)
    phases = '<phase-group><phase phase-name="p1" process-name="translation" contact-name="Cara Lund"/></phase-group>'
    xliff = checks.read(it.path("cara.xlf")).decode().replace("<header>", "<header>" + phases, 1)
    checks.write(it.path("cara.xlf"), re.sub(r'(resname="main\.key0003".*?<target)[^>]*>[^<]*', r'\1 state="translated" phase-name="p1">from Cara', xliff,
                                             count=1, flags=re.S))
    it.edit("dora.csv", "dora.csv", key0004="from Dora")
    run = it.run("import", "anna.xlsx", "bo.po", "cara.xlf", "--yes", "--report", "report.json", status=2)
    wrote = {"key0001": "Anna Holm", "key0002": "Bo Berg", "key0003": "Cara Lund"}
    items = checks.json_of(it.path("report.json"))["items"]
    same("each change has its author in the report", {item["key"]: item["author"] for item in items if item["verdict"] == "propose"}, wrote)
    lines = [line for line in run.stdout.splitlines() if "key0009" in line]
    ask("a disagreement names the two people", len(lines) == 2 and all("Anna Holm" in line and "Bo Berg" in line for line in lines), lines)
    it.run("import", "dora.csv", "--yes", "--author", "Dora Nord", "--annotate", "seen.csv")
    ask("and an annotated copy", "Skrevet af Dora Nord." in it.column("seen.csv", "Result")["key0004"], it.column("seen.csv", "Result"))
    same("the history can be asked for a person", [len(it.object("history", "list", "--author", name)["imports"]) for name in
                                                   ("anna holm", "Lund", "Dora", "Nobody")], [1, 1, 1, 0])
    shown = it.run("history", "show", it.imports()[0]).stdout
    ask("and shows who wrote what", all(f"main/{key} [da-DK] by {name}" in shown for key, name in wrote.items()), shown)
    returns = [returned for sheet in it.object("sheets")["sheets"] for returned in sheet["returns"]]
    same("the list of sheets too", sorted(name for returned in returns for name in returned["authors"]), [*sorted(wrote.values()), "Dora Nord"])
    # The texts have first names alone.
    ask("no name goes to the server", sent and not any(name.split()[1] in call for call in sent for name in (*wrote.values(), "Dora Nord")), sent[:3])
    it.server.fault = None


@takes("binary")
def rejected(options):
    """Two people, each with a guid and a machine: Anna rejects what Bo proposed, for a reason, and asks something. Is her next sheet without the
    proposal, does Bo read why, does his import withdraw it only with consent, and is the answer beside the text?"""
    with checks.scratch() as folder, Sandbox(options.binary) as server:
        anna, bo = (checks.Program(options.binary, f"{folder}/{name}", server, NSTACK_GUID=name, NSTACK_SETTLE_TIME="0") for name in ("anna", "bo"))
        for it in (anna, bo):
            os.mkdir(it.folder)

        def round_of_anna(number):
            bo.run("proposals", "add", "default", "save", "da-DK", "Gem lige nu")
            anna.run("export", f"{number}.csv", "--locale", "da-DK")
            with sheets.edited(f"{anna.folder}/{number}.csv", f"{anna.folder}/back-{number}.csv") as rows:
                rows["save"].update(Action="reject", Note="Too rude")
                rows["back"]["Note"] = "Verb or noun?"
            run = anna.run("import", f"back-{number}.csv", "--yes", "--author", "Anna Holm", "--report", "report.json")
            ask("the rejection is counted", "1 rejected" in run.stdout, run.stdout[-600:])
            same("nothing is sent", mine(bo), ["Gem lige nu"])
            anna.run("sheets", "--export", f"{folder}/anna.jsonl")
            bo.run("sheets", "--import", f"{folder}/anna.jsonl")
            bo.run("export", f"{number}.csv", "--locale", "da-DK")

        round_of_anna(1)
        notes = checks.json_of(f"{anna.folder}/report.json")["notes"]
        same("the report has the question and who asked", [(note["note"], note["author"]) for note in notes if note["isQuestion"]],
             [("Verb or noun?", "Anna Holm")])
        anna.run("export", "next.csv", "--locale", "da-DK")
        same("the next sheet is without the proposal", row(anna, "next.csv", "save")["Proposal"], "")
        listed = anna.object("proposals", "list", "--only", "rejected")["proposals"]
        same("the list has the reason", [(one["value"], one["rejected"]["reason"], one["rejected"]["author"]) for one in listed],
             [("Gem lige nu", "Too rude", "Anna Holm")])
        same("and so has Bo's next sheet", row(bo, "1.csv", "save")["Note"], "[Rejected: Too rude]")
        bo.run("export", "english.csv", "--locale", "en-GB")
        with sheets.edited(f"{bo.folder}/english.csv", f"{bo.folder}/answered.csv") as rows:
            rows["back"]["Note"] = "A verb."
        run = bo.run("import", "answered.csv", "--yes")
        ask("without consent Bo is told how to withdraw it", "import with --accept rejected" in run.stderr, run.stderr[-600:])
        bo.run("export", "more.csv", "--locale", "da-DK")
        same("the answer is beside the text", row(bo, "more.csv", "back")["Description"], "Asked in da-DK: Verb or noun?\nAnswer: A verb.")
        withdrawn = bo.object("import", "1.csv", "--yes", "--accept", "rejected")["withdrawal"]["proposals"]
        same("with it the proposal is withdrawn", ([one["outcome"] for one in withdrawn], mine(bo)), (["deleted"], []))
        round_of_anna(2)
        shown = bo.typed(["n"], "import", "2.csv")
        ask("a terminal asks, with the reason", "rejected by Anna Holm" in shown and "Too rude" in shown, shown)
        same("no keeps it", mine(bo), ["Gem lige nu"])
        bo.typed(["y"], "import", "2.csv")
        same("yes withdraws it", mine(bo), [])
    return "rejections and questions"


def mine(it):
    return [proposal["value"] for proposal in it.object("proposals", "list", "--only", "mine")["proposals"]]


def row(it, name, key):
    return next(row for row in sheets.records(f"{it.folder}/{name}") if row["Key"] == key)


def cells(it, name, values):
    """Where the proposals of some keys are in a workbook: row, column, text."""
    rows = [row for worksheet, row in sheets.xlsx_rows(it.path(name)) if worksheet == "Review"]
    top = next(at for at, row in enumerate(rows) if "Proposal" in row)
    key, column = rows[top].index("Key"), rows[top].index("Proposal")
    return [(at, column, values[row[key]]) for at, row in enumerate(rows, 1) if at > top + 1 and row[key] in values]


def author(path, name):
    """Writes into a workbook who last saved it, as spreadsheet programs do."""
    with zipfile.ZipFile(path) as package:
        parts = {part: package.read(part) for part in package.namelist()}
    core = parts["docProps/core.xml"].decode()
    parts["docProps/core.xml"] = core.replace("</cp:coreProperties>", f"<cp:lastModifiedBy>{name}</cp:lastModifiedBy></cp:coreProperties>").encode()
    with zipfile.ZipFile(path, "w") as package:
        for part, content in parts.items():
            package.writestr(part, content)


if __name__ == "__main__":
    checks.main(__doc__, results, disagreeing, unfinished, forgotten, board, approved, rejected)
