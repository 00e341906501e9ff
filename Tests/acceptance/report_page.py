#!/usr/bin/env python3
"""report_page.py BINARY [--data DATA] [--rows N] [--pictures FOLDER]

Opens the HTML reports of a plan and of an import in Chromium, as the person who signs off does. Asks whether the totals, filters, search
and keys show the rows that `diff --json` names, whether a hostile text stays a text, what is printed, what a browser without scripts
shows, whether the page fits a telephone, and whether an audit with axe-core finds anything. `--rows N` reports on N changed rows of DATA
instead and prints how long loading, filtering and searching take; `--pictures FOLDER` keeps what was seen."""
import argparse
import base64
import collections
import csv
import glob
import json
import os
import shutil
import sys
import tempfile
import time

import chromium
from chromium import Chromium
from sandbox import Sandbox

HOSTILE = "<script>document.title='gone'</script><img src=x onerror=\"document.title='gone'\"> & </noscript>\u202e\u2028'"

SECTION, HOSTILE_KEY = "signs", "<article class=x>"
SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/NStackSandbox/SampleTexts")


def with_hostile_key(folder):
    """The sample texts, with a key before all others that looks like the markup of a row."""
    for path in glob.glob(os.path.join(SAMPLE, "*.json")):
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        if os.path.basename(path).startswith("resource-"):
            content["data"] = {SECTION: {HOSTILE_KEY: "A & B"}, **content["data"]}
        with open(os.path.join(folder, os.path.basename(path)), "w", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False)
    return folder


def edited(source, target, most=None):
    """Edits a sheet in CSV in every way that a report shows; every second row, or the first rows up to a number."""
    with open(source, encoding="utf-8-sig", newline="") as file:
        header, *rows = list(csv.reader(file))
    place = {name: index for index, name in enumerate(header)}
    changed = 0
    for row in rows:
        current, proposal = row[place["Current value"]], row[place["Proposal"]]
        if most is None and changed == 0 and current:
            row[place["Proposal"]], row[place["Note"]] = current + HOSTILE, "<b>Note</b> " + HOSTILE
        elif row[place["Deletable"]] == "yes" and changed % 2:
            row[place["Action"]] = "delete"
        elif proposal and changed % 3 == 0:
            row[place["Proposal"]] = ""
        elif changed % 5 == 1 and most is None:
            row[place["Action"]] = "remove it"
        elif not current:
            continue
        else:
            row[place["Proposal"]] = (current.replace("%", "", 1) if changed % 7 == 3 else current) + f" {changed}"
        changed += 1
        if changed == most:
            break
    with open(target, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows([header, *rows])
    return changed


class Page(Chromium):
    """A report in Chromium."""

    def open(self, path):
        self.driver.get("file://" + os.path.abspath(path))
        return self

    def count(self, selector="#rows > article"):
        return self.script("return document.querySelectorAll(arguments[0]).length", selector)

    def told(self):
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
        self.settle()

    def settle(self):
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def press(self, *keys):
        super().press(*keys)
        self.settle()

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]


class Checks:
    def __init__(self):
        self.asked, self.wrong = 0, []

    def ask(self, what, holds, found=""):
        self.asked += 1
        if not holds:
            self.wrong.append(f"{what}: {found}")

    def same(self, what, found, wanted):
        self.ask(what, found == wanted, f"{found!r} instead of {wanted!r}")


def rows_of(text, kinds):
    number = f"{sum(kinds):,} " + ("row" if sum(kinds) == 1 else "rows")
    return text == number or text.startswith(number + " of ") or text.startswith(number + ":") or text.startswith(number + ";")


