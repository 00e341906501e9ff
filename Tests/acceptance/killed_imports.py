#!/usr/bin/env python3
"""killed_imports.py [--rows N] [--every N] [--again] [--concurrency N] BINARY

Kills an import of 50 edited rows (SIGKILL) before each step that it takes outside of its process - every write, sync and rename of
its journal, every write to a socket -, goes on with it, and asks the server: it must hold what the sheet meant; no call may have
come twice without a reading of the proposals in between; a further import must send nothing. With --again the going on is
killed too, half as far in. Needs a C compiler for the library that does the killing. Linux."""
import argparse
import csv
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from proposal_server import ProposalServer

HERE = os.path.dirname(os.path.abspath(__file__))


def edited(path, out):
    """Writes the returned sheet; gives what it means: key -> value held afterwards."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    column = {name: place for place, name in enumerate(rows[0])}
    meant = {}
    for number, row in enumerate(rows[1:]):
        key, proposal = row[column["Key"]], row[column["Proposal"]]
        if proposal and number % 2:
            row[column["Action"]] = "delete"
            continue
        row[column["Proposal"]] = meant[key] = f"Ny tekst & nummer {number} = {'øæå' * (number % 5)}+"
    with open(out, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows(rows)
    return meant


def repeated(log):
    """The calls that came again without a reading in between."""
    readings, found, last = 0, [], {}
    for method, what, value, _ in log:
        if method == "GET":
            readings += 1
        elif last.get((method, what, value), -1) == readings:
            found.append(f"{method} {what}")
        else:
            last[method, what, value] = readings
    return found


class Check:
    def __init__(self, arguments, server, folder):
        self.binary, self.server, self.folder = os.path.abspath(arguments.binary), server, folder
        self.options = ["--yes", "--allow-delete", "--timeout", "2", "--settle-time", "2", "--concurrency", str(arguments.concurrency), "--no-progress"]
        self.library = folder + "/kill_at_step.so"
        self.start = [(f"key{number:04d}", f"Forslag {number}") for number in range(0, arguments.rows, 3)]

    def run(self, *command, kill_at=None):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        environment.update(self.server.environment(), XDG_CONFIG_HOME=self.folder + "/config",
                           XDG_STATE_HOME=self.folder + "/state")
        if self.library:
            environment.update(LD_PRELOAD=self.library, STEPS_FILE=self.folder + "/steps")
        if kill_at:
            environment["KILL_AT"] = str(kill_at)
        return subprocess.run([self.binary, *command], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=300)

    def steps(self):
        with open(self.folder + "/steps") as file:
            return int(file.read())

    def fresh(self):
        shutil.rmtree(self.folder + "/state", ignore_errors=True)
        self.server.reset(self.start)

    def go_on(self, **options):
        """Goes on, or where nothing had been kept yet begins anew."""
        run = self.run("import", "--resume", *self.options, **options)
        if run.returncode == 0 and "nothing to resume" in run.stderr:
            run = self.run("import", self.folder + "/returned.csv", *self.options, **options)
        return run

    def trial(self, number, again):
        """What went wrong where the import dies before a step; the number of seconds that it took."""
        self.fresh()
        run = self.run("import", self.folder + "/returned.csv", *self.options, kill_at=number)
        if run.returncode != -signal.SIGKILL:
            return [f"the import was not killed: {run.returncode} {run.stderr.strip()[-300:]}"]
        if again:
            self.go_on(kill_at=number // 2 + 1)
        run = self.go_on()
        wrong = []
        if run.returncode:
            wrong.append(f"going on ended with {run.returncode}: {run.stderr.strip()[-300:]}{run.stdout.strip()[-300:]}")
        if self.server.held() != self.meant:
            held = self.server.held()
            wrong.append(f"the server does not hold what was meant: {sorted(set(held.items()) ^ set(self.meant.items()))[:4]}")
        wrong += [f"twice without a reading: {call}" for call in repeated(self.server.log)]
        applied = [entry[1:3] for entry in self.server.log if entry[3]]
        wrong += [f"carried out twice: {call}" for call in set(applied) if applied.count(call) > 1]
        calls = self.server.writes()
        run = self.run("import", self.folder + "/returned.csv", *self.options)
        more = self.server.writes() - calls
        if run.returncode or more:
            wrong.append(f"the same again ended with {run.returncode} and sent {more} calls: {run.stderr.strip()[-300:]}")
        return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=50)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("binary")
    arguments = parser.parse_args()
    compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
    if not sys.platform.startswith("linux") or not compiler:
        sys.exit("skipped: needs Linux and a C compiler")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="nstack-review-kill.") as folder, ProposalServer(arguments.rows) as server:
        check = Check(arguments, server, folder)
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", check.library, HERE + "/kill_at_step.c", "-ldl"], check=True)
        check.fresh()
        run = check.run("export", folder + "/review.csv")
        if run.returncode:
            sys.exit(f"WRONG: export ended with {run.returncode}: {run.stderr.strip()}")
        check.meant = edited(folder + "/review.csv", folder + "/returned.csv")
        run = check.run("import", folder + "/returned.csv", *check.options)
        if run.returncode or server.held() != check.meant:
            sys.exit(f"WRONG: the import without a kill ended with {run.returncode}: {run.stderr.strip()}")
        steps = check.steps()
        failures, tried = 0, 0
        for number in range(1, steps + 1, arguments.every):
            wrong = check.trial(number, arguments.again)
            # Steps are not the same number in each run: the last ones may not come.
            if wrong and wrong[0].startswith("the import was not killed: 0") and number > steps * 0.8:
                continue
            tried += 1
            failures += bool(wrong)
            for line in wrong[:5]:
                print(f"  WRONG at step {number}: {line}")
    print(f"an import of {arguments.rows} rows, killed at {tried} of its {steps} steps{', and again' if arguments.again else ''}: "
          f"{failures} ended wrong, {time.monotonic() - began:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
