#!/usr/bin/env python3
"""reviewed_texts.py BINARY [--texts N]

The register of reviewed texts with many of them: how large it is, how long `status` and an export take with it and without it, that it
does not grow when the same is added again, that programs which add to it at the same time lose nothing of each other's, and that a line
which was cut off takes no other with it. Runs against an embedded sandbox."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time


class Check:
    def __init__(self, binary, folder):
        self.binary, self.folder = os.path.abspath(binary), folder
        self.cases = self.wrong = 0

    def start(self, *command):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        environment.update(SWIFT_BACKTRACE="enable=no", XDG_CONFIG_HOME=self.folder + "/config",
                           XDG_STATE_HOME=self.folder + "/state", XDG_CACHE_HOME=self.folder + "/cache")
        return subprocess.Popen([self.binary, *command, "--sandbox"], env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)

    def run(self, *command):
        begun = time.monotonic()
        run = self.start(*command)
        out, err = run.communicate(timeout=600)
        self.that(run.returncode == 0, f"{' '.join(command)} ends with 0", (run.returncode, err[-300:]))
        return out, time.monotonic() - begun

    def counted(self):
        return json.loads(self.run("sheets", "reviewed", "--json")[0])["reviewed"]

    def that(self, holds, what, found=""):
        self.cases += 1
        if not holds:
            self.wrong += 1
            print(f"  WRONG: {what}: {found}", flush=True)

    def file(self, name, texts, form, when):
        """A file of reviewed texts that no application has, as another manager would send it."""
        content = dict(form, texts=[
            {"section": f"section{number // 100}", "key": f"aKeyOfUsualLength{number}", "locale": "da-DK", "currentValue": "abcdefghij",
             "pending": [], "sourceLocale": "en-GB", "sourceValue": "klmnopqrst", "time": when} for number in texts])
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            json.dump(content, file)
        return name


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--texts", type=int, default=100_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check = Check(arguments.binary, folder)
        register = f"{folder}/state/nstack-review/sandbox/reviewed.jsonl"
        check.run("sheets", "reviewed", "--export", "empty.json")
        with open(f"{folder}/empty.json", encoding="utf-8") as file:
            form = json.load(file)
        check.that(form["texts"] == [], "nothing is reviewed at first", form)
        before = {name: min(check.run(*command)[1] for _ in range(3))
                  for name, command in (("status", ("status",)), ("export", ("export", "a.csv", "--overwrite")))}

        check.run("sheets", "reviewed", "--import", check.file("all.json", range(arguments.texts), form, "2026-01-01T00:00:00Z"))
        size = os.path.getsize(register)
        check.that(check.counted() == arguments.texts, "all texts are kept")
        after = {"status": min(check.run("status")[1] for _ in range(3)),
                 "export": min(check.run("export", "a.csv", "--overwrite", "--only", "unreviewed")[1] for _ in range(3))}
        check.run("sheets", "reviewed", "--import", "all.json")
        check.that(os.path.getsize(register) == size, "what is known already adds nothing", os.path.getsize(register))
        for day in range(2, 5):
            check.run("sheets", "reviewed", "--import",
                      check.file("again.json", range(arguments.texts), form, f"2026-01-0{day}T00:00:00Z"))
        check.that(os.path.getsize(register) <= 2.1 * size + 200_000, "it does not grow with the number of imports",
                   (os.path.getsize(register), size))
        check.that(check.counted() == arguments.texts, "all texts are still kept")

        # Two add and rewrite at the same time, over and over: each has texts of its own.
        first = arguments.texts
        added = 0
        for turn in range(6):
            names = []
            for writer in range(4):
                names.append(check.file(f"part{writer}.json", range(first + added, first + added + 700), form, f"2026-02-0{turn + 1}T00:00:00Z"))
                added += 700
            for program in [check.start("sheets", "reviewed", "--import", name) for name in names]:
                _, err = program.communicate(timeout=600)
                check.that(program.returncode == 0, "one of several programs ends with 0", err[-300:])
        check.that(check.counted() == arguments.texts + added, "what several programs add at the same time is all there")

        with open(register, "ab") as file:
            file.write('{"reviewed":1,"scope":"x","time":"é'.encode()[:-1])
        check.run("sheets", "reviewed", "--import", check.file("last.json", [first + added], form, "2026-03-01T00:00:00Z"))
        check.that(check.counted() == arguments.texts + added + 1, "a line that was cut off takes no other with it")
        out, _ = check.run("sheets", "reviewed", "--export", "back.json")
        with open(f"{folder}/back.json", encoding="utf-8") as file:
            check.that(len(json.load(file)["texts"]) == arguments.texts + added + 1, "all are exported")
        print(f"{arguments.texts} texts take {size / 1e6:.1f} MB; status {before['status']:.2f} s without and {after['status']:.2f} s with "
              f"them, an export {before['export']:.2f} s and {after['export']:.2f} s with --only unreviewed; "
              f"{check.cases - check.wrong} of {check.cases} checks hold")
        sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()
