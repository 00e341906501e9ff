#!/usr/bin/env python3
"""version_files.py BINARY FOLDER

Makes a folder of Tests/Fixtures/versions: what a version of nstack-review writes and later ones must read. A sheet in each layout and
format, untouched and edited; a saved plan; then a week of imports with the journal and the register that they leave: one that is finished,
one that is taken back, two that end in part with their annotated and to-fix sheets, untouched and edited, one that signs a text off, and
one that is killed; a memory, and a draft of the review page. Whoever makes a folder writes its expected.json by hand, from EDITS and WEEK below: it says what was meant, not what the program made of it.
Needs a C compiler for the library that does the killing. Linux. Python's standard library only."""
import csv
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ACCEPTANCE = os.path.join(HERE, "../../acceptance")
sys.path.insert(0, ACCEPTANCE)
from browser import ReviewProgram  # noqa: E402
from servers import language, proposal, write_texts  # noqa: E402
from sheets import FORMULA, csv_rows, save, typed, without_apostrophe, xlsx_rows  # noqa: E402

# Journal, register and plan keep where their files were: a folder that says nothing of the machine, and is gone afterwards.
WORK = "/tmp/nstack-review-versions"
# The application's id goes into the scope of every sheet, so it is the fixture's own.
IDENTITY = {"application_id": "fixture-application", "rest_api_key": "fixture-key", "guid": "00000000-0000-4000-8000-000000000001"}

LANGUAGES = [(11, "English (UK)", "en-GB"), (6, "Danish (Denmark)", "da-DK"), (7, "German (Germany)", "de-DE")]
TEXTS = {
    ("shop", "title"): ("Café Nord", "Café Nord", "Café Nord"),
    ("shop", "ok"): ("OK", "OK", "OK"),
    ("shop", "total"): ("=SUM of your basket", "=SUM af kurven", None),
    ("shop", "discount"): ("-10% on bread", "-10% på brød", "-10% auf Brot"),
    ("shop", "quote"): ("'Best bread in town'", "'Byens bedste brød'", "'Bestes Brot der Stadt'"),
    ("shop", "formulaQuote"): ("'=1+1 is two", "'=1+1 er to", None),
    ("shop", "hours"): ("Mon–Fri 7–18\nSat 8–14", "Man–fre 7–18\nlør 8–14", "Mo–Fr 7–18 Uhr\r\nSa 8–14 Uhr"),
    ("account", "pin"): ("007", "007", "007"),
    ("account", "contact"): ("@support", "@support", "@support"),
    ("account", "hello"): ("Hello, {name}!", "Hej, {name}!", None),
    ("account", "leave"): ("Log out", "Log ud", "Abmelden"),
    ("account", "thanks"): ("Thanks 🙏 & <b>bye</b>", "Tak 🙏 & <b>farvel</b>", " Danke, \"tschüss\" "),
}
# Id, section, key, locale, value, whether it is this profile's.
PROPOSALS = [
    (101, "shop", "title", "da-DK", "Nordcaféen", True),
    (102, "account", "leave", "da-DK", "Farvel", True),
    (103, "shop", "title", "de-DE", "Nordcafé", False),
    (104, "account", "leave", "de-DE", "Ausloggen", True),
    (105, "account", "leave", "de-DE", "Tschüss", False),
    (106, "shop", "discount", "da-DK", "=10% rabat på brød", True),
    (107, "shop", "hours", "da-DK", "Man–fre 7–18\nLørdag 8–14", False),
    (108, "shop", "ok", "de-DE", "In Ordnung", False),
    (109, "shop", "quote", "en-GB", "'Best bread for miles'", True),
]

# What a reviewer did in each of the six sheets: (section, key, locale, the proposal that the row shows) -> column -> text.
EDITS = {
    ("shop", "total", "de-DE", ""): {"Proposal": "=SUMME Ihres Korbs"},
    ("shop", "title", "da-DK", "Nordcaféen"): {"Proposal": "Café Nord i Aarhus"},
    ("account", "leave", "da-DK", "Farvel"): {"Action": "delete"},
    ("account", "hello", "de-DE", ""): {"Proposal": "Hallo, {name}!\nSchön, dass du da bist."},
    ("shop", "ok", "de-DE", "In Ordnung"): {"Proposal": "Okay"},
    ("account", "leave", "de-DE", "Ausloggen"): {"Action": "delete"},
    ("account", "pin", "da-DK", ""): {"Proposal": "7", "Action": "skip"},
    ("account", "hello", "en-GB", ""): {"Note": "Ask the designer."},
    ("shop", "formulaQuote", "de-DE", ""): {"Proposal": "'=1+1 ist zwei"},
    ("shop", "discount", "da-DK", "=10% rabat på brød"): {"Proposal": ""},
}

