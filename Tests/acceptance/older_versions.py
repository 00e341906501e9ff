#!/usr/bin/env python3
"""older_versions.py BINARY

Reads what earlier versions wrote, from every folder of Tests/Fixtures/versions: sheets in each layout and format, untouched and edited, the
annotated and to-fix sheets of an import, a saved plan, a journal with imports that are finished, taken back and cut off, the registers of
sheets and of reviewed texts, a memory, and a draft of the review page. Asks whether each means what its folder's expected.json says, which was written by hand: the calls that are planned, what the
server holds after the plan, after going on with what was cut off, and after taking an import back."""
import argparse
import csv
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request

from review_browser import ReviewProgram

VERSIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fixtures/versions")


class Reading:
    """One version's files in a scratch folder, and the sandbox that they are of."""

    def __init__(self, binary, version, scratch):
        self.binary, self.version, self.folder = os.path.abspath(binary), version, scratch + "/" + version
        shutil.copytree(f"{VERSIONS}/{version}", self.folder)
        with open(self.folder + "/expected.json", encoding="utf-8") as file:
            self.expected = json.load(file)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("NSTACK_", "XDG_"))}
        self.environment.update(HOME=self.folder, NO_COLOR="1", TERM="dumb")
        self.asked, self.wrong, self.sandbox = 0, [], None

    def serve(self, dump, keeps=False):
        """A sandbox as its SQL says, perhaps with all that was kept at that time."""
        self.sandbox = os.path.join(self.folder, dump.replace(".sql", ""))
        os.makedirs(self.sandbox)
        with open(f"{self.folder}/state/{dump}", encoding="utf-8") as file:
            database = sqlite3.connect(self.sandbox + "/sandbox.sqlite")
            database.executescript(file.read())
            database.close()
        for name in os.listdir(self.folder + "/state") if keeps else []:
            if not name.endswith(".sql"):
                copy = shutil.copytree if os.path.isdir(f"{self.folder}/state/{name}") else shutil.copy
                copy(f"{self.folder}/state/{name}", f"{self.sandbox}/{name}")

    def run(self, *command, status=(0,), connected=True):
        run = subprocess.run([self.binary, *command] + (["--sandbox-dir", self.sandbox] if connected else []), env=self.environment,
                             cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        self.ask(f"{' '.join(command)} ends with {' or '.join(map(str, status))}", run.returncode in status,
                 f"{run.returncode}: {run.stderr.strip()[-600:]} {run.stdout.strip()[-600:]}")
        return run

    def object(self, *command, **options):
        """What a command prints with --json; nothing where it failed, which was noted."""
        try:
            return json.loads(self.run(*command, "--json", **options).stdout)
        except ValueError:
            return {}

    def ask(self, what, holds, found=""):
        self.asked += 1
        if not holds:
            self.wrong.append(f"{self.version}: {what}: {found}")

    def same(self, what, found, expected):
        """Whether two lists hold the same, in any order."""
        found, expected = ([json.dumps(entry, ensure_ascii=False) for entry in entries] for entries in (found, expected))
        left, more = sorted(set(expected) - set(found)), sorted(set(found) - set(expected))
        self.ask(what, sorted(found) == sorted(expected), f"lacks {left}, has {more}")

    def holds(self, when, expected):
        proposals = self.object("proposals", "list").get("proposals", [])
        held = [[p["section"], p["key"], p["locale"], p["value"], p["deletable"]] for p in proposals]
        self.same(f"what the server holds {when}", held, self.expected[expected])


def calls(plan):
    return [[c["operation"], c["section"], c["key"], c["locale"], c["value"]] for c in plan.get("changes", [])]


def sheets(reading):
    expected = reading.expected
    reading.serve("sandbox-first.sql")
    reading.holds("at first", "start")
    for name in sorted(os.listdir(reading.folder + "/sheets")):
        for folder, changes in (("sheets", []), ("returned", expected["returned"]["changes"])):
            path = f"{folder}/{name}"
            check = reading.object("check", path, connected=False)
            reading.ask(f"check reads every row of {path}", check.get("rows") == expected["rows"], check.get("rows"))
            plan = reading.object("diff", path)
            reading.ask(f"every row of {path} is read", plan.get("summary", {}).get("rows") == expected["rows"], plan.get("summary"))
            reading.same(f"the calls planned from {path}", calls(plan), changes)
            verdicts = dict(plan.get("summary", {}).get("verdicts", {}))
            verdicts.pop("unchanged", None)
            reading.ask(f"the verdicts on {path}", verdicts == (expected["returned"]["verdicts"] if changes else {}), verdicts)
            notes = [[note["section"], note["key"], note["locale"], note["note"]] for note in plan.get("notes", [])]
            reading.same(f"the notes of {path}", notes, expected["returned"]["notes"] if changes else [])
        # An export over what nobody edited, and over what somebody did.
        with open(f"{reading.folder}/returned/{name}", "rb") as file:
            before = file.read()
        failed = reading.object("export", f"returned/{name}", status=(64,))
        with open(f"{reading.folder}/returned/{name}", "rb") as file:
            after = file.read()
        code = failed.get("error", {}).get("code")
        reading.ask(f"an export over returned/{name} is refused", code == "export.unsent-edits" and before == after, failed)
        shutil.copy(f"{reading.folder}/sheets/{name}", f"{reading.folder}/sheets/again-{name}")
        exported = reading.object("export", f"sheets/again-{name}")
        reading.ask(f"an export over sheets/{name} is written", exported.get("rows") == expected["rows"], exported)
    plan = reading.run("import", "--plan", "plan.json", "--yes", "--allow-delete")
    reading.ask("the plan is carried out and verified", "verified" in plan.stdout, plan.stdout[-400:])
    reading.holds("after the plan", "afterPlan")


def rounds(reading):
    expected = reading.expected
    reading.serve("sandbox-last.sql", keeps=True)
    status = reading.object("status")
    register = {os.path.basename(sheet["file"]): None if sheet["out"] else sheet["returns"][0]["outcomes"]
                for sheet in status.get("sheets", [])}
    reading.ask("the register knows which sheets are out and which came back", register == expected["register"], register)
    unfinished = [kept["id"] for kept in status.get("unfinishedImports", [])]
    cut_off = [kept["id"] for kept in expected["imports"] if not kept["complete"]]
    reading.ask("status names what was cut off", unfinished == cut_off, unfinished)

    imports = reading.object("history", "list").get("imports", [])
    found = [[kept["id"], kept["changes"], kept["outcomes"], kept["complete"]] for kept in imports]
    reading.ask("the history lists every import in its order",
                found == [[kept["id"], len(kept["changes"]), kept["outcomes"], kept["complete"]] for kept in expected["imports"]], found)
    for kept in expected["imports"]:
        # One that was cut off is done in part.
        shown = reading.object("history", "show", kept["id"])
        reading.same(f"the calls of import {kept['id']}", calls(shown), kept["changes"])
        reading.ask(f"the outcomes of import {kept['id']}", shown.get("outcomes") == kept["outcomes"], shown.get("outcomes"))
        reading.ask(f"import {kept['id']} shows its file", kept["file"] is None
                    or [os.path.basename(file["path"]) for file in shown.get("files", [])] == [kept["file"]], shown.get("files"))

    for name, meant in expected["results"].items():
        path = "results/" + name
        # Rows that were left as they were may be refused or in conflict still.
        status = (0,) if name.startswith("edited-") else (0, 3)
        check = reading.object("check", path, status=status, connected=False)
        reading.ask(f"check reads every row of {path}", check.get("rows") == meant["rows"], check.get("rows"))
        plan = reading.object("diff", path, status=status)
        reading.ask(f"every row of {path} is read", plan.get("summary", {}).get("rows") == meant["rows"], plan.get("summary"))
        if "changes" in meant:
            reading.same(f"the calls planned from {path}", calls(plan), meant["changes"])
        else:
            reading.ask(f"the calls planned from {path}", all(call in meant["mayPropose"] for call in calls(plan)), calls(plan))

    for name in sorted(os.listdir(reading.folder + "/sheets")):
        if not name.startswith("again-"):
            reading.run("export", f"since-{name}.csv", "--since", "sheets/" + name)
            reading.same(f"what changed since sheets/{name}", changed(f"{reading.folder}/since-{name}.csv"), expected["changedSince"])

    if "reviewed" in expected:
        reviewed = reading.object("sheets", "reviewed")
        found = [[locale["locale"], locale["texts"], locale["lapsed"]] for locale in reviewed.get("locales", [])]
        reading.ask("the register knows the reviewed texts", found == expected["reviewed"], reviewed)
        memories = reading.object("memory", "list")
        found = [[memory["memory"], memory["entries"], memory["files"]] for memory in memories.get("memories", [])]
        reading.ask("the memories are read", found == expected["memories"], memories)
        reading.ask("the review page has its drafts", drafts(reading) == expected["drafts"], drafts(reading))

    reading.run("import", "--resume", "--timeout", "2", "--settle-time", "2")
    reading.holds("after what was cut off", "afterResume")
    status = reading.object("status")
    reading.ask("nothing is cut off any more", status.get("unfinishedImports") == [], status.get("unfinishedImports"))
    reading.run("history", "undo", expected["undo"], "--yes")
    reading.holds("after an import was taken back", "afterUndo")


def drafts(reading):
    """The drafts that the review page would send: section, key, locale and value."""
    program = ReviewProgram(reading.binary, reading.environment, "--sandbox-dir", reading.sandbox)
    host, token = program.address.split("/#token=")
    try:
        headers = {"Content-Type": "application/json", "Origin": host}
        with urllib.request.urlopen(urllib.request.Request(host + "/api/session", json.dumps({"token": token}).encode(), headers)) as answer:
            headers["X-Review-Key"] = json.load(answer)["key"]
        with urllib.request.urlopen(urllib.request.Request(host + "/api/plan", None, headers)) as answer:
            return [[item["section"], item["key"], item["locale"], item["value"]] for item in json.load(answer)["items"]]
    finally:
        program.end(signal.SIGTERM)


def changed(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8-sig", newline="") as file:
        return [list(text) for text in {(row["Section"], row["Key"], row["Locale"]) for row in csv.DictReader(file)}]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    arguments = parser.parse_args()
    asked, wrong, versions = 0, [], sorted(os.listdir(VERSIONS))
    versions = [name for name in versions if os.path.isdir(f"{VERSIONS}/{name}")]
    with tempfile.TemporaryDirectory(prefix="nstack-review-versions.") as scratch:
        for version in versions:
            reading = Reading(arguments.binary, version, scratch)
            sheets(reading)
            rounds(reading)
            asked += reading.asked
            wrong += reading.wrong
    for line in wrong:
        print("  WRONG:", line)
    print(f"{asked} questions about what {', '.join(versions) or 'no version'} wrote, {len(wrong)} answered wrong")
    sys.exit(1 if wrong or not versions else 0)


if __name__ == "__main__":
    main()
