"""Servers for acceptance checks: the program's sandbox, NStack-shaped servers in memory, the stand-in for Google Drive; and what
NStack-shaped JSON says should be in them. Python's standard library only."""
import base64
import collections
import http.server
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request

import checks

Text = collections.namedtuple("Text", "section key locale")
API = "/api/v2/content/localize"
PATIENCE = 120


def free_port():
    """A port of 127.0.0.1 on which nothing listens now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def counted(proposals):
    """A multiset of (text, value, deletable)."""
    return collections.Counter((Text(p["section"], p["key"], p["locale"]), p["value"], bool(p.get("can_delete"))) for p in proposals)


def language(number, locale, name="", is_default=False):
    return {"id": number, "name": name or locale, "locale": locale, "direction": "LRM", "is_default": is_default, "is_best_fit": is_default}


def proposal(number, text, value, is_own):
    section, key, locale = text
    return {"id": number, "application_id": 1, "section": section, "key": key, "locale": locale, "value": value, "can_delete": is_own}


def write_texts(folder, locales, texts, proposals=()):
    """Writes texts in NStack's shape: `locales` with the default first, `texts` as locale -> section -> key -> value."""
    languages = [entry if isinstance(entry, dict) else language(number, entry, is_default=number == 1) for number, entry in enumerate(locales, 1)]
    os.makedirs(folder, exist_ok=True)
    files = {"languages": {"data": languages}, "proposals": {"data": list(proposals)}}
    for entry in languages:
        files["resource-" + entry["locale"]] = {"data": texts.get(entry["locale"], {}), "meta": {"language": entry}}
    for name, content in files.items():
        checks.write(f"{folder}/{name}.json", json.dumps(content))
    return folder


class Sandbox:
    """`nstack-review sandbox` with a database of its own; gone at the end of a `with` block."""

    def __init__(self, binary, data=None, port=None, database=None, **scenario):
        """Without a port, one that the system gives it; without a database, one of its own. The scenario is what its file says."""
        self.binary, self.data = os.path.abspath(binary), os.path.abspath(data) if data else None
        self.scenario, self.port, self.database = scenario, port, database

    def __enter__(self):
        self.scratch = checks.scratch()
        self.path = self.scratch.__enter__()
        environment = checks.environment(self.path)
        command = [self.binary, "sandbox", "--port", str(self.port or 0), "--database", self.database or self.path + "/sandbox.sqlite"]
        command += ["--data", self.data] if self.data else []
        if self.scenario:
            command += ["--scenario", checks.write(self.path + "/scenario.json", json.dumps(self.scenario))]
        self.log = open(self.path + "/sandbox.log", "w+b")
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=environment)
        self.variables = self._announced()
        self.environment = {**environment, **self.variables}
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        self.scratch.__exit__(None, None, None)

    def _announced(self):
        """The variables that the server prints once it serves."""
        wanted = ("NSTACK_BASE_URL", "NSTACK_APPLICATION_ID", "NSTACK_REST_API_KEY", "NSTACK_GUID")
        deadline, text = time.monotonic() + PATIENCE, ""
        while time.monotonic() < deadline:
            with open(self.log.name, encoding="utf-8", errors="replace") as log:
                text = log.read()
            found = dict(re.findall(r"\b(NSTACK_[A-Z_]+)=[\"']?([^\s\"']+)", text))
            if all(name in found for name in wanted):
                return found
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        return checks.stop(f"the sandbox did not say how to reach it: {text.strip()}")

    def run(self, *arguments):
        """Runs nstack-review with these arguments against this server, and measures it."""
        return checks.measured([self.binary, *map(str, arguments)], self.environment)

    def succeed(self, *arguments, status=0):
        """The same, where another exit code ends the check."""
        run = self.run(*arguments)
        if run.status != status:
            checks.stop(f"{' '.join(map(str, arguments))} ended with {run.status}: {run.errors.strip()[:500]} {run.output[:300]}")
        return run

    def get(self, path):
        """Answers of the server itself, without the program that is tested."""
        request = urllib.request.Request(path if "://" in path else self.variables["NSTACK_BASE_URL"] + path, headers={
            "X-Application-Id": self.variables["NSTACK_APPLICATION_ID"], "X-Rest-Api-Key": self.variables["NSTACK_REST_API_KEY"]})
        with urllib.request.urlopen(request, timeout=600) as answer:
            return answer.read()

    def proposals(self):
        """What the server holds now: a multiset of (text, value, deletable)."""
        return counted(json.loads(self.get(f"{API}/proposals?guid=" + self.variables["NSTACK_GUID"]))["data"])

    def requests(self):
        """How many requests came since the start, by method."""
        return collections.Counter(json.loads(self.get("/sandbox/requests"))["counts"])

    def writes(self):
        counts = self.requests()
        return counts["POST"] + counts["DELETE"]


