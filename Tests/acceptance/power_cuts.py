#!/usr/bin/env python3
"""power_cuts.py [--rows N] [--every N] [--concurrency N] [--flips N] [--seed N] BINARY

Cuts the power during an import: records every write, cut, sync, rename and removal of the state folder and every request in the order in
which they happen, and asks first whether each call's intent was on the disk when the call left. Then it puts the folder, for each place
between two records, into the states that a power cut may leave there - all that was not synced lost; all of it kept; a part of its
sectors kept, the last one torn -, with the server as it was at that moment, and goes on with the import. The server must hold what the
sheet meant, no call may come twice without a reading in between, an import of which a call left must be known, and a further import must
send nothing. Last it flips bytes of the write-ahead log that a kill left: what is lost must be noticed. Needs a C compiler. Linux."""
import argparse
import json
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

from killed_imports import edited, repeated
from proposal_server import ProposalServer

HERE = os.path.dirname(os.path.abspath(__file__))
WRITE, CUT, SYNC, CREATED, RENAMED, REMOVED, MADE_FOLDER, SENT, SYNCED_FOLDER = range(1, 10)
SECTOR = 512


def records(path):
    """What was recorded: (kind, inode, offset, first text, second text)."""
    with open(path, "rb") as file:
        data = file.read()
    at, found = 0, []
    while at < len(data):
        kind, inode, offset, one, two = struct.unpack_from("5Q", data, at)
        at += 64
        found.append((kind, inode, offset, data[at:at + one], data[at + one:at + one + two]))
        at += one + two
    return found


def requests(recorded):
    """The requests that records send: place -> (method, path, body). Head and body may leave in two records."""
    found, begun = {}, {}
    for place, (kind, descriptor, _, data, _) in enumerate(recorded):
        if kind != SENT:
            continue
        data = begun.pop(descriptor, b"") + data
        head, end, body = data.partition(b"\r\n\r\n")
        line = head.split(b"\r\n")[0].split(b" ")
        if not end or len(line) != 3:
            continue
        length = re.search(rb"(?i)\r\ncontent-length: *([0-9]+)", head)
        if length and len(body) < int(length[1]):
            begun[descriptor] = data
        else:
            found[place] = (line[0].decode(), line[1].decode(), body.decode())
    return found


