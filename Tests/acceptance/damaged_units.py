#!/usr/bin/env python3
"""damaged_units.py [--every N] [--reencoded DATA --locales L,L] BINARY

What damaged_sheets.py does for tables, for reviews as XLIFF 1.2, XLIFF 2.1 and PO: damages small files in every way that tools and people do -
units deleted, doubled, moved, pasted from another locale's file with what the export kept or without, names, ids and metadata swapped, changed
or removed, sources changed, second targets, marks of units that are not to be translated, files cut off, headers changed, other encodings -,
with two edits of a translator and without, and asks `diff` what it plans. Nothing that no person wrote may be planned, and an edit that is not
planned must be refused or told.

--reencoded prints the table of whole files in another encoding instead, for XLSX and CSV too: the proposals that would be sent of files that
nobody edited, which must be none, and how many rows or which error a file of each locale ended with."""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

from damaged_sheets import texts
from sandbox import Sandbox

FORMS = {"xlf": [], "2.1.xlf": ["--xliff-version", "2.1"], "po": []}
LETTERS = {"æ": "ae", "ø": "o", "å": "a", "ß": "ss", "ä": "ae", "ö": "oe", "ü": "ue", "Æ": "Ae", "Ø": "O", "Å": "A", "đ": "d", "ł": "l"}
PLAIN = {0x2018: "'", 0x2019: "'", 0x201C: "'", 0x201D: "'", 0x2026: "...", 0x2013: "-", 0x2014: "-"}


def mojibake(text):
    return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in text.encode())


def without_accents(text):
    text = "".join(LETTERS.get(letter, letter) for letter in text)
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def lossy(encoding, how="replace"):
    return lambda text: text.encode(encoding, how).decode(encoding)


ENCODINGS = {
    "? as in windows-1252": lossy("cp1252"), "? as in ISO-8859-1": lossy("latin-1"), "? as in windows-1251": lossy("cp1251"),
    "? as in ASCII": lossy("ascii"), "left out": lossy("ascii", "ignore"), "entities": lossy("ascii", "xmlcharrefreplace"),
    "U+FFFD": lambda text: "".join(c if c < "\x80" else "\ufffd" for c in text), "mojibake": mojibake,
    "mojibake twice": lambda text: mojibake(mojibake(text)), "mojibake of ISO-8859-1": lambda text: text.encode().decode("latin-1"),
    "NFD": lambda text: unicodedata.normalize("NFD", text), "NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "ae for æ, no accents": without_accents, "plain quotes": lambda text: text.translate(PLAIN),
}


class File:
    """An exported file in pieces: what is before the units, the units, and what is after them."""

    def __init__(self, text, form):
        self.form = form
        if form == "po":
            self.head, *self.units = text.rstrip("\n").split("\n\n")
            self.head, self.tail = self.head + "\n", "\n"
        else:
            tag = "trans-unit" if form == "xlf" else "unit"
            found = list(re.finditer(f"<{tag} .*?</{tag}>\n?", text, re.S))
            self.units = [match.group() for match in found]
            self.head, self.tail = text[:found[0].start()], text[found[-1].end():]
        self.name = r'msgctxt "(.*)"' if form == "po" else r'resname="(.*?)"' if form == "xlf" else r' name="(.*?)"'
        self.base = r"(v1\.[a-z0-9.:_-]+)"
        self.text = r'(?m)^msgstr "(.*)"$' if form == "po" else r"<target[^>]*>(.*?)</target>|(?=</segment>)"
        self.source = r'(?m)^msgid "(.*)"$' if form == "po" else r"<source>(.*?)</source>"

    def joined(self, units):
        return "\n".join([self.head, *("\n" + unit for unit in units)]).replace("\n\n\n", "\n\n") + self.tail if self.form == "po" \
            else self.head + "".join(units) + self.tail

    def edited(self, units, name, text):
        """The units with a text written into one."""
        def edit(unit):
            if re.search(self.name, unit).group(1) != name:
                return unit
            if self.form == "po":
                return re.sub(r'(?ms)^msgstr ".*\Z', f'msgstr "{text}"', unit)
            new = f'<target state="{"final"}">{text}</target>' if self.form == "xlf" else f"<target>{text}</target>"
            if "<target" in unit:
                return re.sub(r"<target.*?</target>|<target[^>]*/>", lambda _: new, unit, flags=re.S)
            return re.sub("</source>", "</source>" + new, unit, count=1)
        return [edit(unit) for unit in units]


def swapped(units, first, pattern):
    """The units with the values of two neighbours exchanged."""
    left, right = (re.search(pattern, unit) for unit in units[first:first + 2])
    if not left or not right or left.group(1) is None or right.group(1) is None:
        return None
    result = list(units)
    for place, own, other in ((first, left, right), (first + 1, right, left)):
        unit = units[place]
        result[place] = unit[:own.start(1)] + other.group(1) + unit[own.end(1):]
    return result


