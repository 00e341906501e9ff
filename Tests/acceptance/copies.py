#!/usr/bin/env python3
"""copies.py BINARY

What the result files of imports keep: the edits of generated sheets, imported whole, in part, as a plan, after a cut-off and with an undo, and
then what is read from each annotated copy and each sheet to fix. No typed text may be lost, and nothing sent that the sheet would not send."""
import itertools
import os
import random
import re
from xml.sax.saxutils import escape

import checks
import sheets
from checks import ask, same, takes
from imports import Round
from servers import ProposalServer

KEYS = 60
WAYS = ("whole", "part", "plan", "resume", "undo", "diff")
LONG = "a text of more than eighty characters, which a message would cut, " * 2 + "\nin two lines"
# The part that is imported first.
PART = "*[13579]"
ACTIONS = ("", "", "ok", "delete", "accept", "skip", "soon")
WRITTEN = ("Proposal", "Current value", "Note")


class Edit:
    """What a reviewer does to the row of one text, and what the server does before and meanwhile."""

    def __init__(self, key, chance, is_table):
        self.key = key
        self.before = chance.choice(("nothing", "ours", "theirs", "both", "missing"))
        self.meanwhile = chance.choice(("nothing",) * 5 + ("locked", "conflict"))
        self.cells = {}
        proposal = chance.choice((None, "", "typed", LONG, "typed"))
        if proposal is not None:
            self.cells["Proposal"] = proposal and f"{proposal} proposed for {key}"
        # What says in a file with units that a text is not finished.
        self.is_open = not is_table and chance.random() < 0.2
        if not is_table:
            return
        if action := chance.choice(ACTIONS):
            self.cells["Action"] = action
        if chance.random() < 0.4:
            self.cells["Current value"] = chance.choice(("typed", LONG)) + f" under the wrong header for {key}"
        if chance.random() < 0.2:
            self.cells["Note"] = f"{LONG} noted for {key}"
        if chance.random() < 0.1:
            self.cells["Base"] = ""
        if chance.random() < 0.1:
            self.cells["Section"] = "moved"
        if chance.random() < 0.1:
            self.cells["Status"] = f"remark on {key}"

    @property
    def texts(self):
        """What the reviewer wrote."""
        return [self.cells[column] for column in WRITTEN if self.cells.get(column)]

    def __str__(self):
        return f"{self.before}, {self.meanwhile}, {'open, ' * self.is_open}{ {name: text[:30] for name, text in self.cells.items()} }"


def write(it, name, out, edits):
    """The sheet as it comes back."""
    if name.endswith(".csv"):
        it.edit(name, out, *((edit.key, column, text) for edit in edits for column, text in edit.cells.items()))
    elif name.endswith(".xlsx"):
        rows = [row for worksheet, row in sheets.xlsx_rows(it.path(name)) if worksheet == "Review"]
        header = next(row for row in rows if "Proposal" in row)
        line = {row[header.index("Key")]: number for number, row in enumerate(rows, 1) if len(row) > header.index("Key")}
        sheets.typed(it.path(name), it.path(out), {("Review", line[edit.key], header.index(column)): text
                                                   for edit in edits for column, text in edit.cells.items()})
    else:
        content = checks.read(it.path(name)).decode()
        for edit in edits:
            text, is_po = edit.cells.get("Proposal"), name.endswith(".po")
            if is_po:
                entry = re.search(r'msgctxt "main.%s"\nmsgid (?:"[^\n]*\n)+msgstr (?:"[^\n]*\n?)+' % edit.key, content)[0]
                made = entry if text is None else entry[:entry.index("msgstr")] + 'msgstr "%s"\n' % text.replace("\n", "\\n")
                made = "#, fuzzy\n" * edit.is_open + made
            else:
                entry = re.search(r'resname="main.%s".*?</trans-unit>' % edit.key, content, re.S)[0]
                state = "needs-translation" if edit.is_open else "translated"
                target = re.search(r"<target[^>]*>(.*?)</target>", entry, re.S)
                shown = (target[1] if target else "") if text is None else escape(text)
                made = re.sub(r"(</source>\n)(?:<target[^>]*?(?:/>|>.*?</target>)\n)?",
                              lambda found: f'{found[1]}<target state="{state}">{shown}</target>\n', entry, count=1, flags=re.S)
            content = content.replace(entry, made)
        checks.write(it.path(out), content)


def planned(it, name, *options):
    """What the sheet would send, which texts it tells something of, and how many rows it says are still to fix."""
    run = it.object("diff", name, *options, status=None)
    items = run.get("items", [])
    ask(f"{name} is read", "summary" in run, run)
    return ({(one["verdict"], one["key"], one["proposal"] if one["verdict"] == "propose" else "") for one in items
             if one["verdict"] in ("propose", "delete")}, {one["key"] for one in items},
            sum(int(one["message"].split()[0]) for one in run["diagnostics"] if one["code"] == "row.undecided"))


