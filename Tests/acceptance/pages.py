#!/usr/bin/env python3
"""pages.py MODE BINARY

The report and the review page in Chromium, and a review in one file in Chromium and Firefox, as people use them. With axe-core the pages are
audited in each state; --pictures FOLDER keeps what was seen. Needs selenium, Chromium and chromedriver; axe-core-python for the audit."""
import argparse
import base64
import collections
import contextlib
import csv
import difflib
import glob
import json
import os
import random
import re
import shutil
import signal
import socketserver
import subprocess
import threading
import time
import urllib.parse
import urllib.request

import checks
import sheets
from browser import Chromium, ReviewBrowser, ReviewFirefox, ReviewProgram, axe_script, firefox, missing
from checks import ask, same, skip, takes
from memories import without_every, write_memory
from servers import Catalog, Sandbox, Text, free_port, write_texts

HOSTILE = "<script>document.title='gone'</script><img src=x onerror=\"document.title='gone'\"> & </noscript>\u202e\u2028'"

SECTION, HOSTILE_KEY = "signs", "<article class=x>"


def with_hostile_key(folder):
    """The sample texts, with a key before all others that looks like the markup of a row."""
    for path in glob.glob(checks.ROOT + "/Sources/NStack/NStackSandbox/SampleTexts/*.json"):
        content = checks.json_of(path)
        if os.path.basename(path).startswith("resource-"):
            content["data"] = {SECTION: {HOSTILE_KEY: "A & B"}, **content["data"]}
        checks.write(f"{folder}/{os.path.basename(path)}", json.dumps(content, ensure_ascii=False))
    return folder


def edited(source, target):
    """Edits a sheet in CSV in every way that a report shows."""
    rows, changed = sheets.records(source), 0
    for row in rows:
        current, proposal = row["Current value"], row["Proposal"]
        if changed == 0 and current:
            row["Proposal"], row["Note"] = current + HOSTILE, "<b>Note</b> " + HOSTILE
        elif row["Deletable"] == "yes" and changed % 2:
            row["Action"] = "delete"
        elif proposal and changed % 3 == 0:
            row["Proposal"] = ""
        elif changed % 5 == 1:
            row["Action"] = "remove it"
        elif not current:
            continue
        else:
            row["Proposal"] = (current.replace("%", "", 1) if changed % 7 == 3 else current) + f" {changed}"
        changed += 1
    sheets.save_records(target, rows, csv.QUOTE_ALL)


class Report(Chromium):
    """A report in Chromium."""

    def open(self, path):
        self.driver.get("file://" + os.path.abspath(path))
        return self

    def count(self, selector="#rows > article"):
        return self.script("return document.querySelectorAll(arguments[0]).length", selector)

    def counted(self):
        return self.script("return document.getElementById('count').textContent")

    def choose(self, control, label):
        """Chooses the option of a control that begins with a label; none for an empty label."""
        self.script("""
            const select = document.getElementById(arguments[0]);
            const option = [...select.options].find((each) => each.textContent.startsWith(arguments[1] + " ("));
            select.value = arguments[1] === "" ? "" : option.value;
            select.dispatchEvent(new Event("change"));""", control, label)

    def search(self, text):
        self.script("""
            const search = document.getElementById("search");
            search.value = arguments[0];
            search.dispatchEvent(new Event("input"));""", text)
        self.wait_for_frames()

    def wait_for_frames(self):
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def press(self, *keys):
        super().press(*keys)
        self.wait_for_frames()

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]


def rows_of(text, kinds):
    number = f"{sum(kinds):,} " + ("row" if sum(kinds) == 1 else "rows")
    return text == number or text.startswith(number + " of ") or text.startswith(number + ":") or text.startswith(number + ";")


