#!/usr/bin/env python3
"""thousand_edits.py [--edits N] [--seed N] BINARY DATA

Serves DATA (a folder in NStack's shape) from the program's sandbox, exports it to XLSX, edits N rows (1,000) with openpyxl: new
proposals, changed ones, deletes, hard texts. Imports the sheet, compares what the server then holds with what was meant, and
imports the same sheet once more, which must not write. Needs openpyxl."""
import argparse
import collections
import json
import os
import random
import sys
import time

from sandbox import Catalog, Sandbox, Text, counted

HARD = [
    "a & b = c + d % e", "=SUM(1)", "'tis", "007", "1/2", "TRUE", "1E5", "+45 12 34 56 78", "-5", "@home", "''", "'=1+1",
    "\N{GRINNING FACE} \N{MAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER} \N{WAVING HAND SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-6}",
    "\u0645\u0631\u062d\u0628\u0627 \u0628\u0643 %@", "\u200fאבג (abc) 123\u200e", "line one\nline two\n\nline four", "tab\there",
    " space in front", "space behind ", "two  spaces", "non\u00a0breaking", "e\u0301 decomposed", "\u00e9 composed",
    "<b>bold</b> &amp; &lt;tag&gt;", "quote \" and 'single'", "comma, semicolon; pipe |", "100 % of {name} %1$@ %d", "\\n literal",
    "back\\slash", "日本語テキスト", "ไทย", "#REF!", "NULL", "null", "__proto__", "sep=;", "12:30", "2026-01-31", "1,5", "€ 9.99",
    "a=b&c=d", "%41", "+", "?section=x#y", "long " + "0123456789" * 200, "\u2028separator", "\U0001d54f", "_x0041_",
]


