#!/usr/bin/env python3
"""long_history.py [--imports N] [--edits M] [--texts T] [--before OTHER] [--check] BINARY

How long does a journal of N imports of M edits of one sheet take, and how much room? One import is made for real; the others are copies of
it with values, times and files of their own, in the form of version 2 of the journal, whose checksums are made here. Prints the size and
the time of `diff` and `import` of the sheet with M new edits, of `history` and `status`, for OTHER on that journal, and for BINARY once it
has brought the journal to its own form; and what one more import adds. With --check the figures must be those of a journal that slows
nothing down: the ninth import may not take three times the processor's time of the second, and an edit may not add 400 bytes."""
import argparse
import csv
import hashlib
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from proposal_server import ProposalServer

SCHEMA = """
PRAGMA application_id = 1314083414; PRAGMA user_version = 2;
CREATE TABLE import (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body BLOB NOT NULL, checksum BLOB NOT NULL);
CREATE TABLE item (import INTEGER NOT NULL REFERENCES import (row), place INTEGER NOT NULL, body BLOB NOT NULL,
  checksum BLOB NOT NULL, PRIMARY KEY (import, place)) WITHOUT ROWID;
CREATE TABLE change (import INTEGER NOT NULL REFERENCES import (row), place INTEGER NOT NULL, body BLOB NOT NULL,
  checksum BLOB NOT NULL, PRIMARY KEY (import, place)) WITHOUT ROWID;
CREATE TABLE entry (import INTEGER NOT NULL REFERENCES import (row), place INTEGER NOT NULL, body BLOB NOT NULL,
  checksum BLOB NOT NULL, PRIMARY KEY (import, place)) WITHOUT ROWID;
"""


def checksum(table, row, place, body, previous):
    """The first 16 bytes of SHA-256 over a row and the checksum of the row before it."""
    return hashlib.sha256(f"{table} {row} {place} ".encode() + previous + body).digest()[:16]