def judge_report(page, plan, axe):
    rows = plan["items"]
    kinds = {"propose": "planned", "delete": "planned", "cleared": "nothing to do", "unknown-action": "refused",
             "refused-by-check": "refused", "refused": "refused"}
    outcomes = collections.Counter(kinds[row["verdict"]] for row in rows)
    locales = collections.Counter(row["locale"] for row in rows)
    same("all rows are told", page.counted().split(";")[0], f"{len(rows):,} rows")
    same("the title stays the page's", page.driver.title, "Plan for a translation import")
    same("the console is empty", page.errors(), [])
    same("nothing of a text is an element", page.count("img, main script, #rows b > script"), 0)
    note = page.script("return document.querySelector('#rows .note span')?.textContent") or ""
    ask("a note is shown as it was written", note.startswith("<b>Note</b> <script>document.title='gone'</script><img"), note)

    # Totals
    table = page.script("""return [...document.querySelectorAll(".totals tbody tr")].map((row) =>
        [row.cells[0].textContent, row.cells[row.cells.length - 1].textContent])""")
    same("totals by locale", dict(table), {**{name: f"{count:,}" for name, count in locales.items()}, "all locales": f"{len(rows):,}"})
    chips = page.script("""return [...document.querySelectorAll("#outcomes button")].map((chip) =>
        [chip.dataset.name, chip.querySelector("b").textContent])""")
    same("totals by outcome", dict(chips), {name: f"{count:,}" for name, count in outcomes.items()})
    refused = sum(1 for row in rows if row["locale"] == "da-DK" and kinds[row["verdict"]] == "refused")
    page.script("""[...document.querySelectorAll(".totals button")].find((each) =>
        each.getAttribute("aria-label").endsWith("da-DK, refused")).click()""")
    ask("a total shows its rows", rows_of(page.counted(), [refused]) and page.count() == refused, (page.counted(), refused))
    same("they are of that locale", page.script(
        "return [...new Set([...document.querySelectorAll('#rows .locale')].map((each) => each.textContent))]"), ["da-DK"])

    # Filters and search
    page.press("0")
    for locale in ("ar-SA", "ja-JP"):
        page.choose("locale", locale)
        ask(f"filter by {locale}", rows_of(page.counted(), [locales[locale]]), page.counted())
    same("the filter is told", page.counted().split(": ")[1].split(";")[0], "ja-JP")
    page.choose("locale", "")
    section = rows[-1]["section"]
    page.choose("section", section)
    ask("filter by section", rows_of(page.counted(), [sum(1 for row in rows if row["section"] == section)]), page.counted())
    page.choose("section", "")
    findings = collections.Counter(check for row in rows for check in {each["check"] for each in row.get("findings", [])})
    ask("some check found something", bool(findings))
    for check, count in findings.items():
        page.choose("finding", check)
        ask(f"filter by {check}", rows_of(page.counted(), [count]), page.counted())
    page.choose("finding", "")
    page.search("DOCUMENT.TITLE='gone'")
    ask("search finds a text in any case", rows_of(page.counted(), [1]), page.counted())
    ask("what was found is marked", page.script("return (CSS.highlights?.get('found')?.size ?? 1) > 0"))
    page.search("qqxqq")
    ask("search finds nothing", page.counted().startswith("0 rows of") and page.count() == 0, page.counted())
    page.search("")

    # Keyboard
    from selenium.webdriver.common.keys import Keys
    page.script("document.activeElement.blur(); scrollTo(0, 0)")
    page.press("1")
    first = page.script("return document.querySelector('#outcomes button').dataset.name")
    ask("1 chooses the first outcome", rows_of(page.counted(), [outcomes[first]]), page.counted())
    same("and says so", page.script("return document.querySelector('#outcomes button').getAttribute('aria-pressed')"), "true")
    page.press("1")
    page.press("j", "j", "k", "j")
    ask("j and k go from row to row", page.script("return document.activeElement === document.querySelectorAll('#rows > article')[1]"))
    page.press("/", "j", "k")
    same("/ goes to the search, and letters are text there", page.script(
        "return [document.activeElement.id, document.activeElement.value]"), ["search", "jk"])
    page.press(Keys.ESCAPE)
    page.press(Keys.ESCAPE)
    ask("Esc leaves the search and clears it", rows_of(page.counted(), [len(rows)]), page.counted())
    page.press("?")
    ask("? opens the list of keys", page.count("dialog[open]") == 1)
    if axe:
        same("audit of the list of keys", page.audit(axe, "dialog"), [])
    page.press(Keys.ESCAPE)
    ask("Esc closes it", page.count("dialog") == 0)

    # What a deletion looks like
    page.press("0")
    page.script("document.getElementById('all').click()")
    same("Show all puts every row on the page", page.count(), len(rows))
    page.script("scrollTo(0, document.body.scrollHeight)")
    page.choose("locale", "ja-JP")
    ask("a filter that is chosen far down shows the first of its rows", page.script("""
        const [filters, count, row] = ["filters", "count", "rows"].map((id) => document.getElementById(id).getBoundingClientRect());
        return count.top >= filters.bottom - 1 && row.top > 0 && row.top < innerHeight / 2"""), page.script("return scrollY"))
    page.choose("locale", "")
    page.script("document.getElementById('all').click()")
    deleted = sum(row["verdict"] == "delete" for row in rows)
    struck = page.script("""return [...document.querySelectorAll("#rows article")].filter((row) =>
        [...row.querySelectorAll("dt")].some((name) => name.textContent === "To delete")).length""")
    same("as many rows are drawn as deletions as there are", struck, deleted)
    same("texts have their direction", page.script("""return [...new Set([...document.querySelectorAll("[lang='ar-SA']")].map((each) =>
        getComputedStyle(each).direction))]"""), ["rtl"])

    # Print
    page.command("Emulation.setEmulatedMedia", media="print")
    same("no control is printed", page.script("""return [...document.querySelectorAll(".filters, #more, .skip")].filter((each) =>
        getComputedStyle(each).display !== "none").length"""), 0)
    page.command("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    same("paper is light, also from a dark screen", page.script(
        "return ['--back', '--good-back'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))"),
        ["#ffffff", "#d5efda"])
    page.command("Emulation.setEmulatedMedia", media="", features=[])
    page.press("0")
    page.script("dispatchEvent(new Event('beforeprint'))")
    same("all rows are printed", page.count(), len(rows))
    page.script("dispatchEvent(new Event('afterprint'))")
    if page.pictures:
        paper = page.command("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)
        with open(os.path.join(page.pictures, "print.pdf"), "wb") as file:
            file.write(base64.b64decode(paper["data"]))


def judge_looks(path, axe, pictures):
    for name, width, dark in (("light", 1280, False), ("dark", 1280, True), ("phone", 390, False), ("phone-dark", 390, True)):
        with Report(width, 844 if width == 390 else 900, pictures) as page:
            page.scheme("dark" if dark else "light")
            page.open(path)
            ask(f"{name}: the page is as wide as the screen", page.script(
                "return document.documentElement.scrollWidth <= innerWidth"), page.script("return document.documentElement.scrollWidth"))
            page.picture(name)
            page.script("document.getElementById('list').scrollIntoView()")
            page.picture(name + "-rows")
            if axe:
                same(f"{name}: audit", page.audit(axe), [])
            if name == "light":
                page.choose("locale", "ar-SA")
                page.picture("arabic")


def judge_languages(path, rows, axe, pictures):
    """The report in the language that the browser prefers."""
    for language, title, count in (("de", "Plan eines Imports von Übersetzungen", f"{rows} Zeilen"), ("ar", "خطة استيراد ترجمات", f"الصفوف: {rows}"),
                                   ("ja", "翻訳インポートの計画", f"{rows} 行"), ("zh-TW", "Plan for a translation import", f"{rows} rows")):
        with Report(pictures=pictures) as page:
            page.command("Network.setUserAgentOverride", userAgent=page.script("return navigator.userAgent"), acceptLanguage=language)
            page.open(path)
            same(f"{language}: the title", page.script("return document.querySelector('h1').textContent"), title)
            same(f"{language}: the count", page.counted().split(";")[0], count)
            same(f"{language}: the page says its language", page.script("return [document.documentElement.lang, document.documentElement.dir]"),
                 ["en" if language == "zh-TW" else language, "rtl" if language == "ar" else "ltr"])
            same(f"{language}: its console is empty", page.errors(), [])
            page.picture(f"report-{language}")
            if axe:
                same(f"{language}: audit", page.audit(axe), [])


def judge_without_scripts(path, rows, pictures):
    with Report(pictures=pictures) as page:
        page.command("Emulation.setScriptExecutionDisabled", value=True)
        page.open(path)
        found = page.command("DOM.getDocument", depth=0)["root"]["nodeId"]
        lines = page.command("DOM.querySelectorAll", nodeId=found, selector="main pre > b")["nodeIds"]
        same("without scripts every row is a line", len(lines), rows)
        page.picture("without-scripts")


def judge_names(path):
    """A name of signs of markup is a name."""
    with Report().open(path) as page:
        page.search("data-name=")
        ask("what only an attribute says is not found", page.counted().startswith("0 rows of"), page.counted())
        page.search(f"{SECTION}/{HOSTILE_KEY}")
        ask("the name with the signs is found", page.count() > 0 and page.count() == page.script(
            "return document.querySelectorAll('[aria-label*=\"<article\"]').length"), page.counted())
        same("its console is empty", page.errors(), [])


def prepared(options):
    """Ends where there is no browser; gives the script of axe, and makes the folder of pictures."""
    absent = missing()
    if absent:
        checks.skip_all(absent)
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    axe = axe_script()
    if not axe:
        skip("the audit with axe-core, as axe-core-python is missing")
    return axe


@takes("binary", data=None, pictures=None)
def report(options):
    """The HTML reports of a plan and of an import, as the person who signs off sees them: totals, filters, search and keys show the rows that
    `diff --json` names, a hostile text stays a text, what is printed, what a browser without scripts shows, a telephone's width, an audit."""
    axe = prepared(options)
    with checks.scratch() as data, checks.scratch() as folder, Sandbox(options.binary, options.data or with_hostile_key(data)) as server:
        sheet, returned, plan_page, sent = (f"{folder}/{name}" for name in ("sheet.csv", "returned.csv", "plan.html", "import.html"))
        server.succeed("export", sheet, "--source", Catalog(server.data).default)
        edited(sheet, returned)
        plan = server.run("diff", returned, "--json", "--report", plan_page)
        rows = json.loads(plan.output)
        with Report(pictures=options.pictures).open(plan_page) as page:
            judge_report(page, rows, axe)
        judge_without_scripts(plan_page, len(rows["items"]), options.pictures)
        judge_languages(plan_page, len(rows["items"]), axe, options.pictures)
        if not options.data:
            judge_names(plan_page)
        same("the import is done in part", server.run("import", returned, "--yes", "--allow-delete", "--report", sent).status, 2)
        judge_looks(sent, axe, options.pictures)
        with Report().open(sent) as page:
            ask("an import says that it was verified", page.script("return document.querySelector('.status + p')?.textContent ?? ''").partition("; ")[2].startswith("verified: "))
            page.script("document.querySelector('#outcomes button').click()")
            same("and what was sent", page.script("return document.querySelector('#rows .kind').textContent.trim()"), "✓ sent")
            same("its console is empty", page.errors(), [])
    return "the report as a page"


DANISH = "da-DK"


def keys():
    from selenium.webdriver.common.keys import Keys
    return Keys


class Review:
    """The review page with a sheet that came back, and a server."""

    def __init__(self, binary, sandbox, browser, axe):
        self.binary, self.sandbox, self.browser, self.axe = binary, sandbox, browser, axe
        self.sheet, self.context = sandbox.path + "/returned.csv", sandbox.path + "/context.yaml"

    def state(self, name):
        """Keeps a picture of a state of the page, and audits it."""
        self.browser.picture(name)
        if self.axe:
            same(f"{name}: what axe finds", self.browser.audit(self.axe), [])

    def return_sheet(self):
        """Exports a sheet, edits three rows, and lets somebody else propose for one of their texts."""
        self.sandbox.succeed("export", self.sandbox.path + "/review.csv", "--locale", DANISH)
        with sheets.edited(self.sandbox.path + "/review.csv", self.sheet, lambda row: f"{row['Section']}/{row['Key']}") as rows:
            rows["basket/note"]["Proposal"], rows["basket/remove"]["Proposal"] = "Skriv til bageriet", "Tag ud af kurven"
            rows["pickup/code"]["Action"] = "whatever"
        self.propose_as_somebody_else("basket", "note", "Note til bageren")
        checks.write(self.context, "products:\n  sourdough:\n    description: The name of a bread.\n    maximum-length: 20\n")

    def propose_as_somebody_else(self, section, key, value):
        fields = {"section": section, "key": key, "value": value, "locale": DANISH, "platform": "mobile", "guid": "somebody-else"}
        environment = self.sandbox.variables
        request = urllib.request.Request(
            environment["NSTACK_BASE_URL"] + "/api/v2/content/localize/proposals", urllib.parse.urlencode(fields).encode(),
            {"X-Application-Id": environment["NSTACK_APPLICATION_ID"], "X-Rest-Api-Key": environment["NSTACK_REST_API_KEY"]})
        with urllib.request.urlopen(request, timeout=60) as answer:
            ask("somebody else proposes", answer.status in (200, 201), answer.status)

    def start(self, *arguments):
        self.program = ReviewProgram(self.binary, self.sandbox.environment, *arguments)

    def propose(self):
        page = self.browser
        page.show("products/sourdough", locale=DANISH)
        ask("the panel has the current value", "Surdejsbrød" in page.texts(".facts .text"), page.texts(".facts .text"))
        ask("the panel has the source text", "Sourdough bread" in page.texts(".facts .text"), page.texts(".facts .text"))
        page.write("Et rigtig godt brød på surdej")
        page.until("the maximum is said", lambda: "29 of at most 20 characters" in page.text("#count"))
        page.until("the check is said", lambda: "length.maximum" in page.text("#findings"))
        self.state("typed")
        page.write("Brød på surdej")
        page.until("the finding is gone", lambda: page.text("#findings") == "")
        page.press_with_control(keys().ENTER)
        page.says("Kept your draft for products/sourdough.")
        page.until("the row has the draft", lambda: "draft" in page.texts(".row[aria-selected=true] .badge"))
        page.show("start/openUntil")
        page.write("Åbent til i aften")
        page.until("a placeholder that is lost is said", lambda: "printf.missing" in page.text("#findings"))
        page.write("Åbent til kl. %@ %@")
        page.until("a placeholder too many is said", lambda: "Error:" in page.text("#findings"))
        page.press_with_control(keys().ENTER)
        page.until("a draft that a check refuses is not sent", lambda: "not sent" in page.texts(".row[aria-selected=true] .badge"))
        self.state("refused")

    def replace(self):
        page = self.browser
        page.show("products/cardamomBun")
        same("one's own proposal is marked", page.texts(".proposal.mine .whose"), ["Yours"])
        page.write("Kardemommesnegl")
        page.press_with_control(keys().ENTER)
        ask("nothing is kept where nothing was changed", "draft" not in page.texts(".row[aria-selected=true] .badge"))
        page.write("Kardemommeknude")
        # Leaving the text keeps what was typed, and the page says so to whoever meant to drop it.
        page.press(keys().ESCAPE)
        page.says("Closed. What you wrote for products/cardamomBun is kept as a draft; Undo drops it.")
        page.click(".notice button", "Undo")
        page.until("the draft is dropped", lambda: "draft" not in page.texts(".row[aria-selected=true] .badge"))
        page.show("products/cardamomBun")
        page.write("Kardemommeknude")
        page.press_with_control(keys().ENTER)
        page.says("Kept your draft for products/cardamomBun.")

    def propose_twice(self):
        """The text that somebody else proposed already is an error, as NStack answers it."""
        page = self.browser
        page.show("default/retry", locale="de-DE")
        page.write("Nochmal versuchen")
        page.press_with_control(keys().ENTER)
        page.until("the same text twice is an error", lambda: page.texts(".notice.bad"))
        ask("the error names the text", "default/retry" in page.text(".notice.bad"), page.text(".notice.bad"))
        self.state("error")
        page.click(".notice.bad button")
        page.write("Noch einmal versuchen")
        same("only one's own can be withdrawn", len(page.texts(".proposal .danger")), 1)
        page.show("products/soldOut")
        page.press("d")
        page.says("products/soldOut has no proposal or draft of yours.")

    def keep_what_is_refused(self):
        """A text that the program does not take stays on the page, with the reason."""
        page = self.browser
        page.show("default/loading", locale=DANISH)
        typed = "'Henter ' + String.fromCharCode(0xD83C)"
        page.script(f"const area = document.getElementById('suggestion'); area.value = {typed}; area.dispatchEvent(new Event('input'))")
        page.until("half of a character is said", lambda: "half of a character" in page.text("#findings"))
        page.press(keys().ESCAPE)
        page.until("and why nothing was kept", lambda: "half of a character" in page.text(".notice.bad"))
        page.click(".notice.bad button")
        page.until("the row says that it is not saved", lambda: "not saved" in page.texts(".row[data-index] .badge"))
        # The driver cannot read the text of a row with half of a character, so no row is searched for.
        page.script("document.getElementById('search').value = ''; document.getElementById('search').dispatchEvent(new Event('input'))")
        for index, name in [(5, "default/retry"), (6, "default/loading")]:
            page.until("all texts are listed", lambda: page.text(".total") == "46 texts")
            page.until("the row is drawn", lambda: page.script(
                f"const row = document.querySelector(`.row[data-index='{index}']`); row?.scrollIntoView({{ block: 'center' }}); return row !== null"))
            page.click(f".row[data-index='{index}']")
            page.until(f"{name} is open", lambda: page.text("#panel-title") == name)
        same("what was typed is there", page.script(f"return document.getElementById('suggestion').value === {typed}"), True)
        page.click(".editor .actions button", "Discard what I wrote")
        page.says("Discarded your draft for default/loading.")

    def next_problem(self):
        """`n` goes on from the text that one looks at, also when the filter no longer finds the text before."""
        page = self.browser
        for name in ("default/ok", "default/cancel", "default/back"):
            page.show(name, locale=DANISH)
            page.write("Ok %@")
            page.press_with_control(keys().ENTER)
            page.says(f"Kept your draft for {name}.")
        page.click("#search")
        page.press_with_control("a")
        page.press(keys().DELETE)
        page.until("all texts are listed", lambda: page.text(".total") == "46 texts")
        page.click(".chip[data-name=findings]")
        page.until("four texts have findings", lambda: page.text(".total") == "4 texts")
        page.click(".row[data-index='1']")
        page.until("the second is open", lambda: page.text("#panel-title") == "default/cancel")
        page.press("d")
        page.says("Discarded your draft for default/cancel.")
        page.click(".row[data-index='2']")
        page.until("the third is open", lambda: page.text("#panel-title") == "default/back")
        for name in ("start/openUntil", "default/ok", "default/back"):
            page.press("n")
            page.until(f"n goes to {name}", lambda: page.text("#panel-title") == name)
        page.press("d")
        page.says("Discarded your draft for default/back.")
        page.click(".chip[data-name=all]")
        page.show("default/ok")
        page.press("d")
        page.says("Discarded your draft for default/ok.")

    def withdraw(self):
        page = self.browser
        page.show("account/newsletter", locale=DANISH)
        page.press("d")
        page.says("will be withdrawn when you send")
        page.until("the row says so", lambda: "to be withdrawn" in page.texts(".row[aria-selected=true] .badge"))
        page.press("u")
        page.says("Took back the last change to account/newsletter.")
        page.until("undone", lambda: "to be withdrawn" not in page.texts(".row[aria-selected=true] .badge"))
        page.swipe(".proposal.mine .face .text", -60)
        ask("a short swipe withdraws nothing", "to be withdrawn" not in page.texts(".row[aria-selected=true] .badge"))
        page.swipe(".proposal.mine .face .text", -200)
        page.until("a swipe withdraws", lambda: "to be withdrawn" in page.texts(".row[aria-selected=true] .badge"))
        page.click(".notice button", "Undo")
        page.until("the notice's button undoes", lambda: "to be withdrawn" not in page.texts(".row[aria-selected=true] .badge"))
        page.click(".proposal .danger", "Withdraw")
        page.until("the button withdraws", lambda: "to be withdrawn" in page.texts(".row[aria-selected=true] .badge"))
        self.state("withdrawn")

    def decide(self):
        """The conflict and the rows of the returned sheet."""
        page = self.browser
        page.click(".tools button", "Files")
        page.until("the row that could not be used is named", lambda: "row " in page.text("dialog") and "whatever" in page.text("dialog"))
        self.state("files")
        page.press(keys().ESCAPE)
        page.show("basket/remove")
        ask("a row of the sheet is a draft", "Tag ud af kurven" == page.script("return document.getElementById('suggestion').value"))
        ask("the draft says where it is from", "returned.csv" in page.text(".editor .state"), page.text(".editor .state"))
        page.show("basket/note")
        same("the conflict is shown", page.text(".conflict-part h3"), "Conflict")
        ask("the conflict has the server's text and the sheet's", all(
            any(text in side for side in page.texts(".conflict-part .side")) for text in ("Note til bageren", "Skriv til bageriet")),
            page.texts(".conflict-part .side"))
        self.state("conflict")
        page.click(".conflict-part button", "Keep what the server has")
        page.until("the conflict is decided", lambda: page.text(".conflict-part") == "")
        page.press("u")
        page.until("a decision can be undone", lambda: page.text(".conflict-part") != "")
        page.click(".conflict-part button", "Send the sheet")
        page.until("the sheet's text is sent", lambda: page.text(".conflict-part") == "")

    def close_the_tab(self):
        """What was typed and not kept is a draft all the same, and the killed program has lost nothing."""
        page = self.browser
        for path in self.draft_files():
            os.remove(path)
        page.show("products/ryeBread")
        page.write("Rugbrød fra i dag")
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.driver.switch_to.window(first)
        page.driver.close()
        page.driver.switch_to.window(page.driver.window_handles[0])
        # The drafts are asked for past the page: a request of the tab that is closed may still be on its way.
        tokens = [line.rsplit("#token=", 1)[1].strip() for line in self.program.said().splitlines() if "#token=" in line]
        if ask("a new address is printed after the first was used", tokens, self.program.said()):
            key = self.program.api("session", {"token": tokens[-1]}, "")["key"]
            page.until("the closed tab's text is a draft", lambda: self.program.api("review", key=key)["counts"]["drafts"] == 7)
        self.program.end(signal.SIGKILL)
        self.start("--context", self.context, "--port", str(self.program.port))
        page.open(self.program.address)
        page.until("the drafts are there after the program was killed", lambda: any(chip.startswith("Drafts") for chip in page.texts(".chip")))
        page.show("products/ryeBread", locale=DANISH)
        same("the draft of the closed tab", page.script("return document.getElementById('suggestion').value"), "Rugbrød fra i dag")

    def lose_the_program(self):
        """What is typed on while the program is away, a note too, is found by the next run in a tab of its own."""
        page = self.browser
        page.show("products/cinnamonRoll")
        page.write("Snegl")
        port = self.program.port
        self.program.end(signal.SIGKILL)
        page.press(" med kanel")
        page.until("a lost program is said", lambda: "does not answer" in page.text(".lost"))
        page.script("document.getElementById('note').focus()")
        page.press("Er det en snegl?")
        page.press_with_control(keys().ENTER)
        page.press(keys().ESCAPE)
        page.until("and what is not saved", lambda: "2 texts on this page are not saved yet." in page.text(".lost"))
        self.state("lost")
        self.start("--context", self.context)
        same("the next run is at the port of the last one", self.program.port, port)
        page.until("another program at the address is said", lambda: "Another program" in page.text(".lost"))
        page.driver.switch_to.new_window("tab")
        page.open(self.program.address)
        page.says("2 texts kept as drafts.")
        old, new = page.driver.window_handles
        page.driver.switch_to.window(old)
        page.until("the old tab knows", lambda: "not saved yet." not in page.text(".lost"))
        page.driver.close()
        page.driver.switch_to.window(new)
        page.show("products/cinnamonRoll", locale=DANISH)
        same("the note is what was typed", page.script("return document.getElementById('note').value"), "Er det en snegl?")
        page.until("nothing that was typed is lost", lambda: "draft" in page.texts(".row[aria-selected=true] .badge"))
        same("the text is what was typed", page.script("return document.getElementById('suggestion').value"), "Snegl med kanel")

    def draft_files(self):
        return glob.glob(self.sandbox.path + "/state/nstack-review/drafts-*.jsonl")

    def keep_others_out(self):
        """What the program refuses is tested by SecurityTests; this is what a browser makes of it."""
        page, key = self.browser, self.browser.script("return sessionStorage.getItem('review-key')")
        same("one's own request is answered", "counts" in self.program.api("review", key=key), True)
        same("the token is not in the address any more", "token" in page.driver.current_url, False)
        same("until here the browser complains of nothing", page.faults(), [])
        page.driver.switch_to.new_window("tab")
        page.driver.get("about:blank")
        found = page.driver.execute_async_script(
            "const done = arguments[2]; fetch(arguments[0], {headers: {'X-Review-Key': arguments[1]}})"
            ".then(answer => answer.text()).then(done, error => done('blocked'))", f"http://127.0.0.1:{self.program.port}/api/review", key)
        same("a page of another origin reads nothing", found, "blocked")
        page.faults()
        page.driver.close()
        page.driver.switch_to.window(page.driver.window_handles[0])

    def lose_the_server(self):
        """NStack is out of reach while one sends: nothing is sent, and the drafts stay."""
        page = self.browser
        command = self.sandbox.process.args
        self.sandbox.process.send_signal(signal.SIGTERM)
        self.sandbox.process.wait(60)
        page.click(".tools .primary")
        page.click("#allow-deletes")
        page.click("dialog .primary")
        page.until("a lost server is said", lambda: "Nothing was sent" in page.text("dialog"), 300)
        self.state("not sent")
        page.press(keys().ESCAPE)
        self.sandbox.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.sandbox.log, stderr=self.sandbox.log,
                                                env=self.sandbox.environment)
        page.until("the server is there again", self.is_server_there)
        # After many failures in a row the program keeps its calls back: the drafts are sent by a new one.
        self.program.end(signal.SIGKILL)
        self.start("--context", self.context)
        page.open(self.program.address)
        page.choose_locale(DANISH)

    def is_server_there(self):
        try:
            return self.sandbox.proposals() is not None
        except OSError:
            return False

    def send(self, before):
        page = self.browser
        page.click(".tools .primary")
        page.until("the numbers are named", lambda: "6 proposals and 1 delete will be sent. 1 note will be kept for the next sheet." in page.text("dialog .numbers"))
        ask("what a check refuses is named", "1 draft will not be sent" in page.text("dialog") and "start/openUntil" in page.text("dialog"),
                 page.text("dialog"))
        same("a delete needs a yes of its own", page.find("dialog .primary").is_enabled(), False)
        same("nothing has left before Send", self.sandbox.proposals(), before)
        self.state("send")
        page.click("#allow-deletes")
        page.click("dialog .primary")
        page.until("the outcome is said", lambda: "Sent: 7 done, 1 refused by a check." in page.text("dialog"), 300)
        ask("the result is verified", "has exactly what was sent" in page.text("dialog"), page.text("dialog"))
        self.state("sent")
        page.click("dialog .actions button", "Close")
        page.press("u")
        page.says("There is nothing to undo.")

        expected = before.copy()
        for name, old, new in [("products/cardamomBun", "Kardemommesnegl", "Kardemommeknude"), ("account/newsletter", "Send mig ugens brød", None),
                               ("products/sourdough", None, "Brød på surdej"), ("basket/note", None, "Skriv til bageriet"),
                               ("basket/remove", None, "Tag ud af kurven"), ("products/ryeBread", None, "Rugbrød fra i dag"),
                               ("products/cinnamonRoll", None, "Snegl med kanel")]:
            text = Text(*name.split("/"), DANISH)
            if old:
                del expected[(text, old, True)]
            if new:
                expected[(text, new, True)] += 1
        same("the server holds exactly what was sent", self.sandbox.proposals(), expected)
        page.until("one draft is left", lambda: page.script(
            "return [...document.querySelectorAll('.chip')].some(chip => chip.dataset.name === 'drafts' && chip.innerText.endsWith(' 1'))"))

    def cut_off(self):
        """The program is killed within a Send, and a byte of the drafts is changed: the next page says both, and goes on."""
        page = self.browser
        for name in ("default/ok", "default/cancel", "default/back"):
            page.show(name, locale=DANISH)
            page.write(f"Ny {name}")
            page.press_with_control(keys().ENTER)
            page.says(f"Kept your draft for {name}.")
        writes = self.sandbox.writes()
        page.click(".tools .primary")
        page.click("dialog .primary")
        page.until("all three arrive, of which the server puts one off", lambda: self.sandbox.writes() == writes + 3)
        time.sleep(0.5)
        self.program.end(signal.SIGKILL)
        path, = self.draft_files()
        with open(path, "r+b") as file:
            content = file.read()
            place = content.index(b"openUntil")
            file.seek(place)
            file.write(b"O")
        self.start("--context", self.context)
        page.open(self.program.address)
        page.until("a Send that was cut off is said", lambda: "was cut off. Of its 3 calls, 2 are known" in page.text("dialog"))
        page.until("so is a damaged draft", lambda: any("1 of its" in notice for notice in page.texts(".notice.bad")))
        ask("the terminal says both", all(word in self.program.said() for word in ("was cut off", "The file of drafts was damaged")),
                 self.program.said())
        self.state("cut off")
        page.click("dialog .primary")
        page.until("what is left is named", lambda: "1 proposal will be sent." in page.text("dialog .numbers"))
        page.click("dialog .primary")
        page.until("the outcome is said", lambda: "Sent: 1 done." in page.text("dialog"), 300)
        page.press(keys().ESCAPE)
        page.click(".notice.bad button")
        sent = {value for _, value, _ in self.sandbox.proposals()}
        ask("all three were sent", sent >= {"Ny default/ok", "Ny default/cancel", "Ny default/back"}, sent)
        same("none of them twice", self.sandbox.writes(), writes + 4)
        page.show("start/openUntil")
        page.write("Åbent til kl. %@ %@")
        page.press_with_control(keys().ENTER)
        page.says("Kept your draft for start/openUntil.")

    def leave(self):
        page = self.browser
        page.click(".tools button", "Leave")
        page.until("leaving says how many proposals there are", lambda: "proposals in this application" in page.text("dialog"))
        ask("leaving says that drafts are kept", "1 draft or note is kept on this computer." in page.text("dialog"), page.text("dialog"))
        ask("and how many are one's own", " of them yours." in page.text("dialog"), page.text("dialog"))
        ask("and that the tab may be closed", "Everything is saved. You can close this tab." in page.text("dialog"), page.text("dialog"))
        self.state("leaving")
        page.click("dialog .actions button", "Back")

    def sign_off(self):
        """`ok` and a note, by keyboard alone, from the search on."""
        page = self.browser
        page.choose_locale(DANISH)
        page.press("/")
        page.press_with_control("a")
        page.press("default save", keys().ENTER)
        page.until("Enter goes from the search to the first text", lambda: page.script(
            "return document.activeElement.id === 'list' && document.querySelector('.row[aria-selected=true] .key')?.innerText === 'save'"))
        page.press("o")
        page.says("default/save will be marked as reviewed when you send.")
        page.until("the row says so", lambda: "to be marked as reviewed" in page.texts(".row[aria-selected=true] .badge"))
        page.press("m")
        page.until("the note has the focus", lambda: page.script("return document.activeElement.id === 'note'"))
        page.press("Er det her rigtigt?")
        self.state("note")
        page.press_with_control(keys().ENTER)
        page.says("Kept your note on default/save.")
        page.press(keys().ESCAPE)
        page.until("both are to be kept", lambda: page.text(".tools .primary") == "Keep 2…")

    def several(self):
        """Several rows are decided and undone at once."""
        page = self.browser
        page.press("/")
        page.press_with_control("a")
        page.press("default", keys().ARROW_DOWN)
        page.until("↓ goes to the first text too", lambda: page.script(
            "return document.activeElement.id === 'list' && document.querySelectorAll('.row[data-index]').length === 7 && "
            "document.querySelector('.row[aria-selected=true]') !== null"))
        page.press("x", "j", "x")
        page.until("two are selected", lambda: page.text(".selection [role=status]") == "2 selected")
        page.press("X")
        page.until("all are selected", lambda: page.text(".selection [role=status]") == "7 selected")
        self.state("selected")
        page.click(".selection button", "Mark as reviewed")
        page.says("7 texts will be marked as reviewed when you send.")
        page.press("u")
        page.says("Took back the last change to 7 texts.")
        page.click("#list .row[data-index='0'] .pick")
        page.until("a click selects", lambda: page.text(".selection [role=status]") == "1 selected")
        same("what is meant for no text cannot be pressed", page.texts(".selection button:disabled"),
             ["Accept suggestions (0)", "Withdraw my proposals (0)", "Discard drafts (0)"])
        page.click(".selection button", "Select none")

    def warn(self):
        """What a check warns of is said beside its text before it is sent, and what is replaced."""
        page = self.browser
        page.show("basket/total", locale=DANISH)
        page.write("I  alt: %@")
        page.press_with_control(keys().ENTER)
        page.says("Kept your draft for basket/total.")
        page.press(keys().ESCAPE)
        page.click(".tools .primary")
        page.until("Send says how many texts have warnings", lambda: "1 text has a warning." in page.text("dialog"))
        line = page.text("dialog li")
        ask("the warning, the source and the value are beside the text", all(
            word in line for word in ("space.double", "Source", "Current value", "alt: %@")), line)
        self.state("warnings")
        page.press(keys().ESCAPE)
        page.show("basket/total")
        page.press("d")
        page.says("Discarded your draft for basket/total.")

    def suggest(self):
        """A memory and a glossary, for the texts of one locale, at the port of the last review."""
        page, port = self.browser, self.program.port
        memory, glossary = self.sandbox.path + "/team.tmx", self.sandbox.path + "/glossary.csv"
        checks.write(memory, '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Too late for tomorrow: we start baking '
                             'at %@.</seg></tuv><tuv xml:lang="ar"><seg>نبدأ الخبز الساعة %@.</seg></tuv></tu></body></tmx>')
        checks.write(glossary, "en,ar\nbaking,الخبز\n")
        self.program.end(signal.SIGINT)
        self.start("--context", self.context, "--memory", memory, "--glossary", glossary, "--locale", "ar-SA")
        same("the next review is at the port of the last one", self.program.port, port)
        page.open(self.program.address)
        page.show("errors/tooLate", locale="ar-SA")
        page.until("the suggestion is beside the field", lambda: "Exact match, in the language in team.tmx" in page.text(".suggestion"))
        page.until("so are the terms and other locales", lambda: "baking" in page.text(".terms") and page.text(".others summary") == "In other locales (3)")
        self.state("suggestion")
        page.press("a")
        page.says("errors/tooLate: accepted the suggestion.")
        page.until("it is a draft", lambda: "draft" in page.texts(".row[aria-selected=true] .badge"))
        page.press(keys().ESCAPE, "x")
        same("what was accepted is not meant to be signed off", page.text(".selection button[data-name=ok]"), "Mark as reviewed (0)")
        page.press("x", "u")
        page.says("Took back the last change to errors/tooLate.")

    def speak(self):
        """The page in each language, on a wide screen and on a phone."""
        page = self.browser
        agent = page.script("return navigator.userAgent")
        for language, title in [("de", "Durchsicht"), ("da", "Gennemgang"), ("fr", "Relecture"), ("es", "Revisión"), ("pt", "Revisão"), ("ja", "レビュー"),
                                ("zh", "审阅"), ("ar", "المراجعة"), ("zh-TW", "Review"), ("sv", "Review")]:
            page.command("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
            page.driver.refresh()
            page.until(f"{language}: the list is there", lambda: page.script("return document.querySelector('#list[aria-rowcount]') !== null"))
            same(f"{language}: the title", page.text("h1"), title)
            same(f"{language}: the page says its language", page.script("return [document.documentElement.lang, document.documentElement.dir]"),
                 [language if title != "Review" else "en", "rtl" if language == "ar" else "ltr"])
            ask(f"{language}: nothing is undefined", "undefined" not in page.text("body") and "{0}" not in page.text("body"))
            if language in ("ar", "de"):
                self.state(f"page {language}")
                page.size(390, 844, is_phone=True)
                page.until(f"{language}: the phone has no wide row", lambda: page.script("return document.documentElement.scrollWidth <= 390"))
                self.state(f"phone {language}")
                page.size(1440, 900)
        page.command("Network.setUserAgentOverride", userAgent=agent, acceptLanguage="en-US")
        page.driver.refresh()
        page.until("the list is there", lambda: page.script("return document.querySelector('#list[aria-rowcount]') !== null"))

    def modules(self):
        """What the page's own modules make of hard texts."""
        page = self.browser

        def call(module, expression):
            return page.driver.execute_async_script(
                f"const done = arguments[0]; import('/{module}').then(made => done({expression}), error => done(String(error)))")
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fixtures/shown-texts.json"), encoding="utf-8") as file:
            cases = json.load(file)
        nodes = "made.visibleNodes(%s).map(node => node.outerHTML ? `<U+${node.textContent.slice(2).replace(/^0+/, '')}>` : node).join('')"
        for case in cases["visible"]:
            same(f"{case['text']!r} made visible", call("visible.js", nodes % json.dumps(case["text"])), case["shown"])
        count = "made.characterCount(%s)"
        for text, expected in [("", 0), ("abc", 3), ("e\u0301", 1), ("👨‍👩‍👧", 1), ("\r\n", 1), ("นี้", 1)]:
            same(f"characters of {text!r}", call("visible.js", count % json.dumps(text)), expected)
        shown = "(() => { const one = document.createElement('p'); one.append(...made.%s(%s)); return one.innerHTML })()"
        for text, expected in [("<b>&amp;", "&lt;b&gt;&amp;amp;"), ("a\u202Eb", 'a<span class="hidden">U+202E</span>b'),
                               ("\u0007", '<span class="hidden">U+0007</span>'), ("می\u200cخواهم", "می\u200cخواهم")]:
            same(f"{text!r} on the page", call("visible.js", shown % ("visibleNodes", json.dumps(text))), expected)
        same("where a name may break", call("visible.js", shown % ("breakable", json.dumps("account.deleteWarning"))),
                  "account.<wbr>delete<wbr>Warning")
        same("a locale that is none has no language", call("visible.js", "made.languageTag('not a locale')"), "")

    def look(self):
        """Other views, sizes and colours."""
        page = self.browser
        page.press(keys().ESCAPE)
        page.script("document.getElementById('search').value = ''; document.getElementById('search').dispatchEvent(new Event('input'))")
        page.until("all texts are listed", lambda: "46 texts" in page.text(".total"))
        self.state("light")
        page.scheme("dark")
        self.state("dark")
        page.command("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        same("paper is light, also from a dark screen", page.script(
            "return getComputedStyle(document.documentElement).getPropertyValue('--back')"), "#ffffff")
        page.command("Emulation.setEmulatedMedia", media="")
        page.scheme("light")
        page.choose_locale("ar-SA")
        page.until("Arabic is set from right to left", lambda: page.script(
            "return [...document.querySelectorAll('.row .current .text')].some(text => text.dir === 'rtl' && getComputedStyle(text).direction === 'rtl')"))
        self.state("arabic")
        page.find("#list").click()
        page.press("t")
        page.until("texts only", lambda: page.script("return document.querySelector('.row.texts[data-index]') !== null"))
        self.state("texts")
        page.press("t")
        page.size(390, 844, is_phone=True)
        page.until("the phone has no wide row", lambda: page.script("return document.documentElement.scrollWidth <= 390"))
        self.state("phone")
        page.press(keys().ESCAPE)
        ask("the texts come before the controls on a phone", page.script("return document.getElementById('list').getBoundingClientRect().top") < 120)
        same("what chooses among them is folded away", page.find("#search").is_displayed(), False)
        page.click(".unfold")
        page.until("and is there when it is asked for", lambda: page.find("#search").is_displayed())
        self.state("phone controls")
        page.show("start/openUntil", locale=DANISH)
        same("the panel covers the phone", page.script(
            "const box = document.querySelector('.panel').getBoundingClientRect(); return [Math.round(box.left), Math.round(box.width)]"), [0, 390])
        self.state("phone panel")
        same("what is behind the panel cannot be reached", page.script("return document.querySelector('main').inert"), True)
        page.press(keys().ESCAPE)
        page.size(1440, 900)


