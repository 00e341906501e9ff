#!/usr/bin/env python3
"""leaving.py MODE BINARY

How the program leaves. Asks for the exit code, for one line that says why, for what the server holds and for what is left to go on with."""
import collections
import contextlib
import fcntl
import glob
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import termios
import threading
import time

import checks
import sheets
from browser import ReviewProgram
from checks import ask, same, skip, takes, write
from imports import THREE, Round
from servers import ProposalServer

BY = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGQUIT: 131}
PAUSE = 429, {"message": "Too many calls."}, {"Retry-After": "110"}
IMPORT, ONE_BY_ONE = ("import", "returned.csv", "--yes"), {"NSTACK_CONCURRENCY": "1"}


class Leaving(Round):
    def fresh(self, proposals=()):
        return Leaving(self.binary, self.server, self.parent, proposals)

    def holding(self, method, at):
        """Lets the server hold its answer to a call of a number, which it has carried out."""
        arrived, release, number = threading.Event(), threading.Event(), [0]

        def fault(asked, path, body):
            number[0] += asked == method
            if asked != method or number[0] != at:
                return None
            answer = self.server.carried_out(asked, path, body)
            arrived.set()
            release.wait(60)
            return answer

        self.server.fault = fault
        return arrived, release

    @contextlib.contextmanager
    def in_flight(self, *statuses, **options):
        """An import of three proposals whose second call is in flight in the block; afterwards the server answers, and it ends. Gives the
        process, and in a list what it said."""
        self.returned(**THREE)
        arrived, release = self.holding("POST", 2)
        process, said = self.start(*IMPORT, variables=ONE_BY_ONE, **options), []
        ask("the call arrives", arrived.wait(60))
        yield process, said
        time.sleep(0.5)
        release.set()
        run = self.end(process, *statuses, patience=120)
        said += [run.stdout, run.stderr]
        self.server.fault = None

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

    def sent_once(self, what):
        same(f"{what}: all is sent, and nothing twice", (self.server.held(), self.server.writes()), (THREE, 3))


def with_a_call_in_flight(it):
    for sent, status in BY.items():
        it = it.fresh()
        with it.in_flight(status) as (process, said):
            process.send_signal(sent)
        ask(f"{sent.name}: the answer of the call in flight is waited for and kept", "2 applied" in said[0], said)
        ask(f"{sent.name}: how to go on is said", "import --resume" in said[1], said)
        it.run("import", "--resume", "--yes")
        it.sent_once(sent.name)

        it = it.fresh()
        it.returned(**THREE)
        arrived, release = it.holding("POST", 2)
        process = it.start(*IMPORT, variables=ONE_BY_ONE)
        ask("the call arrives", arrived.wait(60))
        process.send_signal(sent)
        time.sleep(0.5)
        process.send_signal(sent)
        # After ten seconds of waiting it would print a report.
        same(f"{sent.name} twice: it leaves at once", it.end(process, status, patience=120).stdout, "")
        release.set()
        it.server.fault = None
        it.run("import", "--resume", "--yes", variables={"NSTACK_TIMEOUT": "2"})
        it.sent_once(f"{sent.name} twice")


def own_terminal(slave, is_ignored=False):
    """What makes a terminal that of a process, before it is started."""
    def prepare():
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        if is_ignored:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
    return prepare


