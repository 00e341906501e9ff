#!/usr/bin/env python3
"""round_of_four.py BINARY DATA

A round of four agencies, from export to report: translators return their sheets, a source text changes meanwhile, and another person of each
agency approves, rejects, asks and counts errors. Do sheets, check, plan, report, board, history and the next sheets say what was said in the
sheets, in all that a review can say? --only 1,11 asks about some of it; --keep FOLDER keeps the files."""
import collections
import json
import os
import re
import shutil
import zipfile

import checks
import servers
import sheets
from checks import ask, expect, same, skip, takes
from managers_day import Day

SECTION = "roundOfFour"
# Each agency with its locale and the format of its sheet.
AGENCIES = {"acme": ("da", "csv"), "berlin": ("de", "xlsx"), "brno": ("pl", "csv"), "lyon": ("fr", "csv")}
TRANSLATOR, REVIEWER = "Anna Holm", "Bo Lind"
# What the app says of each key: in English, and where it is translated. They are added to the data.
TEXTS = {
    "source": {"en": "Keep the fresh bread", "da": "Behold brødet", "de": "Das Brot behalten", "fr": "Garder le pain", "pl": "Zachowaj chleb"},
    "seed_one": {"en": "{{count}} seed"}, "seed_other": {"en": "{{count}} seeds"},
    "slip": {"en": "Wellcome back", "da": "Velkommen igen"},
    "tag": {"en": "Press <b>Save</b> now"}, "rejected": {"en": "Log out", "da": "Log ud"},
    "twin1": {"en": "Close the lid of the jar"}, "twin2": {"en": "Close the lid of the jar"},
    "spelling": {"en": "A cardamom bun"}, "brand": {"en": "Sent by nstack"}, "terms": {"en": "Read the terms"}, "question": {"en": "Order", "da": "Ordre"},
    "plain1": {"en": "The basket is empty"}, "plain2": {"en": "Two loaves of bread"}, "plain3": {"en": "Open every morning"},
}
CHANGED_SOURCE = "Keep the old bread"
REJECTED = "Smut"
# What the translators propose: by key, and a value for each locale.
PROPOSED = {
    "source": {"da": "Gem brødet", "de": "Das Brot aufheben", "fr": "Garder ce pain", "pl": "Zatrzymaj chleb"},
    "seed_one": {"pl": "{{count}} ziarno", "de": "{{count}} Samen"}, "seed_other": {"pl": "{{count}} ziaren", "de": "{{count}} Samen"},
    "tag": {"da": "Tryk på Gem nu", "de": "Jetzt <b>Speichern</b> drücken"},
    "twin1": {"da": "Luk glassets låg", "fr": "Fermez le pot"}, "twin2": {"fr": "Fermez ce pot"},
    "spelling": {"da": "En kardemommmesneglx"}, "brand": {"da": "Sendt af nstack", "de": "Gesendet von NStack"},
    "terms": {"da": "Læs vilkårene", "de": "Lies die Bedingungen"},
    "plain1": {"da": "Kurven er tom", "de": "Der Korb ist leer", "fr": "Le panier est vide", "pl": "Koszyk jest pusty"},
    "plain2": {"da": "To brød", "de": "Zwei Brote", "fr": "Deux pains", "pl": "Dwa chleby"},
    "plain3": {"da": "Åben hver morgen", "de": "Jeden Morgen offen", "fr": "Ouvert le matin", "pl": "Otwarte rano"},
}
# The rows that checks refuse, whoever approves them.
REFUSED = {("da", "tag"), ("da", "brand")}
# What the reviewers write besides `ok`: (locale, key) -> cells.
REVIEWED = {
    ("da", "slip"): {"Source value": "Welcome back"},
    ("da", "rejected"): {"Action": "reject", "Note": "Too informal for a bank"},
    ("da", "question"): {"Note": "Is it a verb or a noun?"},
    ("da", "plain1"): {"Note": "error: accuracy major"},
    ("da", "plain2"): {"Note": "Error: style minor; error: spelling minor"},
    ("de", "plain1"): {"Note": "error: terminology critical, it is a Warenkorb"},
    ("fr", "plain3"): {"Note": "error: fluency neutral"},
    ("pl", "plain2"): {"Note": "error: acuracy minor"},
}
# What the owner of the texts writes beside the question in a sheet of the source texts.
ANSWER = "A noun: what was bought"
PROJECT = """\
approval: other
machines: [deepl]
quality: 400
rules:
  - {{name: brand, source: '(?i)\\bnstack\\b', require: '\\bNStack', message: The name is NStack., severity: error}}
presets:
  defaults: {{source: en, due: 2w, file: 'out/{{name}}.csv', section: {section}}}
{presets}"""


