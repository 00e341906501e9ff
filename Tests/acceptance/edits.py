#!/usr/bin/env python3
"""edits.py BINARY DATA

A sheet that reviewers edited in a workbook (openpyxl): do edits arrive exactly, and once. DATA is a folder in NStack's shape."""
import collections
import random

import checks
from checks import ask, same, takes
from servers import Catalog, Sandbox, Text, counted

openpyxl = checks.module("openpyxl")
HARD = [
    "a & b = c + d % e", "=SUM(1)", "'tis", "007", "1/2", "TRUE", "1E5", "+45 12 34 56 78", "-5", "@home", "''", "'=1+1",
    "\N{GRINNING FACE} \N{MAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER} \N{WAVING HAND SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-6}",
    "\u0645\u0631\u062d\u0628\u0627 \u0628\u0643 %@", "\u200fאבג (abc) 123\u200e", "line one\nline two\n\nline four", "tab\there",
    " space in front", "space behind ", "two  spaces", "non\u00a0breaking", "e\u0301 decomposed", "\u00e9 composed",
    "<b>bold</b> &amp; &lt;tag&gt;", "quote \" and 'single'", "comma, semicolon; pipe |", "100 % of {name} %1$@ %d", "\\n literal",
    "back\\slash", "日本語テキスト", "ไทย", "#REF!", "NULL", "null", "__proto__", "sep=;", "12:30", "2026-01-31", "1,5", "€ 9.99",
    "a=b&c=d", "%41", "+", "?section=x#y", "long " + "0123456789" * 200, "\u2028separator", "\U0001d54f", "_x0041_",
]


def hard_text(number, refused=()):
    """A text that is hard to carry, another one for each number; none of those that change nothing."""
    value = HARD[number % len(HARD)] if number < len(HARD) else f"{HARD[number % len(HARD)]} {number}"
    return value + " !" if value in refused else value


def chosen(catalog, texts, count, chance):
    """Picks texts for edits, of which some are missing and some have proposals: (text -> what each becomes, what the server then holds)."""
    candidates = list(texts)
    chance.shuffle(candidates)
    missing = [text for text in candidates if text not in catalog.values and not catalog.pending.get(text)]
    pending = [text for text in candidates if catalog.pending.get(text)]
    picked = dict.fromkeys(missing[:count // 4] + pending[:count // 4])
    picked.update(dict.fromkeys(candidates[:max(0, count - len(picked))]))
    held, edits = counted(catalog.proposals), {}
    for number, text in enumerate(picked):
        edits[text] = hard_text(number, [catalog.values.get(text, ""), *(p["value"] for p in catalog.pending.get(text, []))])
        catalog.propose(held, text, edits[text])
    return edits, +held


def edited(worksheet, catalog, count, chance):
    """Edits `count` rows of an exported worksheet, of which a fifth are deletions where there are as many own proposals; gives what the server
    should hold afterwards."""
    header = {cell.value: cell.column for cell in worksheet[1]}
    rows = collections.defaultdict(list)
    for row in range(2, worksheet.max_row + 1):
        rows[Text(*(worksheet.cell(row, header[name]).value for name in ("Section", "Key", "Locale")))].append(row)
    # One row per text: two rows that have different edits for one text are a disagreement, and another check.
    single = [text for text, found in rows.items() if len(found) == 1]
    own = [text for text in single if [p for p in catalog.pending.get(text, []) if p["can_delete"]]]
    chance.shuffle(own)
    deletions = own[:min(len(own) // 2, count // 5)]
    edits, held = chosen(catalog, [text for text in single if text not in deletions], count - len(deletions), chance)
    for text in deletions:
        worksheet.cell(rows[text][0], header["Action"]).value = chance.choice(["delete", "Delete", " DELETE "])
        held[text, catalog.pending[text][0]["value"], True] -= 1
    for text, value in edits.items():
        # openpyxl takes `=…` for a formula, and writes `_x0041_` as it is, which reads as an escaped `A`.
        cell = worksheet.cell(rows[text][0], header["Proposal"])
        cell.value, cell.data_type = value.replace("_x0041_", "_x005F_x0041_"), "s"
    return +held


def arrives(what, sandbox, returned, held):
    """Imports a returned sheet, twice: the server must hold what was meant, and the second import must not write."""
    # The hard texts are no translations, and checks would refuse them.
    command = ["import", *([returned] if isinstance(returned, str) else returned), "--yes", "--allow-delete", "--json", "--accept", "refused-by-check", "--max-deletes", "10000"]
    run = sandbox.run(*command)
    found = sandbox.proposals()
    ask(f"{what}: the import ends with 0", run.status == 0, run.errors.strip()[:500])
    ask(f"{what}: edits arrive exactly", found == held, f"missing {sorted((held - found).items())[:5]}, not meant {sorted((found - held).items())[:5]}")
    before = sandbox.writes()
    again = sandbox.run(*command)
    same(f"{what}: the second import", (again.status, sandbox.writes() - before, sandbox.proposals() == found), (0, 0, True))
    return run


@takes("binary", "data", edits=1000, seed=7)
def thousand(options):
    """Edits N rows of a workbook: new proposals, changed ones, deletions, hard texts. Two rows of three are filtered out, and another worksheet
    is in front. The server must then hold what was meant, and the second import of the sheet must not write."""
    openpyxl or checks.skip_all("needs openpyxl")
    with Sandbox(options.binary, options.data) as sandbox:
        sandbox.succeed("export", sandbox.path + "/review.xlsx")
        workbook = openpyxl.load_workbook(sandbox.path + "/review.xlsx")
        held = edited(workbook["Review"], Catalog(options.data), options.edits, random.Random(options.seed))
        for row in range(2, workbook["Review"].max_row + 1):
            workbook["Review"].row_dimensions[row].hidden = row % 3 > 0
        workbook.create_sheet("Figures", 0).append(["Month", "Rows"])
        workbook.save(sandbox.path + "/returned.xlsx")
        run = arrives("a workbook", sandbox, sandbox.path + "/returned.xlsx", held)
    return f"{options.edits:,} edits imported in {run.seconds:.2f} s, {run.megabytes:.0f} MB"


if __name__ == "__main__":
    checks.main(__doc__, thousand)
