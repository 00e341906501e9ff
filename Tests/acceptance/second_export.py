#!/usr/bin/env python3
"""second_export.py BINARY [DATA]

Exports twice from a server in memory. Where that gives each resource an ETag, the second export asks about each and fetches none that
is as it was; where it gives none, all are fetched. A text that changes while its time in the index stays is in the next sheet. Damages
what was kept, and asks for --no-cache: the sheet must hold what the server holds. Tells what the second export costs."""
import argparse
import csv
import hashlib
import http.server
import io
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

API = "/api/v2/content/localize"


class Server:
    """Serves a folder of texts. `asked` holds (locale, the If-None-Match that came, the status that went) of each resource."""

    def __init__(self, data, is_tagged):
        with open(data + "/languages.json", encoding="utf-8") as file:
            self.languages = json.load(file)["data"]
        self.bodies = {}
        for language in self.languages:
            with open(f"{data}/resource-{language['locale']}.json", "rb") as file:
                self.bodies[language["locale"]] = file.read()
        self.is_tagged, self.asked, self.lock = is_tagged, [], threading.Lock()

    def change(self, locale):
        """Changes a text, and nothing else, in a resource; gives its new value."""
        resource = json.loads(self.bodies[locale])
        section = next(name for name, texts in resource["data"].items() if texts)
        key = next(iter(resource["data"][section]))
        resource["data"][section][key] = f"changed in {locale}"
        self.bodies[locale] = json.dumps(resource).encode()
        return f"changed in {locale}"

    def calls(self):
        """What was asked since the last time."""
        with self.lock:
            asked, self.asked = self.asked, []
            return asked

    def answer(self, path, tag):
        if path.startswith("/r/"):
            locale = path[3:]
            own = '"' + hashlib.sha256(self.bodies[locale]).hexdigest()[:16] + '"'
            status = 304 if self.is_tagged and tag == own else 200
            with self.lock:
                self.asked.append((locale, tag, status))
            return status, b"" if status == 304 else self.bodies[locale], {"ETag": own} if self.is_tagged else {}
        if path == API + "/resources/platforms/mobile":
            entries = [{"id": place, "url": f"{self.base}/r/{language['locale']}", "last_updated_at": "2026-01-01T00:00:00+00:00",
                        "should_update": True, "language": language} for place, language in enumerate(self.languages, 1)]
            return 200, json.dumps({"data": entries}).encode(), {}
        return 200, b'{"data":[]}', {}

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

            def do_GET(self):
                self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                status, body, headers = outer.answer(self.path.split("?")[0], self.headers.get("If-None-Match"))
                lines = [f"HTTP/1.1 {status} Answer", "Content-Type: application/json"]
                lines += [f"{name}: {value}" for name, value in headers.items()]
                if status != 304:
                    lines.append(f"Content-Length: {len(body)}")
                self.wfile.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def texts(sheet):
    """The cells of a sheet but for the bases, which carry the sheet's own id."""
    rows = list(csv.reader(io.StringIO(sheet.decode("utf-8-sig"), newline="")))
    base = rows[0].index("Base")
    return [row[:base] + row[base + 1:] for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("data", nargs="?", default=os.path.join(os.path.dirname(__file__), "../../Samples/texts"))
    arguments = parser.parse_args()
    wrong, costs = [], []

    def ask(what, holds, found=""):
        if not holds:
            wrong.append(f"{what}: {str(found)[:300]}")

    for is_tagged in (True, False):
        with tempfile.TemporaryDirectory(prefix="nstack-review-cache.") as folder, Server(arguments.data, is_tagged) as server:
            locales = sorted(language["locale"] for language in server.languages)
            cache = folder + "/cache"
            environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
            environment.update(NSTACK_BASE_URL=server.base, NSTACK_APPLICATION_ID="check", NSTACK_REST_API_KEY="check-key",
                               NSTACK_GUID="guid", XDG_CONFIG_HOME=folder + "/config", XDG_STATE_HOME=folder + "/state",
                               XDG_CACHE_HOME=cache)
            again = 304 if is_tagged else 200

            def run(*command):
                started = time.monotonic()
                ran = subprocess.run([os.path.abspath(arguments.binary), *command], env=environment, stdin=subprocess.DEVNULL,
                                     capture_output=True, text=True, timeout=300, cwd=folder)
                ask(f"{command[0]} ends well", ran.returncode == 0, ran.stderr)
                return server.calls(), time.monotonic() - started

            def export(name, *options):
                calls, seconds = run("export", f"{folder}/{name}.csv", "--overwrite", *options)
                ask(f"the export {name} asks about every locale once", sorted(call[0] for call in calls) == locales, calls)
                with open(f"{folder}/{name}.csv", "rb") as file:
                    return file.read(), calls, seconds

            first, calls, cold = export("first")
            ask("the first export fetches all", {call[1:] for call in calls} == {(None, 200)}, calls)
            second, calls, warm = export("second")
            ask("the second asks about each", {call[2] for call in calls} == {again}, calls)
            ask("with the tag that it has", all((call[1] is not None) == is_tagged for call in calls), calls)
            ask("and gives the same texts", texts(first) == texts(second))
            value = server.change(locales[0])
            third, calls, _ = export("third")
            ask("what changed is fetched, whatever its time says", (locales[0], 200) in [(call[0], call[2]) for call in calls], calls)
            ask("and stands in the sheet", any(value in row for row in texts(third)))
            calls, _ = run("status")
            ask("status asks too", {call[2] for call in calls} == {again} and len(calls) == len(locales), calls)
            calls, _ = run("diff", f"{folder}/third.csv")
            ask("and a plan", {call[2] for call in calls} == {again} and len(calls) == len(locales), calls)
            _, calls, _ = export("anew", "--no-cache")
            ask("--no-cache fetches all", {call[1:] for call in calls} == {(None, 200)}, calls)
            # The names that completion offers are kept there too.
            files = [os.path.join(root, name) for root, _, names in os.walk(cache) for name in names if name != "catalog-names"]
            ask("there is one file for each locale", len(files) == len(locales), files)
            ask("nobody else may look", os.stat(os.path.dirname(files[0])).st_mode & 0o077 == 0)
            for number, name in enumerate(sorted(files)):
                with open(name, "r+b") as file:
                    size = file.seek(0, 2)
                    if number % 2:
                        file.truncate(size * number // len(files))
                    else:
                        file.seek(size // 2)
                        file.write(b"\xff")
            fourth, calls, _ = export("fourth")
            ask("what is damaged is fetched again", {call[2] for call in calls} == {200}, calls)
            ask("and the sheet is right", texts(fourth) == texts(third))
            costs.append(f"{cold:.2f} s, then {warm:.2f} s {'with' if is_tagged else 'without'} ETags")
    for line in wrong:
        print("  WRONG:", line)
    print(f"a second export of {len(locales)} locales asks the server about each: {'; '.join(costs)}" if not wrong else f"{len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
