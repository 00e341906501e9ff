#!/usr/bin/env python3
"""mistakes.py [--table FILE] [--only WORD] BINARY

Makes some sixty typical mistakes: wrong keys, addresses, proxies, platforms, flags, commands, names, folders and files. Each must end with
its exit code, and in one line that begins with "error: ", or, where the work goes on, with "warning: ". The line must say the words that
name the cause and what to do. --table writes all of them as Markdown: what was typed, what came back, the exit code."""
import argparse
import csv
import http.server
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
import zipfile


class Answers(http.server.BaseHTTPRequestHandler):
    """A server that gives every request the same answer."""

    def do_GET(self):
        status, kind, body = self.server.answer
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            # The program has left.
            pass

    do_POST = do_DELETE = do_CONNECT = do_GET

    def log_message(self, *arguments):
        pass


def answering(status, kind="application/json", body=b"{}"):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.answer = (status, kind, body)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def closed_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Check:
    def __init__(self, binary, folder, only):
        self.binary, self.folder, self.only = os.path.abspath(binary), folder, only
        self.asked, self.wrong, self.rows, self.sandbox = 0, [], [], None
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("NSTACK_") and not name.lower().endswith("_proxy")}
        self.environment.update(XDG_CONFIG_HOME=folder + "/config", XDG_STATE_HOME=folder + "/state", XDG_CACHE_HOME=folder + "/cache",
                                LC_ALL="C.UTF-8")

    def run(self, command, environment=None, cwd=None):
        return subprocess.run(["/bin/bash", "-c", "nstack-review() { \"" + self.binary + "\" \"$@\"; }; " + command],
                              env={**self.environment, **(environment or {})}, cwd=cwd or self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)

    def prepare(self, command, environment=None):
        run = self.run(command, environment)
        if run.returncode:
            sys.exit(f"{command}: {run.stderr}")
        return run

    def mistake(self, name, command, status, *words, environment=None, cwd=None, lines=1, start="error: "):
        """Makes a mistake, and judges what comes back.

        words: what the lines on standard error must say, as regular expressions.
        lines: the most lines that are allowed."""
        if self.only not in name:
            return
        self.asked += 1
        run = self.run(command, environment, cwd)
        told = [line for line in run.stderr.splitlines() if line]
        faults = []
        if run.returncode != status:
            faults.append(f"ends with {run.returncode} and not {status}")
        if len(told) > lines:
            faults.append(f"{len(told)} lines")
        if start and not any(line.startswith(start) for line in told):
            faults.append(f"no line begins with {start!r}")
        for word in words:
            if not re.search(word, run.stderr + run.stdout, re.IGNORECASE):
                faults.append(f"does not say {word!r}")
        shown = run.stderr.strip() or run.stdout.strip().splitlines()[0] if (run.stderr + run.stdout).strip() else "(nothing)"
        self.rows.append((name, command, environment or {}, shown, run.returncode, faults))
        if faults:
            self.wrong.append(f"{name}: {'; '.join(faults)}\n    $ {command}\n    {shown}")

    def table(self, path):
        def clean(text):
            text = text.replace(self.folder, "~").replace("|", "\\|")
            return re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:PORT", text)

        with open(path, "w", encoding="utf-8") as file:
            file.write("| Mistake | Typed | What came back | Exit |\n|---|---|---|---|\n")
            for name, command, environment, shown, status, _ in self.rows:
                variables = " ".join(f"{name}={value}" for name, value in environment.items()
                                     if name not in self.settings or self.settings[name] != value)
                typed = (variables + " " if variables else "") + command
                lines = "<br>".join(clean(line) for line in shown.splitlines()[:12])
                file.write(f"| {name} | `{clean(typed)}` | {lines} | {status} |\n")


def serve(check):
    process = subprocess.Popen([check.binary, "sandbox"], env=check.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               text=True)
    variables = {}
    for line in process.stdout:
        name, _, value = line.removeprefix("export ").strip().partition("=")
        variables[name] = shlex.split(value)[0]
        if name == "NSTACK_PLATFORM":
            break
    return process, variables


