#!/usr/bin/env python3
"""cleaned_up.py [--proposals N] [--latency MS] [--concurrency N] BINARY

Deletes N useless proposals (500) in one step, through a sandbox whose every answer comes late (20 ms): `proposals delete
--same-as-current`. Once without a pause, once killed in the middle and resumed, and undone each time. Asks whether each call arrived
once, whether everything else stayed, and whether undoing restores what was there; prints the time beside the bound, which is the
number of calls by the latency, divided by the calls in flight."""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from sandbox import Sandbox

STAY = 50


def data(folder, count):
    """`count` own proposals of the value that is served, and as many others as must stay."""
    def write(name, value):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump({"data": value}, file)

    locales = ("en-GB", "da-DK")
    write("languages.json", [{"id": number, "name": locale, "locale": locale, "direction": "LRM", "is_default": number == 0,
                              "is_best_fit": number == 0} for number, locale in enumerate(locales)])
    names = [(f"section{number // 100:03d}", f"key{number:05d}") for number in range(count + STAY)]
    for locale in locales:
        texts = {}
        for number, (section, key) in enumerate(names):
            texts.setdefault(section, {})[key] = f"Text {number} in {locale}"
        write(f"resource-{locale}.json", texts)

    def proposal(number, value, own, locale="da-DK"):
        section, key = names[number]
        return {"application_id": 1, "section": section, "key": key, "locale": locale, "value": value, "can_delete": own}

    proposals = [proposal(number, f"Text {number} in da-DK", True) for number in range(count)]
    proposals += [proposal(count + number, f"Another text {number}", True) for number in range(STAY)]
    proposals += [proposal(number, f"Text {number} in da-DK", False) for number in range(STAY)]
    proposals += [proposal(number, f"Text {number} in da-DK", True, "en-GB") for number in range(STAY)]
    write("proposals.json", [dict(entry, id=1000 + place) for place, entry in enumerate(proposals)])


class Check:
    def __init__(self, arguments, server):
        self.count, self.server = arguments.proposals, server
        self.flags = ["--concurrency", str(arguments.concurrency), "--settle-time", "2"]
        self.bound = arguments.proposals * arguments.latency / 1000 / arguments.concurrency
        self.failed, self.asked = [], 0
        self.before = server.proposals()
        self.deletion = ["proposals", "delete", "--same-as-current", "--yes", "--allow-delete", "--json", *self.flags]
        self.seen = {"POST": 0, "DELETE": 0}

    def ask(self, what, holds, found=""):
        self.asked += 1
        if not holds:
            self.failed.append(what)
            print(f"  WRONG: {what}: {str(found)[:600]}")

    def run(self, what, *command, status=0):
        started = time.monotonic()
        run = self.server.run(*command)
        seconds = time.monotonic() - started
        self.ask(f"{what} ends with {status}", run.status == status, f"{run.status} {run.errors[-600:]}")
        return run, seconds

    def writes(self):
        """The writes that arrived since the last call of this method."""
        counts = self.server.get("/sandbox/requests")["counts"]
        now = {method: counts.get(method, 0) for method in self.seen}
        new, self.seen = {method: now[method] - self.seen[method] for method in now}, now
        return new

    def imports(self):
        return json.loads(self.server.run("history", "list", "--json").output)["imports"]

    def cleaned(self, what):
        left = self.server.proposals()
        gone = self.before - left
        self.ask(f"{what}: {self.count} proposals are gone", sum(gone.values()) == self.count, sum(gone.values()))
        self.ask(f"{what}: each was this profile's, and the served value",
                 all(own and value.endswith("in da-DK") and value.startswith("Text ") for _, value, own in gone), list(gone)[:3])
        self.ask(f"{what}: nothing else changed", sum((left - self.before).values()) == 0, list(left - self.before)[:3])

    def undo(self, what):
        kept = self.imports()[-1]
        self.ask(f"{what}: it is one import", kept["deletion"] and kept["changes"] == self.count and kept["complete"], kept)
        _, seconds = self.run(f"{what}, undone", "history", "undo", kept["id"], "--yes", "--json", *self.flags)
        self.ask(f"{what}, undone: everything is there again", self.server.proposals() == self.before,
                 self.before - self.server.proposals())
        writes = self.writes()
        self.ask(f"{what}, undone: each call arrived once", writes == {"POST": self.count, "DELETE": 0}, writes)
        return seconds

    def whole(self):
        run, seconds = self.run("a clean-up", *self.deletion)
        outcomes = [entry["outcome"] for entry in json.loads(run.output)["proposals"]]
        self.ask("a clean-up: each was deleted", outcomes == ["deleted"] * self.count, run.output[:300])
        writes = self.writes()
        self.ask("a clean-up: each call arrived once", writes == {"POST": 0, "DELETE": self.count}, writes)
        self.cleaned("a clean-up")
        return seconds, run.megabytes, self.undo("a clean-up")

    def killed(self):
        with open(os.path.join(self.server.path, "killed.log"), "w+b") as log:
            program = subprocess.Popen([self.server.binary, *self.deletion], env=self.server.environment, stdin=subprocess.DEVNULL,
                                       stdout=log, stderr=log)
            while program.poll() is None and self.arrived("DELETE") < self.count / 2:
                time.sleep(0.01)
            program.send_signal(signal.SIGKILL)
            program.wait()
        cut = self.arrived("DELETE")
        self.ask("it was killed before its end", cut < self.count, cut)
        _, seconds = self.run("a killed clean-up, resumed", "import", "--resume", "--json", *self.flags)
        writes = self.writes()
        self.ask("a killed clean-up: each call arrived once", writes == {"POST": 0, "DELETE": self.count}, writes)
        self.cleaned("a killed clean-up")
        self.undo("a killed clean-up")
        return cut, seconds

    def arrived(self, method):
        return self.server.get("/sandbox/requests")["counts"].get(method, 0) - self.seen[method]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--proposals", type=int, default=500)
    parser.add_argument("--latency", type=float, default=20)
    parser.add_argument("--concurrency", type=int, default=8)
    parser.add_argument("binary")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nstack-review-data.") as folder:
        data(folder, arguments.proposals)
        with Sandbox(arguments.binary, folder, ["--fault", f"*: late={arguments.latency / 1000}"]) as server:
            check = Check(arguments, server)
            seconds, megabytes, undone = check.whole()
            cut, resumed = check.killed()
    print(f"  bound {check.bound:.1f} s; deleted in {seconds:.1f} s ({seconds / check.bound:.2f} of it, {megabytes:.0f} MB), undone in "
          f"{undone:.1f} s ({undone / check.bound:.2f}); killed after {cut} calls, resumed in {resumed:.1f} s")
    print(f"{arguments.proposals} proposals at {arguments.latency:g} ms cleaned up in {seconds:.1f} s (bound {check.bound:.1f} s): "
          f"{check.asked - len(check.failed)} of {check.asked} questions answered as expected")
    sys.exit(1 if check.failed else 0)


if __name__ == "__main__":
    main()
