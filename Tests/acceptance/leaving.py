#!/usr/bin/env python3
"""leaving.py [--every N] [--only WORD] BINARY

How the program leaves: interrupted once and twice, by Ctrl-C, a request to end and a closed terminal, with a call in flight and in
every pause; when whoever read its output has gone; where the system gives it too few descriptors, too little memory or too small files; and
the review page, killed after each decision and within a Send, with the file of its drafts removed, cut, changed or replaced. Asks for the
exit code, for one line that says why, for what the server holds and for what is left to go on with: each draft that was confirmed is
there, or it is said that drafts are missing. Every Nth limit, and every 8Nth cut and changed byte, is tried (1). Limits need Linux."""
import argparse
import collections
import glob
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from proposal_server import ProposalServer
from unfinished_imports import THREE, Cut

BY = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGQUIT: 131}
PAUSE = 429, {"message": "Too many calls."}, {"Retry-After": "110"}


class Leaving(Cut):
    def start(self, *command, before=None, **streams):
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        return subprocess.Popen([self.binary, *command], env={**self.environment, "PAGER": "cat"}, cwd=self.folder, preexec_fn=before, text=True, **streams)

    def ended(self, process, *statuses):
        """Waits for the end; gives what was said."""
        try:
            out, err = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        command = " ".join(process.args[1:])
        self.ask(f"{command} ends with {' or '.join(map(str, statuses))}", process.returncode in statuses,
                 f"{process.returncode}: {(err or '').strip()[-300:]} {(out or '').strip()[-300:]}")
        return out or "", err or ""

    def holding(self, method, at):
        """Lets the server hold its answer to a call of a number, which it has carried out."""
        arrived, release, number = threading.Event(), threading.Event(), [0]

        def fault(asked, path, body):
            if asked != method:
                return None
            number[0] += 1
            if number[0] != at:
                return None
            answer = self.server.answer(asked, path, body)
            arrived.set()
            release.wait(60)
            return answer

        self.server.fault = fault
        return arrived, release

    def pausing(self, applies):
        """Lets the server ask for a pause of 110 s where `applies(method, path)`."""
        asked = threading.Event()

        def fault(method, path, body):
            if not applies(method, path):
                return None
            asked.set()
            return PAUSE

        self.server.fault = fault
        return asked


def with_a_call_in_flight(check):
    for sent, status in BY.items():
        check.fresh()
        check.returned(**THREE)
        arrived, release = check.holding("POST", 2)
        process = check.start("import", "returned.csv", "--yes", "--concurrency", "1")
        check.ask("the call arrives", arrived.wait(60))
        process.send_signal(sent)
        time.sleep(0.5)
        release.set()
        out, err = check.ended(process, status)
        check.server.fault = None
        check.ask(f"{sent.name}: the answer of the call in flight is waited for and kept", "2 applied" in out, out)
        check.ask(f"{sent.name}: how to go on is said", "import --resume" in err, err)
        check.run("import", "--resume")
        check.ask(f"{sent.name}: going on sends the rest and nothing twice",
                  check.server.held() == THREE and check.server.writes() == 3, check.server.log)

        check.fresh()
        check.returned(**THREE)
        arrived, release = check.holding("POST", 2)
        process = check.start("import", "returned.csv", "--yes", "--concurrency", "1")
        check.ask("the call arrives", arrived.wait(60))
        process.send_signal(sent)
        time.sleep(0.5)
        process.send_signal(sent)
        out, err = check.ended(process, status)
        # After ten seconds of waiting it would print a report.
        check.ask(f"{sent.name} twice: it leaves at once", out == "", out)
        release.set()
        check.server.fault = None
        check.run("import", "--resume", "--timeout", "2")
        check.ask(f"{sent.name} twice: going on sends the rest and nothing twice",
                  check.server.held() == THREE and check.server.writes() == 3, check.server.log)


