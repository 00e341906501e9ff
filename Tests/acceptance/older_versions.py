#!/usr/bin/env python3
"""older_versions.py BINARY

Reads what earlier versions wrote, from every folder of Tests/Fixtures/versions: sheets in each layout and format, untouched and edited, the
annotated and to-fix sheets of an import, a saved plan, a journal with imports that are finished, taken back and cut off, the registers of
sheets and of reviewed texts, a memory, and a draft of the review page. Asks whether each means what its folder's expected.json says, which
was written by hand: the calls that are planned, what the server holds after the plan, after going on with what was cut off, and after
taking an import back."""
import json
import os
import shutil
import signal
import sqlite3

import checks
import sheets
from browser import ReviewProgram
from checks import ask, takes

VERSIONS = checks.ROOT + "/Tests/Fixtures/versions"


class Reading(checks.Program):
    """One version's files in a scratch folder, and the sandbox that they are of."""

    def __init__(self, binary, version, scratch):
        super().__init__(binary, shutil.copytree(f"{VERSIONS}/{version}", f"{scratch}/{version}"))
        self.version, self.expected = version, checks.json_of(self.folder + "/expected.json")
        # A version keeps its files where XDG's variables do not lead.
        self.environment = {name: value for name, value in self.environment.items() if not name.startswith("XDG_")}
        self.environment["HOME"] = self.folder

    def serve(self, dump, keeps=False):
        """A sandbox as its SQL says, perhaps with all that was kept at that time."""
        self.sandbox = f"{self.folder}/{dump.removesuffix('.sql')}"
        if keeps:
            shutil.copytree(self.folder + "/state", self.sandbox, ignore=shutil.ignore_patterns("*.sql"))
        else:
            os.makedirs(self.sandbox)
        database = sqlite3.connect(self.sandbox + "/sandbox.sqlite")
        database.executescript(checks.read(f"{self.folder}/state/{dump}").decode())
        database.close()

    def run(self, *command, connected=True, **options):
        return super().run(*command, *(["--sandbox-dir", self.sandbox] if connected else []), **options)

    def equal(self, what, found, expected):
        checks.same(f"{self.version}: {what}", found, expected)

    def same(self, what, found, expected):
        """Asks whether two lists hold the same, in any order."""
        self.equal(what, *(sorted(json.dumps(entry, ensure_ascii=False) for entry in entries) for entries in (found, expected)))

    def holds(self, when, expected):
        proposals = self.object("proposals", "list").get("proposals", [])
        self.same(f"what the server holds {when}", [[*name(p), p["value"], p["deletable"]] for p in proposals], self.expected[expected])

    def planned(self, path, rows, status=0):
        """The plan of a sheet, of which every row must be read."""
        check = self.object("check", path, status=status, connected=False)
        plan = self.object("diff", path, status=status)
        self.equal(f"the rows of {path}", (check.get("rows"), plan.get("summary", {}).get("rows")), (rows, rows))
        return plan

    def drafts(self):
        """The drafts that the review page would send."""
        program = ReviewProgram(self.binary, self.environment, "--sandbox-dir", self.sandbox)
        try:
            return [[*name(item), item["value"]] for item in program.api("plan")["items"]]
        finally:
            program.end(signal.SIGTERM)


def name(one):
    return [one["section"], one["key"], one["locale"]]


def calls(plan):
    return [[call["operation"], *name(call), call["value"]] for call in plan.get("changes", [])]


def judge_sheets(it):
    expected = it.expected
    it.serve("sandbox-first.sql")
    it.holds("at first", "start")
    for file in sorted(os.listdir(it.folder + "/sheets")):
        nothing = {"changes": [], "verdicts": {}, "notes": []}
        for folder, meant in (("sheets", nothing), ("returned", expected["returned"])):
            plan = it.planned(f"{folder}/{file}", expected["rows"])
            it.same(f"the calls planned from {folder}/{file}", calls(plan), meant["changes"])
            verdicts = {verdict: count for verdict, count in plan.get("summary", {}).get("verdicts", {}).items() if verdict != "unchanged"}
            it.equal(f"the verdicts on {folder}/{file}", verdicts, meant["verdicts"])
            it.same(f"the notes of {folder}/{file}", [[*name(note), note["note"]] for note in plan.get("notes", [])], meant["notes"])
        # An export over what somebody edited, and over what nobody did.
        before = checks.read(f"{it.folder}/returned/{file}")
        failed = it.object("export", f"returned/{file}", status=64)
        it.equal(f"an export over returned/{file}", (failed.get("error", {}).get("code"), checks.read(f"{it.folder}/returned/{file}") == before),
                 ("export.unsent-edits", True))
        shutil.copy(f"{it.folder}/sheets/{file}", f"{it.folder}/again-{file}")
        it.equal(f"the rows of an export over sheets/{file}", it.object("export", f"again-{file}").get("rows"), expected["rows"])
    said = it.run("import", "--plan", "plan.json", "--yes", "--allow-delete").stdout
    ask(f"{it.version}: the plan is carried out and verified", "verified" in said, said[-400:])
    it.holds("after the plan", "afterPlan")


