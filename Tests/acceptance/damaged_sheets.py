#!/usr/bin/env python3
"""damaged_sheets.py [--every N] [--seed N] [--jobs N] [--only PATTERN] [--keep FOLDER] [--json FILE] BINARY

Damages small review sheets in every way that people and programs do - cells, columns, headers and rows deleted, shifted, sorted, filled,
replaced and moved; files cut, re-encoded, re-delimited and turned into the other format -, in three layouts, XLSX and CSV, with three edits
of a reviewer and without, and asks `diff` what it plans. Each sheet ends in the right plan (just what the person asked for, as far as the
sheet still says it), in a refusal, in a warning, or in silence: an edit that is neither planned nor refused nor told of, or a call that no
person wrote and that nothing is said about. There must be no silence, no death, and where the damage is none - rows sorted, columns moved with
their cells, other line ends - nothing but the right plan.

What cannot be told, and counts as what it looks like:
  - a cell that a person wrote and that is gone, or a row: the person's own taking back;
  - a sheet in which only reviewers' cells differ from the export, each empty or holding what a person wrote: `delete` that a shift moved to the
    next row is a `delete` typed there, and in a sheet made by hand any proposal is one that was typed;
  - a CSV file cut off between two records, or behind the Base of one: rows that were deleted."""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from damages import Damages
from sandbox import Sandbox
from tracked_cells import Call, Edit, Exported

LANGUAGES = [(11, "English (UK)", "en-GB"), (6, "Danish (Denmark)", "da-DK"), (7, "German (Germany)", "de-DE")]
TEXTS = {
    ("general", "ok"): ("OK", "OK", "OK"),
    ("general", "cancel"): ("Cancel", "Annuller", "Abbrechen"),
    ("general", "close"): ("Close", "Luk", "Schließen"),
    ("dialog", "ok"): ("OK", "OK", "OK"),
    ("dialog", "cancel"): ("Cancel", "Annuller", "Abbrechen"),
    ("dialog", "sum"): ("=SUM of all", "=SUM af alle", None),
    ("start", "hello"): ("Hello, {name}!", "Hej {name}!\nGodt at se dig.", None),
    ("start", "pin"): ("007", "007", "007"),
    ("start", "offer"): ("-10% today", "-10% i dag", "-10% heute"),
    ("start", "open"): ("'=Open' is the word", None, "'=Offen' ist das Wort"),
}
PROPOSALS = [
    ("general", "close", "da-DK", "Luk vinduet", True), ("start", "offer", "da-DK", "=10% rabat i dag", True),
    ("general", "cancel", "de-DE", "Verwerfen", True), ("general", "close", "de-DE", "Zumachen", True),
    ("dialog", "cancel", "en-GB", "Dismiss", True), ("general", "close", "de-DE", "Zu", False),
    ("general", "ok", "de-DE", "In Ordnung", False), ("start", "hello", "da-DK", "Velkommen, {name}!", False),
    ("start", "pin", "de-DE", "7", False),
]
# One new proposal for a missing text, one changed, one withdrawn.
EDITS = {
    ("dialog", "sum", "de-DE", ""): {"Proposal": "=Summe aller"},
    ("general", "close", "da-DK", "Luk vinduet"): {"Proposal": "Luk nu"},
    ("general", "cancel", "de-DE", "Verwerfen"): {"Action": "delete"},
}
# What a planned row says that has nothing to do with damage.
ORDINARY = re.compile("^Another user's proposal |^It replaces the proposal")
ORDINARY_BY_HAND = re.compile(ORDINARY.pattern + "|^The row has no base")
ENDINGS = ("right", "refused", "warned", "silent", "died")