def ignored(check):
    def nohup():
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    check.fresh()
    check.returned(**THREE)
    arrived, release = check.holding("POST", 2)
    process = check.start("import", "returned.csv", "--yes", "--concurrency", "1", before=nohup)
    check.ask("the call arrives", arrived.wait(60))
    process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    release.set()
    check.ended(process, 0)
    check.ask("with nohup a closed terminal changes nothing", check.server.held() == THREE, check.server.log)
    check.server.fault = None


def closed_terminals(check):
    for is_ignored, status in ((False, 129), (True, 2)):
        check.fresh()
        check.returned(**THREE)
        arrived, release = check.holding("POST", 2)
        master, slave = os.openpty()

        def on_terminal():
            os.setsid()
            import fcntl
            import termios
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            if is_ignored:
                signal.signal(signal.SIGHUP, signal.SIG_IGN)

        process = check.start("import", "returned.csv", "--yes", "--concurrency", "1", before=on_terminal, stdin=slave, stdout=slave,
                              stderr=slave)
        os.close(slave)
        check.ask("the call arrives", arrived.wait(60))
        os.close(master)
        time.sleep(0.5)
        release.set()
        check.ended(process, status)
        check.server.fault = None
        name = "a closed terminal" + (", with nohup" if is_ignored else "")
        if not is_ignored:
            check.ask(f"{name}: what was in flight is kept", len(check.server.held()) == 2, check.server.log)
            check.run("import", "--resume")
        check.ask(f"{name}: all is sent, and nothing twice", check.server.held() == THREE and check.server.writes() == 3,
                  check.server.log)
        check.ask(f"{name}: nothing is left", check.unfinished() == [])


def at_once(check, name, command, prepare, sent, killed=True):
    """A signal ends a command that waits, of which no call is in flight. Where the machine is busy it gets three tries."""
    took = []
    for _ in range(3):
        waits = prepare()
        process = check.start(*command)
        check.ask(f"{name}: it comes to wait", waits.wait(60))
        # Until the answer is read the call is in flight.
        time.sleep(0.2)
        process.send_signal(sent)
        began = time.monotonic()
        out, err = check.ended(process, BY[sent], *([-sent] if killed else []))
        took.append(time.monotonic() - began)
        check.server.fault = None
        if took[-1] < 5:
            return out, err
    check.ask(f"{name}, {sent.name}: it ends at once", False, took)
    return out, err


def in_pauses(check):
    def returned(applies):
        def prepare():
            check.fresh()
            check.returned(**THREE)
            return check.pausing(applies)
        return prepare

    plan = ["import", "returned.csv", "--yes"]
    for number, sent in enumerate(BY):
        _, err = at_once(check, "a pause before writes", plan, returned(lambda method, path: method == "POST"), sent, killed=False)
        check.ask("it says how to go on", "import --resume" in err, err)
        check.ask("nothing is in doubt", "in doubt" not in err, err)
        check.run("import", "--resume")
        check.ask("and going on sends all of it", check.server.held() == THREE, check.server.log)
        paths = ("resources/platforms", "resources/1", "proposals")
        path = paths[number % len(paths)]
        for command in (plan, ["status"], ["diff", "returned.csv"], ["export", "other.csv"]):
            at_once(check, f"{command[0]}, a pause before the reading of {path}", [*command, "--no-cache"],
                    returned(lambda method, asked: method == "GET" and path in asked), sent)

    def after_writes(method, path):
        return method == "GET" and "/proposals" in path and check.server.writes() == 3

    at_once(check, "a pause before the last reading", plan, returned(after_writes), signal.SIGINT, killed=False)
    check.ask("then the import is not verified, and done", len(check.server.held()) == 3, check.server.log)
    at_once(check, "a pause before the reading for --to-fix", [*plan, "--to-fix", "fix.csv"],
            returned(lambda method, path: method == "POST" or (method == "GET" and check.server.writes() > 0)), signal.SIGINT, killed=False)

    def lost():
        check.fresh()
        check.returned(**THREE)
        waits = threading.Event()

        def fault(method, path, body):
            if method == "GET" and "/proposals" in path and waits.posted:
                answer = check.server.answer(method, path, body)
                waits.set()
                return answer
            if method == "POST":
                waits.posted = True
                return 500, {"message": "lost"}
            return None

        waits.posted = False
        check.server.fault = fault
        return waits

    at_once(check, "the wait for calls in doubt", [*plan, "--concurrency", "1"], lost, signal.SIGTERM, killed=False)
    waits = threading.Event()
    waits.set()
    at_once(check, "the wait for what an earlier import left in doubt", [*plan], lambda: waits, signal.SIGINT)


