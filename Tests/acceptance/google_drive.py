#!/usr/bin/env python3
"""google_drive.py MODE BINARY STAND-IN

Sheets in Google Drive, with the program as it is and a stand-in for Google (Tests/Drive/DriveStandIn)."""
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
import time

import browser
import checks
import sheets
from checks import expect, skip, takes
from servers import PATIENCE, PERSON, DriveStandIn, write_texts

sys.path.insert(0, checks.ROOT + "/Tests/Fixtures/makers")
import hand_made  # noqa: E402

COLLEAGUE = "ben@example.com"


class Home(checks.Program):
    """A home of its own, in which the program runs."""

    def __init__(self, binary, drive, token=True):
        self.scratch = checks.scratch()
        super().__init__(binary, self.scratch.__enter__())
        self.drive = drive
        self.environment = {"PATH": f"{checks.ROOT}/Tests/Fixtures/bin:/usr/bin:/bin", "HOME": self.folder, "TMPDIR": self.folder,
                            "LC_ALL": "C.UTF-8", "NSTACK_GOOGLE_HOST": drive.url, **({"GOOGLE_OAUTH_ACCESS_TOKEN": drive.token} if token else {})}
        self.environment["NSTACK_SANDBOX_DIR"], self.sandbox = self.path("sandbox"), ["--sandbox"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.scratch.__exit__(None, None, None)

    def path(self, name):
        return os.path.join(self.folder, name)

    def said(self, *command, status=0):
        """What a command prints, where it fails with its errors."""
        run = self.run(*command, status=status)
        return run.stdout if status == 0 else run.stdout + run.stderr

    def files(self):
        return self.object("drive", "list", f"drive:{self.drive.folder}/")["files"]


def resaved(home, path):
    """The sheet as LibreOffice saves it; as it is where that is not there."""
    if not shutil.which("soffice"):
        return path, "as exported"
    folder = home.path("resaved")
    subprocess.run(["soffice", "--headless", f"-env:UserInstallation=file://{home.path('office')}", "--convert-to", "xlsx:Calc MS Excel 2007 XML",
                    "--outdir", folder, path], env={**os.environ, "HOME": home.folder}, check=True, capture_output=True, timeout=PATIENCE)
    return os.path.join(folder, os.path.basename(path)), "re-saved by LibreOffice"


def edited(home, sheet, text):
    """Writes a proposal into a Google Sheet, as somebody does in the browser."""
    table = rows_of(home.binary, home.path("pulled.xlsx"))
    table[4][table[0].index("Proposal")] = text
    hand_made.google_sheets(table, home.path("edited.xlsx"))
    home.drive.set("edit", id=sheet["id"], email=COLLEAGUE, content=base64.b64encode(checks.read(home.path("edited.xlsx"))).decode())


def round_trip(binary, stand_in, is_google_sheet):
    """Export to a folder, edit as another program would save it, import by address, verified."""
    with checks.scratch() as folder:
        # A Google Sheet is exported in a form of Google's, and not with the bytes that came.
        hook = checks.write(folder + "/resave", f"#!/bin/sh\nexec {shlex.join([sys.executable, __file__, 'form', binary])} \"$1\" \"$2\"\n")
        os.chmod(hook, 0o755)
        with DriveStandIn(stand_in, resave=hook) as drive, Home(binary, drive) as home:
            sandbox = home.sandbox
            name = "review" if is_google_sheet else "review.xlsx"
            home.said("export", f"drive:{drive.folder}/{name}", *sandbox, "--locale", "da-DK", "--source", "en-GB")
            [sheet] = home.files()
            address = f"https://docs.google.com/spreadsheets/d/{sheet['id']}/edit#gid=0"
            expect("46 rows in 1 file: 0 edited" in home.said("check", address), "the sheet that came back unchanged has edits")
            home.said("convert", f"drive:{sheet['id']}", "pulled.xlsx")
            if is_google_sheet:
                edited(home, sheet, "Et forslag fra Drive")
                how = "in the form of Google Sheets"
                output = home.said("status", *sandbox)
                expect(f"was changed last by {COLLEAGUE}" in output, f"status does not say who changed the sheet: {output}")
            else:
                table = rows_of(binary, home.path("pulled.xlsx"))
                sheets.typed(home.path("pulled.xlsx"), home.path("typed.xlsx"), {("Review", 5, table[0].index("Proposal")): "Et forslag fra Drive"})
                path, how = resaved(home, home.path("typed.xlsx"))
                home.said("convert", path, f"drive:{sheet['id']}", "--overwrite")
            output = home.said("export", f"drive:{drive.folder}/{sheet['name']}", *sandbox, "--locale", "da-DK", "--overwrite", "--json", status=64)
            expect("export.unsent-edits" in output, f"an export over unsent edits says: {output}")
            output = home.said("import", address, *sandbox, "--yes")
            expect("1 call: 1 applied" in output and "verified: the server was read again" in output, f"the import says: {output}")
            output = home.said("diff", address, *sandbox)
            expect("1 already proposed" in output and "plan: 0 to propose, 0 to delete" in output, f"the plan says: {output}")
            output = home.said("status", *sandbox)
            expect("is out:" not in output, f"the sheet is still out: {output}")
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


def killed_upload(binary, stand_in, kill, replaces):
    """An export that is killed at one step of its upload leaves the old sheet, the new one or none, and repeated gives one."""
    where, faults, step = kill
    with DriveStandIn(stand_in) as drive, Home(binary, drive) as home:
        sandbox = [*home.sandbox, "--source", "en-GB"]
        target = f"drive:{drive.folder}/review.xlsx"
        flags = []
        if replaces:
            home.said("export", target, *sandbox, "--locale", "de-DE")
            flags = ["--overwrite"]
        before = drive.sheets()
        seen = drive.count(step)
        for operation, action, more in faults:
            drive.fail(operation, action, **more)
        process = home.start("export", target, *sandbox, "--locale", "da-DK", *flags)
        until(lambda: drive.count(step) > seen, f"{where}: an export never comes to {step}")
        if "delayAnswer" in [action for _, action, _ in faults]:
            until(lambda: drive.sheets() != before, f"{where}: what was asked for is not done")
        expect(process.poll() is None, f"{where}: the export ended before it was killed")
        process.send_signal(signal.SIGKILL)
        process.communicate()
        drive.mend()
        is_done = where == KILLS[-1][0]
        left = [sheet for sheet in drive.sheets() if sheet[0] == "review.xlsx"]
        expect(len(left) == (1 if replaces or is_done else 0), f"killed {where}, there are {len(left)} sheets")
        expect(not replaces or (left != before) == is_done, f"killed {where}, the sheet is {left}, and was {before}")
        if left:
            expect("plan: 0 to propose" in home.said("diff", target, *home.sandbox), f"killed {where}, the sheet is not whole")
        home.said("export", target, *sandbox, "--locale", "da-DK", *(["--overwrite"] if left else []))
        expect([name for name, _ in drive.sheets()].count("review.xlsx") == 1, f"killed {where} and repeated, there is not one sheet")
        output = home.said("diff", target, *home.sandbox)
        expect("46 rows: 46 nothing to do" in output, f"killed {where} and repeated, the sheet is not whole: {output}")


def killed_uploads(binary, stand_in):
    """Exports that are killed at each step of an upload, and an upload whose connection breaks again and again."""
    for kill in KILLS:
        killed_upload(binary, stand_in, kill, replaces=False)
    for kill in KILLS_OF_REPLACEMENTS:
        killed_upload(binary, stand_in, kill, replaces=True)
    # Connections that break within the upload do not end it.
    with DriveStandIn(stand_in) as drive, Home(binary, drive) as home:
        for fault in ({"bytes": 1000, "stored": 1000}, {"bytes": 0, "stored": 0}, {"bytes": 5000, "stored": 100}):
            drive.fail("upload.put", "loseUpload", **fault)
        drive.fail("upload.put", "loseAnswer")
        sandbox = home.sandbox
        home.said("export", f"drive:{drive.folder}/review.xlsx", *sandbox, "--locale", "da-DK")
        [sheet] = home.files()
        uploads = [entry["status"] for entry in drive.log() if entry["operation"] == "upload.put"]
        expect(uploads == [0, 0, 0, 0], f"the pieces of the upload were answered with {uploads}")
        expect("plan: 0 to propose" in home.said("diff", f"drive:{sheet['id']}", *sandbox), "the sheet that was cut off is not whole")
    return len(KILLS) + len(KILLS_OF_REPLACEMENTS)


def uploads_at_once(binary, stand_in):
    """Three uploads of one new name, each of which looked before any file was made: whoever comes last tells, and nothing is removed."""
    with DriveStandIn(stand_in) as drive, Home(binary, drive) as home:
        home.said("export", "a.xlsx", "--sandbox")
        for _ in range(3):
            drive.fail("files.create", "delay", milliseconds=2_000)
        uploads = [home.start("convert", "a.xlsx", f"drive:{drive.folder}/") for _ in range(3)]
        ends = [(*upload.communicate(timeout=PATIENCE), upload.returncode) for upload in uploads]
        ids = [file["id"] for file in home.files()]
        expect(len(ids) == 3, f"the folder has {len(ids)} files")
        told = [errors for _, errors, status in ends if status == 2 and all(f"drive:{file}" in errors for file in ids)]
        expect(told and "3 sheets called" in told[0] and "None was removed" in told[0], f"nobody tells of three files: {ends}")
        expect(all(status in (0, 2) and "uploaded a.xlsx" in output for output, _, status in ends), f"an upload failed: {ends}")


def service_account(binary, stand_in):
    """A service account writes into a shared drive only, and goes on with a new token where Google ends the old one."""
    with DriveStandIn(stand_in) as drive, Home(binary, drive, token=False) as home:
        home.environment["GOOGLE_APPLICATION_CREDENTIALS"] = drive.key
        sandbox = [*home.sandbox, "--locale", "da-DK"]
        errors = home.said("export", f"drive:{drive.folder}/review.xlsx", *sandbox, status=1)
        expect("or it is not shared with" in errors and drive.account in errors, f"a folder that is not shared: {errors}")
        team = drive.set("drives", name="Team", members=[{"email": drive.account, "role": "writer"}])["id"]
        for operation in ("files.list", "upload.put"):
            drive.fail(operation, "expireToken")
        home.said("export", f"drive:{team}/review.xlsx", *sandbox)
        tokens = [entry for entry in drive.log() if entry["operation"] == "oauth.token"]
        expect(len(tokens) == 4, f"there were {len(tokens)} tokens and not one for each run and each token that ended")
        expect("plan: 0 to propose" in home.said("diff", f"drive:{team}/review.xlsx", *home.sandbox), "the sheet is not whole")
        drive.set("settings", clockSkew=7200)
        errors = home.said("drive", "list", status=4)
        expect("Set the clock." in errors, f"a wrong clock: {errors}")


class SignIn:
    """One `drive login` in a terminal, whose address a browser visits."""

    def __init__(self, home, *flags, **variables):
        self.terminal, slave = pty.openpty()
        self.process = home.start("drive", "login", "client.json", "--read-all", *flags, stderr=slave, variables=variables)
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

    def visit(self, chromium, address, choice):
        """Presses a button on the page for consent, and gives the title and the text of the page at the end."""
        from selenium.common.exceptions import WebDriverException
        from selenium.webdriver.support.ui import WebDriverWait

        def page(script):
            # While a page takes the place of another, neither can be read.
            try:
                return chromium.script(f"return document.readyState === 'complete' && {script}")
            except WebDriverException:
                return None

        def waited(script):
            return WebDriverWait(chromium.driver, PATIENCE, 0.05).until(lambda _: page(script))

        chromium.driver.get(address)
        # The page that is opened leads on to Google's.
        asked = waited(f"document.getElementById('{choice}') && [...document.querySelectorAll('li')].map((each) => each.textContent)")
        expect(asked == ["https://www.googleapis.com/auth/drive.readonly"], f"it asks for {asked}")
        chromium.script(f"setTimeout(() => document.getElementById('{choice}').click(), 0)")
        return tuple(waited("location.pathname === '/' && [document.querySelector('h1').textContent, document.querySelector('p').textContent]"))

    def end(self, status):
        errors = "\n".join(self.lines)
        output, _ = self.process.communicate(timeout=PATIENCE)
        expect(self.process.returncode == status, f"login ended with {self.process.returncode} and not {status}: {output}{errors}")
        return output + errors


def sign_in(binary, stand_in):
    """The sign-in in a real browser; its login is kept for the user alone, used, ended and gone."""
    with DriveStandIn(stand_in) as drive, Home(binary, drive, token=False) as home, browser.Chromium() as chromium:
        os.chmod(checks.write(home.path("client.json"), json.dumps({"installed": drive.client})), 0o600)
        # The program that opens the user's browser notes what it is to open.
        os.chmod(checks.write(home.path("bin/xdg-open"), f"#!/bin/sh\nprintf %s \"$1\" >'{home.path('opened.new')}' && "
                              f"mv '{home.path('opened.new')}' '{home.path('opened')}'\n"), 0o755)
        home.environment["PATH"] = home.path("bin") + ":" + home.environment["PATH"]
        logins = home.path(".local/state/nstack-review/google-login*.json")

        run = SignIn(home, "--no-browser")
        page = run.visit(chromium, run.address, "deny")
        expect(page == ("Not signed in", "Access was not allowed."), f"refused, the page says {page}")
        expect("access was not allowed in the browser" in run.end(4), "refused, login says something else")

        run = SignIn(home, "--no-browser", NSTACK_PATIENCE="1")
        expect("was not finished within 1 seconds" in run.end(4), "out of time, login says something else")
        expect(not os.path.exists(home.path("opened")), "--no-browser opens a browser")
        expect(not glob.glob(logins), "there is a login that was not allowed")

        run = SignIn(home)
        begun = time.monotonic()
        while not os.path.exists(home.path("opened")):
            expect(time.monotonic() - begun < PATIENCE, "the browser is not opened")
            time.sleep(0.05)
        opened = checks.read(home.path("opened")).decode()
        expect(stat.S_IMODE(os.stat(opened).st_mode) == 0o600, "others can read the address that is opened")
        page = run.visit(chromium, re.sub("state=[^&]*", "state=another", run.address), "allow")
        expect(page == ("Not signed in", "This address does not belong to this sign-in."), f"with the state of another sign-in, the page says {page}")
        page = run.visit(chromium, "file://" + opened, "allow")
        expect(page[0] == "Signed in", f"allowed, the page says {page}")
        expect(f"signed in as {PERSON}" in run.end(0), "allowed, login says something else")
        expect(not os.path.exists(opened), "the address that was opened is still there")

        # The login of before was open to others, as after a restore.
        [login] = glob.glob(logins)
        os.chmod(login, 0o644)
        os.remove(home.path("opened"))
        run = SignIn(home, "--no-browser")
        run.visit(chromium, run.address, "allow")
        expect("Revoke it: nstack-review drive logout" in run.end(0), "that others could read the login of before is not told")
        expect(stat.S_IMODE(os.stat(login).st_mode) == 0o600, "others can read the new login as they could the one before")
        expect(not any(entry["operation"] == "oauth.revoke" for entry in drive.log()), "the login of the same person is ended, and the new one with it")
        # A login of another person is ended when it is replaced.
        checks.write(login, json.dumps({**checks.json_of(login), "account": COLLEAGUE}))
        run = SignIn(home, "--no-browser")
        run.visit(chromium, run.address, "allow")
        run.end(0)
        expect(any(entry["operation"] == "oauth.revoke" for entry in drive.log()), "the login that was replaced is not ended")
        run = SignIn(home)
        while not os.path.exists(home.path("opened")):
            expect(time.monotonic() - begun < PATIENCE, "the browser is not opened again")
            time.sleep(0.05)
        run.process.send_signal(signal.SIGINT)
        run.end(-signal.SIGINT)
        expect(not os.path.exists(opened), "the address that was opened stays after Ctrl-C")

        expect(stat.S_IMODE(os.stat(login).st_mode) == 0o600, "others can read the login")
        secret = checks.json_of(login)["refresh_token"]
        expect(PERSON in home.said("drive", "doctor"), "the doctor names somebody else")
        expect("no spreadsheets" in home.said("drive", "list", "--verbose"), "the list is not empty")
        expect("signed out" in home.said("drive", "logout"), "logout says something else")
        expect(not os.path.exists(login), "the login is still there")
        home.said("drive", "list", status=4)
        # The login is ended at Google too.
        os.chmod(checks.write(login, json.dumps({"type": "authorized_user", **drive.client, "refresh_token": secret})), 0o600)
        expect("no longer accepts this login" in home.said("drive", "list", status=4), "the login still works")


def ten_sheets(binary, stand_in, rows, latency):
    """Seconds to check ten sheets one after the other, and at once; the most requests at once."""
    with checks.scratch() as folder:
        data, sheets, locales = folder + "/data", folder + "/sheets", [f"l{letter}-DK" for letter in "abcdefghij"]
        os.mkdir(sheets)
        write_texts(data, locales, {locale: {"s": {f"k{number}": f"Text {number} in {locale}, long enough to be one" for number in range(rows)}}
                                    for locale in locales})
        with DriveStandIn(stand_in) as drive, Home(binary, drive) as home:
            home.said("export", f"{sheets}/sheet.xlsx", "--split", "locale", *home.sandbox, "--data", data)
        names = sorted(os.listdir(sheets))
        expect(len(names) == 10, f"there are {len(names)} sheets")
        with DriveStandIn(stand_in) as drive, Home(binary, drive) as home:
            ids = [drive.add(f"{sheets}/{name}") for name in names]
            drive.set("settings", latency=latency)
            begun = time.monotonic()
            for name in ids:
                output = home.said("check", f"drive:{name}")
                expect(f"{rows} rows in 1 file: 0 edited" in output, f"check says {output}")
            one_by_one = time.monotonic() - begun
            drive.set("requests", "DELETE")
            begun = time.monotonic()
            output = home.said("check", *[f"drive:{name}" for name in ids])
            expect(f"{10 * rows} rows in 10 files: 0 edited" in output, f"check says {output}")
            at_once = time.monotonic() - begun
            most = drive.set("requests")["mostAtOnce"]
            expect(most > 4, f"there were at most {most} requests at once")
            return one_by_one, at_once, most


def ten_phrasebooks(binary, stand_in, rows, latency):
    """Seconds to add ten phrasebooks to a memory one after the other, and at once; each entry is added once, and nothing the second time."""
    with DriveStandIn(stand_in) as drive, Home(binary, drive) as home:
        ids = []
        for book in range(10):
            lines = [f"English,Danish,Word {number} of {book},Ord {number} af {book}" for number in range(rows)] + ["English,Danish,Shared,Delt"]
            checks.write(home.path("book.csv"), "\n".join(lines) + "\n")
            home.said("convert", "book.csv", "Saved translations.xlsx")
            ids.append(drive.add(home.path("Saved translations.xlsx")))
        drive.set("settings", latency=latency)

        def added(memory, *names):
            begun = time.monotonic()
            files = home.object("memory", "add", memory, *names)["files"]
            return sum(file["added"] for file in files), sum(file["known"] for file in files), time.monotonic() - begun

        one_by_one = [added("slow", f"drive:{name}") for name in ids]
        counts = home.object("drive", "list", "--memory", "slow")["files"]
        expect([(file["importable"], file["imported"]) for file in counts] == [(0, rows + 1)] * 10, f"drive list counts {counts}")
        new, known, seconds = added("fast", *[f"drive:{name}" for name in ids])
        expect((new, known) == (10 * rows + 1, 9), f"{new} entries were added, and {known} were known")
        new, known, _ = added("fast", f"drive:{drive.folder}/")
        expect((new, known) == (0, 10 * (rows + 1)), f"the second time, {new} entries were added, and {known} were known")
        return sum(run[2] for run in one_by_one), seconds


@takes("binary", "stand_in", rows=3000, latency=100)
def rounds(options):
    """A round from export to import, with the sheet re-saved by LibreOffice where that is there; an upload that is killed at each step, and
    repeated; a service account; the sign-in in Chromium; ten phrasebooks and ten sheets fetched at
    once beside one after the other."""
    arguments = options.binary, os.path.abspath(options.stand_in)
    ways = [round_trip(*arguments, is_google_sheet) for is_google_sheet in (False, True)]
    print(f"  a round, as XLSX {ways[0]} and as a Google Sheet {ways[1]}: verified", flush=True)
    kills = killed_uploads(*arguments)
    print(f"  {kills} exports killed at each step of an upload and repeated: one whole sheet each", flush=True)
    uploads_at_once(*arguments)
    service_account(*arguments)
    absent = browser.missing()
    if absent:
        skip(f"the sign-in in a browser: {absent}")
    else:
        sign_in(*arguments)
    slow, fast = ten_phrasebooks(*arguments, options.rows, options.latency)
    print(f"  ten phrasebooks of {options.rows} entries at {options.latency} ms: {slow:.1f} s one after the other, {fast:.1f} s at once", flush=True)
    slow, fast, most = ten_sheets(*arguments, options.rows, options.latency)
    return f"ten sheets of {options.rows} rows at {options.latency} ms: {slow:.1f} s one after the other, {fast:.1f} s at once ({most} requests)"


PACKAGES = {"googleapiclient": "google-api-python-client", "google_auth_httplib2": "google-auth-httplib2", "requests": "requests",
            "google.resumable_media": "google-resumable-media"}


@takes("stand_in")
def client(options):
    """The stand-in tried with Google's own libraries: google-api-python-client, google-auth, requests and google-resumable-media."""
    missing = [package for module, package in PACKAGES.items() if not checks.module(module)]
    if missing:
        checks.skip_all(f"{sys.executable} has no {', '.join(missing)} (python3 -m venv V; V/bin/pip install {' '.join(PACKAGES.values())}; PYTHON=V/bin/python)")
    import google_client
    google_client.try_all(os.path.abspath(options.stand_in))
    return "the stand-in for Google Drive"


def rows_of(binary, path):
    """The cells of the worksheet Review as texts."""
    run = subprocess.run([binary, "convert", path, "-", "--format", "json", "--worksheet", "Review"], check=True, capture_output=True)
    [sheet] = json.loads(run.stdout)["worksheets"]
    return [["" if cell is None else str(cell) for cell in row] for row in sheet["rows"]]


@takes("binary", "source", "target")
def form(options):
    """Writes the worksheet Review of a workbook in the form in which Google Sheets exports it, as far as that is known (see
    Tests/Fixtures/README.md): what a Google Sheet in the stand-in becomes when it is exported."""
    hand_made.google_sheets(rows_of(options.binary, options.source), options.target)


if __name__ == "__main__":
    checks.main(__doc__, rounds, client, form)
