#!/usr/bin/env python3
"""examples.py [--only PATTERN] [--times] BINARY

Runs every example of the program that its documentation shows: those of each command's help, which are also on the manual pages, and those
in the blocks `sh` and `console` of the README and the articles. Each runs in a folder of its own that has the files which examples name,
with a sandbox for a server and, where there is one beside BINARY, a stand-in for Google Drive, on a terminal where it asks, and must end with the exit code that belongs to it. What a block shows must be
what is printed. Ids and ports are replaced by those that are there. An example for which this script has no files fails, so a new one is
run as soon as it is written."""
import argparse
import concurrent.futures
import csv
import fcntl
import fnmatch
import io
import json
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

from drive_stand_in import PATIENCE, StandIn
from sandbox import Sandbox, free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" adminlang="en" srclang="en" datatype="plaintext"/>
<body><tu><tuv xml:lang="en"><seg>Basket</seg></tuv><tuv xml:lang="da"><seg>Kurv</seg></tuv></tu></body></tmx>
"""
TBX = """<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX" xml:lang="en"><martifHeader><fileDesc><sourceDesc><p>t</p></sourceDesc></fileDesc></martifHeader><text><body>
<termEntry id="1"><langSet xml:lang="en"><tig><term>bun</term></tig></langSet><langSet xml:lang="da"><tig><term>bolle</term></tig></langSet></termEntry>
</body></text></martif>
"""

QUESTION = re.compile(r"\[[a-zN,?/]+\]\??:? $")

# Examples that change what the server has, if they go there.
WRITING = re.compile(r"nstack-review (import|history (undo|abandon)|proposals (add|delete)) ")

# Exit codes of examples that do not end with 0, and why.
STATUS = {
    "nstack-review generate * --check": (1, "the files of the sample are not there yet, so they are out of date"),
}
# Examples that end only when they are told to.
SERVING = ("nstack-review sandbox*", "nstack-review review*")
# Examples about sheets in Google Drive; those in which a browser signs in are tried by google_drive.py.
DRIVE = re.compile(r"\bdrive\b|drive:|docs\.google\.com")
SIGN_IN = "nstack-review drive login*"
# Examples of the documentation that are not about the program alone.
OTHERS = {
    "Samples/quickstart.sh*": "Tests/run.sh runs it",
    "Tests/run.sh*": "it runs this script",
    "swift build*": "Tests/run.sh builds",
    "swift test*": "Tests/run.sh tests",
    "swift package*": "Samples/TypedKeys is built with the same plug-in",
    "mkdir -p ~/.local/bin*": "it belongs to the installation on a Mac",
    "~/.local/bin/nstack-review --generate-completion-script zsh*": "Tests/acceptance/bare_machine.py tries completion",
    "export NSTACK_APPLICATION_ID=*": "every run here has these variables",
}


def stop(what):
    sys.exit(f"WRONG: {what}")


class Stage:
    """A folder with everything that examples name, of which each example gets a copy, and a server."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.base, self.state = f"{folder}/base", f"{folder}/base/.state"
        os.makedirs(self.base)

    def environment(self, place, server=None):
        found = {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": place, "TMPDIR": place, "LC_ALL": "C.UTF-8", "TERM": "xterm",
                 "PAGER": "cat", "NO_COLOR": "1", "XDG_STATE_HOME": f"{place}/.state", "XDG_CONFIG_HOME": f"{place}/.config",
                 "XDG_CACHE_HOME": f"{place}/.cache", "NSTACK_SETTLE_TIME": "1"}
        if server:
            found.update({name: value for name, value in server.environment.items() if name.startswith("NSTACK_")})
        return found

    def run(self, *arguments, server=None, status=0, environment=None):
        run = subprocess.run([self.binary, *arguments], cwd=self.base, env=environment or self.environment(self.base, server),
                             capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
        if status is not None and run.returncode != status:
            stop(f"preparing: {' '.join(arguments)} ended with {run.returncode}: {run.stdout}{run.stderr}")
        return run.stdout

    def write(self, name, text, encoding="utf-8"):
        path = pathlib.Path(self.base) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding=encoding)

    def edited(self, name, out):
        """A sheet with two edits, those that the README tells of."""
        rows = list(csv.reader(io.StringIO(self.run("convert", name, "-", "--worksheet", "Review", "--to", "csv"))))
        header = next(number for number, row in enumerate(rows) if {"Section", "Key", "Proposal"} <= set(row))
        column = {title: place for place, title in enumerate(rows[header])}
        edits = 0
        for row in rows[header + 1:]:
            match (row[column["Section"]], row[column["Key"]], row[column["Locale"]]):
                case ("products", "cardamomBun", "da-DK"):
                    row[column["Proposal"]] = "Kardemommeknude"
                case ("account", "newsletter", "da-DK"):
                    row[column["Action"]] = "delete"
                case _:
                    continue
            edits += 1
        if edits != 2:
            stop(f"{name} has {edits} of 2 rows to edit")
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        self.write("Review.csv", text.getvalue())
        self.run("convert", "Review.csv", "edited.xlsx")
        os.replace(f"{self.base}/edited.xlsx", f"{self.base}/{out}")
        os.remove(f"{self.base}/Review.csv")

    def prepare(self, server):
        """Makes the files, an import that was done, one that was cut off, and a memory."""
        self.server = server
        sheet = ["--locale", "da-DK", "--source", "en-GB"]
        self.run("export", "review.xlsx", *sheet, server=server)
        self.run("export", "sent.xlsx", "--locale", "da-DK", server=server)
        self.run("export", "agency.xlf", *sheet, server=server)
        self.edited("review.xlsx", "returned.xlsx")
        os.makedirs(f"{self.base}/returned")
        shutil.copy(f"{self.base}/returned.xlsx", f"{self.base}/returned/anna.xlsx")
        self.run("preview", "--output", "preview", server=server)
        shutil.copytree(f"{self.base}/preview", f"{self.base}/texts")
        self.run("generate", "xcstrings", "--input", "preview", "--output", "App", server=server)
        self.write("team.tmx", TMX)
        self.write("terms.tbx", TBX)
        self.write("words.csv", "source,target\nbun,bolle\n")
        self.write("saved.csv", "English,Danish,Basket,Kurv\nEnglish,Danish,Bread,Brød\n")
        self.run("convert", "saved.csv", "Saved translations.xlsx")
        self.write("descriptions.yaml", "basket:\n  title: {description: The page with what will be bought, maximum-length: 24}\n")
        self.write("prices.csv", "Brød;Pris\nBolle;12,50\n", encoding="cp1252")
        self.run("memory", "add", "acme", "team.tmx")
        self.run("memory", "add", "acme", "team.tmx", "--sandbox")
        for name in ("from-anna.json", "from-bo.json"):
            self.run("sheets", "reviewed", "--export", name, server=server)
        self.run("proposals", "add", "basket", "title", "da-DK", "Indkøbskurven", server=server)
        self.run("proposals", "add", "basket", "title", "en-GB", "Your basket", server=server)
        self.run("proposals", "add", "default", "ok", "da-DK", "I orden", server=server)
        # A text that the sample has, in place of one that it lacks.
        self.ids = {"start offer": "basket note"}
        listed = json.loads(self.run("proposals", "list", "--mine", "--json", server=server))["proposals"]
        for shown, proposal in zip(("118", "119", "120"), listed):
            self.ids[shown] = str(proposal["id"])

    def prepare_import(self, server):
        """Makes an import of nine changes, some of which an example takes back."""
        rows = list(csv.reader(io.StringIO(self.run("convert", "sent.xlsx", "-", "--worksheet", "Review", "--to", "csv"))))
        header = next(number for number, row in enumerate(rows) if {"Section", "Key", "Proposal"} <= set(row))
        column = {title: place for place, title in enumerate(rows[header])}
        # Of the other texts `prepare` made proposals.
        free = [row for row in rows[header + 1:] if not row[column["Proposal"]] and row[column["Current value"]].isalpha()
                and (row[column["Section"]], row[column["Key"]]) not in (("basket", "title"), ("default", "ok"))]
        for row in free[:9]:
            row[column["Proposal"]] = row[column["Current value"]] + "s"
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        self.write("done.csv", text.getvalue())
        self.run("import", "done.csv", "--yes", server=server)
        self.ids["20260131-100000-abc"] = json.loads(self.run("history", "list", "--json", server=server))["imports"][0]["id"]
        sheets = json.loads(self.run("sheets", "list", "--json", server=server))["sheets"]
        for shown, sheet in zip(("abcdefghij", "klmnopqrst"), sheets):
            self.ids[shown] = sheet["sheetID"]

    def cut_off(self, server):
        """Makes a second folder, in which credentials that were refused left an import unfinished, in two profiles."""
        self.cut = f"{self.folder}/cut"
        shutil.copytree(self.base, self.cut, symlinks=True)
        write_hosts(self.cut, server)
        base, self.base, self.unfinished = self.base, self.cut, {}
        for profile in ([], ["--profile", "staging"]):
            environment = self.environment(self.cut, server)
            if profile:
                del environment["NSTACK_BASE_URL"]
            self.run("import", "returned.xlsx", "--yes", "--allow-delete", *profile, status=4, environment=environment)
            kept = json.loads(self.run("status", "--json", *profile, environment=environment))["unfinishedImports"]
            if len(kept) != 1:
                stop(f"preparing: {len(kept)} imports are unfinished")
            self.unfinished[bool(profile)] = kept[0]["id"]
        self.base = base