class Catalog:
    """The texts and proposals of a folder of NStack-shaped JSON, read without any of the code that is tested."""

    def __init__(self, folder):
        self.languages = checks.json_of(f"{folder}/languages.json")["data"]
        self.locales = [entry["locale"] for entry in self.languages]
        self.default = next(entry["locale"] for entry in self.languages if entry["is_default"])
        self.values = {}
        keys = {}
        for locale in [self.default] + [locale for locale in self.locales if locale != self.default]:
            for section, texts in checks.json_of(f"{folder}/resource-{locale}.json")["data"].items():
                for key, value in texts.items():
                    keys.setdefault((section, key))
                    if isinstance(value, str) and value != "" and value != "__" + key:
                        self.values[Text(section, key, locale)] = value
        self.keys = list(keys)
        path = f"{folder}/proposals.json"
        self.proposals = checks.json_of(path)["data"] if os.path.exists(path) else []
        self.pending = collections.defaultdict(list)
        self.orphaned = []
        for one in sorted(self.proposals, key=lambda p: (not p["can_delete"], int(p["id"]))):
            text = Text(one["section"], one["key"], one["locale"])
            known = (text.section, text.key) in keys and text.locale in self.locales
            (self.pending[text] if known else self.orphaned).append(one)

    def texts(self):
        """Every text that a sheet of all texts has, in its order."""
        return [Text(section, key, locale) for locale in self.locales for section, key in self.keys]

    def rows(self):
        """Every row that a sheet of all texts must hold: text -> (current value, [(proposal, deletable)], own ones first)."""
        return {text: (self.values.get(text, ""),
                       [(p["value"], "yes" if p["can_delete"] else "no") for p in self.pending.get(text, [])] or [("", "")])
                for text in self.texts()}

    def propose(self, held, text, value):
        """Changes what a server holds as a proposal of `value` does; gives the value as it is sent."""
        current = self.values.get(text, "")
        if current.count("\r\n") and current.count("\r\n") == current.count("\n"):
            value = value.replace("\n", "\r\n")
        for own in [p for p in self.pending.get(text, []) if p["can_delete"]][:1]:
            held[text, own["value"], True] -= 1
        held[text, value, True] += 1


class Server:
    """An HTTP server on a port of 127.0.0.1; a `with` block is its life. A subclass gives `answer(method, target, body, headers)`: the
    status, the content (bytes, or what becomes JSON) and, if there are some, headers."""

    guid = "guid-of-the-check"

    def __enter__(self):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

            def log_message(self, *_):
                pass

            def handle(self):
                try:
                    super().handle()
                except ConnectionError:
                    pass

            def handle_any(self):
                size = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(size)
                if len(body) < size:
                    # The client died half-way.
                    self.close_connection = True
                    return
                status, content, *more = outer.answer(self.command, self.path, body.decode(), self.headers)
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                headers = more[0] if more else {}
                if not any(name.lower() == "content-type" for name in headers):
                    headers = {"Content-Type": "application/json", **headers}
                if status not in (204, 304):
                    headers = {**headers, "Content-Length": len(data)}
                head = f"HTTP/1.1 {status} Answer\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n"
                try:
                    self.wfile.write(head.encode() + (data if "Content-Length" in headers else b""))
                except OSError:
                    self.close_connection = True

            do_GET = do_POST = do_DELETE = do_CONNECT = handle_any

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def variables(self):
        """The variables that lead a program here."""
        return {"NSTACK_BASE_URL": self.url, "NSTACK_APPLICATION_ID": "check", "NSTACK_REST_API_KEY": "check-key", "NSTACK_GUID": self.guid,
                "NSTACK_PLATFORM": "mobile"}


