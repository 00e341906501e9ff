#!/usr/bin/env python3
"""rivals.py [--texts N] [--latency MS,...] [--machines N,...] [--only-count] BINARY

Two and three machines import overlapping sheets at the same time: each with journal and guid of its own, or two with one guid, against
a server that keeps one proposal for each text, and one that keeps one for each text and guid. Asks whether every value that a
machine had listed and overrode is named in its report, whether every machine is told of what was gone when it read for the last time,
and counts the values that were overwritten. With --only-count it counts alone, as for a version that names nothing."""
import argparse
import collections
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

from proposal_server import ProposalServer


class RivalServer(ProposalServer):
    """A server for several people. Each machine has a base URL of its own, so that its calls are known by their paths."""

    def begin(self, latency, overrides_everybody):
        self.reset()
        with self.lock:
            self.latency, self.overrides_everybody = latency, overrides_everybody
            # (machine, number, key, value) of what a post took away, and what each machine's readings listed.
            self.taken, self.listed, self.last, self.calls = [], collections.defaultdict(set), {}, collections.Counter()

    def answer(self, method, target, body):
        machine, _, rest = target[1:].partition("/")
        url = urllib.parse.urlsplit("/" + rest)
        self.calls[machine, method] += 1
        time.sleep(self.latency / 2)
        answer = self.carried_out(machine, method, url, body)
        time.sleep(self.latency / 2)
        return answer

    def carried_out(self, machine, method, url, body):
        if not url.path.endswith("/proposals"):
            status, answer = super().answer(method, url.path, body)
            if url.path.endswith("/resources/platforms/mobile"):
                for entry in answer["data"]:
                    entry["url"] = entry["url"].replace("/api/", f"/{machine}/api/")
            return status, answer
        with self.lock:
            if method == "GET":
                guid = dict(urllib.parse.parse_qsl(url.query))["guid"]
                self.last[machine] = {(number, key, value) for number, (key, value, _) in self.proposals.items()}
                self.listed[machine] |= self.last[machine]
                return 200, {"data": [self.shown(number, guid) for number in self.proposals]}
            form = dict(urllib.parse.parse_qsl(body, keep_blank_values=True))
            key, value, guid = form["key"], form["value"], form["guid"]
            if (key, value, guid) in self.proposals.values():
                return 412, {"message": "The same value is already proposed"}
            for number, (other, old, owner) in list(self.by_key.get(key, {}).items()):
                if owner == guid or self.overrides_everybody:
                    self.taken.append((machine, number, key, old))
                    del self.proposals[number], self.by_key[key][number]
            self.next_id += 1
            self.proposals[self.next_id] = (key, value, guid)
            self.by_key.setdefault(key, {})[self.next_id] = (key, value, guid)
            return 201, {"data": self.shown(self.next_id, guid)}

    def reset(self, proposals=()):
        super().reset(proposals)
        self.by_key = {}

    def shown(self, number, guid):
        shown = self._json(number)
        shown["can_delete"] = self.proposals[number][2] == guid
        return shown


