#!/usr/bin/env python3
"""po_round_trips.py [--edits N] [--seed N] [--tool NAME] BINARY DATA

Serves DATA (a folder in NStack's shape) from the program's sandbox and exports it as PO, a file for each locale. Programs then save the
files: a rewriter in this script, gettext's msgcat, polib and translate-toolkit, each if it is there. What they only saved must plan nothing;
of N edits (400) each must arrive exactly, and nothing else. Edits that are fuzzy must not arrive."""
import argparse
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys

from sandbox import Catalog, Sandbox, Text, counted
from thousand_edits import HARD, difference

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
KEYWORD = re.compile(r'(msgctxt|msgid|msgstr) (".*")\Z', re.S)


def unquoted(text):
    return re.sub(r'\\(.)', lambda match: ESCAPES[match[1]], text[1:-1], flags=re.S)


def quoted(text):
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def entries(path):
    """The entries of a file as the export writes it: comments, and the texts by keyword."""
    with open(path, encoding="utf-8", newline="\n") as file:
        blocks = file.read().split("\n\n")
    for block in blocks:
        comments, texts, last = [], {}, None
        # Only line feeds end a line: texts may have other separators.
        for line in block.split("\n"):
            match = KEYWORD.match(line)
            if line.startswith("#"):
                comments.append(line)
            elif match:
                last = match[1]
                texts[last] = unquoted(match[2])
            elif line:
                texts[last] += unquoted(line)
        yield comments, texts


def by_hand(path, into, edits, fuzzy):
    """Writes every text on one line, with other line ends."""
    with open(into, "w", encoding="utf-8", newline="") as file:
        for comments, texts in entries(path):
            name = texts.get("msgctxt")
            if name in edits:
                texts["msgstr"] = edits[name]
                if fuzzy:
                    comments = [c for c in comments if not c.startswith("#,")] + ["#, fuzzy"]
            lines = comments + [f"{keyword} {quoted(text)}" for keyword, text in texts.items()]
            file.write("\r\n".join(lines) + "\r\n\r\n")


