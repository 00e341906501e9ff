#!/usr/bin/env python3
"""documentation.py MODE BINARY

What the documentation shows is what there is: its examples run, its Swift compiles, its manual pages are whole."""
import concurrent.futures
import contextlib
import csv
import fnmatch
import io
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time

import checks
from checks import ROOT, ask, skip, stop, takes
from servers import PATIENCE, DriveStandIn, Sandbox, free_port, write_texts

README, ARTICLES = pathlib.Path(ROOT, "README.md"), sorted(pathlib.Path(ROOT).glob("Sources/*/*/*.docc/*.md"))
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" adminlang="en" srclang="en" datatype="plaintext"/>
<body><tu><tuv xml:lang="en"><seg>Basket</seg></tuv><tuv xml:lang="da"><seg>Kurv</seg></tuv></tu></body></tmx>
"""
TBX = """<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX" xml:lang="en"><martifHeader><fileDesc><sourceDesc><p>t</p></sourceDesc></fileDesc></martifHeader><text><body>
<termEntry id="1"><langSet xml:lang="en"><tig><term>bun</term></tig></langSet><langSet xml:lang="da"><tig><term>bolle</term></tig></langSet></termEntry>
</body></text></martif>
"""
# Files that examples name.
FILES = {"known.json": '{"texts": 0, "diagnostics": []}', "team.tmx": TMX, "terms.tbx": TBX, "words.csv": "source,target\nbun,bolle\n",
         "faults.yaml": "faults:\n- {method: POST, path: proposals, to: 2, status: 503}\n",
         "descriptions.yaml": "basket:\n  title: {description: The page with what will be bought, maximum-length: 24}\n"}
QUESTION = r"\[[a-zN,?/]+\]\??:? \Z"
# Examples that change what the server has, if they go there.
WRITING = re.compile(r"nstack-review (import|history (undo|abandon)|proposals (add|delete)) ")
# Exit codes of examples that do not end with 0: the files of the sample are not there yet, so they are out of date; sheets differ; an app
# has proposals that are not published; the baseline knows no fault.
STATUS = {"nstack-review generate * --check": 1, "nstack-review sheets compare *": 1, "nstack-review diff --against App/Resources*": 3,
          "nstack-review check *--baseline *": 3, "nstack-review proposals list --only new *.html": 3}
# Examples that end only when they are told to.
SERVING = ("nstack-review sandbox*", "nstack-review review*")
# Examples about sheets in Google Drive; those in which a browser signs in are tried by google_drive.py.
DRIVE = re.compile(r"\bdrive\b|drive:|docs\.google\.com")
SIGN_IN = "nstack-review drive login*"
# Examples that are not about the program alone, and what tries them.
OTHERS = {
    "Samples/quickstart.sh*": "Tests/run.sh runs it", "Tests/run.sh*": "it runs this script", "swift build*": "Tests/run.sh builds",
    "swift test*": "Tests/run.sh tests", "swift package*": "Samples/TypedKeys is built with the same plug-in",
    "mkdir -p ~/.local/bin*": "it belongs to the installation on a Mac",
    "~/.local/bin/nstack-review --generate-completion-script zsh*": "bare_machine.py tries completion",
    "export NSTACK_APPLICATION_ID=*": "every run here has these variables",
}


def matches(text, patterns):
    return any(fnmatch.fnmatchcase(text, pattern) for pattern in patterns)


class Stage:
    """A folder with everything that examples name, of which each example gets a copy."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.base = binary, folder, f"{folder}/base"
        self.ids = {"start offer": "basket note"}
        os.makedirs(self.base)

    def environment(self, home, server=None):
        found = {"PATH": f"{self.folder}/bin:{ROOT}/Tests/Fixtures/bin:/usr/bin:/bin", "HOME": home, "TMPDIR": home, "LC_ALL": "C.UTF-8",
                 "TERM": "xterm", "PAGER": "cat", "NO_COLOR": "1", "XDG_STATE_HOME": f"{home}/.state", "XDG_CONFIG_HOME": f"{home}/.config",
                 "XDG_CACHE_HOME": f"{home}/.cache", "NSTACK_SETTLE_TIME": "1"}
        return {**found, **(server.variables if server else {})}

    def run(self, *arguments, server=None, status=0, folder=None, environment=None):
        folder = folder or self.base
        run = subprocess.run([self.binary, *arguments], cwd=folder, env=environment or self.environment(folder, server), capture_output=True,
                             text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
        if run.returncode != status:
            stop(f"preparing: {' '.join(arguments)} ended with {run.returncode}: {run.stdout}{run.stderr}")
        return run.stdout

    @contextlib.contextmanager
    def edited(self, name, out, folder=None):
        """Gives the rows of a workbook by section, key and locale, and writes it as they are afterwards."""
        folder = folder or self.base
        table = list(csv.reader(io.StringIO(self.run("convert", name, "-", "--worksheet", "Review", "--format", "csv", folder=folder))))
        header = next(number for number, row in enumerate(table) if {"Section", "Key", "Proposal"} <= set(row))
        rows = [dict(zip(table[header], row)) for row in table[header + 1:]]
        yield {(row["Section"], row["Key"], row["Locale"]): row for row in rows}
        text = io.StringIO()
        csv.writer(text).writerows([*table[:header + 1], *(row.values() for row in rows)])
        checks.write(f"{folder}/Review.csv", text.getvalue())
        if out.endswith(".csv"):
            os.replace(f"{folder}/Review.csv", f"{folder}/{out}")
            return
        self.run("convert", "Review.csv", "edited.xlsx", folder=folder)
        os.replace(f"{folder}/edited.xlsx", f"{folder}/{out}")
        os.remove(f"{folder}/Review.csv")

    def reviewed(self, name, out, folder=None):
        """A sheet with the two edits that the README has."""
        with self.edited(name, out, folder) as rows:
            rows["products", "cardamomBun", "da-DK"]["Proposal"] = "Kardemommeknude"
            rows["account", "newsletter", "da-DK"]["Action"] = "delete"

    def prepare(self, server):
        """Makes the files, an import of an agency's sheet, one of nine changes, and a memory."""
        def run(*arguments):
            return self.run(*arguments, server=server)

        for name, text in FILES.items():
            checks.write(f"{self.base}/{name}", text)
        checks.write(f"{self.base}/prices.csv", "Brød;Pris\nBolle;12,50\n", encoding="cp1252")
        sheet = ["--locale", "da-DK", "--source", "en-GB"]
        run("export", "review.xlsx", *sheet)
        run("export", "sent.xlsx", "--locale", "da-DK")
        run("export", "agency.xlf", *sheet)
        self.reviewed("review.xlsx", "returned.xlsx")
        os.makedirs(f"{self.base}/returned")
        shutil.copy(f"{self.base}/returned.xlsx", f"{self.base}/returned/anna.xlsx")
        run("preview", "--output", "preview")
        shutil.copytree(f"{self.base}/preview", f"{self.base}/texts")
        run("generate", "xcstrings", "--input", "preview", "--output", "App")
        run("generate", "strings", "--input", "preview", "--output", "App/Resources")
        run("memory", "add", "acme", "team.tmx")
        run("memory", "add", "acme", "team.tmx", "--sandbox")
        for name in ("from-anna.json", "from-bo.json"):
            run("sheets", "reviewed", "--export", name)
        os.makedirs(f"{self.base}/board")
        for name in ("board/anna.jsonl", "board/bo.jsonl", "board/cleo.jsonl", "board.jsonl"):
            run("sheets", "--export", name)
        proposals = [("basket", "title", "da-DK", "Indkøbskurven"), ("basket", "title", "en-GB", "Your basket"), ("default", "ok", "da-DK", "I orden")]
        for proposal in proposals:
            run("proposals", "add", *proposal)
        listed = json.loads(run("proposals", "list", "--only", "mine", "--json"))["proposals"]
        self.ids.update(zip(("118", "119", "120"), (str(proposal["id"]) for proposal in listed)))
        write_preset(self.base, "agency-berlin")
        run("export", "--to", "agency-berlin")
        os.remove(f"{self.base}/.nstack-review.yaml")
        [sheet] = pathlib.Path(self.base).glob("agency-berlin-*.xlsx")
        with self.edited(sheet.name, "from-berlin.csv") as rows:
            free = next(row for row in rows.values() if not row["Proposal"] and row["Current value"].isalpha())
            free["Proposal"] = free["Current value"] + "s"
        run("import", "from-berlin.csv", "--yes")
        with self.edited("sent.xlsx", "done.csv") as rows:
            free = [row for key, row in rows.items() if not row["Proposal"] and row["Current value"].isalpha() and key not in
                    [proposal[:3] for proposal in proposals]]
            for row in free[:9]:
                row["Proposal"] = row["Current value"] + "s"
        run("import", "done.csv", "--yes")
        self.ids["20260131-100000-abc"] = json.loads(run("history", "list", "--json"))["imports"][-1]["id"]
        sheets = json.loads(run("sheets", "list", "--json"))["sheets"]
        self.ids.update(zip(("abcdefghij", "klmnopqrst"), (one["sheetID"] for one in sheets)))

    def cut_off(self, server):
        """Makes a second folder, in which credentials that were refused left an import unfinished, in two profiles."""
        self.cut = f"{self.folder}/cut"
        shutil.copytree(self.base, self.cut, symlinks=True)
        write_hosts(self.cut, server)
        self.unfinished = {}
        for profile in ([], ["--profile", "staging"]):
            environment = self.environment(self.cut, server)
            if profile:
                del environment["NSTACK_BASE_URL"]
            self.run("import", "returned.xlsx", "--yes", "--allow-delete", *profile, status=4, folder=self.cut, environment=environment)
            [kept] = json.loads(self.run("status", "--json", *profile, folder=self.cut, environment=environment))["unfinishedImports"]
            self.unfinished[bool(profile)] = kept["id"]


def write_hosts(home, server):
    """The user's file with a table of hosts, in which the server is a stage, and a profile."""
    path = checks.write(f"{home}/.config/nstack-review/config.yaml", f"hosts:\n  countries: [it, de]\n  staging: "
                        f"{{api: {server.variables['NSTACK_BASE_URL']}}}\nprofiles:\n  staging: {{stage: staging}}\n")
    os.chmod(path, 0o600)


def write_preset(folder, name):
    """A project's file with one agency."""
    checks.write(f"{folder}/.nstack-review.yaml", f"presets:\n  {name}: {{locales: [de-DE], source: en-GB, file: '{{name}}-{{date}}.xlsx'}}\n")


def help_examples(binary):
    """Every example of the help: (where it is from, the command, what is shown of its output: nothing)."""
    def visit(command, words):
        for line in command.get("discussion", "").split("\n"):
            if line.strip().startswith("nstack-review "):
                yield f"help {' '.join(words)}".strip(), line.strip(), None
        for one in command.get("subcommands", []):
            if one["commandName"] != "help":
                yield from visit(one, [*words, one["commandName"]])
    return visit(json.loads(subprocess.run([binary, "--experimental-dump-help"], check=True, capture_output=True).stdout)["command"], [])


def page_examples():
    """Every command of the blocks `sh` and `console`, with the page and what the block shows of its output."""
    for path in [README, *ARTICLES]:
        page = str(path.relative_to(ROOT))
        for kind, text in re.findall(r"^```(sh|console)\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            if kind == "sh":
                yield from ((page, line.split("    #")[0].rstrip(), None) for line in text.split("\n") if line.strip())
                continue
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, *shown = part.rstrip("\n").split("\n")
                yield page, command, shown


def replaced(command, ids):
    """An example with the ids and ports that are there."""
    for shown, there in ids.items():
        command = re.sub(rf"(?<![\w-]){re.escape(shown)}(?![\w-])", there, command)
    return command


def lacking_line(shown, said):
    """The first line that an example shows and the program did not print in this order; `…` stands for any lines."""
    lines = iter(said.split("\n"))
    for line in map(str.rstrip, shown):
        pattern = re.escape(line).replace(re.escape("20260131-100000-abc"), r"\d{8}-\d{6}-[a-z0-9]+")
        if line not in ("", "…") and not any(re.fullmatch(pattern, printed.rstrip()) for printed in lines):
            return line
    return None


class Examples:
    """Runs examples, each in a copy of the folder with everything."""

    def __init__(self, stage, port, database):
        self.stage, self.port, self.database = stage, port, database

    def server(self):
        """A server that has what it had before."""
        shutil.copy(self.database, f"{self.stage.folder}/now.sqlite")
        return Sandbox(self.stage.binary, port=self.port, database=f"{self.stage.folder}/now.sqlite")

    def run_reading(self, examples):
        """Runs examples that change nothing on the server, two at a time."""
        with self.server() as server, concurrent.futures.ThreadPoolExecutor(2) as pool:
            for ran in [pool.submit(self.run_with, server, *example) for example in examples]:
                ran.result()

    def run(self, where, command, shown=None, folder=None):
        with self.server() as server:
            return self.run_with(server, where, command, shown, folder)

    def run_in_drive(self, program, where, command, shown):
        """Runs an example with a stand-in for Google, which has a folder with a returned sheet."""
        with DriveStandIn(program) as drive, self.server() as server:
            sheet = drive.add(shutil.copy(f"{self.stage.base}/returned.xlsx", f"{self.stage.folder}/in-drive.xlsx"))
            google = {"NSTACK_GOOGLE_HOST": drive.url}
            if "logout" not in command:
                google["GOOGLE_OAUTH_ACCESS_TOKEN"] = drive.token
            ids = {"0FolderId": drive.folder, "FOLDER": drive.folder, "1SheetId": sheet, "ID": sheet}
            self.run_with(server, where, replaced(command, ids), shown, variables=google)

    def run_with(self, server, where, command, shown, folder=None, variables=None):
        """Runs an example; gives the folder."""
        words = shlex.split(command.rstrip("& "))
        is_about_cut, is_new = words[1:3] in (["history", "abandon"], ["import", "--resume"]), folder is None
        if is_new:
            folder = tempfile.mkdtemp(prefix="example.", dir=self.stage.folder)
            shutil.copytree(self.stage.cut if is_about_cut else self.stage.base, folder, symlinks=True, dirs_exist_ok=True)
        ids = dict(self.stage.ids)
        if is_about_cut:
            ids["20260131-100000-abc"] = self.stage.unfinished["--profile" in words]
        environment = {**self.stage.environment(folder, server), **(variables or {})}
        # The table of hosts says where the server is, as the example has it.
        if "--profile" in words:
            write_hosts(folder, server)
            del environment["NSTACK_BASE_URL"]
        if is_new and "--sandbox" in words and words[1] in ("diff", "import"):
            # The sheet must be one of the embedded sandbox.
            self.stage.run("export", "review.xlsx", "--sandbox", "--overwrite", folder=folder, environment=environment)
        if "--to" in words and words[1] == "export":
            write_preset(folder, words[words.index("--to") + 1])
        line = replaced(command.rstrip("& "), ids)
        if "--port" in words:
            line = line.replace(f"--port {words[words.index('--port') + 1]}", f"--port {free_port()}")
        # The example has not been run here before.
        writes = words[2] if words[1] == "export" else ""
        if os.path.isfile(f"{folder}/{writes}"):
            os.remove(f"{folder}/{writes}")
        if matches(command, SERVING):
            ended, said = self.served(line, folder, environment)
        elif WRITING.match(command):
            said, ended, _ = checks.on_terminal(["/bin/sh", "-c", f"exec {line}"], environment, folder, "y", lines=50, question=QUESTION)
        else:
            run = subprocess.run(["sh", "-c", f"exec {line}"], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
            ended, said = run.returncode, run.stdout.decode("utf-8", "replace")
        said = checks.plain(said)
        status = next((status for pattern, status in STATUS.items() if fnmatch.fnmatchcase(command, pattern)), 0)
        lacking = lacking_line(shown or [], said)
        ask(f"{where}: {command} ends with {status}, and prints what is shown", ended == status and lacking is None,
            f"ended with {ended}; lacks {lacking!r} in\n{said}")
        return folder

    def served(self, line, folder, environment):
        """Runs a command that serves, until it says where, and then interrupts it."""
        shell = line if ">" in line else f"{line} >served 2>&1"
        output = pathlib.Path(f"{folder}/{shell.split('>')[1].split()[0]}")
        process = subprocess.Popen(["sh", "-c", f"exec {shell}"], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline, said = time.monotonic() + PATIENCE, ""
        while "http://127.0.0.1:" not in said and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.1)
            said = output.read_text(encoding="utf-8") if output.exists() else ""
        process.send_signal(signal.SIGINT)
        # Interrupted, which is how such a command ends.
        ended = process.wait(PATIENCE)
        return (0 if ended in (0, 130) and "http://127.0.0.1:" in said else ended or "in silence"), said


@takes("binary", only="*")
def examples(options):
    """Runs every example of the help, the README and the articles, in a folder that has the files which examples name, with a sandbox for a
    server and, where there is one beside BINARY, a stand-in for Google Drive, on a terminal where it asks. Each must end with its exit code,
    and print what the page shows. An example for which this script has no files fails, so a new one is run as soon as it is written."""
    with checks.scratch() as folder:
        os.makedirs(f"{folder}/bin")
        os.symlink(options.binary, f"{folder}/bin/nstack-review")
        # A page that is opened needs no browser here.
        os.chmod(checks.write(f"{folder}/bin/xdg-open", "#!/bin/sh\n"), 0o755)
        stage, port, database = Stage(options.binary, folder), free_port(), f"{folder}/sandbox.sqlite"
        with Sandbox(options.binary, port=port, database=database) as server:
            stage.prepare(server)
        with Sandbox(options.binary, port=port, database=database, faults=[{"method": "POST", "path": "proposals", "status": 401}]) as server:
            stage.cut_off(server)
        it, all_of_them = Examples(stage, port, database), []
        for example in itertools.chain(help_examples(options.binary), page_examples()):
            if matches(example[1], OTHERS):
                continue
            if ask(f"{example[0]}: this script knows how to run {example[1]}", example[1].startswith("nstack-review ")) \
                    and matches(example[1], [f"*{options.only}*"]):
                all_of_them.append(example)
        in_drive = [example for example in all_of_them if DRIVE.search(example[1])]
        # The blocks of the README that show a sheet's way out and back: one folder, and the reviewer's part between.
        round_trip = [example for example in all_of_them if example[0] == "README.md" and example[2] is not None and example not in in_drive]
        rest = [example for example in all_of_them if example not in round_trip and example not in in_drive]
        it.run_reading([example for example in rest if not WRITING.match(example[1])])
        for example in rest:
            if WRITING.match(example[1]):
                it.run(*example)
        place = None
        for example in round_trip:
            place = it.run(*example, place)
            if example[1].startswith("nstack-review export"):
                stage.reviewed("review.xlsx", "review.xlsx", place)
        stand_in = os.path.join(os.path.dirname(options.binary), "drive-stand-in")
        browsed = [example for example in in_drive if fnmatch.fnmatchcase(example[1], SIGN_IN)]
        if not os.access(stand_in, os.X_OK):
            skip(f"{len(in_drive)} examples of Google Drive, as there is no {stand_in}")
            return "examples of the help and the pages"
        for example in in_drive:
            if example not in browsed:
                it.run_in_drive(stand_in, *example)
        skip(f"{len(browsed)} examples in which a browser signs in at Google: google_drive.py does it")
    return "examples of the help and the pages"


BLOCK = re.compile(r"^```swift\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"^( *)/// ```swift\n(.*?)^ */// ```", re.MULTILINE | re.DOTALL)
LIBRARIES = ["Foundation", "GoogleDrive", "HTTPCurl", "HTTPMessages", "NStackAPI", "ReviewJournal", "ReviewReports", "Spreadsheet", "TextStore", "TranslationReview",
             "Testing"]
# What examples take for granted, and its type.
GIVEN = {
    "client": "NStackClient", "configuration": "NStackConfiguration", "dialog": "some ImportDialog", "folder": "String",
    "guid": "String", "id": "String", "json": "String", "key": "String", "label": "Label", "profile": "ReviewProfile",
    "session": "TextSession", "target": "some FetchTarget", "texts": "CatalogTexts", "transport": "CurlTransport",
    "title": "Label", "greeting": "Label", "files": "Label", "button": "Label", "user": "User",
}
# What a page takes for granted besides, or otherwise.
ON_PAGE = {"Hosts.md": {"id": "Secret", "key": "Secret"}}
# Examples that are no code of an app: Samples/TypedKeys has this line in its Package.swift.
NO_CODE = (".target(",)
# The types of the names above that no library has, and what the comment of TextCoverage takes from another one.
SUPPORT = """
final class Label: TextComponent {
  var text: String?
  func textDidChange(_ text: TextIdentity, to value: String?) { self.text = value }
}
struct User { let name = "Ada" }
struct CatalogTexts { func value(section: String, key: String) -> String? { nil } }
enum Checkout: String, LocalizedKey, CaseIterable { case title }
"""
TEXTS = {"login": {"title": "Log in", "forgotPassword": "Forgot password?"}, "home": {"greeting": "Hello {name}", "files": "%d files"},
         "basket": {"title": "Basket"}}


def swift_examples():
    """The page and the text of each example."""
    for path in [README, *ARTICLES]:
        for match in BLOCK.finditer(path.read_text(encoding="utf-8")):
            yield path, match[1]
    for path in sorted(pathlib.Path(ROOT, "Sources").rglob("*.swift")):
        for match in COMMENT.finditer(path.read_text(encoding="utf-8")):
            yield path, re.sub(r"^ */// ?", "", match[2], flags=re.MULTILINE)


def swift_file(number, path, text):
    """A file with one example, twice: the body of a function, and of a method of a type on the main actor, as most of an app is. The names
    that it takes for granted are parameters."""
    lines = [f"import {name}" for name in LIBRARIES]
    if re.search(r"\b(show|LocalizedText)\(L10n\.", text):
        text = text.replace("L10n.", "Keys.")
    if re.search(r"^(extension|@Test|#if) ?", text, re.MULTILINE):
        # These are in a file alone.
        return "\n".join([*lines, text])
    given = {**GIVEN, **ON_PAGE.get(path.name, {})}
    given = {name: kind for name, kind in given.items() if re.search(rf"(?<![.\w]){name}\b", text)}
    parameters = ", ".join(f"{name}: {kind}" for name, kind in given.items())
    function = "\n".join([f"func example{number}({parameters}) async throws {{", textwrap.indent(text.rstrip("\n"), "  "), "}"])
    # A session of texts belongs to the views of an app.
    is_view = "TextSession(" in text or {"TextSession", "Label"} & set(given.values())
    return "\n".join([*lines, "" if is_view else function, f"@MainActor final class Screen{number} {{", function, "}", ""])


def search_paths(modules):
    """The flags that find the modules of the build, those of C among them."""
    checkouts, sources = modules.parent.parent / "checkouts", pathlib.Path(ROOT, "Sources")
    # What the tools of plug-ins are built with has maps of its own, of the same modules.
    built = (path for path in modules.glob("*.build/module.modulemap") if not path.parent.name.endswith("-tool.build"))
    maps = {*built, *checkouts.glob("*/Sources/*/include/module.modulemap"),
            *checkouts.glob("*/Sources/*/module.modulemap"), *sources.glob("*/*/include/module.modulemap")}
    flags = ["-I", str(modules / "Modules"), *(word for path in sorted(maps) for word in ("-Xcc", f"-fmodule-map-file={path}"))]
    flags += [word for path in sorted(sources.glob("*/*/module.modulemap")) for word in ("-I", str(path.parent))]
    if shutil.which("xml2-config"):
        found = subprocess.run(["xml2-config", "--cflags"], capture_output=True, text=True).stdout.split()
        flags += [word for flag in found for word in ("-Xcc", flag)]
    return flags


def compile_views(compiler, folder, paths):
    """Compiles TextStoreUI, which is empty on Linux, against stand-ins of Apple's modules, and so makes its examples compile too."""
    package = re.sub(r"\W", "_", os.path.basename(os.path.realpath(ROOT)).lower())
    features = [word for name in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
                for word in ("-enable-upcoming-feature", name)]
    for name, sources in (("UIKit", "Tests/acceptance/apple/UIKit.swift"), ("SwiftUI", "Tests/acceptance/apple/SwiftUI.swift"),
                          ("TextStoreUI", "Sources/Apps/TextStoreUI/*.swift")):
        flags = ["-warnings-as-errors", "-package-name", package, *features] if name == "TextStoreUI" else []
        run = subprocess.run([compiler, "-emit-module", "-swift-version", "6", "-parse-as-library", *flags, "-module-name", name, "-o",
                              f"{folder}/{name}.swiftmodule", "-I", folder, *paths, *sorted(map(str, pathlib.Path(ROOT).glob(sources)))],
                             capture_output=True, text=True, stdin=subprocess.DEVNULL)
        ask(f"{name} compiles", run.returncode == 0, run.stdout + run.stderr)


@takes("binary", show=False)
def swift(options):
    """Compiles every Swift example of the README, the articles and the comments against the libraries that were built beside BINARY; typed
    keys come from the program itself. Nothing is run. --show prints what is compiled. On Linux, stand-ins take the place of UIKit and
    SwiftUI."""
    compiler = shutil.which("swiftc") or checks.skip_all("there is no swiftc")
    plugins = pathlib.Path(os.path.realpath(compiler)).parent.parent / "lib/swift/host/plugins/testing"
    found = [(path, text) for path, text in swift_examples() if not text.startswith(NO_CODE)]
    with checks.scratch() as folder:
        files = {f"example{number}.swift": path for number, (path, _) in enumerate(found, 1)}
        for number, (path, text) in enumerate(found, 1):
            content = swift_file(number, path, text)
            checks.write(f"{folder}/example{number}.swift", content)
            if options.show:
                print(f"// {path.relative_to(ROOT)}\n{content}")
        checks.write(f"{folder}/Support.swift", "\n".join(f"import {name}" for name in LIBRARIES) + SUPPORT)
        write_texts(f"{folder}/texts", ["en-GB"], {"en-GB": TEXTS})
        program = checks.Program(options.binary, folder)
        program.run("generate", "swift", "--input", "texts", "--output", "L10n.swift")
        program.run("generate", "swift", "--input", "texts", "--output", "Localizations.swift", "--style", "classes")
        # The examples of keys are beside those of strings here.
        program.run("generate", "swift", "--input", "texts", "--output", "Keys.swift", "--style", "enum-keys,enum-name=Keys")
        paths = search_paths(pathlib.Path(options.binary).resolve().parent)
        if sys.platform == "linux":
            compile_views(compiler, folder, paths)
            paths = ["-I", folder, *paths]
        run = subprocess.run(
            [compiler, "-emit-sil", "-wmo", "-suppress-warnings", "-o", os.devnull, "-swift-version", "6", "-parse-as-library", "-module-name", "Examples", "-plugin-path", str(plugins),
             *paths, *sorted(map(str, pathlib.Path(folder).glob("*.swift")))],
            capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=folder)
        said = run.stdout + run.stderr
        for name, path in files.items():
            said = said.replace(f"{folder}/{name}", f"{path.relative_to(ROOT)}: {name}")
        ask("the examples compile", run.returncode == 0, said)
    ask("there are at least 20 examples", len(found) >= 20, len(found))
    return f"{len(found)} Swift examples of {len({path for path, _ in found})} pages and comments compile"


# Lines that a reader of a manual page has to find, as groff prints them.
LINES = {
    "nstack-review-export": ["nstack-review export review.xlsx --locale da-DK --source en-GB", "--locale, -l locale", "--layout form", "--base-url url"],
    "nstack-review-history-undo": ["nstack-review history undo last --dry-run", "--accept"],
    "nstack-review-sandbox": ["- {method: POST, path: proposals, every: 3, status: 429}"],
}


# Flags of other programs, and those that the parser itself has.
FOREIGN_FLAGS = {"allow-writing-to-package-directory", "experimental-dump-help", "extcmd", "facts", "generate-completion-script", "help-all",
                 "help-hidden", "patch", "product", "scopes", "show-sdk-path", "strip-components", "suite"}


@takes("binary")
def manual(options):
    """The manual pages: one for each command, with its flags and examples, and without a warning of groff where that is there. What the
    program and the articles say names no flag that no page has."""
    with checks.scratch() as folder:
        made = subprocess.run([sys.executable, f"{ROOT}/Samples/manual.py", options.binary, folder], capture_output=True, text=True)
        ask("the pages are written", made.returncode == 0, made.stderr)
        pages = {path.stem: path for path in pathlib.Path(folder).glob("*.1")}
        commands = {"-".join(["nstack-review", *where.split()[1:]]) for where, _, _ in help_examples(options.binary)}
        ask("there is a page for each command", len(commands) > 15 and commands <= pages.keys(), commands - pages.keys())
        flags = set(re.findall(r"\\-\\-([a-z\\-]+)\\fR", "".join(path.read_text(encoding="utf-8") for path in pages.values())))
        known = FOREIGN_FLAGS | {flag.replace("\\", "") for flag in flags}
        for path in [README, *pathlib.Path(ROOT, "Sources").rglob("*.md"), *pathlib.Path(ROOT, "Sources").rglob("*.swift")]:
            named = set(re.findall(r"(?<![\w-])--([a-z][a-z-]+)", path.read_text(encoding="utf-8")))
            ask(f"{path.name}: a command has each flag that it names", named <= known, sorted(named - known))
        has_groff = shutil.which("groff")
        for name, path in pages.items():
            ask(f"{name}: there are examples", path.read_text(encoding="utf-8").count("nstack\\-review ") >= 3)
            if has_groff:
                shown = subprocess.run(["groff", "-man", "-Kutf8", "-Tutf8", "-P-cbou", "-ww", str(path)], capture_output=True, text=True)
                ask(f"{name}: groff does not warn", shown.returncode == 0 and not shown.stderr, shown.stderr)
                lines = [" ".join(line.split()).replace("‐", "-").replace("−", "-") for line in shown.stdout.splitlines()]
                for line in LINES.get(name, []):
                    ask(f"{name}: {line} is on the page", any(line in found for found in lines))
        if not has_groff:
            skip("what groff makes of the pages, as it is not there")
    return f"{len(pages)} manual pages"


if __name__ == "__main__":
    checks.main(__doc__, examples, swift, manual)
