#!/usr/bin/env python3
"""xliff_round_trips.py [--edits N] [--seed N] [--tool NAME] [--timed] BINARY DATA

Serves DATA (a folder in NStack's shape) from the program's sandbox and exports it as XLIFF 1.2 and 2.1. Tools then save the files: some
that are imitated here by what they do to a file (states, copied sources, segments, codes without contents, attributes and elements of
their own), and translate-toolkit where this Python has it. What they only saved must plan nothing; of N edits (400) each must arrive
exactly, and nothing else."""
import argparse
import copy
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

from sandbox import Catalog, Sandbox, Text, counted
from thousand_edits import HARD, difference

FIRST = "urn:oasis:names:tc:xliff:document:1.2"
SECOND = "urn:oasis:names:tc:xliff:document:2.0"
TRADOS = "http://sdl.com/FileTypes/SdlXliff/1.0"


class Unit:
    """A unit of either version: its element, the element that holds source and target, and the text that it is."""

    def __init__(self, element, locale, texts):
        self.element = element
        self.space = element.tag[:element.tag.index("}") + 1]
        self.holder = element if self.is_first else element.find(self.space + "segment")
        name = element.get("resname" if self.is_first else "name")
        self.text = texts[(name, locale)]
        self.source = self.holder.find(self.space + "source")

    @property
    def is_first(self):
        return FIRST in self.space

    @property
    def target(self):
        return self.holder.find(self.space + "target")

    def make_target(self):
        target = self.target
        if target is None:
            target = tree.Element(self.space + "target")
            self.holder.insert(list(self.holder).index(self.source) + 1, target)
        return target

    def set_state(self, first, second):
        """Sets the state of the target; None removes it."""
        element, state = (self.make_target(), first) if self.is_first else (self.holder, second)
        if state is None:
            element.attrib.pop("state", None)
        else:
            element.set("state", state)

    def set_target(self, text):
        target = self.make_target()
        for child in list(target):
            target.remove(child)
        target.text = text

    def copy_source(self):
        target = self.make_target()
        for child in list(target):
            target.remove(child)
        target.text = self.source.text
        for child in self.source:
            target.append(copy.deepcopy(child))


def units(root, texts):
    space = root.tag[:root.tag.index("}") + 1]
    for file in root.iter(space + "file"):
        for element in file.iter(space + ("trans-unit" if FIRST in space else "unit")):
            yield Unit(element, file.get("original"), texts)


# What tools do to a file. `edited` are the units that a translator changed.

def trados(root, every, edited):
    tree.register_namespace("sdl", TRADOS)
    for number, unit in enumerate(every):
        if unit in edited:
            unit.set_state("translated", "translated")
        elif unit.target is None:
            unit.copy_source()
            unit.set_state("new", "initial")
        if unit.is_first:
            segment(unit, number)
            definitions = tree.SubElement(unit.element, f"{{{TRADOS}}}seg-defs")
            tree.SubElement(definitions, f"{{{TRADOS}}}seg", {"id": str(number), "conf": "Draft" if unit.target.get("state") == "new"
                                                             else "Translated"})


def segment(unit, number):
    """Divides source and target into marked segments at their first blank between words, as tools do at sentences."""
    pieces = tree.Element(unit.space + "seg-source")
    for source, into in ((unit.source, pieces), (unit.target, unit.target)):
        if len(source) or not source.text or not source.text.strip():
            mark = tree.Element(unit.space + "mrk", {"mtype": "seg", "mid": f"{number}.0"})
            mark.text = source.text
            mark.extend([copy.deepcopy(child) for child in source])
            for child in list(into):
                into.remove(child)
            into.text = None
            into.append(mark)
            continue
        match = re.match(r"(\s*\S+)(\s+)(.*)\Z", source.text, re.S)
        parts = [match[1], match[3]] if match and match[3] else [source.text, ""]
        between = match[2] if match and match[3] else ""
        into.text = None
        for place, part in enumerate(parts):
            if part or place == 0:
                mark = tree.SubElement(into, unit.space + "mrk", {"mtype": "seg", "mid": f"{number}.{place}"})
                mark.text = part
                mark.tail = between if place == 0 else None
    # Where source and target have different numbers of segments, a tool has one.
    if len(pieces) != len(unit.target):
        for element in (pieces, unit.target):
            text = "".join(element.itertext())
            if any(child.tag != unit.space + "mrk" for mark in element for child in mark):
                continue
            for child in list(element):
                element.remove(child)
            mark = tree.SubElement(element, unit.space + "mrk", {"mtype": "seg", "mid": f"{number}.0"})
            mark.text = text
    unit.element.insert(1, pieces)


