#!/usr/bin/env python3
"""terminal.py BINARY

The program on terminals of several sizes, with the embedded server: are lines no wider than the terminal, are texts labelled and their
differences shown with and without colours, is text from right to left isolated, does more than a screen go through the pager and nothing
else, and what becomes of a pager that is missing or is left early; does a question come after the counts; which changes are sent after
they were picked one by one."""
import os
import re
import unicodedata

import checks
import sheets
from checks import ask, same, takes

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(checks.Program):
    def run(self, *command, status=0):
        """Runs a command without a terminal; gives what it prints."""
        return super().run(*command, "--sandbox", status=status).stdout

    def shown(self, *command, answers=(), columns=100, lines=500, status=0, **variables):
        """Runs a command on a terminal and types an answer to each question; gives what is shown."""
        text, code, left = checks.on_terminal([self.binary, *command, "--sandbox"], {**self.environment, "NSTACK_PROGRESS": "off", **variables},
                                              self.folder, answers, columns, lines)
        text = re.sub(r"\r\x1b\[2K[^\r\n]*", "", text).replace("\r\n", "\n")
        ask(f"{' '.join(command)} on a terminal ends with {status}, and asks every question", code == status and not left, f"{code}, {left}: {text[-800:]}")
        return text

    def paged(self):
        """What the pager got since the last time; None where it was not run."""
        path = f"{self.folder}/paged"
        if not os.path.exists(path):
            return None
        text = checks.read(path).decode()
        os.remove(path)
        return text

    def edit(self, out, changes, column="Proposal", name="all.csv"):
        """Writes a copy of a sheet with texts by key and locale."""
        with sheets.edited(f"{self.folder}/{name}", f"{self.folder}/{out}", lambda row: (f"{row['Section']}/{row['Key']}", row["Locale"])) as rows:
            for text, value in changes.items():
                rows[text][column] = value

    def pending(self):
        """The pending proposals: locale and value."""
        return {(match[1], match[2]) for match in re.finditer(r"^\d+  \S+  (\S+)  (?:deletable|-)  (.*)$", self.run("proposals", "list"), re.M)}