def damages(file, units, other):
    """Name and text of each damaged file, and whether the damage is none."""
    def with_unit(place, unit):
        return file.joined(units[:place] + [unit] + units[place + 1:])

    foreign = {re.search(other.name, unit).group(1): unit for unit in other.units}
    ident = r' id="(.*?)"'
    metadata = r"(?m)^#\. nstack_review.*\n" if file.form == "po" else r"<context-group.*?</context-group>|<mda:metadata.*?</mda:metadata>"
    yield "as it is", file.joined(units), True
    yield "turned round", file.joined(units[::-1]), True
    yield "all metadata removed", file.joined([re.sub(metadata, "", unit, flags=re.S) for unit in units]), False
    for place, unit in enumerate(units):
        name = re.search(file.name, unit).group(1)
        bare = re.sub(metadata, "", unit, flags=re.S)
        yield f"unit {place} deleted", file.joined(units[:place] + units[place + 1:]), False
        yield f"unit {place} doubled", file.joined(units[:place] + [unit] + units[place:]), False
        yield f"unit {place} without its metadata", with_unit(place, bare), False
        yield f"unit {place} renamed", with_unit(place, unit.replace(name, name + "x")), False
        yield f"source {place} changed", with_unit(place, re.sub(file.source, lambda m: m.group().replace(m.group(1), m.group(1) + " Not meant"),
                                                                unit, count=1)), False
        yield f"metadata {place} changed", with_unit(place, re.sub(file.base, "v1.aaaaaaaaaa.bbbbbbbbbb.cccccccccc.dddddddddd...eeeeeeeeee", unit)), False
        if name in foreign:
            theirs = foreign[name]
            yield f"unit {place} of another locale", with_unit(place, theirs), False
            yield f"unit {place} of another locale, without metadata", with_unit(place, re.sub(metadata, "", theirs, flags=re.S)), False
        for what, pattern in (("name", file.name), ("metadata", file.base), ("id", ident)):
            swap = swapped(units, place, pattern) if place + 1 < len(units) else None
            if swap:
                # Tools number ids anew; the metadata says which text it is.
                yield f"{what} of {place} and the next swapped", file.joined(swap), what == "id"
        if file.form == "po":
            yield f"unit {place} obsolete", with_unit(place, "\n".join(line if line.startswith("#") else "#~ " + line for line in unit.split("\n"))), False
        else:
            yield f"unit {place} not to be translated", with_unit(place, re.sub(ident, lambda m: m.group() + ' translate="no"', unit, count=1)), False
            if "</target>" in unit:
                yield f"unit {place} with two targets", with_unit(place, unit.replace("</target>", "</target><target>Not meant</target>", 1)), False
    whole = file.joined(units)
    for place in range(len(units)):
        yield f"cut after unit {place}", file.joined(units[:place]), False
    for place in range(len(file.head), len(whole), 97):
        yield f"cut at {place}", whole[:place], False
    for field in ("target-language", "trgLang", "original", "Language: ", "X-NStack-Locale: "):
        for locale in ("de-DE", "sv"):
            changed = re.sub(f'({field}=?"?)[A-Za-z_-]+', lambda m: m.group(1) + locale, whole, count=1)
            if changed != whole:
                yield f"{field} {locale}", changed, False
    for name, change in ENCODINGS.items():
        yield f"encoding: {name}", change(whole), False


class Runner:
    def __init__(self, binary, environment, folder):
        self.binary, self.environment, self.folder = os.path.abspath(binary), environment, folder

    def run(self, *command):
        return subprocess.run([self.binary, *command], env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)

    def exported(self, path, locale, form):
        run = self.run("export", path, "--locale", locale, *FORMS.get(form, []))
        if run.returncode:
            sys.exit(f"WRONG: export ended with {run.returncode}: {run.stderr.decode()}")
        with open(f"{self.folder}/{path}", encoding="utf-8", newline="") as file:
            return file.read()

    def plan(self, path):
        run = self.run("diff", path, "--json")
        try:
            return run.returncode, json.loads(run.stdout)
        except ValueError:
            return run.returncode, None


EDITS = {"dialog.sum": "Summe aller", "general.close": "Dicht"}


