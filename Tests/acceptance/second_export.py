#!/usr/bin/env python3
"""second_export.py BINARY [DATA]

Exports twice from a sandbox of its own: the second time only the index and the proposals may be fetched, and the sheets be the same.
Then changes a text's file on the server, damages what was kept, and asks for --no-cache: the sheet must hold what the server holds."""
import argparse
import csv
import io
import json
import os
import shutil
import sys
import tempfile
import time

from sandbox import Sandbox


def fetched(sandbox):
    """The resources that were asked for since the last time."""
    targets = [entry["target"] for entry in sandbox.get("/sandbox/requests")["requests"]]
    new, fetched.seen = targets[fetched.seen:], len(targets)
    return [target for target in new if "/resources/" in target and "/resources/platforms/" not in target]


fetched.seen = 0


def texts(sheet):
    """The cells of a sheet but for the bases, which carry the sheet's own id."""
    rows = list(csv.reader(io.StringIO(sheet.decode("utf-8-sig"), newline="")))
    base = rows[0].index("Base")
    return [row[:base] + row[base + 1:] for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("data", nargs="?", default=os.path.join(os.path.dirname(__file__), "../../Samples/texts"))
    arguments = parser.parse_args()
    wrong = []

    def ask(what, holds, found=""):
        if not holds:
            wrong.append(f"{what}: {found}")

    with tempfile.TemporaryDirectory(prefix="nstack-review-cache.") as folder:
        data = shutil.copytree(arguments.data, folder + "/data")
        with open(data + "/languages.json", encoding="utf-8") as file:
            locales = [language["locale"] for language in json.load(file)["data"]]
        with Sandbox(arguments.binary, data) as sandbox:
            cache = folder + "/cache"
            sandbox.environment["XDG_CACHE_HOME"] = cache

            def export(name, *options):
                run = sandbox.run("export", f"{folder}/{name}.csv", "--overwrite", *options)
                ask(f"export {name} ends well", run.status == 0, run.errors)
                with open(f"{folder}/{name}.csv", "rb") as file:
                    return file.read(), fetched(sandbox), run.seconds

            # What changed within the last seconds is not yet believed to be all.
            time.sleep(3)
            first, calls, cold = export("first")
            ask("the first export fetches every locale", len(calls) == len(locales), calls)
            second, calls, warm = export("second")
            ask("the second fetches none", calls == [], calls)
            ask("and gives the same texts", texts(first) == texts(second))
            run = sandbox.run("diff", f"{folder}/first.csv")
            ask("a plan reads the texts anew", len(fetched(sandbox)) == len(locales) and run.status == 0, run.errors)
            _, calls, _ = export("anew", "--no-cache")
            ask("--no-cache fetches all", len(calls) == len(locales), calls)
            files = [os.path.join(root, name) for root, _, names in os.walk(cache) for name in names]
            ask("there is one file for each locale", len(files) == len(locales), files)
            ask("nobody else may look", os.stat(os.path.dirname(files[0])).st_mode & 0o077 == 0)
            for number, name in enumerate(sorted(files)):
                with open(name, "r+b") as file:
                    size = file.seek(0, 2)
                    if number % 2:
                        file.truncate(size * number // len(files))
                    else:
                        file.seek(size // 2)
                        file.write(b"\xff")
            third, calls, _ = export("third")
            ask("what is damaged is fetched again", len(calls) == len(locales), calls)
            ask("and the sheet is right", third.count(b"\n") == first.count(b"\n"))
    for line in wrong:
        print("  WRONG:", line)
    print(f"a second export of {len(locales)} locales fetches the index and the proposals alone: {cold:.2f} s, then {warm:.2f} s"
          if not wrong else f"{len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
