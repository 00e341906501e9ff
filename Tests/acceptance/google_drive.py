#!/usr/bin/env python3
"""google_drive.py BINARY STAND-IN

Sheets in Google Drive, with the program as it is and a stand-in for Google (Tests/DriveStandIn): a round from export to import, with the
sheet re-saved by LibreOffice where that is there; an upload that is killed again and again, and repeated; a service account; the
sign-in in a browser; ten sheets fetched at once beside one after the other (--rows N, --latency MS)."""
import argparse
import base64
import glob
import json
import os
import pty
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile

from drive_stand_in import PATIENCE, PERSON, XLSX, StandIn

COLLEAGUE = "ben@example.com"


class Place:
    """A home of its own, in which the program runs."""

    def __init__(self, binary, stand_in, token=True):
        self.binary, self.folder, self.stand_in = binary, tempfile.mkdtemp(prefix="nstack-review-drive-check."), stand_in
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": self.folder, "TMPDIR": self.folder, "LC_ALL": "C.UTF-8",
                            "NSTACK_GOOGLE_HOST": stand_in.url}
        if token:
            self.environment["GOOGLE_OAUTH_ACCESS_TOKEN"] = stand_in.token

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, *arguments, errors=subprocess.PIPE):
        return subprocess.Popen([self.binary, *arguments], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=errors, text=True)

    def run(self, *arguments, status=0):
        process = self.start(*arguments)
        output, errors = process.communicate(timeout=PATIENCE)
        if process.returncode != status:
            sys.exit(f"WRONG: {' '.join(arguments)} ended with {process.returncode} and not {status}:\n{output}{errors}")
        return output if status == 0 else output + errors

    def files(self):
        return json.loads(self.run("drive", "list", "--folder", self.stand_in.folder, "--json"))["files"]


def expect(holds, what):
    if not holds:
        sys.exit(f"WRONG: {what}")


def with_proposal(path, text):
    """Writes a text into the first cell of the column Proposal that a reviewer could fill, as a program would save it."""
    with zipfile.ZipFile(path) as archive:
        parts = {entry: archive.read(entry.filename) for entry in archive.infolist()}
    name = next(entry for entry in parts if entry.filename == "xl/worksheets/sheet1.xml")
    sheet = parts[name].decode()
    match = re.search(r'<c r="F5"([^>]*?)(/>|>.*?</c>)', sheet)
    expect(match, "the sheet has no cell F5")
    style = re.search(r' s="\d+"', match.group(1))
    cell = f'<c r="F5"{style.group(0) if style else ""} t="inlineStr"><is><t>{text}</t></is></c>'
    parts[name] = (sheet[:match.start()] + cell + sheet[match.end():]).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in parts.items():
            archive.writestr(entry.filename, content)


def resaved(place, path):
    """The sheet as LibreOffice saves it; as it is where that is not there."""
    if not shutil.which("soffice"):
        return path, "as exported"
    folder = place.path("resaved")
    subprocess.run(["soffice", "--headless", f"-env:UserInstallation=file://{place.path('office')}", "--convert-to", "xlsx:Calc MS Excel 2007 XML",
                    "--outdir", folder, path], env={**os.environ, "HOME": place.folder}, check=True, capture_output=True, timeout=PATIENCE)
    return os.path.join(folder, os.path.basename(path)), "re-saved by LibreOffice"


def edited(binary, stand_in, place, sheet, text):
    """Writes a proposal into a Google Sheet, as somebody does in the browser."""
    table = google_form.rows(binary, place.path("pulled.xlsx"))
    column = {name: number for number, name in enumerate(table[0])}
    table[4][column["Proposal"]] = text
    google_form.write(table, place.path("edited.xlsx"))
    with open(place.path("edited.xlsx"), "rb") as file:
        stand_in.tell("edit", id=sheet["id"], email=COLLEAGUE, content=base64.b64encode(file.read()).decode())


