#!/usr/bin/env python3
"""faults.py MODE BINARY

Imports that are cut off by the machine: killed, without power, with another calendar, on a full disk. Each is gone on with, and the server
is asked: it must hold what the sheet meant, no call may come twice without a reading of the proposals in between, and a further import
must send nothing. Needs Linux and a C compiler (for preload.c)."""
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import threading
import time
import urllib.parse
import zlib

import checks
import sheets
from checks import ask, takes
from servers import ProposalServer

SETTLE = 2


def preload(folder):
    """The library that counts, records and kills, and that sets the calendar."""
    compiler = next(filter(shutil.which, ("cc", "clang", "gcc")), None)
    if not sys.platform.startswith("linux") or not compiler:
        checks.skip_all("needs Linux and a C compiler")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", folder + "/preload.so", checks.HERE + "/preload.c", "-ldl"], check=True)
    return folder + "/preload.so"


class Import(checks.Program):
    """An import of edited rows: proposals in most of them, and some deletions."""

    def __init__(self, options, server, folder, **variables):
        super().__init__(options.binary, folder, server, NSTACK_TIMEOUT="2", NSTACK_SETTLE_TIME=str(SETTLE), NSTACK_CONCURRENCY="4", **variables)
        self.options = ["--yes", "--allow-delete"]
        self.pending = [(f"key{number:04d}", f"Forslag {number}") for number in range(0, options.rows, 3)]
        self.sheet = folder + "/returned.csv"
        server.reset(self.pending)
        if self.run("export", folder + "/review.csv", status=None).returncode:
            checks.stop("the export fails")
        self.meant = {}
        with sheets.edited(folder + "/review.csv", self.sheet) as rows:
            for number, (key, row) in enumerate(rows.items()):
                if row["Proposal"] and number % 2:
                    row["Action"] = "delete"
                else:
                    row["Proposal"] = self.meant[key] = f"Ny tekst & nummer {number} = {'øæå' * (number % 5)}+"

    def whole(self, **variables):
        """The import without a fault."""
        self.server.reset(self.pending)
        run = self.run("import", self.sheet, *self.options, variables=variables, status=None)
        if run.returncode or self.server.held() != self.meant:
            checks.stop(f"the import without a fault ended with {run.returncode}: {run.stderr.strip()}")

    def go_on(self, before_new=lambda: None, **variables):
        """Goes on, or where nothing had been kept yet begins anew; gives both runs."""
        resumed = run = self.run("import", "--resume", *self.options, variables=variables, status=None)
        if run.returncode == 0 and "nothing to resume" in run.stderr:
            before_new()
            run = self.run("import", self.sheet, *self.options, variables=variables, status=None)
        return resumed, run

    def judged(self, run):
        """What is wrong after going on."""
        held = self.server.held()
        found = self.server.repeated()
        if run.returncode:
            found.append(f"going on ended with {run.returncode}: {run.stderr.strip()[-300:]}{run.stdout.strip()[-300:]}")
        if held != self.meant:
            found.append(f"the server does not hold what was meant: {sorted(set(held.items()) ^ set(self.meant.items()))[:4]}")
        calls = self.server.writes()
        run = self.run("import", self.sheet, *self.options, status=None)
        if run.returncode or self.server.writes() != calls:
            found.append(f"the same again ended with {run.returncode} and sent {self.server.writes() - calls} calls: {run.stderr.strip()[-300:]}")
        return found