def closed_terminals(it):
    with it.in_flight(0, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as (process, _):
        process.send_signal(signal.SIGHUP)
    it.sent_once("with nohup")
    for is_ignored, status in ((False, 129), (True, 2)):
        it = it.fresh()
        master, slave = os.openpty()
        with it.in_flight(status, preexec_fn=own_terminal(slave, is_ignored), stdin=slave, stdout=slave, stderr=slave):
            os.close(slave)
            os.close(master)
        if not is_ignored:
            same("a closed terminal: what was in flight is kept", len(it.server.held()), 2)
            it.run("import", "--resume", "--yes")
        it.sent_once("a closed terminal" + ", with nohup" * is_ignored)
        same("nothing is left", it.unfinished(), [])


def stopped_terminal(it):
    """A terminal on which somebody typed Ctrl-S: what is drawn there does not hold up what is sent."""
    it.returned(**THREE)
    master, slave = os.openpty()
    termios.tcflow(slave, termios.TCOOFF)
    process = it.start(*IMPORT, variables=ONE_BY_ONE, preexec_fn=own_terminal(slave), stderr=slave)
    deadline = time.monotonic() + 60
    while len(it.server.held()) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    it.sent_once("while the terminal takes nothing")
    termios.tcflow(slave, termios.TCOON)
    os.close(slave)
    it.end(process, 0, patience=120)
    os.close(master)


def at_once(it, name, command, prepare, sent, killed=True, **variables):
    """A signal ends a command that waits, of which no call is in flight. A busy machine gets three tries. Gives what was said, and where."""
    took = []
    for _ in range(3):
        it, waits = prepare()
        process = it.start(*command, variables=variables)
        ask(f"{name}: it comes to wait", waits.wait(60))
        # Until the answer is read the call is in flight.
        time.sleep(0.2)
        process.send_signal(sent)
        began = time.monotonic()
        run = it.end(process, BY[sent], *([-sent] if killed else []), patience=120)
        took.append(time.monotonic() - began)
        it.server.fault = None
        if took[-1] < 5:
            break
    ask(f"{name}, {sent.name}: it ends at once", took[-1] < 5, took)
    return it, run.stderr


def in_pauses(it):
    def returned(applies):
        def prepare():
            fresh = it.fresh()
            fresh.returned(**THREE)
            return fresh, fresh.pausing(applies)
        return prepare

    plan, server = ["import", "returned.csv", "--yes"], it.server
    for number, sent in enumerate(BY):
        left, err = at_once(it, "a pause before writes", plan, returned(lambda method, path: method == "POST"), sent, killed=False)
        ask("it says how to go on, and nothing is unconfirmed", "import --resume" in err and "unconfirmed" not in err, err)
        left.run("import", "--resume", "--yes")
        left.holds("going on", THREE)
        path = ("resources/platforms", "resources/1", "proposals")[number % 3]
        for command in (plan, ["status"], ["diff", "returned.csv"], ["export", "other.csv"]):
            at_once(it, f"{command[0]}, a pause before the reading of {path}", command,
                    returned(lambda method, asked: method == "GET" and path in asked), sent, NSTACK_CACHE="off")
    at_once(it, "a pause before the last reading", plan,
            returned(lambda method, path: method == "GET" and "/proposals" in path and server.writes() == 3), signal.SIGINT, killed=False)
    same("then the import is not verified, and done", len(server.held()), 3)
    at_once(it, "a pause before the reading for --to-fix", [*plan, "--to-fix", "fix.csv"],
            returned(lambda method, path: method == "POST" or (method == "GET" and server.writes() > 0)), signal.SIGINT, killed=False)

    def lost():
        fresh, waits, posted = it.fresh(), threading.Event(), []
        fresh.returned(**THREE)

        def fault(method, path, body):
            if method == "GET" and "/proposals" in path and posted:
                waits.set()
            if method == "POST":
                posted.append(path)
                return 500, {"message": "lost"}
            return None

        server.fault = fault
        return fresh, waits

    left, _ = at_once(it, "the wait for unconfirmed calls", plan, lost, signal.SIGTERM, killed=False, **ONE_BY_ONE)
    waits = threading.Event()
    waits.set()
    at_once(left, "the wait for what an earlier import left unconfirmed", plan, lambda: (left, waits), signal.SIGINT)


def servers(it):
    for sent in BY:
        process = it.start("sandbox")
        ask("the server says where it is", process.stdout.readline().startswith("export NSTACK_"))
        process.send_signal(sent)
        it.end(process, 0)
    reading, writing = os.pipe()
    os.close(reading)
    process = it.start("sandbox", stdout=writing)
    os.close(writing)
    same("a server that nobody can find ends in silence", it.end(process, 0).stderr, "")


def gone(it):
    """Runs with a standard output that nobody reads."""
    def unread(*command, status=0, words=(), errors=subprocess.PIPE):
        reading, writing = os.pipe()
        os.close(reading)
        process = it.start(*command, stdout=writing, stderr=errors or writing)
        os.close(writing)
        err = it.end(process, status).stderr
        if words:
            ask(f"{' '.join(command)}: says in one line what was done", err.count("error: ") == 1 and all(word in err for word in words), err)
        elif errors:
            ask(f"{' '.join(command)}: is silent", "error" not in err and "closed" not in err, err)

    all_sent = dict(THREE, key0004="pending")
    it.server.reset([("key0004", "pending")])
    it.returned(**THREE)
    write(it.path("damaged.csv"), ",".join(sheets.HEADERS) + "\nmain,no-such-key,da-DK,,a text,\n")
    for command in (["--help"], ["--version"], ["status"], ["diff", "returned.csv"], ["check", "returned.csv"], ["proposals", "list"],
                    ["export", "-"], ["convert", "review.csv", "-", "--format", "json"], ["history"], ["help", "import"],
                    ["import", "returned.csv", "--dry-run"], ["import", "review.csv", "--yes"]):
        unread(*command)
        if command[0] not in ("--help", "--version", "help", "convert"):
            unread(*command, "--json")
    # What was found is found, whether it is read or not.
    unread("diff", "damaged.csv", status=3)
    same("up to here nothing was sent", it.server.writes(), 0)
    # What was taken back is asked about.
    again = ("--on-conflict", "propose")
    for flags in ([], ["--json"]):
        unread("import", "returned.csv", "--yes", *again, *flags, status=2, words=("3 calls: 3 applied", "closed it"))
        it.holds("the import", all_sent)
        same("it is over", it.unfinished(), [])
        unread("history", "show", it.imports()[0], *flags)
        unread("history", "undo", it.imports()[-1], "--yes", *flags, status=2, words=("3 calls: 3 applied", "closed it"))
        it.holds("taken back", {"key0004": "pending"})
    unread("import", "returned.csv", "--yes", *again, status=2, errors=None)
    it.holds("with standard error unread too", all_sent)
    it.run("history", "undo", it.imports()[-1], "--yes")
    unread("proposals", "add", "main", "key0005", "da-DK", "by hand", status=2, words=("was proposed as proposal", "closed it"))
    unread("proposals", "delete", *map(str, sorted(it.server.proposals)), "--json", status=2, words=("2 proposals", "closed it"))
    it.holds("every proposal deleted", {})
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            err = it.end(it.start("status", stdout=full), 1).stderr
            ask("a full standard output is an error", err.startswith("error: standard output: "), err)
            it.end(it.start("import", "returned.csv", "--yes", *again, stdout=full), 2)


def limited(it, name, kind, values, commands, words, may_abort=False):
    """Runs commands under each limit: each run succeeds, or ends with one line of these words."""
    ends = collections.Counter()
    for value in values:
        for command in commands:
            try:
                run = subprocess.run([it.binary, *command], env=it.environment, cwd=it.folder, stdin=subprocess.DEVNULL, capture_output=True,
                                     text=True, timeout=60, preexec_fn=lambda: resource.setrlimit(kind, (value, value)))
            except subprocess.TimeoutExpired:
                ask(f"{name} {value}, {' '.join(command)}: ends", False)
                continue
            except (OSError, subprocess.SubprocessError):
                ends["not begun"] += 1
                continue
            is_refused = run.stderr.startswith("error: ") and run.stderr.count("\n") == 1 and any(word in run.stderr for word in words)
            # Swift's runtime says so and ends the program, sometimes while it writes the stack trace.
            is_aborted = may_abort and run.returncode in (-signal.SIGABRT, -signal.SIGSEGV) and "failed to allocate" in run.stderr
            end = "not loaded by the system" if run.returncode == 127 and "shared librar" in run.stderr else "done" if run.returncode == 0 \
                else f"refused with {run.returncode}" if is_refused else "out of memory" if is_aborted else "wrong"
            ends[end] += 1
            ask(f"{name} {value}, {' '.join(command)}: succeeds or says why not in one line", end != "wrong", f"{run.returncode}: {run.stderr[:300]}")
    print(f"  {name}: {', '.join(f'{count} {end}' for end, count in sorted(ends.items()))}", flush=True)


def limits(it, every):
    if sys.platform != "linux":
        return skip("limits of descriptors and memory, which need Linux")
    sandbox, it.environment["NSTACK_SANDBOX_DIR"] = ["--sandbox"], it.path("sandbox")
    it.run("export", "review.csv", *sandbox)
    it.run("export", "review.xlsx", *sandbox)
    rows = it.rows("review.csv")
    ask("there is a sheet", len(rows) > 40)
    rows[0]["Proposal"] = "another text"
    sheets.save_records(it.path("returned.csv"), rows)
    commands = [["check", "returned.csv"], ["convert", "review.xlsx", "out.csv"], ["convert", "review.csv", "out.xlsx"],
                ["status", *sandbox], ["diff", "review.xlsx", *sandbox], ["export", "other.xlsx", "--overwrite", *sandbox],
                ["import", "returned.csv", "--yes", *sandbox], ["history", *sandbox], ["proposals", "list", *sandbox], ["--help"],
                ["import", "--help"]]

    def is_loaded(value):
        """Whether the system can load the program into so much memory; what it cannot load says nothing itself."""
        return subprocess.run([it.binary, "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (value << 20, value << 20))).returncode == 0

    limited(it, "descriptors", resource.RLIMIT_NOFILE, sorted({16, *range(3, 65, every)}), commands, ("files and connections",))
    least = next(value for value in range(20, 2_000, 5) if is_loaded(value))
    memory = [*range(least, least + 280, 7 * every), least + 350, least + 500]
    limited(it, "memory", resource.RLIMIT_AS, [value << 20 for value in memory], commands, ("memory",), may_abort=True)
    limited(it, "sizes of files", resource.RLIMIT_FSIZE, [kilobytes << 10 for kilobytes in (0, 1, 4, 16, 40, 400)],
            [["convert", "review.csv", "out.xlsx"], ["convert", "review.xlsx", "out.json"], ["export", "other.xlsx", "--overwrite", *sandbox]],
            ("too large", "full", "disk"))


class Page(ReviewProgram):
    """The review page's program, asked as its page asks it."""

    def __init__(self, it):
        super().__init__(it.binary, it.environment)

    def texts(self):
        return {text["key"]: text for text in self.api("texts?locale=da-DK&limit=500")["texts"]}

    def drafts(self):
        return {key: text["draft"]["value"] for key, text in self.texts().items() if text["draft"]}

    def decide(self, **values):
        """Keeps texts as drafts; None discards one."""
        texts = self.texts()
        for key, value in values.items():
            self.api("drafts", {"text": texts[key]["id"], **({"clear": True} if value is None else {"propose": value})})

    def send(self):
        plan = self.api("plan")
        self.api("send", {name: plan[name] for name in ("proposals", "deletes", "revision")})

    def end(self):
        """Kills the program; gives what it said."""
        super().end(signal.SIGKILL)
        return self.said()


def draft_file(it):
    return glob.glob(it.path("state/nstack-review/drafts-*.jsonl"))[0]


def drafts(it, every):
    """The file of drafts: killed after each decision, meddled with while the page is open, and damaged before it is opened."""
    def restarted(what, expected):
        page = Page(it)
        found = page.drafts()
        said = page.api("review")["warnings"]
        errors = page.end()
        ask(f"{what}: each draft is there, or it is said", found == expected or said, (found, expected))
        ask(f"{what}: the terminal says what the page says", all(warning in errors for warning in said), (said, errors))
        return said

    expected = {}
    for number in range(6):
        page = Page(it)
        page.decide(**{f"key000{number}": f"draft {number}"})
        page.end()
        expected[f"key000{number}"] = f"draft {number}"
        ask("killed after a decision, nothing is remarked", not restarted(f"killed after decision {number}", expected))
    folder = it.path("state/nstack-review")
    whole = checks.read(draft_file(it))

    def meddlings(path):
        yield "removed", lambda: os.remove(path)
        yield "moved", lambda: os.rename(path, path + ".bak")
        yield "cut", lambda: os.truncate(path, len(whole) // 2)
        yield "emptied", lambda: os.truncate(path, 0)
        yield "replaced", lambda: write(path, whole[:len(whole) // 3] + b"\n")
        yield "its folder removed", lambda: shutil.rmtree(folder)
        yield "its folder moved", lambda: os.rename(folder, folder + "-moved")

    for decides in (True, False):
        for fault in range(7):
            shutil.rmtree(folder + "-moved", ignore_errors=True)
            for left in glob.glob(folder + "/drafts-*.jsonl.*"):
                os.remove(left)
            page = Page(it)
            what, happen = list(meddlings(draft_file(it)))[fault]
            happen()
            if decides:
                expected["key0000"] = f"draft {fault} after"
                page.decide(key0000=expected["key0000"])
            else:
                page.api("leave", {})
            page.end()
            ask(f"{what} while it is open, nothing is missing", not restarted(f"{what} while it is open", expected))
        path = draft_file(it)
    whole = checks.read(path)
    for size in sorted({*range(0, len(whole), 8 * every), len(whole) - 1, len(whole) - 2}):
        write(path, whole[:size])
        ask(f"cut to {size} bytes: it is said", restarted(f"cut to {size} bytes", expected))
    lines = whole.splitlines(keepends=True)
    for index in range(0, len(lines), max(1, every // 8)):
        write(path, b"".join(lines[:index] + lines[index + 1:]))
        said = restarted(f"line {index} lost as a whole", expected)
        ask(f"line {index} lost as a whole: it is said", any("The file of drafts was damaged" in line for line in said), said)
    for index in sorted({*range(0, len(whole), 8 * every), len(whole) - 1, len(whole) - 2}):
        write(path, whole[:index] + bytes([whole[index] ^ 1]) + whole[index + 1:])
        ask(f"byte {index} changed: it is said", restarted(f"byte {index} changed", expected))


def sends(it):
    """A Send of the page is cut off within each call; what is discarded afterwards is sent by nobody."""
    for at, discards in ((1, False), (2, True), (3, False)):
        it = it.fresh()
        page = Page(it)
        page.decide(**THREE)
        arrived, release = it.holding("POST", at)
        page.send()
        ask("the call arrives", arrived.wait(60))
        page.end()
        release.set()
        it.server.fault = None
        page = Page(it)
        state = page.api("send")
        ask("the next start says that the Send was cut off", state["state"] == "cut-off" and "was cut off" in state["message"], state)
        left = page.drafts()
        ask("each text is on the server or a draft", {**left, **it.server.held()} == THREE, (left, it.server.held()))
        if discards:
            page.decide(**{key: None for key in left})
        elif left:
            page.send()
        deadline = time.monotonic() + 60
        while it.unfinished() and time.monotonic() < deadline or page.api("send")["state"] == "sending":
            time.sleep(0.2)
        ask("the Send is over", it.unfinished() == [])
        page.end()
        held = it.server.held()
        it.run("import", "--resume", "--yes")
        ask("going on in the terminal sends nothing more", it.server.held() == held, (held, it.server.log))
        ask("what was discarded was not sent, and all else was", held == {key: value for key, value in THREE.items() if not discards or key not in left}, held)
        ask("nothing was sent twice", it.server.writes() == len(held), it.server.log)


@takes("binary", every=1, only="")
def parts(options):
    """Interrupted once and twice, by Ctrl-C, a request to end and a closed terminal, with a call in flight and in every pause; when whoever
    read its output has gone; where the system gives it too few descriptors, too little memory or too small files; and the review page, killed
    after each decision and within a Send, with the file of its drafts removed, cut, changed or replaced. --every takes each Nth limit, and
    each 8Nth cut and changed byte; --only WORD one part."""
    with checks.scratch() as folder, ProposalServer(6) as server:
        for part in (with_a_call_in_flight, closed_terminals, stopped_terminal, in_pauses, servers, gone, drafts, sends, limits):
            if options.only in part.__name__:
                began = time.monotonic()
                part(Leaving(options.binary, server, folder), *([options.every] if part in (drafts, limits) else []))
                print(f"  {part.__name__.replace('_', ' ')}: {time.monotonic() - began:.1f} s", flush=True)
    return "leaving"


class Embedded(checks.Program):
    """Commands beside the embedded server, run again and again."""

    def __init__(self, options, folder):
        super().__init__(options.binary, folder)
        self.runs, self.chance = options.runs, random.Random(options.seed)

    def refused(self, name, status, words, *command):
        for _ in range(self.runs):
            run = self.run(*command, "--sandbox", status=None)
            ask(f"{name}: one line, and its exit code", run.returncode == status and run.stderr.startswith("error: ") and words in run.stderr
                and run.stderr.count("\n") == 1 and not run.stdout, (run.returncode, run.stdout[:200], run.stderr[:400]))

    def interrupted(self, name, results, *command, fresh=False):
        """Sends a signal at a random moment; an interrupted run ends with its result, or by the signal."""
        sandbox, kept = self.folder + "/state/nstack-review/sandbox", self.folder + "/kept"
        if fresh:
            shutil.copytree(sandbox, kept)
        began = time.monotonic()
        self.run(*command, "--sandbox", status=None)
        whole = time.monotonic() - began
        for number in range(self.runs):
            if fresh:
                shutil.rmtree(sandbox)
                shutil.copytree(kept, sandbox)
            process = self.start(*command, "--sandbox")
            time.sleep(self.chance.uniform(0, whole * 1.2))
            sent = signal.SIGTERM if number % 4 == 3 else signal.SIGINT
            process.send_signal(sent)
            if number % 8 == 0:
                time.sleep(self.chance.uniform(0, 0.05))
                process.send_signal(sent)
            self.end(process, *results, -sent, 128 + sent, what=f"{name}, {sent.name}")


@takes("binary", runs=40, seed=1)
def embedded(options):
    """Commands beside the embedded server that end while it is still starting, answering or stopping: refused at once, confirmed by nobody,
    on a full disk, and each with a signal at a random moment. None may die by a signal of its own making."""
    with checks.scratch() as folder:
        it = Embedded(options, folder)
        it.run("export", "review.csv", "--sandbox")
        rows = sheets.records(folder + "/review.csv")
        for number, row in enumerate(rows[::3]):
            # With the text itself, as a text without its placeholders is refused.
            row["Proposal"] = f"Ny tekst {number} {row['Current value'] or row['Source for checks']}"
        sheets.save_records(folder + "/returned.csv", rows)
        write(folder + "/broken.xlsx", b"PK\x03\x04" + bytes(60))
        for verb in ("diff", "import"):
            it.refused(f"{verb}, no file", 1, "there is no such file", verb, "none.xlsx")
            it.refused(f"{verb}, a broken workbook", 1, "broken.xlsx", verb, "broken.xlsx")
        it.refused("import, nobody confirms", 64, "--yes", "import", "returned.csv")
        with checks.small_disk(folder + "/full", "8k") as full:
            if full:
                it.refused("export, a full disk", 1, "full", "export", full + "/review.xlsx")
        it.interrupted("diff, interrupted", {0}, "diff", "returned.csv")
        it.interrupted("diff refused, interrupted", {1}, "diff", "none.xlsx")
        it.interrupted("export, interrupted", {0}, "export", "other.xlsx", "--overwrite")
        it.interrupted("import, interrupted", {0, 2}, "import", "returned.csv", "--yes", fresh=True)
    return "commands that end beside the embedded server"


if __name__ == "__main__":
    checks.main(__doc__, parts, embedded)