class Round(Day):
    """A round, with all that was written in it: wishes are asked about what is kept here."""

    def __init__(self, options, folder):
        super().__init__(options.binary, folder, None)
        self.options, self.port = options, servers.free_port()
        checks.write(self.path(".nstack-review.yaml"), PROJECT.format(section=SECTION, presets="".join(
            f"  {name}: {{locales: {locale}, agency: {name.title()}, file: 'out/{name}.{kind}'}}\n" for name, (locale, kind) in AGENCIES.items())))

    def texts(self, name, source):
        """The data with the texts of this round in each locale, and a proposal that is somebody else's."""
        folder = self.path(name)
        shutil.copytree(self.options.data, folder)
        for locale in ["en", *(locale for locale, _ in AGENCIES.values())]:
            resource = checks.json_of(f"{folder}/resource-{locale}.json")
            resource["data"][SECTION] = {key: source if (key, locale) == ("source", "en") else values.get(locale, "") for key, values in TEXTS.items()}
            checks.write(f"{folder}/resource-{locale}.json", json.dumps(resource))
        listed = checks.json_of(f"{folder}/proposals.json")
        number = max(proposal["id"] for proposal in listed["data"]) + 1
        listed["data"].append({**servers.proposal(number, (SECTION, "rejected", "da"), REJECTED, False),
                               "application_id": listed["data"][0]["application_id"]})
        checks.write(f"{folder}/proposals.json", json.dumps(listed))
        return folder

    def served(self, data):
        """A server with these texts, at the same address as the one before."""
        return servers.Sandbox(self.options.binary, data, port=self.port, database=self.path("server.sqlite"), reload=True)

    def at(self, server):
        self.server = server
        # This round asks the machine's own dictionaries.
        self.environment = checks.environment(self.folder, server, NSTACK_SETTLE_TIME="0", PATH=checks.MACHINE_PATH)

    def returned(self, folder, person, cells):
        """Writes each agency's sheet as one of its people returns it: `cells` gives what is typed in a row, by locale, key and row."""
        files = []
        for name, (locale, kind) in AGENCIES.items():
            source, path = self.path(f"out/{name}.{kind}"), f"{folder}/{name}.{kind}"
            os.makedirs(self.path(folder), exist_ok=True)
            if kind == "csv":
                rows = sheets.records(source)
                for row in rows:
                    row.update(cells(locale, row["Key"], row))
                sheets.save_records(self.path(path), rows)
            else:
                edits, columns, first = {}, None, None
                for number, (worksheet, row) in enumerate(sheets.xlsx_rows(source), 1):
                    if columns is None and all(header in row for header in sheets.HEADERS):
                        columns, first = {header: place for place, header in enumerate(row) if header}, worksheet
                    elif columns and worksheet == first:
                        there = {header: row[place] if place < len(row) else "" for header, place in columns.items()}
                        for header, text in cells(locale, there["Key"], there).items():
                            edits[worksheet, number, columns[header]] = text
                sheets.typed(source, self.path(path), edits)
            files.append(path)
        return files

    def rows(self, name):
        """The rows of an agency's sheet as it went out, or as another export wrote it."""
        return {row["Key"]: row for row in sheets.rows_of(self.path(name)) if row["Section"] == SECTION}

    def items(self, key, locale=None, of="plan"):
        """The rows of a text in the plan or the report."""
        return [item for item in getattr(self, of).get("items", ()) if item["key"] == key and locale in (None, item["locale"])]

    def checks_of(self, key, locale):
        return {finding["check"] for item in self.items(key, locale) for finding in item.get("findings", ())}

    def annotated(self, name, key, locale):
        """The proposals of a text in an agency's annotated copy."""
        files = [path for path in os.listdir(self.path("annotated")) if path.startswith(name)] if os.path.isdir(self.path("annotated")) else []
        return [row["Proposal"] for path in files for row in sheets.rows_of(self.path(f"annotated/{path}")) if (row["Key"], row["Locale"]) == (key, locale)]

    def agency(self, name, of="report"):
        return next((share for share in getattr(self, of).get("agencies", ()) if share["agency"] == name.title()), {})