def by_msgcat(path, into, edits, fuzzy):
    plain = into + ".hand"
    by_hand(path, plain, edits, fuzzy)
    with open(plain, encoding="utf-8", newline="") as file:
        text = file.read().replace("\r\n", "\n")
    with open(plain, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    run = subprocess.run(["msgcat", "--width=40", "--sort-output", "-o", into, plain], capture_output=True, text=True)
    os.remove(plain)
    if run.returncode:
        sys.exit(f"WRONG: msgcat ended with {run.returncode}: {run.stderr[-500:]}")


def by_polib(path, into, edits, fuzzy):
    import polib
    file = polib.pofile(path, wrapwidth=60)
    for entry in file:
        if entry.msgctxt in edits:
            entry.msgstr = edits[entry.msgctxt]
            if fuzzy and "fuzzy" not in entry.flags:
                entry.flags.append("fuzzy")
    file.save(into)


def by_toolkit(path, into, edits, fuzzy):
    from translate.storage import pypo
    with open(path, "rb") as file:
        store = pypo.pofile(file)
    for unit in store.units:
        name = unit.getcontext()
        if not unit.isheader() and name in edits:
            unit.target = edits[name]
            unit.markfuzzy(fuzzy)
    store.savefile(into)


def chosen(catalog, files, count, chance):
    """Picks edits by file: what each named text becomes, and what the server then holds."""
    found = {}
    for path in files:
        locale = re.search(r"review\.(.+)\.po\Z", path)[1]
        for _, texts in entries(path):
            if "msgctxt" in texts:
                found[(path, texts["msgctxt"])] = (locale, texts["msgstr"])
    names = {f"{section}.{key}": (section, key) for section, key in catalog.keys}
    # A text with several proposals has several entries, of which an edit in all of them is one wish.
    several = {(path, name.rsplit(" #", 1)[0]) for path, name in found if " #" in name}
    candidates = [place for place in found if place[1] in names and place not in several]
    chance.shuffle(candidates)
    missing = [place for place in candidates if not found[place][1]]
    pending = [place for place in candidates if catalog.pending.get(Text(*names[place[1]], found[place][0]))]
    picked = dict.fromkeys(missing[:count // 4] + pending[:count // 4])
    picked.update(dict.fromkeys(candidates[:max(0, count - len(picked))]))
    held = counted(catalog.proposals)
    edits = {path: {} for path in files}
    for number, (path, name) in enumerate(picked):
        text = Text(*names[name], found[(path, name)][0])
        value = HARD[number % len(HARD)] if number < len(HARD) else f"{HARD[number % len(HARD)]} {number}"
        current, proposals = catalog.values.get(text, ""), catalog.pending.get(text, [])
        if value in [current, *(p["value"] for p in proposals)]:
            value += " !"
        edits[path][name] = value
        if current.count("\r\n") and current.count("\r\n") == current.count("\n"):
            value = value.replace("\n", "\r\n")
        own = [p for p in proposals if p["can_delete"]]
        if own:
            held[(text, own[0]["value"], True)] -= 1
        held[(text, value, True)] += 1
    return edits, +held


def available():
    tools = {"rewritten by hand": by_hand}
    if shutil.which("msgcat"):
        tools["msgcat"] = by_msgcat
    else:
        print("skip  files saved by msgcat, which is not installed (apt install gettext)")
    for name, module, tool in (("polib", "polib", by_polib), ("translate-toolkit", "translate.storage.pypo", by_toolkit)):
        try:
            __import__(module)
            tools[name] = tool
        except ImportError:
            print(f"skip  files saved by {name}, which this Python has not (pip install {name})")
    return tools


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--tool")
    parser.add_argument("binary")
    parser.add_argument("data")
    arguments = parser.parse_args()
    catalog = Catalog(arguments.data)
    tools = {name: tool for name, tool in available().items() if arguments.tool in (None, name)}
    wrong, runs, rows, arrived = [], 0, 0, 0
    for label, tool in tools.items():
        with Sandbox(arguments.binary, arguments.data) as sandbox:
            run = sandbox.run("export", os.path.join(sandbox.path, "review.po"), "--split", "locale")
            if run.status:
                sys.exit(f"WRONG: {label}: export ended with {run.status}: {run.errors.strip()}")
            files = sorted(glob.glob(os.path.join(sandbox.path, "review*.po")))
            count = sum("msgctxt" in texts for path in files for _, texts in entries(path))
            edits, meant = chosen(catalog, files, arguments.edits, random.Random(arguments.seed))
            number = sum(map(len, edits.values()))
            for what, wanted, fuzzy, verdict in (("untouched", {}, False, None), ("fuzzy", edits, True, "skipped"),
                                                 ("edited", edits, False, "propose")):
                folder = os.path.join(sandbox.path, what)
                os.mkdir(folder)
                for path in files:
                    tool(path, os.path.join(folder, os.path.basename(path)), wanted.get(path, {}), fuzzy)
                run = sandbox.run("diff", folder, "--json", "--force")
                try:
                    counts = {k: v for k, v in json.loads(run.output)["summary"]["verdicts"].items() if v}
                except ValueError:
                    wrong.append(f"{label}, {what}: diff ended with {run.status}: {run.errors.strip()[:300]}")
                    continue
                expected = {"unchanged": count - (number if verdict else 0)}
                if verdict:
                    expected[verdict] = number
                if counts != expected:
                    wrong.append(f"{label}, {what}: {counts}, and not {expected}")
                rows += count
                runs += 1
            run = sandbox.run("import", os.path.join(sandbox.path, "edited"), "--yes", "--force", "--json")
            held = sandbox.proposals()
            if run.status != 0:
                wrong.append(f"{label}: import ended with {run.status}: {run.errors.strip()[:300]}")
            for entry, times in sorted((meant - held).items())[:5]:
                wrong.append(f"{label}: missing on the server ({times}): {entry}")
            for entry, times in sorted((held - meant).items())[:5]:
                wrong.append(f"{label}: on the server and not meant ({times}): {entry}")
            arrived += number if held == meant else 0
            before = sandbox.writes()
            sandbox.run("import", os.path.join(sandbox.path, "edited"), "--yes", "--force", "--json")
            if difference(before, sandbox.writes()) not in (0, "not told"):
                wrong.append(f"{label}: the second import wrote")
    for line in wrong[:30]:
        print("  WRONG:", line)
    if not wrong:
        print(f"{runs} folders from {len(tools)} tools, {rows:,} entries: no false edit; {arrived:,} edits arrived, and once")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
