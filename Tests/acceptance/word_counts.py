#!/usr/bin/env python3
"""word_counts.py BINARY [DATA]

Counts the words of each locale's texts: those that `export --dry-run` counts with that locale as the source, beside those that
translate-toolkit's pocount counts in the same texts. pocount also counts the names of placeholders and entities; without those the two must
be within 2 % of each other in scripts with spaces between words. In other scripts the difference is only shown. The sum of the columns
must be the number of texts, with and without a memory. Needs translate-toolkit."""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

SPACELESS = {"ja", "zh", "th", "lo", "km", "my"}
# What this program counts no word in: placeholders and entities, as they are in real texts.
CODES = re.compile(r"%(?:\d+\$|\([^)]*\))?[-+ #0-9.*]*(?:hh|h|ll|l|q|z|t|j)?[@a-zA-Z]|%%|\$?\{\{?[^{}]*\}\}?|%\{[^}]*\}|&#?\w{1,12};")
COLUMNS = ("new", "changed", "repeated", "translated")


def texts_of(data, locale, other):
    """The texts of a locale; those that it lacks as the other one has them."""
    texts = {}
    for name in (other, locale):
        with open(f"{data}/resource-{name}.json", encoding="utf-8") as file:
            for section, values in json.load(file)["data"].items():
                for key, value in values.items():
                    if isinstance(value, str) and value and value != "__" + key:
                        texts[section, key] = value
                    else:
                        texts.setdefault((section, key), "")
    return list(texts.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("data", nargs="?", default="Samples/texts")
    arguments = parser.parse_args()
    try:
        from translate.tools.pocount import wordcount
    except ImportError:
        sys.exit("skipped: needs translate-toolkit (pip install translate-toolkit)")
    binary, data = os.path.abspath(arguments.binary), os.path.abspath(arguments.data)
    with open(f"{data}/languages.json", encoding="utf-8") as file:
        locales = [language["locale"] for language in json.load(file)["data"]]
    sums = {True: [0, 0, 0], False: [0, 0, 0]}
    with tempfile.TemporaryDirectory(prefix="nstack-review-check.") as work:
        memory = f"{work}/empty.tmx"
        with open(memory, "w", encoding="utf-8") as file:
            file.write('<tmx version="1.4"><header srclang="en"/><body/></tmx>')
        for place, source in enumerate(locales):
            target = locales[place - 1]
            options = ["--memory", memory, "--fuzzy", "75"] if place == 0 else []
            command = [binary, "export", f"{work}/x.csv", "--sandbox", "--sandbox-dir", f"{work}/sandbox", "--data", data, "--source", source,
                       "--locale", target, "--dry-run", "--json", *options]
            done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if done.returncode != 0 or os.path.exists(f"{work}/x.csv"):
                sys.exit(f"WRONG: {' '.join(command)}: status {done.returncode}\n{done.stderr}")
            counts = json.loads(done.stdout)["locales"][0]
            sizes = [counts[name] for name in COLUMNS] + counts.get("matched", [])
            texts = texts_of(data, source, target)
            words, segments = (sum(size[unit] for size in sizes) for unit in ("words", "segments"))
            if segments != len(texts):
                sys.exit(f"WRONG: {source}: {segments} segments of {len(texts)} texts")
            theirs = sum(map(wordcount, texts))
            plain = sum(wordcount(CODES.sub(" ", text)) for text in texts)
            print(f"{source}: {segments} segments, {words} words; pocount {theirs} ({(words - theirs) / max(1, theirs):+.1%}), "
                  f"without placeholders {plain} ({(words - plain) / max(1, plain):+.1%})")
            has_spaces = source.split("-")[0] not in SPACELESS and target.split("-")[0] not in SPACELESS
            sums[has_spaces] = [left + right for left, right in zip(sums[has_spaces], (words, theirs, plain))]
            if has_spaces and abs(words - plain) > max(2, plain / 50):
                sys.exit(f"WRONG: {source}: {words} words, and pocount counts {plain}")
    parts = [f"{ours:,} words in {what}, pocount {theirs:,} ({(ours - theirs) / max(1, theirs):+.1%}) and without placeholders {plain:,} "
             f"({(ours - plain) / max(1, plain):+.1%})"
             for what, (ours, theirs, plain) in (("locales with spaces", sums[True]), ("others", sums[False])) if theirs]
    print(f"{len(locales)} locales: {'; '.join(parts)}")


main()