@takes("binary", pictures=None)
def review(options):
    """The review page, as a reviewer uses it: propose, replace, withdraw, undo, decide a conflict from a returned sheet, lose the server, the
    program and the file of drafts, close the tab, send, and be cut off within a Send. Does the page say so, does the server hold exactly
    what was sent, are requests with a foreign Host or Origin, or without the key, refused?"""
    axe = prepared(options)
    with Sandbox(options.binary, faults=[{"method": "POST", "path": "proposals", "from": 8, "to": 8, "status": 503, "headers": {"Retry-After": "100"}}], port=free_port()) as sandbox, \
            ReviewBrowser(pictures=options.pictures) as browser:
        it = Review(options.binary, sandbox, browser, axe)
        it.return_sheet()
        before = sandbox.proposals()
        it.start(it.sheet, "--context", it.context)
        try:
            browser.open(it.program.address)
            it.state("opened")
            for step in (it.propose, it.replace, it.propose_twice, it.keep_what_is_refused, it.next_problem, it.withdraw, it.decide, it.close_the_tab,
                         it.lose_the_program, it.keep_others_out, it.lose_the_server):
                step()
            it.send(before)
            for step in (it.cut_off, it.leave, it.sign_off, it.several, it.warn, it.modules, it.look, it.suggest, it.speak):
                step()
            same("the browser complains of nothing", browser.faults(), [])
            same("Ctrl-C ends the program", it.program.end(signal.SIGINT), 0)
        finally:
            it.program.process.kill()
    return "the review page"