def memoq(root, every, edited):
    tree.register_namespace("mq", "MQXliff")
    for unit in every:
        if unit in edited:
            unit.set_state("final", "final")
        elif unit.target is None:
            unit.copy_source()
            unit.set_state("needs-translation", "initial")
        if unit.is_first:
            unit.element.set("approved", "yes" if unit in edited else "no")
        unit.element.set("{MQXliff}status", "ManuallyConfirmed" if unit.target.get("state") != "needs-translation"
                         and unit.holder.get("state") != "initial" else "NotStarted")


def phrase(root, every, edited):
    for unit in every:
        target = unit.make_target()
        if unit in edited:
            unit.set_state("translated", "translated")
        elif not target.text and not len(target):
            unit.set_state("needs-translation", "initial")
        else:
            unit.set_state("final", "final")
        # Contents of codes are dropped where the id says which they are.
        known = {code.get("id") for code in unit.source.iter(unit.space + "ph")}
        for code in target.iter(unit.space + "ph"):
            if code.get("id") in known:
                code.text = None
                for name in ("equiv-text", "disp", "equiv", "dataRef"):
                    code.attrib.pop(name, None)
                if unit.is_first:
                    code.tag = unit.space + "x"


def omegat_like(root, every, edited):
    for number, unit in enumerate(every):
        if unit.target is None or unit not in edited and number % 7 == 0:
            unit.copy_source()


def saved(root, every, edited):
    for element in root.iter():
        items = sorted(element.attrib.items(), reverse=True)
        element.attrib.clear()
        element.attrib.update(items)


def divided(root, every, edited):
    """XLIFF 2: an agent divides each unit with a plain text into two segments."""
    for unit in every:
        target = unit.target
        if unit.is_first or target is None or len(target) or len(unit.source) or not target.text or not unit.source.text:
            continue
        source, translation = (re.match(r"(\S+)(\s)(.+)\Z", text, re.S) for text in (unit.source.text, target.text))
        if not source or not translation or source[2] != translation[2]:
            continue
        place = list(unit.element).index(unit.holder)
        unit.element.remove(unit.holder)
        for number, (kind, part) in enumerate((("segment", 1), ("ignorable", 2), ("segment", 3))):
            element = tree.Element(unit.space + kind, {"id": f"s{number}"})
            if kind == "segment":
                element.set("state", "translated")
            tree.SubElement(element, unit.space + "source").text = source[part]
            if kind == "segment":
                tree.SubElement(element, unit.space + "target").text = translation[part]
            unit.element.insert(place + number, element)


TOOLS = {"re-saved": saved, "Trados": trados, "memoQ": memoq, "Phrase": phrase, "OmegaT's habits": omegat_like,
         "divided": divided}


def by_hand(path, into, texts, edits, habit):
    document = tree.parse(path)
    root = document.getroot()
    every = list(units(root, texts))
    edited = {unit for unit in every if unit.text in edits}
    for unit in edited:
        unit.set_target(edits[unit.text])
    habit(root, every, edited)
    tree.register_namespace("", FIRST if FIRST in root.tag else SECOND)
    document.write(into, encoding="utf-8", xml_declaration=True)
    return len(every)


def by_toolkit(path, into, texts, edits, habit=None):
    from translate.storage import xliff, xliff2
    with open(path, "rb") as file:
        start = file.read(400)
    is_first = FIRST.encode() in start
    store = (xliff.Xliff1File if hasattr(xliff, "Xliff1File") else xliff.xlifffile).parsefile(path) if is_first \
        else xliff2.Xliff2File.parsefile(path)
    count = 0
    for unit in store.units:
        if unit.isheader():
            continue
        count += 1
        element = unit.xmlelement
        holder = element
        while not holder.tag.endswith("}file"):
            holder = holder.getparent()
        named = element
        while named.get("resname") is None and named.get("name") is None:
            named = named.getparent()
        text = texts[(named.get("resname") or named.get("name"), holder.get("original"))]
        if text in edits:
            # The toolkit adds a new text in front of the codes of the old one.
            old = element.find(element.tag[:element.tag.index("}") + 1] + "target")
            for child in list(old) if old is not None else []:
                old.remove(child)
            unit.target = edits[text]
    store.savefile(into)
    return count