def write_hosts(place, server):
    """The user's file with a table of hosts, in which the server is a stage, and a profile."""
    url = server.environment["NSTACK_BASE_URL"]
    os.makedirs(f"{place}/.config/nstack-review", exist_ok=True)
    path = pathlib.Path(f"{place}/.config/nstack-review/config.yaml")
    path.write_text(
        f"hosts:\n  countries: [it, de]\n  staging: {{api: {url}}}\nprofiles:\n  staging: {{stage: staging}}\n", encoding="utf-8")
    path.chmod(0o600)


class Terminal:
    """A command on a terminal of 100 columns, which answers every question with yes."""

    def __init__(self, line, place, environment):
        self.descriptor, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 100, 0, 0))
        self.process = subprocess.Popen(["sh", "-c", f"exec {line}"], cwd=place, env=environment, stdin=inner, stdout=inner, stderr=inner,
                                        start_new_session=True)
        os.close(inner)

    def wait(self):
        """The exit code, and what was shown, without what colours and moves it."""
        deadline, shown, answered = time.monotonic() + PATIENCE, b"", 0
        while time.monotonic() < deadline:
            if not select.select([self.descriptor], [], [], 0.2)[0]:
                continue
            try:
                read = os.read(self.descriptor, 65536)
            except OSError:
                # The other side is closed.
                read = b""
            if not read:
                break
            shown += read
            if QUESTION.search(text_of(shown[answered:])):
                answered = len(shown)
                os.write(self.descriptor, b"y\n")
        else:
            self.process.kill()
        status = self.process.wait(PATIENCE)
        os.close(self.descriptor)
        return status, text_of(shown)