def network(check, settings):
    def at(**changes):
        return {**settings, **changes}

    host = r"127\.0\.0\.1:\d+"
    base = settings["NSTACK_BASE_URL"]
    check.mistake("a wrong key", "nstack-review status", 4, host, "refused", "NSTACK_APPLICATION_ID", "NSTACK_REST_API_KEY",
                  environment=at(NSTACK_REST_API_KEY="wrong"))
    check.mistake("a wrong application id", "nstack-review status", 4, host, "NSTACK_APPLICATION_ID",
                  environment=at(NSTACK_APPLICATION_ID="wrong"))
    check.mistake("a wrong platform", "nstack-review status --platform moblie", 5, host, 'platform "moblie"', "--platform",
                  environment=settings)
    check.mistake("one of two variables missing", "nstack-review status", 64, "NSTACK_REST_API_KEY is not set", "set it as well",
                  environment=at(NSTACK_REST_API_KEY=""))
    check.mistake("the other of two variables missing", "nstack-review status", 64, "NSTACK_APPLICATION_ID is not set", "set it as well",
                  environment=at(NSTACK_APPLICATION_ID=""))
    check.mistake("both variables missing", "nstack-review status", 64, "NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY", "init", "--sandbox")
    check.mistake("a server that is not there", f"nstack-review status --base-url http://127.0.0.1:{closed_port()}", 5, host,
                  "check the base URL", environment=settings)
    check.mistake("a host that does not exist", "nstack-review status --base-url https://nstack.invalid", 5, "nstack.invalid",
                  "name", "base URL", environment=settings)
    check.mistake("https on an http port", f"nstack-review status --base-url {base.replace('http:', 'https:')}", 5, host, "does not speak https", "http://",
                  environment=settings)
    check.mistake("http to another machine", "nstack-review status --base-url http://nstack.example.com", 64, "https", "nstack.example.com",
                  environment=settings)
    check.mistake("a base URL without a scheme", "nstack-review status --base-url nstack.io", 64, "https://nstack.io",
                  environment=settings)
    check.mistake("the page of another website", "nstack-review status --base-url "
                  + answering(200, "text/html", b"<html><title>Welcome</title></html>"), 5, host, "web page", "base URL",
                  environment=settings)
    check.mistake("403", "nstack-review status --base-url " + answering(403, body=b'{"message":"Forbidden"}'), 4, host,
                  "does not allow", "administrator", "status 403", environment=settings)
    check.mistake("404 on status", "nstack-review status --base-url " + answering(404, body=b'{"message":"Not Found"}'), 5, host,
                  "base URL", "status 404", environment=settings)
    check.mistake("a 500 page", "nstack-review status --timeout 5 --base-url "
                  + answering(500, "text/html", b"<html><title>500 Oops</title></html>"), 5, host, "try again later", "status 500",
                  environment=settings)
    check.mistake("a gateway's 502", "nstack-review status --base-url "
                  + answering(502, "text/html", b"<html><title>Bad Gateway</title></html>"), 5, host, "try again later", "status 502",
                  environment=settings)
    check.mistake("a proxy that is not there",
                  f"nstack-review status --base-url https://nstack.io --proxy http://127.0.0.1:{closed_port()}", 5, f"the proxy {host} cannot be reached", "HTTPS_PROXY", environment=settings)
    check.mistake("a proxy that refuses",
                  f"nstack-review status --base-url https://nstack.io --proxy {answering(403)}", 5, f"the proxy {host} did not connect to nstack.io", "HTTPS_PROXY", environment=settings)
    check.mistake("a proxy that wants a password",
                  f"nstack-review status --base-url https://nstack.io --proxy {answering(407)}", 5, f"the proxy {host} requires", "user:password@", environment=settings)
    check.mistake("a CA file that is not there", "nstack-review status --ca-file none.pem", 64, "--ca-file: ", "none.pem", "no such file", "correct it",
                  environment=settings)
    if sys.platform == "linux" and os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode == 0:
        # A machine without certificates of authorities: their folder is empty.
        check.mistake("no certificates on the machine",
                      "unshare --mount sh -c 'mount -t tmpfs none /etc/ssl && exec \"$0\" status --base-url https://localhost:1' "
                      + shlex.quote(check.binary), 5, "localhost:1", "ca-certificates", "--ca-file",
                      environment=at(SSL_CERT_FILE="", SSL_CERT_DIR=""))
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(8)
        check.mistake("a server that never answers",
                      f"nstack-review status --timeout 1 --base-url http://127.0.0.1:{silent.getsockname()[1]}", 5, host,
                      "--timeout", environment=settings)