class ConstantServer(Server):
    """Gives every request the same answer."""

    def __init__(self, *answer):
        self.answer = lambda *_: answer


class TextServer(Server):
    """Serves texts: the index, a resource for each language, and no proposals."""

    languages = [language(11, "en-GB", "English (UK)", True)]

    def answer(self, method, target, body, headers):
        path = urllib.parse.urlsplit(target).path
        if path == API + "/resources/platforms/mobile":
            return 200, {"data": [
                {"id": entry["id"], "url": f"{self.url}/r/{entry['id']}", "last_updated_at": "2026-01-01T00:00:00+00:00", "should_update": True,
                 "language": entry} for entry in self.languages]}
        if path.startswith("/r/"):
            return self.resource(next(entry for entry in self.languages if entry["id"] == int(path[3:])), headers)
        return 200, {"data": []}

    def resource(self, entry, headers):
        return 200, {"data": self.texts(entry)}


class ProposalServer(Server):
    """Serves `keys` texts in one locale. `log` holds ("GET" | "POST" | "DELETE", key or id, value, whether it was carried out); texts in
    `refused` take no proposals; after `locks_after_writes` writes, where it is a number, no key is good any more; `fault`, where there is
    one, is asked first with (method, path, body) and may give another answer."""

    LOCALE = "da-DK"

    def __init__(self, keys):
        self.texts = {f"key{number:04d}": f"Text number {number}" for number in range(keys)}
        self.lock = threading.Lock()
        self.reset()

    def reset(self, proposals=()):
        """Forgets everything; `proposals` are (key, value) of this profile."""
        with self.lock:
            self.log, self.refused, self.locks_after_writes, self.fault = [], set(), None, None
            self.next_id, self.proposals = 100, {}
            for key, value in proposals:
                self._put(key, value, self.guid)

    def propose(self, key, value, guid="somebody else"):
        """A proposal from elsewhere."""
        with self.lock:
            return self._put(key, value, guid)

    def _put(self, key, value, guid):
        for number, (other, _, owner) in list(self.proposals.items()):
            if (other, owner) == (key, guid):
                del self.proposals[number]
        self.next_id += 1
        self.proposals[self.next_id] = (key, value, guid)
        return self.next_id

    def held(self):
        """What this profile has pending: key -> value."""
        with self.lock:
            return {key: value for key, value, guid in self.proposals.values() if guid == self.guid}

    def writes(self):
        with self.lock:
            return sum(entry[0] != "GET" for entry in self.log)

    def repeated(self):
        """The calls that came again without a reading in between, or that were carried out twice."""
        readings, found, last = 0, [], {}
        for method, what, value, _ in self.log:
            if method == "GET":
                readings += 1
            elif last.get((method, what, value), -1) == readings:
                found.append(f"twice without a reading: {method} {what}")
            else:
                last[method, what, value] = readings
        applied = collections.Counter(entry[1:3] for entry in self.log if entry[3])
        return found + [f"carried out twice: {call}" for call, count in applied.items() if count > 1]

    def answer(self, method, target, body, headers=None):
        faulty = self.fault and self.fault(method, target, body)
        # With a tag, so that the program keeps the texts.
        return faulty or (*self.carried_out(method, target, body), {"ETag": '"1"'})

    def carried_out(self, method, target, body):
        path = urllib.parse.urlsplit(target).path.removeprefix(API)
        danish = language(6, self.LOCALE, "Danish", True)
        with self.lock:
            if self.locks_after_writes is not None and sum(entry[0] != "GET" for entry in self.log) >= self.locks_after_writes:
                return 401, {"message": "The key was withdrawn."}
            if path == "/mobile/languages":
                return 200, {"data": [danish]}
            if path == "/resources/platforms/mobile":
                return 200, {"data": [{"id": 1, "url": f"{self.url}{API}/resources/1", "last_updated_at": "2026-01-01T00:00:00+00:00",
                                       "should_update": True, "language": danish}]}
            if path == "/resources/1":
                return 200, {"data": {"main": self.texts}, "meta": {"language": danish}}
            if path == "/proposals" and method == "GET":
                self.log.append(("GET", None, None, False))
                return 200, {"data": [self.shown(number) for number in self.proposals]}
            if path == "/proposals" and method == "POST":
                form = dict(urllib.parse.parse_qsl(body, keep_blank_values=True))
                key, value = form["key"], form["value"]
                if key in self.refused:
                    self.log.append(("POST", key, value, False))
                    return 412, {"message": "This text is locked by its owner."}
                is_there = (key, value, self.guid) in self.proposals.values()
                self.log.append(("POST", key, value, not is_there))
                if is_there:
                    return 412, {"message": "The same value is already proposed"}
                return 201, {"data": self.shown(self._put(key, value, self.guid))}
            if method == "DELETE" and path.startswith("/proposals/"):
                number = int(path.rsplit("/", 1)[1])
                self.log.append(("DELETE", number, None, number in self.proposals))
                if self.proposals.pop(number, None) is None:
                    return 445, {"message": "entity not found"}
                return 200, {"message": "Proposal deleted"}
        return 404, {"message": "not found"}

    def shown(self, number, guid=None):
        key, value, owner = self.proposals[number]
        return proposal(number, ("main", key, self.LOCALE), value, owner == (guid or self.guid))