def translated(locale, key, row):
    value = PROPOSED.get(key, {}).get(locale)
    return {"Proposal": value} if value else {}


def reviewed(locale, key, row):
    cells = translated(locale, key, row)
    return {**cells, **({"Action": "ok"} if cells else {}), **REVIEWED.get((locale, key), {})}


def play(it):
    """From export to report and the next sheets; what is said is kept in the round."""
    before = it.texts("before", TEXTS["source"]["en"])
    with it.served(before) as server:
        it.at(server)
        it.exported = it.run("export", "--to", "*")
        it.out = {name: it.rows(f"out/{name}.{kind}") for name, (_, kind) in AGENCIES.items()}
        for name, rows in it.out.items():
            same(f"{name} gets the texts of the round", set(rows), set(TEXTS))
    with it.served(it.texts("after", CHANGED_SOURCE)) as server:
        it.at(server)
        it.held = it.pending()
        files = it.returned("translated", TRANSLATOR, translated)
        it.first = it.object("import", *files, "--author", TRANSLATOR, "--yes", status=None)
        it.after_first = it.pending()
        files = it.returned("reviewed", REVIEWER, reviewed)
        it.checked = it.object("check", *files, "--author", REVIEWER, status=None)
        it.problems = it.run("check", *files, "--author", REVIEWER, "--quiet", status=3).stderr
        it.plan = it.object("diff", *files, "--author", REVIEWER, "--fail-on", "warning", status=3)
        it.screen = it.run("diff", *files, "--author", REVIEWER, "--fail-on", "warning", status=3).stdout
        it.run("import", *files, "--author", REVIEWER, "--yes", "--fail-on", "warning", status=3)
        it.after_held = it.pending()
        run = it.run("import", *files, "--author", REVIEWER, "--yes", "--json", "--report", "report.html", "--annotate", "annotated", "--to-fix", "fix",
                     status=2)
        it.report = json.loads(run.stdout or "{}")
        it.made = it.pending() - it.held
        it.page = checks.read(it.path("report.html")).decode() if os.path.exists(it.path("report.html")) else ""
        it.board_lines, it.sheets = it.run("sheets").stdout, it.board()
        it.doctor = it.run("doctor", status=None).stdout
        it.run("export", "answers.csv", "--locale", "en", "--section", SECTION)
        answers = sheets.records(it.path("answers.csv"))
        for row in answers:
            row["Note"] = ANSWER if row["Key"] == "question" else row["Note"]
        sheets.save_records(it.path("answers.csv"), answers)
        it.run("import", "answers.csv", "--author", "Owner", "--yes")
        it.run("export", "--to", "*")
        it.next = {name: it.rows(f"out/{name}.{kind}") for name, (_, kind) in AGENCIES.items()}
        it.undone = it.run("history", "undo", "--sheet", "acme", "--yes", "--allow-delete", status=None)
        it.sheets_after = it.board()


def wish_1(it):
    """What changed in the source: a row whose source text is another one now says so, old and new, word by word, and is held back."""
    for locale, _ in AGENCIES.values():
        ask(f"the changed source is told in {locale}", "source.changed" in it.checks_of("source", locale), it.items("source", locale))
        same(f"and holds the row back in {locale}", {item["verdict"] for item in it.items("source", locale)}, {"conflict"})
    same("and with --fail-on warning nothing is sent", it.after_held, it.held)
    ask("word by word", "[-fresh-]{+old+}" in it.screen, it.screen[:1500])


def wish_2(it):
    """Progress in the file: changed, approved, missing, red and left, by formulas whose values are in the file too."""
    cells = [text for _, row in sheets.xlsx_rows(it.path("out/berlin.xlsx")) for text in row]
    text = "\n".join(cells)
    for word in "changed", "approved", "missing", "left":
        ask(f"the workbook counts what is {word}", re.search(rf"(?i)\b{word}\b", text), cells[:80])