def text_of(shown):
    """What a terminal shows in the end: without colours, and without lines of progress that were erased."""
    text = shown.decode("utf-8", "replace").replace("\r\n", "\n")
    text = re.sub(r"[^\n]*\r\x1b\[[02]?K", "", text)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07", "", text)


def help_examples(binary):
    """Every example of the help, with where it is from."""
    dumped = subprocess.run([binary, "--experimental-dump-help"], check=True, capture_output=True).stdout
    found = []

    def visit(command, words):
        for line in command.get("discussion", "").split("\n"):
            if line.strip().startswith("nstack-review "):
                found.append((f"help {' '.join(words)}".strip(), line.strip(), None))
        for one in command.get("subcommands", []):
            if one["commandName"] != "help":
                visit(one, [*words, one["commandName"]])
    visit(json.loads(dumped)["command"], [])
    return found


def page_examples():
    """Every command of the blocks `sh` and `console`, with the page and what the block shows of its output."""
    found = []
    for path in [ROOT / "README.md", *sorted(ROOT.glob("Sources/*/*.docc/*.md"))]:
        page = str(path.relative_to(ROOT))
        for kind, text in re.findall(r"^```(sh|console)\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            if kind == "sh":
                found += [(page, line.split("    #")[0].rstrip(), None) for line in text.split("\n") if line.strip()]
                continue
            command = None
            for line in text.rstrip("\n").split("\n"):
                if line.startswith("$ "):
                    command = [page, line[2:], []]
                    found.append(command)
                elif command:
                    command[2].append(line)
    return [(page, command, shown) for page, command, shown in found]


def replaced(command, ids):
    """An example with the ids and ports that are there."""
    for shown, there in ids.items():
        command = re.sub(rf"(?<![\w-]){re.escape(shown)}(?![\w-])", there, command)
    return command


def lacking_line(shown, said):
    """The first line that an example shows and the program did not print in this order; `…` stands for any lines."""
    lines = iter(said.split("\n"))
    for line in shown:
        line = line.rstrip()
        if line in ("", "…"):
            continue
        pattern = re.escape(line).replace(re.escape("20260131-100000-abc"), r"\d{8}-\d{6}-[a-z0-9]+")
        if not any(re.fullmatch(pattern, printed.rstrip()) for printed in lines):
            return line
    return None


class Examples:
    """Runs examples, each in a copy of the folder with everything."""

    def __init__(self, stage, port, database):
        self.stage, self.port, self.database = stage, port, database
        self.count, self.times = 0, []

    def place(self, base):
        place = tempfile.mkdtemp(prefix="example.", dir=self.stage.folder)
        os.rmdir(place)
        shutil.copytree(base, place, symlinks=True)
        return place

    def run_reading(self, examples):
        """Runs examples that change nothing on the server, two at a time."""
        with Sandbox(self.stage.binary, port=self.port, database=self.copied_database()) as server:
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                for ran in [pool.submit(self.run_with, server, *example, None) for example in examples]:
                    ran.result()

    def copied_database(self):
        database = f"{self.stage.folder}/now.sqlite"
        shutil.copy(self.database, database)
        return database

    def run(self, where, command, shown=None, place=None):
        """Runs an example with a server that has what it had before; gives the folder."""
        with Sandbox(self.stage.binary, port=self.port, database=self.copied_database()) as server:
            return self.run_with(server, where, command, shown, place)

    def run_in_drive(self, program, where, command, shown):
        """Runs an example with a stand-in for Google, which has a folder with a returned sheet."""
        with StandIn(program) as stand_in:
            shutil.copy(f"{self.stage.base}/returned.xlsx", f"{self.stage.folder}/in-drive.xlsx")
            sheet = stand_in.add(f"{self.stage.folder}/in-drive.xlsx")
            ids = {"0FolderId": stand_in.folder, "FOLDER": stand_in.folder, "1SheetId": sheet, "ID": sheet}
            google = {"NSTACK_GOOGLE_HOST": stand_in.url}
            if "--google-credentials" in command:
                shutil.copy(stand_in.key, f"{self.stage.base}/key.json")
            elif "logout" not in command:
                google["GOOGLE_OAUTH_ACCESS_TOKEN"] = stand_in.token
            with Sandbox(self.stage.binary, port=self.port, database=self.copied_database()) as server:
                self.run_with(server, where, replaced(command, ids), shown, None, google)

    def run_with(self, server, where, command, shown, place, variables=None):
        started = time.monotonic()
        words = shlex.split(command.rstrip("& "))
        is_about_cut = words[1:3] in (["history", "abandon"], ["import", "--resume"])
        is_new = place is None
        place = place or self.place(self.stage.cut if is_about_cut else self.stage.base)
        ids = dict(self.stage.ids)
        if is_about_cut:
            ids["20260131-100000-abc"] = self.stage.unfinished["--profile" in words]
        environment = {**self.stage.environment(place, server), **(variables or {})}
        # The table of hosts says where the server is, as the example has it.
        if "--stage" in words or "--profile" in words:
            write_hosts(place, server)
            del environment["NSTACK_BASE_URL"]
        if is_new and "--sandbox" in words and words[1] in ("diff", "import"):
            # The sheet must be one of the embedded sandbox.
            subprocess.run([self.stage.binary, "export", "review.xlsx", "--sandbox", "--overwrite"], cwd=place, env=environment,
                           check=True, capture_output=True)
        if "--to" in words and words[1] == "export":
            pathlib.Path(f"{place}/.nstack-review.yaml").write_text(
                f"presets:\n  {words[words.index('--to') + 1]}: {{locales: [de-DE], source: en-GB, file: '{{name}}-{{date}}.xlsx'}}\n",
                encoding="utf-8")
        line = replaced(command.rstrip("& "), ids)
        if "--port" in words:
            line = line.replace(f"--port {words[words.index('--port') + 1]}", f"--port {free_port()}")
        # The example has not been run here before.
        writes = words[2] if words[1] == "export" else words[-1] if words[1:3] == ["drive", "pull"] else ""
        if os.path.isfile(f"{place}/{writes}"):
            os.remove(f"{place}/{writes}")
        if any(fnmatch.fnmatchcase(command, pattern) for pattern in SERVING):
            ended, said = self.served(line, place, environment)
        elif WRITING.match(command):
            ended, said = Terminal(line, place, environment).wait()
        else:
            run = subprocess.run(["sh", "-c", f"exec {line}"], cwd=place, env=environment, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
            ended, said = run.returncode, text_of(run.stdout)
        self.count += 1
        self.times.append((time.monotonic() - started, command))
        status = next((status for pattern, (status, _) in STATUS.items() if fnmatch.fnmatchcase(command, pattern)), 0)
        if ended != status:
            stop(f"{where}: {command} ended with {ended} and not {status}:\n{said}")
        there = {"https://it-api.staging.example.com": server.environment["NSTACK_BASE_URL"]}
        lacking = lacking_line([replaced(line, there) for line in shown or []], said)
        if lacking is not None:
            stop(f"{where}: {command} does not print the line\n{lacking}\nbut\n{said}")
        return place

    def served(self, line, place, environment):
        """Runs a command that serves, until it says where, and then interrupts it."""
        shell = line if ">" in line else f"{line} >served 2>&1"
        told = pathlib.Path(f"{place}/{shell.split('>')[1].split()[0]}")
        process = subprocess.Popen(["sh", "-c", f"exec {shell}"], cwd=place, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline, said = time.monotonic() + PATIENCE, ""
        while "http://127.0.0.1:" not in said:
            if time.monotonic() > deadline or process.poll() is not None:
                process.kill()
                stop(f"{line} did not say where it serves: {said}")
            time.sleep(0.1)
            said = told.read_text(encoding="utf-8") if told.exists() else ""
        process.send_signal(signal.SIGINT)
        # Interrupted, which is how such a command ends.
        ended = process.wait(PATIENCE)
        return (0 if ended in (0, 130) else ended), said


def round_trip(examples, blocks):
    """The blocks of the README that show a sheet's way out and back: one folder, and the reviewer's part between."""
    place = None
    for where, command, shown in blocks:
        place = examples.run(where, command, shown, place)
        if command.startswith("nstack-review export"):
            base, examples.stage.base = examples.stage.base, place
            examples.stage.edited("review.xlsx", "review.xlsx")
            examples.stage.base = base


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="*", help="a pattern of the examples to run")
    parser.add_argument("--times", action="store_true", help="print the time of each")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    binary = os.path.abspath(arguments.binary)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="nstack-review-examples.") as folder:
        os.makedirs(f"{folder}/bin")
        os.symlink(binary, f"{folder}/bin/nstack-review")
        # A page that is opened needs no browser here.
        pathlib.Path(f"{folder}/bin/xdg-open").write_text("#!/bin/sh\n", encoding="utf-8")
        os.chmod(f"{folder}/bin/xdg-open", 0o755)
        stage, port, database = Stage(binary, folder), free_port(), f"{folder}/sandbox.sqlite"
        with Sandbox(binary, port=port, database=database) as server:
            stage.prepare(server)
            stage.prepare_import(server)
        with Sandbox(binary, port=port, database=database, options=["--fault", "POST proposals: 401"]) as server:
            stage.cut_off(server)
        examples = Examples(stage, port, database)
        stand_in = os.path.join(os.path.dirname(binary), "drive-stand-in")
        run, in_drive = [], []
        for where, command, shown in help_examples(binary) + page_examples():
            is_other = any(fnmatch.fnmatchcase(command, pattern) for pattern in OTHERS)
            if not is_other and not command.startswith("nstack-review "):
                stop(f"{where}: this script does not know how to run {command}")
            if not is_other and fnmatch.fnmatchcase(command, f"*{arguments.only}*"):
                (in_drive if DRIVE.search(command) else run).append((where, command, shown))
        together = [example for example in run if example[0] == "README.md" and example[2] is not None]
        rest = [example for example in run if example not in together]
        examples.run_reading([example for example in rest if not WRITING.match(example[1])])
        for example in rest:
            if WRITING.match(example[1]):
                examples.run(*example)
        round_trip(examples, together)
        browsed = [example for example in in_drive if fnmatch.fnmatchcase(example[1], SIGN_IN)]
        if os.access(stand_in, os.X_OK):
            for example in in_drive:
                if example not in browsed:
                    examples.run_in_drive(stand_in, *example)
            print(f"skip  {len(browsed)} examples in which a browser signs in at Google: google_drive.py does it")
        elif in_drive:
            print(f"skip  {len(in_drive)} examples of Google Drive, as there is no {stand_in}")
        if arguments.times:
            for seconds, command in sorted(examples.times, reverse=True):
                print(f"{seconds:6.1f} s  {command}")
        print(f"{examples.count} examples of the help and the pages, in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