PERSON = "anna@example.com"
GOOGLE = "application/vnd.google-apps."
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class DriveStandIn:
    """The stand-in for Google Drive (Tests/Drive/DriveStandIn) as a process, with a folder of a person; a `with` block is its life."""

    def __init__(self, program, resave=None, **settings):
        """Serves an empty folder. `resave` is a program that says what becomes of a Google Sheet when it is exported; the settings are
        those of the stand-in, such as latency=100."""
        self.scratch = checks.scratch()
        self.key = os.path.join(self.scratch.__enter__(), "key.json")
        self.process = subprocess.Popen([program, "--key", self.key, *(["--resave", resave] if resave else [])], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, text=True)
        self.told = json.loads(self.process.stdout.readline())
        self.url, self.account = self.told["url"], self.told["serviceAccount"]
        self.client = {"client_id": self.told["clientID"], "client_secret": self.told["clientSecret"]}
        self.token = self.set("tokens", email=PERSON, scopes=["drive"])["accessToken"]
        self.folder = self.set("files", name="Sheets", mimeType=GOOGLE + "folder", owner=PERSON)["id"]
        self.set("settings", **settings)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.scratch.__exit__(None, None, None)

    def set(self, route, method=None, **body):
        """Changes what the stand-in knows, or asks for it where there is nothing to change."""
        content = json.dumps(body).encode() if body or route in ("settings", "expire") else None
        request = urllib.request.Request(f"{self.url}/stand-in/{route}", content, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read() or b"null")

    def add(self, path):
        """Puts a sheet into the folder as a Google Sheet, and gives its id."""
        name = os.path.basename(path).removesuffix(".xlsx")
        return self.set("files", name=name, mimeType=GOOGLE + "spreadsheet", owner=PERSON, parents=[self.folder],
                        content=base64.b64encode(checks.read(path)).decode())["id"]

    def fail(self, operation, action, **more):
        """Lets the next request of a kind go wrong."""
        self.set("faults", operation=operation, action=action, **more)

    def mend(self):
        """Lets no further request go wrong."""
        self.set("faults", "DELETE")

    def log(self):
        return self.set("requests")["requests"]

    def count(self, operation):
        """How many requests of a kind have begun."""
        return sum(entry["operation"] == operation for entry in self.log())

    def sheets(self):
        """The sheets by name, with the size of each."""
        return [(file["name"], file["size"]) for file in self.set("files") if file["mimeType"] in (XLSX, GOOGLE + "spreadsheet")]
