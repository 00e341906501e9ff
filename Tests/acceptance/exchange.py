#!/usr/bin/env python3
"""exchange.py MODE BINARY DATA

Reviews as XLIFF 1.2 and 2.1 and as PO, in tools: what they only saved must plan nothing; of N edits (400) each must arrive exactly, and once.
Some tools are imitated here by what they do to a file; others are run where they are installed. DATA is a folder in NStack's shape."""
import copy
import glob
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import xml.etree.ElementTree as tree

import checks
from checks import ask, same, skip, takes
from edits import arrives, chosen
from exports import STUBS
from servers import Catalog, Sandbox, Text

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
        for index, part in enumerate(parts):
            if part or index == 0:
                mark = tree.SubElement(into, unit.space + "mrk", {"mtype": "seg", "mid": f"{number}.{index}"})
                mark.text = part
                mark.tail = between if index == 0 else None
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
        index = list(unit.element).index(unit.holder)
        unit.element.remove(unit.holder)
        for number, (kind, part) in enumerate((("segment", 1), ("ignorable", 2), ("segment", 3))):
            element = tree.Element(unit.space + kind, {"id": f"s{number}"})
            if kind == "segment":
                element.set("state", "translated")
            tree.SubElement(element, unit.space + "source").text = source[part]
            if kind == "segment":
                tree.SubElement(element, unit.space + "target").text = translation[part]
            unit.element.insert(index + number, element)


HABITS = {"re-saved": saved, "Trados": trados, "memoQ": memoq, "Phrase": phrase, "OmegaT's habits": omegat_like, "divided": divided}


def xliff_by_hand(path, into, texts, edits, habit):
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


def xliff_by_toolkit(path, into, texts, edits, habit=None):
    xliff, xliff2 = checks.module("translate.storage.xliff"), checks.module("translate.storage.xliff2")
    is_first = FIRST.encode() in checks.read(path)[:400]
    store = (xliff.Xliff1File if hasattr(xliff, "Xliff1File") else xliff.xlifffile).parsefile(path) if is_first else xliff2.Xliff2File.parsefile(path)
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
    with checks.scratch() as folder:
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
            checks.stop(f"OmegaT ended with {run.returncode}: {run.stdout[-500:]}{run.stderr[-500:]}")
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


def po_by_hand(path, into, edits, fuzzy):
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
        po_by_hand(path, plain, edits, fuzzy)
        checks.write(plain, checks.read(plain).replace(b"\r\n", b"\n"))
        inputs = [plain, path] if arguments[0] == "msgmerge" else [plain]
        run = subprocess.run([*arguments, "-o", into, *inputs], capture_output=True, text=True)
        os.remove(plain)
        if run.returncode:
            checks.stop(f"{arguments[0]} ended with {run.returncode}: {run.stderr[-500:]}")
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
    """Saves as an editor does: with its header fields, long texts divided, obsolete entries at the end, and what was translated before beside fuzzy
    entries."""
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
    pofile = checks.module("babel.messages.pofile")
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
    file = checks.module("polib").pofile(path, wrapwidth=60)
    for entry in file:
        if entry.msgctxt in edits:
            entry.msgstr = edits[entry.msgctxt]
            if fuzzy and "fuzzy" not in entry.flags:
                entry.flags.append("fuzzy")
    file.save(into)


def po_by_toolkit(path, into, edits, fuzzy):
    with open(path, "rb") as file:
        store = checks.module("translate.storage.pypo").pofile(file)
    for unit in store.units:
        name = unit.getcontext()
        if not unit.isheader() and name in edits:
            unit.target = edits[name]
            unit.markfuzzy(fuzzy)
    store.savefile(into)


def faults_of_msgfmt(files):
    """What `msgfmt -c` says of the files as they were exported."""
    if not shutil.which("msgfmt"):
        skip("msgfmt -c, which is not installed (apt install gettext)")
        return []
    faults = []
    for path in files:
        run = subprocess.run(["msgfmt", "-c", "-o", os.devnull, path], capture_output=True, text=True)
        # Translations whose placeholders or line ends differ from their source are the data's own.
        faults += [line for line in run.stderr.splitlines()
                   if ".po:" in line and not re.search(r"header field|format specifications|begin with|end with|both|is not a valid", line)]
    return faults