def servers(check):
    check.fresh()
    for sent in BY:
        process = check.start("sandbox")
        check.ask("the server says where it is", process.stdout.readline().startswith("export NSTACK_"))
        process.send_signal(sent)
        check.ended(process, 0)
    reading, writing = os.pipe()
    os.close(reading)
    process = check.start("sandbox", stdout=writing)
    os.close(writing)
    _, err = check.ended(process, 0)
    check.ask("a server that nobody can find ends in silence", err == "", err)


def stopped_terminal(check):
    """A terminal on which somebody typed Ctrl-S: what is drawn there does not hold up what is sent."""
    import fcntl
    import termios
    check.fresh()
    check.returned(**THREE)
    master, slave = os.openpty()
    termios.tcflow(slave, termios.TCOOFF)

    def on_terminal():
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

    process = check.start("import", "returned.csv", "--yes", "--concurrency", "1", before=on_terminal, stderr=slave)
    deadline = time.monotonic() + 60
    while len(check.server.held()) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    check.ask("all is sent while the terminal takes nothing", check.server.held() == THREE, check.server.log)
    termios.tcflow(slave, termios.TCOON)
    os.close(slave)
    check.ended(process, 0)
    os.close(master)


def gone(check):
    """Runs with a standard output that nobody reads."""
    def unread(*command, status, words=(), errors=subprocess.PIPE):
        reading, writing = os.pipe()
        os.close(reading)
        process = check.start(*command, stdout=writing, stderr=writing if errors is None else errors)
        os.close(writing)
        _, err = check.ended(process, status)
        if errors is None:
            return
        if words:
            check.ask(f"{' '.join(command)}: says in one line what was done",
                      err.count("error: ") == 1 and all(word in err for word in words), err)
        else:
            check.ask(f"{' '.join(command)}: is silent", "error" not in err and "closed" not in err, err)

    check.fresh([("key0004", "pending")])
    check.returned(**THREE)
    with open(check.folder + "/damaged.csv", "w") as file:
        file.write("Section,Key,Locale,Current value,Proposal,Deletable\nmain,no-such-key,da-DK,,a text,\n")
    for command in (["--help"], ["--version"], ["status"], ["diff", "returned.csv"], ["check", "returned.csv"], ["proposals", "list"],
                    ["export", "-"], ["convert", "review.csv", "-", "--to", "json"], ["history"], ["help", "import"],
                    ["import", "returned.csv", "--dry-run"], ["import", "review.csv", "--yes"]):
        unread(*command, status=0)
        if command[0] not in ("--help", "--version", "help", "convert"):
            unread(*command, "--json", status=0)
    # What was found is found, whether it is read or not.
    unread("diff", "damaged.csv", status=3)
    check.ask("up to here nothing was sent", check.server.writes() == 0, check.server.log)
    for flags in ([], ["--json"]):
        unread("import", "returned.csv", "--yes", *flags, status=2, words=("3 calls: 3 applied", "closed it"))
        check.ask("the import was carried out", check.server.held() == dict(THREE, key0004="pending"), check.server.log)
        check.ask("and is over", check.unfinished() == [])
        unread("history", "show", check.imports()[0], *flags, status=0)
        unread("history", "undo", check.imports()[-1], "--yes", *flags, status=2, words=("3 calls: 3 applied", "closed it"))
        check.ask("it was taken back", check.server.held() == {"key0004": "pending"}, check.server.log)
    unread("import", "returned.csv", "--yes", status=2, errors=None)
    check.ask("with standard error unread too it is carried out", check.server.held() == dict(THREE, key0004="pending"), check.server.log)
    check.run("history", "undo", check.imports()[-1], "--yes")
    unread("proposals", "add", "main", "key0005", "da-DK", "by hand", status=2, words=("was proposed as proposal", "closed it"))
    ours = sorted(check.server.proposals)
    unread("proposals", "delete", *map(str, ours), "--json", status=2, words=("2 proposals", "closed it"))
    check.ask("every proposal was deleted", check.server.held() == {}, check.server.log)
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            _, err = check.ended(check.start("status", stdout=full), 1)
            check.ask("a full standard output is an error", err.startswith("error: standard output: "), err)
            check.ended(check.start("import", "returned.csv", "--yes", stdout=full), 2)