OMEGAT = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<omegat><project version="1.0"><source_dir>__DEFAULT__</source_dir><target_dir>__DEFAULT__</target_dir><tm_dir>__DEFAULT__</tm_dir>
<glossary_dir>__DEFAULT__</glossary_dir><dictionary_dir>__DEFAULT__</dictionary_dir><source_lang>{}</source_lang>
<target_lang>{}</target_lang><source_tok>org.omegat.tokenizer.DefaultTokenizer</source_tok>
<target_tok>org.omegat.tokenizer.DefaultTokenizer</target_tok><sentence_seg>false</sentence_seg>
<support_default_translations>true</support_default_translations><remove_tags>false</remove_tags></project></omegat>
"""


def by_omegat(path, into, texts, edits, habit=None):
    """Translates a file with OmegaT, whose memory has the edits by their source texts."""
    root = tree.parse(path).getroot()
    every = list(units(root, texts))
    # OmegaT translates what is in the target, so that its manual asks for the source there.
    for unit in every:
        if unit.target is None:
            unit.copy_source()
    header = next(root.iter(f"{{{FIRST}}}file"))
    languages = header.get("source-language"), header.get("target-language")
    with tempfile.TemporaryDirectory(prefix="nstack-review-omegat.") as folder:
        for name in ("source", "target", "tm", "glossary", "dictionary", "omegat"):
            os.mkdir(os.path.join(folder, name))
        with open(os.path.join(folder, "omegat.project"), "w", encoding="utf-8") as file:
            file.write(OMEGAT.format(*languages))
        memory = tree.Element("tmx", {"version": "1.1"})
        tree.SubElement(memory, "header", {"creationtool": "OmegaT", "o-tmf": "OmegaT TMX", "adminlang": "EN-US", "datatype":
                                           "plaintext", "creationtoolversion": "3", "segtype": "paragraph", "srclang": languages[0]})
        body = tree.SubElement(memory, "body")
        for unit in every:
            if unit.text in edits:
                pair = tree.SubElement(body, "tu")
                for language, text in zip(languages, (unit.source.text, edits[unit.text])):
                    tree.SubElement(tree.SubElement(pair, "tuv", {"lang": language}), "seg").text = text
        tree.ElementTree(memory).write(os.path.join(folder, "omegat", "project_save.tmx"), encoding="utf-8", xml_declaration=True)
        tree.register_namespace("", FIRST)
        tree.ElementTree(root).write(os.path.join(folder, "source", "review.xlf"), encoding="utf-8", xml_declaration=True)
        run = subprocess.run(["omegat", folder, "--mode=console-translate", "--config-dir=" + os.path.join(folder, "config")],
                             capture_output=True, text=True, timeout=900, env={**os.environ, "HOME": folder})
        result = os.path.join(folder, "target", "review.xlf")
        if run.returncode or not os.path.exists(result):
            sys.exit(f"WRONG: OmegaT ended with {run.returncode}: {run.stdout[-500:]}{run.stderr[-500:]}")
        shutil.copy(result, into)
    return len(every)


def plain_sources(files, texts):
    """The missing texts whose source is plain, and no other's: OmegaT translates by the source."""
    found, pieces = {}, {}
    for path in files:
        for unit in units(tree.parse(path).getroot(), texts):
            source = unit.source.text or ""
            pieces.setdefault((unit.text.locale, source), set()).add(unit.text)
            if unit.target is None and not len(unit.source) and source.strip() == source != "":
                found[unit.text] = source
    return {text for text, source in found.items() if len(pieces[(text.locale, source)]) == 1}