class Trip:
    """One tool with an export: files that it only saved, and files with edits."""

    def __init__(self, label, options, catalog, sandbox, form, *flags):
        self.label, self.options, self.catalog, self.sandbox = label, options, catalog, sandbox
        sandbox.succeed("export", f"{sandbox.path}/review.{form}", *flags)
        self.files = sorted(glob.glob(f"{sandbox.path}/review*.{form}"))

    def edits(self, texts):
        """Picks edits; keeps what the server then holds."""
        edits, self.held = chosen(self.catalog, texts, self.options.edits, random.Random(self.options.seed))
        return edits

    def returned(self, what, save, expected):
        """Lets a tool save the files, `save(path, into)`, and plans them: the verdicts must be these. Gives the folder."""
        folder = f"{self.sandbox.path}/{what}"
        os.mkdir(folder)
        for path in self.files:
            save(path, f"{folder}/{os.path.basename(path)}")
        run = self.sandbox.run("diff", folder, "--json", "--accept", "refused-by-check")
        try:
            counts = {name: count for name, count in json.loads(run.output)["summary"]["verdicts"].items() if count}
        except (ValueError, KeyError):
            counts = {run.errors.strip()[:300]: run.status}
        if self.files[0].endswith(".xlf"):
            # Units that a tool marks as not translated are skipped.
            counts["unchanged"] = counts.get("unchanged", 0) + counts.pop("skipped", 0)
        same(f"{self.label}, {what}: the plan", counts, {name: count for name, count in expected.items() if count})
        return folder


@takes("binary", "data", edits=400, seed=7, tool=None)
def xliff(options):
    """XLIFF 1.2 and 2.1 in tools that are imitated, translate-toolkit, and OmegaT."""
    catalog = Catalog(options.data)
    texts = {(f"{text.section}.{text.key}", text.locale): text for text in catalog.texts()}
    if len(texts) != len(catalog.texts()):
        checks.skip_all("two texts of the data have one name")
    tools = {name: (xliff_by_hand, habit) for name, habit in HABITS.items()}
    if checks.module("translate.storage.xliff2"):
        tools["translate-toolkit"] = (xliff_by_toolkit, None)
    else:
        skip("files saved by translate-toolkit, which this Python has not (pip install translate-toolkit)")
    if shutil.which("omegat"):
        tools["OmegaT"] = (by_omegat, None)
    else:
        skip("files translated by OmegaT, which is not installed (apt install omegat)")
    for version in ("1.2", "2.1"):
        for name, (tool, habit) in tools.items():
            # OmegaT reads XLIFF 1.2.
            if name == {"1.2": "divided", "2.1": "OmegaT"}[version] or options.tool not in (None, name):
                continue
            with Sandbox(options.binary, options.data) as sandbox:
                split = ["--split", "locale"] if version == "2.1" or name == "OmegaT" else []
                trip = Trip(f"XLIFF {version}, {name}", options, catalog, sandbox, "xlf", "--xliff-version", version, *split)
                every = [unit.text for path in trip.files for unit in units(tree.parse(path).getroot(), texts)]
                # A text with several proposals has several units, of which an edit in all of them is one change.
                edits = trip.edits(plain_sources(trip.files, texts) if name == "OmegaT" else [text for text in dict.fromkeys(every) if every.count(text) == 1])
                if name == "OmegaT":
                    # It keeps no white space around a text, and has tags of its own for what looks like markup.
                    for number, (text, value) in enumerate(edits.items()):
                        trip.held[text, value, True] -= 1
                        trip.held[text, f"Oversat {number}", True], edits[text] = 1, f"Oversat {number}"
                    trip.held = +trip.held
                trip.returned("untouched", lambda path, into: tool(path, into, texts, {}, habit), {"unchanged": len(every)})
                folder = trip.returned("edited", lambda path, into: tool(path, into, texts, edits, habit),
                                       {"unchanged": len(every) - len(edits), "propose": len(edits)})
                arrives(trip.label, sandbox, folder, trip.held)
    return "reviews as XLIFF"