def round_trip(binary, stand_in_program, is_google_sheet):
    """Export to a folder, edit as another program would save it, import by address, verified."""
    with tempfile.TemporaryDirectory() as folder:
        # A Google Sheet is exported in a form of Google's, and not with the bytes that came.
        hook = os.path.join(folder, "resave")
        with open(hook, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o755)) as file:
            file.write(f"#!/bin/sh\nexec {shlex.join([sys.executable, google_form.__file__, binary])} \"$1\" \"$2\"\n")
        with StandIn(stand_in_program, resave=hook) as stand_in, Place(binary, stand_in) as place:
            sandbox = ["--sandbox", "--sandbox-dir", place.path("sandbox")]
            flags = ["--google-sheet"] if is_google_sheet else []
            place.run("export", f"drive:{stand_in.folder}/review.xlsx", *flags, *sandbox, "--locale", "da-DK", "--source", "en-GB")
            [sheet] = place.files()
            address = f"https://docs.google.com/spreadsheets/d/{sheet['id']}/edit#gid=0"
            expect("46 rows in 1 file: 0 edited" in place.run("check", address), "the sheet that came back unchanged has edits")
            place.run("drive", "pull", f"drive:{sheet['id']}", "--output", "pulled.xlsx")
            if is_google_sheet:
                edited(binary, stand_in, place, sheet, "Et forslag fra Drive")
                how = "in the form of Google Sheets"
                output = place.run("status", *sandbox)
                expect(f"was changed last by {COLLEAGUE}" in output, f"status does not say who changed the sheet: {output}")
            else:
                with_proposal(place.path("pulled.xlsx"), "Et forslag fra Drive")
                path, how = resaved(place, place.path("pulled.xlsx"))
                place.run("drive", "push", path, f"drive:{sheet['id']}", "--overwrite")
            output = place.run("export", f"drive:{stand_in.folder}/{sheet['name']}", *sandbox, "--locale", "da-DK", "--overwrite", "--json", status=64)
            expect("export.unsent-edits" in output, f"an export over unsent edits says: {output}")
            output = place.run("import", address, *sandbox, "--yes")
            expect("1 call: 1 applied" in output and "verified: the server was read again" in output, f"the import says: {output}")
            output = place.run("diff", address, *sandbox)
            expect("1 already-proposed" in output and "plan: 0 to propose, 0 to delete" in output, f"the plan says: {output}")
            output = place.run("status", *sandbox)
            expect("still out" not in output, f"the sheet is still out: {output}")
            return how


HELD = 3_600_000  # Milliseconds: until the program that waits is killed.

# Where an export is killed: its name, what the stand-in does, and what tells that the place is reached.
KILLS = [
    ("before the upload begins", [("files.create", "delay", {"milliseconds": HELD})], "files.create"),
    ("before the first byte", [("upload.put", "delay", {"milliseconds": HELD})], "upload.put"),
    ("with a part in Drive", [("upload.put", "loseUpload", {"bytes": 5000, "stored": 3000}), ("upload.status", "delay", {"milliseconds": HELD})],
     "upload.status"),
    ("after the last byte, before its answer", [("upload.put", "delayAnswer", {"milliseconds": HELD})], "upload.put"),
]
KILLS_OF_REPLACEMENTS = [
    ("before the copy", [("files.copy", "delay", {"milliseconds": HELD})], "files.copy"),
    ("after the copy, before its answer", [("files.copy", "delayAnswer", {"milliseconds": HELD})], "files.copy"),
    ("after the copy, before the upload", [("files.update", "delay", {"milliseconds": HELD})], "files.update"),
] + KILLS[1:]


def until(holds, what):
    begun = time.monotonic()
    while not holds():
        expect(time.monotonic() - begun < PATIENCE, what)
        time.sleep(0.02)


