#!/usr/bin/env python3
"""review_page.py BINARY [--rows N] [--pictures FOLDER]

The review page in a real browser, as a reviewer uses it: propose, replace, withdraw, undo, decide a conflict from a returned sheet, lose
the server, the program and the file of drafts, close the tab, send, and be cut off within a Send. Asks what the page says, what the drafts are after the program was killed, and whether the
server holds exactly what was sent. Requests with a foreign Host or Origin, or without the key, are refused. With axe-core the page is
audited in each state. `--rows N` measures a list of N texts instead; `--pictures FOLDER` keeps what was seen."""
import argparse
import csv
import glob
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

import chromium
from review_browser import ReviewBrowser, ReviewProgram
from sandbox import Sandbox, Text, free_port

DANISH = "da-DK"


class Check:
    def __init__(self, binary, sandbox, browser, folder):
        self.binary, self.sandbox, self.browser, self.folder = os.path.abspath(binary), sandbox, browser, folder
        self.asked, self.wrong = 0, []
        self.axe = chromium.axe_script()
        self.audits = 0
        self.sheet = f"{folder}/returned.csv"
        self.context = f"{folder}/context.yaml"

    def ask(self, what, holds, found=""):
        self.asked += 1
        if not holds:
            self.wrong.append(f"{what}: {found}")

    def same(self, what, found, expected):
        self.ask(what, found == expected, f"{found!r} instead of {expected!r}")

    def state(self, name):
        """Keeps a picture of a state of the page, and audits it."""
        self.browser.picture(name)
        if not self.axe:
            return
        self.audits += 1
        self.same(f"{name}: what axe finds", self.browser.audit(self.axe, tags=["wcag2a", "wcag2aa"]), [])

    # MARK: The sheet that came back

    def return_sheet(self):
        """Exports a sheet, edits three rows, and lets somebody else propose for one of their texts."""
        run = self.sandbox.run("export", self.folder + "/review.csv", "--locale", DANISH)
        self.ask("the export works", run.status == 0, run.errors)
        with open(self.folder + "/review.csv", encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            name = f"{row['Section']}/{row['Key']}"
            if name == "basket/note":
                row["Proposal"] = "Skriv til bageriet"
            if name == "basket/remove":
                row["Proposal"] = "Tag ud af kurven"
            if name == "pickup/code":
                row["Action"] = "whatever"
        with open(self.sheet, "w", encoding="utf-8-sig", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
        self.propose_as_somebody_else("basket", "note", "Note til bageren")
        with open(self.context, "w", encoding="utf-8") as file:
            file.write("products:\n  sourdough:\n    description: The name of a bread.\n    maximum-length: 20\n")

    def propose_as_somebody_else(self, section, key, value):
        fields = {"section": section, "key": key, "value": value, "locale": DANISH, "platform": "mobile", "guid": "somebody-else"}
        environment = self.sandbox.environment
        request = urllib.request.Request(
            environment["NSTACK_BASE_URL"] + "/api/v2/content/localize/proposals", urllib.parse.urlencode(fields).encode(),
            {"X-Application-Id": environment["NSTACK_APPLICATION_ID"], "X-Rest-Api-Key": environment["NSTACK_REST_API_KEY"]})
        with urllib.request.urlopen(request, timeout=60) as answer:
            self.ask("somebody else proposes", answer.status in (200, 201), answer.status)

    def start(self, *arguments):
        self.program = ReviewProgram(self.binary, self.sandbox.environment, *arguments)

    # MARK: What a reviewer does

    def propose(self):
        page = self.browser
        page.show("products/sourdough", locale=DANISH)
        self.ask("the panel has the current value", "Surdejsbrød" in page.texts(".facts .text"), page.texts(".facts .text"))
        self.ask("the panel has the source text", "Sourdough bread" in page.texts(".facts .text"),
                 page.texts(".facts .text"))
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
        page.until("a draft that a check refuses is not sent",
                   lambda: "not sent" in page.texts(".row[aria-selected=true] .badge"))
        self.state("refused")

    def replace(self):
        page = self.browser
        page.show("products/cardamomBun")
        self.same("one's own proposal is marked", page.texts(".proposal.mine .whose"), ["Yours"])
        page.write("Kardemommesnegl")
        page.press_with_control(keys().ENTER)
        self.ask("nothing is kept where nothing was changed", "draft" not in page.texts(".row[aria-selected=true] .badge"))
        page.write("Kardemommeknude")
        # Leaving the text keeps what was typed.
        page.press(keys().ESCAPE)
        page.says("Kept your draft for products/cardamomBun.")

    def propose_twice(self):
        """The text that somebody else proposed already is an error, as NStack answers it."""
        page = self.browser
        page.show("default/retry", locale="de-DE")
        page.write("Nochmal versuchen")
        page.press_with_control(keys().ENTER)
        page.until("the same text twice is an error", lambda: page.texts(".notice.bad"))
        self.ask("the error names the text", "default/retry" in page.text(".notice.bad"), page.text(".notice.bad"))
        self.state("error")
        page.click(".notice.bad button")
        page.write("Noch einmal versuchen")
        self.same("only one's own can be withdrawn", len(page.texts(".proposal .danger")), 1)
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
            page.click(f".row[data-index='{index}']")
            page.until(f"{name} is open", lambda: page.text("#panel-title") == name)
        self.same("what was typed is there", page.script(f"return document.getElementById('suggestion').value === {typed}"), True)
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
        self.ask("a short swipe withdraws nothing", "to be withdrawn" not in page.texts(".row[aria-selected=true] .badge"))
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
        self.ask("a row of the sheet is a draft", "Tag ud af kurven" == page.script("return document.getElementById('suggestion').value"))
        self.ask("the draft says where it is from", "returned.csv" in page.text(".editor .state"), page.text(".editor .state"))
        page.show("basket/note")
        self.same("the conflict is shown", page.text(".conflict-part h3"), "Conflict")
        self.ask("the conflict has the server's text and the sheet's", all(
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
        key = None
        for line in self.program.said().splitlines():
            if "#token=" in line:
                key = self.exchange(line.rsplit("#token=", 1)[1].strip())
        self.ask("a new address is printed after the first was used", key is not None, self.program.said())
        if key:
            page.until("the closed tab's text is a draft", lambda: self.get("/api/review", key)[1]["counts"]["drafts"] == 7)
        self.program.end(signal.SIGKILL)
        self.start("--context", self.context, "--port", str(self.program.port))
        page.open(self.program.address)
        page.until("the drafts are there after the program was killed",
                   lambda: any(chip.startswith("Drafts") for chip in page.texts(".chip")))
        page.show("products/ryeBread", locale=DANISH)
        self.same("the draft of the closed tab", page.script("return document.getElementById('suggestion').value"), "Rugbrød fra i dag")

    def lose_the_program(self):
        page = self.browser
        page.show("products/cinnamonRoll")
        page.write("Snegl med kanel")
        port = self.program.port
        self.program.end(signal.SIGKILL)
        page.press(keys().ESCAPE)
        page.until("a lost program is said", lambda: "does not answer" in page.text(".lost"))
        page.until("and what is not saved", lambda: "1 text on this page is not saved yet." in page.text(".lost"))
        self.state("lost")
        self.start("--context", self.context, "--port", str(port))
        page.until("another program at the address is said", lambda: "Another program" in page.text(".lost"))
        page.open(self.program.address)
        page.says("1 text kept as a draft.")
        page.show("products/cinnamonRoll")
        page.until("nothing that was typed is lost", lambda: "draft" in page.texts(".row[aria-selected=true] .badge"))
        self.same("the text is what was typed", page.script("return document.getElementById('suggestion').value"), "Snegl med kanel")

    def draft_files(self):
        return glob.glob(self.sandbox.path + "/state/nstack-review/drafts-*.jsonl")

    def exchange(self, token):
        status, answer = self.post("/api/session", {"token": token})
        self.ask("a token is exchanged for a key", status == 200, answer)
        again, refused = self.post("/api/session", {"token": token})
        self.ask("a token works once", again == 403, refused)
        return answer.get("key")

    def request(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.program.port, timeout=60)
        content = None if body is None else json.dumps(body)
        connection.putrequest(method, path, skip_host=True)
        given = {"Host": f"127.0.0.1:{self.program.port}", **({"Content-Type": "application/json", "Content-Length": str(len(content))} if content else {}),
                 **{name.replace("_", "-"): value for name, value in headers.items()}}
        for name, value in given.items():
            connection.putheader(name, value)
        connection.endheaders(content.encode() if content else None)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null") if "json" in answer.getheader("Content-Type", "") else None, answer

    def get(self, path, key, **headers):
        return self.request("GET", path, **{"X_Review_Key": key, **headers})[:2]

    def post(self, path, body, **headers):
        return self.request("POST", path, body, **{"Origin": f"http://127.0.0.1:{self.program.port}", **headers})[:2]

    def refuse_foreign_requests(self):
        page, port = self.browser, self.program.port
        key = page.script("return sessionStorage.getItem('review-key')")
        own = {"X_Review_Key": key}
        self.same("one's own request is answered", self.get("/api/review", key)[0], 200)
        for what, status in {
            "a foreign Host": self.get("/api/review", key, Host=f"evil.example:{port}")[0],
            "a foreign Origin": self.post("/api/leave", {}, Origin="http://evil.example", **own)[0],
            "an Origin of another port": self.post("/api/leave", {}, Origin=f"http://127.0.0.1:{port + 1}", **own)[0],
            "a null Origin": self.post("/api/leave", {}, Origin="null", **own)[0],
            "no key": self.request("GET", "/api/review")[0],
            "a wrong key": self.get("/api/review", "x" * len(key))[0],
        }.items():
            self.same(f"{what} is refused", status, 403)
        self.same("a write as GET is refused", self.get("/api/leave", key)[0], 405)
        _, _, answer = self.request("GET", "/")
        policy = answer.getheader("Content-Security-Policy", "")
        self.ask("the page allows no inline script", "script-src 'self'" in policy and "unsafe" not in policy, policy)
        self.same("the page is not stored", answer.getheader("Cache-Control"), "no-store")
        self.same("no cookie is set", answer.getheader("Set-Cookie"), None)
        self.same("the token is not in the address any more", "token" in page.driver.current_url, False)
        self.same("until here the browser complains of nothing", page.faults(), [])
        # A page of another origin in the same browser reaches nothing.
        page.driver.switch_to.new_window("tab")
        page.driver.get("about:blank")
        found = page.driver.execute_async_script(
            "const done = arguments[2]; fetch(arguments[0], {headers: {'X-Review-Key': arguments[1]}})"
            ".then(answer => answer.text()).then(done, error => done('blocked'))", f"http://127.0.0.1:{port}/api/review", key)
        self.same("a page of another origin reads nothing", found, "blocked")
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
        page.until("the numbers are named", lambda: "6 proposals and 1 delete will be sent." in page.text("dialog .numbers"))
        self.ask("what a check refuses is named", "1 draft will not be sent" in page.text("dialog") and "start/openUntil" in page.text("dialog"),
                 page.text("dialog"))
        self.same("a delete needs a yes of its own", page.find("dialog .primary").is_enabled(), False)
        self.same("nothing has left before Send", self.sandbox.proposals(), before)
        self.state("send")
        page.click("#allow-deletes")
        page.click("dialog .primary")
        page.until("the outcome is said", lambda: "Sent: 7 done." in page.text("dialog"), 300)
        self.ask("the result is verified", "has exactly what was sent" in page.text("dialog"), page.text("dialog"))
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
        self.same("the server holds exactly what was sent", self.sandbox.proposals(), expected)
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
        self.ask("the terminal says both", all(word in self.program.said() for word in ("was cut off", "The file of drafts was damaged")),
                 self.program.said())
        self.state("cut off")
        page.click("dialog .primary")
        page.until("what is left is named", lambda: "1 proposal will be sent." in page.text("dialog .numbers"))
        page.click("dialog .primary")
        page.until("the outcome is said", lambda: "Sent: 1 done." in page.text("dialog"), 300)
        page.press(keys().ESCAPE)
        page.click(".notice.bad button")
        sent = {value for _, value, _ in self.sandbox.proposals()}
        self.ask("all three were sent", sent >= {"Ny default/ok", "Ny default/cancel", "Ny default/back"}, sent)
        self.same("none of them twice", self.sandbox.writes(), writes + 4)
        page.show("start/openUntil")
        page.write("Åbent til kl. %@ %@")
        page.press_with_control(keys().ENTER)
        page.says("Kept your draft for start/openUntil.")

    def leave(self):
        page = self.browser
        page.click(".tools button", "Leave")
        page.until("leaving says how many proposals there are", lambda: "proposals in this application" in page.text("dialog"))
        began = time.monotonic()
        self.ask("leaving names drafts that are not sent", "1 draft not sent" in page.text("dialog"), page.text("dialog"))
        page.until("then the page may be closed", lambda: "You can close this page now." in page.text("dialog"))
        self.ask("it says so for three seconds", time.monotonic() - began > 2, f"{time.monotonic() - began:.1f} s")
        self.state("leaving")
        page.click("dialog .actions button", "Back")

    def modules(self):
        """What the page's own modules make of hard texts."""
        page = self.browser

        def call(module, expression):
            return page.driver.execute_async_script(
                f"const done = arguments[0]; import('/{module}').then(made => done({expression}), error => done(String(error)))")
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fixtures/shown-texts.json"), encoding="utf-8") as file:
            cases = json.load(file)
        pieces = ("made.wordDifference(%s, %s, %s).map(({ kind, text }) => "
                  "({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind]).join('')")
        for case in cases["differences"]:
            arguments = tuple(json.dumps(case[name]) for name in ("before", "after", "locale"))
            self.same(f"what differs between {case['before']!r} and {case['after']!r}", call("worddiff.js", pieces % arguments), case["shown"])
        nodes = "made.visibleNodes(%s).map(node => node.outerHTML ? `<U+${node.textContent.slice(2).replace(/^0+/, '')}>` : node).join('')"
        for case in cases["visible"]:
            self.same(f"{case['text']!r} made visible", call("visible.js", nodes % json.dumps(case["text"])), case["shown"])
        count = "made.characterCount(%s)"
        for text, expected in [("", 0), ("abc", 3), ("e\u0301", 1), ("👨‍👩‍👧", 1), ("\r\n", 1), ("นี้", 1)]:
            self.same(f"characters of {text!r}", call("visible.js", count % json.dumps(text)), expected)
        shown = "(() => { const one = document.createElement('p'); one.append(...made.%s(%s)); return one.innerHTML })()"
        for text, expected in [("<b>&amp;", "&lt;b&gt;&amp;amp;"), ("a\u202Eb", 'a<span class="hidden">U+202E</span>b'),
                               ("\u0007", '<span class="hidden">U+0007</span>'), ("می\u200cخواهم", "می\u200cخواهم")]:
            self.same(f"{text!r} on the page", call("visible.js", shown % ("visibleNodes", json.dumps(text))), expected)
        self.same("where a name may break", call("visible.js", shown % ("breakable", json.dumps("account.deleteWarning"))),
                  "account.<wbr>delete<wbr>Warning")
        self.same("a locale that is none has no language", call("visible.js", "made.languageTag('not a locale')"), "")

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
        self.same("paper is light, also from a dark screen", page.script(
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
        page.show("start/openUntil", locale=DANISH)
        self.same("the panel covers the phone", page.script(
            "const box = document.querySelector('.panel').getBoundingClientRect(); return [Math.round(box.left), Math.round(box.width)]"), [0, 390])
        self.state("phone panel")
        self.same("what is behind the panel cannot be reached", page.script("return document.querySelector('main').inert"), True)
        page.press(keys().ESCAPE)
        page.size(1440, 900)


def many_texts(folder, rows):
    """Writes texts of a source and of an Arabic locale in NStack's shape, with a proposal for each hundredth."""
    source, arabic, proposals = {}, {}, []
    for number in range(rows):
        section, key = f"section{number // 250:04}", f"text{number:06}"
        source.setdefault(section, {})[key] = f"Text {number} of the app, with %d words " + "and more " * (number % 7)
        arabic.setdefault(section, {})[key] = f"__{key}" if number % 9 == 0 else f"النص رقم {number} في التطبيق %d " + "وأكثر " * (number % 7)
        if number % 100 == 0:
            proposals.append({"id": number + 1, "application_id": 1, "section": section, "key": key, "locale": "ar-SA",
                              "value": f"نص {number} %d", "can_delete": number % 300 == 0})
    languages = [{"id": 1, "name": "English", "locale": "en-GB", "direction": "LRM", "is_default": True, "is_best_fit": True},
                 {"id": 2, "name": "Arabic", "locale": "ar-SA", "direction": "RML", "is_default": False, "is_best_fit": False}]
    for name, data in [("languages", languages), ("proposals", proposals), ("resource-en-GB", source), ("resource-ar-SA", arabic)]:
        with open(f"{folder}/{name}.json", "w", encoding="utf-8") as file:
            json.dump({"data": data}, file)


FRAMES = """
const [frames, done] = arguments, list = document.getElementById('list'), times = [];
let last = performance.now();
function frame() {
  const now = performance.now();
  times.push(now - last);
  last = now;
  if (times.length > frames) {
    times.sort((left, right) => left - right);
    return done([times[frames >> 1], times[Math.floor(frames * 0.95)]].map(Math.round));
  }
  STEP;
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
"""


def measure(binary, rows, pictures):
    """Prints how quick the page is; asks only for what does not depend on the machine."""
    with tempfile.TemporaryDirectory(prefix="nstack-review-check.") as folder:
        many_texts(folder, rows)
        with Sandbox(binary, folder) as sandbox, ReviewBrowser(pictures=pictures) as page:
            program = ReviewProgram(os.path.abspath(binary), sandbox.environment)
            began = time.monotonic()
            page.open(program.address)
            page.until("rows are there", lambda: page.script("return document.querySelectorAll('.row.table .current .text').length > 3"))
            seconds = time.monotonic() - began
            paint = page.script("return performance.getEntriesByName('first-contentful-paint')[0].startTime")
            print(f"first paint after {paint:.0f} ms, rows after {seconds * 1000:.0f} ms (with the driver)")
            for what, step in [("scrolling", "list.scrollTop += 90"), ("jumping", "list.scrollTop = list.scrollHeight * Math.abs(Math.sin(times.length))")]:
                median, most = page.driver.execute_async_script(FRAMES.replace("STEP", step), 100)
                print(f"{what}: a frame takes {median} ms, 95 of 100 at most {most} ms")
            elements = page.script("return document.querySelectorAll('*').length")
            page.picture("many")
            page.script("document.getElementById('list').focus()")
            page.press(keys().END)
            last = f"section{(rows - 1) // 250:04}/text{rows - 1:06}"
            page.until("the last row is reached",
                       lambda: page.text(".row[aria-selected=true] .name").replace("\n", "").startswith(last))
            page.press("e")
            page.until("the text area has the focus", lambda: page.script("return document.activeElement.id === 'suggestion'"))
            page.script("window.delays = []; addEventListener('keydown', () => { const at = performance.now();"
                        "requestAnimationFrame(() => setTimeout(() => delays.push(performance.now() - at))) }, true)")
            page.press(*"typing never lags")
            delays = sorted(page.script("return delays"))
            print(f"typing: {delays[len(delays) // 2]:.0f} ms from a key to its frame, {delays[-1]:.0f} ms at most")
            began = time.monotonic()
            page.press(keys().ESCAPE)
            page.click("#search")
            page.press("4711")
            page.until("the search has an answer", lambda: page.text(".total") not in ("", f"{rows:,} texts"))
            print(f"search: {time.monotonic() - began:.1f} s until \"{page.text('.total')}\"")
            program.end(signal.SIGINT)
            few = elements < 3000
            print(f"{rows} texts, {elements} elements on the page" + ("" if few else ": WRONG, rows off screen are elements"))
            return 0 if few else 1


def keys():
    from selenium.webdriver.common.keys import Keys
    return Keys


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, help="instead: how quick the page is with so many texts")
    parser.add_argument("--pictures", help="a folder for pictures of what was seen")
    parser.add_argument("binary")
    options = parser.parse_args()
    lacking = chromium.missing()
    if lacking:
        sys.exit(f"skipped: {lacking}")
    if options.rows:
        return measure(options.binary, options.rows, options.pictures)
    with tempfile.TemporaryDirectory(prefix="nstack-review-check.") as folder, \
            Sandbox(options.binary, options=("--fault", "POST proposals: 503 retry-after=100 only=8"), port=free_port()) as sandbox, \
            ReviewBrowser(pictures=options.pictures) as browser:
        check = Check(options.binary, sandbox, browser, folder)
        check.return_sheet()
        before = sandbox.proposals()
        check.start(check.sheet, "--context", check.context)
        try:
            browser.open(check.program.address)
            check.state("opened")
            for step in (check.propose, check.replace, check.propose_twice, check.keep_what_is_refused, check.next_problem, check.withdraw, check.decide, check.close_the_tab,
                         check.lose_the_program, check.refuse_foreign_requests, check.lose_the_server):
                step()
            check.send(before)
            check.cut_off()
            check.leave()
            check.modules()
            check.look()
            check.same("the browser complains of nothing", browser.faults(), [])
            check.same("Ctrl-C ends the program", check.program.end(signal.SIGINT), 0)
        finally:
            check.program.process.kill()
    if not check.axe:
        print("skip  the audit of the review page, as there is no axe-core (AXE=axe.min.js, or pip install axe-selenium-python)")
    for line in check.wrong:
        print(f"WRONG {line}")
    print(f"{check.asked} questions, {check.audits} of them to axe; {len(check.wrong)} answered wrong")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