@takes("binary", "data", edits=400, seed=7, tool=None)
def po(options):
    """PO in rewriters that save as Poedit, Lokalize and others do, gettext's msgcat, msgattrib and msgmerge, polib, Babel and translate-toolkit.
    Fuzzy edits must not arrive; from files without their comments, nothing may."""
    catalog = Catalog(options.data)
    tools = {"rewritten by hand": po_by_hand, "as Poedit": by_editor("Poedit 3.5", False), "as Lokalize": by_editor("Lokalize 25.04", True)}
    for name, *arguments in (("msgcat", "--width=40", "--sort-output"), ("msgattrib", "--no-wrap", "--no-obsolete"),
                             ("msgmerge", "--previous", "--quiet", "--no-fuzzy-matching")):
        if shutil.which(name):
            tools[name] = by_gettext(name, *arguments)
        else:
            skip(f"files saved by {name}, which is not installed (apt install gettext)")
    for name, module, tool in (("polib", "polib", by_polib), ("Babel", "babel.messages.pofile", by_babel),
                               ("translate-toolkit", "translate.storage.pypo", po_by_toolkit)):
        if checks.module(module):
            tools[name] = tool
        else:
            skip(f"files saved by {name}, which this Python has not (pip install {name})")
    names = {f"{section}.{key}": (section, key) for section, key in catalog.keys}
    tools = {name: tool for name, tool in tools.items() if options.tool in (None, name)}
    for label, tool in tools.items():
        with Sandbox(options.binary, options.data) as sandbox:
            trip = Trip(label, options, catalog, sandbox, "po", "--split", "locale")
            found = {path: [texts["msgctxt"] for _, texts in entries(path) if "msgctxt" in texts] for path in trip.files}
            count = sum(map(len, found.values()))
            if label == next(iter(tools)):
                same("what msgfmt -c says", faults_of_msgfmt(trip.files), [])
            # A text with several proposals has several entries, of which an edit in all of them is one change.
            files = {Text(*names[name], re.search(r"review\.(.+)\.po\Z", path)[1]): (path, name) for path, all_names in found.items()
                     for name in all_names if name in names and name not in {other.rsplit(" #", 1)[0] for other in all_names if " #" in other}}
            wanted = {path: {} for path in trip.files}
            edits = trip.edits(files)
            for text, value in edits.items():
                wanted[files[text][0]][files[text][1]] = value
            trip.returned("untouched", lambda path, into: tool(path, into, {}, False), {"unchanged": count})
            rest = {"unchanged": count - len(edits)}
            trip.returned("fuzzy", lambda path, into: tool(path, into, wanted[path], True), {**rest, "skipped": len(edits)})
            folder = trip.returned("edited", lambda path, into: tool(path, into, wanted[path], False), {**rest, "propose": len(edits)})
            arrives(label, sandbox, folder, trip.held)
            if label == next(iter(tools)):
                for path in trip.files:
                    lines = checks.read(path).decode().split("\n")
                    checks.write(f"{sandbox.path}/bare/{os.path.basename(path)}", "\n".join(line for line in lines if not line.startswith("#")))
                before = sandbox.writes()
                sandbox.run("import", sandbox.path + "/bare", "--yes", "--accept", "refused-by-check", "--json")
                same("from files without their comments nothing is sent", sandbox.writes(), before)
    return "reviews as PO"


SCHEMATRON = "{http://purl.oclc.org/dsdl/schematron}"
XSLT = "{http://www.w3.org/1999/XSL/Transform}"
MODULES = {"document:2.0": "xliff_core_2.0.xsd", "metadata:2.0": "metadata.xsd", "matches:2.0": "matches.xsd",
           "sizerestriction:2.0": "size_restriction.xsd"}
