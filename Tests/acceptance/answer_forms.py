#!/usr/bin/env python3
"""answer_forms.py [--call NAME] [--table FILE] [--tolerate] BINARY

Puts each form of an answer in Tests/Fixtures/answer-forms.json to the program, one run for each, from a server in memory, and
compares what it printed or wrote with what the form says. A form that is read otherwise than it says, without a warning and with exit
code 0, is read silently wrong; none may be. --table writes the table in Markdown; --tolerate only counts (for other versions)."""
import argparse
import csv
import http.server
import io
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.parse

ENGLISH = {"id": 11, "name": "English (UK)", "locale": "en-GB", "direction": "LRM", "is_default": True, "is_best_fit": True}
PROPOSAL = {"id": 13, "application_id": 1, "key": "title", "section": "home", "locale": "en-GB", "value": "new text",
            "can_delete": True}
LINES = "a & b <i>\"c\"</i>\nd'e"
API = "/api/v2/content/localize"


class Server:
    """Gives the answers of one form in turn to the call that it is for, the last one again, and whole answers to all others."""

    def start(self, form):
        self.form, self.given, self.deleted = form, 0, False

    def answer(self, method, target):
        path = urllib.parse.urlsplit(target).path
        if self.is_asked(method, path):
            answers = self.form["answers"]
            answer = answers[min(self.given, len(answers) - 1)]
            self.given += 1
            self.deleted = self.deleted or method == "DELETE"
            return answer["status"], answer.get("headers", {}), answer["body"].replace("{base}", self.base)
        return 200, {}, json.dumps({"data": self.data(path)})

    def is_asked(self, method, path):
        call = self.form["call"]
        if call == "delete":
            return method == "DELETE"
        if call.startswith("propose") and call != "proposals":
            return method == "POST"
        if call == "proposals":
            return path.endswith("/proposals") and method == "GET"
        return path == API + "/resources/platforms/mobile" if call == "index" else path == "/r/en-GB"

    def data(self, path):
        if path == API + "/resources/platforms/mobile":
            return [{"id": 1, "url": self.base + "/r/en-GB", "last_updated_at": None, "should_update": True, "language": ENGLISH}]
        if path.startswith("/r/"):
            return {"home": {"title": "Text of " + path[3:]}}
        if path.endswith("/proposals") and self.form["call"] == "delete":
            # The list is what shows the truth: a form that says so is true, any other is not.
            isGone = self.form.get("value") in ("gone", "deleted") and self.deleted
            return [] if isGone else [PROPOSAL]
        return []

    def __enter__(self):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def handle(self):
                try:
                    super().handle()
                except ConnectionError:
                    pass

            def handle_any(self):
                self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, headers, body = outer.answer(self.command, self.path)
                data = b"" if status == 204 else body.encode()
                lines = [f"HTTP/1.1 {status} Answer"] + [f"{name}: {value.replace('{base}', outer.base)}" for name, value in headers.items()]
                if not any(name.lower() == "content-type" for name in headers):
                    lines.append("Content-Type: " + ("text/html" if body.startswith("<!") else "application/json"))
                if status != 204:
                    lines.append(f"Content-Length: {len(data)}")
                self.wfile.write(("\r\n".join(lines) + "\r\n\r\n").encode() + data)

            do_GET = do_POST = do_DELETE = handle_any

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def command(form):
    """The arguments that make the call of a form; none where the program never makes it."""
    return {"proposals": ["proposals", "list", "--json"], "index": ["export", "-", "--no-cache"], "resource": ["export", "-", "--no-cache"],
            "propose": ["proposals", "add", "home", "title", "en-GB", "new text", "--json"],
            "propose lines": ["proposals", "add", "home", "title", "en-GB", LINES, "--json"],
            "delete": ["proposals", "delete", "13", "--settle-time", "0", "--json"]}.get(form["call"])


def read(form, out):
    """What the program says that it read."""
    if form["call"] == "proposals":
        return "|".join(f"{p['id']}={p['value']}{'*' if p['deletable'] else ''}" for p in json.loads(out)["proposals"])
    if form["call"].startswith("propose"):
        proposal = json.loads(out)
        return f"{proposal['id']}={proposal['value']}"
    if form["call"] == "delete":
        return json.loads(out)["proposals"][0]["outcome"].replace("already-", "")
    rows = list(csv.DictReader(io.StringIO(out.removeprefix("\ufeff"), newline="")))
    if form["call"] == "index":
        # A text for each locale; a sheet without rows has none.
        return "|".join(dict.fromkeys(row["Locale"] for row in rows))
    return "|".join(f"{row['Section']}/{row['Key']}={row['Current value']}" for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--call")
    parser.add_argument("--table")
    parser.add_argument("--tolerate", action="store_true")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fixtures/answer-forms.json"), encoding="utf-8") as file:
        forms = [form for form in json.load(file) if arguments.call in (None, form["call"])]
    rows, wrong, silent, ran = [], [], 0, 0
    with tempfile.TemporaryDirectory(prefix="nstack-review-forms.") as folder, Server() as server:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        environment.update(NSTACK_BASE_URL=server.base, NSTACK_APPLICATION_ID="check", NSTACK_REST_API_KEY="check-key", NSTACK_GUID="me-1",
                           XDG_CONFIG_HOME=folder + "/config", XDG_STATE_HOME=folder + "/state", XDG_CACHE_HOME=folder + "/cache",
                           SWIFT_BACKTRACE="enable=no")
        for form in forms:
            if command(form) is None:
                continue
            ran += 1
            server.start(form)
            run = subprocess.run([os.path.abspath(arguments.binary), *command(form)], env=environment, stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, timeout=120, cwd=folder)
            expected = form.get("program", form["expect"])
            found, value = "refused", None
            if run.returncode == 0:
                found = "warned" if "warning: " in run.stderr else "read"
                try:
                    value = read(form, run.stdout)
                except (KeyError, ValueError) as error:
                    value = f"nothing that can be read ({error!r})"
            isRight = found == expected and (value is None or value == form["value"])
            if found == "read" and not isRight:
                silent += 1
            if run.returncode < 0 or "0f8fad5b" in run.stdout + run.stderr:
                isRight = False
            if not isRight:
                wrong.append(f"{form['call']}: {form['form']}: expected {expected} {form.get('value', '')!r}, found {found} {value!r}, "
                             f"exit {run.returncode}: {run.stderr.strip()[:300]}")
            rows.append((form["call"], form["form"], expected, form.get("value", "")))
    if arguments.table:
        with open(arguments.table, "w", encoding="utf-8") as file:
            file.write("| Call | Form | Expected | Read as |\n|---|---|---|---|\n")
            for row in rows:
                file.write("| " + " | ".join(cell.replace("|", ", ").replace("\n", "↵").replace("\r", "␍") for cell in row) + " |\n")
    for line in wrong:
        print("  WRONG:", line)
    print(f"{ran} forms of answers put to the program: {silent} read silently wrong, {len(wrong)} otherwise than expected")
    sys.exit(1 if wrong and not arguments.tolerate else 0)


if __name__ == "__main__":
    main()
