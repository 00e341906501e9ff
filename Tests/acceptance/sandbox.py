"""A sandbox server for one acceptance check, and what NStack-shaped JSON says should be in it. Python's standard library only."""
import collections
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

Text = collections.namedtuple("Text", "section key locale")
Measured = collections.namedtuple("Measured", "status output errors seconds megabytes cpu")


# A process starts with the peak memory of the one it was forked from: the launcher is a small one.
LAUNCHER = """
import os, subprocess, sys, time
start = time.monotonic()
process = subprocess.Popen(sys.argv[2:])
_, status, usage = os.wait4(process.pid, 0)
with open(sys.argv[1], "w") as file:
    seconds = time.monotonic() - start
    print(os.waitstatus_to_exitcode(status), seconds, usage.ru_maxrss, usage.ru_utime + usage.ru_stime, file=file)
"""


def measured(command, environment=None, timeout=1800):
    """Runs a command; gives its exit status, both outputs, seconds, peak memory in MB and seconds of CPU."""
    with tempfile.TemporaryDirectory(prefix="nstack-review-run.") as folder:
        result = os.path.join(folder, "result")
        with open(folder + "/out", "w+b") as out, open(folder + "/err", "w+b") as err:
            process = subprocess.Popen([sys.executable, "-S", "-E", "-c", LAUNCHER, result, *command], stdin=subprocess.DEVNULL,
                                       stdout=out, stderr=err, env=environment, start_new_session=True)
            try:
                process.wait(timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                sys.exit(f"WRONG: not done after {timeout} s: {' '.join(command)}")
            out.seek(0)
            err.seek(0)
            output, errors = out.read().decode("utf-8", "replace"), err.read().decode("utf-8", "replace")
        with open(result) as file:
            status, seconds, memory, cpu = file.read().split()
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        return Measured(int(status), output, errors, float(seconds), int(memory) / unit, float(cpu))


def free_port():
    """A port of 127.0.0.1 on which nothing listens now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Sandbox:
    """`nstack-review sandbox --data DATA` with a database of its own; gone at the end of a `with` block."""

    def __init__(self, binary, data=None, options=(), port=None, database=None):
        """Without a port, one that the system gives it; without a database, one of its own."""
        self.options = list(options)
        self.port, self.database = port, database
        self.binary = os.path.abspath(binary)
        self.data = os.path.abspath(data) if data else None
        self.folder = tempfile.TemporaryDirectory(prefix="nstack-review-check.")
        self.path = self.folder.name
        self.process = None

    def __enter__(self):
        port = self.port or 0
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NSTACK_")}
        environment.update(XDG_CONFIG_HOME=self.path + "/config", XDG_STATE_HOME=self.path + "/state", NO_COLOR="1")
        command = [self.binary, "sandbox", "--port", str(port), "--database",
                   self.database or self.path + "/sandbox.sqlite"]
        if self.data:
            command += ["--data", self.data]
        command += self.options
        self.log = open(self.path + "/sandbox.log", "w+b")
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                                        env=environment)
        environment.update(self._announced(port))
        self.environment = environment
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        self.folder.cleanup()

    def _announced(self, port):
        """The variables that the server prints once it serves."""
        wanted = ("NSTACK_BASE_URL", "NSTACK_APPLICATION_ID", "NSTACK_REST_API_KEY", "NSTACK_GUID")
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            with open(self.log.name, encoding="utf-8", errors="replace") as log:
                text = log.read()
            found = dict(re.findall(r"\b(NSTACK_[A-Z_]+)=[\"']?([^\s\"']+)", text))
            if all(name in found for name in wanted):
                return found
            if self.process.poll() is not None:
                sys.exit(f"the sandbox ended with {self.process.returncode}: {text.strip()}")
            time.sleep(0.05)
        sys.exit(f"the sandbox on port {port} did not say how to reach it: {text.strip()}")

    def run(self, *arguments):
        """Runs nstack-review with these arguments against this server."""
        return measured([self.binary, *map(str, arguments)], self.environment)

    def get(self, path):
        """Answers of the server itself, past the program that is tested."""
        request = urllib.request.Request(self.environment["NSTACK_BASE_URL"] + path, headers={
            "X-Application-Id": self.environment["NSTACK_APPLICATION_ID"],
            "X-Rest-Api-Key": self.environment["NSTACK_REST_API_KEY"]})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def proposals(self):
        """What the server holds now: a multiset of (text, value, deletable)."""
        listed = self.get("/api/v2/content/localize/proposals?guid=" + self.environment["NSTACK_GUID"])["data"]
        return counted(listed)

    def writes(self):
        """How many writes the server was asked for since its start; None where it does not tell."""
        try:
            counts = self.get("/sandbox/requests")
        except OSError:
            return None
        counts = counts.get("data", counts).get("counts", counts)
        return counts.get("POST", 0) + counts.get("DELETE", 0)


def counted(proposals):
    return collections.Counter(
        (Text(p["section"], p["key"], p["locale"]), p["value"], bool(p.get("can_delete"))) for p in proposals)


class Catalog:
    """The texts and proposals of a folder of NStack-shaped JSON, read without any of the code that is tested."""

    def __init__(self, folder):
        def read(name):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                return json.load(file)

        self.languages = read("languages.json")["data"]
        self.locales = [language["locale"] for language in self.languages]
        default = [l["locale"] for l in self.languages if l["is_default"]]
        self.values = {}
        keys = {}
        for locale in default + [l for l in self.locales if l not in default]:
            for section, texts in read(f"resource-{locale}.json")["data"].items():
                for key, value in texts.items():
                    keys.setdefault((section, key))
                    if isinstance(value, str) and value != "" and value != "__" + key:
                        self.values[Text(section, key, locale)] = value
        self.keys = list(keys)
        self.proposals = read("proposals.json")["data"] if os.path.exists(os.path.join(folder, "proposals.json")) else []
        self.pending = collections.defaultdict(list)
        self.orphaned = []
        for proposal in sorted(self.proposals, key=lambda p: (not p["can_delete"], int(p["id"]))):
            text = Text(proposal["section"], proposal["key"], proposal["locale"])
            known = (text.section, text.key) in keys and text.locale in self.locales
            (self.pending[text] if known else self.orphaned).append(proposal)

    def rows(self):
        """Every row that a sheet of all texts must hold: text -> (current value, [(proposal, deletable)], ours first)."""
        return {
            text: (self.values.get(text, ""),
                   [(p["value"], "yes" if p["can_delete"] else "no") for p in self.pending.get(text, [])] or [("", "")])
            for locale in self.locales for text in (Text(section, key, locale) for section, key in self.keys)}