def limited(check, kind, values, unit, commands, words, may_abort=False):
    """Runs commands under each limit: each run succeeds, or ends with one line of these words."""
    ends = collections.Counter()
    for value in values:
        for command in commands:
            def limit():
                resource.setrlimit(kind, (value * unit, value * unit))

            try:
                run = subprocess.run([check.binary, *command], env=check.environment, cwd=check.folder, stdin=subprocess.DEVNULL,
                                     capture_output=True, text=True, timeout=60, preexec_fn=limit)
            except subprocess.TimeoutExpired:
                check.ask(f"{value}, {' '.join(command)}: ends", False)
                continue
            except (OSError, subprocess.SubprocessError):
                ends["not begun"] += 1
                continue
            one_line = run.stderr.startswith("error: ") and run.stderr.count("\n") == 1
            if run.returncode == 127 and "shared librar" in run.stderr:
                ends["not loaded by the system"] += 1
            elif run.returncode == 0:
                ends["done"] += 1
            elif one_line and any(word in run.stderr for word in words):
                ends[f"refused with {run.returncode}"] += 1
            # Swift's runtime says so and ends the program, sometimes while it writes the stack trace.
            elif may_abort and run.returncode in (-signal.SIGABRT, -signal.SIGSEGV) and "failed to allocate" in run.stderr:
                ends["out of memory"] += 1
            else:
                ends["wrong"] += 1
                check.ask(f"{value}, {' '.join(command)}: succeeds or says why not in one line", False,
                          f"{run.returncode}: {run.stderr[:300]}")
            check.asked += 1
    return ends