class History:
    def __init__(self, arguments, server, folder):
        self.arguments, self.server, self.folder = arguments, server, folder
        self.journal = folder + "/state/nstack-review/journal-default.sqlite"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        self.environment.update(server.environment(), XDG_CONFIG_HOME=folder + "/config", XDG_STATE_HOME=folder + "/state",
                                XDG_CACHE_HOME=folder + "/cache")

    def run(self, binary, *command, statuses=(0,)):
        """Runs the program; gives the seconds that it took, and keeps those of its processor."""
        began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run([binary, *command], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        self.processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if run.returncode not in statuses:
            sys.exit(f"WRONG: {' '.join(command)} ended with {run.returncode}: {run.stderr.strip()[-600:]}{run.stdout.strip()[-600:]}")
        return seconds

    def edit(self, number, out="returned.csv"):
        """The sheet with an edit in M rows, other ones for each number."""
        with open(self.folder + "/review.csv", encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))
        place = rows[0].index("Proposal")
        for row in range(1, self.arguments.edits + 1):
            rows[row][place] = f"Ny tekst & nummer {row} i omgang #{number:06d}#"
        with open(f"{self.folder}/{out}", "w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows(rows)
        return f"{self.folder}/{out}"

    def begin(self, binary):
        self.server.reset()
        self.run(binary, "export", self.folder + "/review.csv")
        first = self.run(binary, "import", self.edit(0), "--yes", "--no-progress", "--concurrency", "8")
        return first, self.size()

    def size(self):
        return sum(os.path.getsize(self.journal + suffix) for suffix in ("", "-wal") if os.path.exists(self.journal + suffix))

    def fill(self, count):
        """Puts copies of the one import into the journal, which must be of version 2."""
        source = sqlite3.connect(self.journal)
        head = source.execute("SELECT id, body FROM import").fetchone()
        tables = {name: [row[0] for row in source.execute(f"SELECT body FROM {name} ORDER BY place")]
                  for name in ("item", "change", "entry")}
        source.close()
        for suffix in ("", "-wal", "-shm", ".mark"):
            if os.path.exists(self.journal + suffix):
                os.remove(self.journal + suffix)
        target = sqlite3.connect(self.journal, isolation_level=None)
        target.executescript("PRAGMA synchronous = OFF;" + SCHEMA)
        target.execute("BEGIN")
        for number in range(count):
            row, name = number + 1, f"20260101-{number:06d}-abc"
            mark = f"#{number:06d}#".encode()
            body = head[1].replace(head[0].encode(), name.encode()).replace(b'"sha256":"', f'"sha256":"{number:06d}'.encode())
            target.execute("INSERT INTO import VALUES (?, ?, ?, ?)",
                           (row, name, body, checksum(f"import {name}", row, 0, body, b"")))
            for table, bodies in tables.items():
                previous, rows = b"", []
                for place, body in enumerate(bodies):
                    body = body.replace(b"#000000#", mark)
                    previous = checksum(table, row, place, body, previous)
                    rows.append((row, place, body, previous))
                target.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", rows)
        target.execute("COMMIT")
        target.close()
        os.chmod(self.journal, 0o600)
        # The server holds what the last of them proposed.
        with self.server.lock:
            for number, (key, value, owner) in list(self.server.proposals.items()):
                self.server.proposals[number] = (key, value.replace("#000000#", f"#{count - 1:06d}#"), owner)

    def figures(self, binary, number):
        """Seconds of each command, with M edits that are new."""
        sheet = self.edit(number)
        found = {"diff": min(self.run(binary, "diff", sheet) for _ in range(2)),
                 "history": min(self.run(binary, "history") for _ in range(2)),
                 "status": min(self.run(binary, "status") for _ in range(2))}
        found["import"] = self.run(binary, "import", sheet, "--yes", "--no-progress", "--concurrency", "8")
        found["processor"] = self.processor
        return found


def line(what, size, figures):
    print(f"| {what} | {size / 1e6:.1f} MB | " + " | ".join(f"{figures[name]:.2f} s" for name in ("diff", "import", "history", "status"))
          + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--imports", type=int, default=1000)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--texts", type=int, default=0, help="how many texts there are; as many as edits, or more")
    parser.add_argument("--before", metavar="OTHER", help="the program that makes and fills the journal of version 2")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    maker = os.path.abspath(arguments.before or arguments.binary)
    binary = os.path.abspath(arguments.binary)
    wrong = []
    with tempfile.TemporaryDirectory(prefix="nstack-review-history.") as folder:
        with ProposalServer(max(arguments.edits, arguments.texts)) as server:
            history = History(arguments, server, folder)
            print("| Journal | Size | `diff` | `import` | `history` | `status` |\n|---|---|---|---|---|---|")
            if arguments.before:
                _, size = history.begin(maker)
                alone = history.figures(maker, 1)
                line(f"{os.path.basename(maker)}, 1 import before", history.size(), alone)
                shutil.rmtree(folder + "/state")
                history.begin(maker)
                history.fill(arguments.imports)
                size = history.size()
                kept = shutil.copy(history.journal, folder + "/kept.sqlite")
                held = dict(server.proposals)
                line(f"{os.path.basename(maker)}, {arguments.imports} imports before", size, history.figures(maker, arguments.imports))
                for suffix in ("", "-wal", "-shm"):
                    if os.path.exists(history.journal + suffix):
                        os.remove(history.journal + suffix)
                shutil.copy(kept, history.journal)
                server.proposals = held
                began = history.run(binary, "import", history.folder + "/review.csv", "--yes")
                print(f"\nbrought to the new form in {began:.1f} s: {size / 1e6:.1f} MB became {history.size() / 1e6:.1f} MB\n")
                before = history.size()
                line(f"this one, {arguments.imports} imports before", before, history.figures(binary, arguments.imports))
                shutil.rmtree(folder + "/state")
            history.begin(binary)
            first = history.figures(binary, 1)
            one = history.size()
            line("this one, 1 import before", one, first)
            for number in range(2, 8):
                history.run(binary, "import", history.edit(number), "--yes", "--no-progress", "--concurrency", "8")
            eighth = history.figures(binary, 8)
            line("this one, 7 imports before", history.size(), eighth)
            growth = (history.size() - one) / 7
            print(f"\none more import of {arguments.edits} edits adds {growth / 1e6:.2f} MB")
            if growth > 400 * arguments.edits + 65536:
                wrong.append(f"an import adds {growth:.0f} bytes, more than 400 for an edit")
            if eighth["processor"] > 3 * first["processor"] + 0.5:
                wrong.append(f"import takes {eighth['processor']:.2f} s of the processor beside 8 imports, and {first['processor']:.2f} s "
                             "beside one")
    for text in wrong if arguments.check else []:
        print(f"  WRONG: {text}")
    print(f"one import of {arguments.edits} edits adds {growth / 1e6:.2f} MB; the ninth `import` takes {eighth['import']:.2f} s where the "
          f"second took {first['import']:.2f} s")
    sys.exit(1 if wrong and arguments.check else 0)


if __name__ == "__main__":
    main()