def killed_upload(binary, stand_in_program, kill, replaces):
    """An export that is killed at one step of its upload leaves the old sheet, the new one or none, and repeated gives one."""
    where, faults, step = kill
    with StandIn(stand_in_program) as stand_in, Place(binary, stand_in) as place:
        sandbox = ["--sandbox", "--sandbox-dir", place.path("sandbox"), "--source", "en-GB"]
        target = f"drive:{stand_in.folder}/review.xlsx"
        flags = []
        if replaces:
            place.run("export", target, *sandbox, "--locale", "de-DE")
            flags = ["--overwrite"]
        before = stand_in.sheets()
        seen = stand_in.count(step)
        for operation, action, more in faults:
            stand_in.fail(operation, action, **more)
        process = place.start("export", target, *sandbox, "--locale", "da-DK", *flags)
        until(lambda: stand_in.count(step) > seen, f"{where}: an export never comes to {step}")
        if "delayAnswer" in [action for _, action, _ in faults]:
            until(lambda: stand_in.sheets() != before, f"{where}: what was asked for is not done")
        expect(process.poll() is None, f"{where}: the export ended before it was killed")
        process.send_signal(signal.SIGKILL)
        process.communicate()
        stand_in.mend()
        is_done = where == KILLS[-1][0]
        left = [sheet for sheet in stand_in.sheets() if sheet[0] == "review.xlsx"]
        expect(len(left) == (1 if replaces or is_done else 0), f"killed {where}, there are {len(left)} sheets")
        expect(not replaces or (left != before) == is_done, f"killed {where}, the sheet is {left}, and was {before}")
        if left:
            expect("plan: 0 to propose" in place.run("diff", target, *sandbox[:3]), f"killed {where}, the sheet is not whole")
        place.run("export", target, *sandbox, "--locale", "da-DK", *(["--overwrite"] if left else []))
        expect([name for name, _ in stand_in.sheets()].count("review.xlsx") == 1, f"killed {where} and repeated, there is not one sheet")
        output = place.run("diff", target, *sandbox[:3])
        expect("46 rows: 46 unchanged" in output, f"killed {where} and repeated, the sheet is not whole: {output}")


def killed_uploads(binary, stand_in_program):
    """Exports that are killed at each step of an upload, and an upload whose connection breaks again and again."""
    for kill in KILLS:
        killed_upload(binary, stand_in_program, kill, replaces=False)
    for kill in KILLS_OF_REPLACEMENTS:
        killed_upload(binary, stand_in_program, kill, replaces=True)
    # Connections that break within the upload do not end it.
    with StandIn(stand_in_program) as stand_in, Place(binary, stand_in) as place:
        for fault in ({"bytes": 1000, "stored": 1000}, {"bytes": 0, "stored": 0}, {"bytes": 5000, "stored": 100}):
            stand_in.fail("upload.put", "loseUpload", **fault)
        stand_in.fail("upload.put", "loseAnswer")
        sandbox = ["--sandbox", "--sandbox-dir", place.path("sandbox")]
        place.run("export", f"drive:{stand_in.folder}/review.xlsx", *sandbox, "--locale", "da-DK")
        [sheet] = place.files()
        uploads = [entry["status"] for entry in stand_in.log() if entry["operation"] == "upload.put"]
        expect(uploads == [0, 0, 0, 0], f"the pieces of the upload were answered with {uploads}")
        expect("plan: 0 to propose" in place.run("diff", f"drive:{sheet['id']}", *sandbox), "the sheet that was cut off is not whole")
    return len(KILLS) + len(KILLS_OF_REPLACEMENTS)


def pushes_at_once(binary, stand_in_program):
    """Three pushes of one new name, each of which looked before any file was made: whoever comes last tells, and nothing is removed."""
    with StandIn(stand_in_program) as stand_in, Place(binary, stand_in) as place:
        place.run("export", "a.xlsx", "--sandbox")
        for _ in range(3):
            stand_in.fail("files.create", "delay", milliseconds=2_000)
        pushes = [place.start("drive", "push", "a.xlsx", f"drive:{stand_in.folder}/") for _ in range(3)]
        ends = [(*push.communicate(timeout=PATIENCE), push.returncode) for push in pushes]
        ids = [file["id"] for file in place.files()]
        expect(len(ids) == 3, f"the folder has {len(ids)} files")
        told = [errors for _, errors, status in ends if status == 2 and all(f"drive:{file}" in errors for file in ids)]
        expect(told and "3 sheets called" in told[0] and "Nobody's was removed" in told[0], f"nobody tells of three files: {ends}")
        expect(all(status in (0, 2) and "pushed a.xlsx" in output for output, _, status in ends), f"a push failed: {ends}")


