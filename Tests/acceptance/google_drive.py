#!/usr/bin/env python3
"""google_drive.py BINARY STAND-IN

Sheets in Google Drive, with the program as it is and a stand-in for Google (Tests/DriveStandIn): a round from export to import, with the
sheet re-saved by LibreOffice where that is there; an upload that is killed again and again, and repeated; the sign-in in a browser;
ten sheets fetched at once beside one after the other (--rows N, --latency MS)."""
import argparse
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import zipfile

PATIENCE = 120


class StandIn:
    """A stand-in for Google with a folder `sheets`; it ends with this object."""

    def __init__(self, program, folder=None, *settings):
        """Serves the sheets of a folder, if one is named. The settings are those of the program."""
        self.empty = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen([program, folder or self.empty.name, *settings], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.url, self.token = self.process.stdout.readline().split()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(PATIENCE)


class Place:
    """A home of its own, in which the program runs."""

    def __init__(self, binary, stand_in, token=True):
        self.binary, self.folder = binary, tempfile.mkdtemp(prefix="nstack-review-drive-check.")
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

    def start(self, *arguments):
        return subprocess.Popen([self.binary, *arguments], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *arguments, status=0):
        process = self.start(*arguments)
        output, errors = process.communicate(timeout=PATIENCE)
        if process.returncode != status:
            sys.exit(f"WRONG: {' '.join(arguments)} ended with {process.returncode} and not {status}:\n{output}{errors}")
        return output

    def files(self):
        return json.loads(self.run("drive", "list", "--folder", "sheets", "--json"))["files"]


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


def round_trip(binary, stand_in_program):
    """Export to a folder, edit as another program would save it, import by address, verified."""
    said = []
    for flags in ([], ["--google-sheet"]):
        with StandIn(stand_in_program) as stand_in, Place(binary, stand_in) as place:
            sandbox = ["--sandbox", "--sandbox-dir", place.path("sandbox")]
            place.run("export", "drive:sheets/review.xlsx", *flags, *sandbox, "--locale", "da-DK", "--source", "en-GB")
            [sheet] = place.files()
            place.run("drive", "pull", f"drive:{sheet['id']}", "--output", "pulled.xlsx")
            with_proposal(place.path("pulled.xlsx"), "Et forslag fra Drive")
            path, how = resaved(place, place.path("pulled.xlsx"))
            place.run("drive", "push", path, f"drive:{sheet['id']}", "--overwrite")
            address = f"https://docs.google.com/spreadsheets/d/{sheet['id']}/edit#gid=0"
            place.run("export", "drive:sheets/" + sheet["name"], *sandbox, "--locale", "da-DK", "--overwrite", status=64)
            output = place.run("import", address, *sandbox, "--yes")
            expect("1 call: 1 applied" in output and "verified: the server was read again" in output, f"the import says: {output}")
            output = place.run("diff", address, *sandbox)
            expect("1 already-proposed" in output and "plan: 0 to propose, 0 to delete" in output, f"the plan says: {output}")
            output = place.run("status", *sandbox)
            expect("still out" not in output, f"the sheet is still out: {output}")
            said.append(how)
    return said


def killed_uploads(binary, stand_in_program, kills):
    """An export whose upload is killed at different times leaves no file, and repeated gives one."""
    for kill in range(kills):
        # Every request takes a while, so that the kill falls into the upload.
        with StandIn(stand_in_program, None, "latency=150") as stand_in, Place(binary, stand_in) as place:
            sandbox = ["--sandbox", "--sandbox-dir", place.path("sandbox")]
            place.run("export", "first.csv", *sandbox)
            process = place.start("export", "drive:sheets/review.xlsx", *sandbox, "--locale", "da-DK")
            time.sleep(0.15 + 0.12 * kill)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            files = place.files()
            expect(len(files) <= 1, f"killed after {0.15 + 0.12 * kill:.2f} s, there are {len(files)} files")
            place.run("export", "drive:sheets/review.xlsx", *sandbox, "--locale", "da-DK", *(["--overwrite"] if files else []))
            sheets = [file for file in place.files() if file["name"] == "review.xlsx"]
            expect(len(sheets) == 1, f"repeated, there are {len(sheets)} sheets")
            expect("plan: 0 to propose" in place.run("diff", f"drive:{sheets[0]['id']}", *sandbox), "the sheet that was repeated is not whole")
    # Connections that break within the upload do not end it.
    with StandIn(stand_in_program, None, "keep=1000", "keep=0", "keep=5000") as stand_in, Place(binary, stand_in) as place:
        sandbox = ["--sandbox", "--sandbox-dir", place.path("sandbox")]
        place.run("export", "drive:sheets/review.xlsx", *sandbox, "--locale", "da-DK")
        [sheet] = place.files()
        expect("plan: 0 to propose" in place.run("diff", f"drive:{sheet['id']}", *sandbox), "the sheet that was cut off is not whole")


def sign_in(binary, stand_in_program):
    """The sign-in in a real browser; its login is kept for the user alone, used, ended and gone."""
    from selenium.webdriver.common.by import By
    with StandIn(stand_in_program) as stand_in, Place(binary, stand_in, token=False) as place, chromium.Chromium() as browser:
        with open(place.path("client.json"), "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            json.dump({"installed": {"client_id": "desktop-client", "client_secret": "stand-in-secret"}}, file)
        for choice, status in (("deny", 4), ("allow", 0)):
            process = place.start("drive", "login", "--client", "client.json", "--read-all", "--no-browser")
            lines = iter(process.stderr.readline, "")
            address = next(line.strip() for line in lines if line.strip().startswith("http://127.0.0.1"))
            expect("code_challenge_method=S256" in address and "state=" in address, f"the address is {address}")
            browser.driver.get(address)
            asked = browser.driver.find_element(By.ID, "scope").text
            expect(asked == "https://www.googleapis.com/auth/drive.file https://www.googleapis.com/auth/drive.readonly", f"it asks for {asked}")
            browser.driver.find_element(By.ID, choice).click()
            title = browser.driver.find_element(By.TAG_NAME, "h1").text
            expect(title == ("Signed in" if choice == "allow" else "Not signed in"), f"the page says {title}")
            output, errors = process.communicate(timeout=PATIENCE)
            expect(process.returncode == status, f"{choice}: login ended with {process.returncode}: {output}{errors}")
        expect("signed in as reviewer@example.com" in output, f"login says {output}")
        login = place.path(".local/state/nstack-review/google-login.json")
        expect(stat.S_IMODE(os.stat(login).st_mode) == 0o600, "others can read the login")
        with open(login, encoding="utf-8") as file:
            secret = json.load(file)["refresh_token"]
        expect("reviewer@example.com" in place.run("drive", "whoami"), "whoami names somebody else")
        expect("no spreadsheets" in place.run("drive", "list", "--verbose"), "the list is not empty")
        expect("signed out" in place.run("drive", "logout"), "logout says something else")
        expect(not os.path.exists(login), "the login is still there")
        place.run("drive", "whoami", status=4)
        # The login is ended at Google too.
        with open(login, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            json.dump({"type": "authorized_user", "client_id": "desktop-client", "client_secret": "stand-in-secret", "refresh_token": secret}, file)
        expect("no longer accepts this login" in place.start("drive", "whoami").communicate()[1], "the login still works")


def ten_sheets(binary, stand_in_program, rows, latency):
    """Seconds for ten sheets one after the other, and at once."""
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
        with StandIn(stand_in_program, sheets, f"latency={latency}") as stand_in, Place(binary, stand_in) as place:
            ids = [file["id"] for file in place.files()]
            begun = time.monotonic()
            for number, name in enumerate(ids):
                place.run("drive", "pull", f"drive:{name}", "--output", f"{number}.xlsx")
            output = place.run("check", *[f"{number}.xlsx" for number in range(10)])
            expect(f"{10 * rows} rows in 10 files: 0 edited" in output, f"check says {output}")
            one_by_one = time.monotonic() - begun
            begun = time.monotonic()
            output = place.run("check", *[f"drive:{name}" for name in ids])
            expect(f"{10 * rows} rows in 10 files: 0 edited" in output, f"check says {output}")
            return one_by_one, time.monotonic() - begun


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary")
parser.add_argument("stand_in")
parser.add_argument("--rows", type=int, default=3000)
parser.add_argument("--latency", type=int, default=100, metavar="MS")
parser.add_argument("--kills", type=int, default=8)
options = parser.parse_args()
binary, program = os.path.abspath(options.binary), os.path.abspath(options.stand_in)
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import chromium  # noqa: E402

ways = round_trip(binary, program)
print(f"a round, as XLSX and as a Google Sheet, {ways[0]}: verified")
killed_uploads(binary, program, options.kills)
print(f"{options.kills} exports killed on their way to Drive, and one upload cut off three times: one whole sheet each")
absent = chromium.missing()
if absent:
    print(f"skip  the sign-in in a browser: {absent}")
else:
    sign_in(binary, program)
    print("the sign-in in Chromium: refused, allowed, kept for the user alone, used, ended")
slow, fast = ten_sheets(binary, program, options.rows, options.latency)
print(f"a round, {options.kills} killed uploads{'' if absent else ', the sign-in in a browser'}; ten sheets of {options.rows} rows at "
      f"{options.latency} ms: {slow:.1f} s one after the other, {fast:.1f} s at once")