def words(check):
    check.mistake("an unknown command", "nstack-review fetch", 64, '"fetch" is not a command', "The commands are init")
    check.mistake("a mistyped command", "nstack-review exprot", 64, '"exprot"', "did you mean export")
    check.mistake("a mistyped command with right flags", "nstack-review exprot review.xlsx --sandbox --locale da-DK", 64, '"exprot"',
                  "did you mean export")
    check.mistake("a mistyped subcommand", "nstack-review proposals lsit --sandbox --mine", 64, '"lsit"', "did you mean list")
    check.mistake("a word of another tool", "nstack-review push review.xlsx --sandbox", 64, '"push"', "did you mean drive push")
    check.mistake("a mistyped flag", "nstack-review export review.xlsx --sandbox --locales da-DK", 64, "--locales", "--locale")
    check.mistake("a mistyped long flag", "nstack-review import review.xlsx --sandbox --alow-delete", 64, "--alow-delete", "--allow-delete")
    check.mistake("a flag before its command", "nstack-review --sandbox status", 64, "--sandbox comes before the command",
                  "nstack-review status")
    check.mistake("an unknown flag", "nstack-review export review.xlsx --sandbox --colour", 64, "--colour", "--help")
    check.mistake("a flag without its value", "nstack-review export review.xlsx --sandbox --locale", 64, "--locale", "nstack-review export --help")
    check.mistake("a missing argument", "nstack-review export --sandbox", 64, "file", "nstack-review export --help")
    check.mistake("an unknown layout", "nstack-review export a.xlsx --sandbox --layout row", 64, "row", "rows", "columns")
    check.mistake("a number that is none", "nstack-review status --sandbox --concurrency many", 64, "many", "--concurrency")
    check.mistake("history list with a flag of export", "nstack-review history list --sandbox --published", 64, "--published", "--help")
    check.mistake("history list with a flag about calls", "nstack-review history list --sandbox --rate 3", 64, "--rate", "--help")
    check.mistake("a server beside the variable of the sandbox", "nstack-review status --base-url https://nstack.io", 64,
                  "NSTACK_SANDBOX and --base-url", "leave", environment={"NSTACK_SANDBOX": "1"})
    check.mistake("a sandbox and a server", "nstack-review status --sandbox --base-url https://nstack.io", 64, "--sandbox", "--base-url",
                  "leave")
    check.mistake("an unknown profile", "nstack-review status --profile stagign", 64, "stagign", "did you mean staging",
                  cwd=check.folder + "/project")
    check.mistake("a misspelt setting", "nstack-review status", 64, "line 1", "base-ulr", "did you mean base-url",
                  cwd=check.folder + "/misspelt")