def service_account(binary, stand_in_program):
    """A service account writes into a shared drive only, and goes on with a new token where Google ends the old one."""
    with StandIn(stand_in_program) as stand_in, Place(binary, stand_in, token=False) as place:
        place.environment["GOOGLE_APPLICATION_CREDENTIALS"] = stand_in.key
        sandbox = ["--sandbox", "--sandbox-dir", place.path("sandbox"), "--locale", "da-DK"]
        errors = place.run("export", f"drive:{stand_in.folder}/review.xlsx", *sandbox, status=1)
        expect("or it is not shared with" in errors and stand_in.account in errors, f"a folder that is not shared: {errors}")
        team = stand_in.tell("drives", name="Team", members=[{"email": stand_in.account, "role": "writer"}])["id"]
        for operation in ("files.list", "upload.put"):
            stand_in.fail(operation, "expireToken")
        place.run("export", f"drive:{team}/review.xlsx", *sandbox)
        tokens = [entry for entry in stand_in.log() if entry["operation"] == "oauth.token"]
        expect(len(tokens) == 4, f"there were {len(tokens)} tokens and not one for each run and each token that ended")
        expect("plan: 0 to propose" in place.run("diff", f"drive:{team}/review.xlsx", *sandbox[:3]), "the sheet is not whole")
        stand_in.tell("settings", clockSkew=7200)
        errors = place.run("drive", "whoami", status=4)
        expect("Set the clock." in errors, f"a wrong clock: {errors}")


class SignIn:
    """One `drive login` in a terminal, whose address a browser visits."""

    def __init__(self, place, *flags):
        self.terminal, slave = pty.openpty()
        self.process = place.start("drive", "login", "--client", "client.json", "--read-all", *flags, errors=slave)
        os.close(slave)
        self.lines = self.read_lines()
        self.address = next((line for line in self.lines if line.startswith("http://127.0.0.1")), "not told")
        expect("code_challenge_method=S256" in self.address and "state=" in self.address, f"the address is {self.address}")

    def read_lines(self):
        """The lines that the program writes to the terminal, until it ends."""
        with open(self.terminal, encoding="utf-8", errors="replace") as file:
            try:
                for line in file:
                    yield line.strip()
            except OSError:
                # Linux says so of a terminal whose other end is closed.
                return

    def visit(self, browser, address, choice):
        """Presses a button on the page for consent, and gives the title and the text of the page at the end."""
        from selenium.common.exceptions import WebDriverException
        from selenium.webdriver.support.ui import WebDriverWait

        def page(script):
            # While a page takes the place of another, neither can be read.
            try:
                return browser.script(f"return document.readyState === 'complete' && {script}")
            except WebDriverException:
                return None

        def waited(script):
            return WebDriverWait(browser.driver, PATIENCE, 0.05).until(lambda _: page(script))

        browser.driver.get(address)
        # The page that is opened leads on to Google's.
        asked = waited(f"document.getElementById('{choice}') && [...document.querySelectorAll('li')].map((each) => each.textContent)")
        expect(asked == ["https://www.googleapis.com/auth/drive.file", "https://www.googleapis.com/auth/drive.readonly"], f"it asks for {asked}")
        browser.script(f"setTimeout(() => document.getElementById('{choice}').click(), 0)")
        return tuple(waited("location.pathname === '/' && [document.querySelector('h1').textContent, document.querySelector('p').textContent]"))

    def end(self, status):
        errors = "\n".join(self.lines)
        output, _ = self.process.communicate(timeout=PATIENCE)
        expect(self.process.returncode == status, f"login ended with {self.process.returncode} and not {status}: {output}{errors}")
        return output + errors