class File:
    """A file on a disk that has a cache: what is on it, and what is on its way."""

    def __init__(self):
        self.synced, self.pending = b"", []

    @staticmethod
    def applied(content, operations):
        content = bytearray(content)
        for kind, offset, data in operations:
            if kind == CUT:
                del content[offset:]
                content.extend(b"\0" * (offset - len(content)))
            else:
                content.extend(b"\0" * (offset - len(content)))
                content[offset:offset + len(data)] = data
        return bytes(content)

    def content(self, model, chance):
        if model == "lost":
            return self.synced
        if model == "kept":
            return self.applied(self.synced, self.pending)
        kept = []
        for kind, offset, data in self.pending:
            if kind == CUT:
                kept += [(kind, offset, data)] if chance.random() < 0.5 else []
                continue
            end = offset + len(data)
            while offset < end:
                stop = min(end, offset - offset % SECTOR + SECTOR)
                if chance.random() < 0.5:
                    kept.append((kind, offset, data[len(data) - (end - offset):len(data) - (end - stop)]))
                offset = stop
        if kept and kept[-1][0] == WRITE:
            kind, offset, data = kept[-1]
            kept[-1] = (kind, offset, data[:max(1, len(data) // 2)])
        return self.applied(self.synced, kept)


class Disk:
    """A folder as the records leave it, name by name and byte by byte. Names are on the disk once their folder was synced."""

    def __init__(self):
        self.files, self.numbers = [], {}
        self.names, self.synced_names = {}, {}
        self.pending = []

    def take(self, record):
        kind, inode, offset, first, second = record
        if kind in (WRITE, CUT) and inode in self.numbers:
            self.files[self.numbers[inode]].pending.append((kind, offset, first))
        elif kind == SYNC and inode in self.numbers:
            file = self.files[self.numbers[inode]]
            file.synced, file.pending = File.applied(file.synced, file.pending), []
        elif kind == CREATED:
            self.numbers[inode] = len(self.files)
            self.files.append(File())
            self._name("set", first.decode(), self.numbers[inode])
        elif kind == MADE_FOLDER:
            self._name("set", first.decode(), None)
        elif kind == RENAMED:
            number = self.names.get(first.decode())
            self._name("move", second.decode(), number, first.decode())
        elif kind == REMOVED:
            self._name("remove", first.decode())
        elif kind == SYNCED_FOLDER:
            folder = first.decode()
            mine = [step for step in self.pending if os.path.dirname(step[1]) == folder]
            self.pending = [step for step in self.pending if os.path.dirname(step[1]) != folder]
            for step in mine:
                self._apply(self.synced_names, step)

    def _name(self, *step):
        self._apply(self.names, step)
        self.pending.append(step)

    @staticmethod
    def _apply(names, step):
        what, path, *more = step
        if what == "remove":
            names.pop(path, None)
        else:
            if what == "move":
                names.pop(more[1], None)
            names[path] = more[0]

    def state(self, model, chance):
        """What a power cut leaves: (folders, path -> bytes)."""
        names = dict(self.names if model == "kept" else self.synced_names)
        if model == "part":
            for step in self.pending:
                if chance.random() < 0.5:
                    self._apply(names, step)
        made = {path for path, number in self.names.items() if number is None}

        def reached(path):
            folder = os.path.dirname(path)
            return folder not in made or (folder in names and reached(folder))

        folders = sorted(path for path, number in names.items() if number is None and reached(path))
        # What readers share of the log is made anew after a start.
        files = {path: self.files[number].content(model, chance) for path, number in names.items()
                 if number is not None and reached(path) and not path.endswith("-shm")}
        return folders, files


class Check:
    def __init__(self, arguments, server, folder):
        self.binary, self.server, self.folder, self.arguments = os.path.abspath(arguments.binary), server, folder, arguments
        self.root = folder + "/root"
        self.options = ["--yes", "--allow-delete", "--timeout", "2", "--concurrency", str(arguments.concurrency), "--no-progress"]
        help_text = subprocess.run([self.binary, "help", "import"], capture_output=True, text=True).stdout
        if "--settle-time" in help_text:
            self.options += ["--settle-time", "2"]
        self.start = [(f"key{number:04d}", f"Forslag {number}") for number in range(0, arguments.rows, 3)]
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        self.environment.update(server.environment(), XDG_CONFIG_HOME=folder + "/config", XDG_STATE_HOME=self.root + "/a/b",
                                XDG_CACHE_HOME=folder + "/cache")

    def run(self, *command, recording=None):
        environment = dict(self.environment)
        if recording:
            environment.update(LD_PRELOAD=self.folder + "/record.so", RECORD_FILE=recording, RECORD_BELOW=self.root)
        return subprocess.run([self.binary, *command], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=300)

    def record(self):
        self.server.reset(self.start)
        shutil.rmtree(self.root, ignore_errors=True)
        os.mkdir(self.root)
        run = self.run("export", self.folder + "/review.csv")
        if run.returncode:
            sys.exit(f"WRONG: export ended with {run.returncode}: {run.stderr.strip()}")
        # The export keeps a register in the state folder; the import is to make all of it.
        shutil.rmtree(self.root)
        os.mkdir(self.root)
        self.meant = edited(self.folder + "/review.csv", self.folder + "/returned.csv")
        self.server.reset(self.start)
        run = self.run("import", self.folder + "/returned.csv", *self.options, recording=self.folder + "/records")
        if run.returncode or self.server.held() != self.meant:
            sys.exit(f"WRONG: the import without a power cut ended with {run.returncode}: {run.stderr.strip()}")
        self.records = records(self.folder + "/records")
        self.requests = requests(self.records)
        self.calls = sum(call[0] != "GET" for call in self.requests.values())
        if self.calls != self.server.writes():
            sys.exit(f"WRONG: {self.calls} calls were recorded where the server has {self.server.writes()}")

    def put(self, folders, files):
        shutil.rmtree(self.root)
        os.mkdir(self.root)
        for path in folders:
            os.mkdir(path, 0o700)
        for path, content in files.items():
            with open(path, "wb") as file:
                file.write(content)
            os.chmod(path, 0o600)

    def serve(self, place):
        """The server as the requests left it that had been sent before a place."""
        self.server.reset(self.start)
        for call in (self.requests.get(before) for before in range(place)):
            if call:
                self.server.answer(*call)
        return self.server.writes()

    # What is on the disk when a call leaves

    def unsynced_calls(self):
        disk, wrong = Disk(), []
        for place, record in enumerate(self.records):
            disk.take(record)
            call = self.requests.get(place)
            if call and call[0] != "GET" and not self.has_intent(disk, call):
                wrong.append(f"{call[0]} {call[1]} {call[2][:80]} left before its intent was synced")
        return wrong

    def has_intent(self, disk, call):
        folders, files = disk.state("lost", None)
        self.put(folders, files)
        journal = [path for path in files if path.endswith(".sqlite")]
        if not journal:
            return False
        database = sqlite3.connect(journal[0])
        try:
            changes = [json.loads(row[0]) for row in database.execute("SELECT body FROM change ORDER BY place")]
            entries = [json.loads(row[0]) for row in database.execute("SELECT body FROM entry ORDER BY place")]
        finally:
            database.close()
        intended = [changes[entry["change"]] for entry in entries if entry["kind"] == "intent"]
        if call[0] == "DELETE":
            number = call[1].partition("?")[0].rsplit("/", 1)[1]
            return any(str(change.get("deletes")) == number for change in intended)
        form = dict(pair.split("=", 1) for pair in call[2].split("&"))
        return any("deletes" not in change and change["text"]["key"] == form["key"] for change in intended)

    # Going on after a power cut

    def trial(self, place, model, chance):
        disk = Disk()
        for record in self.records[:place]:
            disk.take(record)
        self.put(*disk.state(model, chance))
        sent = self.serve(place)
        wrong = []
        run = self.run("import", "--resume", *self.options)
        if run.returncode == 0 and "nothing to resume" in run.stderr:
            listed = json.loads(self.run("history", "list", "--json").stdout or '{"imports": []}')["imports"]
            if sent and not any(kept["complete"] for kept in listed):
                wrong.append(f"an import that had sent {sent} calls is not known")
            run = self.run("import", self.folder + "/returned.csv", *self.options)
        if "warning: the journal" in run.stderr:
            wrong.append(f"the journal is said to have lost something: {run.stderr.strip()[-300:]}")
        return wrong + self.judged(run)

    def judged(self, run):
        wrong = []
        if run.returncode:
            wrong.append(f"going on ended with {run.returncode}: {run.stderr.strip()[-300:]}{run.stdout.strip()[-300:]}")
        held = self.server.held()
        if held != self.meant:
            wrong.append(f"the server does not hold what was meant: {sorted(set(held.items()) ^ set(self.meant.items()))[:4]}")
        wrong += [f"twice without a reading: {call}" for call in repeated(self.server.log)]
        applied = [entry[1:3] for entry in self.server.log if entry[3]]
        wrong += [f"carried out twice: {call}" for call in set(applied) if applied.count(call) > 1]
        calls = self.server.writes()
        run = self.run("import", self.folder + "/returned.csv", *self.options)
        if run.returncode or self.server.writes() != calls:
            wrong.append(f"the same again ended with {run.returncode} and sent {self.server.writes() - calls} calls: "
                         f"{run.stderr.strip()[-300:]}")
        return wrong

    # A byte that is not what was written

    def flip(self, place, chance):
        """Goes on from the files that a kill leaves, with one byte of the log flipped: what is lost must be noticed."""
        disk = Disk()
        for record in self.records[:place]:
            disk.take(record)
        folders, files = disk.state("kept", chance)
        log = next((path for path in files if path.endswith("-wal") and files[path]), None)
        if not log:
            return None
        before = self.steps(folders, files)
        at = chance.randrange(len(files[log]))
        content = bytearray(files[log])
        content[at] ^= 1 << chance.randrange(8)
        files[log] = bytes(content)
        after = self.steps(folders, files)
        self.put(folders, files)
        sent = self.serve(place)
        run = self.run("import", "--resume", *self.options)
        said = run.stderr
        if run.returncode == 0 and "nothing to resume" in said:
            run = self.run("import", self.folder + "/returned.csv", *self.options)
        if run.returncode == 1 and "journal" in run.stderr and "damaged" in run.stderr:
            # A kill while the log was being taken over, and damage to it: the file is refused, and nothing was sent.
            return []
        wrong = self.judged(run)
        # Before the first call left there is nothing that could be lost.
        if after < before and sent and "warning: the journal" not in said:
            wrong.append(f"{before} steps became {after} by byte {at} of the log, and nothing was said: {said.strip()[-300:]}")
        return wrong

    def steps(self, folders, files):
        """How many steps SQLite finds in the files; -1 where there is not even a plan, as many as can be where the import is over."""
        self.put(folders, files)
        path = next((path for path in files if path.endswith(".sqlite")), None)
        if not path:
            return -1
        database = sqlite3.connect(path)
        try:
            if not database.execute("SELECT count(*) FROM import").fetchone()[0]:
                return -1
            if database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'summary'").fetchone()[0]:
                if database.execute("SELECT count(*) FROM summary").fetchone()[0]:
                    return sys.maxsize
            return database.execute("SELECT count(*) FROM entry").fetchone()[0]
        except sqlite3.DatabaseError:
            return -1
        finally:
            database.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20)
    parser.add_argument("--every", type=int, default=1, help="tries every so-many-th place")
    parser.add_argument("--flips", type=int, default=60, help="how many bytes are flipped")
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("binary")
    arguments = parser.parse_args()
    compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
    if not sys.platform.startswith("linux") or not compiler:
        sys.exit("skipped: needs Linux and a C compiler")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="nstack-review-power.") as folder, ProposalServer(arguments.rows) as server:
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", folder + "/record.so", HERE + "/record_writes.c", "-ldl"], check=True)
        check = Check(arguments, server, os.path.realpath(folder))
        check.record()
        syncs = sum(record[0] == SYNC for record in check.records)
        early = check.unsynced_calls()
        for line in early[:5]:
            print(f"  WRONG: {line}")
        failures, tried = len(early), 0
        for place in range(1, len(check.records) + 1, arguments.every):
            for model in ("lost", "kept", "part"):
                wrong = check.trial(place, model, random.Random(f"{arguments.seed} {place}"))
                tried += 1
                failures += bool(wrong)
                for line in wrong[:5]:
                    print(f"  WRONG at {place}, {model}: {line}", flush=True)
        chance, flips = random.Random(arguments.seed), 0
        for _ in range(arguments.flips):
            place = chance.randrange(len(check.records) // 3, len(check.records))
            wrong = check.flip(place, chance)
            flips += wrong is not None
            failures += bool(wrong)
            for line in (wrong or [])[:5]:
                print(f"  WRONG with a flipped byte at {place}: {line}", flush=True)
    print(f"an import of {arguments.rows} rows: {check.calls} calls, {syncs} syncs, {len(early)} calls before their sync; "
          f"{tried} power cuts at {(len(check.records) - 1) // arguments.every + 1} of {len(check.records)} places and {flips} flipped "
          f"bytes: {failures} ended wrong, {time.monotonic() - began:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