def texts(folder):
    languages = [{"id": number, "name": name, "locale": locale, "direction": "LRM", "is_default": place == 0, "is_best_fit": place == 0}
                 for place, (number, name, locale) in enumerate(LANGUAGES)]
    proposals = [{"id": 101 + place, "application_id": 1, "section": section, "key": key, "locale": locale, "value": value, "can_delete": own}
                 for place, (section, key, locale, value, own) in enumerate(PROPOSALS)]
    files = {"languages": {"data": languages}, "proposals": {"data": proposals}}
    for place, language in enumerate(languages):
        sections = {}
        for (section, key), values in TEXTS.items():
            if values[place] is not None:
                sections.setdefault(section, {})[key] = values[place]
        files["resource-" + language["locale"]] = {"data": sections, "meta": {"language": language}}
    os.makedirs(folder)
    for name, content in files.items():
        with open(f"{folder}/{name}.json", "w", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False)


class Answer:
    """What diff said of one sheet."""

    def __init__(self, run, by_hand):
        self.status, self.plan, self.error = run.returncode, {}, None
        self.by_hand, self.ordinary = by_hand, ORDINARY_BY_HAND if by_hand else ORDINARY
        try:
            self.plan = json.loads(run.stdout)
            self.error = self.plan.get("error", {}).get("code")
        except ValueError:
            pass
        self.died = run.returncode < 0 or not self.plan or (run.returncode == 0 and self.error is not None)
        self.rows = self.plan.get("rows", [])
        changes = self.plan.get("changes", [])
        self.calls = {Call(c["operation"], c["section"], c["key"], c["locale"], c["value"]): [self.rows[row] for row in c["rows"]]
                      for c in changes}
        grave = [d for d in self.plan.get("diagnostics", []) if d["severity"] != "info"]
        # What concerns a worksheet or the file, and what concerns a row.
        self.general = [d for d in grave if d.get("row") is None or d["code"].startswith("sheet.")]
        self.placed = {((d.get("worksheet") or ""), d["row"]) for d in grave if d.get("row") is not None}

    @staticmethod
    def place(row):
        return (row["worksheet"] or "", row["row"])

    def speaks(self, row):
        """Whether something is said of a row, besides that it is planned."""
        return (row["verdict"] not in ("propose", "delete") or any(not self.ordinary.search(note) for note in row["notes"])
                or self.place(row) in self.placed)

    def tells_of_stray(self, call):
        return bool(self.general) or all(self.speaks(row) for row in self.calls[call])

    def tells_beside_stray(self, call, written):
        """Whether rows beside one are refused that holds what a person wrote, which a program cannot tell from what the person wrote there."""
        return not self.by_hand and call.value in written and (bool(self.placed) or any(self.speaks(row) for row in self.rows))

    def tells_of_lost(self, edit):
        text = (edit.call.section, edit.call.key, edit.call.locale)
        # That a value is pending already says nothing of an action beside it.
        dumb = ("already-proposed", "same-as-current") if edit.call.operation != "propose" else ()
        # A row whose text the server does not know is counted, which is all that can be said of one without a Base and a proposal.
        if self.by_hand and any(d["code"] == "row.gone-unedited" for d in self.plan.get("diagnostics", [])):
            return True
        return bool(self.general) or bool(edit.places & self.placed) or any(
            self.speaks(row) for row in self.rows
            if row["verdict"] not in dumb
            and ((row["section"], row["key"], row["locale"]) == text or self.place(row) in edit.places
                 or edit.call.operation == "propose" and row["proposal"] == edit.call.value))


Ending = collections.namedtuple("Ending", "kind why exact looks", defaults=["", True, False])