def kept(it, what, name, edits, original, is_whole):
    """Asks of a result file: what is in it of the rows, and what it would send."""
    if not name.endswith((".csv", ".xlsx")):
        content = checks.read(it.path(name)).decode()
        there = {edit.key: content for edit in edits if f"main.{edit.key}" in content}
    else:
        there = {row["Key"]: [row.get(column, "") for column in WRITTEN] for row in sheets.rows_of(it.path(name))}
    # Translators run no commands.
    words = checks.read(it.path(name)).decode() if isinstance(next(iter(there.values()), []), str) else "\n".join(
        row.get(column, "") for row in sheets.rows_of(it.path(name)) for column in ("Result", "Problem"))
    same(f"{what}: flags that {name} names", re.findall(r"--[a-z][a-z-]+", words), [])
    sends, told, undecided = planned(it, name)
    would, tells, _ = planned(it, original)
    held = {(key, value) for key, value, _ in it.server.proposals.values()}
    lost = []
    for edit in edits:
        if edit.key not in there:
            if is_whole:
                lost.append(f"{edit.key} has no row ({edit})")
            continue
        for text in edit.texts:
            shown = there[edit.key]
            if isinstance(shown, str):
                # A program may write a text of several lines in one, or in one for each.
                is_there = re.sub(r'\n', "", text) in re.sub(r'\\n|"\n"|\n', "", shown)
            else:
                proposal, current, note = shown
                is_there = text in note or text == proposal or text == current and edit.key in told
            if not is_there and (edit.key, text) not in held:
                lost.append(f"{edit.key}: {text[:40]!r} ({edit})")
    same(f"{what}: texts lost", lost, [])
    # What an undo took back is not held any more, and nothing of it waits.
    if isinstance(next(iter(there.values()), ""), list) and not what.startswith("undo"):
        waiting = [edit.key for edit in edits if edit.key not in told and edit.cells.get("Proposal")
                   and there.get(edit.key, [""])[0] == edit.cells["Proposal"] and (edit.key, edit.cells["Proposal"]) not in held]
        ask(f"{what}: {name} tells of the texts that wait", undecided >= len(waiting), (undecided, waiting))
    same(f"{what}: sent by {name}, and not by the sheet", sorted(sends - would), [])
    return sends, would


def trip(it, name, way, seed):
    chance = random.Random(f"{name} {way} {seed}")
    what = f"{way} of {name}, seed {seed}"
    is_table = name.endswith((".csv", ".xlsx"))
    edits = [Edit(f"key{number:04d}", chance, is_table) for number in range(KEYS)]
    server = it.server
    server.texts = {edit.key: "" if edit.before == "missing" else f"Text number {edit.key}" for edit in edits}
    server.reset([(edit.key, f"ours {edit.key}") for edit in edits if edit.before in ("ours", "both")])
    for edit in edits:
        if edit.before in ("theirs", "both"):
            server.propose(edit.key, f"theirs {edit.key}")
    it.run("export", name)
    returned, annotated, fix = "returned-" + name, "annotated-" + name, "fix-" + name
    write(it, name, returned, edits)

    def meanwhile():
        for edit in edits:
            if edit.meanwhile == "conflict":
                server.propose(edit.key, f"meanwhile {edit.key}")
            elif edit.meanwhile == "locked":
                server.refused.add(edit.key)

    if way != "plan":
        meanwhile()
    results = ("--to-fix", fix, *(("--annotate", annotated) if is_table else ()))
    send = ("--yes", "--allow-delete")
    if way == "diff":
        it.run("diff", returned, *results, status=None)
    elif way == "plan":
        it.run("diff", returned, "--output", "plan.json", status=None)
        meanwhile()
        it.run("import", "--plan", "plan.json", *send, *results, status=None)
    elif way == "resume":
        # Of some generated sheets little is left to send.
        proposals = sum(verdict == "propose" for verdict, _, _ in planned(it, returned)[0])
        it.cut_off(min(4, proposals), "import", returned, *send)
        it.run("import", "--resume", *send, *results, status=None, variables={"NSTACK_TIMEOUT": "2"})
    else:
        it.run("import", returned, *send, *results, *(("--key", PART) if way == "part" else ()), status=None)
        if way == "undo":
            it.run("history", "undo", it.imports()[-1], "--yes", status=None)
    if is_table:
        sends, would = kept(it, f"{what}, annotated", annotated, edits, returned, True)
        if way == "diff":
            same(f"{what}: the copy asks for the same", sorted(would - sends), [])
        if way == "part":
            same(f"{what}: the other part asks for the same",
                 sorted(one for one in would - sends if one[1][-1] not in "13579"), [])
        if way == "whole":
            it.run("import", annotated, *send, "--annotate", "second-" + name, status=None)
            kept(it, f"{what}, annotated again", "second-" + name, edits, returned, True)
    if os.path.exists(it.path(fix)):
        kept(it, f"{what}, to fix", fix, edits, returned, False)


@takes("binary", seeds=1, only=["csv", "xlsx", "xlf", "po"], ways=list(WAYS), seed=-1)
def generated(options):
    """60 rows of all kinds of edits for each seed, in each format and each way. A seed, format and way make the same edits each time."""
    count = 0
    with checks.scratch() as folder, ProposalServer(KEYS) as server:
        seeds = range(options.seeds) if options.seed < 0 else [options.seed]
        for seed, form, way in itertools.product(seeds, options.only, options.ways):
            trip(Round(options.binary, server, folder), "review." + form, way, seed)
            count += KEYS
    return f"{count} edits"


if __name__ == "__main__":
    checks.main(__doc__, generated)