class Check:
    def __init__(self, arguments, server, folder):
        self.binary, self.server, self.folder = os.path.abspath(arguments.binary), server, folder
        self.only_count, self.texts = arguments.only_count, arguments.texts
        self.wrong, self.asked, self.runs = [], 0, 0

    def start(self, machine, guid, *command):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        environment.update(self.server.environment(), NSTACK_GUID=guid, XDG_CONFIG_HOME=f"{self.place}/{machine}",
                           XDG_STATE_HOME=f"{self.place}/{machine}", XDG_CACHE_HOME=f"{self.place}/{machine}")
        environment["NSTACK_BASE_URL"] += "/" + machine
        return subprocess.Popen([self.binary, *command], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def sheet(self, machine, number, machines):
        """The sheet of a machine, in an order of its own: all of them edit the middle half of the texts, each some of the rest."""
        with open(self.place + "/review.csv", encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))
        place = {name: place for place, name in enumerate(rows[0])}
        for row_number, row in enumerate(rows[1:]):
            part = row_number * 4 // max(1, len(rows) - 1)
            if part in (1, 2) or row_number % machines == number:
                row[place["Proposal"]] = f"{machine} says {row_number}"
        sorted_rows, rows = rows, rows[1:]
        random.Random(number).shuffle(rows)
        path = f"{self.place}/{machine}.csv"
        with open(path, "w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows(sorted_rows[:1] + rows)
        return path

    def trial(self, latency, machines, overrides_everybody, shares_guid):
        self.place = tempfile.mkdtemp(dir=self.folder)
        self.server.begin(0, overrides_everybody)
        export = self.start("first", "guid-0", "export", self.place + "/review.csv")
        said = export.communicate(timeout=300)[1]
        if export.returncode:
            sys.exit(f"WRONG: export ended with {export.returncode}: {said}")
        names = [f"machine{number}" for number in range(machines)]
        sheets = [self.sheet(name, number, machines) for number, name in enumerate(names)]
        self.server.begin(latency / 1000, overrides_everybody)
        runs = [self.start(name, "guid-0" if shares_guid else f"guid-{number}", "import", sheet, "--yes", "--json", "--no-progress")
                for number, (name, sheet) in enumerate(zip(names, sheets))]
        outputs = [None] * machines

        def collect(number):
            outputs[number] = runs[number].communicate(timeout=1800)
        threads = [threading.Thread(target=collect, args=[number]) for number in range(machines)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        sent = 0
        for name, run, (out, err) in zip(names, runs, outputs):
            try:
                report = json.loads(out)
            except json.JSONDecodeError:
                sys.exit(f"WRONG: {name} ended with {run.returncode}: {out[-300:]!r} {err[-300:]!r}")
            sent += self.server.calls[name, "POST"]
            if not self.only_count:
                self.judge(name, report)
        overwritten = len(self.server.taken)
        readings = sum(count for (name, method), count in self.server.calls.items() if method == "GET")
        model = "one for each text" if overrides_everybody else "one for each guid" + (", the same guid" if shares_guid else "")
        print(f"  {latency} ms, {machines} machines, {model}: {overwritten} of {sent} values sent overwrote another, "
              f"{1000 * overwritten / max(1, sent):.1f} per 1,000; {readings} readings", flush=True)
        self.runs += 1

    def judge(self, name, report):
        named = {(overrode["id"], row["key"], overrode["value"]) for row in report["rows"] for overrode in row.get("overrode", [])}
        taken = {entry[1:] for entry in self.server.taken if entry[0] == name}
        for entry in taken & self.server.listed[name]:
            self.that(entry in named, f"{name} overrode {entry} and does not name it")
        # Where a third one writes at the same moment, readings do not tell whose call it was.
        everybodys = {entry[1:] for entry in self.server.taken}
        for entry in named:
            self.that(entry in everybodys and entry in self.server.listed[name], f"{name} names {entry}, which nobody overrode")
        self.that(report["overrode"] == sum("overrode" in row for row in report["rows"]), f"{name} counts {report['overrode']}")
        held = {(key, value) for _, key, value in self.server.last.get(name, ())}
        for row in report["rows"]:
            if row.get("outcome") in ("applied", "already-there"):
                self.that((row["key"], row["proposal"]) in held, f"{name}: {row['key']} is {row['outcome']} and was gone")
            elif row.get("outcome") == "overridden":
                self.that((row["key"], row["proposal"]) not in held, f"{name}: {row['key']} is overridden and was there")
            else:
                outcome = row.get("outcome") or row["verdict"]
                self.that(outcome in ("conflict", "already-proposed"), f"{name}: {row['key']} is {outcome}")

    def that(self, holds, what):
        self.asked += 1
        if not holds:
            self.wrong.append(what)


def main():
    numbers = lambda text: [int(part) for part in text.split(",")]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=1600)
    parser.add_argument("--latency", type=numbers, default=[5, 50, 500])
    parser.add_argument("--machines", type=numbers, default=[2, 3])
    parser.add_argument("--only-count", action="store_true")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="nstack-review-rivals.") as folder, RivalServer(arguments.texts) as server:
        check = Check(arguments, server, folder)
        for latency in arguments.latency:
            for machines in arguments.machines:
                for overrides_everybody, shares_guid in ((True, False), (False, False), (False, True)):
                    check.trial(latency, machines, overrides_everybody, shares_guid)
    for line in check.wrong[:20]:
        print("  WRONG:", line)
    print(f"{check.runs} imports by rivals at the same time, {check.asked} questions, {len(check.wrong)} answered wrong, "
          f"{time.monotonic() - began:.0f} s")
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()