def judge_rounds(it):
    expected = it.expected
    it.serve("sandbox-last.sql", keeps=True)
    status = it.object("status")
    it.equal("the register of sheets", {os.path.basename(sheet["file"]): None if sheet["out"] else sheet["returns"][0]["outcomes"]
                                        for sheet in status.get("sheets", [])}, expected["register"])
    it.equal("what was cut off", [kept["id"] for kept in status.get("unfinishedImports", [])],
             [kept["id"] for kept in expected["imports"] if not kept["complete"]])
    imports = it.object("history", "list").get("imports", [])
    it.equal("the imports of the history", [[kept["id"], kept["changes"], kept["outcomes"], kept["complete"]] for kept in imports],
             [[kept["id"], len(kept["changes"]), kept["outcomes"], kept["complete"]] for kept in expected["imports"]])
    for kept in expected["imports"]:
        # One that was cut off is done in part.
        shown = it.object("history", "show", kept["id"])
        it.same(f"the calls of import {kept['id']}", calls(shown), kept["changes"])
        it.equal(f"the outcomes of import {kept['id']}", shown.get("outcomes"), kept["outcomes"])
        if kept["file"] is not None:
            it.equal(f"the file of import {kept['id']}", [os.path.basename(file["path"]) for file in shown.get("files", [])], [kept["file"]])

    for file, meant in expected["results"].items():
        # Rows that were left as they were may be refused or in conflict still.
        plan = it.planned("results/" + file, meant["rows"], status=0 if file.startswith("edited-") else None)
        if "changes" in meant:
            it.same(f"the calls planned from results/{file}", calls(plan), meant["changes"])
        else:
            it.equal(f"the calls planned from results/{file}", [call for call in calls(plan) if call not in meant["mayPropose"]], [])

    for file in sorted(os.listdir(it.folder + "/sheets")):
        it.run("export", f"since-{file}.csv", "--since", "sheets/" + file)
        path = f"{it.folder}/since-{file}.csv"
        changed = {(row["Section"], row["Key"], row["Locale"]) for row in sheets.records(path)} if os.path.exists(path) else ()
        it.same(f"what changed since sheets/{file}", changed, expected["changedSince"])

    if "reviewed" in expected:
        reviewed = it.object("sheets", "reviewed").get("locales", [])
        it.equal("the reviewed texts", [[locale["locale"], locale["texts"], locale["lapsed"]] for locale in reviewed], expected["reviewed"])
        memories = it.object("memory", "list").get("memories", [])
        it.equal("the memories", [[memory["memory"], memory["entries"], memory["files"]] for memory in memories], expected["memories"])
        it.equal("the drafts of the review page", it.drafts(), expected["drafts"])

    it.run("import", "--resume", "--timeout", "2", "--settle-time", "2")
    it.holds("after what was cut off", "afterResume")
    it.equal("what is cut off then", it.object("status").get("unfinishedImports"), [])
    it.run("history", "undo", expected["undo"], "--yes")
    it.holds("after an import was taken back", "afterUndo")


@takes("binary")
def versions(options):
    found = sorted(entry.name for entry in os.scandir(VERSIONS) if entry.is_dir())
    ask("there are versions", found)
    with checks.scratch() as scratch:
        for version in found:
            it = Reading(options.binary, version, scratch)
            judge_sheets(it)
            judge_rounds(it)
    return f"what {', '.join(found)} wrote"


if __name__ == "__main__":
    checks.main(__doc__, versions)
