#!/usr/bin/env python3
"""previews.py [--edits N] [--kills N] [--seed N] BINARY [DATA]

Serves DATA (a folder in NStack's shape) from the program's sandbox and writes previews of it: with everybody's proposals, with own ones
only, and with the changes of returned sheets in CSV, XLSX, XLIFF and PO, N edits (200) and some deletions in each. Each file must have the
served bytes outside the values that change, and each value must be the one that the proposals ask for. What the sheets show before they are
imported must be, byte for byte, what the server's proposals show after it. A preview is then killed N times (20): each file must be a whole
one. A sandbox serves the last folder: its answers must be the files. Needs openpyxl for XLSX."""
import argparse
import collections
import csv
import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

import po_round_trips
import thousand_edits
import xliff_round_trips
from sandbox import Catalog, Sandbox, Text, counted
from sheets import FORMULA

STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')


def read(path):
    with open(path, "rb") as file:
        return file.read()


def stop(what):
    sys.exit(f"WRONG: {what}")


def succeeded(run, what, status=0):
    if run.status != status:
        stop(f"{what} ended with {run.status}: {run.errors.strip()[:500]}")
    return run


def served(sandbox):
    """The bytes of each locale as the server gives them, past the program that is tested."""
    environment = sandbox.environment
    headers = {"X-Application-Id": environment["NSTACK_APPLICATION_ID"], "X-Rest-Api-Key": environment["NSTACK_REST_API_KEY"]}

    def get(url):
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=600) as answer:
            return answer.read()

    platform = environment.get("NSTACK_PLATFORM", "mobile")
    address = f"{environment['NSTACK_BASE_URL']}/api/v2/content/localize/resources/platforms/{platform}?dev=true"
    return {entry["language"]["locale"]: get(entry["url"]) for entry in json.loads(get(address))["data"]}


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
            after = read(f"{folder}/resource-{locale}.json")
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
                        stop(f"{label}, {locale}: {section}/{key} is {found['data'].get(section, {}).get(key)!r}, and not {value!r}")
            if found != expected:
                stop(f"{label}, {locale}: more than the texts that the proposals are for")
            self.added += added
            changed += wanted
            if added:
                # A text that the locale lacks comes last in its section: all that was there is there in the same order.
                names = STRING.findall(after)
                rest, kept = iter(names), set(names)
                if not all(old in rest for old in STRING.findall(before) if old in kept):
                    stop(f"{label}, {locale}: other strings, or another order")
                continue
            if STRING.split(before) != STRING.split(after):
                stop(f"{label}, {locale}: other bytes outside the strings")
            pairs = list(zip(STRING.findall(before), STRING.findall(after)))
            if sum(old != new for old, new in pairs) != wanted:
                stop(f"{label}, {locale}: {sum(old != new for old, new in pairs)} other strings and not {wanted}")
            self.strings += len(pairs)
        return changed


# Each gives the arguments of the export, and a function that saves the edited sheets and tells what the server should then hold.