def selections(check):
    check.mistake("a misspelt locale", "nstack-review export a.xlsx --sandbox --locale da-DE", 64, "da-DE", "did you mean da-DK")
    check.mistake("a locale of no language", "nstack-review export a.xlsx --sandbox --locale xx", 64, "xx", "da-DK")
    check.mistake("locales that leave none", "nstack-review export a.xlsx --sandbox --locale da --except da-DK", 64, "da-DK",
                  "leave out fewer", lines=1)
    check.mistake("a language where a locale must be named",
                  "nstack-review proposals delete --locale da --dry-run --sandbox", 64, '"da"', "da-DK")
    check.mistake("a preset that is not there", "nstack-review export --to agency-berlim --sandbox", 64, "agency-berlim",
                  "did you mean agency-berlin", cwd=check.folder + "/project")
    check.mistake("a preset without presets", "nstack-review export --to agency-berlin --sandbox", 64, "agency-berlin", "add presets:")
    check.mistake("a preset that leaves the project", "nstack-review export --to outside --sandbox", 64, "line 9",
                  "not below the project's folder", cwd=check.folder + "/project")
    check.mistake("neither a file nor a preset", "nstack-review export --sandbox --locale da", 64, "file", "--to")
    check.mistake("an empty proposal", "nstack-review proposals add account newsletter da-DK '' --sandbox", 64, "empty", "delete")
    check.mistake("a glob that matches nothing", "nstack-review export a.xlsx --sandbox --section 'acount*'", 64, "acount", "did you mean account")
    check.mistake("a key that does not exist", "nstack-review export a.xlsx --sandbox --key newslettr", 64, "newslettr", "did you mean newsletter")
    check.mistake("a proposal for an unknown text", "nstack-review proposals add acount newsletter da-DK Hej --sandbox", 64,
                  "acount/newsletter", "did you mean account/newsletter")
    check.mistake("a proposal for a misspelt key", "nstack-review proposals add account newsleter da-DK Hej --sandbox", 64,
                  "account/newsleter", "did you mean account/newsletter")
    check.mistake("a proposal in an unknown locale", "nstack-review proposals add account newsletter da-DE Hej --sandbox", 64, "da-DE",
                  "did you mean the locale da-DK")
    check.mistake("an id that is no number", "nstack-review proposals delete abc --sandbox", 64, "abc", "nstack-review proposals delete --help")
    check.mistake("an import that never was", "nstack-review history show 20200101-000000-xyz --sandbox", 1, "20200101-000000-xyz",
                  "nstack-review history list")
    check.mistake("a sheet that never was", "nstack-review sheets close nosuchsheet --sandbox", 64, "nosuchsheet", "sheets list")
    check.mistake("an unknown memory", "nstack-review export a.xlsx --sandbox --memory tema.tmx", 1, "tema.tmx", "no such file", "check")
    check.mistake("--only of a misspelt state", "nstack-review export a.xlsx --sandbox --only mising", 64, "mising", "missing")
    check.mistake("a source locale that is not there", "nstack-review export a.xlsx --sandbox --source en", 64, "en", "en-GB")