# The sheets of the week, and what was done in each.
WEEK = {
    "monday.xlsx": {
        ("shop", "total", "da-DK", ""): {"Proposal": "=SUM af indkøbskurven"},
        ("shop", "title", "da-DK", "Nordcaféen"): {"Proposal": "Café Nord, Aarhus"},
        ("account", "leave", "da-DK", "Farvel"): {"Action": "delete"},
        ("account", "hello", "en-GB", ""): {"Note": "Ask the designer."},
    },
    "tuesday.csv": {
        ("shop", "total", "de-DE", ""): {"Proposal": "Summe Ihres Korbs"},
        ("account", "leave", "de-DE", "Ausloggen"): {"Action": "delete"},
    },
    # Of each: one that is applied, one in conflict with what somebody else proposes meanwhile, one in a damaged row, one unknown word.
    "wednesday.xlsx": {
        ("shop", "quote", "de-DE", ""): {"Proposal": "'Das beste Brot der Stadt'"},
        ("shop", "title", "en-GB", ""): {"Proposal": "Nord Café"},
        ("account", "pin", "de-DE", ""): {"Proposal": "0007", "Current value": "7"},
        ("shop", "quote", "en-GB", "'Best bread for miles'"): {"Action": "destroy"},
    },
    "wednesday.csv": {
        ("shop", "discount", "de-DE", ""): {"Proposal": "=10 % auf Brot"},
        ("shop", "hours", "en-GB", ""): {"Proposal": "Mon–Sat 7–18"},
        ("account", "contact", "de-DE", ""): {"Proposal": "@hilfe", "Current value": "support"},
        ("shop", "discount", "da-DK", "=10% rabat på brød"): {"Action": "destroy"},
    },
    "thursday.csv": {
        ("account", "thanks", "en-GB", ""): {"Proposal": "Thanks 🙏, <b>bye</b>"},
        ("account", "thanks", "da-DK", ""): {"Proposal": "Tak 🙏, <b>farvel</b>"},
        ("account", "thanks", "de-DE", ""): {"Proposal": "Danke 🙏"},
        ("account", "hello", "de-DE", ""): {"Proposal": "Hallo, {name}!"},
        ("account", "contact", "da-DK", ""): {"Proposal": "'@hjælp"},
    },
}
# What is kept beside the journal: the text that a row signs off, the entries of a memory, and a draft of the review page.
SIGNED_OFF = {("account", "pin", "en-GB", ""): {"Action": "ok"}}
MEMORY = [("Good morning", "Godmorgen"), ("Good night", "Godnat")]
DRAFT = ("shop", "ok", "da-DK", "Okay her")
MEANWHILE = [("shop", "title", "en-GB", "The Nord"), ("shop", "hours", "en-GB", "Weekdays 7–18")]

# What is done in the sheets of the results: each row that was not carried out is decided, and one more text is proposed.
ANNOTATED = {
    "annotated.xlsx": {
        ("shop", "title", "en-GB"): {"Action": "skip"}, ("account", "pin", "de-DE"): {"Action": "skip"},
        ("shop", "quote", "en-GB"): {"Action": "skip"}, ("shop", "ok", "da-DK"): {"Proposal": "Okay da"},
    },
    "annotated.csv": {
        ("shop", "hours", "en-GB"): {"Action": "skip"}, ("account", "contact", "de-DE"): {"Action": "skip"},
        ("shop", "discount", "da-DK"): {"Action": "skip"}, ("account", "leave", "en-GB"): {"Proposal": "=Sign out"},
    },
}
TO_FIX = {
    "to-fix.xlsx": {
        ("shop", "title", "en-GB"): {"Proposal": "Café Nord, Copenhagen", "Action": ""},
        ("account", "pin", "de-DE"): {"Proposal": "0008", "Action": ""},
        ("shop", "quote", "en-GB"): {"Action": "delete"},
    },
    "to-fix.csv": {
        ("shop", "hours", "en-GB"): {"Proposal": "=Mon–Sun 7–18", "Action": ""},
        ("account", "contact", "de-DE"): {"Proposal": "@hilfe-team", "Action": ""},
        ("shop", "discount", "da-DK"): {"Action": "delete"},
    },
}