RULES = ["xliff_core_2.1.sch", "matches.sch", "metadata.sch", "size_restriction.sch"]
# What each of the two must find: the text that is replaced, and by what.
SPOILT = {"1.2": [("<source>", "<sauce/><source>"), (' state="translated"', ' state="finished"')],
          "2.1": [("<mda:metadata>", "<mda:metadata><mda:group/>"), ('<segment id="s1"', '<segment id="s 1"')]}
SPOILT_IDS = ('<segment id="s1"', '<segment id="1"')
CONTEXT = 'Section,Key,Description,Maximum length\n*,*,"A <b> & ""c"" ]]>",{}\n'


def schema(etree, folder, imports):
    """A schema that imports the named files, without a network."""
    class Local(etree.Resolver):
        def resolve(self, url, public, context):
            return self.resolve_string(STUBS["xml.xsd"], context) if url.endswith("xml.xsd") else None

    parser = etree.XMLParser()
    parser.resolvers.add(Local())
    lines = "".join(f'<xs:import namespace="urn:oasis:names:tc:xliff:{name}" schemaLocation="{file}"/>' for name, file in imports.items())
    text = f'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">{lines}</xs:schema>'
    return etree.XMLSchema(etree.fromstring(text, parser, base_url=os.path.join(folder, "all.xsd")))


def stylesheet(etree, path):
    """The XSLT of a file of Schematron rules: in each pattern the first rule that fits an element applies, as ISO 19757-3 says."""
    root = etree.parse(path, etree.XMLParser(load_dtd=True)).getroot()
    spaces = {space.get("prefix"): space.get("uri") for space in root.iter(SCHEMATRON + "ns")}
    sheet = etree.Element(XSLT + "stylesheet", {"version": "2.0"}, nsmap={**spaces, "xsl": XSLT[1:-1]})
    etree.SubElement(sheet, XSLT + "output", {"method": "text"})

    def variables(element, into):
        for variable in element.findall(SCHEMATRON + "let"):
            etree.SubElement(into, XSLT + "variable", {"name": variable.get("name"), "select": variable.get("value")})

    variables(root, sheet)
    for key in root.findall(XSLT + "key"):
        sheet.append(key)
    start = etree.SubElement(sheet, XSLT + "template", {"match": "/"})
    count = 0
    for pattern in root.iter(SCHEMATRON + "pattern"):
        mode = f"m{count}"
        etree.SubElement(start, XSLT + "apply-templates", {"select": "//*", "mode": mode})
        etree.SubElement(sheet, XSLT + "template", {"match": "*", "mode": mode, "priority": "-1"})
        for index, rule in enumerate(pattern.findall(SCHEMATRON + "rule")):
            count += 1
            template = etree.SubElement(sheet, XSLT + "template", {"match": rule.get("context"), "mode": mode, "priority": str(9999 - index)})
            variables(pattern, template)
            variables(rule, template)
            for check in rule:
                if check.tag not in (SCHEMATRON + "assert", SCHEMATRON + "report"):
                    continue
                test = check.get("test") if check.tag.endswith("report") else f"not({check.get('test')})"
                fault = etree.SubElement(template, XSLT + "if", {"test": test})
                message = " ".join("".join(check.itertext()).split())
                etree.SubElement(fault, XSLT + "text").text = f"\n{pattern.get('id')}: {message}: "
                etree.SubElement(fault, XSLT + "value-of", {"select": "string-join(ancestor-or-self::*/@id, '/')"})
    return etree.tostring(sheet, encoding="unicode"), count


def with_words(path):
    """Adds a word to every fifth target, which is applied, and an unknown code to every tenth, which is refused."""
    text, count = checks.read(path).decode(), itertools.count(1)
    code = '<x id="z99"/>' if 'version="1.2"' in text[:300] else '<ph id="z99"/>'

    def target(match):
        number = next(count)
        return match[0] if number % 5 else f"{match[1]}{match[2]} nyt{'' if number % 10 else code}</target>"

    checks.write(path, re.sub(r"(<target[^>/]*>)((?:(?!</target>).)*)</target>(?!</(?:alt-trans|mtc:match)>)", target, text, flags=re.S))