def wish_3(it):
    """Plurals as one text: the forms stand together with example numbers, missing categories are told, and one text for `one` and `other` too."""
    order = [row["Key"] for row in sheets.rows_of(it.path("out/brno.csv")) if row["Section"] == SECTION]
    same("the forms stand together", order.index("seed_other") - order.index("seed_one"), 1)
    notes = {name: " ".join(rows[key].get("Note", "") + rows[key].get("Description", "") for key in ("seed_one", "seed_other")) for name, rows in it.out.items()}
    ask("with numbers", re.search(r"\b1\b", notes["brno"]), notes)
    ask("a Polish few is missing", "few" in notes["brno"] and "few" not in notes["acme"], notes)
    ask("one text for one and other in German", any("plural.same" in it.checks_of(key, "de") for key in ("seed_one", "seed_other")), it.items("seed_one", "de"))


def wish_4(it):
    """The source mended from a translator's sheet: a suggestion for the source locale's row, sent only when it is accepted."""
    ask("nothing is sent for it", not any(text[1] == "slip" for text in it.made), it.made)
    ask("the plan shows it", any(item.get("offer", {}).get("value") == "Welcome back" for item in it.items("slip", "da")), it.items("slip"))
    same("the annotated copy suggests it for English", it.annotated("acme", "slip", "en"), ["Welcome back"])


def wish_5(it):
    """Red while typing, for more: lost tags, spaces at the edge, forbidden terms, lengths and patterns are rules of the workbook."""
    with zipfile.ZipFile(it.path("out/berlin.xlsx")) as package:
        parts = [package.read(name).decode() for name in package.namelist() if name.startswith("xl/worksheets/")]
    rules = " ".join(re.findall(r"<conditionalFormatting.*?</conditionalFormatting>", "".join(parts), re.S))
    formulas = rules + " ".join(re.findall(r"<f\b[^>]*>.*?</f>", "".join(parts), re.S))
    ask("a workbook marks more than placeholders", "TRIM(" in formulas and "LEN(" in formulas, rules[:1000])
    ask("a lost tag is found at the import too", it.items("tag", "da") and all(item["verdict"] == "refused-by-check" for item in it.items("tag", "da")),
        it.items("tag", "da"))
    same("one that is kept is sent", {item["verdict"] for item in it.items("tag", "de")}, {"propose"})


def wish_6(it):
    """Two people: an approval counts only from somebody else than the author."""
    same("what its author alone wrote is not sent", it.after_first, it.held)
    same("but waits", {item["verdict"] for item in it.first.get("items", ()) if item["key"].startswith("plain")}, {"unapproved"})
    wanted = {(SECTION, key, locale, value) for key, values in PROPOSED.items() for locale, value in values.items() if (locale, key) not in REFUSED}
    same("what another person approved is sent", set(it.made), wanted)


def wish_7(it):
    """No, because: `reject` leaves somebody else's proposal out of the next sheets, and lists it with the reason for the console."""
    ask("nothing is deleted by it", (SECTION, "rejected", "da", REJECTED) in it.held, it.held)
    ask("the plan takes the word", all(item["verdict"] != "unknown-action" for item in it.items("rejected", "da")), it.items("rejected", "da"))
    ask("the next sheet leaves it out", it.next["acme"].get("rejected", {}).get("Proposal", "") != REJECTED, it.next["acme"].get("rejected"))
    ask("the report has the reason", "Too informal for a bank" in it.page, it.page[:300])
    # That its owner's next import withdraws it with consent is asked where a second guid is.


def wish_8(it):
    """The same source, answered once: what is written in one row is a suggestion for its siblings; different answers are told, not forced."""
    ask("its sibling is named", any("twin2" in json.dumps(item) for item in it.items("twin1", "da")), it.items("twin1", "da"))
    same("the annotated copy suggests the answer for the other", it.annotated("acme", "twin2", "da"), [PROPOSED["twin1"]["da"]])
    ask("it is not sent by itself", not any(text[1:3] == ("twin2", "da") for text in it.made), it.made)
    ask("two answers are both sent", {text[1] for text in it.made if text[2] == "fr"} >= {"twin1", "twin2"}, it.made)


def wish_9(it):
    """Spelling, of new words only: a word that no dictionary, glossary or live text has is told, with nearest words; never more than that."""
    if not re.search(r"(?i)\bda(_DK)?\b", next((line for line in it.doctor.splitlines() if "dictionar" in line.lower()), "")):
        ask("doctor has a line about dictionaries", "dictionar" in it.doctor.lower(), it.doctor)
        return skip("there is no Danish dictionary for Hunspell")
    ask("the word is found", "word.spelling" in it.checks_of("spelling", "da"), it.items("spelling", "da"))
    same("and sent all the same", {item["verdict"] for item in it.items("spelling", "da")}, {"propose"})