def ending(answer, damaged, exported):
    """How a damaged sheet ended."""
    if answer.died:
        return Ending("died", f"ended with {answer.status}")
    edits, looks = damaged.edits, False
    if damaged.book is not None:
        honest = exported.honest(damaged.book)
        written = exported.edits(damaged.book)
        looks = honest is not None and {edit.call for edit in honest} != {edit.call for edit in written}
        edits = written if honest is None else honest
    wanted = {edit.call: edit for edit in edits}
    if answer.error:
        return Ending("refused", answer.error, False, looks)
    strays = [call for call in answer.calls if call not in wanted]
    lost = [edit for call, edit in wanted.items() if call not in answer.calls]
    values = {edit.call.value for edit in edits}
    exact = not strays and not lost
    silent = [f"nobody wrote {call}" for call in strays if not answer.tells_of_stray(call) and not answer.tells_beside_stray(call, values)]
    # What a person wrote may have wandered to a planned row that says so.
    silent += [f"not told of {edit.call}" for edit in lost if not answer.tells_of_lost(edit)
               and not any(call.value == edit.call.value for call in strays if call.operation == edit.call.operation)]
    says = answer.general or answer.placed or any(answer.speaks(row) for row in answer.rows)
    if damaged.tells and not says:
        silent.append("not told that the file was cut off")
    if silent:
        return Ending("silent", "; ".join(silent), exact, looks)
    if exact:
        return Ending("right", "", True, looks)
    return Ending("warned" if strays else "refused", "", False, looks)