@takes("binary", "data", "schemas?")
def valid(options):
    """Exported and to-fix files, with contexts, suggestions and hard texts, against OASIS's strict schema of 1.2, and the schemas and Schematron
    rules of 2.1 (lxml, saxonche). A file that was spoilt on purpose must fail. SCHEMAS has what OASIS publishes: xliff-1.2/*.xsd, and
    xliff-2.1/*.xsd and *.sch."""
    first, second = (f"{options.schemas or checks.ROOT + '/../shared/schemas'}/xliff-{version}" for version in ("1.2", "2.1"))
    if not os.path.isdir(first) or not os.path.isdir(second):
        checks.skip_all(f"there are no schemas of XLIFF in {os.path.dirname(first)}")
    etree = checks.module("lxml.etree") or checks.skip_all("this Python has no lxml (pip install lxml)")
    schemas = {"1.2": schema(etree, first, {"document:1.2": "xliff-core-1.2-strict.xsd"}), "2.1": schema(etree, second, MODULES)}
    rules, saxon = [], checks.module("saxonche")
    if saxon:
        processor = saxon.PySaxonProcessor(license=False)
        sheets = [stylesheet(etree, f"{second}/{name}") for name in RULES]
        rules = [(count, processor.new_xslt30_processor().compile_stylesheet(stylesheet_text=text)) for text, count in sheets]
    else:
        skip("the Schematron rules of XLIFF 2.1, which need saxonche (pip install saxonche)")

    def faults(path):
        document = etree.parse(path, etree.XMLParser(huge_tree=True))
        version = document.getroot().get("version")
        found = [] if schemas[version].validate(document) else [str(error) for error in schemas[version].error_log]
        for _, rule in rules if version == "2.1" else []:
            found += [line for line in (rule.transform_to_string(source_file=path) or "").splitlines() if line.strip()]
        return found

    for version in schemas:
        with Sandbox(options.binary, options.data) as sandbox:
            for name, limit in (("narrow", 30), ("wide", 400)):
                checks.write(f"{sandbox.path}/{name}.csv", CONTEXT.format(limit))
            for folder, flags in (("plain", []), ("context", ["--context", sandbox.path + "/wide.csv"]), ("edited", ["--context", sandbox.path + "/narrow.csv"])):
                os.mkdir(f"{sandbox.path}/{folder}")
                sandbox.succeed("export", f"{sandbox.path}/{folder}/review.xlf", "--xliff-version", version,
                                *(["--split", "locale"] if version == "2.1" else []), *flags)
            os.mkdir(sandbox.path + "/fix")
            for path in glob.glob(sandbox.path + "/edited/*.xlf"):
                with_words(path)
                sandbox.succeed("import", path, "--yes", "--accept", "refused-by-check", "--to-fix", path.replace("/edited/", "/fix/"), status=2)
            ask(f"{version}: rows are left to fix", glob.glob(sandbox.path + "/fix/*.xlf"))
            for path in sorted(glob.glob(sandbox.path + "/*/*.xlf")):
                same(f"{version}, {os.path.relpath(path, sandbox.path)}: faults", faults(path)[:3], [])
            text = checks.read(sorted(glob.glob(sandbox.path + "/context/*.xlf"))[0]).decode()
            for old, new in SPOILT[version] + ([SPOILT_IDS] if rules and version == "2.1" else []):
                # A unit whose text has codes comes first for the rule about ids.
                path = checks.write(sandbox.path + "/spoilt.xlf", text.replace(old, new, -1 if (old, new) == SPOILT_IDS else 1))
                ask(f"{version}: {new} is found", faults(path))
    return f"XLIFF by its schemas, and by {sum(count for count, _ in rules)} Schematron rules"


if __name__ == "__main__":
    checks.main(__doc__, xliff, po, valid)