def check_page(checks, page, plan, axe):
    rows = plan["rows"]
    kinds = {"propose": "planned", "delete": "planned", "cleared": "not sent", "unknown-action": "refused",
             "refused-by-check": "refused", "refused": "refused"}
    outcomes = collections.Counter(kinds[row["verdict"]] for row in rows)
    locales = collections.Counter(row["locale"] for row in rows)
    checks.same("all rows are told", page.told().split(";")[0], f"{len(rows):,} rows")
    checks.same("the title stays the page's", page.driver.title, "Plan of an import of translations")
    checks.same("the console is empty", page.errors(), [])
    checks.same("nothing of a text is an element", page.count("img, main script, #rows b > script"), 0)
    note = page.script("return document.querySelector('#rows .note span')?.textContent") or ""
    checks.ask("a note is shown as it was written", note.startswith("<b>Note</b> <script>document.title='gone'</script><img"), note)

    # Totals
    table = page.script("""return [...document.querySelectorAll(".totals tbody tr")].map((row) =>
        [row.cells[0].textContent, row.cells[row.cells.length - 1].textContent])""")
    checks.same("totals by locale", dict(table), {**{name: str(count) for name, count in locales.items()}, "all locales": str(len(rows))})
    chips = page.script("""return [...document.querySelectorAll("#outcomes button")].map((chip) =>
        [chip.dataset.name, chip.querySelector("b").textContent])""")
    checks.same("totals by outcome", dict(chips), {name: str(count) for name, count in outcomes.items()})
    refused = sum(1 for row in rows if row["locale"] == "da-DK" and kinds[row["verdict"]] == "refused")
    page.script("""[...document.querySelectorAll(".totals button")].find((each) =>
        each.getAttribute("aria-label").endsWith("da-DK, refused")).click()""")
    checks.ask("a total shows its rows", rows_of(page.told(), [refused]) and page.count() == refused, (page.told(), refused))
    checks.same("they are of that locale", page.script(
        "return [...new Set([...document.querySelectorAll('#rows .locale')].map((each) => each.textContent))]"), ["da-DK"])

    # Filters and search
    page.press("0")
    for locale in ("ar-SA", "ja-JP"):
        page.choose("locale", locale)
        checks.ask(f"filter by {locale}", rows_of(page.told(), [locales[locale]]), page.told())
    checks.same("the filter is told", page.told().split(": ")[1].split(" (")[0], "ja-JP")
    page.choose("locale", "")
    section = rows[-1]["section"]
    page.choose("section", section)
    checks.ask("filter by section", rows_of(page.told(), [sum(1 for row in rows if row["section"] == section)]), page.told())
    page.choose("section", "")
    findings = collections.Counter(check for row in rows for check in {each["check"] for each in row.get("findings", [])})
    checks.ask("some check found something", bool(findings))
    for check, count in findings.items():
        page.choose("finding", check)
        checks.ask(f"filter by {check}", rows_of(page.told(), [count]), page.told())
    page.choose("finding", "")
    page.search("DOCUMENT.TITLE='gone'")
    checks.ask("search finds a text in any case", rows_of(page.told(), [1]), page.told())
    checks.ask("what was found is marked", page.script("return (CSS.highlights?.get('found')?.size ?? 1) > 0"))
    page.search("qqxqq")
    checks.ask("search finds nothing", page.told().startswith("0 rows of") and page.count() == 0, page.told())
    page.search("")

    # Keyboard
    from selenium.webdriver.common.keys import Keys
    page.script("document.activeElement.blur(); scrollTo(0, 0)")
    page.press("1")
    first = page.script("return document.querySelector('#outcomes button').dataset.name")
    checks.ask("1 chooses the first outcome", rows_of(page.told(), [outcomes[first]]), page.told())
    checks.same("and says so", page.script("return document.querySelector('#outcomes button').getAttribute('aria-pressed')"), "true")
    page.press("1")
    page.press("j", "j", "k", "j")
    checks.ask("j and k go from row to row", page.script(
        "return document.activeElement === document.querySelectorAll('#rows > article')[1]"))
    page.press("/", "j", "k")
    checks.same("/ goes to the search, and letters are text there", page.script(
        "return [document.activeElement.id, document.activeElement.value]"), ["search", "jk"])
    page.press(Keys.ESCAPE)
    page.press(Keys.ESCAPE)
    checks.ask("Esc leaves the search and clears it", rows_of(page.told(), [len(rows)]), page.told())
    page.press("?")
    checks.ask("? opens the list of keys", page.script("return document.getElementById('help').open"))
    if axe:
        checks.same("audit of the list of keys", page.audit(axe, "#help"), [])
    page.press(Keys.ESCAPE)
    checks.ask("Esc closes it", not page.script("return document.getElementById('help').open"))

    # What a deletion looks like
    page.press("0")
    page.script("document.getElementById('all').click()")
    checks.same("Show all puts every row on the page", page.count(), len(rows))
    page.script("scrollTo(0, document.body.scrollHeight)")
    page.choose("locale", "ja-JP")
    checks.ask("a filter that is chosen far down shows the first of its rows", page.script("""
        const [filters, count, row] = ["filters", "count", "rows"].map((id) => document.getElementById(id).getBoundingClientRect());
        return count.top >= filters.bottom - 1 && row.top > 0 && row.top < innerHeight / 2"""), page.script("return scrollY"))
    page.choose("locale", "")
    page.script("document.getElementById('all').click()")
    deleted = sum(row["verdict"] == "delete" for row in rows)
    struck = page.script("""return [...document.querySelectorAll("#rows article")].filter((row) =>
        [...row.querySelectorAll("dt")].some((name) => name.textContent === "To delete")).length""")
    checks.same("as many rows are drawn as deletions as there are", struck, deleted)
    checks.same("texts have their direction", page.script("""return [...new Set([...document.querySelectorAll("[lang='ar-SA']")].map((each) =>
        getComputedStyle(each).direction))]"""), ["rtl"])

    # Print
    page.command("Emulation.setEmulatedMedia", media="print")
    checks.same("no control is printed", page.script("""return [...document.querySelectorAll(".filters, #more, .skip")].filter((each) =>
        getComputedStyle(each).display !== "none").length"""), 0)
    page.command("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    checks.same("paper is light, also from a dark screen", page.script(
        "return ['--back', '--good-back'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))"),
        ["#ffffff", "#d5efda"])
    page.command("Emulation.setEmulatedMedia", media="", features=[])
    page.press("0")
    page.script("dispatchEvent(new Event('beforeprint'))")
    checks.same("all rows are printed", page.count(), len(rows))
    page.script("dispatchEvent(new Event('afterprint'))")
    if page.pictures:
        paper = page.command("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)
        with open(os.path.join(page.pictures, "print.pdf"), "wb") as file:
            file.write(base64.b64decode(paper["data"]))


def check_looks(checks, path, axe, pictures):
    for name, width, dark in (("light", 1280, False), ("dark", 1280, True), ("phone", 390, False), ("phone-dark", 390, True)):
        with Page(width, 844 if width == 390 else 900, pictures) as page:
            page.scheme("dark" if dark else "light")
            page.open(path)
            checks.ask(f"{name}: the page is as wide as the screen", page.script(
                "return document.documentElement.scrollWidth <= innerWidth"), page.script("return document.documentElement.scrollWidth"))
            page.picture(name)
            page.script("document.getElementById('list').scrollIntoView()")
            page.picture(name + "-rows")
            if axe:
                checks.same(f"{name}: audit", page.audit(axe), [])
            if name == "light":
                page.choose("locale", "ar-SA")
                page.picture("arabic")


def check_without_scripts(checks, path, rows, pictures):
    with Page(pictures=pictures) as page:
        page.command("Emulation.setScriptExecutionDisabled", value=True)
        page.open(path)
        found = page.command("DOM.getDocument", depth=0)["root"]["nodeId"]
        articles = page.command("DOM.querySelectorAll", nodeId=found, selector="article")["nodeIds"]
        checks.same("without scripts every row is an element", len(articles), rows)
        page.picture("without-scripts")


def check_other_browser(checks, path, rows):
    """A browser may write `<` and `>` into the markup of an attribute as they are, as older ones do."""
    with Page() as page:
        page.command("Page.addScriptToEvaluateOnNewDocument", source="""
            for (const name of ["innerHTML", "outerHTML"]) {
                const written = Object.getOwnPropertyDescriptor(Element.prototype, name);
                Object.defineProperty(Element.prototype, name, { ...written, get() {
                    return written.get.call(this).replace(/"[^"]*"(?=[^<>]*>)/g, (value) =>
                        value.replaceAll("&lt;", "<").replaceAll("&gt;", ">"));
                } });
            }""")
        page.open(path)
        checks.ask("the attribute has the signs", page.script(
            "return document.querySelector('[aria-label*=\"<article\"]').outerHTML").startswith("<article ")
            and page.script("return document.querySelector('[aria-label*=\"<article\"]').outerHTML").count(HOSTILE_KEY) == 1)
        checks.same("every row is one row where attributes have signs of markup", page.told().split(";")[0], f"{rows:,} rows")
        page.search("data-f=")
        checks.ask("what only an attribute says is not found", page.told().startswith("0 rows of"), page.told())
        page.search(f"{SECTION}/{HOSTILE_KEY}")
        checks.ask("the name with the signs is found", page.count() > 0 and page.count() == page.script(
            "return document.querySelectorAll('[aria-label*=\"<article\"]').length"), page.told())
        checks.same("its console is empty", page.errors(), [])


def time_page(path, rows, pictures):
    """Prints how long a page of many rows takes."""
    with Page(pictures=pictures) as page:
        begin = time.monotonic()
        page.open(path)
        loaded = time.monotonic() - begin
        paint = page.script("return performance.getEntriesByType('paint').map((each) => [each.name, Math.round(each.startTime)])")
        told = page.told()
        page.picture("many")
        script = """
            const done = arguments[arguments.length - 1];
            const times = [];
            const control = (id, value, event) => () => {
                const each = document.getElementById(id);
                each.value = value;
                each.dispatchEvent(new Event(event));
            };
            const steps = [
                ["search, the first one", control("search", "a", "input")], ["search", control("search", "the", "input")],
                ["no search", control("search", "", "input")], ["locale", control("locale", "0", "change")],
                ["section", control("section", "0", "change")], ["finding", control("finding", "any", "change")],
                ["outcome", () => document.querySelector("#outcomes button").click()],
                ["clear", () => document.getElementById("clear").click()],
            ];
            const next = () => {
                const step = steps.shift();
                if (!step) return done(times);
                const begin = performance.now();
                step[1]();
                // A frame, and what comes after it: laid out and painted.
                requestAnimationFrame(() => setTimeout(() => {
                    times.push([step[0], Math.round(performance.now() - begin)]);
                    setTimeout(next, 50);
                }));
            };
            setTimeout(next, 0);"""
        cold = page.driver.execute_async_script(script)
        warm = page.driver.execute_async_script(script)
        print(f"{rows} rows, {os.path.getsize(path) / 1e6:.1f} MB: loaded in {loaded:.2f} s; {dict(paint)} ms; {told}")
        print("at once, in ms: " + ", ".join(f"{name} {value}" for name, value in cold))
        print("afterwards, in ms: " + ", ".join(f"{name} {value}" for name, value in warm))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--data")
    parser.add_argument("--rows", type=int)
    parser.add_argument("--pictures")
    arguments = parser.parse_args()
    lacking = chromium.missing()
    if lacking:
        sys.exit(f"skipped: the report in a browser, as {lacking}")
    axe = chromium.axe_script()
    if not axe:
        print("skip  the audit with axe-core, as axe-selenium-python is missing")
    if arguments.pictures:
        os.makedirs(arguments.pictures, exist_ok=True)

    checks = Checks()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data, \
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, \
            Sandbox(arguments.binary, arguments.data or with_hostile_key(data)) as server:
        with open(os.path.join(server.data, "languages.json"), encoding="utf-8") as file:
            source = next(each["locale"] for each in json.load(file)["data"] if each["is_default"])
        sheet, returned = f"{folder}/sheet.csv", f"{folder}/returned.csv"
        export = server.run("export", sheet, "--source", source)
        if export.status:
            sys.exit(f"WRONG: {export.errors}")
        changed = edited(sheet, returned, arguments.rows)
        report, sent = f"{folder}/plan.html", f"{folder}/import.html"
        plan = server.run("diff", returned, "--json", "--report", report)
        if arguments.rows:
            print(f"diff with the report: {plan.seconds:.2f} s, {plan.megabytes:.0f} MB")
            if arguments.pictures:
                shutil.copy(report, arguments.pictures)
            time_page(report, changed, arguments.pictures)
            return
        rows = json.loads(plan.output)
        with Page(pictures=arguments.pictures).open(report) as page:
            check_page(checks, page, rows, axe)
        check_without_scripts(checks, report, len(rows["rows"]), arguments.pictures)
        if not arguments.data:
            check_other_browser(checks, report, len(rows["rows"]))
        done = server.run("import", returned, "--yes", "--allow-delete", "--report", sent)
        checks.same("the import is done in part", done.status, 2)
        check_looks(checks, sent, axe, arguments.pictures)
        with Page().open(sent) as page:
            checks.ask("an import says that it was verified", page.script(
                "return document.querySelector('.status.good')?.textContent ?? ''").startswith("verified: "))
            page.script("document.querySelector('#outcomes button').click()")
            checks.same("and what was applied", page.script("return document.querySelector('#rows .kind').textContent.trim()"), "✓ applied")
            checks.same("its console is empty", page.errors(), [])
    for each in checks.wrong:
        print(f"WRONG {each}")
    print(f"{checks.asked - len(checks.wrong)} of {checks.asked} questions answered well")
    sys.exit(1 if checks.wrong else 0)


if __name__ == "__main__":
    main()
