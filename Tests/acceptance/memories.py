#!/usr/bin/env python3
"""memories.py BINARY DATA

Takes every Nth translation (7) out of DATA (a folder in NStack's shape), puts it into a memory in TMX, and serves the rest. An export with
that memory must suggest a translation for each text that lacks one and that the memory knows, and for no other. The untouched sheet must
send nothing; of suggestions that are accepted, edited, emptied and left alone, the first two must arrive exactly, and once."""
import collections
import json
from xml.sax.saxutils import escape

import checks
import sheets
from checks import ask, same, takes
from edits import arrives
from servers import Catalog, Sandbox, Text, write_texts

# What XML cannot have, and texts that are no translation.
UNFIT = {chr(number) for number in range(32)} - {"\n", "\t"} | {"\ufffe", "\uffff"}
FATES = ("accepted", "edited", "emptied", "left")


def write_memory(path, units):
    """Writes units, each a list of (language, text), as TMX."""
    lines = ["".join(f'<tuv xml:lang="{language}"><seg>{escape(text)}</seg></tuv>' for language, text in unit) for unit in units]
    checks.write(path, '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header srclang="*all*"/><body>\n'
                 + "".join(f"<tu>{line}</tu>\n" for line in lines) + "</body></tmx>\n")


def without_every(catalog, every, folder):
    """Writes the texts without every Nth translation; gives the units of a memory of them."""
    units, values = [], dict(catalog.values)
    for locale in catalog.locales:
        number = 0
        for section, key in catalog.keys:
            text, original = Text(section, key, locale), catalog.values.get(Text(section, key, catalog.default), "")
            value = values.get(text, "")
            if locale == catalog.default or not value.strip() or not original.strip() or text in catalog.pending:
                continue
            number += 1
            if number % every == 0 and not UNFIT & set(value + original):
                del values[text]
                units.append([(catalog.default, original), (locale, value)])
    texts = {locale: collections.defaultdict(dict) for locale in catalog.locales}
    for text in catalog.texts():
        texts[text.locale][text.section][text.key] = values.get(text, "")
    write_texts(folder, catalog.languages, texts, catalog.proposals)
    return units


def suggested(rows, left, known):
    """The rows that have a suggestion, which must be what the memory has."""
    found = []
    for row in rows:
        text = Text(row["Section"], row["Key"], row["Locale"])
        original = left.values.get(Text(text.section, text.key, left.default), "")
        is_missing = text not in left.values and text not in left.pending and text.locale != left.default
        wanted = known.get((original, text.locale), set()) if is_missing else set()
        is_suggested = row["Note"].startswith("[Suggestion: ")
        ask(f"{text}: what is suggested", row["Proposal"] in wanted and "exact match in memory.tmx" in row["Note"] if wanted
            else not is_suggested or "apart from case and spaces" in row["Note"], f"{row['Proposal']!r}, {row['Note']!r}; the memory has {sorted(wanted)}")
        found += [row] * is_suggested
    return found


@takes("binary", "data", every=7)
def memories(options):
    catalog = Catalog(options.data)
    with checks.scratch() as folder:
        units, known = without_every(catalog, options.every, folder + "/data"), collections.defaultdict(set)
        for (_, original), (locale, value) in units:
            known[original, locale].add(value)
        memory, sheet, returned = folder + "/memory.tmx", folder + "/review.csv", folder + "/returned.csv"
        write_memory(memory, units)
        left = Catalog(folder + "/data")
        with Sandbox(options.binary, folder + "/data") as sandbox:
            held = sandbox.proposals()
            counts = json.loads(sandbox.succeed("export", sheet, "--memory", memory, "--json").output)["suggestions"][0]
            rows = [{header: sheets.without_apostrophe(cell) for header, cell in row.items()} for row in sheets.records(sheet)]
            found = suggested(rows, left, known)
            ask("all suggestions are counted", counts["suggestions"] == len(found) >= len(units), (counts, len(found), len(units)))
            status = json.loads(sandbox.succeed("status", "--memory", memory, "--json").output)["memories"][0]
            ask("the memory's entries are counted", status["entries"] == len(units) <= sum(one["importable"] for one in status["locales"]), status)
            sandbox.succeed("import", sheet, "--yes", "--allow-delete", "--cleared", "delete")
            same("the untouched sheet sends nothing", sandbox.writes(), 0)
            for number, row in enumerate(found):
                fate = FATES[number % 4]
                if fate == "accepted":
                    row["Action"] = "accept"
                elif fate == "edited":
                    # Such a text may be the suggestion of another row, as "Save." is; it must arrive all the same.
                    row["Proposal"] += "."
                elif fate == "emptied":
                    row["Proposal"] = ""
                if fate in ("accepted", "edited"):
                    held[Text(row["Section"], row["Key"], row["Locale"]), row["Proposal"], True] += 1
            sheets.save_records(returned, rows)
            arrives("kept suggestions", sandbox, [returned, "--cleared", "delete"], held)
            same("each was sent once", sandbox.writes(), sum(number % 4 < 2 for number in range(len(found))))
    return f"{len(units)} entries, {len(found)} suggestions ({counts['exact']} exact)"


if __name__ == "__main__":
    checks.main(__doc__, memories)