# What is decided in each of two locales.
DECIDED = {"propose": 8, "lose": 1, "ignore": 1, "remark": 3, "delete": 5, "ok": 6, "accept": 6}


def decisions(rows, names):
    """60 of a sheet's rows, each with what is decided about it; only texts that their names alone find."""
    wanted, kinds = collections.defaultdict(lambda: dict(DECIDED)), {
        "propose": lambda row, text: text, "lose": lambda row, text: text and row.get("Placeholder 1"), "ignore": lambda row, text: text and row.get("Placeholder 1"),
        "remark": lambda row, text: text, "delete": lambda row, text: row["Deletable"] == "yes", "ok": lambda row, text: text or row["Deletable"] == "no",
        "accept": lambda row, text: row["Note"].startswith("[Suggestion: ")}
    several = collections.Counter((row["Section"], row["Key"], row["Locale"]) for row in rows)
    for number, row in enumerate(rows):
        name = f"{row['Section']}/{row['Key']}"
        if number % 3 or several[row["Section"], row["Key"], row["Locale"]] > 1 or sum(name in other for other in names) > 1:
            continue
        text = row["Current value"].strip() and not row["Proposal"] and not row["Note"]
        left = wanted[row["Locale"]]
        kind = next((kind for kind in reversed(kinds) if left[kind] and kinds[kind](row, text)), None)
        if kind:
            left[kind] -= 1
            yield kind, number, row


def decide_in_sheet(kind, number, row):
    if kind in ("delete", "ok", "accept"):
        row["Action"] = kind
    elif kind != "remark":
        row["Proposal"] = "Nyt" if kind in ("lose", "ignore") else f"{sheets.without_apostrophe(row['Current value'])} {number}"
    note = {"remark": f"Er det rigtigt? {number}", "ignore": "ignore: all", "propose": "Kortere" if number % 2 else ""}.get(kind)
    row["Note"] = note or row["Note"]


def decide_on_page(page, kind, row):
    name = f"{row['Section']}/{row['Key']}"
    page.show(name, locale=row["Locale"])
    own = lambda: page.script("return document.querySelector('.row[aria-selected=true]')?.className ?? ''")
    if kind in ("propose", "lose", "ignore"):
        page.write(sheets.without_apostrophe(row["Proposal"]))
        page.press_with_control(keys().ENTER)
        page.says(f"Kept your draft for {name}.")
    elif kind != "remark":
        page.press({"delete": "d", "ok": "o", "accept": "a"}[kind])
        page.says(name)
        page.until(f"{name}: {kind} is a draft", lambda: " own" in own())
    if row["Note"] and not row["Note"].startswith("[Suggestion: "):
        page.press("m")
        page.until("the note has the focus", lambda: page.script("return document.activeElement.id === 'note'"))
        page.press(row["Note"])
        page.press_with_control(keys().ENTER)
        page.says(f"Kept your note on {name}.")
    page.press(keys().ESCAPE)


def drafts(page, name="drafts"):
    """The number beside a filter."""
    return page.script("return Number(document.querySelector(`.chip[data-name=${arguments[0]}] b`).textContent)", name)


def file_browsers():
    """The browsers that a review in one file is opened in."""
    if not firefox():
        skip("a review in one file in Firefox, as there is none")
    return [ReviewBrowser] + [ReviewFirefox] * bool(firefox())


def asks_on_leaving(page):
    return page.script("const leaving = new Event('beforeunload', { cancelable: true }); dispatchEvent(leaving); return leaving.defaultPrevented")


def saved_from(page, folder):
    """The file that a page saves into a folder by a key."""
    earlier = {path: os.path.getmtime(path) for path in glob.glob(folder + "/*.html")}
    page.press_with_control("s")

    def saved():
        return next((path for path in glob.glob(folder + "/*.html") if os.path.getmtime(path) != earlier.get(path)
                     and checks.read(path).rstrip().endswith(b"</html>")), None)
    path = page.until("the file is saved", saved)
    page.says("with all you decided is in your downloads.")
    return path


def parts_of(path):
    """The page of a saved file, without its data, and the data, without when it was saved."""
    before, _, rest = checks.read(path).decode("ascii").rpartition('<script type="application/json" id="nstack-review-data">')
    data, _, after = rest.partition("</script>")
    return [before, after], {**json.loads(data), "saved": None}


