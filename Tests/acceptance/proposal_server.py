"""An NStack-shaped server in memory for checks that count and order every request. Python's standard library only."""
import http.server
import json
import socket
import threading
import urllib.parse


class ProposalServer:
    """Serves `keys` texts in one locale; a `with` block is its life. `log` holds ("GET" | "POST" | "DELETE",
    key or id, value, whether it was carried out); texts in `refused` take no proposals; after
    `locks_after_writes` writes, where it is a number, no key is good any more; `fault`, where there is one, is asked first with
    (method, path, body) and may give another (status, answer) or (status, answer, headers)."""

    LOCALE = "da-DK"
    GUID = "guid-of-the-check"

    def __init__(self, keys):
        self.texts = {f"key{number:04d}": f"Text number {number}" for number in range(keys)}
        self.lock = threading.Lock()
        self.reset()

    def reset(self, proposals=()):
        """Forgets everything; `proposals` are (key, value) of this profile."""
        with self.lock:
            self.log = []
            self.refused = set()
            self.locks_after_writes = None
            self.fault = None
            self.next_id = 100
            self.proposals = {}
            for key, value in proposals:
                self._put(key, value, self.GUID)

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
            return {key: value for key, value, guid in self.proposals.values() if guid == self.GUID}

    def writes(self):
        """How many writes arrived."""
        with self.lock:
            return sum(entry[0] != "GET" for entry in self.log)

    def environment(self):
        """The variables that lead a program here."""
        return {"NSTACK_BASE_URL": f"http://127.0.0.1:{self.server.server_port}", "NSTACK_APPLICATION_ID": "check",
                "NSTACK_REST_API_KEY": "check-key", "NSTACK_GUID": self.GUID, "NSTACK_PLATFORM": "mobile"}

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
                    # Whoever asked died half-way.
                    self.close_connection = True
                    return
                fault = outer.fault and outer.fault(self.command, self.path, body.decode())
                status, answer, *more = fault or outer.answer(self.command, self.path, body.decode())
                data = json.dumps(answer).encode()
                head = f"HTTP/1.1 {status} Answer\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n"
                head += "".join(f"{name}: {value}\r\n" for headers in more for name, value in headers.items()) + "\r\n"
                try:
                    self.wfile.write(head.encode() + data)
                except OSError:
                    self.close_connection = True

            do_GET = do_POST = do_DELETE = handle_any

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, method, target, body):
        url = urllib.parse.urlsplit(target)
        path = url.path.removeprefix("/api/v2/content/localize")
        language = {"id": 6, "name": "Danish", "locale": self.LOCALE, "direction": "LRM", "is_default": True, "is_best_fit": True}
        with self.lock:
            if self.locks_after_writes is not None and sum(entry[0] != "GET" for entry in self.log) >= self.locks_after_writes:
                return 401, {"message": "The key was withdrawn."}
            if path == "/mobile/languages":
                return 200, {"data": [language]}
            if path == "/resources/platforms/mobile":
                here = f"http://127.0.0.1:{self.server.server_port}/api/v2/content/localize/resources/1"
                return 200, {"data": [{"id": 1, "url": here, "last_updated_at": "2026-01-01T00:00:00+00:00",
                                       "should_update": True, "language": language}]}
            if path == "/resources/1":
                return 200, {"data": {"main": self.texts}, "meta": {"language": language}}
            if path == "/proposals" and method == "GET":
                self.log.append(("GET", None, None, False))
                return 200, {"data": [self._json(number) for number in self.proposals]}
            if path == "/proposals" and method == "POST":
                form = dict(urllib.parse.parse_qsl(body, keep_blank_values=True))
                key, value = form["key"], form["value"]
                if key in self.refused:
                    self.log.append(("POST", key, value, False))
                    return 412, {"message": "This text is locked by its owner."}
                stands = (key, value, self.GUID) in self.proposals.values()
                self.log.append(("POST", key, value, not stands))
                if stands:
                    return 412, {"message": "The same value is already proposed"}
                return 201, {"data": self._json(self._put(key, value, self.GUID))}
            if method == "DELETE" and path.startswith("/proposals/"):
                number = int(path.rsplit("/", 1)[1])
                self.log.append(("DELETE", number, None, number in self.proposals))
                if self.proposals.pop(number, None) is None:
                    return 445, {"message": "entity not found"}
                return 200, {"message": "Proposal deleted"}
        return 404, {"message": "not found"}

    def _json(self, number):
        key, value, guid = self.proposals[number]
        return {"id": number, "application_id": 1, "section": "main", "key": key, "locale": self.LOCALE, "value": value,
                "can_delete": guid == self.GUID}