def cells(line):
    """The cells that a line takes on a terminal."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in COLOUR.sub("", line)
               if unicodedata.category(character) not in ("Mn", "Me", "Cf"))


def differences(it):
    it.edit("changed.csv", {
        ("default/ok", "da-DK"): "Det er i orden, og derfor er denne tekst nu meget længere end den var før",
        ("default/ok", "ar-SA"): "موافق تمامًا على هذا النص الطويل الذي لا يتسع له سطر واحد في هذه النافذة الضيقة",
        ("default/ok", "ja-JP"): "了解しました。この文章は長いので、狭い端末では一行に収まりません。何行にもなります"})
    for columns in (40, 60, 100):
        for colour in ({}, {"NO_COLOR": "1"}):
            what, text = f"{columns} columns{', no colours' * bool(colour)}", it.shown("diff", "changed.csv", columns=columns, **colour)
            lines = [line for line in text.split("\n") if not line.startswith(("231 rows", "plan:"))]
            same(f"{what}: no line is wider", [line for line in lines if cells(line) > columns], [])
            same(f"{what}: the rows are grouped by locale", sorted(COLOUR.sub("", line) for line in lines if "changed.csv" in line),
                 [f"changed.csv [{locale}] (1 row)" for locale in ("ar-SA", "da-DK", "ja-JP")])
            arabic = [line for line in lines if re.search("[\u0600-\u06ff]", line)]
            ask(f"{what}: each line from right to left is isolated",
                len(arabic) >= 2 and all(line.count("\u2068") == line.count("\u2069") == 1 for line in arabic), arabic)
            for label in ("source", "base", "sheet"):
                same(f"{what}: \"{label}\" is shown for each row", len(re.findall(rf"^    {label} +\S", COLOUR.sub("", text), re.M)), 3)
            ask(f"{what}: marks if and only if there are no colours", ("{+" in text) == bool(colour) and ("\x1b[32;4m" in text) != bool(colour), text)
    text = it.run("diff", "changed.csv")
    closing = "\n".join(text.splitlines()[-2:]) + "\n"
    ask("without a terminal there are no colours, isolates or broken lines",
        "\x1b" not in text and "\u2068" not in text and len(text.splitlines()) == 3 * 4 + 2, text)
    same("each row has its location in its line", len(re.findall(r"^changed.csv: row \d+: propose default/ok \[", text, re.M)), 3)
    for extent in ("summary", "problems"):
        same(f"--show {extent}: the counts alone", it.run("diff", "changed.csv", "--show", extent), closing)


def pager(it):
    pager = {"PAGER": "cat >>paged"}
    full = it.shown("diff", "changed.csv", NO_COLOR="1")
    same("a screenful does not go through the pager", (it.shown("diff", "changed.csv", NO_COLOR="1", **pager), it.paged()), (full, None))
    same("more than a screenful goes through it, whole", (it.shown("diff", "changed.csv", lines=8, NO_COLOR="1", **pager), it.paged()), ("", full))
    for flag in ("--json", "--quiet"):
        it.shown("diff", "changed.csv", flag, lines=8, **pager)
        same(f"{flag}: no pager", it.paged(), None)
    for off in ("", "cat", " "):
        same(f"PAGER={off!r} is none", it.shown("diff", "changed.csv", lines=8, NO_COLOR="1", PAGER=off), full)
    missing = it.shown("diff", "changed.csv", lines=8, NO_COLOR="1", PAGER="no-such-pager")
    ask("without the pager the text is shown all the same", missing.endswith(full), missing)
    same("a pager that is left early is no error", it.shown("diff", "changed.csv", lines=8, NO_COLOR="1", PAGER="head -n 1"), full.split("\n")[0] + "\n")
    it.shown("status", lines=4, **pager)
    ask("status goes through it too", "da-DK" in (it.paged() or ""))
    asked = it.shown("import", "changed.csv", answers=["n"], lines=8, NO_COLOR="1", status=1, **pager)
    ask("an import pages its plan", "    sheet   " in (it.paged() or ""))
    ask("then shows the counts, then asks", re.match(r"231 rows: 3 to send \(3 to propose\), 228 nothing to do \(228 unchanged\)\nSend 3 proposals\? \[y/N\] n", asked), asked)
    asked = it.shown("import", "changed.csv", "--quiet", answers=["n"], lines=8, NO_COLOR="1", status=1, **pager)
    ask("with --quiet the counts alone come before the question",
        asked.startswith("231 rows: 3 to send (3 to propose), 228 nothing to do (228 unchanged)\nSend 3") and it.paged() is None, asked)
    it.shown("import", "changed.csv", "--quiet", answers=["\x04"], lines=8, NO_COLOR="1", status=1)
    sheets.save(it.folder + "/short.csv", sheets.table(it.folder + "/changed.csv")[:-2])
    asked = it.shown("import", "short.csv", answers=["n"], NO_COLOR="1", status=1)
    ask("the question names rows that are missing", "229 of 231 exported rows came back" in asked
        and re.search(r"\nSend [23] proposals, although 2 exported rows are missing\? \[y/N\] n", asked), asked)


def picking(it):
    free = [f"{row['Section']}/{row['Key']}" for row in sheets.records(f"{it.folder}/all.csv") if row["Locale"] == "da-DK" and not row["Proposal"]][:7]
    it.edit("first.csv", {(key, "da-DK"): "Valgt " + key for key in free[:6]})
    it.edit("second.csv", {(key, "ja-JP"): "選択 " + key for key in free[:2]})
    before = it.pending()
    it.run("import", "first.csv", "--pick", "--yes", status=64)
    it.run("import", "--resume", "--pick", status=64)
    it.shown("import", "first.csv", "--pick", "--dry-run", status=64)
    # Nothing, back, yes, no, help; the rest of the first file is left out, the second file is sent.
    shown = it.shown("import", "first.csv", "second.csv", "--pick", NO_COLOR="1", answers=["j", "k", "y", "n", "?", "d", "a", "y"])
    ask("each change is shown with its texts", "change 1 of 8" in shown and "{+Valgt " + free[0] + "+}" in shown, shown)
    ask("the counts come before the question", re.search(r"3 to send \(3 to propose\), .*5 skipped.*\n(.*\n)*Send 3 proposals\? \[y/N\] y", shown), shown)
    after = it.pending()
    same("what was picked is sent, and nothing else", after - before,
         {("da-DK", "Valgt " + free[0]), ("ja-JP", "選択 " + free[0]), ("ja-JP", "選択 " + free[1])})
    it.edit("one.csv", {(free[6], "da-DK"): "Udeladt"})
    it.shown("import", "one.csv", "--pick", "--annotate", "annotated.csv", answers=["n"])
    row = next(row for row in sheets.records(it.folder + "/annotated.csv") if row["Locale"] == "da-DK" and f"{row['Section']}/{row['Key']}" == free[6])
    ask("the annotated sheet keeps what was left out", row["Proposal"] == "Udeladt" and "Left out when" in row["Result"], row)
    it.edit("accepted.csv", {(free[6], "da-DK"): "accept"}, "Action", "annotated.csv")
    it.run("import", "annotated.csv", "--yes")
    same("left alone it sends nothing", it.pending(), after)
    it.run("import", "accepted.csv", "--yes")
    same("accepted, it is sent", it.pending() - after, {("da-DK", "Udeladt")})
    after = it.pending()
    shown = it.shown("import", "first.csv", "--pick", answers=["n", "d"])
    ask("who picks nothing sends nothing", it.pending() == after and "nothing was sent" in shown, shown)
    it.shown("import", "first.csv", "--pick", answers=["y", "d", "n"], status=1)
    same("who does not consent sends nothing", it.pending(), after)
    shown = it.shown("import", "first.csv", "--pick", answers=["y", "q"], status=1)
    ask("who leaves sends nothing", it.pending() == after and "Nothing was sent." in shown, shown)


@takes("binary")
def terminals(options):
    with checks.scratch() as folder:
        it = Terminal(options.binary, folder, TERM="xterm-256color")
        del it.environment["NO_COLOR"], it.environment["PAGER"]
        it.run("export", "all.csv", "--source", "en-GB")
        for part in (differences, pager, picking):
            part(it)
    return "terminals"


if __name__ == "__main__":
    checks.main(__doc__, terminals)
