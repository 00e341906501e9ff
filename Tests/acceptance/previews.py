#!/usr/bin/env python3
"""previews.py BINARY [DATA]

Serves DATA (a folder in NStack's shape) and writes previews of it: with everybody's proposals, with own ones only, and with the changes of
returned sheets in CSV, XLSX, XLIFF and PO, N edits (200) in each. Each file must have the served bytes outside the values that change, and
each value must be the one that the proposals ask for. What the sheets show before they are imported must be, byte for byte, what the
server's proposals show after it. A preview is then killed N times (20): each file must be a whole one. A sandbox serves the last folder: its
answers must be the files. Needs openpyxl for XLSX."""
import collections
import glob
import json
import os
import random
import re
import shutil
import subprocess
import time
import xml.etree.ElementTree as tree

import checks
import exchange
import sheets
from checks import ask, same, takes
from edits import arrives, chosen, edited
from servers import API, Catalog, Sandbox, Text, counted

STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')


def served(sandbox):
    """The bytes of each locale as the server gives them, without the program that is tested."""
    index = json.loads(sandbox.get(f"{API}/resources/platforms/mobile?dev=true"))
    return {entry["language"]["locale"]: sandbox.get(entry["url"]) for entry in index["data"]}


def shown(catalog, held, is_own=False):
    """The value of each text that shows a proposal: an own one, then the newest. `held` is what the server has."""
    values = {}
    for proposal in sorted(catalog.proposals, key=lambda one: one["id"]):
        if not proposal.get("can_delete") and not is_own:
            values[Text(proposal["section"], proposal["key"], proposal["locale"])] = proposal["value"]
    values.update({text: value for (text, value, own), count in held.items() if own and count})
    return values


class Comparison:
    """Compares previews with what was served."""

    def __init__(self, originals, catalog):
        self.originals, self.keys, self.strings, self.added = originals, set(catalog.keys), 0, 0

    def compare(self, folder, values, label):
        by_locale, changed = collections.defaultdict(dict), 0
        for text, value in values.items():
            by_locale[text.locale][text.section, text.key] = value
        for locale, before in self.originals.items():
            after = checks.read(f"{folder}/resource-{locale}.json")
            expected, wanted, added = json.loads(before), 0, 0
            for (section, key), value in by_locale[locale].items():
                if (section, key) not in self.keys:
                    continue
                texts = expected["data"].setdefault(section, {})
                added += key not in texts
                wanted += texts.get(key) != value
                texts[key] = value
            found = json.loads(after)
            for section, texts in expected["data"].items():
                for key, value in texts.items():
                    if found["data"].get(section, {}).get(key) != value:
                        checks.stop(f"{label}, {locale}: {section}/{key} is {found['data'].get(section, {}).get(key)!r}, and not {value!r}")
            if found != expected:
                checks.stop(f"{label}, {locale}: more than the texts that the proposals are for")
            self.added += added
            changed += wanted
            if added:
                # A text that the locale lacks comes last in its section: all that was there is there in the same order.
                names = STRING.findall(after)
                rest, kept = iter(names), set(names)
                if not all(old in rest for old in STRING.findall(before) if old in kept):
                    checks.stop(f"{label}, {locale}: other strings, or another order")
                continue
            if STRING.split(before) != STRING.split(after):
                checks.stop(f"{label}, {locale}: other bytes outside the strings")
            pairs = list(zip(STRING.findall(before), STRING.findall(after)))
            if sum(old != new for old, new in pairs) != wanted:
                checks.stop(f"{label}, {locale}: {sum(old != new for old, new in pairs)} other strings and not {wanted}")
            self.strings += len(pairs)
        return changed


# Each saves the edited sheets, and gives what the server should then hold.

def in_csv(sandbox, catalog, count, chance, into):
    rows = sheets.records(sandbox.path + "/review.csv")
    by_text = {Text(row["Section"], row["Key"], row["Locale"]): row for row in rows}
    edits, held = chosen(catalog, [text for text in by_text if len(catalog.pending.get(text, [])) < 2], count, chance)
    for text, value in edits.items():
        by_text[text]["Proposal"] = "'" + value if value[0] == "'" and sheets.FORMULA.match(value[1:]) else value
    sheets.save_records(into + "/review.csv", rows)
    return held


def in_xlsx(sandbox, catalog, count, chance, into):
    workbook = checks.module("openpyxl").load_workbook(sandbox.path + "/review.xlsx")
    held = edited(workbook["Review"], catalog, count, chance)
    workbook.save(into + "/review.xlsx")
    return held


def in_xliff(sandbox, catalog, count, chance, into):
    path, texts = sandbox.path + "/review.xlf", {(f"{text.section}.{text.key}", text.locale): text for text in catalog.texts()}
    every = collections.Counter(unit.text for unit in exchange.units(tree.parse(path).getroot(), texts))
    edits, held = chosen(catalog, [text for text in every if every[text] == 1], count, chance)
    exchange.xliff_by_hand(path, into + "/review.xlf", texts, edits, exchange.saved)
    return held


