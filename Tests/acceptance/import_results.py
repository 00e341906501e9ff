#!/usr/bin/env python3
"""import_results.py BINARY

One round as its people see it, on a server of the check's own: a sheet comes back with proposals, deletes, a damaged row, a row that is
refused and rows in conflict. Asks whether the annotated copy goes round again and keeps what was in it, whether the to-fix sheet holds
just what is to be fixed, whether the reports in text, JSON and HTML agree, what a saved plan refuses once it is stale, whether conflicts
are asked about on a terminal and what was decided is shown and never sent again, what appeared on the server since the export,
whether an import can be taken back, and whether status and the next export know of it all."""
import argparse
import csv
import datetime
import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

from proposal_server import ProposalServer

KEYS = 12


class Round:
    def __init__(self, binary, server, folder):
        self.binary, self.server, self.folder, self.wrong, self.asked = os.path.abspath(binary), server, folder, [], 0
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        self.environment.update(server.environment(), XDG_CONFIG_HOME=folder + "/config", XDG_STATE_HOME=folder + "/state",
                                NO_COLOR="1", TERM="dumb", PAGER="cat", EDITOR=folder + "/editor")
        # The editor leaves what is to be written in the file of the check, after the text that it was given.
        with open(folder + "/editor", "w") as editor:
            editor.write(f'#!/bin/sh\ncat "$1" >>"{folder}/edited"\ncat "{folder}/to-write" >"$1"\n')
        os.chmod(folder + "/editor", 0o700)

    def run(self, *command, status=0, folder="."):
        run = subprocess.run([self.binary, *command], env=self.environment, cwd=f"{self.folder}/{folder}", stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, timeout=120)
        self.ask(f"{' '.join(command)} ends with {status}", run.returncode == status,
                 f"{run.returncode}: {run.stderr.strip()[-300:]} {run.stdout.strip()[-600:]}")
        return run

    def typed(self, answers, *command, status=0):
        """Runs a command on a terminal, and types an answer to each question."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execve(self.binary, [self.binary, *command], self.environment)
        shown, answers, deadline = "", list(answers), time.monotonic() + 60
        seen = 0
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    data = os.read(terminal, 65536)
                except OSError:
                    break
                if not data:
                    break
                shown += data.decode("utf-8", "replace")
            elif answers and shown[seen:].rstrip().endswith((":", "?", "[y/N]", "]")):
                seen = len(shown)
                os.write(terminal, (answers.pop(0) + "\n").encode())
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        self.ask(f"{' '.join(command)} on a terminal ends with {status}", code == status, f"{code}: {shown[-800:]}")
        self.ask(f"{' '.join(command)} asks every question", not answers, f"unasked: {answers}: {shown[-800:]}")
        return shown

    def write(self, text):
        """What the editor will write."""
        with open(self.folder + "/to-write", "w") as file:
            file.write(text + "\n")

    def ask(self, what, holds, found=""):
        self.asked += 1
        if not holds:
            self.wrong.append(f"{what}: {found}")

    def rows(self, name):
        with open(f"{self.folder}/{name}", encoding="utf-8-sig", newline="") as file:
            return [dict(row) for row in csv.DictReader(file)]

    def sheet(self, name):
        """The rows of a sheet of one locale by key, whatever its form and layout."""
        if name.endswith(".csv"):
            rows = self.rows(name)
        else:
            import openpyxl
            cells = [["" if cell is None else cell for cell in row]
                     for row in openpyxl.load_workbook(f"{self.folder}/{name}").worksheets[0].iter_rows(values_only=True)]
            rows = [dict(zip(cells[0], row)) for row in cells[1:]]
        return {row["Key"]: {header.removesuffix(f" [{self.server.LOCALE}]"): text for header, text in row.items()}
                for row in rows}

    def edit_sheet(self, name, out, change):
        """Writes a copy of such a sheet with `change(row by key)` made."""
        before, after = self.sheet(name), self.sheet(name)
        change(after)
        changed = {(key, header): text for key, row in after.items() for header, text in row.items() if before[key][header] != text}
        own = lambda header: header.removesuffix(f" [{self.server.LOCALE}]")
        if name.endswith(".csv"):
            def update(rows):
                for (key, header), text in changed.items():
                    rows[key][next(full for full in rows[key] if own(full) == header)] = text
            return self.edit(name, out, update)
        import openpyxl
        book = openpyxl.load_workbook(f"{self.folder}/{name}")
        table = book.worksheets[0]
        columns = {own(cell.value): cell.column for cell in table[1]}
        rows = {table.cell(number, columns["Key"]).value: number for number in range(2, table.max_row + 1)}
        for (key, header), text in changed.items():
            table.cell(rows[key], columns[header]).value = text
        book.save(f"{self.folder}/{out}")

    def edit(self, name, out, change):
        """Writes a copy with `change(row by key)` made."""
        rows = self.rows(name)
        change({row["Key"]: row for row in rows})
        with open(f"{self.folder}/{out}", "w", encoding="utf-8-sig", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)


def first_round(check):
    server = check.server
    server.reset([("key0000", "pending, ours"), ("key0001", "pending, to go")])
    check.run("export", "review.csv")
    check.run("export", "review.xlsx")

    def change(rows):
        rows["key0000"]["Proposal"] = "pending, changed"
        rows["key0001"]["Action"] = "delete"
        rows["key0002"]["Proposal"] = "new text"
        rows["key0003"]["Proposal"] = "refused text"
        rows["key0004"].update({"Proposal": "on a damaged row", "Current value": "Text"})
        rows["key0005"]["Proposal"] = "in conflict"
        rows["key0006"]["Note"] = "ask the designer"

    check.edit("review.csv", "returned.csv", change)
    server.propose("key0005", "somebody was faster")
    server.refused = {"key0003"}
    run = check.run("import", "returned.csv", "--yes", "--allow-delete", "--annotate", "annotated.csv", "--to-fix", "fix.csv",
                    "--report", "report.html", status=2)
    check.run("import", "returned.csv", "--yes", "--allow-delete", "--json", "--report", "report.json", status=2)
    check.ask("the server holds what was asked", server.held() == {"key0000": "pending, changed", "key0002": "new text"},
              server.held())
    check.ask("the counts stand in one line", "12 rows: 6 unchanged, 1 damaged, 1 conflict, 1 delete, 3 propose" in run.stdout,
              run.stdout)

    annotated = {row["Key"]: row for row in check.rows("annotated.csv")}
    results = {key: row["Result"] for key, row in annotated.items() if row["Result"]}
    check.ask("each row that is not simply unchanged has its result", set(results) == {f"key000{n}" for n in range(6)}, results)
    check.ask("the server's words are in it", "locked by its owner" in results.get("key0003", ""), results)
    check.ask("what a reviewer wrote is kept", annotated["key0006"]["Note"] == "ask the designer", annotated["key0006"])
    before = server.writes()
    server.refused = set()
    for name in ("annotated.csv", "fix.csv"):
        check.run("import", name, "--yes", "--allow-delete", "--cleared", "delete", "--on-conflict", "propose", "--accept-damaged")
    check.ask("both sheets go round again: what is left alone sends nothing", server.writes() == before, server.log[-4:])
    check.ask("what was not carried out is a suggestion", annotated["key0003"]["Proposal"] == "refused text"
              and "write accept under action" in results["key0003"].lower(), annotated["key0003"])
    check.ask("the damaged cell is put right", annotated["key0004"]["Current value"] == "Text number 4", annotated["key0004"])
    check.edit("annotated.csv", "accepted.csv", lambda rows: rows["key0003"].update({"Action": "accept"}))
    check.run("import", "accepted.csv", "--yes")
    check.ask("what is accepted is sent", server.held().get("key0003") == "refused text" and server.writes() - before == 1,
              server.log[-4:])
    fix = check.rows("fix.csv")
    check.ask("the to-fix sheet holds just what is to be fixed",
              {row["Key"] for row in fix} == {"key0003", "key0004", "key0005"}, fix)
    check.edit("fix.csv", "fixed.csv", lambda rows: (rows["key0004"].update({"Action": "accept"}),
                                                    rows["key0005"].update({"Proposal": "in conflict, mended"})))
    check.run("import", "fixed.csv", "--yes")
    check.ask("of the to-fix sheet what is accepted and what is edited is sent",
              server.writes() - before == 3 and server.held().get("key0004") == "on a damaged row"
              and server.held().get("key0005") == "in conflict, mended", server.log[-4:])

    with open(check.folder + "/report.json", encoding="utf-8") as file:
        report = json.load(file)
    check.ask("the JSON report counts every row", sum(report["summary"]["verdicts"].values()) == report["summary"]["rows"] == KEYS,
              report["summary"])
    with open(check.folder + "/report.html", encoding="utf-8") as file:
        page = file.read()
    check.ask("the page is one file without a link to elsewhere", not re.search(r"<(link|img)|<script[^>]* src|https?://(?!127)", page),
              re.findall(r"<(?:script|link|img)[^>]*|https?://[^\"< ]*", page)[:3])
    for word in ("refused text", "somebody was faster", "locked by its owner", "new text"):
        check.ask(f"the page tells of \"{word}\"", word in page)
    status = check.run("sheets", "list", "--all")
    check.ask("the list of sheets knows that the sheet came back", "came back" in status.stdout and "returned.csv" in status.stdout, status.stdout)
    check.run("export", "next.csv")
    notes = {row["Key"]: row["Note"] for row in check.rows("next.csv")}
    check.ask("the note stands in the next export", notes["key0006"] == "ask the designer", notes)


def has_openpyxl():
    try:
        import openpyxl
        return bool(openpyxl)
    except ImportError:
        return False


def workbook(check):
    if not has_openpyxl():
        return print("    skipped: the annotated workbook, as there is no openpyxl")
    import openpyxl
    server = check.server
    server.reset([("key0001", "to go")])
    check.run("export", "book.xlsx", "--overwrite")
    book = openpyxl.load_workbook(check.folder + "/book.xlsx")
    sheet = book["Review"]
    column = {cell.value: cell.column for cell in sheet[1]}
    sheet.cell(4, column["Proposal"]).value = "typed in a workbook"
    sheet.cell(5, column["Section"]).value = "moved"
    sheet.cell(5, column["Proposal"]).value = "on a damaged row"
    extra = sheet.max_column + 1
    sheet.cell(1, extra).value, sheet.cell(4, extra).value, sheet.cell(5, extra).value = "Owner", "Anna", "=1+1"
    sheet.cell(6, column["Proposal"]).value = datetime.date(2026, 1, 31)
    book.save(check.folder + "/book-returned.xlsx")
    check.run("diff", "book-returned.xlsx", "--annotate", "book-plan.xlsx", status=3)
    planned = [row["key"] for row in json.loads(check.run("diff", "book-plan.xlsx", "--json", status=3).stdout)["rows"]
               if row["verdict"] == "propose"]
    check.ask("the annotated plan plans the same, and no text that a program made", planned == ["key0002"], planned)
    check.run("import", "book-returned.xlsx", "--yes", "--annotate", "book-annotated.xlsx", "--to-fix", "book-fix.xlsx", status=2)
    book = openpyxl.load_workbook(check.folder + "/book-annotated.xlsx")
    header = [cell.value for cell in book["Review"][1]]
    check.ask("the workbook has a Result column", "Result" in header, header)
    place = header.index("Result") + 1
    check.ask("the row that was sent says so", bool(book["Review"].cell(4, place).value), book["Review"].cell(4, place).value)
    owner = header.index("Owner") + 1
    check.ask("a reviewer's own column comes along", book["Review"].cell(4, owner).value == "Anna", header)
    check.ask("a date is a suggestion now", book["Review"].cell(6, header.index("Proposal") + 1).value == "2026-01-31"
              and "Write accept under Action" in book["Review"].cell(6, place).value.replace("Check the proposal, then write", "Write"),
              book["Review"].cell(6, place).value)
    check.ask("the copy looks as an export does", book.sheetnames == ["Review", "About"] and book["Review"].freeze_panes == "C2",
              book.sheetnames)
    before = server.writes()
    check.run("import", "book-annotated.xlsx", "--yes")
    check.ask("the key that was moved is put back", book["Review"].cell(5, column["Section"]).value
              == book["Review"].cell(4, column["Section"]).value)
    check.ask("the annotated workbook sends nothing again", server.writes() == before)
    check.run("check", "book-fix.xlsx")


def unreachable(check):
    """The server cannot be read again after the writes: what was done is told all the same."""
    server = check.server
    server.reset()
    check.run("export", "lost.csv", "--overwrite")
    check.edit("lost.csv", "lost-returned.csv", lambda rows: rows["key0000"].update({"Proposal": "sent"}))
    check.run("import", "lost-returned.csv", "--yes", "--report", "no/such/folder.html", status=64)
    check.run("diff", "lost-returned.csv", "--to-fix", "lost-returned.csv", status=64)
    check.ask("what could not be told is not sent", server.writes() == 0, server.log)
    server.locks_after_writes = 1
    check.run("import", "lost-returned.csv", "--yes", "--report", "lost.html", "--annotate", "lost-annotated.csv", status=4)
    with open(check.folder + "/lost.html", encoding="utf-8") as file:
        check.ask("the report is there", "applied" in file.read())
    check.ask("the annotated sheet too", [row["Result"] for row in check.rows("lost-annotated.csv") if row["Result"]] != [])
    server.locks_after_writes = None


def plans(check):
    server = check.server
    server.reset([("key0000", "first"), ("key0001", "second")])
    check.run("export", "plan.csv", "--overwrite")

    def change(rows):
        for number in range(4):
            rows[f"key000{number}"]["Proposal"] = f"planned {number}"

    check.edit("plan.csv", "plan-returned.csv", change)
    check.run("diff", "plan-returned.csv", "--output", "plan.json")
    server.propose("key0001", "moved since", guid=server.GUID)
    run = check.run("import", "--plan", "plan.json", "--yes", status=2)
    check.ask("the plan is applied but for the row that went stale",
              server.held() == {"key0000": "planned 0", "key0001": "moved since", "key0002": "planned 2", "key0003": "planned 3"},
              f"{server.held()} {run.stdout}")
    history = check.run("history", "list", "--json")
    newest = re.search(r"\"id\": \"([^\"]+)\"", history.stdout[history.stdout.rindex('"id"'):])[1]
    check.run("history", "undo", newest, "--yes")
    check.ask("taken back: what it proposed is gone, what it overrode stands again",
              server.held() == {"key0000": "first", "key0001": "moved since"}, server.held())


def questions(check):
    server = check.server
    server.reset()
    check.run("export", "ask.csv", "--overwrite")

    def change(rows):
        for number in range(5):
            rows[f"key000{number}"]["Proposal"] = f"mine {number}"

    check.edit("ask.csv", "ask-returned.csv", change)
    for number in range(4):
        server.propose(f"key000{number}", f"theirs {number}")
    check.run("import", "ask-returned.csv", "--on-conflict", "ask", "--yes", status=64)
    check.write("by hand \n and more")
    shown = check.typed(["x", "m", "e", "t", "s", "y"], "import", "ask-returned.csv", "--on-conflict", "ask",
                        "--no-progress", status=2)
    check.ask("all sides are shown", all(f"    {side}" in shown for side in (
        "base    Text number 0", "server  [-Text number-]{+theirs+} 0", "sheet   [-Text number-]{+mine+} 0")), shown[:600])
    with open(check.folder + "/edited") as edited:
        check.ask("the editor begins with the sheet's text", edited.read() == "mine 1\n")
    check.ask("what was decided is what is sent",
              server.held() == {"key0000": "mine 0", "key0001": "by hand \n and more", "key0004": "mine 4"}, server.held())
    check.edit("ask.csv", "ask-again.csv", lambda rows: rows["key0002"].update({"Proposal": "mine at last"}))
    before = server.writes()
    shown = check.typed(["q"], "import", "ask-again.csv", "--on-conflict", "ask", "--no-progress", status=2)
    check.ask("who quits sends nothing that was not decided", server.writes() == before and "0 conflicts are decided, and 1 left" in shown,
              shown)
    kept(check)
    server.reset([("key0000", "to go")])
    check.run("export", "delete.csv", "--overwrite")
    check.edit("delete.csv", "delete-returned.csv", lambda rows: rows["key0000"].update({"Action": "delete"}))
    shown = check.typed(["n"], "import", "delete-returned.csv", "--no-progress", status=2)
    check.ask("deleting is asked about", "Delete 1 pending proposal?" in shown and len(server.held()) == 1, shown)
    check.typed(["y"], "import", "delete-returned.csv", "--no-progress")
    check.ask("deleted when it is allowed", server.held() == {}, server.held())


def kept(check):
    """Decisions before `q` are kept, offered again, and lapse with what they were made for."""
    server = check.server
    server.reset()
    check.run("export", "kept.csv", "--overwrite")
    check.edit("kept.csv", "kept-returned.csv", lambda rows: [rows[f"key000{n}"].update({"Proposal": f"mine {n}"}) for n in range(4)])
    for number in range(4):
        server.propose(f"key000{number}", f"theirs {number}")
    command = ("import", "kept-returned.csv", "--on-conflict", "ask", "--no-progress")
    check.write("edited")
    shown = check.typed(["m", "e", "q", "n"], *command, status=64)
    check.ask("what was decided is planned although the rest was left", "2 conflict, 2 propose" in shown
              and "2 conflicts are decided, and 2 left as they are" in shown, shown)
    check.ask("who does not consent sends nothing", server.writes() == 0, server.log)
    server.propose("key0000", "theirs moved")
    shown = check.typed(["y", "t", "q", "y"], *command, status=2)
    check.ask("what holds is offered again, and what lapsed is asked again", "1 of 4 conflicts decided in an earlier run" in shown
              and "another text: main/key0001" in shown and "theirs moved" in shown, shown)
    check.ask("and sent", server.held() == {"key0001": "edited"}, server.held())
    with open(check.folder + "/state/nstack-review/decisions.jsonl") as file:
        check.ask("the file of decisions has no credential and no guid", server.GUID not in file.read())
    check.environment["EDITOR"] = "/no/such/editor"
    check.typed(["n", "s", "e", "typed in \\n a line", "q", "y"], *command, status=2)
    check.ask("without the editor the text is typed", server.held() == {"key0001": "typed in \n a line"}, server.held())
    check.environment["EDITOR"] = check.folder + "/editor"


def decided(check):
    """Conflicts that were decided: the annotated sheet shows the decisions, and sends none of them again."""
    server = check.server
    for form in ("csv", "xlsx"):
        if form == "xlsx" and not has_openpyxl():
            continue
        for layout in ("rows", "locales", "columns"):
            server.reset([("key0004", "to go"), ("key0005", "to stay")])
            check.run("export", "decided." + form, "--overwrite", "--layout", layout)

            def change(rows):
                for number in range(4):
                    rows[f"key000{number}"]["Proposal"] = f"mine {number}"
                rows["key0004"]["Action"] = rows["key0005"]["Action"] = "delete"

            check.edit_sheet("decided." + form, "decided-returned." + form, change)
            for number in range(4):
                server.propose(f"key000{number}", f"theirs {number}")
            for number in (4, 5):
                server.propose(f"key000{number}", f"moved {number}", server.GUID)
            # Mine, edited, theirs, skipped; a deletion in conflict with a text typed instead, and one with what stands.
            annotated = "decided-annotated." + form
            check.write("the manager's")
            check.typed(["m", "e", "t", "s", "e", "t", "y"], "import", "decided-returned." + form,
                        "--on-conflict", "ask", "--no-progress", "--annotate", annotated, status=2)
            held = {"key0000": "mine 0", "key0001": "the manager's", "key0004": "the manager's", "key0005": "moved 5"}
            check.ask(f"{form}, {layout}: what was decided is sent", server.held() == held, server.held())
            shown = {key: row["Proposal"] for key, row in check.sheet(annotated).items()}
            expected = {"key0000": "mine 0", "key0001": "the manager's", "key0002": "theirs 2", "key0003": "mine 3",
                        "key0004": "the manager's", "key0005": "moved 5"}
            check.ask(f"{form}, {layout}: the annotated sheet shows it", expected.items() <= shown.items(), shown)
            result = check.sheet(annotated)["key0001"]["Result"]
            check.ask(f"{form}, {layout}: and what the sheet had is in the result", '"mine 1"' in result, result)
            before = server.writes()
            check.run("import", annotated, "--yes", "--allow-delete", "--cleared", "delete", "--on-conflict", "propose")
            check.ask(f"{form}, {layout}: left alone it sends nothing", server.writes() == before, server.log[-4:])
            check.edit_sheet(annotated, "decided-again." + form, lambda rows: rows["key0003"].update({"Action": "accept"}))
            check.run("import", "decided-again." + form, "--yes")
            check.ask(f"{form}, {layout}: what is accepted then is sent", server.writes() - before == 1
                      and server.held() == {**held, "key0003": "mine 3"}, server.held())


def appeared(check):
    """A further proposal of somebody else, another value of the one that was shown, and an own one under another id."""
    server = check.server
    server.reset([("key0003", "ours")])
    for number in (0, 1, 2):
        server.propose(f"key000{number}", f"shown {number}")
    server.propose("key0002", "shown too", "a third one")
    check.run("export", "appeared.csv", "--overwrite")

    def change(rows):
        for number in range(3):
            rows[f"key000{number}"]["Proposal"] = f"mine {number}"
        rows["key0003"]["Action"] = "delete"

    check.edit("appeared.csv", "appeared-returned.csv", change)
    rows = [row for row in check.rows("appeared-returned.csv") if row["Proposal"] not in ("shown 2", "shown too")]
    server.propose("key0000", "unseen", "a third one")
    server.propose("key0001", "shown 1, changed")
    server.propose("key0003", "ours, changed elsewhere", server.GUID)
    with open(f"{check.folder}/appeared-returned.csv", "w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    run = check.run("import", "appeared-returned.csv", "--yes", "--allow-delete", "--json", status=2)
    verdicts = {row["key"]: row["verdict"] for row in json.loads(run.stdout)["rows"]}
    check.ask("what the sheet did not show is a conflict, and a row that was taken out of it is none",
              verdicts == {"key0000": "conflict", "key0001": "conflict", "key0002": "propose", "key0003": "conflict"}, verdicts)
    check.typed(["m", "t", "m", "y", "y"], "import", "appeared-returned.csv", "--on-conflict", "ask", "--no-progress")
    check.ask("such conflicts are asked about", server.held() == {"key0000": "mine 0", "key0002": "mine 2"}, server.held())


def folders(check):
    server = check.server
    server.reset()
    os.mkdir(check.folder + "/back")
    check.run("export", "part.csv", "--overwrite")
    for number in range(3):
        check.edit("part.csv", f"back/agency {number}.csv",
                   lambda rows: rows[f"key000{number}"].update({"Proposal": f"from agency {number}"}))
    check.edit("part.csv", "back/quarrel.csv", lambda rows: rows["key0002"].update({"Proposal": "another wish"}))
    run = check.run("import", "back", "--yes", "--json", status=2)
    check.ask("sheets of a folder are imported together, and what they disagree on is refused",
              server.held() == {"key0000": "from agency 0", "key0001": "from agency 1"}, server.held())
    check.ask("both rows of the contradiction are named", run.stdout.count('"contradiction"') >= 3, run.stdout[:400])


    server.reset()
    check.run("export", "part.csv", "--overwrite")
    os.mkdir(check.folder + "/late")
    check.edit("part.csv", "late/a.csv", lambda rows: rows["key0000"].update({"Proposal": "A"}))
    check.run("import", "late", "--yes")
    check.edit("part.csv", "late/b.csv", lambda rows: rows["key0000"].update({"Proposal": "B"}))
    for _ in range(2):
        run = check.run("import", "late", "--yes", "--json", status=2)
        check.ask("a sheet that joins a folder late overrides nothing that another in it wants",
                  server.held() == {"key0000": "A"} and run.stdout.count('"contradiction"') >= 3, f"{server.held()} {server.log}")

    server.reset()
    check.run("export", "old.csv", "--overwrite")
    server.propose("key0000", "ours by another way", server.GUID)
    server.propose("key0001", "somebody else's")
    check.run("export", "new.csv", "--overwrite")
    check.edit("old.csv", "old-returned.csv", lambda rows: (rows["key0000"].update({"Proposal": "late"}),
                                                            rows["key0001"].update({"Proposal": "late too"})))
    for others in ((), ("new.csv",)):
        run = check.run("diff", "old-returned.csv", *others, status=3)
        check.ask("a newer sheet beside an older one hides none of its conflicts", "2 conflict" in run.stdout, run.stdout)


def copies(check):
    """Two exports of an unchanged server, and two copies of one export, that different people worked on."""
    server = check.server
    server.reset()
    for name in ("copy-1.csv", "copy-2.csv", "copy-1.xlsx", "copy-2.xlsx"):
        run = check.run("export", name, "--json")
        check.ask(f"{name} has an id of its own", json.loads(run.stdout)["sheetID"] not in copies.ids, run.stdout)
        copies.ids.add(json.loads(run.stdout)["sheetID"])
    check.edit("copy-1.csv", "one.csv", lambda rows: rows["key0000"].update({"Proposal": "from one"}))
    check.run("import", "one.csv", "--yes")
    status = {sheet["file"]: sheet["out"] for sheet in json.loads(check.run("status", "--json").stdout)["sheets"]}
    check.ask("a CSV sheet under another name is known by its id", status.get(check.folder + "/copy-1.csv") is False, status)
    check.ask("and no other sheet is taken for it",
              status.get(check.folder + "/copy-2.csv") and status.get(check.folder + "/copy-1.xlsx"), status)
    for source, name in (("copy-2.csv", "other export.csv"), ("copy-1.csv", "other copy.csv")):
        check.edit(source, name, lambda rows: rows["key0000"].update({"Proposal": "from " + name}))
        check.run("import", name, "--yes", status=2)
        check.ask(f"the {name} does not replace what came back first", server.held() == {"key0000": "from one"}, server.held())
    check.edit("copy-1.csv", "one.csv", lambda rows: rows["key0000"].update({"Proposal": "from one, again"}))
    check.run("import", check.folder + "/one.csv", "--yes")
    check.ask("a second round of the same file does", server.held() == {"key0000": "from one, again"}, server.held())
    history = json.loads(check.run("history", "list", "--json").stdout)["imports"]
    check.run("history", "undo", history[-1]["id"], "--yes")
    check.edit("copy-1.csv", "one.csv", lambda rows: rows["key0000"].update({"Proposal": "third thoughts"}))
    check.run("import", "one.csv", "--yes")
    check.ask("and so it does after the second was taken back", server.held() == {"key0000": "third thoughts"}, server.held())
    for folder in ("x", "y"):
        os.mkdir(f"{check.folder}/{folder}")
        check.run("export", "namesake.csv", folder=folder)
    status = {sheet["file"]: sheet["out"] for sheet in json.loads(check.run("status", "--json").stdout)["sheets"]}
    check.ask("sheets of one name in two folders are two", all(status.get(f"{check.folder}/{name}/namesake.csv") for name in "xy"),
              status)


copies.ids = set()


def notes(check):
    server = check.server
    server.reset()
    check.run("export", "all.csv")
    check.edit("all.csv", "all-returned.csv", lambda rows: rows["key0005"].update({"Note": "ask the designer"}))
    check.run("import", "all-returned.csv", "--yes")
    check.run("export", "few.csv", "--key", "key0001")
    check.run("import", "few.csv", "--yes")
    check.run("export", "all-next.csv")
    noted = {row["Key"]: row["Note"] for row in check.rows("all-next.csv")}
    check.ask("a sheet of one key takes out no other text's note", noted["key0005"] == "ask the designer", noted)
    check.edit("all-next.csv", "all-next.csv", lambda rows: rows["key0005"].update({"Note": ""}))
    check.run("import", "all-next.csv", "--yes")
    check.run("export", "all-last.csv")
    noted = {row["Key"]: row["Note"] for row in check.rows("all-last.csv")}
    check.ask("a sheet in which the note stood does", noted["key0005"] == "", noted)


def left_out(check):
    server = check.server
    server.reset()
    check.run("export", "left.csv")
    check.edit("left.csv", "left-returned.csv", lambda rows: (rows["key0000"].update({"Proposal": "wanted"}), rows["key0001"].update(
        {"Proposal": "on a damaged row", "Current value": "x"})))
    check.run("diff", "left-returned.csv", "--output", "left.json", status=3)
    check.run("import", "--plan", "left.json", "--yes", "--strict", status=1)
    check.ask("--strict sees what a plan left out", server.held() == {}, server.held())
    for flags in (("--cleared", "delete"), ("--retarget",), ("--accept-damaged",), ("--on-conflict", "ask")):
        run = check.run("import", "--plan", "left.json", "--yes", *flags, status=64)
        check.ask(f"{flags[0]} beside a plan is not passed over", flags[0] in run.stderr and server.held() == {}, run.stderr)
    run = check.run("import", "--plan", "left.json", "--yes", status=2)
    check.ask("and so does the report", "1 damaged" in run.stdout and server.held() == {"key0000": "wanted"}, run.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nstack-review-round.") as folder, ProposalServer(KEYS) as server:
        check = Round(arguments.binary, server, folder)
        for part in (first_round, workbook, unreachable, plans, questions, decided, appeared, folders, copies, notes, left_out):
            part(check)
    for line in check.wrong:
        print("  WRONG:", line)
    print(f"{check.asked} questions about a round and its reports, {len(check.wrong)} answered wrong")
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()