@takes("binary", rows=50, every=1, again=False)
def kills(options):
    """Kills an import before each Nth step that it takes outside of its process: every write, sync and rename of its journal, every write
    to a socket. With --again the going on is killed too, half as far in."""
    with checks.scratch() as folder, ProposalServer(options.rows) as server:
        program = Import(options, server, folder, LD_PRELOAD=preload(folder), STEPS_FILE=folder + "/steps")
        program.whole()
        steps = int(checks.read(folder + "/steps"))
        for number in range(1, steps + 1, options.every):
            shutil.rmtree(folder + "/state", ignore_errors=True)
            server.reset(program.pending)
            run = program.run("import", program.sheet, *program.options, variables={"KILL_AT": str(number)}, status=None)
            if run.returncode != -signal.SIGKILL:
                # Steps are not the same number in each run: the last ones may not come.
                ask(f"step {number}: the import is killed", run.returncode == 0 and number > steps * 0.8, (run.returncode, run.stderr[-300:]))
                continue
            if options.again:
                program.go_on(KILL_AT=str(number // 2 + 1))
            found = program.judged(program.go_on()[1])
            ask(f"killed at step {number}", not found, "; ".join(found))
    return f"an import of {options.rows} rows, killed at {checks.asked} of its {steps} steps{', and again' * options.again}"


WRITE, CUT, SYNC, CREATED, RENAMED, REMOVED, MADE_FOLDER, SENT, SYNCED_FOLDER = range(1, 10)
SECTOR = 512


def recorded(path):
    """What was recorded: (kind, inode, offset, first text, second text)."""
    data, at, found = checks.read(path), 0, []
    while at < len(data):
        kind, inode, offset, one, two = struct.unpack_from("5Q", data, at)
        at += 64
        found.append((kind, inode, offset, data[at:at + one], data[at + one:at + one + two]))
        at += one + two
    return found


def requests(records):
    """The requests that records send: index -> (method, path, body). Head and body may leave in two records."""
    found, begun = {}, {}
    for index, (kind, descriptor, _, data, _) in enumerate(records):
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
            found[index] = (line[0].decode(), line[1].decode(), body.decode())
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
            content[offset:offset + len(data)] = data
        return bytes(content)

    def sync(self):
        self.synced, self.pending = self.applied(self.synced, self.pending), []

    def content(self, model, chance):
        if model != "part":
            return self.applied(self.synced, self.pending if model == "kept" else [])
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

    def __init__(self, records=()):
        self.files, self.names, self.synced_names, self.pending = {}, {}, {}, []
        for record in records:
            self.apply(record)

    def apply(self, record):
        kind, inode, offset, first, second = record
        if kind == CREATED:
            self.files[inode] = File()
            self._name(first.decode(), self.files[inode])
        elif kind == MADE_FOLDER:
            self._name(first.decode(), None)
        elif kind == RENAMED:
            self._name(second.decode(), self.names.get(first.decode()), first.decode())
        elif kind == REMOVED:
            self._name(None, None, first.decode())
        elif kind == SYNCED_FOLDER:
            mine = [change for change in self.pending if os.path.dirname(change[0] or change[2]) == first.decode()]
            self.pending = [change for change in self.pending if change not in mine]
            for change in mine:
                self._change(self.synced_names, *change)
        elif inode in self.files and kind == SYNC:
            self.files[inode].sync()
        elif inode in self.files and kind in (WRITE, CUT):
            self.files[inode].pending.append((kind, offset, first))

    def _name(self, *change):
        self._change(self.names, *change)
        self.pending.append(change)

    @staticmethod
    def _change(names, path, file, gone=None):
        names.pop(gone, None)
        if path:
            names[path] = file

    def state(self, model, chance=None):
        """What a power cut leaves: (folders, path -> bytes)."""
        names = dict(self.names if model == "kept" else self.synced_names)
        for change in self.pending if model == "part" else []:
            if chance.random() < 0.5:
                self._change(names, *change)
        made = {path for path, file in self.names.items() if file is None}

        def reached(path):
            folder = os.path.dirname(path)
            return folder not in made or (folder in names and reached(folder))

        # What readers share of the log is made anew after a start.
        return (sorted(path for path, file in names.items() if file is None and reached(path)),
                {path: file.content(model, chance) for path, file in names.items()
                 if file and reached(path) and not path.endswith("-shm")})


class PowerCuts(Import):
    def __init__(self, options, server, folder):
        self.root = folder + "/root"
        os.mkdir(self.root)
        super().__init__(options, server, folder, XDG_STATE_HOME=self.root + "/a/b")
        # The export keeps a register in the state folder; the import is to make all of it.
        shutil.rmtree(self.root)
        os.mkdir(self.root)
        self.whole(LD_PRELOAD=preload(folder), RECORD_FILE=folder + "/records", RECORD_BELOW=self.root)
        self.records = recorded(folder + "/records")
        self.requests = requests(self.records)
        self.calls = sum(call[0] != "GET" for call in self.requests.values())
        if self.calls != server.writes():
            checks.stop(f"{self.calls} calls were recorded where the server has {server.writes()}")

    def put(self, folders, files):
        shutil.rmtree(self.root)
        os.mkdir(self.root)
        for path in folders:
            os.mkdir(path, 0o700)
        for path, content in files.items():
            checks.write(path, content)
            os.chmod(path, 0o600)

    def serve(self, index):
        """The server as the requests left it that had been sent before a record; gives how many wrote."""
        self.server.reset(self.pending)
        for call in (self.requests.get(before) for before in range(index)):
            if call:
                self.server.answer(*call)
        return self.server.writes()

    def journal(self, folders, files, *queries):
        """The rows of queries of the journal that is in files; nothing where there is none, or where it is damaged."""
        self.put(folders, files)
        path = next((path for path in files if path.endswith(".sqlite")), None)
        if not path:
            return None
        database = sqlite3.connect(path)
        try:
            return [database.execute(query).fetchall() for query in queries]
        except sqlite3.DatabaseError:
            return None
        finally:
            database.close()

    def has_intent(self, disk, call):
        """Whether the intent of a call is on the disk."""
        found = self.journal(*disk.state("lost"), "SELECT kind, body FROM block ORDER BY place")
        if not found:
            return False
        changes, steps = ([value for kind, body in found[0] if kind == name for value in json.loads(zlib.decompress(body))]
                          for name in ("change", "step"))
        intended = [changes[step["entry"]["intent"]["change"]] for step in steps if "intent" in step["entry"]]
        deleted = {str(change["operation"]["delete"]["proposalID"]) for change in intended if "delete" in change["operation"]}
        if call[0] == "DELETE":
            return call[1].partition("?")[0].rsplit("/", 1)[1] in deleted
        form = dict(urllib.parse.parse_qsl(call[2], keep_blank_values=True))
        return any("propose" in change["operation"] and change["text"]["key"] == form["key"] for change in intended)

    def unsynced_calls(self):
        disk = Disk()
        for index, record in enumerate(self.records):
            disk.apply(record)
            call = self.requests.get(index)
            if call and call[0] != "GET":
                ask(f"{call[0]} {call[1]} {call[2][:80]}: its intent is synced before it leaves", self.has_intent(disk, call))

    def cut(self, index, model, chance):
        """Goes on after a power cut; what is wrong then."""
        self.put(*Disk(self.records[:index]).state(model, chance))
        sent = self.serve(index)
        found = []

        def known():
            if sent and not any(kept["complete"] for kept in self.object("history", "list", status=None).get("imports", [])):
                found.append(f"an import that had sent {sent} calls is not known")
        resumed, run = self.go_on(known)
        if "warning: the journal" in resumed.stderr + run.stderr:
            found.append(f"the journal is said to have lost something: {run.stderr.strip()[-300:]}")
        return found + self.judged(run)

    def flip(self, index, chance):
        """Goes on from the files that a kill leaves, with one byte of the log flipped: what is lost must be noticed. None without a log."""
        folders, files = Disk(self.records[:index]).state("kept", chance)
        log = next((path for path in files if path.endswith("-wal") and files[path]), None)
        if not log:
            return None
        # The end is noted just after a commit: what a kill between the two leaves out was never followed by a call.
        end = next((content for path, content in files.items() if path.endswith(".end")), b"")[16:].partition(b"\n")[0]
        before = json.loads(end)["blocks"] if end else self.blocks(folders, files)
        at = chance.randrange(len(files[log]))
        content = bytearray(files[log])
        content[at] ^= 1 << chance.randrange(8)
        files[log] = bytes(content)
        after = self.blocks(folders, files)
        self.put(folders, files)
        sent = self.serve(index)
        resumed, run = self.go_on()
        if run.returncode == 1 and "journal" in run.stderr and "damaged" in run.stderr:
            # A kill while the log was being taken over, and damage to it: the file is refused, and nothing was sent.
            return []
        found = self.judged(run)
        # Before the first call left there is nothing that could be lost.
        if after < before and sent and "warning: the journal" not in resumed.stderr:
            found.append(f"{before} blocks became {after} by byte {at} of the log, and nothing was said: {resumed.stderr.strip()[-300:]}")
        return found

    def blocks(self, folders, files):
        """How many blocks of an import SQLite finds in the files; -1 where there is not even a plan, as many as can be where the import is
        over."""
        found = self.journal(folders, files, "SELECT isOver FROM import", "SELECT 1 FROM block")
        if not found or not found[0]:
            return -1
        return sys.maxsize if found[0][0][0] else len(found[1])


@takes("binary", rows=20, every=1, flips=60, seed=1)
def power(options):
    """Cuts the power at each Nth write, sync, rename or removal of the state folder: asks first whether each call's intent was on the disk
    when the call left; then puts the folder into the states that a power cut may leave - all that was not synced lost, kept, or kept in
    part, the last sector torn -, with the server as it was at that moment. Last it flips bytes of the log that a kill left."""
    with checks.scratch() as folder, ProposalServer(options.rows) as server:
        program = PowerCuts(options, server, folder)
        program.unsynced_calls()
        indices = range(1, len(program.records) + 1, options.every)
        for index in indices:
            for model in ("lost", "kept", "part"):
                found = program.cut(index, model, random.Random(f"{options.seed} {index}"))
                ask(f"cut at {index}, {model}", not found, "; ".join(found))
        chance, flips = random.Random(options.seed), 0
        for _ in range(options.flips):
            index = chance.randrange(len(program.records) // 3, len(program.records))
            found = program.flip(index, chance)
            flips += found is not None
            ask(f"a flipped byte at {index}", not found, "; ".join(found or []))
    syncs = sum(record[0] == SYNC for record in program.records)
    return (f"an import of {options.rows} rows: {program.calls} calls, {syncs} syncs; {3 * len(indices)} power cuts at {len(indices)} of "
            f"{len(program.records)} records and {flips} flipped bytes")


KEYS, LATE, LONG_SETTLE = 4, 3, 6
HOUR, YEAR = 3600, 31_557_600
JUMPS = [3 * HOUR, -3 * HOUR, 80 * YEAR // 2, -50 * YEAR, 40 * 24 * HOUR, -40 * 24 * HOUR, 80 * YEAR, -30]


@takes("binary", every=1)
def clocks(options):
    """Kills an import whose calls the server carries out three seconds late, sets the calendar by each Nth of some jumps, up to 80 years
    either way, and goes on: no value may be sent twice. Then the same import without a kill, with a timeout of one second."""
    arrived = []

    def hold(server, folder):
        """Lets the first call for each text be carried out late, without an answer."""
        shutil.rmtree(folder + "/state", ignore_errors=True)
        server.reset()
        arrived.clear()

        def fault(method, path, body):
            if method != "POST":
                return None
            arrived.append(body)
            if arrived.count(body) > 1:
                return None
            threading.Timer(LATE, server.carried_out, (method, path, body)).start()
            time.sleep(LATE + 1)
            return 504, {"message": "late"}
        server.fault = fault

    def judge(name, run):
        ask(f"{name}: no value is sent twice", run.returncode == 0 and len(arrived) == len(set(arrived)) and server.held() == meant,
            f"{len(arrived)} calls for {KEYS} values; ended with {run.returncode}: {run.stderr[-300:]}")

    with checks.scratch() as folder, ProposalServer(KEYS) as server:
        program = checks.Program(options.binary, folder, server, LD_PRELOAD=preload(folder), CALENDAR_OFFSET="0", NSTACK_SETTLE_TIME=str(LONG_SETTLE),
                                 NSTACK_TIMEOUT=str(LONG_SETTLE))
        program.run("export", folder + "/review.csv")
        meant = {f"key000{number}": f"Ny {number}" for number in range(KEYS)}
        sheets.propose(folder + "/review.csv", folder + "/returned.csv", meant)
        for jump in JUMPS[::options.every]:
            hold(server, folder)
            process = program.start("import", folder + "/returned.csv", "--yes")
            ends = time.monotonic() + 30
            while len(arrived) < KEYS and time.monotonic() < ends:
                time.sleep(0.02)
            process.kill()
            process.communicate()
            judge(f"the calendar set by {jump} s after a kill",
                  program.run("import", "--resume", "--yes", variables={"CALENDAR_OFFSET": str(jump)}, status=None))
        hold(server, folder)
        judge("a timeout of one second", program.run("import", folder + "/returned.csv", "--yes", variables={"NSTACK_TIMEOUT": "1"}, status=None))
    return f"calls that are carried out {LATE} s late, jumps of the calendar and a short timeout"


DISK = 1 << 20


@takes("binary", rows=50, step=4096)
def full_disk(options):
    """Imports with the journal on a small disk that has ever less space left: no call without the journal, one line that says why, and
    going on once there is space again. Needs the right to mount."""
    refused = partly = whole = 0
    with checks.scratch() as folder, checks.small_disk(folder + "/state", DISK) as state, ProposalServer(options.rows) as server:
        if not state:
            checks.skip_all("mounting is not allowed here")
        program = Import(options, server, folder)
        for room in range(0, DISK, options.step):
            subprocess.run(["find", state, "-mindepth", "1", "-delete"], check=True)
            server.reset(program.pending)
            checks.write(state + "/ballast", bytes(DISK - room))
            run = program.run("import", program.sheet, *program.options, status=None)
            found, calls, said = [], server.writes(), run.stderr + run.stdout
            if run.returncode == 0:
                whole += 1
                found += ["it ended well, and the server does not hold what was meant"] * (server.held() != program.meant)
            else:
                refused, partly = refused + (calls == 0), partly + (calls > 0)
                found += [f"ended with {run.returncode} and does not say why: {said.strip()[-300:]}"] * ("full" not in said and "No space" not in said)
            os.remove(state + "/ballast")
            found += program.judged(program.go_on()[1])
            ask(f"with room for {room} bytes", not found, "; ".join(found))
            if whole >= 3:
                break
        ask("some imports sent nothing, and some a part", refused and partly, (refused, partly))
    return f"journals on a full disk, room for 0 to {room:,} bytes: {refused} sent nothing, {partly} a part, {whole} ended well"


if __name__ == "__main__":
    checks.main(__doc__, kills, power, clocks, full_disk)