def is_loaded(check, value):
    """Whether the system can load the program into so many MiB; what it cannot load says nothing itself."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (value << 20, value << 20))

    return subprocess.run([check.binary, "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit).returncode == 0


def limits(check, every):
    check.fresh()
    check.environment["SWIFT_BACKTRACE"] = "enable=no"
    sandbox = ["--sandbox-dir", check.folder + "/sandbox"]
    check.run("export", "review.csv", *sandbox)
    check.run("export", "review.xlsx", *sandbox)
    rows = check.rows("review.csv")
    check.edit("review.csv", "returned.csv", lambda by_key: list(by_key.values())[0].update({"Proposal": "another text"}))
    check.ask("there is a sheet", len(rows) > 40)
    commands = [["check", "returned.csv"], ["convert", "review.xlsx", "out.csv"], ["convert", "review.csv", "out.xlsx"],
                ["status", *sandbox], ["diff", "review.xlsx", *sandbox], ["export", "other.xlsx", "--overwrite", *sandbox],
                ["import", "returned.csv", "--yes", *sandbox], ["history", *sandbox], ["proposals", "list", *sandbox], ["--help"],
                ["import", "--help"]]
    told = {}
    told["descriptors"] = limited(check, resource.RLIMIT_NOFILE, sorted({16, *range(3, 65, every)}), 1, commands, ("files and connections",))
    least = next(value for value in range(20, 2_000, 5) if is_loaded(check, value))
    memory = [*range(least, least + 280, 7 * every), least + 350, least + 500]
    told["memory"] = limited(check, resource.RLIMIT_AS, memory, 1 << 20, commands, ("memory",), may_abort=True)
    told["sizes of files"] = limited(check, resource.RLIMIT_FSIZE, (0, 1, 4, 16, 40, 400), 1 << 10,
                                     [["convert", "review.csv", "out.xlsx"], ["convert", "review.xlsx", "out.json"],
                                      ["export", "other.xlsx", "--overwrite", *sandbox]], ("too large", "full", "disk"))
    for name, ends in told.items():
        print(f"  {name}: {', '.join(f'{count} {end}' for end, count in sorted(ends.items()))}", flush=True)


class Page:
    """The review page's program, asked as its page asks it."""

    def __init__(self, check):
        self.errors = tempfile.TemporaryFile()
        self.process = check.start("review", "--no-browser", stderr=self.errors)
        self.address, _, token = self.process.stdout.readline().strip().partition("#token=")
        self.key = ""
        if token:
            self.key = self.ask("session", {"token": token})["key"]

    def ask(self, path, body=None):
        headers = {"X-Review-Key": self.key, "Origin": self.address.rstrip("/"), "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}api/{path}", None if body is None else json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def texts(self):
        return {text["key"]: text for text in self.ask("texts?locale=da-DK&limit=500")["texts"]}

    def drafts(self):
        return {key: text["draft"]["value"] for key, text in self.texts().items() if text["draft"]}

    def decide(self, **values):
        """Keeps texts as drafts; None discards one."""
        texts = self.texts()
        for key, value in values.items():
            self.ask("drafts", {"text": texts[key]["id"], **({"clear": True} if value is None else {"propose": value})})

    def send(self):
        plan = self.ask("plan")
        self.ask("send", {name: plan[name] for name in ("proposals", "deletes", "revision")})

    def end(self):
        """Kills the program; gives what it said."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.seek(0)
        return self.errors.read().decode()


def draft_file(check):
    return glob.glob(check.folder + "/state/nstack-review/drafts-*.jsonl")[0]


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def drafts(check, every):
    """The file of drafts: killed after each decision, meddled with while the page is open, and damaged before it is opened."""
    def restarted(what, expected):
        page = Page(check)
        found = page.drafts()
        said = page.ask("review")["warnings"]
        errors = page.end()
        check.ask(f"{what}: each draft is there, or it is said", found == expected or said, (found, expected))
        check.ask(f"{what}: the terminal says what the page says", all(warning in errors for warning in said), (said, errors))
        return said

    cases = 0
    check.fresh()
    expected = {}
    for number in range(6):
        page = Page(check)
        page.decide(**{f"key000{number}": f"draft {number}"})
        page.end()
        expected[f"key000{number}"] = f"draft {number}"
        check.ask("killed after a decision, nothing is remarked", not restarted(f"killed after decision {number}", expected))
        cases += 1
    folder = check.folder + "/state/nstack-review"
    whole = open(draft_file(check), "rb").read()

    def meddlings(path):
        yield "removed", lambda: os.remove(path)
        yield "moved", lambda: os.rename(path, path + ".bak")
        yield "cut", lambda: os.truncate(path, len(whole) // 2)
        yield "emptied", lambda: os.truncate(path, 0)
        yield "replaced", lambda: write(path, whole[:len(whole) // 3] + b"\n")
        yield "its folder removed", lambda: shutil.rmtree(folder)
        yield "its folder moved", lambda: os.rename(folder, folder + "-moved")

    for decides in (True, False):
        for place in range(7):
            shutil.rmtree(folder + "-moved", ignore_errors=True)
            for left in glob.glob(folder + "/drafts-*.jsonl.*"):
                os.remove(left)
            page = Page(check)
            what, happen = list(meddlings(draft_file(check)))[place]
            happen()
            if decides:
                expected["key0000"] = f"draft {place} after"
                page.decide(key0000=expected["key0000"])
            else:
                page.ask("leave", {})
            page.end()
            check.ask(f"{what} while it is open, nothing is missing", not restarted(f"{what} while it is open", expected))
            cases += 1
    path = draft_file(check)
    whole = open(path, "rb").read()
    for size in sorted({*range(0, len(whole), 8 * every), len(whole) - 1, len(whole) - 2}):
        write(path, whole[:size])
        check.ask(f"cut to {size} bytes: it is said", restarted(f"cut to {size} bytes", expected))
        cases += 1
    for place in sorted({*range(0, len(whole), 8 * every), len(whole) - 1, len(whole) - 2}):
        write(path, whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:])
        check.ask(f"byte {place} changed: it is said", restarted(f"byte {place} changed", expected))
        cases += 1
    for left in glob.glob(folder + "/drafts-*.jsonl.aside-*"):
        os.remove(left)
    print(f"  {cases} kills, cuts, changed bytes and other faults of the file of drafts", flush=True)


def sends(check, every):
    """A Send of the page is cut off within each call; what is discarded afterwards is sent by nobody."""
    for at, discards in ((1, False), (2, True), (3, False)):
        check.fresh()
        page = Page(check)
        page.decide(**THREE)
        arrived, release = check.holding("POST", at)
        page.send()
        check.ask("the call arrives", arrived.wait(60))
        page.end()
        release.set()
        check.server.fault = None
        page = Page(check)
        told = page.ask("send")
        check.ask("the next start says that the Send was cut off", told["state"] == "cut-off" and "was cut off" in told["message"], told)
        left = page.drafts()
        check.ask("each text is on the server or a draft", {**left, **check.server.held()} == THREE, (left, check.server.held()))
        if discards:
            page.decide(**{key: None for key in left})
        elif left:
            page.send()
        deadline = time.monotonic() + 60
        while check.unfinished() and time.monotonic() < deadline or page.ask("send")["state"] == "sending":
            time.sleep(0.2)
        check.ask("the Send is over", check.unfinished() == [])
        page.end()
        held = check.server.held()
        check.run("import", "--resume")
        check.ask("going on in the terminal sends nothing more", check.server.held() == held, (held, check.server.log))
        check.ask("what was discarded was not sent, and all else was", held == {key: value for key, value in THREE.items() if not discards or key not in left}, held)
        check.ask("nothing was sent twice", check.server.writes() == len(held), check.server.log)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("binary")
    arguments = parser.parse_args()
    # In the background of a shell these may be ignored, and the programs that are run would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for sign in signal.SIGHUP, signal.SIGQUIT:
        signal.signal(sign, signal.SIG_DFL)
    with tempfile.TemporaryDirectory(prefix="nstack-review-leaving.") as folder, ProposalServer(6) as server:
        check = Leaving(arguments.binary, server, folder)
        check.folder_of_all = folder
        parts = [with_a_call_in_flight, ignored, closed_terminals, stopped_terminal, in_pauses, servers, gone]
        for part in (drafts, sends):
            parts.append(lambda check, part=part: part(check, arguments.every))
            parts[-1].__name__ = part.__name__
        if sys.platform == "linux":
            parts.append(lambda check: limits(check, arguments.every))
            parts[-1].__name__ = "limits"
        else:
            print("skip  limits of descriptors and memory, which need Linux")
        for part in parts:
            if arguments.only in part.__name__:
                began = time.monotonic()
                part(check)
                print(f"  {part.__name__.replace('_', ' ')}: {time.monotonic() - began:.1f} s", flush=True)
    for line in check.wrong:
        print("  WRONG:", line)
    print(f"{check.asked} questions about leaving, {len(check.wrong)} answered wrong")
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()
