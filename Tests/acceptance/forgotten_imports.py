#!/usr/bin/env python3
"""forgotten_imports.py BINARY

What becomes of a journal that is pruned: what is asked before, what is freed and what is not, what is kept for an import that was cut off,
and what is then no longer known. Asks the program and the file."""
import argparse
import json
import os
import sys
import tempfile

from proposal_server import ProposalServer
from unfinished_imports import Cut, KEYS, THREE


def rounds(check, count):
    """Imports of one sheet, edited anew each time; the last of their values."""
    check.fresh()
    check.run("export", "review.csv")
    for number in range(count):
        check.edit("review.csv", "returned.csv",
                   lambda rows: [rows[key].update({"Proposal": f"{value}, round {number}"}) for key, value in THREE.items()])
        check.run("import", "returned.csv", "--yes")
    return {key: f"{value}, round {count - 1}" for key, value in THREE.items()}


def size(check):
    return os.path.getsize(check.folder + "/state/nstack-review/journal-default.sqlite")


def asked(check):
    rounds(check, 3)
    listed = check.imports()
    check.run("history", "prune", status=64)
    check.run("history", "prune", "--keep", "-1", status=64)
    run = check.run("history", "prune", "--keep", "1", status=64)
    check.ask("nothing is forgotten without a question", "no terminal" in run.stderr and check.imports() == listed, run.stderr)
    run = check.run("history", "prune", "--keep", "1", "--dry-run", "--json")
    found = json.loads(run.stdout)
    check.ask("--dry-run says what would be forgotten", [kept["id"] for kept in found["imports"]] == listed[:2]
              and found["freedBytes"] is None and check.imports() == listed, run.stdout)
    run = check.run("history", "prune", "--older-than", "1", "--yes")
    check.ask("what is not old is kept", "forgotten: 0 imports" in run.stderr or "to forget: 0 imports" in run.stderr, run.stderr)
    check.ask("all are there", check.imports() == listed)


def freed(check):
    rounds(check, 30)
    listed, before = check.imports(), size(check)
    found = json.loads(check.run("history", "prune", "--keep", "2", "--yes", "--json").stdout)
    check.ask("the oldest are forgotten", check.imports() == listed[-2:], check.imports())
    check.ask("the file is smaller by what is said", 0 < found["freedBytes"] <= before - size(check) + 4096,
              (found["freedBytes"], before, size(check)))
    check.run("history", "show", listed[0], status=1)
    check.run("history", "undo", listed[0], "--yes", status=1)
    check.run("history", "show", listed[-1])
    check.run("history", "undo", listed[-1], "--yes")
    check.ask("one that is kept can be taken back", check.server.held() == {key: f"{value}, round 28" for key, value in THREE.items()},
              check.server.held())


def unknown(check):
    for prunes in (False, True):
        held = rounds(check, 2)
        if prunes:
            check.run("history", "prune", "--keep", "0", "--yes")
        check.edit("review.csv", "returned.csv", lambda rows: rows["key0000"].update({"Proposal": "once more"}))
        run = check.run("import", "returned.csv", "--yes", status=2 if prunes else 0)
        wanted = held if prunes else dict(held, key0000="once more")
        check.ask("own work that was forgotten is in conflict, and is not where it is known", check.server.held() == wanted,
                  (prunes, check.server.held(), run.stdout))
        check.ask("nothing is called lost", "lost" not in run.stderr, run.stderr)


def needed(check):
    check.fresh()
    check.returned(**THREE)
    check.refusing("import", "returned.csv", "--yes", at=2)
    cut = check.unfinished()
    check.returned("other.csv", key0001="later")
    check.run("import", "other.csv", "--yes")
    run = check.run("history", "prune", "--keep", "0", "--yes")
    check.ask("an import that was cut off is kept, with what came after it", len(check.imports()) == 2 and cut[0] in run.stderr, run.stderr)
    run = check.run("import", "--resume", status=2)
    check.ask("so that going on with it does not undo what came after", check.server.held()["key0001"] == "later", check.server.held())
    check.run("history", "prune", "--keep", "0", "--yes")
    check.ask("once it is over all can be forgotten", check.imports() == [], check.imports())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nstack-review-forgotten.") as folder, ProposalServer(KEYS) as server:
        check = Cut(arguments.binary, server, folder)
        check.folder_of_all = folder
        for part in (asked, freed, unknown, needed):
            part(check)
    for line in check.wrong:
        print("  WRONG:", line)
    print(f"{check.asked} questions about imports that were forgotten, {len(check.wrong)} answered wrong")
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()