class FileReview:
    """A review in one file, in one of the browsers."""

    def __init__(self, kind, path, folder, axe, pictures):
        self.kind, self.path, self.address, self.axe, self.pictures = kind, path, f"file://{path}", axe, pictures
        self.name = kind.__name__.removeprefix("Review").replace("Browser", "Chromium")
        self.folder = f"{folder}/{self.name}"

    def browser(self, **options):
        return self.kind(pictures=self.pictures, **options)

    def ask(self, what, found, expected=True):
        return same(f"{self.name}: {what}", found, expected)

    def state(self, page, name):
        page.picture(f"{self.name} {name}")
        self.ask(f"what axe finds in {name}", page.audit(self.axe) if self.axe else [], [])

    def outlive(self):
        """Decides, types, and is killed; gives the file that is saved then."""
        with self.browser() as page:
            page.open(self.address)
            page.says("Save writes a file with all you decided: send that one back.")
            page.show(f"{SECTION}/{HOSTILE_KEY}")
            page.write(HOSTILE.replace("\u2028", ""))
            page.press_with_control(keys().ENTER)
            page.until("the hostile text is a draft", lambda: drafts(page) == 1)
            page.press(keys().ESCAPE)
            page.new_tab()
            page.open(self.address)
            self.ask("another tab has the draft", drafts(page), 1)
            page.show("account/newsletter")
            page.press("o")
            page.until("the second tab decides", lambda: drafts(page) == 2)
            page.to_tab(0)
            page.until("the first tab sees it", lambda: drafts(page) == 2)
            page.open(self.address)
            self.ask("a page that is loaded again has both", drafts(page), 2)
            self.ask("leaving with unsaved steps asks", asks_on_leaving(page))
            page.show("products/cinnamonRoll")
            page.until("the picture is shown", lambda: page.script("return document.querySelector('img.screenshot')?.naturalWidth") == 1)
            page.write("Halvt skrevet")
            page.until("what is typed was checked", lambda: "not saved" in page.text(".row[aria-selected=true]"))
            page.click("#note")
            page.press("Halv note")
            time.sleep(0.5)
            self.ask("no script of a text ran", page.script("return document.title"), "Review")
            self.ask("what the browser complains of", page.faults(), [])
            self.ask("nothing else is asked for", page.requests() <= {self.address})
            page.kill()
            with self.browser(profile=page.profile) as again:
                again.keep_downloads(self.folder)
                again.open(self.address)
                again.until("the killed browser lost nothing, not even what was being typed", lambda: drafts(again) == 3)
                again.open(self.address)
                for key, count in (("u", 2), ("o", 3)):
                    again.show("account/newsletter")
                    again.press(keys().ESCAPE, key)
                    again.until(f"what another run of the browser decided is undone, and decided again: {key}", lambda: drafts(again) == count)
                saved = saved_from(again, self.folder)
                self.ask("leaving asks no more", asks_on_leaving(again), False)
        return saved

    def go_on(self, copy):
        """Opens a copy that another browser saved, decides one of its texts otherwise, and saves; gives the file."""
        with self.browser() as page:
            page.keep_downloads(self.folder + "/further")
            page.open(f"file://{copy}")
            self.ask("another browser goes on with the saved copy", drafts(page), 3)
            self.ask("no script of a text runs in the saved copy", page.script("return document.title"), "Review")
            page.show("products/cinnamonRoll")
            self.ask("what was typed is there", page.script("return document.getElementById('suggestion').value"), "Halvt skrevet")
            page.write(f"Skrevet i {self.name}")
            page.press_with_control(keys().ENTER)
            page.says("Kept your draft for products/cinnamonRoll.")
            return saved_from(page, self.folder + "/further")

    def read_two_copies(self, copy, theirs):
        """A copy with somebody else's decision keeps it while one decides about the same text in another copy, and loses neither."""
        with self.browser() as page:
            def shown():
                return page.script("return document.getElementById('suggestion').value")
            page.open(f"file://{copy}")
            page.show("products/cinnamonRoll")
            page.new_tab()
            page.open(self.address)
            page.show("products/cinnamonRoll")
            page.write("Her")
            page.press_with_control(keys().ENTER)
            page.says("Kept your draft for products/cinnamonRoll.")
            page.to_tab(0)
            time.sleep(1)
            self.ask("the copy has what was saved in it", [shown(), page.text(".bar .primary")], [theirs, "Save"])
            page.write("Til sidst")
            page.press_with_control(keys().ENTER)
            page.says("Kept your draft for products/cinnamonRoll.")
            for earlier in theirs, "Her", theirs:
                page.press("u")
                page.until(f"undoing goes back to {earlier}", lambda: shown() == earlier)

    def open_converted(self, converted, to_fix):
        """Opens the page of a table that its saved copy was converted to, and that of the rows to fix."""
        with self.browser() as page:
            page.open(f"file://{converted}")
            self.ask("a page of a table has its drafts, and the source texts", [drafts(page), len(page.texts(".cell.source"))],
                     [3, len(page.texts(".cell.current"))])
            page.open(f"file://{to_fix}")
            page.show(f"{SECTION}/{HOSTILE_KEY}")
            self.ask("a row to fix has its source text, and why it was not sent",
                     [page.texts("h3")[0], page.text(".refusal").split(" ")[:2]], ["Source text, en-GB", ["refused:", "html.tags"]])
            self.ask("no script of a text runs there", page.script("return document.title"), "Review")

    def by_hand(self, table, other, to_fix):
        """Opens the pages of two tables that were made by hand, and that of a row to fix whose text has a pending proposal."""
        with self.browser() as page:
            page.keep_downloads(self.folder + "/hand")
            page.open(f"file://{table}")
            self.ask("texts are told apart by their slashes, and actions are known in all languages",
                     [drafts(page, "all"), drafts(page), page.texts(".row .badge.bad")], [3, 2, ["not sent"]])
            page.open(f"file://{other}")
            self.ask("what was decided in a table is not in another", drafts(page), 0)
            page.show("a/b/d")
            page.press("o")
            page.until("it is decided in", lambda: drafts(page) == 1)
            page.open(f"file://{table}")
            self.ask("nor the other way round", drafts(page), 2)
            page.open(f"file://{to_fix}")
            page.show("account/newsletter")
            self.ask("what was refused is a suggestion, and what is pending is not in the file",
                     [page.texts(".suggestion .text"), "does not have its text" in page.text(".proposal")], [["<b>Ugens brød"], True])
            page.click(".suggestion button", "Edit from this text")
            page.press_with_control(keys().ENTER)
            page.says("Kept your draft for account/newsletter.")
            rows = parts_of(saved_from(page, self.folder + "/hand"))[1]["rows"]
            self.ask("a suggestion that is written as it is is accepted", ["accept" in row for row in rows], [True])

    def keep_nothing(self):
        """A browser that refuses its storage says so, asks, and saves all the same."""
        with self.browser(keeps_nothing=True) as page:
            page.keep_downloads(self.folder + "/unkept")
            page.open(self.address)
            page.says("This browser keeps nothing for a file.")
            page.show("products/cinnamonRoll")
            page.press("o")
            page.until("it can be used all the same", lambda: drafts(page) == 1)
            self.ask("leaving with it asks", asks_on_leaving(page))
            page.show("products/sourdough")
            for text, said in (("Brød", "Kept"), ("Surdejsbrød", "Discarded")):
                page.write(text)
                page.press_with_control(keys().ENTER)
                page.says(f"{said} your draft for products/sourdough.")
            page.until("what is served is no draft", lambda: drafts(page) == 1)
            rows = parts_of(saved_from(page, self.folder + "/unkept"))[1]["rows"]
            self.ask("what is saved has it", [row[6] for row in rows if row[1] == "cinnamonRoll"], ["ok"])

    def outlive_others(self):
        """What other files do to the storage that a browser has for all of them loses nothing."""
        with self.browser() as page:
            page.open(self.address)
            page.show("products/cinnamonRoll")
            page.write("Kanelsnurre")
            page.until("what is typed was checked", lambda: "not saved" in page.text(".row[aria-selected=true]"))
            page.press_with_control(keys().ENTER)
            page.until("one is decided", lambda: drafts(page) == 1)
            self.ask("what was being typed is broken", page.script("""
                const typed = Object.keys(localStorage).filter((key) => key.startsWith("nstack-review review-unsaved "));
                for (const key of typed) localStorage.setItem(key, "9".repeat(15) + " {");
                return typed.length"""), 1)
            page.open(self.address)
            self.ask("the file opens all the same", drafts(page), 1)
            page.script("""
                let text = "";
                for (let size = 1 << 23; size > 0; size >>= 1) {
                  try {
                    localStorage.setItem("full", text + "x".repeat(size));
                    text += "x".repeat(size);
                  } catch {}
                }""")
            page.show("products/ryeBread")
            page.press("o")
            page.says("This browser keeps nothing for a file.")
            page.open(self.address)
            self.ask("what a full storage did not take is there", drafts(page), 2)
            if isinstance(page, Chromium):
                page.command("Storage.clearDataForOrigin", origin="file://", storageTypes="all")
                page.show("products/sourdough")
                page.press("o")
                page.until("where somebody clears it, one decides on", lambda: drafts(page) == 3)
            self.ask("what the browser complains of", page.faults(), [])

    def pick(self, saved):
        """Where the browser asks for a place: one that is chosen is written, one that is not leaves all unsaved, one that cannot be written
        gives way to a download."""
        with self.browser() as page:
            page.keep_downloads(self.folder + "/refused")
            page.script_at_start("""
                window.picks = { name: "", text: "", ends: "" };
                window.showSaveFilePicker = async ({ suggestedName }) => {
                  window.picks.name = suggestedName;
                  if (window.picks.ends) throw new DOMException("no", window.picks.ends);
                  return { name: "chosen.html", createWritable: async () => ({ write: async (bytes) => {
                    while (window.picks.waits) await new Promise((resolve) => setTimeout(resolve, 20));
                    window.picks.text = await bytes.text();
                  }, close: async () => {} }) };
                };""")
            page.open(f"file://{saved}")
            page.show("products/ryeBread")
            page.press("o")
            page.until("a fourth is decided", lambda: drafts(page) == 4)
            page.script("window.picks.ends = 'AbortError'")
            page.press_with_control("s")
            page.until("the browser asks for a place", lambda: page.script("return window.picks.name"))
            self.ask("the place has the name of the file", page.script("return window.picks.name"), os.path.basename(saved))
            self.ask("without a place nothing is saved", [page.text(".bar .primary"), asks_on_leaving(page)], ["Save (1)", True])
            page.script("window.picks.ends = 'SecurityError'")
            path = saved_from(page, self.folder + "/refused")
            page.show("products/sourdough")
            page.press("o")
            page.until("a fifth is decided", lambda: drafts(page) == 5)
            page.script("window.picks.ends = ''")
            page.press_with_control("s")
            page.until("what is chosen is written", lambda: page.script("return window.picks.text"))
            written = checks.write(self.folder + "/picked.html", page.script("return window.picks.text"))
            page.says("chosen.html has all you decided. Send it back.")
            page.until("all is saved", lambda: page.text(".bar .primary") == "Save")
            decided = [{row[1] for row in parts_of(one)[1]["rows"] if row[6] == "ok"} for one in (path, written)]
            self.ask("both have what was decided until then", decided, [{"newsletter", "ryeBread"}, {"newsletter", "ryeBread", "sourdough"}])
            self.ask("both are the exported page", [parts_of(one)[0] for one in (path, written)], [parts_of(self.path)[0]] * 2)
            page.show("products/soldOut")
            page.press("o")
            page.until("a sixth is decided", lambda: drafts(page) == 6)
            page.script("Object.assign(window.picks, { text: '', waits: true })")
            page.press_with_control("s")
            page.show("products/allergens")
            page.press("o")
            page.until("a seventh while the file is written", lambda: drafts(page) == 7)
            page.script("window.picks.waits = false")
            page.until("the sixth is in the file", lambda: page.script("return window.picks.text"))
            page.until("the seventh is not", lambda: page.text(".bar .primary") == "Save (1)")
            self.ask("leaving with it asks", asks_on_leaving(page))

    def views(self):
        """All views, wide and narrow, light from left to right and dark from right to left, in the state of a review that is under way."""
        for language, is_dark in (("en-US", False), ("ar", True)):
            with self.browser(language=language, is_dark=is_dark) as page:
                page.open(self.address)
                self.ask("its language and direction", page.script("const { lang, dir } = document.documentElement; return [lang, dir]"),
                         ["ar", "rtl"] if language == "ar" else ["en", "ltr"])
                self.ask("its colours", page.script("return matchMedia('(prefers-color-scheme: dark)').matches"), is_dark)
                page.show("start/openUntil")
                page.write("Åbent  til i aften")
                page.until("a finding is said", lambda: page.texts(".finding-list .error"))
                for width, is_phone in ((1440, False), (390, True)):
                    page.size(width, 844, is_phone)
                    look = f"{language} {width}"
                    self.state(page, f"{look} typed")
                    page.press_with_control(keys().ENTER)
                    self.state(page, f"{look} panel and notice")
                    page.press(keys().ESCAPE)
                    page.script("const { style } = document.querySelector('.notices'); style.display = 'none'")
                    self.state(page, f"{look} table")
                    page.until("no row is too wide", lambda: page.script("return document.documentElement.scrollWidth <= innerWidth"))
                    page.press("/")
                    page.script("const search = document.getElementById('search'); search.value = ''; search.dispatchEvent(new Event('input'))")
                    page.until("all texts are listed", lambda: page.script("return document.querySelectorAll('.row[data-index]').length") > 3)
                    self.state(page, f"{look} controls")
                    page.script("document.querySelector('#list').focus()")
                    page.press("t")
                    page.until("texts only", lambda: page.script("return document.querySelector('.row.texts[data-index]') !== null"))
                    self.state(page, f"{look} texts")
                    page.press("t", "x", "j", "x")
                    page.until("two are selected", lambda: page.script("return document.querySelectorAll('.pick:checked').length") == 2)
                    self.state(page, f"{look} selected")
                    page.press("o", "?")
                    page.until("the keys are shown", lambda: page.script("return document.querySelector('dialog[open]') !== null"))
                    self.state(page, f"{look} keys")
                    page.press(keys().ESCAPE)
                    page.script("document.querySelector('.chip[data-name=findings]').click()")
                    page.until("what has findings is listed", lambda: page.script("return document.querySelectorAll('.row[data-index]').length") == 1)
                    self.state(page, f"{look} findings")
                    page.script("document.querySelector('.chip[data-name=conflicts]').click()")
                    page.until("nothing is listed", lambda: page.script("return !document.querySelector('.empty').hidden"))
                    self.state(page, f"{look} nothing found")
                    page.script("document.querySelector('.chip[data-name=all]').click()")
                    page.show("start/openUntil")

    def work_by_keys(self):
        """From the first key to Save without a pointer."""
        with self.browser() as page:
            page.keep_downloads(self.folder + "/keys")
            page.open(self.address)
            page.press("/")
            page.press("products rye", keys().ENTER)
            page.until("Enter goes to the text that is found", lambda: page.script(
                "return document.activeElement.id === 'list' && document.querySelector('.row[aria-selected=true] .key')?.innerText === 'ryeBread'"))
            page.write("Rugbrød fra i dag")
            page.press_with_control(keys().ENTER)
            page.says("Kept your draft for products/ryeBread.")
            page.press("m")
            page.until("the note has the focus", lambda: page.script("return document.activeElement.id === 'note'"))
            page.press("Fra i dag?")
            page.press_with_control(keys().ENTER)
            page.says("Kept your note on products/ryeBread.")
            page.press(keys().ESCAPE, "/")
            page.press_with_control("a")
            page.press("account/newsletter", keys().ENTER)
            page.until("the next is found", lambda: "newsletter" in page.text(".row[aria-selected=true]"))
            page.press("d")
            page.until("both are decided", lambda: drafts(page) == 2)
            page.press("/", keys().TAB)
            self.ask("Save is what follows the search", page.script("return document.activeElement.innerText"), "Save (2)")
            page.press(keys().ENTER)
            path = page.until("Save is done by a key", lambda: next(iter(glob.glob(self.folder + "/keys/*.html")), None))
            page.says("with all you decided is in your downloads.")
            self.ask("the file has what was typed", {row[1]: row[5:8] for row in parts_of(path)[1]["rows"] if row[1] in ("ryeBread", "newsletter")},
                     {"ryeBread": ["Rugbrød fra i dag", "", "Fra i dag?"], "newsletter": ["Send mig ugens brød", "delete", ""]})