def in_po(sandbox, catalog, count, chance, into):
    edits, held = chosen(catalog, [text for text in catalog.texts() if len(catalog.pending.get(text, [])) < 2 and text.locale != catalog.default],
                         count, chance)
    for locale in catalog.locales:
        path = f"{sandbox.path}/review.{locale}.po"
        if os.path.exists(path):
            exchange.po_by_hand(path, f"{into}/review.{locale}.po", {
                f"{text.section}.{text.key}": value for text, value in edits.items() if text.locale == locale}, False)
    return held


FORMATS = {"csv": in_csv, "xlsx": in_xlsx, "xlf": in_xliff, "po": in_po}


def preview(sandbox, folder, *arguments, status=0):
    return sandbox.succeed("preview", "--output", folder, *arguments, status=status)


def contents(folder):
    return {name: checks.read(f"{folder}/{name}") for name in os.listdir(folder)}


def of_sheets(options, catalog, name):
    """Previews a returned sheet, imports it, and previews the server again."""
    with Sandbox(options.binary, options.data) as sandbox:
        comparison = Comparison(served(sandbox), catalog)
        sandbox.succeed("export", f"{sandbox.path}/review.{name}", *(["--split", "locale"] if name == "po" else []))
        returned, folder, after = (f"{sandbox.path}/{part}" for part in ("returned", "preview", "after"))
        os.mkdir(returned)
        held = FORMATS[name](sandbox, catalog, options.edits, random.Random(options.seed), returned)
        preview(sandbox, folder, returned, "--accept", "refused-by-check")
        same(f"{name}: the preview writes nothing to the server", sandbox.writes(), 0)
        changed = comparison.compare(folder, shown(catalog, held), name)
        arrives(name, sandbox, returned, held)
        preview(sandbox, after)
        ask(f"{name}: the same files after the import", contents(folder) == contents(after))
        print(f"  {name}: {changed} values shown, {comparison.added} of them for texts that a locale lacks; {comparison.strings:,} strings compared")


def killed(sandbox, times, chance, seconds):
    """Kills previews that replace one another; each file must be of one or the other."""
    target = sandbox.path + "/killed"
    shutil.copytree(sandbox.path + "/all", target)
    versions, mixed = [contents(f"{sandbox.path}/{name}") for name in ("all", "own")], 0
    first = glob.glob(target + "/resource-*")[0]
    for number in range(times):
        before = os.stat(first).st_ino
        process = subprocess.Popen([sandbox.binary, "preview", "--output", target, *["--only", "mine"] * (number % 2)], env=sandbox.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if number % 4:
            # Most of the time goes into reading: these are killed while the files are written.
            while process.poll() is None and os.stat(first).st_ino == before:
                time.sleep(0.0005)
            time.sleep(chance.uniform(0, 0.002 * len(versions[0])))
        else:
            time.sleep(chance.uniform(0, seconds * 1.1))
        process.kill()
        process.wait()
        found = contents(target)
        ask(f"kill {number}: each file is of one preview or the other", all(found.get(name) in (versions[0][name], versions[1][name]) for name in versions[0]))
        ask(f"kill {number}: no other file is left", not [name for name in found if name not in versions[0] and not name.startswith(".")], list(found))
        mixed += not any(all(found.get(name) == version[name] for name in version) for version in versions)
    preview(sandbox, target)
    ask("the preview after the kills is whole", contents(target).items() >= versions[0].items())
    return mixed


@takes("binary", "data?", edits=200, kills=20, seed=7, format=[*FORMATS])
def previews(options):
    options.data = os.path.abspath(options.data or checks.ROOT + "/Samples/texts")
    catalog = Catalog(options.data)
    with Sandbox(options.binary, options.data) as sandbox:
        originals = served(sandbox)
        comparison = Comparison(originals, catalog)
        everybody, own, taken = (f"{sandbox.path}/{name}" for name in ("all", "own", "taken"))
        run = preview(sandbox, everybody, "--json")
        same("a file for each locale", [file["locale"] for file in json.loads(run.output)["files"]], list(originals))
        comparison.compare(everybody, shown(catalog, counted(catalog.proposals)), "everybody's")
        preview(sandbox, own, "--only", "mine")
        comparison.compare(own, shown(catalog, counted(catalog.proposals), is_own=True), "own")
        mixed = killed(sandbox, options.kills, random.Random(options.seed), run.seconds)
        # A folder cannot be replaced by a file, and nothing is written beside it.
        os.makedirs(taken + "/languages.json")
        preview(sandbox, taken, status=1)
        same("a preview that cannot be written leaves no files", os.listdir(taken), ["languages.json"])
        with Sandbox(options.binary, everybody) as other:
            same("a sandbox serves the files, and no proposals", (served(other), +other.proposals()), (
                {locale: checks.read(f"{everybody}/resource-{locale}.json") for locale in originals}, collections.Counter()))
        print(f"  {len(originals)} locales: {run.seconds:.2f} s, {run.megabytes:.0f} MB; {options.kills} kills, {mixed} times some of each preview")
    for name in options.format:
        if name == "xlsx" and not checks.module("openpyxl"):
            checks.skip("a preview of a workbook, which needs openpyxl")
        else:
            of_sheets(options, catalog, name)
    return f"{comparison.strings:,} strings of previews compared"


if __name__ == "__main__":
    checks.main(__doc__, previews)
