#!/usr/bin/env python3
"""hostile_names.py [--every N] BINARY

Lets every command that makes a file's name of a text from outside - a locale, a section, a worksheet, a path of a returned sheet - write with
40 hostile names: two at a time, each beside one that differs in case, in the form of its accents, or not at all from what its name becomes.
Nothing may be written outside of the folder that was named, no file may be lost to another one, and nothing may crash: a command writes each
text to a file of its own, or ends with one line of error."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import unicodedata
import urllib.parse
import zipfile

from answer_forms import API, Server

NAMES = ["../../other", "..", ".", "/etc/passwd", "a/b", "a\\b", "..\\..\\x", "C:\\x", "x:y", "CON", "nul", "NUL.txt", "com1", "LPT9.da", "da.",
         "da ", " da", ".hidden", "-rf", "--output", "x" * 300, "é" * 300, "🍞" * 120, "a\nb", "a\rb", "a\tb", "\x1b[2J", "a\u202eb", "a\u200bb",
         "a\u2028b", "a\u0085b", "a*b", "a?b", 'a"b', "<a>", "a|b", "~", "$HOME", "%2e%2e%2f", "caf\u00e9"]
TWINS = [str.upper, lambda name: unicodedata.normalize("NFD", name), lambda name: name.replace("/", "_"), lambda name: name + "."]


class HostileServer(Server):
    """Serves one text in each section of each locale."""

    def __init__(self, locales, sections):
        self.languages = [{"id": n, "name": f"Language {n}", "locale": locale, "direction": "LRM", "is_default": n == 0, "is_best_fit": n == 0}
                          for n, locale in enumerate(locales)]
        self.sections = sections

    def answer(self, method, target):
        path = urllib.parse.urlsplit(target).path
        if path == API + "/resources/platforms/mobile":
            data = [{"id": language["id"], "url": f"{self.base}/r/{language['id']}", "last_updated_at": None, "should_update": True,
                     "language": language} for language in self.languages]
        elif path.startswith("/r/"):
            data = {section: {"key": f"text {number} in {path[3:]}"} for number, section in enumerate(self.sections)}
        else:
            data = []
        return 200, {}, json.dumps({"data": data})


def workbook(path, names):
    """A workbook whose worksheets have names that no spreadsheet program allows."""
    def escaped(text):
        return "".join(f"&#{ord(c)};" if c in '<>&"\n\r\t' else c for c in text if c >= " " or c in "\n\r\t")
    sheet = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>%d</v></c></row></sheetData></worksheet>'
    main, relations = "application/vnd.openxmlformats-officedocument.spreadsheetml", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    with zipfile.ZipFile(path, "w") as file:
        parts = "".join(f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{main}.worksheet+xml"/>' for n in range(len(names)))
        file.writestr("[Content_Types].xml", '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" '
                      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" '
                      f'ContentType="{main}.sheet.main+xml"/>{parts}</Types>')
        file.writestr("_rels/.rels", '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
                      f'Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
        sheets = "".join(f'<sheet name="{escaped(name)}" sheetId="{n + 1}" r:id="s{n}"/>' for n, name in enumerate(names))
        file.writestr("xl/workbook.xml", '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
                      f'xmlns:r="{relations}"><sheets>{sheets}</sheets></workbook>')
        targets = "".join(f'<Relationship Id="s{n}" Type="{relations}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in range(len(names)))
        file.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{targets}</Relationships>')
        for n in range(len(names)):
            file.writestr(f"xl/worksheets/sheet{n}.xml", sheet % n)


def files(folder):
    return sorted(os.path.join(root, name) for root, _, names in os.walk(folder) for name in names)


class Check:
    def __init__(self, binary, folder):
        self.binary, self.folder = os.path.abspath(binary), folder
        self.tried, self.written, self.refused, self.wrong = 0, 0, 0, []

    def write(self, title, environment, arguments, out, count):
        """Runs a command that writes to a folder, and compares what there is with what there may be."""
        place = f"{self.folder}/deep/er/{self.tried}"
        os.makedirs(f"{place}/{out}")
        before = files(self.folder)
        run = subprocess.run([self.binary, *arguments], cwd=place, env=environment, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
        self.tried += 1
        new = [path for path in files(self.folder) if path not in before and f"/state" not in path[len(self.folder):]]
        outside = [path for path in new if not path.startswith(place + "/")]
        names = [unicodedata.normalize("NFC", path.lower()) for path in new]
        errors = run.stderr.decode(errors="replace")
        if outside:
            self.wrong.append(f"{title}: outside of the folder: {outside}")
        if run.returncode < 0 or "Fatal error" in errors:
            self.wrong.append(f"{title}: died: {errors[-300:]}")
        if len(set(names)) != len(names):
            self.wrong.append(f"{title}: two names that are one on some disks: {new}")
        if run.returncode == 0:
            self.written += 1
            if len(new) < count:
                self.wrong.append(f"{title}: {len(new)} files of {count}: {new}")
        else:
            self.refused += 1
            if new:
                self.wrong.append(f"{title}: ended with {run.returncode} and left {new}")
            if not any(line.startswith("error: ") for line in errors.splitlines()):
                self.wrong.append(f"{title}: no line of error: {errors[:300]!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="try each Nth name")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    binary, names = arguments.binary, NAMES[::arguments.every]
    with tempfile.TemporaryDirectory(prefix="nstack-review-names.") as folder:
        check = Check(binary, folder)
        for number, name in enumerate(names):
            twin = TWINS[number % len(TWINS)](name)
            locales = ["en-GB", name] + ([twin] if twin != name else [])
            sections = [name, twin] if twin != name else [name]
            home = f"{folder}/state-{number}"
            with HostileServer(locales, sections) as server:
                environment = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "NSTACK_BASE_URL": server.base,
                               "NSTACK_APPLICATION_ID": "id", "NSTACK_REST_API_KEY": "key"}
                for kind, count in (("strings", 2), ("stringsdict", 0), ("xcstrings", 1), ("android", 2), ("arb", 2), ("i18next", 2)):
                    check.write(f"generate {kind} {name!r}", environment, ["generate", kind, "--output", "out"], "out", count)
                check.write(f"generate swift {name!r}", environment, ["generate", "swift", "--output", "out/L10n.swift"], "out", 1)
                check.write(f"preview {name!r}", environment, ["preview", "--output", "out"], "out", 1 + len(locales))
                for form in ("xlsx", "csv", "po", "xlf"):
                    check.write(f"export --split locale {form} {name!r}", environment, ["export", f"out/r.{form}", "--split", "locale"], "out",
                                # Files of translators have no rows in the language of their sources.
                                len(locales) - (form in ("po", "xlf")))
                    if form != "po":
                        check.write(f"export --split section {form} {name!r}", environment, ["export", f"out/r.{form}", "--split", "section"], "out",
                                    len(sections))
            book = f"{folder}/state-{number}.xlsx"
            workbook(book, sections)
            check.write(f"convert {name!r}", environment, ["convert", book, "out/t.csv"], "out", len(sections))
        for line in check.wrong[:20]:
            print("WRONG:", line)
        print(f"{check.tried} commands with {len(names)} hostile names: {check.written} wrote their files, {check.refused} ended with one line of error, "
              f"{len(check.wrong)} wrong")
        return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