def in_csv(sandbox, catalog, count, chance, into):
    path = os.path.join(sandbox.path, "review.csv")
    with open(path, encoding="utf-8-sig", newline="") as file:
        head, *rows = list(csv.reader(file))
    places = {name: head.index(name) for name in head}
    held = counted(catalog.proposals)
    candidates = [row for row in rows if len(catalog.pending.get(Text(*row[:3]), [])) < 2]
    chance.shuffle(candidates)
    deletions = 0
    for number, row in enumerate(candidates[:count]):
        text = Text(*(row[places[name]] for name in ("Section", "Key", "Locale")))
        proposal = next(iter(catalog.pending.get(text, [])), None)
        is_own = bool(proposal and proposal.get("can_delete"))
        if is_own:
            held[text, proposal["value"], True] -= 1
            if deletions < count // 10:
                deletions += 1
                row[places["Action"]] = "delete"
                continue
        value = f"{number} {thousand_edits.HARD[number % len(thousand_edits.HARD)]}"
        row[places["Proposal"]] = "'" + value if value[0] == "'" and FORMULA.match(value[1:]) else value
        current = catalog.values.get(text, "")
        if current.count("\r\n") and current.count("\r\n") == current.count("\n"):
            value = value.replace("\n", "\r\n")
        held[text, value, True] += 1
    with open(os.path.join(into, "review.csv"), "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([head, *rows])
    return +held


def in_xlsx(sandbox, catalog, count, chance, into):
    import openpyxl
    workbook = openpyxl.load_workbook(os.path.join(sandbox.path, "review.xlsx"))
    held, _ = thousand_edits.edited(workbook["Review"], catalog, count, chance)
    workbook.save(os.path.join(into, "review.xlsx"))
    return held


def in_xliff(sandbox, catalog, count, chance, into):
    files = [os.path.join(sandbox.path, "review.xlf")]
    texts = {(f"{section}.{key}", locale): Text(section, key, locale)
             for section, key in catalog.keys for locale in catalog.locales}
    edits, held = xliff_round_trips.chosen(catalog, files, texts, count, chance)
    xliff_round_trips.by_hand(files[0], os.path.join(into, "review.xlf"), texts, edits, xliff_round_trips.saved)
    return held


def in_po(sandbox, catalog, count, chance, into):
    files = sorted(glob.glob(os.path.join(sandbox.path, "review.*.po")))
    edits, held = po_round_trips.chosen(catalog, files, count, chance)
    for path in files:
        po_round_trips.by_hand(path, os.path.join(into, os.path.basename(path)), edits[path], False)
    return held


FORMATS = {"csv": in_csv, "xlsx": in_xlsx, "xlf": in_xliff, "po": in_po}


def preview(sandbox, folder, *arguments):
    return succeeded(sandbox.run("preview", "--output", folder, *arguments), f"preview {' '.join(arguments)}")


def of_sheets(arguments, catalog, name, edit):
    """Previews a returned sheet, imports it, and previews the server again."""
    with Sandbox(arguments.binary, arguments.data) as sandbox:
        comparison = Comparison(served(sandbox), catalog)
        split = ["--split", "locale"] if name == "po" else []
        succeeded(sandbox.run("export", os.path.join(sandbox.path, f"review.{name}"), *split), f"export review.{name}")
        returned, folder, after = (os.path.join(sandbox.path, part) for part in ("returned", "preview", "after"))
        os.mkdir(returned)
        held = edit(sandbox, catalog, arguments.edits, random.Random(arguments.seed), returned)
        writes = sandbox.writes()
        preview(sandbox, folder, returned, "--force")
        if sandbox.writes() != writes:
            stop(f"{name}: the preview wrote to the server")
        changed = comparison.compare(folder, shown(catalog, held), name)
        succeeded(sandbox.run("import", returned, "--force", "--yes", "--allow-delete", "--max-deletes", "10000"), f"import of {name}")
        if sandbox.proposals() != held:
            stop(f"{name}: the server holds other proposals than were meant")
        preview(sandbox, after)
        for path in os.listdir(folder):
            if read(os.path.join(folder, path)) != read(os.path.join(after, path)):
                stop(f"{name}: {path} is another file after the import")
        return comparison, changed


def killed(sandbox, times, chance, seconds):
    """Kills previews that replace one another; each file must be of one or the other."""
    folders = [os.path.join(sandbox.path, name) for name in ("all", "own")]
    target = os.path.join(sandbox.path, "killed")
    shutil.copytree(folders[0], target)
    names, mixed, left = sorted(os.listdir(target)), 0, set()
    for number in range(times):
        command = [sandbox.binary, "preview", "--output", target] + ["--mine"] * (number % 2)
        first = os.path.join(target, next(name for name in names if name.startswith("resource-")))
        before = os.stat(first).st_ino
        process = subprocess.Popen(command, env=sandbox.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if number % 4:
            # Most of the time goes into reading: these are killed while the files are written.
            while process.poll() is None and os.stat(first).st_ino == before:
                time.sleep(0.0005)
            time.sleep(chance.uniform(0, 0.002 * len(names)))
        else:
            time.sleep(chance.uniform(0, seconds * 1.1))
        process.kill()
        process.wait()
        versions = []
        for name in names:
            bytes_now = read(os.path.join(target, name))
            versions.append([bytes_now == read(os.path.join(folder, name)) for folder in folders])
            if not any(versions[-1]):
                stop(f"{name} is neither of the two previews after a kill")
        mixed += not any(all(version[place] for version in versions) for place in (0, 1))
        left |= set(os.listdir(target)) - set(names)
        if any(name.endswith(".json") and not name.startswith(".") for name in left):
            stop(f"a killed preview left {left}")
    preview(sandbox, target)
    if any(read(os.path.join(target, name)) != read(os.path.join(folders[0], name)) for name in names):
        stop("the preview after the kills is another one")
    return mixed, len(left)


def serve(binary, folder):
    """Compares what a sandbox serves with the files of a folder."""
    with Sandbox(binary, None, ["--preview", folder]) as sandbox:
        answers = served(sandbox)
        for locale, answer in answers.items():
            if answer != read(f"{folder}/resource-{locale}.json"):
                stop(f"the sandbox serves other bytes for {locale}")
        if sandbox.proposals():
            stop("the sandbox serves proposals beside the preview")
        return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--format", action="append", choices=[*FORMATS, "none"])
    parser.add_argument("binary")
    parser.add_argument("data", nargs="?", default="Samples/texts")
    arguments = parser.parse_args()
    arguments.data = os.path.abspath(arguments.data)
    catalog = Catalog(arguments.data)
    with Sandbox(arguments.binary, arguments.data) as sandbox:
        originals = served(sandbox)
        comparison = Comparison(originals, catalog)
        everybody, own, taken = (os.path.join(sandbox.path, name) for name in ("all", "own", "taken"))
        run = preview(sandbox, everybody, "--json")
        if [file["locale"] for file in json.loads(run.output)["files"]] != list(originals):
            stop("preview tells of other files than there are locales")
        held = counted(catalog.proposals)
        counts = [comparison.compare(everybody, shown(catalog, held), "everybody's")]
        preview(sandbox, own, "--mine")
        counts.append(comparison.compare(own, shown(catalog, held, is_own=True), "own"))
        mixed, left = killed(sandbox, arguments.kills, random.Random(arguments.seed), run.seconds)
        # A folder cannot take the place of a file, and nothing is written beside it.
        os.makedirs(os.path.join(taken, "languages.json"))
        succeeded(sandbox.run("preview", "--output", taken), "a preview over a folder", 1)
        if os.listdir(taken) != ["languages.json"]:
            stop("a preview that cannot be written left files")
        if list(serve(arguments.binary, everybody)) != list(originals):
            stop("the sandbox serves other locales than the preview has")
        print(f"{len(originals)} locales: {run.seconds:.2f} s, {run.megabytes:.0f} MB; {arguments.kills} kills: every file whole, "
              f"{mixed} times some of each preview, {left} unfinished files beside them")
    edited = 0
    for name, edit in FORMATS.items():
        if arguments.format and name not in arguments.format:
            continue
        try:
            found, changed = of_sheets(arguments, catalog, name, edit)
        except ImportError:
            print("skip  a preview of a workbook, which needs openpyxl")
            continue
        print(f"{name}: {changed} values shown, {found.added} of them for texts that a locale lacks, and the same files after the import")
        comparison.strings += found.strings
        edited += 1
    print(f"{comparison.strings:,} strings compared: {counts[0]} of everybody's and {counts[1]} own proposals shown, the edits of "
          f"{edited} formats of sheets, and all other bytes as they are served")


main()
