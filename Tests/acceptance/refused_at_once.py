#!/usr/bin/env python3
"""refused_at_once.py [--runs N] [--seed N] [--only WORD] BINARY

Runs commands beside the embedded server that end while it is still starting, answering or stopping: a diff and an import of files
that are refused at once, an import that nobody confirms, an export to a full disk, and each of them with SIGINT or SIGTERM at a
random moment. No run may die by a signal of its own making; each refusal is one line on standard error with its exit code; an
interrupted run ends with its result or by the signal. N runs of each (40), or of those whose name holds WORD. The export needs Linux and the right to mount."""
import argparse
import collections
import csv
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CRASHES = {signal.SIGILL, signal.SIGSEGV, signal.SIGABRT, signal.SIGTRAP, signal.SIGBUS, signal.SIGFPE}


class Check:
    def __init__(self, arguments, folder):
        self.binary, self.runs, self.folder = os.path.abspath(arguments.binary), arguments.runs, folder
        self.only = arguments.only
        self.random = random.Random(arguments.seed)
        self.wrong = []
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        # A trap is told by its signal at once; writing down the stack would take seconds each time.
        self.environment.update(SWIFT_BACKTRACE="enable=no", XDG_CONFIG_HOME=folder + "/config",
                                XDG_STATE_HOME=folder + "/state", XDG_CACHE_HOME=folder + "/cache")

    def start(self, *command):
        return subprocess.Popen([self.binary, *command, "--sandbox"], env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *command):
        process = self.start(*command)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    def refused(self, name, status, words, *command):
        if self.only not in name:
            return
        ends = collections.Counter()
        for _ in range(self.runs):
            code, out, err = self.run(*command)
            ends[code] += 1
            if code != status or not err.startswith("error: ") or err.count("\n") != 1 or words not in err or out:
                self.wrong.append(f"{name}: ended with {code}, {out[:200]!r}, {err[:400]!r}")
        self.tell(name, ends)

    def interrupted(self, name, results, *command, fresh=False):
        if self.only not in name:
            return
        sandbox = self.folder + "/state/nstack-review/sandbox"
        if fresh:
            shutil.copytree(sandbox, self.folder + "/kept")
        started = time.monotonic()
        self.run(*command)
        whole = time.monotonic() - started
        ends = collections.Counter()
        for number in range(self.runs):
            if fresh:
                shutil.rmtree(sandbox)
                shutil.copytree(self.folder + "/kept", sandbox)
            process = self.start(*command)
            time.sleep(self.random.uniform(0, whole * 1.2))
            sent = signal.SIGTERM if number % 4 == 3 else signal.SIGINT
            process.send_signal(sent)
            if number % 8 == 0:
                time.sleep(self.random.uniform(0, 0.05))
                process.send_signal(sent)
            out, err = process.communicate(timeout=120)
            code = process.returncode
            ends[code] += 1
            if code not in {*results, -sent, 128 + sent}:
                self.wrong.append(f"{name}, {sent.name}: ended with {code}, {out[-200:]!r}, {err[:400]!r}")
        self.tell(name, ends)

    def tell(self, name, ends):
        crashes = sum(count for code, count in ends.items() if -code in CRASHES)
        told = ", ".join(f"{count} with {code}" for code, count in sorted(ends.items()))
        print(f"  {name}: {told}; {crashes} crashes", flush=True)


def edited(path, out):
    """Writes the sheet with an edit in every third row."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    place, current, source = (rows[0].index(name) for name in ("Proposal", "Current value", "Source for checks"))
    for number, row in enumerate(rows[1:]):
        if number % 3 == 0:
            # With the text itself, as a text without its placeholders is refused.
            row[place] = f"Ny tekst {number} {row[current] or row[source]}"
    with open(out, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    # In the background of a shell SIGINT is ignored, and the programs that are run would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="nstack-review-refused.") as folder:
        check = Check(arguments, folder)
        code, _, err = check.run("export", folder + "/review.csv")
        if code:
            sys.exit(f"WRONG: export ended with {code}: {err.strip()}")
        edited(folder + "/review.csv", folder + "/returned.csv")
        with open(folder + "/broken.xlsx", "wb") as file:
            file.write(b"PK\x03\x04" + bytes(60))
        with open(folder + "/other.csv", "w") as file:
            file.write("a,b\n1,2\n")
        for verb in ("diff", "import"):
            check.refused(f"{verb}, no file", 1, "there is no such file", verb, folder + "/none.xlsx")
            check.refused(f"{verb}, a broken workbook", 1, "broken.xlsx", verb, folder + "/broken.xlsx")
        check.refused("import, nobody confirms", 64, "--yes", "import", folder + "/returned.csv")
        full = full_disk(folder)
        try:
            if full:
                check.refused("export, a full disk", 1, "full", "export", full + "/review.xlsx")
            else:
                print("skip  export to a full disk: mounting is not allowed here")
            check.interrupted("diff, interrupted", {0}, "diff", folder + "/returned.csv")
            check.interrupted("diff refused, interrupted", {1}, "diff", folder + "/none.xlsx")
            check.interrupted("export, interrupted", {0}, "export", folder + "/other.xlsx", "--overwrite")
            check.interrupted("import, interrupted", {0, 2}, "import", folder + "/returned.csv", "--yes", fresh=True)
        finally:
            if full:
                subprocess.run(["umount", "-l", full])
        for line in check.wrong[:20]:
            print(f"  WRONG: {line}")
        print(f"{check.runs} runs each of commands that end beside the embedded server: {len(check.wrong)} ended wrong")
        sys.exit(1 if check.wrong else 0)


def full_disk(folder):
    """A folder on a disk without room; none where mounting is not allowed."""
    place = folder + "/full"
    os.mkdir(place)
    mount = ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", place]
    if sys.platform != "linux" or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
        return None
    return place


if __name__ == "__main__":
    main()