def damaged(arguments):
    wrong, count, ends = [], 0, {"planned right": 0, "refused": 0, "told": 0}
    with tempfile.TemporaryDirectory(prefix="nstack-review-units.") as folder:
        texts(folder + "/texts")
        with Sandbox(arguments.binary, folder + "/texts") as sandbox:
            runner = Runner(arguments.binary, {**sandbox.environment, "XDG_CACHE_HOME": folder + "/cache"}, folder)
            cases = []
            for form in FORMS:
                file, other = (File(runner.exported(f"{locale}.{form}", locale, form), form) for locale in ("de-DE", "da-DK"))
                for edits in ({}, EDITS):
                    units = file.units
                    for name, text in edits.items():
                        units = file.edited(units, name, text)
                    cases += [(form, edits, *case) for case in damages(file, units, other)]
            cases = cases[::arguments.every]

            def tried(numbered):
                number, (form, edits, name, text, isNone) = numbered
                path = f"case-{number}.{form.split('.')[-1]}"
                with open(f"{folder}/{path}", "w", encoding="utf-8", newline="") as out:
                    out.write(text)
                status, plan = runner.plan(path)
                os.remove(f"{folder}/{path}")
                return form, edits, name, isNone, status, plan

            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                for form, edits, name, isNone, status, plan in pool.map(tried, enumerate(cases)):
                    count += 1
                    title = f"{form}, {'edited' if edits else 'untouched'}: {name}"
                    if plan is None or status < 0:
                        wrong.append(f"{title}: died with {status}")
                        continue
                    planned = {f"{c['section']}.{c['key']}": c["value"] for c in plan.get("changes", [])}
                    strays = {key: value for key, value in planned.items() if edits.get(key) != value}
                    says = status != 0 or any(d["severity"] != "info" for d in plan.get("diagnostics", [])) or any(
                        row["verdict"] != "propose" for row in plan.get("rows", []))
                    # What lies behind a cut, or in a unit that was deleted, nobody handed in.
                    handed = {key for key in edits if not ("cut" in name or "deleted" in name)}
                    lost = [key for key in handed if key not in planned]
                    if strays:
                        wrong.append(f"{title}: nobody wrote {strays}")
                    elif (lost or "cut" in name) and not says:
                        wrong.append(f"{title}: not told of {lost or 'the cut'}")
                    elif isNone and lost:
                        wrong.append(f"{title}: no damage, but {lost} was not planned")
                    else:
                        ends["refused" if status else "told" if says else "planned right"] += 1
    for line in wrong[:40]:
        print("WRONG:", line)
    print(f"{count} damaged files of units: {', '.join(f'{number} {end}' for end, number in ends.items())}, {len(wrong)} wrong")
    return 1 if wrong else 0


def spoiled(source, path, change):
    """Writes a file whose texts were changed."""
    if path.endswith(".xlsx"):
        import openpyxl
        book = openpyxl.load_workbook(source)
        for cell in (cell for sheet in book for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str)):
            cell.value = openpyxl.cell.cell.ILLEGAL_CHARACTERS_RE.sub("", change(cell.value))
        return book.save(path)
    with open(source, encoding="utf-8-sig", newline="") as file:
        text = change(file.read())
    if path.endswith(".xlf"):
        text = "".join(c for c in text if c in "\t\n\r" or " " <= c and c not in "\ufffe\uffff")
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def reencoded(arguments):
    forms = ["xlsx", "csv", *FORMS]
    unmeant = 0
    print(f"| Damage | {' | '.join(forms)} |\n|---|{'---|' * len(forms)}")
    with tempfile.TemporaryDirectory(prefix="nstack-review-units.") as folder, Sandbox(arguments.binary, arguments.reencoded) as sandbox:
        runner = Runner(arguments.binary, {**sandbox.environment, "XDG_CACHE_HOME": folder + "/cache"}, folder)
        for locale in arguments.locales.split(","):
            for form in forms:
                run = runner.run("export", f"{locale}.{form}", "--locale", locale, *FORMS.get(form, []))
                if run.returncode:
                    sys.exit(f"WRONG: export ended with {run.returncode}: {run.stderr.decode()}")

        def cell(name, form):
            planned, others = 0, []
            for locale in arguments.locales.split(","):
                path = f"{locale}-spoiled.{form}"
                spoiled(f"{folder}/{locale}.{form}", f"{folder}/{path}", ENCODINGS[name])
                _, plan = runner.plan(path)
                planned += len((plan or {}).get("changes", []))
                error = (plan or {"error": {"code": "died"}}).get("error", {}).get("code")
                refused = sum(row["verdict"] in ("damaged", "refused", "read-only-edit", "contradiction") for row in (plan or {}).get("rows", []))
                others.append(error or str(refused))
            return planned, f"{planned} ({' '.join(others) if len(set(others)) > 1 else others[0]})"

        for name in ENCODINGS:
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                cells = list(pool.map(lambda form: cell(name, form), forms))
            unmeant += sum(planned for planned, _ in cells)
            print(f"| {name} | {' | '.join(shown for _, shown in cells)} |", flush=True)
    print(f"{unmeant} proposals that nobody wrote")
    return 1 if unmeant else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="run each Nth case")
    parser.add_argument("--reencoded", metavar="DATA", help="a folder of texts in NStack's shape")
    parser.add_argument("--locales", default="da-DK")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    return reencoded(arguments) if arguments.reencoded else damaged(arguments)


if __name__ == "__main__":
    sys.exit(main())
