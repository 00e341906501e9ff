#!/usr/bin/env python3
"""terminal.py BINARY

The program on terminals of several sizes, with the embedded server: are lines no wider than the terminal, are texts labelled and their
differences told with and without colours, is text from right to left isolated, does more than a screen go through the pager and nothing
else, and what becomes of a pager that is missing or is left early; does a question come after the counts; which changes are sent after
they were picked one by one."""
import csv
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
PROGRESS = re.compile(r"\r\x1b\[2K[^\r\n]*")


class Terminal:
    def __init__(self, binary, folder):
        self.binary, self.folder, self.wrong, self.asked = os.path.abspath(binary), folder, [], 0
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("NSTACK_") and name not in ("PAGER", "LESS", "NO_COLOR", "VISUAL", "EDITOR")}
        self.environment.update(XDG_CONFIG_HOME=folder + "/config", XDG_STATE_HOME=folder + "/state", TERM="xterm-256color",
                                XDG_CACHE_HOME=folder + "/cache", LC_ALL="C.UTF-8")

    def ask(self, what, holds, found=""):
        self.asked += 1
        if not holds:
            self.wrong.append(f"{what}: {found!r}")

    def run(self, *command, status=0, **variables):
        """Runs a command without a terminal."""
        run = subprocess.run([self.binary, *command, "--sandbox"], env={**self.environment, **variables}, cwd=self.folder,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        self.ask(f"{' '.join(command)} ends with {status}", run.returncode == status, run.stderr[-600:] + run.stdout[-600:])
        return run.stdout

    def shown(self, *command, answers=(), columns=100, lines=500, status=0, **variables):
        """Runs a command on a terminal and types an answer to each question; what is shown, without the progress."""
        process, terminal = pty.fork()
        if process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            os.chdir(self.folder)
            os.execve(self.binary, [self.binary, *command, "--sandbox", "--no-progress"], {**self.environment, **variables})
        shown, answers, seen, deadline = b"", list(answers), 0, time.monotonic() + 120
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    data = os.read(terminal, 65536)
                except OSError:
                    break
                if not data:
                    break
                shown += data
            elif answers and shown[seen:].rstrip().endswith((b":", b"?", b"]")):
                seen = len(shown)
                os.write(terminal, (answers.pop(0) + "\n").encode())
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        text = PROGRESS.sub("", shown.decode("utf-8", "replace")).replace("\r\n", "\n")
        self.ask(f"{' '.join(command)} on a terminal ends with {status}", code == status, f"{code}: {text[-800:]}")
        self.ask(f"{' '.join(command)} asks every question", not answers, f"unasked: {answers}: {text[-800:]}")
        return text

    def pages(self, name="paged"):
        """What the pager got since the last time."""
        try:
            with open(f"{self.folder}/{name}", encoding="utf-8") as file:
                text = file.read()
            os.remove(f"{self.folder}/{name}")
            return text
        except FileNotFoundError:
            return None

    def edit(self, name, out, change):
        with open(f"{self.folder}/{name}", encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        change({(row["Section"] + "/" + row["Key"], row["Locale"]): row for row in rows}, rows)
        with open(f"{self.folder}/{out}", "w", encoding="utf-8-sig", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)


def cells(line):
    """The cells that a line takes on a terminal."""
    width = 0
    for character in COLOUR.sub("", line):
        if unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width


def differences(check):
    def change(rows, _):
        rows["default/ok", "da-DK"]["Proposal"] = "Det er i orden, og derfor er denne tekst nu meget længere end den var før"
        rows["default/ok", "ar-SA"]["Proposal"] = "موافق تمامًا على هذا النص الطويل الذي لا يتسع له سطر واحد في هذه النافذة الضيقة"
        rows["default/ok", "ja-JP"]["Proposal"] = "了解しました。この文章は長いので、狭い端末では一行に収まりません。何行にもなります"

    check.run("export", "all.csv", "--source", "en-GB")
    check.edit("all.csv", "changed.csv", change)
    for columns in (40, 60, 100):
        for colour in ({}, {"NO_COLOR": "1"}):
            text = check.shown("diff", "changed.csv", columns=columns, **colour)
            lines = [line for line in text.split("\n") if not line.startswith(("231 rows", "plan:"))]
            wide = [line for line in lines if cells(line) > columns]
            check.ask(f"no line is wider than {columns}", not wide, wide)
            check.ask(f"{columns}, {colour}: the rows are grouped by locale",
                      [COLOUR.sub("", line) for line in lines if line.startswith(("changed.csv", "\x1b[1mchanged.csv"))]
                      == [f"changed.csv [{locale}] (1 row)" for locale in ("da-DK", "ja-JP", "ar-SA")]
                      or sorted(COLOUR.sub("", line) for line in lines if "changed.csv" in line)
                      == [f"changed.csv [{locale}] (1 row)" for locale in ("ar-SA", "da-DK", "ja-JP")], text)
            arabic = [line for line in lines if re.search("[\u0600-\u06ff]", line)]
            check.ask(f"{columns}, {colour}: each line from right to left is isolated", len(arabic) >= 2
                      and all(line.count("\u2068") == 1 and line.count("\u2069") == 1 for line in arabic), arabic)
            plain = COLOUR.sub("", text)
            for label in ("source", "base", "sheet"):
                check.ask(f"{columns}, {colour}: \"{label}\" is shown for each row",
                          len(re.findall(rf"^    {label} +\S", plain, re.M)) == 3, plain)
            check.ask(f"{columns}, {colour}: marks if and only if there are no colours",
                      ("{+" in text) == bool(colour) and ("\x1b[32;4m" in text) != bool(colour), text)
    text = check.run("diff", "changed.csv")
    check.ask("without a terminal there are no colours, isolates or broken lines", "\x1b" not in text and "\u2068" not in text
              and len(text.splitlines()) == 3 * 4 + 2, text)
    check.ask("each row has its place in its line", len(re.findall(r"^changed.csv: row \d+: propose default/ok \[", text, re.M)) == 3, text)
    check.ask("the counts alone", check.run("diff", "changed.csv", "--summary") == "\n".join(text.splitlines()[-2:]) + "\n")
    check.ask("no problem, no row", check.run("diff", "changed.csv", "--only-problems") == "\n".join(text.splitlines()[-2:]) + "\n")
    check.run("diff", "changed.csv", "--summary", "--only-problems", status=64)


def pager(check):
    pager = {"PAGER": "cat >>paged"}
    full = check.shown("diff", "changed.csv", NO_COLOR="1")
    check.ask("a screenful does not go through the pager",
              check.shown("diff", "changed.csv", NO_COLOR="1", **pager) == full and check.pages() is None)
    shown = check.shown("diff", "changed.csv", lines=8, NO_COLOR="1", **pager)
    check.ask("more than a screenful goes through it, whole", check.pages() == full and shown == "", shown)
    for off in (("diff", "changed.csv", "--no-pager"), ("diff", "changed.csv", "--json"), ("diff", "changed.csv", "--quiet")):
        check.shown(*off, lines=8, **pager)
        check.ask(f"{off[2]}: no pager", check.pages() is None)
    for off in ("", "cat", " "):
        check.ask(f"PAGER={off!r} is none", check.shown("diff", "changed.csv", lines=8, NO_COLOR="1", PAGER=off) == full)
    missing = check.shown("diff", "changed.csv", lines=8, NO_COLOR="1", PAGER="no-such-pager")
    check.ask("without the pager the text is shown all the same", missing.endswith(full), missing)
    left = check.shown("diff", "changed.csv", lines=8, NO_COLOR="1", PAGER="head -n 1")
    check.ask("a pager that is left early is no error", left == full.split("\n")[0] + "\n", left)
    check.shown("status", lines=4, **pager)
    check.ask("status goes through it too", "da-DK" in (check.pages() or ""))
    asked = check.shown("import", "changed.csv", answers=["n"], lines=8, NO_COLOR="1", status=64, **pager)
    paged = check.pages() or ""
    check.ask("an import pages its plan", "    sheet   " in paged, paged)
    check.ask("then shows the counts, then asks", re.match(r"231 rows: 228 unchanged, 3 propose\nSend 3 proposals\? \[y/N\] n", asked), asked)
    asked = check.shown("import", "changed.csv", "--quiet", answers=["n"], lines=8, NO_COLOR="1", status=64, **pager)
    check.ask("with --quiet the counts alone come before the question", asked.startswith("231 rows: 228 unchanged, 3 propose\nSend 3")
              and check.pages() is None, asked)
    with open(check.folder + "/changed.csv", encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    with open(check.folder + "/short.csv", "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows(rows[:-2])
    asked = check.shown("import", "short.csv", answers=["n"], NO_COLOR="1", status=64)
    check.ask("the question names rows that are missing", "229 of 231 exported rows came back" in asked
              and re.search(r"\nSend [23] proposals, although 2 exported rows are missing\? \[y/N\] n", asked), asked)


def picking(check):
    def change(rows, _):
        for key in present[:6]:
            rows[key, "da-DK"]["Proposal"] = "Valgt " + key

    with open(f"{check.folder}/all.csv", encoding="utf-8-sig", newline="") as file:
        present = [row["Section"] + "/" + row["Key"] for row in csv.DictReader(file)
                   if row["Locale"] == "da-DK" and not row["Proposal"]][:7]
    check.edit("all.csv", "first.csv", change)
    check.edit("all.csv", "second.csv", lambda rows, _: [rows[key, "ja-JP"].update(Proposal="選択 " + key) for key in present[:2]])
    before = pending(check)
    check.run("import", "first.csv", "--pick", "--yes", status=64)
    check.run("import", "--resume", "--pick", status=64)
    check.shown("import", "first.csv", "--pick", "--dry-run", status=64)
    # Nothing, back, yes, no, help; the rest of the first file is left out, the second file is sent.
    shown = check.shown("import", "first.csv", "second.csv", "--pick", "--no-color",
                        answers=["j", "k", "y", "n", "?", "d", "a", "y"])
    check.ask("each change is shown with its texts", "change 1 of 8" in shown and "{+Valgt " + present[0] + "+}" in shown, shown)
    check.ask("the counts come before the question", re.search(r"5 skipped, 3 propose\n(.*\n)*Send 3 proposals\? \[y/N\] y", shown), shown)
    after = pending(check)
    check.ask("what was picked is sent, and nothing else", after - before == {
        ("da-DK", "Valgt " + present[0]), ("ja-JP", "選択 " + present[0]), ("ja-JP", "選択 " + present[1])}, after - before)
    check.edit("all.csv", "one.csv", lambda rows, _: rows[present[6], "da-DK"].update(Proposal="Udeladt"))
    check.shown("import", "one.csv", "--pick", "--annotate", "annotated.csv", answers=["n"])
    check.edit("annotated.csv", "accepted.csv", lambda rows, _: check.ask(
        "the annotated sheet keeps what was left out", rows[present[6], "da-DK"]["Proposal"] == "Udeladt"
        and "Left out when" in rows[present[6], "da-DK"]["Result"], rows[present[6], "da-DK"])
        or rows[present[6], "da-DK"].update(Action="accept"))
    check.run("import", "annotated.csv", "--yes")
    check.ask("left alone it sends nothing", pending(check) == after, pending(check) - after)
    check.run("import", "accepted.csv", "--yes")
    check.ask("accepted, it is sent", pending(check) - after == {("da-DK", "Udeladt")}, pending(check) - after)
    after = pending(check)
    shown = check.shown("import", "first.csv", "--pick", answers=["n", "q"])
    check.ask("who picks nothing sends nothing", pending(check) == after and "nothing was sent" in shown, shown)
    check.shown("import", "first.csv", "--pick", answers=["y", "q", "n"], status=64)
    check.ask("who does not consent sends nothing", pending(check) == after)


def pending(check):
    """The pending proposals: locale and value."""
    run = check.run("proposals", "list")
    return {(match[1], match[2]) for match in re.finditer(r"^\d+  \S+  (\S+)  (?:deletable|-)  (.*)$", run, re.M)}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        check = Terminal(sys.argv[1], folder)
        differences(check)
        pager(check)
        picking(check)
    for line in check.wrong:
        print("WRONG", line)
    print(f"{check.asked - len(check.wrong)} of {check.asked} answers are right")
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()
