#!/usr/bin/env python3
"""memories.py [--every N] [--look-ups ENTRIES,TEXTS] BINARY DATA

Takes every Nth translation (7) out of DATA (a folder in NStack's shape), puts it into a memory in TMX, and serves the rest from the
program's sandbox. An export with that memory must suggest a translation for each text that lacks one and that the memory knows, and for
no other. The untouched sheet must send nothing; of suggestions that are accepted, edited, emptied and left alone, the first two must
arrive exactly, and once. With --look-ups it measures an export of TEXTS missing texts with a memory of ENTRIES entries."""
import argparse
import collections
import csv
import json
import os
import sys
import tempfile
from xml.sax.saxutils import escape

from sandbox import Catalog, Sandbox, Text
from sheets import csv_rows, without_apostrophe

# What XML cannot have, and texts that are no translation.
UNFIT = {chr(number) for number in range(32)} - {"\n", "\t"} | {"\ufffe", "\uffff"}


def wrong(message):
    sys.exit(f"WRONG: {message}")


def write_memory(path, units):
    """Writes units, each a list of (language, text), as TMX."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header srclang="*all*"/><body>\n')
        for unit in units:
            variants = (f'<tuv xml:lang="{language}"><seg>{escape(text)}</seg></tuv>' for language, text in unit)
            file.write(f"<tu>{''.join(variants)}</tu>\n")
        file.write("</body></tmx>\n")


def write_json(folder, name, data):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        json.dump({"data": data}, file, ensure_ascii=False)


def without_every(data, catalog, source, every, folder):
    """Copies DATA without every Nth translation; returns the units of a memory of them."""
    units = []
    values = dict(catalog.values)
    for locale in catalog.locales:
        number = 0
        for section, key in catalog.keys:
            text, original = Text(section, key, locale), catalog.values.get(Text(section, key, source), "")
            value = values.get(text, "")
            if locale == source or not value.strip() or not original.strip() or text in catalog.pending:
                continue
            number += 1
            if number % every or UNFIT & set(value + original):
                continue
            del values[text]
            units.append([(source, original), (locale, value)])
    write_json(folder, "languages.json", catalog.languages)
    write_json(folder, "proposals.json", catalog.proposals)
    for locale in catalog.locales:
        sections = collections.defaultdict(dict)
        for section, key in catalog.keys:
            sections[section][key] = values.get(Text(section, key, locale), "")
        write_json(folder, f"resource-{locale}.json", sections)
    return units


def read(path):
    """The rows of a sheet: a list of {header: cell}, with the header before them."""
    rows = [[without_apostrophe(cell) for cell in row] for row in csv_rows(path)]
    return rows[0], [dict(zip(rows[0], row)) for row in rows[1:]]


def save(path, header, rows):
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        for row in rows:
            writer.writerow([row[name] for name in header])


def check_suggestions(rows, left, source, known):
    """Compares the suggestions of a sheet with what the memory has; returns the rows that have one."""
    found = []
    for row in rows:
        text = Text(row["Section"], row["Key"], row["Locale"])
        original = left.values.get(Text(text.section, text.key, source), "")
        is_missing = text not in left.values and text not in left.pending and text.locale != source
        wanted = known.get((original, text.locale), set()) if is_missing else set()
        is_suggested = row["Note"].startswith("[Suggestion: ")
        if wanted and not (is_suggested and row["Proposal"] in wanted and "exact match in memory.tmx" in row["Note"]):
            wrong(f"{text} has {row['Proposal']!r}, {row['Note']!r}; the memory has {sorted(wanted)}")
        if is_suggested and not wanted and "apart from case and spaces" not in row["Note"]:
            wrong(f"{text} has a suggestion that the memory does not have: {row['Proposal']!r}")
        if is_suggested:
            found.append(row)
    return found


def round_trip(binary, data, every):
    catalog = Catalog(data)
    source = next(language["locale"] for language in catalog.languages if language["is_default"])
    with tempfile.TemporaryDirectory(prefix="nstack-review-memories.") as folder:
        os.mkdir(folder + "/data")
        units = without_every(data, catalog, source, every, folder + "/data")
        write_memory(folder + "/memory.tmx", units)
        known = collections.defaultdict(set)
        for (_, original), (locale, value) in units:
            known[(original, locale)].add(value)
        left = Catalog(folder + "/data")
        sheet, returned = folder + "/review.csv", folder + "/returned.csv"
        with Sandbox(binary, folder + "/data") as sandbox:
            def run(*arguments, status=0):
                result = sandbox.run(*arguments)
                if result.status != status:
                    refused = [line for line in result.output.splitlines() if " refused " in line]
                    wrong(f"{' '.join(map(str, arguments))} ended with {result.status}: {result.errors}{refused[:5]}")
                return result

            before = sandbox.proposals()
            exported = json.loads(run("export", sheet, "--memory", folder + "/memory.tmx", "--json").output)
            header, rows = read(sheet)
            found = check_suggestions(rows, left, source, known)
            counts = exported["suggestions"][0]
            if counts["suggestions"] != len(found) or len(found) < len(units):
                wrong(f"{counts} are counted, the sheet has {len(found)}, the memory {len(units)}")
            status = json.loads(run("memory", "status", folder + "/memory.tmx", "--json").output)["memories"][0]
            importable = sum(locale["importable"] for locale in status["locales"])
            if status["entries"] != len(units) or importable < len(units):
                wrong(f"of {len(units)} entries {importable} are importable: {status}")

            run("import", sheet, "--yes", "--allow-delete", "--cleared", "delete")
            if sandbox.writes() != 0:
                wrong(f"the untouched sheet sent {sandbox.writes()} calls")

            wanted = collections.Counter()
            kept = {"accepted": 0, "edited": 0, "emptied": 0, "left": 0}
            for number, row in enumerate(found):
                text = Text(row["Section"], row["Key"], row["Locale"])
                how = list(kept)[number % 4]
                kept[how] += 1
                if how == "accepted":
                    row["Action"] = "accept"
                elif how == "edited":
                    # Such a text may be the suggestion of another row, as "Save." is; it must arrive all the same.
                    row["Proposal"] += "."
                elif how == "emptied":
                    row["Proposal"] = ""
                if how in ("accepted", "edited"):
                    wanted[(text, row["Proposal"], True)] += 1
            save(returned, header, rows)
            options = ["--yes", "--allow-delete", "--cleared", "delete", "--force"]
            run("import", returned, *options)
            sent, difference = sandbox.writes(), sandbox.proposals() - before
            if difference != wanted or before - sandbox.proposals():
                wrong(f"{sum((wanted - difference).values())} suggestions did not arrive and {sum((difference - wanted).values())} others did")
            if sent != sum(wanted.values()):
                wrong(f"{sent} calls were sent for {sum(wanted.values())} kept suggestions")
            run("import", returned, *options)
            if sandbox.writes() != sent:
                wrong(f"the second import sent {sandbox.writes() - sent} calls")
    return (f"{len(units)} entries, {len(found)} suggestions ({counts['exact']} exact, {counts['language']} in the language, "
            f"{counts['folded']} apart from case and spaces); " + ", ".join(f"{n} {how}" for how, n in kept.items())
            + f"; {sent} sent, 0 by the untouched sheet, 0 by the second import")


def look_ups(binary, entries, texts):
    """Measures an export of missing texts with a memory: it has one half of the texts, and similar ones for the others."""
    words = "save open close delete change send folder file account order message payment date time list new old next all your".split()

    def sentence(number):
        return " ".join(words[(number // len(words) ** place + place) % len(words)] for place in range(6)) + f" {number % 97}"

    with tempfile.TemporaryDirectory(prefix="nstack-review-memories.") as folder:
        os.mkdir(folder + "/data")
        languages = [("en", True), ("da", False)]
        write_json(folder + "/data", "languages.json", [
            {"id": n, "name": l, "locale": l, "direction": "LRM", "is_default": d, "is_best_fit": d} for n, (l, d) in enumerate(languages)])
        write_json(folder + "/data", "proposals.json", [])
        write_json(folder + "/data", "resource-en.json", {"s": {f"k{n}": sentence(n * 2) + " now" * (n % 2) for n in range(texts)}})
        write_json(folder + "/data", "resource-da.json", {"s": {f"k{n}": "" for n in range(texts)}})
        write_memory(folder + "/memory.tmx", ([("en", sentence(n)), ("da", f"oversat {n}")] for n in range(entries)))
        with Sandbox(binary, folder + "/data") as sandbox:
            export = ["export", folder + "/a.csv", "--overwrite", "--json"]
            for name, command in [
                    ("without a memory", export), ("with a file", [*export, "--memory", folder + "/memory.tmx"]),
                    ("with a file and --fuzzy 85", [*export, "--memory", folder + "/memory.tmx", "--fuzzy", "85"]),
                    ("memory add", ["memory", "add", "kept", folder + "/memory.tmx", "--json"]),
                    ("memory add again", ["memory", "add", "kept", folder + "/memory.tmx", "--json"]),
                    ("with a name", [*export, "--memory", "kept"]),
                    ("with a name and --fuzzy 85", [*export, "--memory", "kept", "--fuzzy", "85"])]:
                result = sandbox.run(*command)
                if result.status:
                    wrong(result.errors)
                counts = json.loads(result.output).get("suggestions")
                print(f"{entries} entries, {texts} texts, {name}: {result.seconds:.2f} s, {result.cpu:.2f} s of processors, "
                      f"{result.megabytes:.0f} MB, {counts}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=7)
    parser.add_argument("--look-ups")
    parser.add_argument("binary")
    parser.add_argument("data")
    arguments = parser.parse_args()
    if arguments.look_ups:
        look_ups(arguments.binary, *map(int, arguments.look_ups.split(",")))
    else:
        print("ok: " + round_trip(arguments.binary, arguments.data, arguments.every))


if __name__ == "__main__":
    main()