def sign_in(binary, stand_in_program):
    """The sign-in in a real browser; its login is kept for the user alone, used, ended and gone."""
    with StandIn(stand_in_program) as stand_in, Place(binary, stand_in, token=False) as place, chromium.Chromium() as browser:
        with open(place.path("client.json"), "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            json.dump({"installed": stand_in.client}, file)
        # The program that opens the user's browser notes what it is to open.
        os.mkdir(place.path("bin"))
        with open(place.path("bin/xdg-open"), "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o755)) as file:
            file.write(f"#!/bin/sh\nprintf %s \"$1\" >'{place.path('opened.new')}' && mv '{place.path('opened.new')}' '{place.path('opened')}'\n")
        place.environment["PATH"] = place.path("bin") + ":" + place.environment["PATH"]
        logins = place.path(".local/state/nstack-review/google-login*.json")

        run = SignIn(place, "--no-browser")
        page = run.visit(browser, run.address, "deny")
        expect(page == ("Not signed in", "Access was not allowed."), f"refused, the page says {page}")
        expect("access was not allowed in the browser" in run.end(4), "refused, login says something else")

        run = SignIn(place, "--no-browser", "--patience", "1")
        expect("was not finished within 1 seconds" in run.end(4), "out of time, login says something else")
        expect(not os.path.exists(place.path("opened")), "--no-browser opens a browser")
        expect(not glob.glob(logins), "there is a login that was not allowed")

        run = SignIn(place)
        begun = time.monotonic()
        while not os.path.exists(place.path("opened")):
            expect(time.monotonic() - begun < PATIENCE, "the browser is not opened")
            time.sleep(0.05)
        with open(place.path("opened"), encoding="utf-8") as file:
            opened = file.read()
        expect(stat.S_IMODE(os.stat(opened).st_mode) == 0o600, "others can read the address that is opened")
        page = run.visit(browser, re.sub("state=[^&]*", "state=another", run.address), "allow")
        expect(page == ("Not signed in", "This address is not one of this sign-in."), f"with the state of another sign-in, the page says {page}")
        page = run.visit(browser, "file://" + opened, "allow")
        expect(page[0] == "Signed in", f"allowed, the page says {page}")
        expect(f"signed in as {PERSON}" in run.end(0), "allowed, login says something else")
        expect(not os.path.exists(opened), "the address that was opened is still there")

        # The login of before was open to others, as after a restore.
        [login] = glob.glob(logins)
        os.chmod(login, 0o644)
        os.remove(place.path("opened"))
        run = SignIn(place, "--no-browser")
        run.visit(browser, run.address, "allow")
        expect("End it: nstack-review drive logout" in run.end(0), "that others could read the login of before is not told")
        expect(stat.S_IMODE(os.stat(login).st_mode) == 0o600, "others can read the new login as they could the one before")
        expect(not any(entry["operation"] == "oauth.revoke" for entry in stand_in.log()), "the login of the same person is ended, and the new one with it")
        # A login of another person is ended when it is replaced.
        with open(login, encoding="utf-8") as file:
            kept = json.load(file)
        with open(login, "w", encoding="utf-8") as file:
            json.dump({**kept, "account": COLLEAGUE}, file)
        run = SignIn(place, "--no-browser")
        run.visit(browser, run.address, "allow")
        run.end(0)
        expect(any(entry["operation"] == "oauth.revoke" for entry in stand_in.log()), "the login that was replaced is not ended")
        run = SignIn(place)
        while not os.path.exists(place.path("opened")):
            expect(time.monotonic() - begun < PATIENCE, "the browser is not opened again")
            time.sleep(0.05)
        run.process.send_signal(signal.SIGINT)
        run.end(-signal.SIGINT)
        expect(not os.path.exists(opened), "the address that was opened stays after Ctrl-C")

        expect(stat.S_IMODE(os.stat(login).st_mode) == 0o600, "others can read the login")
        with open(login, encoding="utf-8") as file:
            secret = json.load(file)["refresh_token"]
        expect(PERSON in place.run("drive", "whoami"), "whoami names somebody else")
        expect("no spreadsheets" in place.run("drive", "list", "--verbose"), "the list is not empty")
        expect("signed out" in place.run("drive", "logout"), "logout says something else")
        expect(not os.path.exists(login), "the login is still there")
        place.run("drive", "whoami", status=4)
        # The login is ended at Google too.
        with open(login, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            json.dump({"type": "authorized_user", **stand_in.client, "refresh_token": secret}, file)
        expect("no longer accepts this login" in place.run("drive", "whoami", status=4), "the login still works")


def ten_sheets(binary, stand_in_program, rows, latency):
    """Seconds to check ten sheets one after the other, and at once; the most requests at once."""
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as sheets:
        locales = [f"l{letter}-DK" for letter in "abcdefghij"]
        languages = [{"id": place + 1, "name": locale, "locale": locale, "direction": "LRM", "is_default": place == 0, "is_best_fit": place == 0}
                     for place, locale in enumerate(locales)]
        with open(f"{data}/languages.json", "w", encoding="utf-8") as file:
            json.dump({"data": languages}, file)
        with open(f"{data}/proposals.json", "w", encoding="utf-8") as file:
            json.dump({"data": []}, file)
        for locale in locales:
            with open(f"{data}/resource-{locale}.json", "w", encoding="utf-8") as file:
                json.dump({"data": {"s": {f"k{number}": f"Text {number} in {locale}, long enough to be one" for number in range(rows)}}}, file)
        with StandIn(stand_in_program) as stand_in, Place(binary, stand_in) as place:
            place.run("export", f"{sheets}/sheet.xlsx", "--split", "locale", "--sandbox", "--sandbox-dir", place.path("sandbox"), "--data", data)
        names = sorted(os.listdir(sheets))
        expect(len(names) == 10, f"there are {len(names)} sheets")
        with StandIn(stand_in_program) as stand_in, Place(binary, stand_in) as place:
            ids = [stand_in.add(f"{sheets}/{name}") for name in names]
            stand_in.tell("settings", latency=latency)
            begun = time.monotonic()
            for name in ids:
                output = place.run("check", f"drive:{name}")
                expect(f"{rows} rows in 1 file: 0 edited" in output, f"check says {output}")
            one_by_one = time.monotonic() - begun
            urllib.request.urlopen(urllib.request.Request(f"{stand_in.url}/stand-in/requests", method="DELETE"), timeout=PATIENCE).close()
            begun = time.monotonic()
            output = place.run("check", *[f"drive:{name}" for name in ids])
            expect(f"{10 * rows} rows in 10 files: 0 edited" in output, f"check says {output}")
            at_once = time.monotonic() - begun
            most = stand_in.tell("requests")["mostAtOnce"]
            expect(most > 4, f"there were at most {most} requests at once")
            return one_by_one, at_once, most


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("stand_in")
parser.add_argument("--rows", type=int, default=3000)
parser.add_argument("--latency", type=int, default=100, metavar="MS")
options = parser.parse_args()
# In the background of a shell SIGINT is ignored, and the programs that are run would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
binary, program = os.path.abspath(options.binary), os.path.abspath(options.stand_in)
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import chromium  # noqa: E402
import google_form  # noqa: E402

ways = [round_trip(binary, program, is_google_sheet) for is_google_sheet in (False, True)]
print(f"a round, as XLSX {ways[0]} and as a Google Sheet {ways[1]}: verified")
kills = killed_uploads(binary, program)
print(f"{kills} exports killed at each step of an upload and repeated, and one upload cut off four times: one whole sheet each")
pushes_at_once(binary, program)
service_account(binary, program)
print("a service account: shared drives only, tokens that end in the middle, a clock that is wrong")
absent = chromium.missing()
if absent:
    print(f"skip  the sign-in in a browser: {absent}")
else:
    sign_in(binary, program)
    print("the sign-in in Chromium: refused, out of time, with the state of another, allowed, kept for the user alone, used, ended")
slow, fast, most = ten_sheets(binary, program, options.rows, options.latency)
print(f"a round, {kills} killed uploads{'' if absent else ', the sign-in in a browser'}; ten sheets of {options.rows} rows at "
      f"{options.latency} ms: {slow:.1f} s one after the other, {fast:.1f} s at once ({most} requests)")
