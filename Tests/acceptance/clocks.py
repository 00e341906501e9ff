#!/usr/bin/env python3
"""clocks.py [--every N] [--no-settle-time] BINARY

Kills an import whose calls the server carries out three seconds late, sets the calendar by 3 hours to 80 years either way, and goes
on with it: no value may be sent twice. Then the same import without a kill, with a timeout of one second. --every N takes each so-many-th
jump. --no-settle-time is for versions that know none. Needs a C compiler for the library that sets the calendar. Linux."""
import argparse
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from proposal_server import ProposalServer

HERE = os.path.dirname(os.path.abspath(__file__))
KEYS, LATE, SETTLE = 4, 3, 6
HOUR, YEAR = 3600, 31_557_600
JUMPS = [3 * HOUR, -3 * HOUR, 80 * YEAR // 2, -50 * YEAR, 40 * 24 * HOUR, -40 * 24 * HOUR, 80 * YEAR, -30]


class Check:
    def __init__(self, arguments, server, folder):
        self.binary, self.server, self.folder = os.path.abspath(arguments.binary), server, folder
        self.settle = [] if arguments.no_settle_time else ["--settle-time", str(SETTLE)]
        self.library = folder + "/set_calendar.so"

    def start(self, offset, *command):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        environment.update(self.server.environment(), XDG_CONFIG_HOME=self.folder + "/config", XDG_STATE_HOME=self.folder + "/state",
                           XDG_CACHE_HOME=self.folder + "/cache", LD_PRELOAD=self.library, CALENDAR_OFFSET=str(offset))
        return subprocess.Popen([self.binary, *command], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def hold(self):
        """Lets the first call for each text be carried out late, without an answer; counts all of them."""
        shutil.rmtree(self.folder + "/state", ignore_errors=True)
        self.server.reset()
        self.arrived = []

        def fault(method, path, body):
            if method != "POST":
                return None
            self.arrived.append(body)
            if self.arrived.count(body) > 1:
                return None
            threading.Timer(LATE, self.server.answer, (method, path, body)).start()
            time.sleep(LATE + 1)
            return 504, {"message": "late"}
        self.server.fault = fault

    def judge(self, name, process):
        said = process.communicate(timeout=120)[0]
        twice = len(self.arrived) - len(set(self.arrived))
        held = self.server.held()
        if process.returncode or twice or held != self.meant:
            print(f"  WRONG: {name}: {twice} of {KEYS} values were sent twice; ended with {process.returncode}: {said[-300:]}")
            return True
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--no-settle-time", action="store_true")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
    if not sys.platform.startswith("linux") or not compiler:
        sys.exit("skipped: needs Linux and a C compiler")
    with tempfile.TemporaryDirectory(prefix="nstack-review-clocks.") as folder, ProposalServer(KEYS) as server:
        check = Check(arguments, server, folder)
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", check.library, HERE + "/set_calendar.c", "-ldl"], check=True)
        export = check.start(0, "export", folder + "/review.csv")
        said = export.communicate(timeout=60)[0]
        if export.returncode:
            sys.exit(f"WRONG: export ended with {export.returncode}: {said}")
        with open(folder + "/review.csv", encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))
        place = {name: place for place, name in enumerate(rows[0])}
        check.meant = {}
        for number, row in enumerate(rows[1:]):
            check.meant[row[place["Key"]]] = row[place["Proposal"]] = f"Ny {number}"
        with open(folder + "/returned.csv", "w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows(rows)

        tried = wrong = 0
        for jump in JUMPS[::arguments.every]:
            check.hold()
            process = check.start(0, "import", folder + "/returned.csv", "--yes", "--timeout", str(SETTLE), *check.settle)
            ends = time.monotonic() + 30
            while len(check.arrived) < KEYS and time.monotonic() < ends:
                time.sleep(0.02)
            process.kill()
            process.communicate()
            resumed = check.start(jump, "import", "--resume", "--timeout", str(SETTLE), *check.settle)
            wrong += check.judge(f"the calendar set by {jump} s after a kill", resumed)
            tried += 1
        check.hold()
        process = check.start(0, "import", folder + "/returned.csv", "--yes", "--timeout", "1", *check.settle)
        wrong += check.judge("a timeout of one second", process)
        print(f"calls that are carried out {LATE} s late: {tried} jumps of the calendar and a short timeout, {wrong} ended wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