class Check:
    def __init__(self, arguments, sandbox, folder):
        self.arguments, self.sandbox, self.folder = arguments, sandbox, folder
        self.binary = os.path.abspath(arguments.binary)
        self.environment = {**sandbox.environment, "XDG_CACHE_HOME": folder + "/cache"}

    def run(self, *command):
        return subprocess.run([self.binary, *command], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, cwd=self.folder,
                              timeout=120)

    def convert(self, data, from_suffix, to_suffix, worksheet=None):
        """The bytes that the program's own convert makes of a file."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            source, out = folder + "/in" + from_suffix, folder + "/out" + to_suffix
            with open(source, "wb") as file:
                file.write(data)
            run = self.run("convert", source, out, *(["--worksheet", worksheet] if worksheet else []))
            if run.returncode:
                raise RuntimeError(f"convert ended with {run.returncode}: {run.stderr.decode()}")
            with open(out, "rb") as file:
                return file.read()

    def cases(self):
        for name, case, exported in self.all_sheets():
            yield f"{name}/{case.kind.replace(' ', '-').replace(',', '')}/{case.name}", case, exported

    def all_sheets(self):
        """Every case with what it was made of."""
        for layout in ("rows", "locales", "columns"):
            for form in ("xlsx", "csv"):
                path = f"{self.folder}/{layout}.{form}"
                run = self.run("export", path, "--layout", layout)
                if run.returncode:
                    sys.exit(f"WRONG: export ended with {run.returncode}: {run.stderr.decode()}")
                exported = Exported(path)
                variants = {"edited": EDITS, "untouched": {}, **({"by-hand": EDITS} if layout == "rows" else {})}
                for variant, edits in variants.items():
                    # Every cell of one layout, some of those of the others; without an edit, a part of each shows whether anything is planned.
                    density = {"edited": 1, "untouched": 0.15, "by-hand": 0.3}[variant] * (1 if path.endswith("rows.xlsx") else 0.2)
                    by_hand = variant == "by-hand"
                    sheet = Exported(path, by_hand) if by_hand else exported
                    damages = Damages(sheet, sheet.edited(edits), self.arguments.seed, density, self.convert, by_hand)
                    by_kind = collections.defaultdict(list)
                    for case in damages:
                        by_kind[case.kind].append(case)
                    for cases in by_kind.values():
                        step = 3 if variant == "untouched" and len(cases) > 40 else 1
                        yield from ((f"{layout}.{form}/{variant}", case, sheet) for case in cases[::step])

    def chosen(self):
        """The cases to run: every Nth of each kind, one at least."""
        cases = list(self.cases())
        if self.arguments.only:
            return [case for case in cases if fnmatch.fnmatchcase(case[0], self.arguments.only)], len(cases)
        every, by_kind = self.arguments.every, collections.defaultdict(list)
        for case in cases:
            by_kind[case[1].kind].append(case)
        return [case for of in by_kind.values() for case in of[self.arguments.seed % min(every, len(of))::every]], len(cases)

    def tried(self, numbered):
        number, (name, case, exported) = numbered
        damaged = case.make()
        folder = self.arguments.keep or self.folder
        file = re.sub("[^A-Za-z0-9._-]", "_", name) if self.arguments.keep else f"case-{number}"
        path = f"{folder}/{file}{damaged.suffix}"
        with open(path, "wb") as out:
            out.write(damaged.data)
        answer = Answer(self.run("diff", path, "--json"), exported.by_hand)
        if not self.arguments.keep:
            os.remove(path)
        return name, case, ending(answer, damaged, exported), answer


def table(endings):
    """The endings by kind of damage, as Markdown."""
    lines = ["| Damage | Sheets | Right plan | Refused | Warned | Silent | Died | Not right, though no damage |", "|---|" + "---:|" * 7]
    kinds = dict.fromkeys(case.kind for _, case, _, _ in endings)
    for kind in [*kinds, None]:
        mine = [(case, end) for _, case, end, _ in endings if kind in (None, case.kind)]
        counts = [sum(end.kind == one for _, end in mine) for one in ENDINGS]
        missed = sum(case.exact and end.kind != "right" for case, end in mine)
        lines.append(f"| {kind or 'all'} | {len(mine)} | " + " | ".join(map(str, counts)) + f" | {missed} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="run each Nth case of a kind")
    parser.add_argument("--seed", type=int, default=1, help="which cells, and with --every which cases")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", help="run the cases whose name matches a pattern, and show what diff said of each")
    parser.add_argument("--keep", help="leave the damaged sheets in this folder")
    parser.add_argument("--json", help="write every ending to this file")
    parser.add_argument("--show", type=int, default=40, help="so many wrong endings are listed")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    began = time.monotonic()
    if arguments.keep:
        os.makedirs(arguments.keep, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="nstack-review-damaged.") as folder:
        texts(folder + "/texts")
        with Sandbox(arguments.binary, folder + "/texts") as sandbox:
            check = Check(arguments, sandbox, folder)
            cases, of = check.chosen()
            with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
                endings = list(pool.map(check.tried, enumerate(cases)))
    if arguments.only:
        for name, _, end, answer in endings:
            print(f"{name}: {end.kind} {end.why}\n{json.dumps(answer.plan, ensure_ascii=False, indent=1)}")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            for name, case, end, answer in endings:
                print(json.dumps({"name": name, "kind": case.kind, "ending": end.kind, "why": end.why, "exact": case.exact,
                                  "looksHonest": end.looks, "error": answer.error}, ensure_ascii=False), file=file)
    wrong = [(name, case, end) for name, case, end, _ in endings if end.kind in ("silent", "died") or case.exact and end.kind != "right"]
    print(table(endings))
    seen = collections.Counter()
    for name, case, end in wrong:
        seen[case.kind, end.kind] += 1
        # A few of each kind.
        if seen[case.kind, end.kind] <= 3 and sum(min(count, 3) for count in seen.values()) <= arguments.show:
            print(f"  WRONG: {name}: {end.kind}{' ' + end.why if end.why else ''}")
    counts = collections.Counter(end.kind for _, _, end, _ in endings)
    looks = sum(end.looks for _, _, end, _ in endings)
    missed = sum(case.exact and end.kind != "right" for _, case, end, _ in endings)
    print(f"{len(endings)} of {of} damaged sheets: {counts['right']} planned right ({looks} of all cannot be told from honest ones), "
          f"{counts['refused']} refused, {counts['warned']} warned of, {counts['silent']} silent, {counts['died']} died; {missed} that are not "
          f"damaged were not planned right; {time.monotonic() - began:.0f} s")
    sys.exit(1 if wrong or not endings else 0)


if __name__ == "__main__":
    main()