def by_project(options, server, axe, path, saved, folder):
    """What a file shows of the project's file and of what is known of earlier imports."""
    with ReviewBrowser(pictures=options.pictures) as page:
        forged = re.sub(rb'"reviewed":[^}]*}+', b'"reviewed":{"da-DK":{"x":5},"y":null}', checks.read(path), count=1)
        page.open("file://" + checks.write(f"{folder}/forged.html", forged))
        project = "approval: required\npresets: {oslo: {locales: da-DK, agency: Nordic, due: 2w, file: '{name}', format: html}}\n"
        it = checks.Program(options.binary, os.path.dirname(checks.write(f"{folder}/project/.nstack-review.yaml", project)), server,
                            SOURCE_DATE_EPOCH="1769853600")
        it.run("import", saved, "--yes", status=2)
        it.run("export", "--to", "oslo")
        page.open(f"file://{folder}/project/oslo.html")
        ask("the agency and the day of its return are named", page.text(".about").startswith("Nordic · return by Feb 14, 2026 · "), page.text(".about"))
        page.show("account/newsletter")
        same("what was reviewed is known", [drafts(page, "all") - drafts(page, "unreviewed"), page.text(".row .badge.good")], [1, "reviewed"])
        page.show("products/cinnamonRoll")
        page.write("Kanelsnurre")
        page.press_with_control(keys().ENTER)
        page.until("a draft that nobody approved waits", lambda: (drafts(page), drafts(page, "waiting")) == (1, 1))
        page.press("o")
        page.until("an approved one does not", lambda: (drafts(page), drafts(page, "waiting")) == (1, 0))


@takes("binary", pictures=None, audits=2)
def file(options):
    """A review in one file, without a server, in Chromium and in Firefox: what is decided or typed outlives a browser that is killed; another
    tab and a saved copy in the other browser have it; a browser that stores nothing says so; copies that disagree are sheets that disagree;
    it can be undone after a reload; pictures are shown; hostile texts stay texts; no request leaves; it is worked through by keys alone; an audit of all views."""
    axe = prepared(options)
    with checks.scratch() as data, checks.scratch() as folder, Sandbox(options.binary, with_hostile_key(data)) as server:
        path = f"{folder}/review.html"
        checks.write(f"{folder}/context.yaml", "products: {cinnamonRoll: {screenshot: roll.gif}}\n")
        checks.write(f"{folder}/roll.gif", base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"))
        server.succeed("export", path, "--source", Catalog(server.data).default, "--locale", DANISH, "--context", f"{folder}/context.yaml")
        reviews = [FileReview(kind, path, folder, axe, options.pictures) for kind in file_browsers()]
        saved = [review.outlive() for review in reviews]
        for review, one in zip(reviews, saved):
            review.ask("the saved file is the exported one", parts_of(one)[0], parts_of(path)[0])
            counts = json.loads(server.run("diff", one, "--json").output)["summary"]
            review.ask("the verdicts of what was decided", {name: count for name, count in counts["verdicts"].items() if name != "unchanged"},
                       {"reviewed": 1, "propose": 1, "refused-by-check": 1})
        same("the note that was being typed is there", [row[7] for row in parts_of(saved[0])[1]["rows"] if row[1] == "cinnamonRoll"], ["Halv note"])
        same("all browsers save the same", [parts_of(one) for one in saved], [parts_of(saved[0])] * len(saved))
        further = [review.go_on(copy) for review, copy in zip(reviews, reversed(saved))]
        for review, other, copy in zip(reviews, reversed(reviews), reversed(further)):
            review.read_two_copies(copy, f"Skrevet i {other.name}")
        plan = json.loads(server.run("diff", saved[0], further[0], "--json").output)
        same("copies that disagree are sheets that disagree", {item["key"] for item in plan["items"] if item["verdict"] == "disagreement"}, {"cinnamonRoll"})
        server.run("diff", saved[0], "--to-fix", f"{folder}/fix.html")
        server.succeed("convert", saved[0], f"{folder}/saved.csv")
        rows = sheets.records(f"{folder}/saved.csv")
        for row in rows:
            row["Action"] = row["Action"] and "Geprüft "
        sheets.save_records(f"{folder}/saved.csv", rows)
        server.succeed("convert", f"{folder}/saved.csv", f"{folder}/converted.html")
        sheets.save(f"{folder}/table.csv", [["Section", "Key", "Locale", "Current value", "Proposal", "Deletable", "Action"],
                                            ["a", "b/c", "da-DK", "En", "Ny", "", ""], ["a/b", "c", "da-DK", "To", "Nyt", "", "überspringen"],
                                            ["a", "d", "da-DK", "Tre", "Nyere", "", "måske"]])
        sheets.save(f"{folder}/other.csv", [["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"],
                                            ["a", "b/c", "da-DK", "En", "", ""], ["a/b", "d", "da-DK", "Fire", "", ""]])
        server.succeed("export", f"{folder}/own.csv", "--source", Catalog(server.data).default, "--locale", DANISH, "--untracked")
        with sheets.edited(f"{folder}/own.csv", f"{folder}/own-back.csv") as edited_rows:
            edited_rows["newsletter"]["Proposal"] = "<b>Ugens brød"
        server.run("diff", f"{folder}/own-back.csv", "--to-fix", f"{folder}/own.html")
        for name in ("table", "other"):
            server.succeed("convert", f"{folder}/{name}.csv", f"{folder}/{name}.html")
        for review, one in zip(reviews, saved):
            review.open_converted(f"{folder}/converted.html", f"{folder}/fix.html")
            review.by_hand(f"{folder}/table.html", f"{folder}/other.html", f"{folder}/own.html")
            review.keep_nothing()
            review.outlive_others()
            review.pick(one)
        # The views of the page are the same elements in both browsers.
        for review in reviews[:options.audits]:
            review.work_by_keys()
            review.views()
        by_project(options, server, axe, path, saved[0], folder)
    return f"the review in one file in {' and '.join(review.name for review in reviews)}"


def with_many_texts(folder, count):
    """Texts of the length of the sample's in their languages, 50 to a section."""
    for path in glob.glob(checks.ROOT + "/Sources/NStack/NStackSandbox/SampleTexts/*.json"):
        content = checks.json_of(path)
        if os.path.basename(path).startswith("resource-"):
            texts = [text for section in content["data"].values() for text in section.values()]
            content["data"] = {f"section{start // 50}": {f"text{place}": f"{texts[place % len(texts)]} {place}" for place in range(start, start + 50)}
                               for start in range(0, count, 50)}
        elif os.path.basename(path) == "proposals.json":
            content = {**content, "data": []} if isinstance(content, dict) else []
        checks.write(f"{folder}/{os.path.basename(path)}", json.dumps(content, ensure_ascii=False))
    return folder


@takes("binary")
def quick(options):
    """A review in one file with 5,000 and 50,000 rows: its size, and how long a processor works until it shows texts, in the best of three tries.
    On a processor that is six times slower, 5,000 rows may take a second."""
    absent = missing()
    if absent:
        checks.skip_all(absent)
    said = []
    for count, size, seconds in ((5_000, 3e6, 1), (50_000, 30e6, 4)):
        with checks.scratch() as data, checks.scratch() as folder, Sandbox(options.binary, with_many_texts(data, count)) as server:
            path, taken = f"{folder}/review.html", []
            server.succeed("export", path, "--source", Catalog(server.data).default, "--locale", DANISH)
            for _ in range(3):
                with ReviewBrowser() as page:
                    page.go(f"file://{data}/")
                    before = page.busy()
                    page.open(f"file://{path}")
                    page.until("texts are shown", lambda: page.script("return document.querySelector('.row[data-index]:not(.unread)') !== null"))
                    taken.append(page.busy() - before)
            ask(f"{count:,} rows are small enough", os.path.getsize(path) < size, os.path.getsize(path))
            ask(f"{count:,} rows are quick enough", min(taken) * 6 < seconds, taken)
            said.append(f"{count:,} rows: {os.path.getsize(path) / 1e6:.1f} MB, {min(taken) * 1000:.0f} ms")
    return f"a review in one file, {'; '.join(said)}"


# What would show that a text was taken for a script, if it were one.
RUN = "window.ran=1;alert(1);fetch('http://evil.example/run')"
AWAY = "http://evil.example/a.png"
# Ends of scripts, elements and comments; markup that runs, loads or goes elsewhere; what a template or JavaScript makes more of than text;
# characters that are not seen, that turn the direction, or that end a line of a script.
HOSTILES = [
    *(f"{end}<script>{RUN}</script>" for end in (
        "", "</script>", "</SCRIPT >", "</script/x>", "</script\t", "--></script>", "</title>", "</style>", "</textarea>", "</noscript>", "</template>", "]]>",
        '">', "'>", "<!--", "<!--<script>", "<!--<script></script>", "-->", "--!>", "<!-->", "<!--->", "&lt;/script&gt;", "\\u003c/script\\u003e", "<plaintext>",
        "</select>", "</option>", "</svg>", "<![CDATA[", "{{data}}", "{{script}}", "{{page}}", "{{style}}", "{{head}}", "{{languages}}", "$&", "$`", "$'", "$1$<data>")),
    *(f"<{tag}>" for tag in (
        f'img src=x onerror="{RUN}"', f"img src={AWAY}", f"svg onload={RUN}", f"body onload={RUN}", f"input autofocus onfocus={RUN}", f"details open ontoggle={RUN}",
        f"video src={AWAY} autoplay", f"audio src={AWAY} autoplay", f"iframe src=javascript:{RUN}", f"iframe srcdoc='<script>{RUN}</script>'", f"object data={AWAY}",
        f"embed src={AWAY}", f"link rel=stylesheet href={AWAY}", f"link rel=preload as=image href={AWAY}", f"link rel=prefetch href={AWAY}",
        f"link rel=dns-prefetch href={AWAY}", f"meta http-equiv=refresh content='0;url={AWAY}'", "base href=http://evil.example/", f"form action={AWAY}><button autofocus",
        f"script src={AWAY}", f"style>@import '{AWAY}'</style", f"p style=\"background:url({AWAY})\"", f"a href=\"javascript:{RUN}\"", f"a href={AWAY} ping={AWAY}",
        f"math><maction actiontype=statusline xlink:href=javascript:{RUN}", f"x onclick={RUN} id=list", "div id=nstack-review-data>{}</div", f"marquee onstart={RUN}",
        f"svg><animate onbegin={RUN} attributeName=x dur=1s", "input id=suggestion name=body", "form name=body><input name=createElement", "img name=getElementById")),
    f"javascript:{RUN}", "data:text/html,<script>alert(1)</script>", f"javascript://%0a{RUN}", "${" + RUN + "}", "`${" + RUN + "}`", '";' + RUN + ';"', "';" + RUN + ";'",
    "\\", "\\\"", "*/" + RUN + "/*", "//" + RUN, "{{constructor.constructor('" + RUN + "')()}}", "__proto__", "constructor", "toString", "hasOwnProperty", "<b>&amp;</b>",
    "&#60;script&#62;", "a\u202eb\u202c", "a\u2066b\u2069", "a\u2028b", "a\u2029b", "a\u200bb", "a\ufeffb", "a\u0085b", "a\u007fb", "\U000e0041b", "\ufffd", "\ufffe",
    "\U0001f469\u200d\U0001f467 <!--",
]
# Half of a character, which a text area may hold; no text in JSON does.
HALVES = ("a\ud800b", "\udc00", "\ude00\ud83d")

DATA = re.compile(r'<script type="application/json" id="nstack-review-data">(.*?)</script>', re.S)

# Chromium asks for little of its own, and only at hosts of its makers and of its search.
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-extensions", "--no-first-run",
         "--disable-domain-reliability", "--disable-client-side-phishing-detection", "--metrics-recording-only", "--no-pings")