def edited(worksheet, catalog, count, chance):
    """Edits `count` rows of an exported worksheet; gives what the server should hold afterwards, and the counts by kind."""
    header = {cell.value: cell.column for cell in worksheet[1]}
    rows = collections.defaultdict(list)
    for row in range(2, worksheet.max_row + 1):
        text = Text(*(worksheet.cell(row, header[name]).value for name in ("Section", "Key", "Locale")))
        rows[text].append(row)
    held = counted(catalog.proposals)
    by_kind = {"new": [], "changed, own": [], "changed, of others": [], "delete": []}
    for text, places in rows.items():
        proposals = catalog.pending.get(text, [])
        # One row per text: two rows that want different things for one text are a contradiction, and another check.
        if not proposals:
            by_kind["new"].append((text, places[0], None))
        elif len(proposals) == 1 and proposals[0]["can_delete"]:
            by_kind["changed, own"].append((text, places[0], proposals[0]))
        elif len(proposals) == 1:
            by_kind["changed, of others"].append((text, places[0], proposals[0]))
    for candidates in by_kind.values():
        chance.shuffle(candidates)
    own = by_kind["changed, own"]
    by_kind["delete"] = own[:min(len(own) // 2, count // 5)]
    by_kind["changed, own"] = own[len(by_kind["delete"]):][:count // 5]
    by_kind["changed, of others"] = by_kind["changed, of others"][:count // 10]
    done = sum(len(candidates) for kind, candidates in by_kind.items() if kind != "new")
    by_kind["new"] = by_kind["new"][:count - done]

    number = 0
    for kind, candidates in by_kind.items():
        for text, row, proposal in candidates:
            if kind == "delete":
                worksheet.cell(row, header["Action"]).value = chance.choice(["delete", "Delete", " DELETE "])
                held[(text, proposal["value"], True)] -= 1
                continue
            hard = HARD[number % len(HARD)]
            value = hard if number < len(HARD) else f"{hard} {number}" if number % 3 else f"{number} {hard}"
            number += 1
            current = catalog.values.get(text, "")
            if value in (current, proposal and proposal["value"]):
                value += " !"
            cell = worksheet.cell(row, header["Proposal"])
            # openpyxl takes `=…` for a formula, and writes `_x0041_` as it stands, which reads as an escaped `A`.
            cell.value = value.replace("_x0041_", "_x005F_x0041_")
            cell.data_type = "s"
            if current.count("\r\n") and current.count("\r\n") == current.count("\n"):
                value = value.replace("\n", "\r\n")
            if kind == "changed, own":
                held[(text, proposal["value"], True)] -= 1
            held[(text, value, True)] += 1
    return +held, {kind: len(candidates) for kind, candidates in by_kind.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("binary")
    parser.add_argument("data")
    arguments = parser.parse_args()
    try:
        import openpyxl
    except ImportError:
        sys.exit("skipped: needs openpyxl")
    chance = random.Random(arguments.seed)
    catalog = Catalog(arguments.data)
    wrong = []
    with Sandbox(arguments.binary, arguments.data) as sandbox:
        sheet = os.path.join(sandbox.path, "review.xlsx")
        run = sandbox.run("export", sheet)
        if run.status:
            sys.exit(f"WRONG: export ended with {run.status}: {run.errors.strip()}")
        start = time.monotonic()
        workbook = openpyxl.load_workbook(sheet)
        meant, kinds = edited(workbook["Review"], catalog, arguments.edits, chance)
        returned = os.path.join(sandbox.path, "returned.xlsx")
        workbook.save(returned)
        print(f"{sum(kinds.values()):,} rows edited in {time.monotonic() - start:.0f} s: "
              + ", ".join(f"{count} {kind}" for kind, count in kinds.items()))

        # The hard texts are no translations: checks of texts are turned down where the program has them.
        offered = sandbox.run("import", "--help").output
        options = ["--yes", "--allow-delete", "--json"] + (["--force"] if "--force" in offered else [])
        options += ["--max-deletes", "10000"] if "--max-deletes" in offered else []
        before = sandbox.writes()
        run = sandbox.run("import", returned, *options)
        print(f"import: {run.seconds:.2f} s, {run.megabytes:.0f} MB peak, exit code {run.status}, "
              f"{summary(run.output)}, writes seen by the server: {difference(before, sandbox.writes())}")
        if run.status != 0:
            wrong.append(f"import ended with {run.status}: {run.errors.strip()[:500]}")
        held = sandbox.proposals()
        for entry, count in sorted((meant - held).items()):
            wrong.append(f"missing on the server ({count}): {entry}")
        for entry, count in sorted((held - meant).items()):
            wrong.append(f"on the server and not meant ({count}): {entry}")
        print(f"the server holds {sum(held.values()):,} proposals, meant were {sum(meant.values()):,}: "
              + ("equal" if held == meant else "DIFFERENT"))

        before = sandbox.writes()
        run = sandbox.run("import", returned, *options)
        written = difference(before, sandbox.writes())
        print(f"the same import again: {run.seconds:.2f} s, exit code {run.status}, {summary(run.output)}, "
              f"writes seen by the server: {written}")
        if written not in (0, "not told"):
            wrong.append(f"the second import wrote {written} times")
        if run.status != 0:
            wrong.append(f"the second import ended with {run.status}: {run.errors.strip()[:500]}")
        if sandbox.proposals() != held:
            wrong.append("the second import changed what the server holds")
    for line in wrong[:20]:
        print("  WRONG:", line)
    if not wrong:
        print(f"{sum(kinds.values()):,} edits arrived as they were meant, and once")
    sys.exit(1 if wrong else 0)


def difference(before, after):
    return "not told" if before is None or after is None else after - before


def summary(output):
    """The counts of a JSON report, whatever else it holds."""
    try:
        report = json.loads(output)
    except ValueError:
        return "no JSON report"
    counts = report.get("counts") or report.get("summary") or {}
    return ", ".join(f"{name} {count}" for name, count in counts.items() if count) or "no counts"


if __name__ == "__main__":
    main()
