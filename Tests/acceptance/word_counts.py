#!/usr/bin/env python3
"""word_counts.py BINARY [DATA]

Shows, for each locale of DATA, the words that `export --dry-run` counts with that locale as the source beside those that translate-toolkit's
pocount counts in the same texts. In scripts with spaces between words the two must be within 5 % of each other: pocount counts the names of
placeholders and entities, and this program does not. The sum of the columns must be the number of texts."""
import argparse
import json
import os
import subprocess
import sys
import tempfile

SPACELESS = {"ja", "zh", "th", "lo", "km", "my"}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("data", nargs="?", default="Samples/texts")
    arguments = parser.parse_args()
    try:
        from translate.tools.pocount import wordcount
    except ImportError:
        wordcount = None
    binary, data = os.path.abspath(arguments.binary), os.path.abspath(arguments.data)
    with open(f"{data}/languages.json", encoding="utf-8") as file:
        locales = [language["locale"] for language in json.load(file)["data"]]
    compared = 0
    with tempfile.TemporaryDirectory(prefix="nstack-review-check.") as work:
        for place, source in enumerate(locales):
            target = locales[place - 1]
            command = [binary, "export", f"{work}/x.csv", "--sandbox", "--sandbox-dir", f"{work}/sandbox", "--data", data, "--source", source,
                       "--locale", target, "--dry-run", "--json"]
            done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if done.returncode != 0 or os.path.exists(f"{work}/x.csv"):
                sys.exit(f"WRONG: {' '.join(command)}: status {done.returncode}\n{done.stderr}")
            counts = json.loads(done.stdout)["locales"][0]
            sizes = [counts[name] for name in ("new", "changed", "repeated", "translated")]
            texts = {}
            for locale in (target, source):
                with open(f"{data}/resource-{locale}.json", encoding="utf-8") as file:
                    for section, values in json.load(file)["data"].items():
                        for key, value in values.items():
                            if isinstance(value, str) and value not in ("", "__" + key):
                                texts[section, key] = value
                            else:
                                texts.setdefault((section, key), "")
            words, segments = sum(size["words"] for size in sizes), sum(size["segments"] for size in sizes)
            if wordcount is None:
                continue
            theirs = sum(wordcount(value) for value in texts.values())
            print(f"{source}: {segments} segments, {words} words; pocount {theirs} ({(words - theirs) / max(1, theirs):+.1%})")
            if source.split("-")[0] not in SPACELESS and target.split("-")[0] not in SPACELESS and abs(words - theirs) > theirs / 20:
                sys.exit(f"WRONG: {source}: {words} words, and pocount counts {theirs}")
            compared += 1
    if wordcount is None:
        print("skipped: the comparison with pocount, which translate-toolkit has (pip install translate-toolkit)")
    else:
        print(f"{compared} locales within 5 % of pocount, but for scripts without spaces")


main()