CHROMIUMS_OWN = re.compile(r"\b(google|gstatic|googleapis|gvt1|googleusercontent|chromium|duckduckgo)\.[a-z]+\b")

# Goes through all texts of the list; decides about each what is given for its place, and gives what each shows.
WALK = """
const [decided, done] = arguments;
const until = async (what, holds) => {
  for (const end = Date.now() + 20_000; !holds(); await new Promise((later) => setTimeout(later, 5))) if (Date.now() > end) throw new Error(what);
};
const find = (selector) => document.querySelector(selector);
const written = (element) => {
  const copy = element.cloneNode(true);
  for (const one of copy.querySelectorAll(".hidden")) one.replaceWith(String.fromCodePoint(Number.parseInt(one.textContent.slice(2), 16)));
  return copy.textContent;
};
const type = async (area, text) => {
  area.value = text;
  area.dispatchEvent(new Event("input", { bubbles: true }));
  if (area.id === "note") area.dispatchEvent(new Event("change"));
  else area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
};
const badges = () => [...document.querySelectorAll(".row[aria-selected=true] .badge")].map(({ textContent }) => textContent);
const walk = async () => {
  const shown = [];
  scrollTo(0, 0);
  find("#list")?.scrollTo(0, 0);
  await until("the list", () => find(".row[data-index='0'] .key"));
  const total = Number(find("#list").getAttribute("aria-rowcount")) - 1;
  find(".row[data-index='0']").click();
  for (let place = 0; place < total; place += 1) {
    await until(`row ${place}`, () => find(`.row[aria-selected=true][data-index='${place}'] .key`) && !find(".panel").hidden
      && find("#panel-title").textContent === find(`.row[aria-selected=true]`).querySelector(".section").textContent + find(`.row[aria-selected=true]`).querySelector(".key").textContent);
    if (decided) {
      const { value, note } = decided[place];
      await type(find("#suggestion"), value);
      await until(`draft ${place}: ${find(".findings")?.textContent}`, () => badges().some((badge) => badge === "draft"));
      await type(find("#note"), note);
      await until(`note ${place}: ${badges()}, ${find("#note").value}`, () => badges().some((badge) => badge === "note"));
    }
    shown.push({ name: written(find("#panel-title")), values: [...document.querySelectorAll(".facts .text")].map(written),
      draft: [...document.querySelectorAll(".row[aria-selected=true] .draft.text")].map(written), typed: find("#suggestion").value, note: find("#note").value });
    if (place + 1 < total) find(".panel [aria-keyshortcuts=j]").click();
  }
  return shown;
};
walk().then((shown) => done(JSON.stringify(shown)), (error) => done(JSON.stringify([String(error)])));
"""


