#!/usr/bin/env python3
"""messages.py MODE BINARY

What the program says: for mistakes, for failures of outputs, and where its help and its messages promise something."""
import contextlib
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import zipfile

import checks
import sheets
from checks import ask, same, skip, takes
from servers import ConstantServer, Sandbox, free_port


class Mistakes(checks.Program):
    def usage(self, name, arguments, *words, **more):
        """A mistake in what the program is called with, which ends with 64."""
        self.mistake(name, f"nstack-review {arguments}", 64, *words, **more)

    def mistake(self, name, command, status, *words, environment=None, cwd=None, lines=1, start="error: "):
        """Makes a mistake, and judges what comes back.

        words: what the output must say, as regular expressions.
        lines: the most lines that are allowed on standard error, one of which begins with `start`."""
        run = subprocess.run(["/bin/bash", "-c", f"nstack-review() {{ \"{self.binary}\" \"$@\"; }}; {command}"], cwd=cwd or self.folder,
                             env={**self.environment, **(environment or {})}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
        found = [line for line in run.stderr.splitlines() if line]
        said = run.stderr + run.stdout
        faults = [f"ends with {run.returncode} and not {status}"] * (run.returncode != status)
        faults += [f"{len(found)} lines"] * (len(found) > lines)
        faults += [f"no line begins with {start!r}"] * (start != "" and not any(line.startswith(start) for line in found))
        faults += [f"does not say {word!r}" for word in words if not re.search(word, said, re.IGNORECASE)]
        faults += ["prints an escape"] * ("\x1b" in said)
        ask(name, not faults, f"{'; '.join(faults)}\n    $ {command}\n    {said.strip()[:600]}")

    def code(self, name, command, status, code):
        """Makes a mistake with --json: one object with the code on standard output, and no line."""
        run = self.run(*shlex.split(command), "--json", status=status)
        ask(f"{name}: one object with the code {code}", run.stdout.startswith("{") and re.findall('"code": "(.*)"', run.stdout) == [code]
            and not run.stderr, run.stdout + run.stderr)


def constant(status, kind="application/json", body=b"{}"):
    """The address of a server that gives every request the same answer."""
    return SERVERS.enter_context(ConstantServer(status, body, {"Content-Type": kind})).url


SERVERS = contextlib.ExitStack()


def network(it, settings):
    it = Mistakes(it.binary, it.folder, None, **settings)

    host = r"127\.0\.0\.1:\d+"
    base = settings["NSTACK_BASE_URL"]
    it.mistake("a wrong key", "nstack-review status", 4, host, "refused", "NSTACK_APPLICATION_ID", "NSTACK_REST_API_KEY",
               environment=dict(NSTACK_REST_API_KEY="wrong"))
    it.mistake("a wrong application id", "nstack-review status", 4, host, "NSTACK_APPLICATION_ID", environment=dict(NSTACK_APPLICATION_ID="wrong"))
    it.mistake("a wrong platform", "nstack-review status", 5, host, 'platform "moblie"', "NSTACK_PLATFORM", environment=dict(NSTACK_PLATFORM="moblie"))
    it.usage("one of two variables missing", "status", "NSTACK_REST_API_KEY is not set", "set it as well", environment=dict(NSTACK_REST_API_KEY=""))
    it.usage("the other of two variables missing", "status", "NSTACK_APPLICATION_ID is not set", "set it as well",
             environment=dict(NSTACK_APPLICATION_ID=""))
    it.mistake("a server that is not there", f"nstack-review status --base-url http://127.0.0.1:{free_port()}", 5, host, "check the base URL")
    it.mistake("a host that does not exist", "nstack-review status --base-url https://nstack.invalid", 5, "nstack.invalid", "name", "base URL")
    it.mistake("https on an http port", f"nstack-review status --base-url {base.replace('http:', 'https:')}", 5, host, "does not speak https",
               "http://")
    it.usage("http to another machine", "status --base-url http://nstack.example.com", "https", "nstack.example.com")
    it.usage("a base URL without a scheme", "status --base-url nstack.io", "https://nstack.io")
    it.mistake("the page of another website", "nstack-review status --base-url " + constant(200, "text/html", b"<html><title>Welcome</title></html>"),
               5, host, "web page", "base URL")
    it.mistake("403", "nstack-review status --base-url " + constant(403, body=b'{"message":"Forbidden"}'), 4, host, "does not allow", "administrator",
               "status 403")
    it.mistake("404 on status", "nstack-review status --base-url " + constant(404, body=b'{"message":"Not Found"}'), 5, host, "base URL",
               "status 404")
    it.mistake("a 500 page", "NSTACK_TIMEOUT=5 nstack-review status --base-url " + constant(500, "text/html", b"<html><title>500 Oops</title></html>"), 5,
               host, "try again later", "status 500")
    it.mistake("a gateway's 502", "nstack-review status --base-url " + constant(502, "text/html", b"<html><title>Bad Gateway</title></html>"), 5,
               host, "try again later", "status 502")
    it.mistake("a proxy that is not there", f"HTTPS_PROXY=http://127.0.0.1:{free_port()} nstack-review status --base-url https://nstack.io", 5,
               f"the proxy {host} cannot be reached", "HTTPS_PROXY")
    it.mistake("a proxy that refuses", f"HTTPS_PROXY={constant(403)} nstack-review status --base-url https://nstack.io", 5,
               f"the proxy {host} did not connect to nstack.io", "HTTPS_PROXY")
    it.mistake("a proxy that wants a password", f"HTTPS_PROXY={constant(407)} nstack-review status --base-url https://nstack.io", 5,
               f"the proxy {host} requires", "user:password@")
    it.usage("a CA file that is not there", "status", "SSL_CERT_FILE: ", "none.pem", "no such file", "correct it", environment=dict(SSL_CERT_FILE="none.pem"))
    if sys.platform == "linux" and os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0:
        # A machine without certificates of authorities: their folder is empty.
        it.mistake("no certificates on the machine",
                   "unshare --mount sh -c 'mount -t tmpfs none /etc/ssl && exec \"$0\" status --base-url https://localhost:1' "
                   + shlex.quote(it.binary), 5, "localhost:1", "ca-certificates", "with SSL_CERT_FILE", environment=dict(SSL_CERT_FILE="", SSL_CERT_DIR=""))
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(8)
        it.mistake("a server that never answers", f"NSTACK_TIMEOUT=1 nstack-review status --base-url http://127.0.0.1:{silent.getsockname()[1]}", 5, host,
                   "NSTACK_TIMEOUT")


def words(it):
    it.usage("both variables missing", "status", "NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY", "init", "--sandbox")
    it.usage("a number below zero", "import returned.xlsx --max-deletes=-1", "max-deletes")
    it.usage("a missing argument of convert", "convert returned.xlsx", "convert --help")
    it.usage("an option that acts on terminals", "check $'--\\e[2J\\u202e'", "option")
    it.usage("an unknown command", "fetch", '"fetch" is not a command', "The commands are init")
    it.usage("a mistyped command", "exprot", '"exprot"', "did you mean export")
    it.usage("a mistyped command with right flags", "exprot review.xlsx --sandbox --locale da-DK", '"exprot"', "did you mean export")
    it.usage("a mistyped command after help", "help exprot", '"exprot"', "did you mean export")
    it.usage("a mistyped subcommand", "proposals lsit --sandbox --only mine", '"lsit"', "did you mean list")
    it.usage("a word of another tool", "logout", '"logout"', "did you mean drive logout")
    it.usage("a mistyped flag", "export review.xlsx --sandbox --locales da-DK", "--locales", "--locale")
    it.usage("a mistyped long flag", "import review.xlsx --sandbox --alow-delete", "--alow-delete", "--allow-delete")
    it.usage("a flag before its command", "--sandbox status", "--sandbox comes before the command", "nstack-review status")
    it.usage("an unknown flag", "export review.xlsx --sandbox --colour", "--colour", "--help")
    it.usage("a flag without its value", "export review.xlsx --sandbox --locale", "--locale", "nstack-review export --help")
    it.usage("a missing argument", "export --sandbox", "file", "nstack-review export --help")
    it.usage("an unknown layout", "export a.xlsx --sandbox --layout row", "row", "rows", "columns")
    it.usage("a number that is none", "status --sandbox", "many", "NSTACK_CONCURRENCY", environment={"NSTACK_CONCURRENCY": "many"})
    it.usage("history list with a flag of export", "history list --sandbox --published", "--published", "--help")
    it.usage("history list with a flag about calls", "history list --sandbox --allow-empty", "--allow-empty", "--help")
    it.usage("a server beside the variable of the sandbox", "status --base-url https://nstack.io", "NSTACK_SANDBOX and --base-url", "leave",
             environment={"NSTACK_SANDBOX": "1"})
    it.usage("a sandbox and a server", "status --sandbox --base-url https://nstack.io", "--sandbox", "--base-url", "leave")
    it.usage("an unknown profile", "status --profile stagign", "stagign", "did you mean staging", cwd=it.folder + "/project")
    it.usage("a misspelt setting", "status", "line 1", "base-ulr", "did you mean base-url", cwd=it.folder + "/misspelt")


def selections(it):
    it.usage("a misspelt locale", "export a.xlsx --sandbox --locale da-DE", "da-DE", "did you mean da-DK")
    it.usage("a locale of no language", "export a.xlsx --sandbox --locale xx", "xx", "da-DK")
    it.usage("locales that leave none", "export a.xlsx --sandbox --locale da --except da-DK", "da-DK", "leave out fewer", lines=1)
    it.usage("a language where a locale must be named", "proposals delete --locale da --dry-run --sandbox", '"da"', "da-DK")
    it.usage("a preset without presets", "export --to agency-berlin --sandbox", "agency-berlin", "add presets:")
    it.usage("neither a file nor a preset", "export --sandbox --locale da", "file", "--to")
    it.usage("an empty proposal", "proposals add account newsletter da-DK '' --sandbox", "empty", "delete")
    it.usage("a glob that matches nothing", "export a.xlsx --sandbox --section 'acount*'", "acount", "did you mean account")
    it.usage("a key that does not exist", "export a.xlsx --sandbox --key newslettr", "newslettr", "did you mean newsletter")
    it.usage("a proposal for an unknown text", "proposals add acount newsletter da-DK Hej --sandbox", "acount/newsletter",
             "did you mean account/newsletter")
    it.usage("a proposal for a misspelt key", "proposals add account newsleter da-DK Hej --sandbox", "account/newsleter",
             "did you mean account/newsletter")
    it.usage("a proposal in an unknown locale", "proposals add account newsletter da-DE Hej --sandbox", "da-DE", "did you mean the locale da-DK")
    it.usage("an id that is no number", "proposals delete abc --sandbox", "abc", "nstack-review proposals delete --help")
    it.mistake("an import that never was", "nstack-review history show 20200101-000000-xyz --sandbox", 1, "20200101-000000-xyz",
               "nstack-review history list")
    it.usage("a sheet that never was", "sheets close nosuchsheet --sandbox", "nosuchsheet", "sheets list")
    it.mistake("an unknown memory", "nstack-review export a.xlsx --sandbox --memory tema.tmx", 1, "tema.tmx", "no such file", "check")
    it.usage("--only of a misspelt state", "export a.xlsx --sandbox --only mising", "mising", "missing")
    it.usage("a source locale that is not there", "export a.xlsx --sandbox --source en", "en", "en-GB")


def files(it):
    it.code("a sheet that is not there", "check nowhere.xlsx", 1, "file.not-found")
    it.code("a device", "check /dev/zero", 1, "file.not-regular")
    it.mistake("a file called --json", "nstack-review check -- --json", 1, "--json")
    it.mistake("a missing column", "nstack-review check no-column.csv", 1, "Current value")
    it.mistake("a missing column, import", "nstack-review import no-column.csv --yes --sandbox", 1, "Current value")
    for name in ("picture", "cut", "empty-file"):
        it.mistake(f"{name}.xlsx", f"nstack-review check {name}.xlsx", 1, name)
    it.mistake("a device as a plan", "nstack-review import --plan /dev/zero --yes --sandbox", 1, "/dev/zero")
    # Nothing that is read is written over, whatever flag names it.
    before = {name: checks.read(f"{it.folder}/{name}") for name in ("returned.xlsx", "edited.csv", "plan.json")}
    for name, command in (("a copy over a sheet", "diff returned.xlsx edited.csv --annotate ."),
                          ("a copy under a name for macros", "diff returned.xlsx --annotate copy.xlsm"),
                          ("what is to fix over a sheet", "diff returned.xlsx edited.csv --to-fix link.csv"),
                          ("a plan over a sheet", "diff returned.xlsx edited.csv --output ./returned.xlsx"),
                          ("a report over a plan", "import --plan plan.json --yes --report plan.json"),
                          ("two results in one file", "diff returned.xlsx --report both.json --output both.json")):
        it.usage(name, f"{command} --sandbox")
    same("what was read is as it was", {name: checks.read(f"{it.folder}/{name}") for name in before}, before)
    it.mistake("a sheet that is not there", "nstack-review import retruned.xlsx --sandbox", 1, "retruned.xlsx", "no such file", "check the spelling")
    it.mistake("a folder that is not there", "nstack-review export missing/review.xlsx --sandbox", 1, "the folder missing does not exist",
               "create it")
    it.usage("a folder without sheets", "import empty --sandbox", "empty", r"\.xlsx", "name the sheets")
    it.usage("an ending that nothing has", "export review.xls --sandbox", "review.xls", r"\.xlsx")
    it.mistake("a workbook of old", "nstack-review check old.xls", 1, "old.xls", "before 2007", "save it as XLSX")
    it.mistake("a file that is no sheet", "nstack-review check notes.xlsx", 1, "notes.xlsx", "columns|review sheet|header")
    it.mistake("text in a workbook's name", "nstack-review check text.xlsx", 1, "text.xlsx", "needs the columns")
    it.mistake("one foreign file in a folder", "nstack-review check folder", 3, "prices.xlsx", "left out", lines=3, start="")
    it.usage("sheets in subfolders", "check above", "--recursive")
    it.mistake("a macro workbook", "nstack-review check macros.xlsm", 0, lines=0, start="")
    it.mistake("a renamed header", "nstack-review check renamed.csv", 1, "Forslag", "Proposal", "change its name back")
    it.mistake("two renamed headers", "nstack-review check renamed-two.csv", 1, "Forslag", "Nøgle", "restore the header")
    it.usage("an export over a sheet with edits", "export edited.csv --sandbox --locale da-DK", "edited.csv", "import|--overwrite")
    it.usage("an export over a file of another kind", "export prices.csv --sandbox", "prices.csv", "--overwrite")
    it.mistake("a folder that may not be written", "nstack-review export /proc/review.xlsx --sandbox", 1, "/proc", "rights to the folder")
    it.mistake("a full disk", "nstack-review export - --sandbox > /dev/full", 1, "no space left", "free some space")
    it.mistake("a reader that leaves", "set -o pipefail; nstack-review export - --sandbox | head -1 > /dev/null", 0, lines=1, start="")
    it.mistake("a list's reader that leaves", "set -o pipefail; nstack-review proposals list --sandbox --only accepted,unaccepted | head -1", 0, lines=1, start="")
    it.mistake("an export to the same name after its import",
               "nstack-review export round.csv --sandbox --locale da-DK -q && sed -i 's/Nyhedsbrev/X/' round.csv "
               "&& nstack-review import round.csv --sandbox --yes -q && nstack-review export round.csv --sandbox --locale da-DK", 0,
               "wrote round.csv", start="")
    it.mistake("a misspelt key in --context", "nstack-review export c.xlsx --sandbox --context context.yaml", 0, "account/newsleter",
               "did you mean account/newsletter", lines=2, start="warning: ")
    it.usage("a misspelt member in --context", "export c.xlsx --sandbox --context member.yaml", "member.yaml", "line 3", "maximum-lenght",
             "did you mean maximum-length")
    it.usage("a --context that is not there", "export c.xlsx --sandbox --context none.yaml", "none.yaml", "check the file name")
    it.usage("a preview that is not there", "sandbox --data missing", "missing")
    it.usage("a plan that is not there", "import --plan none.json --sandbox", "none.json", "diff --output")
    it.usage("an import without a terminal", "import edited.csv --sandbox", "--yes", "diff")
    it.usage("to standard output without its name", "convert edited.csv", "out", "--help")
    it.usage("a conversion to nothing known", "convert edited.csv edited.ods", "edited.ods", "xlsx, csv, tsv")
    it.usage("a second init", "init", "already exists", "edit|delete", cwd=it.folder + "/project")


def macros(source, target):
    """A macro workbook is a workbook whose content type names macros."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
                                                      b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"))


def prepare(it):
    """Makes the files that mistakes are made with."""
    for name in ("empty", "above/below", "folder"):
        os.makedirs(f"{it.folder}/{name}")
    for name, text in {
        "project/.nstack-review.yaml": "platform: mobile\nprofiles:\n  staging:\n    platform: mobile\n",
        "misspelt/.nstack-review.yaml": "base-ulr: https://nstack.io\n", "context.yaml": "account:\n  newsletter: A switch\n  newsleter: A switch\n",
        "member.yaml": "account:\n  newsletter:\n    maximum-lenght: 12\n", "prices.csv": "Article,Price\nBun,3\n", "text.xlsx": "Section,Key\n",
        "old.xls": bytes.fromhex("d0cf11e0a1b11ae1") + bytes(2048), "no-column.csv": "Section,Key,Locale,Proposal,Deletable\r\ndefault,ok,da-DK,OK,\r\n",
        "picture.xlsx": b"\x89PNG\r\n\x1a\n no sheet at all", "cut.xlsx": b"PK\x03\x04 cut off", "empty-file.xlsx": b"",
    }.items():
        checks.write(f"{it.folder}/{name}", text)
    for name in ("edited.csv", "returned.xlsx"):
        it.run("export", name, "--sandbox", "--locale", "da-DK", "-q")
    it.run("diff", "returned.xlsx", "--sandbox", "--output", "plan.json", "-q")
    it.run("convert", "prices.csv", "notes.xlsx")
    for source, target in (("returned.xlsx", "folder/a.xlsx"), ("notes.xlsx", "folder/prices.xlsx"), ("returned.xlsx", "above/below/returned.xlsx")):
        shutil.copy(f"{it.folder}/{source}", f"{it.folder}/{target}")
    macros(f"{it.folder}/returned.xlsx", f"{it.folder}/macros.xlsm")
    header, *rows = sheets.table(f"{it.folder}/edited.csv")
    for name, renamed in (("renamed.csv", {"Proposal": "Forslag"}), ("renamed-two.csv", {"Proposal": "Forslag", "Key": "Nøgle"})):
        sheets.save(f"{it.folder}/{name}", [[renamed.get(cell, cell) for cell in header], *rows])
    sheets.propose(f"{it.folder}/edited.csv", f"{it.folder}/edited.csv", {"newsletter": "Send mig nyt om brød"})
    os.symlink("edited.csv", f"{it.folder}/link.csv")


@takes("binary")
def mistakes(options):
    """Some hundred typical mistakes: wrong keys, addresses, proxies, flags, commands, names, folders and files. Each ends with its exit code, and
    in one line that begins with "error: " or, where the work goes on, "warning: ", and says the cause and what to do."""
    with checks.scratch() as folder, Sandbox(options.binary) as sandbox, SERVERS:
        it = Mistakes(options.binary, folder)
        prepare(it)
        network(it, {**sandbox.variables, "NSTACK_PLATFORM": "mobile"})
        words(it)
        selections(it)
        files(it)
    return "mistakes"


def nobody():
    """How a program is run that root's rights do not help; None where that cannot be."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if shutil.which("setpriv") else None


class Outputs(checks.Program):
    """Conversions of a table that takes a while to write, where an old file could be lost."""

    def fails(self, what, *command, code=None, status=1, before=(), **options):
        """Runs a command that must fail: with one line, or with a code where there is one."""
        command = [*command, *(["--json"] if code else [])]
        run = self.end(subprocess.Popen([*before, self.binary, *command], env={**self.environment, **options.pop("variables", {})}, cwd=self.folder,
                                        text=True, errors="replace", stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        stdout=options.pop("stdout", subprocess.PIPE), **options), status, what=what)
        if code:
            ask(f"{what}: says {code}", f'"code": "{code}"' in run.stdout, run.stdout)
        else:
            ask(f"{what}: one line", run.stderr.startswith("error: ") and run.stderr.count("\n") == 1, run.stderr)
        return run

    def kept(self, what, folder, name, content=b"old file", count=1):
        ask(f"{what}: the old file is whole", checks.read(f"{folder}/{name}") == content)
        ask(f"{what}: nothing else is there", len(os.listdir(folder)) == count, os.listdir(folder))


@takes("binary")
def outputs(options):
    """What becomes of files and standard output when writing fails: a full disk, a read-only folder, a killed process, a full, closed or unread
    output, a missing or full folder for temporary files, a file that another program writes to while it is read. Old files stay whole,
    and nothing is left behind."""
    with checks.scratch() as folder:
        os.chmod(folder, 0o755)
        it = Outputs(options.binary, folder)
        large = f"{folder}/large.csv"
        checks.write(large, "".join(f"section,key{n},text number {n * 7919} of many that differ {n * 104729}\n" for n in range(400_000)))
        for part in (full_disks, read_only, killed, standard_output, closed_descriptors, busy_files, temporary_folders):
            part(it, large)
    return "failures of outputs"


def full_disks(it, large):
    with checks.small_disk(it.folder + "/disk", 2 << 20) as disk:
        if not disk:
            return skip("a full disk: mounting is not allowed here")
        for form in ("xlsx", "csv", "json"):
            path = checks.write(f"{disk}/out.{form}", b"old file")
            it.fails(f"full disk, {form}", "convert", large, path, code="io.no-space")
            it.kept(f"full disk, {form}", disk, f"out.{form}")
            os.remove(path)
        it.fails("full disk", "convert", large, f"{disk}/out.csv")


def read_only(it, large):
    before = nobody()
    if before is None:
        return skip("a read-only folder and a private file: root may write anywhere, and setpriv is not there")
    program = Outputs(shutil.copy(it.binary, it.folder + "/program"), it.folder)
    os.chmod(program.binary, 0o755)
    locked = it.folder + "/locked"
    checks.write(locked + "/out.csv", b"old file")
    os.chmod(locked, 0o555)
    program.fails("read-only folder", "convert", large, locked + "/out.csv", code="io.write", before=before)
    it.kept("read-only folder", locked, "out.csv")
    private = checks.write(it.folder + "/private.csv", ",".join(sheets.HEADERS) + "\n")
    os.chmod(private, 0)
    for command in (["check", private], ["convert", private, it.folder + "/none.json"]):
        program.fails(f"a file without permissions, {command[0]}", *command, code="file.unreadable", before=before)
    os.remove(program.binary)


def killed(it, large):
    for wait in (0.05, 0.1, 0.2, 0.3):
        folder, what = it.folder + "/killed", f"killed after {wait} s"
        checks.write(folder + "/out.xlsx", b"old file")
        process = it.start("convert", large, folder + "/out.xlsx")
        try:
            process.wait(wait)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            left = [name for name in os.listdir(folder) if name.startswith(".spreadsheet-")]
            it.kept(what, folder, "out.xlsx", count=1 + len(left))
            if left:
                # Only what is older than an hour goes: a younger one may still be written.
                it.run("convert", large, folder + "/other.json")
                it.kept(f"{what}, a young temporary file", folder, "out.xlsx", count=2 + len(left))
                for name in left:
                    os.utime(f"{folder}/{name}", (0, 0))
                it.run("convert", large, folder + "/other.json")
                it.kept(f"{what}, an old temporary file", folder, "out.xlsx", count=2)
        shutil.rmtree(folder)


def standard_output(it, large):
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            for form in ("csv", "json", "xlsx"):
                it.fails(f"full standard output, {form}", "convert", large, "-", "--format", form, stdout=full)
            ask("full standard output, help: fails", it.end(it.start("--help", stdout=full)).returncode != 0)
    process = it.start("convert", large, "-", "--format", "csv", bufsize=0)
    process.stdout.read(100)
    process.stdout.close()
    said = process.stderr.read()
    same("a reader that goes away: is no failure, and nothing is said", (process.wait(60), said), (0, ""))


def closed_descriptors(it, large):
    """Descriptors that were closed at the start: no file may get their number and be written into."""
    folder = it.folder + "/closed"
    small = checks.write(folder + "/small.csv", 'section,key\na,"b\n"\n')
    sheet = checks.write(folder + "/sheet.csv", ",".join(sheets.HEADERS) + "\ns,k,da,a,b,\n")
    it.run("convert", small, it.folder + "/whole.json")
    before = {path: checks.read(path) for path in (small, sheet)}
    whole = checks.read(it.folder + "/whole.json")
    for closed in ((0,), (1,), (2,), (0, 1, 2)):
        # With --json an answer is asked for, and where it cannot be given that is an error, of which the file is none the worse.
        wanted = int(1 in closed)
        for command, status in ((["convert", small, folder + "/out.json"], 0), (["convert", small, folder + "/out.json", "--json"], wanted),
                                (["check", sheet], wanted), (["check", folder + "/none.csv"], 1), (["check", "--none"], 64), (["--help"], wanted)):
            what = f"closed {closed}, {' '.join(command[:1])}"
            redirections = " ".join(f"{number}{'<' if number == 0 else '>'}&-" for number in closed)
            run = subprocess.run(["sh", "-c", f"exec \"$@\" {redirections}", "sh", it.binary, *command], env=it.environment, capture_output=True,
                                 stdin=subprocess.DEVNULL, timeout=60)
            same(f"{what}: ends with its code", run.returncode, status)
            same(f"{what}: what was read is whole", {path: checks.read(path) for path in before}, before)
            if command[0] == "convert":
                ask(f"{what}: what was written is whole", checks.read(folder + "/out.json") == whole)
            if closed == (1,) and command == ["check", sheet]:
                ask(f"{what}: one line", run.stderr.startswith(b"error: ") and run.stderr.count(b"\n") == 1, run.stderr)
        same(f"closed {closed}: nothing else is there", len(os.listdir(folder)), 3)


def busy_files(it, large):
    """A file that another program goes on writing to."""
    busy = checks.write(it.folder + "/busy.csv", ",".join(sheets.HEADERS) + "\n" + "".join(
        f"section,key{n},da-DK,text number {n * 7919} of many,,\n" for n in range(200_000)))
    touching = subprocess.Popen(["sh", "-c", "while :; do touch -c \"$0\"; sleep 0.01; done", busy])
    try:
        it.fails("a file being written, check", "check", busy, code="file.changed")
        it.fails("a file being written, convert", "convert", busy, it.folder + "/busy.json", code="file.changed")
    finally:
        touching.kill()
        touching.wait()
    ask("a file being written: nothing is written", not os.path.exists(it.folder + "/busy.json"))


def temporary_folders(it, large):
    """A sheet with more shared texts than stay in memory, where the folder for temporary files is missing or full."""
    texts, out = f"{it.folder}/texts.csv", f"{it.folder}/out.csv"
    checks.write(texts, "".join(f"{n} {'x' * 2000},end\n" for n in range(12_000)))
    it.run("convert", texts, "texts.xlsx")
    it.run("convert", checks.write(it.folder + "/few.csv", "1,end\n2,end\n"), "few.xlsx")

    def refused(what, folder):
        run = it.fails(what, "convert", "texts.xlsx", out, variables={"TMPDIR": folder})
        ask(f"{what}: the folder is named", f'"{folder}"' in run.stderr and "texts.xlsx: " in run.stderr, run.stderr)
        it.fails(what, "convert", "texts.xlsx", out, code="io.temporary", variables={"TMPDIR": folder})
        ask(f"{what}: nothing is written", not os.path.exists(out))

    refused("a missing folder", "/nowhere/at/all")
    it.run("convert", "few.xlsx", "few-again.csv", variables={"TMPDIR": "/nowhere/at/all"}, what="a small sheet without the folder")
    with checks.small_disk(it.folder + "/small", 2 << 20) as disk:
        if disk:
            refused("a full folder", disk)
            same("a full folder: nothing is left in it", os.listdir(disk), [])
    os.mkdir(it.folder + "/room")
    it.run("convert", "texts.xlsx", out, variables={"TMPDIR": it.folder + "/room"})
    it.run("convert", texts, "expected.csv")
    ask("a folder with room: the same texts", checks.read(out) == checks.read(it.folder + "/expected.csv"))
    same("a folder with room: nothing is left in it", os.listdir(it.folder + "/room"), [])


if __name__ == "__main__":
    checks.main(__doc__, mistakes, outputs)