def chosen(catalog, files, texts, count, chance, allowed=None):
    """Picks edits: the texts, what each becomes, and what the server then holds."""
    found = {}
    for path in files:
        for unit in units(tree.parse(path).getroot(), texts):
            found.setdefault(unit.text, []).append("" if unit.target is None else "".join(unit.target.itertext()))
    # A text with several proposals has several units, of which an edit in all of them is one wish.
    candidates = [text for text in found if len(found[text]) == 1 and (allowed is None or text in allowed)]
    chance.shuffle(candidates)
    missing = [text for text in candidates if found[text] == [""]]
    pending = [text for text in candidates if catalog.pending.get(text)]
    picked = dict.fromkeys(missing[:count // 4] + pending[:count // 4])
    picked.update(dict.fromkeys(candidates[:max(0, count - len(picked))]))
    held = counted(catalog.proposals)
    edits = {}
    for number, text in enumerate(picked):
        hard = HARD[number % len(HARD)]
        # A lone carriage return or a blank-only text is no translation.
        value = hard if number < len(HARD) else f"{hard} {number}"
        current = catalog.values.get(text, "")
        proposals = catalog.pending.get(text, [])
        if value in [current, *(p["value"] for p in proposals)]:
            value += " !"
        if allowed is not None:
            # OmegaT keeps no white space around a text, and has tags of its own for what looks like markup.
            value = f"Oversat {number} af {len(text.key)}"
        edits[text] = value
        if current.count("\r\n") and current.count("\r\n") == current.count("\n"):
            value = value.replace("\n", "\r\n")
        own = [p for p in proposals if p["can_delete"]]
        if own:
            held[(text, own[0]["value"], True)] -= 1
        held[(text, value, True)] += 1
    return edits, +held


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--tool")
    parser.add_argument("--timed", action="store_true")
    parser.add_argument("binary")
    parser.add_argument("data")
    arguments = parser.parse_args()
    catalog = Catalog(arguments.data)
    texts = {(f"{section}.{key}", locale): Text(section, key, locale)
             for section, key in catalog.keys for locale in catalog.locales}
    if len(texts) != len(catalog.keys) * len(catalog.locales):
        sys.exit("skipped: two texts of the data have one name")
    tools = {name: (by_hand, habit) for name, habit in TOOLS.items()}
    try:
        import translate.storage.xliff2
        tools["translate-toolkit"] = (by_toolkit, None)
    except ImportError:
        print("skip  files saved by translate-toolkit, which this Python has not (pip install translate-toolkit)")
    if shutil.which("omegat"):
        tools["OmegaT"] = (by_omegat, None)
    else:
        print("skip  files translated by OmegaT, which is not installed (apt install omegat)")
    if arguments.tool:
        tools = {name: tool for name, tool in tools.items() if name == arguments.tool}
    wrong, runs, rows, arrived = [], 0, 0, 0
    for version in ("1.2", "2.1"):
        for name, (tool, habit) in tools.items():
            # OmegaT reads XLIFF 1.2.
            if name == {"1.2": "divided", "2.1": "OmegaT"}[version]:
                continue
            chance = random.Random(arguments.seed)
            with Sandbox(arguments.binary, arguments.data) as sandbox:
                label = f"XLIFF {version}, {name}"
                review = os.path.join(sandbox.path, "review.xlf")
                options = ["--split", "locale"] if version == "2.1" or name == "OmegaT" else []
                run = sandbox.run("export", review, "--xliff-version", version, *options)
                if run.status:
                    sys.exit(f"WRONG: {label}: export ended with {run.status}: {run.errors.strip()}")
                if arguments.timed:
                    print(f"{label}: export {run.seconds:.2f} s, {run.megabytes:.0f} MB")
                files = sorted(glob.glob(os.path.join(sandbox.path, "review*.xlf")))
                edits, meant = chosen(catalog, files, texts, arguments.edits, chance,
                                      plain_sources(files, texts) if name == "OmegaT" else None)
                for what, wanted in (("untouched", {}), ("edited", edits)):
                    folder = os.path.join(sandbox.path, what)
                    os.mkdir(folder)
                    count = sum(tool(path, os.path.join(folder, os.path.basename(path)), texts, wanted, habit) for path in files)
                    run = sandbox.run("diff", folder, "--json", "--force")
                    try:
                        plan = json.loads(run.output)
                    except ValueError:
                        wrong.append(f"{label}, {what}: diff ended with {run.status}: {run.errors.strip()[:300]}")
                        continue
                    counts = plan["summary"]["verdicts"]
                    if arguments.timed:
                        print(f"{label}, {what}: diff {run.seconds:.2f} s, {run.megabytes:.0f} MB, {counts}")
                    planned = counts.get("propose", 0) + counts.get("delete", 0)
                    if sum(counts.values()) != count:
                        wrong.append(f"{label}, {what}: {count} units, and {counts}")
                    if planned != len(wanted):
                        wrong.append(f"{label}, {what}: {planned} calls planned for {len(wanted)} edits: {counts}")
                    other = {k: v for k, v in counts.items() if v and k not in ("unchanged", "skipped", "propose")}
                    if other:
                        wrong.append(f"{label}, {what}: {other}")
                    rows += count
                    runs += 1
                returned = sorted(glob.glob(os.path.join(sandbox.path, "edited", "*.xlf")))
                run = sandbox.run("import", *returned, "--yes", "--force", "--json")
                held = sandbox.proposals()
                if run.status != 0:
                    wrong.append(f"{label}: import ended with {run.status}: {run.errors.strip()[:300]}")
                for entry, number in sorted((meant - held).items())[:5]:
                    wrong.append(f"{label}: missing on the server ({number}): {entry}")
                for entry, number in sorted((held - meant).items())[:5]:
                    wrong.append(f"{label}: on the server and not meant ({number}): {entry}")
                arrived += len(edits) if held == meant else 0
                before = sandbox.writes()
                sandbox.run("import", os.path.join(sandbox.path, "edited"), "--yes", "--force", "--json")
                if difference(before, sandbox.writes()) not in (0, "not told"):
                    wrong.append(f"{label}: the second import wrote")
    for line in wrong[:30]:
        print("  WRONG:", line)
    if not wrong:
        print(f"{runs} files or folders from {len(tools)} tools, {rows:,} units: no false edit; {arrived:,} edits arrived, and once")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