def texts(folder):
    """The texts as NStack serves them."""
    values = {locale: {} for _, _, locale in LANGUAGES}
    for (section, key), texts in TEXTS.items():
        for (_, _, locale), text in zip(LANGUAGES, texts):
            if text is not None:
                values[locale].setdefault(section, {})[key] = text
    write_texts(folder, [language(number, locale, name, locale == LANGUAGES[0][2]) for number, name, locale in LANGUAGES],
                values, [proposal(number, text, value, own) for number, *text, value, own in PROPOSALS])


class Workshop:
    def __init__(self, binary):
        self.binary = os.path.abspath(binary)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("NSTACK_", "XDG_"))}
        self.environment.update(HOME=WORK, NO_COLOR="1", TERM="dumb")

    def run(self, *command, status=0, **environment):
        run = subprocess.run([self.binary, *command, "--sandbox-dir", "state"], env={**self.environment, **environment}, cwd=WORK,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        if run.returncode != status:
            sys.exit(f"{' '.join(command)}: {run.returncode}, not {status}: {run.stdout}{run.stderr}")
        return run

    def dump(self, path):
        """The sandbox's database in SQL."""
        with sqlite3.connect(WORK + "/state/sandbox.sqlite") as database, open(path, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in database.iterdump())

    def edit(self, name, out, edits):
        """Writes a copy of a sheet with edits made; keys are (section, key, locale) or these and the proposal that the row shows."""
        edits, left = dict(edits), set(edits)
        is_csv = name.endswith(".csv")
        rows = [("", row) for row in csv_rows(f"{WORK}/{name}")] if is_csv else list(xlsx_rows(f"{WORK}/{name}"))
        headers, number, cells = {}, {}, {}
        for worksheet, row in rows:
            number[worksheet] = number.get(worksheet, 0) + 1
            if worksheet not in headers:
                headers[worksheet] = row
                continue
            row = row + [""] * (len(headers[worksheet]) - len(row))
            column = {header: place for place, header in enumerate(headers[worksheet])}
            for suffix in [""] + [f" [{locale}]" for _, _, locale in LANGUAGES]:
                if "Key" not in column or "Proposal" + suffix not in column:
                    continue
                locale = suffix[2:-1] if suffix else row[column["Locale"]]
                shown = row[column["Proposal" + suffix]]
                text = tuple(without_apostrophe(cell) if is_csv else cell for cell in (row[0], row[column["Key"]], locale, shown))
                found = text if text in edits else text[:3] if text[:3] in edits else None
                if not found or found not in left:
                    continue
                left.discard(found)
                for header, value in edits[found].items():
                    place = column[header if header + suffix not in column else header + suffix]
                    cells[worksheet, number[worksheet], place] = "'" + value if is_csv and FORMULA.match(value) else value
        if left:
            sys.exit(f"{name} lacks {left}")
        if not is_csv:
            return typed(f"{WORK}/{name}", f"{WORK}/{out}", cells)
        table = [row for _, row in rows]
        for (_, row, column), value in cells.items():
            table[row - 1][column] = value
        save(f"{WORK}/{out}", table, csv.QUOTE_ALL)

    def imports(self):
        return json.loads(self.run("status", "--json").stdout)["unfinishedImports"]

    def keep_memory(self):
        units = [f'<tu><tuv xml:lang="en-GB"><seg>{english}</seg></tuv><tuv xml:lang="da-DK"><seg>{danish}</seg></tuv></tu>'
                 for english, danish in MEMORY]
        with open(WORK + "/team.tmx", "w", encoding="utf-8") as file:
            file.write('<tmx version="1.4"><header srclang="en-GB"/><body>' + "".join(units) + "</body></tmx>")
        self.run("memory", "add", "acme", "team.tmx")

    def keep_draft(self):
        """Decides about a text on the review page, which is killed at once."""
        program = ReviewProgram(self.binary, self.environment, "--sandbox-dir", WORK + "/state")
        section, name, locale, value = DRAFT
        texts = program.api(f"texts?locale={locale}&section={section}")["texts"]
        program.api("drafts", {"text": next(text["id"] for text in texts if text["key"] == name), "propose": value})
        program.end(signal.SIGKILL)

    def cut_off(self, name):
        """Kills an import of a sheet at a step at which some of its calls are done, one is in doubt, and some are not begun."""
        library = WORK + "/preload.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, ACCEPTANCE + "/preload.c", "-ldl"], check=True)
        shutil.copytree(WORK + "/state", WORK + "/before")
        for step in range(60, 2_000, 3):
            self.run("import", name, "--yes", "--concurrency", "1", "--timeout", "2", "--no-progress", status=-9, LD_PRELOAD=library,
                     KILL_AT=str(step))
            shutil.copytree(WORK + "/state", WORK + "/killed")
            outcomes = [kept["outcomes"] for kept in self.imports()]
            shutil.rmtree(WORK + "/state")
            if outcomes and outcomes[0].get("in-doubt") == 1 and outcomes[0].get("applied", 0) > 1 and outcomes[0].get("not-attempted"):
                os.rename(WORK + "/killed", WORK + "/state")
                return
            shutil.copytree(WORK + "/before", WORK + "/state")
            shutil.rmtree(WORK + "/killed")
        sys.exit("no step cuts the import off as it should")


def main():
    binary, folder = sys.argv[1:]
    folder = os.path.abspath(folder)
    if not os.path.isdir(folder):
        os.makedirs(folder)
    os.makedirs(WORK)
    shop = Workshop(binary)
    texts(WORK + "/texts")
    shop.run("status", "--data", "texts")
    with sqlite3.connect(WORK + "/state/sandbox.sqlite") as database:
        database.execute("UPDATE proposal SET guid = ? WHERE guid = (SELECT value FROM setting WHERE name = 'guid')", (IDENTITY["guid"],))
        for name, value in IDENTITY.items():
            database.execute("UPDATE setting SET value = ? WHERE name = ?", (value, name))
    with open(WORK + "/context.yaml", "w", encoding="utf-8") as file:
        file.write("shop:\n  title:\n    description: The name over the door\n    maximum-length: 30\n")

    # The sheets and the plan, and the server that they are of.
    keep = ["sheets", "returned", "results", "state"]
    for name in keep:
        shutil.rmtree(f"{folder}/{name}", ignore_errors=True)
        os.makedirs(f"{folder}/{name}")
    shop.dump(folder + "/state/sandbox-first.sql")
    for layout, more in (("rows", ["--source", "en-GB", "--context", "context.yaml"]), ("locales", []), ("columns", [])):
        for form in ("xlsx", "csv"):
            name = f"{layout}.{form}"
            shop.run("export", name, "--layout", layout, *more)
            shop.edit(name, "edited-" + name, EDITS)
            shutil.copy(f"{WORK}/{name}", f"{folder}/sheets/{name}")
            shutil.copy(f"{WORK}/edited-{name}", f"{folder}/returned/{name}")
    shutil.copy(folder + "/returned/rows.xlsx", WORK + "/returned.xlsx")
    shop.run("diff", "returned.xlsx", "--output", "plan.json")
    shutil.copy(WORK + "/plan.json", folder + "/plan.json")

    # The week.
    for name, edits in WEEK.items():
        shop.run("export", name, "--layout", "columns" if name == "wednesday.csv" else "rows")
        shop.edit(name, name, edits)
    shop.run("import", "monday.xlsx", "--yes", "--allow-delete")
    shop.run("import", "tuesday.csv", "--yes", "--allow-delete")
    done = json.loads(shop.run("history", "list", "--json").stdout)["imports"]
    shop.run("history", "undo", done[1]["id"], "--yes")
    for section, key, locale, value in MEANWHILE:
        shop.run("proposals", "add", section, key, locale, value, "--guid", "somebody-else")
    for form in ("xlsx", "csv"):
        shop.run("import", "wednesday." + form, "--yes", "--annotate", "annotated." + form, "--to-fix", "to-fix." + form, status=2)
        for name, edits in {**ANNOTATED, **TO_FIX}.items():
            if name.endswith("." + form):
                shop.edit(name, "edited-" + name, edits)
                shutil.copy(f"{WORK}/{name}", f"{folder}/results/{name}")
                shutil.copy(f"{WORK}/edited-{name}", f"{folder}/results/edited-{name}")
    shop.run("export", "signed-off.csv")
    shop.edit("signed-off.csv", "signed-off.csv", SIGNED_OFF)
    shop.run("import", "signed-off.csv", "--yes")
    shop.keep_memory()
    shop.keep_draft()
    shop.cut_off("thursday.csv")
    for name in os.listdir(WORK + "/state"):
        if name in ("journal.sqlite", "journal.sqlite-wal", "memories") or name.endswith(".jsonl"):
            if os.path.isdir(f"{WORK}/state/{name}"):
                shutil.copytree(f"{WORK}/state/{name}", f"{folder}/state/{name}", ignore=shutil.ignore_patterns("*.lock", "*-shm"))
            else:
                shutil.copy(f"{WORK}/state/{name}", f"{folder}/state/{name}")
    shop.dump(folder + "/state/sandbox-last.sql")
    shutil.rmtree(WORK)


if __name__ == "__main__":
    main()