@contextlib.contextmanager
def recording_proxy():
    """A proxy that refuses all, and the first line of each request."""
    lines = []

    class Refusal(socketserver.BaseRequestHandler):
        def handle(self):
            line = self.request.recv(4096).split(b"\r\n")[0].decode("latin-1")
            # A browser may connect before it has something to ask for.
            if line:
                lines.append(line)
                self.request.sendall(b"HTTP/1.1 403 Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Refusal) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1], lines
        finally:
            server.shutdown()


def half_safe(text):
    """A text as it is sent: without halves of characters."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


@takes("binary", every=1)
def hostile(options):
    """A review in one file with hostile texts, keys, sections, drafts and notes, in a browser whose requests all go to a proxy: does none of them run
    or ask for anything, are they shown as the texts that they are, and are they the same when they are back from a saved copy? So too for
    the report and the review page."""
    prepared(argparse.Namespace(pictures=None))
    texts = HOSTILES[::options.every]
    texts += [text for text in HOSTILES[-1:] if len(texts) % 3 == 0]
    with checks.scratch() as folder, recording_proxy() as (port, asked):
        class Watched(ReviewBrowser):
            flags = (*QUIET, f"--proxy-server=http://127.0.0.1:{port}", "--proxy-bypass-list=<-loopback>")

        def walk(page, decided="null"):
            """What each text shows, once it is decided if decisions are given; a sentence alone where a state does not come."""
            return json.loads(page.driver.execute_async_script(WALK.replace("arguments;", f"[{decided}, arguments[0]];", 1)))

        def untouched(what, page, *addresses_):
            same(f"{what}: nothing ran", page.script("return [window.ran ?? null, document.title, document.scripts.length, location.href.split('#')[0]]"),
                 [None, *addresses_])
            same(f"{what}: what the browser complains of", page.faults(), [])

        names = [(f"{texts[(7 * index) % len(texts)]}", texts[(3 * index + 1) % len(texts)]) for index in range(len(texts))]
        values = collections.defaultdict(dict)
        for (section, key), text in zip(names, texts):
            values[section][key] = text
        write_texts(folder + "/texts", ["en-GB", DANISH], {"en-GB": values, DANISH: values})
        with Sandbox(options.binary, folder + "/texts") as server:
            path, saved = f"{folder}/review.html", f"{folder}/saved/review.html"
            os.mkdir(f"{folder}/saved")
            server.succeed("export", path, "--locale", DANISH, "--source", "en-GB")
            sheet = json.loads(DATA.search(checks.read(path).decode())[1])
            at = {header: place for place, header in enumerate(sheet["columns"])}
            rows = [{header: row[place] for header, place in at.items()} for row in sheet["rows"]]
            same("the texts of the file", sorted((row["Section"], row["Key"], row["Current value"]) for row in rows),
                 sorted((*name, text) for name, text in zip(names, texts)))
            decided = [{"value": row["Current value"] + " 2", "note": row["Current value"]} for row in rows]
            for one, half in zip(decided, HALVES):
                one["value"] += half
                one["note"] += half

            def shown(page):
                found = walk(page)
                if ask("all texts are gone through", len(found) == len(rows), found):
                    for row, one, made in zip(rows, found, decided):
                        same(f"what is shown of {row['Current value']!r}", one, {
                            "name": f"{row['Section']}/{row['Key']}", "values": [row["Source value"], row["Current value"]],
                            "draft": [half_safe(made["value"])], "typed": half_safe(made["value"]), "note": half_safe(made["note"])})
            with Watched() as page:
                page.driver.get("http://control.example/")
                ask("the proxy sees requests", any("control.example" in line for line in asked), asked)
                asked[:] = [line for line in asked if "control.example" not in line]
                page.driver.get_log("performance")
                page.driver.get_log("browser")
                page.keep_downloads(os.path.dirname(saved))
                page.open(f"file://{path}")
                walked = walk(page, json.dumps(decided))
                ask("all texts are decided", len(walked) == len(rows), walked)
                shown(page)
                untouched("the file", page, "Review", 3, f"file://{path}")
                page.press_with_control("s")
                page.until("the file is saved", lambda: os.path.exists(saved))
                # What a browser writes that is told to save the page: all that is on screen, or an archive without the scripts.
                page.script("dispatchEvent(new Event('blur'))")
                checks.write(f"{folder}/complete.html", "<!DOCTYPE html>\n" + page.script("return document.documentElement.outerHTML"))
                checks.write(f"{folder}/archive.mhtml", page.command("Page.captureSnapshot", format="mhtml")["data"])
                same("what the file asked for", page.requests(), {f"file://{path}"})
            with Watched() as page:
                page.open(f"file://{saved}")
                shown(page)
                untouched("the saved copy", page, "Review", 3, f"file://{saved}")
                same("what the saved copy asked for", page.requests(), {f"file://{saved}"})
            report_page = f"{folder}/report.html"
            for back in saved, f"{folder}/complete.html":
                plan = json.loads(server.run("diff", back, "--json", "--report", report_page).output)
                same(f"the proposals in {back}", sorted((one["section"], one["key"], one["proposal"]) for one in plan.get("items", ())),
                     sorted((row["Section"], row["Key"], half_safe(one["value"])) for row, one in zip(rows, decided)))
                same(f"the notes in {back}", sorted((one["section"], one["key"], one["note"]) for one in plan.get("notes", ())),
                     sorted((row["Section"], row["Key"], half_safe(one["note"])) for row, one in zip(rows, decided)))
            same("an archive is refused by name", json.loads(server.run("diff", f"{folder}/archive.mhtml", "--json").output)["error"]["code"], "html.no-data")
            with Watched() as page:
                page.driver.get(f"file://{report_page}")
                page.until("the report has rows", lambda: page.script("return document.querySelectorAll('#rows article').length > 0"))
                same("the report: nothing ran", page.script("return [window.ran ?? null, location.href]"), [None, f"file://{report_page}"])
                same("what the browser complains of in the report", page.faults(), [])
                same("what the report asked for", page.requests(), {f"file://{report_page}"})
            program = ReviewProgram(options.binary, server.environment, saved)
            Watched.flags = (*QUIET, f"--proxy-server=http://127.0.0.1:{port}")
            try:
                with Watched() as page:
                    page.open(program.address)
                    walked = walk(page)
                    ask("all texts are gone through on the page", len(walked) == len(rows), walked)
                    same("the page: nothing ran", page.script("return [window.ran ?? null, document.title]"), [None, "Review"])
                    same("what the browser complains of on the page", page.faults(), [])
                    same("the page asks its program alone", {one for one in page.requests() if not one.startswith(program.host)}, set())
            finally:
                program.process.kill()
            planned = {(one["section"], one["key"]): one["value"] for one in plan.get("changes", ())}
            server.run("import", saved, "--yes", "--allow-delete")
            same("what the server has", {(text.section, text.key): value for text, value, _ in server.proposals()}, planned)
        own = [line for line in asked if CHROMIUMS_OWN.search(line)]
        same("requests that left", [line for line in asked if line not in own], [])
    return f"{len(texts)} hostile texts, {len(planned)} of them sent; {len(asked) - len(own)} requests of theirs, {len(own)} of Chromium's own"


# Words that a glossary forbids, for terms of the source text or in all texts.
FORBIDDEN = (([], "de", "der"), ([], "de", "zum Beispiel"), (["file", "image"], "de", "Bild"), ([], "fr", "vous"), (["settings"], "fr", "paramètres"),
             ([], "ja", "設定"), (["open"], "ja", "開く"), ([], "th", "การ"))

# Notes that turn checks off, and one that does not.
IGNORING = ("ignore: space.double", "Ignore : PRINTF.EXTRA, html.tags", "Kort?\nignore\uff1aline.count\uff1blength.maximum", "do not ignore: space.edge")

TOKEN = re.compile(r"%(?:\d+\$)?[-+#0',]*[\d.*]*[a-zA-Z@]|%%|\{\{?[^{}]*\}?\}|\$\{[^}]*\}|%\{[^}]*\}|:[a-z]\w+|<[^<>]*>|https?://\S+|\S+@\S+|\[[^\]]*\]|\n|  +")
ADDED = ("%d %@ %1$s % %% {name} {0} {{count}} ${x} %{y} %(z)s %name% ##NAME## $t(key) :name [name] <b> </b> <br/> <i>x</i> https://a.example/x me@b.example "
         "[a](b) @:key \\n %ld 100% { }} <x> €").split(" ") + ["  ", "\t", "\n", " ", "\u00a0", "\u3000", "50 % af", *(word for _, _, word in FORBIDDEN),
                                                     *(f" {word.upper()}. " for _, _, word in FORBIDDEN)]


def damaged(text, rng):
    """A text as somebody mistypes it: a placeholder, tag, address, space or line break is lost, changed, moved or added."""
    tokens = list(TOKEN.finditer(text))
    if tokens and rng.random() < 0.5:
        token = rng.choice(tokens)
        shown = token[0]
        other = rng.choice(("", shown * 2, shown.upper(), shown.replace("{", "{ ").replace("}", " }"), shown[:-1], shown.replace("a", "b"),
                            shown.replace("d", "@"), "{{" + shown.strip("{}") + "}}"))
        return text[:token.start()] + other + text[token.end():]
    place = rng.choice((0, len(text), rng.randrange(len(text) + 1)))
    return text[:place] + rng.choice(ADDED) + text[place:]


# What the importer alone decides: by the other forms of a plural, or by reading ICU messages.
FORM = re.compile(r"[._-](zero|one|two|few|many)$", re.IGNORECASE)
MESSAGE = re.compile(r"\{[\w.\- ]+,\s*(plural|select|selectordinal|number|date|time|spellout|ordinal|duration)\b")


@takes("binary", "data", texts=10_000, seed=1)
def rules(options):
    """Real texts that were damaged: does the page find in each, without a server, what `check` finds by the same rules? Needs Node."""
    if not shutil.which("node") or not os.path.isdir(options.data):
        checks.skip_all(f"the rules of the page, as there is no node, or no folder {options.data}")
    rng = random.Random(options.seed)
    with checks.scratch() as folder, Sandbox(options.binary, options.data) as sandbox:
        sandbox.succeed("export", f"{folder}/review.csv", "--source", "en")
        lengths = {(row["Section"], row["Key"]): max(1, len(row["Current value"]) + rng.randrange(-3, 4)) for row in sheets.records(f"{folder}/review.csv")}
        with open(f"{folder}/lengths.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("Section", "Key", "Maximum length"), *((*name, most) for name, most in lengths.items() if most % 3 == 0)])
        sandbox.succeed("export", f"{folder}/review.csv", "--source", "en", "--context", f"{folder}/lengths.csv", "--overwrite")
        # An apostrophe is what the CSV has before a formula, or what the text has: the page's file has texts alone.
        rows = [row for row in sheets.records(f"{folder}/review.csv") if row["Source value"] and not row["Proposal"] and row["Locale"] != "en"
                and not any(row[header].startswith("'") for header in ("Source value", "Current value"))]
        with_tokens = [row for row in rows if TOKEN.search(row["Source value"])]
        chosen = {(row["Section"], row["Key"], row["Locale"]): row for row in rng.sample(with_tokens, min(len(with_tokens), options.texts // 2))
                  + rng.sample(rows, min(len(rows), options.texts // 2))}
        for name, row in list(chosen.items()):
            row["Proposal"] = damaged(rng.choice((row["Source value"], row["Current value"] or row["Source value"])), rng)
            row["Note"] = rng.choice(IGNORING) if rng.random() < 0.1 else ""
            if not row["Proposal"].strip() or row["Proposal"].startswith("'") or row["Proposal"] == row["Current value"]:
                del chosen[name]
        sheets.save_records(f"{folder}/returned.csv", list(chosen.values()))
        terms = [(" | ".join(sources), locale, word) for sources, locale, word in FORBIDDEN]
        checks.write(f"{folder}/terms.csv", "en,de forbidden,fr forbidden,ja forbidden,th forbidden\n" + "".join(
            f"{sources},{','.join(word if locale == other else '' for other in ('de', 'fr', 'ja', 'th'))}\n" for sources, locale, word in terms))
        found = collections.defaultdict(collections.Counter)
        for one in json.loads(sandbox.run("check", f"{folder}/returned.csv", "--json", "--glossary", f"{folder}/terms.csv").output)["diagnostics"]:
            if "row" in one:
                found[one["section"], one["key"], one["locale"]].update(one.get("checks") or [])
        for name in ("checks", "visible", "dom"):
            shutil.copy(f"{checks.ROOT}/Sources/Review/ReviewPage/Page/{name}.js", folder)
        checks.write(f"{folder}/package.json", '{"type": "module"}')
        checks.write(f"{folder}/run.js", 'import { readFileSync } from "node:fs";\nimport { findingsOf, isLeftToImport, ruleIDs } from "./checks.js";\n'
                     "const [texts, settings] = JSON.parse(readFileSync(0));\n"
                     "console.log(JSON.stringify([ruleIDs, texts.map((text) => findingsOf(text, settings).map(({ rule }) => rule)), texts.map(isLeftToImport)]));\n")
        settings = {"terms": [{"locale": locale, "sources": sources, "preferred": [], "forbidden": [word]} for sources, locale, word in FORBIDDEN]}
        texts = [{"value": row["Proposal"], "source": row["Source value"], "current": row["Current value"], "locale": row["Locale"], "key": row["Key"],
                  "maximum": int(row["Maximum length"] or 0) or None, "isSource": False, "note": row["Note"]} for row in chosen.values()]
        known, shown, is_left = json.loads(subprocess.run(["node", f"{folder}/run.js"], input=json.dumps([texts, settings]), capture_output=True, text=True, check=True).stdout)
        seen = collections.Counter()
        for (name, row), page, says in zip(chosen.items(), shown, is_left):
            is_message = MESSAGE.search(row["Source value"]) or MESSAGE.search(row["Proposal"])
            ask(f"{name}: the page says that the import decides", says or not (is_message or FORM.search(row["Key"])))
            left = [rule for rule in known if rule.startswith(("printf.", "placeholder.")) and FORM.search(row["Key"])
                    or rule in ("placeholder.name", "placeholder.index") and is_message]
            expected = {rule: count for rule, count in found[name].items() if rule in known and rule not in left}
            same(f"{name}: {row['Source value']!r} as {row['Proposal']!r}",
                 {rule: count for rule, count in collections.Counter(page).items() if rule not in left}, expected)
            seen.update(expected)
        ask("enough was found", len(seen) >= 20 and seen["term.forbidden"] and seen["length.maximum"] and sum(seen.values()) > len(chosen) / 2, seen)
    return f"{len(chosen):,} damaged texts, {sum(seen.values()):,} findings of {len(seen)} rules"


@takes("binary", "data", pictures=None, browsers=2)
def decided(options):
    """60 decisions about real texts, in a sheet that is imported, and by keyboard on the page and, in each browser, in a review in one file
    that is saved and imported: are the plans, as `history show --json` has them, the same, byte for byte? What only one of them has is left out: the file, its rows' numbers and its remark about rows that were
    not returned, and the id and the time of the import."""
    prepared(options)
    if not os.path.isdir(options.data):
        checks.skip_all(f"real translations, as there is no folder {options.data}")
    catalog = Catalog(options.data)
    with checks.scratch() as folder:
        memory, data, sheet, returned = (f"{folder}/{name}" for name in ("memory.tmx", "data", "review.csv", "returned.csv"))
        write_memory(memory, without_every(catalog, 7, data))
        choice = ["--locale", DANISH.split("-")[0], "--locale", "ar", "--memory", memory]
        with (Sandbox(options.binary, data) as by_sheet, Sandbox(options.binary, data) as by_page,
              ReviewBrowser(pictures=options.pictures) as page):
            by_sheet.succeed("export", sheet, *choice)
            rows = sheets.records(sheet)
            made = list(decisions(rows, {f"{row['Section']}/{row['Key']}" for row in rows}))
            same("what is decided", collections.Counter(kind for kind, _, _ in made), {kind: 2 * count for kind, count in DECIDED.items()})
            for each in made:
                decide_in_sheet(*each)
            sheets.save_records(returned, [row for _, _, row in made])
            plan = json.loads(by_sheet.run("diff", returned, "--json").output)
            by_sheet.run("import", returned, "--yes", "--allow-delete")
            program = ReviewProgram(options.binary, by_page.environment, *choice)
            try:
                page.open(program.address)
                for kind, _, row in made:
                    decide_on_page(page, kind, row)
                shown = program.api("plan", key=page.script("return sessionStorage.getItem('review-key')"))
                page.picture("decided")
                page.click(".tools .primary")
                page.click("#allow-deletes")
                page.click("dialog .primary")
                page.until("the outcome is said", lambda: "done" in page.text("dialog"), 300)
                page.picture("decided and sent")
            finally:
                program.process.kill()

            def name(item):
                return item["section"], item["key"], item["locale"]
            findings = {name(item): [each["check"] for each in item["findings"]] for item in plan["items"] if item.get("findings")}
            same("the page names the findings of diff, and why a draft is refused",
                 {**{name(item): [each["rule"] for each in item["findings"]] for item in shown["items"] if item["findings"]},
                  **{name(item): item["message"] for item in shown["refused"]}},
                 {**findings, **{name(item): item["message"] for item in plan["items"] if item["verdict"] == "refused-by-check"}})

            def kept(server, *left_out):
                shown = json.loads(server.succeed("history", "show", "last", "--json").output)
                for one in shown["items"] + shown["notes"]:
                    del one["file"], one["worksheet"], one["row"]
                for one in ("files", "import", "listed", "diagnostics", "agencies", *left_out):
                    del shown[one]
                return json.dumps(shown, ensure_ascii=False, indent=1)
            plan_of_sheet = {left_out: kept(by_sheet, *left_out) for left_out in ((), ("summary",))}

            def compare(server, place, *left_out):
                expected, found = plan_of_sheet[left_out], kept(server, *left_out)
                if options.pictures:
                    checks.write(f"{options.pictures}/{place}.json", found)
                ask(f"the plans of sheet and {place} are the same, byte for byte", expected == found,
                    "\n".join(list(difflib.unified_diff(expected.split("\n"), found.split("\n"), lineterm="", n=2))[:60]))
                same(f"so is what the servers hold after the {place}", server.proposals(), by_sheet.proposals())
            compare(by_page, "page")
            for kind in file_browsers()[-options.browsers:]:
                with Sandbox(options.binary, data) as by_file, kind(pictures=options.pictures) as page:
                    by_file.succeed("export", by_file.path + "/review.html", *choice)
                    page.keep_downloads(by_file.path + "/saved")
                    page.open(f"file://{by_file.path}/review.html")
                    for each, _, row in made:
                        decide_on_page(page, each, row)
                    saved = saved_from(page, by_file.path + "/saved")
                    same("what the browser complains of", page.faults(), [])
                    by_file.run("import", saved, "--yes", "--allow-delete")
                    # A file comes back with all its rows.
                    compare(by_file, f"file in {kind.__name__}", "summary")
    return f"60 decisions in sheet, page and file, {sum(map(len, findings.values()))} findings, {len(plan_of_sheet[()]):,} characters of plan"


if __name__ == "__main__":
    checks.main(__doc__, report, review, file, quick, hostile, rules, decided)