def wish_10(it):
    """A project's own rules judge the texts by pattern, scope, message and severity."""
    same("what breaks one of severity error is refused", {item["verdict"] for item in it.items("brand", "da")}, {"refused-by-check"})
    ask("with its message", any("The name is NStack." in item["message"] for item in it.items("brand", "da")), it.items("brand", "da"))
    same("what keeps it is sent", {item["verdict"] for item in it.items("brand", "de")}, {"propose"})


def wish_11(it):
    """Quality as a number: errors by MQM in Note, per 1,000 words, agency, locale and person, with the project's threshold."""
    named = {"acme": {"accuracy major": 1, "style minor": 1, "linguistic conventions minor": 1}, "berlin": {"terminology critical": 1},
             "lyon": {"linguistic conventions neutral": 1}, "brno": {"other minor": 1}}
    points = {"acme": 7, "berlin": 25, "lyon": 0, "brno": 1}
    for name, errors in named.items():
        quality = it.agency(name).get("quality", [])
        found = collections.Counter()
        for one in quality:
            found.update({f"{error['category']} {error['severity']}": error["count"] for error in one["errors"]})
        same(f"the errors of {name}", found, errors)
        same(f"the points of {name}", sum(one["points"] for one in quality), points[name])
        same(f"the words of {name} are those that were sent", sum(one["words"] for one in quality),
             sum(one["words"] for one in it.agency(name).get("words", [])))
        for one in quality:
            same(f"the number of {name}", one["pointsPerThousand"], int(1000 * one["points"] / one["words"] + 0.5))
            same(f"and whether it is over the project's in {name}", one["over"], 1000 * one["points"] > 400 * one["words"])
        same(f"the board's of {name}", it.sheets.get(name, {}).get("quality"), quality)
        ask(f"the report's page has that of {name}", not quality or f"\"pointsPerThousand\":{quality[0]['pointsPerThousand']}," in it.page, it.page[:300])
    ask("one is over it", any(one["over"] for name in named for one in it.agency(name).get("quality", [])))
    ask("check names what is over it", re.search(r"error: quality: .*Bo Lind.*; the project takes 400 at most", it.problems), it.problems)
    ask("and has the numbers", [len(share["quality"]) for share in it.checked.get("agencies", [])] == [1] * 4, it.checked.get("agencies"))
    ask("plan and board show them", it.screen.count("quality: ") == 4 and "per 1,000" in it.board_lines, it.screen[-800:] + it.board_lines)
    ask("an unknown category is told", any(found["code"] == "row.error-in-note" for found in it.checked.get("diagnostics", [])), it.checked.get("diagnostics"))
    ask("the next sheet has a counted error in brackets", it.next["acme"]["plain1"]["Note"] == "(error: accuracy major)", it.next["acme"]["plain1"])
    same("an undo takes its errors off", sum(one["points"] for one in it.sheets_after.get("acme", {}).get("quality", [])), 0)


def wish_12(it):
    """Asked once, answered everywhere: a Note that ends in ? is listed, and its answer is beside the text in every locale's next sheet."""
    question = REVIEWED["da", "question"]["Note"]
    ask("the report lists it", question in it.page, it.page[:300])
    ask("JSON marks it", any(note["note"] == question and note.get("isQuestion") for note in it.report.get("notes", [])), it.report.get("notes"))
    for name, rows in it.next.items():
        ask(f"the next sheet of {name} has the answer", ANSWER in json.dumps(rows.get("question", {}), ensure_ascii=False), rows.get("question"))


@takes("binary", "data", only=[], keep="")
def round_of_four(options):
    if not os.path.isdir(options.data):
        checks.skip_all(f"there is no folder {options.data}")
    wishes = {name[5:]: wish for name, wish in globals().items() if name.startswith("wish_")}
    with checks.scratch() as folder:
        it = Round(options, folder)
        play(it)
        for name, wish in wishes.items():
            if not options.only or name in options.only:
                before = len(checks.wrong)
                wish(it)
                print(f"  {name:>2}  {'wrong' if len(checks.wrong) > before else 'as said'}: {wish.__doc__}", flush=True)
        if options.keep:
            shutil.copytree(folder, options.keep, dirs_exist_ok=True)
    return f"{len(AGENCIES)} agencies, {len(it.made)} proposals"


if __name__ == "__main__":
    checks.main(__doc__, round_of_four)
