#!/usr/bin/env python3
"""The manual pages: one for each command, with its flags and examples, and without a warning of groff where that is there.

    Tests/acceptance/manual_pages.py .build/debug/nstack-review
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXPECTED = {
    "nstack-review", "nstack-review-init", "nstack-review-export", "nstack-review-check", "nstack-review-diff",
    "nstack-review-import", "nstack-review-status", "nstack-review-history", "nstack-review-history-list",
    "nstack-review-history-show", "nstack-review-history-undo", "nstack-review-history-abandon",
    "nstack-review-history-prune", "nstack-review-proposals", "nstack-review-proposals-list",
    "nstack-review-proposals-add", "nstack-review-proposals-delete", "nstack-review-convert", "nstack-review-sandbox",
}
# A page and lines that a reader of it has to find, as groff prints them.
LINES = {
    "nstack-review-export": [
        "nstack-review export review.xlsx --locale da-DK --source en-GB", "--locale, -l <locale>", "--layout <layout>",
    ],
    "nstack-review-history-undo": ["nstack-review history undo last --dry-run", "--post-overridden"],
    "nstack-review-sandbox": ["--fault 'POST proposals: 429 retry-after=2 every=3'"],
}


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(
            [sys.executable, ROOT / "Samples/manual.py", program, folder], capture_output=True, text=True)
        assert made.returncode == 0, made.stderr
        pages = {path.stem: path for path in pathlib.Path(folder).glob("*.1")}
        missing = EXPECTED - pages.keys()
        assert not missing, f"no page for {sorted(missing)}"
        for name, path in pages.items():
            text = path.read_text(encoding="utf-8")
            assert text.count("nstack\\-review ") >= 3, f"{name}: no examples"
        if shutil.which("groff"):
            for name, path in pages.items():
                shown = subprocess.run(
                    ["groff", "-man", "-Kutf8", "-Tutf8", "-P-cbou", "-ww", str(path)], capture_output=True, text=True)
                assert shown.returncode == 0 and not shown.stderr, f"{name}: {shown.stderr}"
                lines = [" ".join(line.split()).replace("‐", "-").replace("−", "-") for line in shown.stdout.splitlines()]
                for line in LINES.get(name, []):
                    expected = line.replace("<", "").replace(">", "")
                    assert any(expected in found for found in lines), f"{name}: {expected} is not on the page"
        else:
            print("skip  what groff makes of the pages, as it is not there")
        print(f"{len(pages)} pages, each with its flags and examples")


main()
