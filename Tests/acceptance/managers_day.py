#!/usr/bin/env python3
"""managers_day.py BINARY DATA

A manager's day with twenty agencies, two for each of ten locales. Their sheets go out; some come back whole, in part, in disagreement or with
faults; they are decided, imported and reported, and one agency's share is undone. Do screen, JSON, reports, board and history give the same
numbers at each step, and does the server hold just that? --report FILE keeps the report."""
import collections
import json
import os
import re

import checks
import sheets
from checks import ask, expect, same, takes
from servers import Sandbox

AGENCIES = ("alpha", "beta")
# How many agencies return nothing, and how many rows the one returns that sends a part.
SILENT, PART = 4, 400
# How many texts of its own each writes, besides one that both agencies of a locale write alike.
OWN = 5


class Day(checks.Program):
    def __init__(self, binary, folder, server):
        super().__init__(binary, folder, server, NSTACK_SETTLE_TIME="0")
        self.edits = collections.defaultdict(dict)

    def path(self, name):
        return f"{self.folder}/{name}"

    def pending(self):
        """What the server holds: each proposal's text and value."""
        listed = self.object("proposals", "list")["proposals"]
        return collections.Counter((proposal["section"], proposal["key"], proposal["locale"], proposal["value"]) for proposal in listed)

    def board(self):
        return {sheet["preset"]: sheet for sheet in self.object("sheets")["sheets"]}


def plain(row):
    return row["Current value"] and not row["Proposal"] and not re.search(r"[{}%<>&#$\n]|\.\.\.|…|:$", row["Current value"] + row["Source for checks"])


