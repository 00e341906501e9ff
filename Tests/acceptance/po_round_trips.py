#!/usr/bin/env python3
"""po_round_trips.py [--edits N] [--seed N] [--tool NAME] BINARY DATA

Serves DATA (a folder in NStack's shape) from the program's sandbox and exports it as PO, a file for each locale. Programs then save the
files: rewriters in this script that save as Poedit, Lokalize and others do, gettext's msgcat, msgattrib and msgmerge, polib, Babel and
translate-toolkit, each if it is there. What they only saved must plan nothing; of N edits (400) each must arrive exactly, and nothing else.
Edits that are fuzzy must not arrive. From files without their comments, nothing may arrive that the server does not have."""
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


def by_gettext(*arguments):
    """A tool of gettext that saves a file with other widths and orders."""
    def save(path, into, edits, fuzzy):
        plain = into + ".hand"
        by_hand(path, plain, edits, fuzzy)
        with open(plain, encoding="utf-8", newline="") as file:
            text = file.read().replace("\r\n", "\n")
        with open(plain, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        inputs = [plain, path] if arguments[0] == "msgmerge" else [plain]
        run = subprocess.run([*arguments, "-o", into, *inputs], capture_output=True, text=True)
        os.remove(plain)
        if run.returncode:
            sys.exit(f"WRONG: {arguments[0]} ended with {run.returncode}: {run.stderr[-500:]}")
    return save


def wrapped(keyword, text, width=79):
    """A text as editors write it: divided after line feeds, and at spaces of long lines."""
    if "\n" not in text[:-1] and len(keyword) + len(quoted(text)) < width:
        return [f"{keyword} {quoted(text)}"]
    lines = [f'{keyword} ""']
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        piece = ""
        for word in re.findall(r"[^ ]* *", line):
            if piece and len(piece) + len(word) > width - 4:
                lines.append(quoted(piece))
                piece = ""
            piece += word
        if piece:
            lines.append(quoted(piece))
    return lines


def by_editor(generator, previous):
    """Saves as an editor does: with its header fields, long texts divided, obsolete entries at the end, and the texts that were translated
    before beside fuzzy ones."""
    def save(path, into, edits, fuzzy):
        blocks = []
        for comments, texts in entries(path):
            name = texts.get("msgctxt")
            if name is None:
                fields = [line for line in texts["msgstr"].split("\n") if line and not line.startswith("X-Generator")]
                fields += ["PO-Revision-Date: 2026-01-31 10:00+0100", "Last-Translator: Anna <a@example.com>",
                           "Plural-Forms: nplurals=2; plural=(n != 1);", f"X-Generator: {generator}"]
                texts["msgstr"] = "".join(field + "\n" for field in fields)
            elif name in edits:
                texts["msgstr"] = edits[name]
                flags = [flag for c in comments if c.startswith("#,") for flag in c[2:].strip().split(", ") if flag != "fuzzy"]
                comments = [c for c in comments if not c.startswith("#,")]
                flags = ["fuzzy", *flags] if fuzzy else flags
                if flags:
                    comments += ["#, " + ", ".join(flags)]
                if fuzzy and previous:
                    comments += ["#| msgctxt " + quoted(name), "#| msgid " + quoted("What it was before")]
            lines = list(comments)
            for keyword, text in texts.items():
                lines += wrapped(keyword, text)
            blocks.append("\n".join(lines))
        blocks.append('#~ msgctxt "gone.key"\n#~ msgid "Gone"\n#~ msgstr "Never to be sent"')
        with open(into, "w", encoding="utf-8", newline="") as file:
            file.write("\n\n".join(blocks) + "\n")
    return save


def by_babel(path, into, edits, fuzzy):
    from babel.messages import pofile
    with open(path, "rb") as file:
        catalog = pofile.read_po(file)
    for message in catalog:
        if message.context in edits:
            message.string = edits[message.context]
            if fuzzy:
                message.flags.add("fuzzy")
            else:
                message.flags.discard("fuzzy")
    with open(into, "wb") as file:
        pofile.write_po(file, catalog, width=60)


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
    tools = {"rewritten by hand": by_hand, "as Poedit": by_editor("Poedit 3.5", False),
             "as Lokalize": by_editor("Lokalize 25.04", True)}
    for name, *arguments in (("msgcat", "--width=40", "--sort-output"), ("msgattrib", "--no-wrap", "--no-obsolete"),
                             ("msgmerge", "--previous", "--quiet", "--no-fuzzy-matching")):
        if shutil.which(name):
            tools[name] = by_gettext(name, *arguments)
        else:
            print(f"skip  files saved by {name}, which is not installed (apt install gettext)")
    for name, module, tool in (("polib", "polib", by_polib), ("Babel", "babel.messages", by_babel),
                               ("translate-toolkit", "translate.storage.pypo", by_toolkit)):
        try:
            __import__(module)
            tools[name] = tool
        except ImportError:
            print(f"skip  files saved by {name}, which this Python has not (pip install {name})")
    return tools


def faults_of_msgfmt(files):
    """What `msgfmt -c` says of the files as they were exported; None without it."""
    if not shutil.which("msgfmt"):
        print("skip  msgfmt -c, which is not installed (apt install gettext)")
        return None
    faults = []
    for path in files:
        run = subprocess.run(["msgfmt", "-c", "-o", os.devnull, path], capture_output=True, text=True)
        # Translations whose placeholders or line ends differ from their source are the data's own.
        faults += [line for line in run.stderr.splitlines()
                   if ".po:" in line and not re.search(r"header field|format specifications|begin with|end with|both|is not a valid", line)]
    return faults


def without_comments(sandbox, files, wrong):
    """Nothing is sent from files that lost their comments, whatever moved on the server."""
    folder = os.path.join(sandbox.path, "bare")
    os.mkdir(folder)
    for path in files:
        with open(path, encoding="utf-8", newline="") as file:
            lines = file.read().split("\n")
        with open(os.path.join(folder, os.path.basename(path)), "w", encoding="utf-8", newline="") as file:
            file.write("\n".join(line for line in lines if not line.startswith("#")))
    before = sandbox.writes()
    run = sandbox.run("import", folder, "--yes", "--force", "--json")
    if difference(before, sandbox.writes()) not in (0, "not told"):
        wrong.append(f"files without their comments: the import wrote ({run.status})")


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
    if not tools:
        sys.exit(f"WRONG: there is no tool {arguments.tool}")
    wrong, runs, rows, arrived = [], 0, 0, 0
    for label, tool in tools.items():
        with Sandbox(arguments.binary, arguments.data) as sandbox:
            run = sandbox.run("export", os.path.join(sandbox.path, "review.po"), "--split", "locale")
            if run.status:
                sys.exit(f"WRONG: {label}: export ended with {run.status}: {run.errors.strip()}")
            files = sorted(glob.glob(os.path.join(sandbox.path, "review*.po")))
            count = sum("msgctxt" in texts for path in files for _, texts in entries(path))
            if label == next(iter(tools)):
                for fault in (faults_of_msgfmt(files) or [])[:5]:
                    wrong.append(f"msgfmt -c: {fault}")
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
            if label == next(iter(tools)):
                without_comments(sandbox, files, wrong)
            lost = sum((meant - held).values())
            print(f"      {label}: {3 * count:,} entries, {sum((held - meant).values())} false, {lost} of {number} edits lost")
    for line in wrong[:30]:
        print("  WRONG:", line)
    if not wrong:
        print(f"{runs} folders from {len(tools)} tools, {rows:,} entries: no false edit; {arrived:,} edits arrived, and once")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