def files(check):
    check.mistake("a sheet that is not there", "nstack-review import retruned.xlsx --sandbox", 1, "retruned.xlsx", "no such file", "check the spelling")
    check.mistake("a folder that is not there", "nstack-review export missing/review.xlsx --sandbox", 1, "the folder missing does not exist", "create it")
    check.mistake("a folder without sheets", "nstack-review import empty --sandbox", 64, "empty", r"\.xlsx", "name the sheets")
    check.mistake("an ending that nothing has", "nstack-review export review.xls --sandbox", 64, "review.xls", r"\.xlsx")
    check.mistake("a workbook of old", "nstack-review check old.xls", 1, "old.xls", "before 2007", "save it as XLSX")
    check.mistake("a file that is no sheet", "nstack-review check notes.xlsx", 1, "notes.xlsx", "columns|review sheet|header")
    check.mistake("text in a workbook's name", "nstack-review check text.xlsx", 1, "text.xlsx", "needs the columns")
    check.mistake("one foreign file in a folder", "nstack-review check folder", 3, "prices.xlsx", "left out", lines=3, start="")
    check.mistake("sheets in subfolders", "nstack-review check above", 64, "--recursive")
    check.mistake("a macro workbook", "nstack-review check macros.xlsm", 0, lines=0, start="")
    check.mistake("a renamed header", "nstack-review check renamed.csv", 1, "Forslag", "Proposal", "change it back")
    check.mistake("two renamed headers", "nstack-review check renamed-two.csv", 1, "Forslag", "Nøgle", "restore the header")
    check.mistake("an export over a sheet with edits", "nstack-review export edited.csv --sandbox --locale da-DK", 64, "edited.csv", "import|--overwrite")
    check.mistake("an export over a file of another kind", "nstack-review export prices.csv --sandbox", 64, "prices.csv", "--overwrite")
    check.mistake("a folder that may not be written", "nstack-review export /proc/review.xlsx --sandbox", 1, "/proc", "rights to the folder")
    check.mistake("a full disk", "nstack-review export - --sandbox > /dev/full", 1, "no space left", "free some space")
    check.mistake("a reader that leaves", "set -o pipefail; nstack-review export - --sandbox | head -1 > /dev/null", 0, lines=1, start="")
    check.mistake("a list's reader that leaves", "set -o pipefail; nstack-review proposals list --sandbox --state all | head -1", 0, lines=1,
                  start="")
    check.mistake("an export to the same name after its import",
                  "nstack-review export round.csv --sandbox --locale da-DK -q && sed -i 's/Nyhedsbrev/X/' round.csv "
                  "&& nstack-review import round.csv --sandbox --yes -q && nstack-review export round.csv --sandbox --locale da-DK", 0,
                  "wrote round.csv", start="")
    check.mistake("a misspelt key in --context", "nstack-review export c.xlsx --sandbox --context context.yaml", 0, "account/newsleter",
                  "did you mean account/newsletter", lines=2, start="warning: ")
    check.mistake("a misspelt member in --context", "nstack-review export c.xlsx --sandbox --context member.yaml", 64, "member.yaml", "line 3",
                  "maximum-lenght", "did you mean maximum-length")
    check.mistake("a --context that is not there", "nstack-review export c.xlsx --sandbox --context none.yaml", 64, "none.yaml", "check the file name")
    check.mistake("a plan that is not there", "nstack-review import --plan none.json --sandbox", 64, "none.json", "diff --output")
    check.mistake("an import without a terminal", "nstack-review import edited.csv --sandbox", 64, "--yes", "diff")
    check.mistake("to standard output without its name", "nstack-review convert edited.csv", 64, "out", "--help")
    check.mistake("a conversion to nothing known", "nstack-review convert edited.csv edited.ods", 64, "edited.ods", "xlsx, csv, tsv")
    check.mistake("a second init", "nstack-review init", 64, "already exists", "edit|delete",
                  cwd=check.folder + "/project")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def prepare(check):
    folder = check.folder
    for name in ("empty", "above/below", "folder"):
        os.makedirs(f"{folder}/{name}")
    write(folder + "/project/.nstack-review.yaml", "platform: mobile\nprofiles:\n  staging:\n    platform: mobile\n"
          "presets:\n  agency-berlin:\n    locales: [de-DE]\n  outside:\n    file: ../outside.csv\n")
    write(folder + "/misspelt/.nstack-review.yaml", "base-ulr: https://nstack.io\n")
    write(folder + "/context.yaml", "account:\n  newsletter: A switch\n  newsleter: A switch\n")
    write(folder + "/member.yaml", "account:\n  newsletter:\n    maximum-lenght: 12\n")
    write(folder + "/prices.csv", "Article,Price\nBun,3\n")
    write(folder + "/text.xlsx", "Section,Key\n")
    with open(folder + "/old.xls", "wb") as file:
        file.write(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(2048))
    check.prepare("nstack-review export edited.csv --sandbox --locale da-DK -q")
    check.prepare("nstack-review export returned.xlsx --sandbox --locale da-DK -q")
    check.prepare("nstack-review convert prices.csv notes.xlsx")
    check.prepare("cp returned.xlsx folder/a.xlsx; cp notes.xlsx folder/prices.xlsx; cp returned.xlsx above/below/")
    with open(folder + "/edited.csv", encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    place = rows[0].index("Proposal")

    def save(name, rows):
        with open(f"{folder}/{name}", "w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows(rows)

    save("renamed.csv", [["Forslag" if cell == "Proposal" else cell for cell in rows[0]], *rows[1:]])
    names = {"Proposal": "Forslag", "Key": "Nøgle"}
    save("renamed-two.csv", [[names.get(cell, cell) for cell in rows[0]], *rows[1:]])
    changed = next(row for row in rows[1:] if row[rows[0].index("Key")] == "newsletter")
    changed[place] = "Send mig nyt om brød"
    save("edited.csv", rows)
    # A macro workbook is a workbook whose content type names macros.
    with zipfile.ZipFile(folder + "/returned.xlsx") as old, zipfile.ZipFile(folder + "/macros.xlsm", "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "[Content_Types].xml":
                content = content.replace(b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
                                          b"application/vnd.ms-excel.sheet.macroEnabled.main+xml")
            new.writestr(name, content)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table")
    parser.add_argument("--only", default="")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check = Check(arguments.binary, folder, arguments.only)
        prepare(check)
        process, check.settings = serve(check)
        try:
            network(check, check.settings)
            words(check)
            selections(check)
            files(check)
        finally:
            process.terminate()
            process.wait()
        if arguments.table:
            check.table(arguments.table)
    for line in check.wrong:
        print(f"  WRONG: {line}")
    print(f"{check.asked} mistakes: {len(check.wrong)} answered wrong")
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()