@takes("binary", "data", report="")
def day(options):
    if not os.path.isdir(options.data):
        checks.skip_all(f"there is no folder {options.data}")
    with checks.scratch() as folder, Sandbox(options.binary, options.data) as server:
        it = Day(options.binary, folder, server)
        locales = [locale["locale"] for locale in it.object("status")["locales"] if locale["locale"] != "en"][:10]
        expect(len(locales) == 10, "the data have ten locales")
        names = [f"{locale}-{agency}" for locale in locales for agency in AGENCIES]
        checks.write(it.path(".nstack-review.yaml"), "presets:\n  defaults: {due: 2w, file: 'out/{name}.csv'}\n" + "".join(
            f"  {locale}-{agency}: {{locales: {locale}, agency: {agency.title()} {locale}}}\n" for locale in locales for agency in AGENCIES))

        # Out.
        run = it.run("export", "--to", "*")
        ask("the notice of texts that are gone comes once", run.stderr.count("no longer exist") <= 1, run.stderr)
        rows = {name: sheets.records(it.path(f"out/{name}.csv")) for name in names}
        board = it.board()
        same("all sheets are out", {name: sheet["out"] for name, sheet in board.items()}, dict.fromkeys(names, True))
        same("with their rows", {name: sheet["rows"] for name, sheet in board.items()}, {name: len(rows[name]) for name in names})
        shown = it.run("sheets").stdout
        ask("each on one line of 80", len(shown.splitlines()) == len(names) + 2 and max(map(len, shown.splitlines())) <= 80, shown)
        ask("the sum", f"{len(names)} sheets are out" in shown, shown)

        # Back.
        silent, returned = set(names[-SILENT:]), names[:-SILENT]
        part, disagreeing, refused = returned[2], returned[:2], returned[4]
        for name in returned:
            free = [row for row in rows[name] if plain(row)]
            start = 10 if name.endswith("alpha") else 10 + OWN
            for row in free[start:start + OWN]:
                row["Proposal"] = it.edits[name][row["Section"], row["Key"]] = row["Current value"] + " 2"
            free[5]["Proposal"] = it.edits[name][free[5]["Section"], free[5]["Key"]] = free[5]["Current value"] + " too"
            if name in disagreeing:
                free[6]["Proposal"] = f"{free[6]['Current value']} {name}"
            if name == refused:
                with_name = next(row for row in rows[name] if re.search(r"{{\w+}}", row["Source for checks"]) and row["Current value"] and not row["Proposal"])
                with_name["Proposal"] = "without it"
            sheets.save_records(it.path(f"{name}.csv"), rows[name][:PART] if name == part else rows[name])
        files = [f"{name}.csv" for name in returned]
        edited = {name: sum(row["Section"] and (row["Section"], row["Key"]) in it.edits[name]
                            for row in (rows[name][:PART] if name == part else rows[name])) for name in returned}
        wanted = sum(edited.values())
        calls = len({(name[:-len(name.split("-")[-1])], *text) for name in returned for text in it.edits[name]
                     if name != part or any((row["Section"], row["Key"]) == text for row in rows[name][:PART])})
        ask("some texts are asked for twice", 0 < calls < wanted, (calls, wanted))
        before = it.pending()

        # The plan, on the screen and as JSON.
        plan = it.object("diff", *files, status=3)
        groups = plan["summary"]["groups"]
        same("rows that would be sent", groups["sent"], wanted)
        same("calls", plan["summary"]["propose"], calls)
        same("undecided and refused", (groups["undecided"], groups["refused"]), (2, 1))
        screen = it.run("diff", *files, status=3).stdout
        ask("the screen tells rows and calls apart", f"({wanted} rows ask for {calls} calls)" in screen, screen[-600:])
        by_agency = {share["agency"]: share for share in plan["agencies"]}
        same("the agencies' shares add up", sum(share["sent"] for share in plan["agencies"]), wanted)
        asked_for = it.typed(["n"], "import", *files, "--show", "summary", status=1)
        ask("the question has the same numbers", re.search(rf"Send {calls} proposals for {wanted} rows\b", checks.plain(asked_for)), asked_for[-500:])
        ask("and no sends nothing", it.pending() == before and "Nothing was sent." in asked_for, asked_for[-200:])

        # In.
        run = it.run("import", *files, "--yes", "--json", "--report", "report.html", status=2)
        report = json.loads(run.stdout)
        same("what was called", report["outcomes"], {"applied": calls})
        same("what was sent", report["summary"]["groups"], groups)
        page = re.sub(r"<[^>]+>", " ", checks.read(it.path("report.html")).decode())
        ask("the report begins with what happened", re.search(rf"{wanted} of {wanted + 3} rows", " ".join(page.split())), " ".join(page.split())[:900])
        made = it.pending() - before
        same("what the server holds", sum(made.values()), calls)
        board = it.board()
        same("the board's rows", {name: board[name]["sent"] for name in returned}, edited)
        same("the rest is out still", {name for name, sheet in board.items() if sheet["out"]}, silent | {part})
        same("of one sheet a part is back", (board[part]["rowsBack"], board[part]["rows"]), (PART, len(rows[part])))
        ask("and its line says so", f"{PART} of {len(rows[part])}" in it.run("sheets").stdout)
        shares = {share["agency"]: share["sent"] for share in report["agencies"]}
        same("the agencies of the report and of the board", shares, {board[name]["agency"]: board[name]["sent"] for name in returned})
        same("and of the plan", shares, {name: share["sent"] for name, share in by_agency.items()})
        words = {share["agency"]: share["words"] for share in report["agencies"]}
        same("their words", words, {board[name]["agency"]: board[name]["words"] for name in returned})
        same("their quality", {share["agency"]: share["quality"] for share in report["agencies"]}, {board[name]["agency"]: board[name]["quality"] for name in returned})
        ask("two words of a proposal are one that was added", all(word["changed"] == word["rows"] for share in words.values() for word in share), words)
        last = it.imports()[-1]
        kept = it.object("history", "show", last)
        same("the history's calls", (kept["outcomes"], len(kept["values"])), ({"applied": calls}, calls))
        same("the history's agencies", {share["agency"]: share["sent"] for share in kept["agencies"]}, shares)
        ask("the line of the history", f"{calls} calls: {calls} applied" in it.run("history").stdout, it.run("history").stdout)

        # Again: there is nothing to do but what waits.
        again = it.object("diff", *files, status=3)["summary"]
        same("nothing is sent twice", (again["propose"], again["groups"]["sent"], again["groups"]["undecided"]), (0, 0, 2))

        # The part that was missing.
        whole = it.path(f"{part}-rest.csv")
        sheets.save_records(whole, rows[part][PART:])
        it.run("import", f"{part}-rest.csv", "--yes", status=None)
        board = it.board()
        same("the part and the rest are the sheet", (board[part]["rowsBack"], board[part]["out"]), (len(rows[part]), False))
        edited[part] = len(it.edits[part])
        same("with all of its rows", board[part]["sent"], edited[part])

        # One agency's share is undone.
        held, share = it.pending(), disagreeing[1]
        own = {(*text, share.rsplit("-", 1)[0], value) for text, value in it.edits[share].items() if text not in it.edits[disagreeing[0]]}
        it.run("history", "undo", "--sheet", share, "--yes", "--allow-delete", status=None)
        gone = held - it.pending()
        same("its own texts are gone, and no other", set(gone), own)
        board = it.board()
        same("the board says so", (board[share]["undone"], board[disagreeing[0]]["undone"]), (len(own), 0))
        same("whose words are taken off", sum(word["rows"] for word in board[share]["words"]), edited[share] - len(own))
        ask("and its line", f"{edited[share]}, {len(own)} undone" in it.run("sheets").stdout, it.run("sheets").stdout)
        ask("and the history", "undo of" in it.run("history").stdout, it.run("history").stdout)

        # A colleague's board.
        it.run("sheets", "--export", "board.jsonl")
        other = checks.Program(options.binary, folder, server, XDG_STATE_HOME=it.path("other"), NSTACK_SETTLE_TIME="0")
        other.run("sheets", "--import", "board.jsonl")
        same("a colleague sees the same board", other.run("sheets").stdout, it.run("sheets").stdout)
        it.run("sheets", "close", *[board[name]["agency"] for name in sorted(silent)])
        same("closed by the names that are shown", {name for name, sheet in it.board().items() if sheet["out"]}, set())
        if options.report:
            checks.write(options.report, checks.read(it.path("report.html")))
    return f"{len(names)} agencies, {wanted} rows for {calls} calls"


if __name__ == "__main__":
    checks.main(__doc__, day)
