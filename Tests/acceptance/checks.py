"""What all acceptance checks share: arguments, questions and their count, environments, terminals. Python's standard library only."""
import argparse
import collections
import contextlib
import fcntl
import importlib
import inspect
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "../.."))
MACHINE_PATH = os.environ["PATH"]
# Programs that must not be the machine's come first.
os.environ["PATH"] = f"{os.path.dirname(HERE)}/Fixtures/bin:{MACHINE_PATH}"
Measured = collections.namedtuple("Measured", "status output errors seconds megabytes cpu")
asked, wrong = 0, []


def ask(what, holds, found=""):
    """Counts a question; where the answer is wrong, prints it with what was found, and gives False."""
    global asked
    asked += 1
    if not holds:
        fail(f"{what}: {str(found)[:1500]}")
    return bool(holds)


def same(what, found, expected):
    return ask(what, found == expected, f"{found!r} instead of {expected!r}")


def fail(what):
    wrong.append(what)
    if len(wrong) <= 40:
        print(f"  WRONG: {what}", flush=True)


def stop(what):
    sys.exit(f"WRONG: {what}")


def expect(holds, what):
    """Counts a question; a wrong answer ends the check."""
    if not ask(what, holds):
        sys.exit(1)


def skip(what):
    """Says that a part is left out."""
    print(f"skip  {what}", flush=True)


def skip_all(why):
    sys.exit(f"skipped: {why}")


def module(name):
    """A module of this Python; None where it is missing."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def takes(*names, **options):
    """Declares the arguments of a mode: positional ones (`name?` may be left out, `name*` repeats), and options with their defaults. The
    type of a default is that of its option: False is a flag, a list takes several values with commas, None is a text."""
    def declared(mode):
        mode.names, mode.options = names, options
        return mode
    return declared


def main(doc, *modes):
    """Runs one mode of a script, and ends with its closing line. A script with several modes takes the name of one first."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    choices = parser.add_subparsers(required=True, metavar="MODE") if len(modes) > 1 else None
    for mode in modes:
        help_text = inspect.getdoc(mode) or doc
        own = choices.add_parser(mode.__name__.replace("_", "-"), help=help_text.split("\n")[0], description=help_text,
                                 formatter_class=argparse.RawDescriptionHelpFormatter) if choices else parser
        for name in mode.names:
            own.add_argument(name.rstrip("?*"), **({"nargs": name[-1]} if name[-1] in "?*" else {}))
        for name, default in mode.options.items():
            flag = "--" + name.replace("_", "-")
            if default is False:
                own.add_argument(flag, action="store_true")
            elif isinstance(default, list):
                kind = type(default[0]) if default else str
                own.add_argument(flag, type=lambda text, kind=kind: [kind(part) for part in text.split(",")], default=default,
                                 metavar=f"{name.upper()},…")
            else:
                own.add_argument(flag, type=str if default is None else type(default), default=default)
        own.set_defaults(mode=mode)
    options = parser.parse_args()
    if getattr(options, "binary", None):
        options.binary = os.path.abspath(options.binary)
    # In the background of a shell these may be ignored, and the programs that are run would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for sign in signal.SIGHUP, signal.SIGQUIT:
        signal.signal(sign, signal.SIG_DFL)
    began = time.monotonic()
    closing = options.mode(options)
    counts = f"{asked} questions, {len(wrong) or 'none'} answered wrong" if asked else "nothing was asked"
    print(f"{closing}: " * bool(closing) + f"{counts}, {time.monotonic() - began:.0f} s")
    sys.exit(1 if wrong else 0)


@contextlib.contextmanager
def scratch():
    """A folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="nstack-review-check.", ignore_cleanup_errors=True) as folder:
        yield os.path.realpath(folder)


def environment(home, server=None, **more):
    """The variables for a program whose files are below a folder, and that talks to a server."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NSTACK_", "XDG_")) and not name.lower().endswith("_proxy")
            and name not in ("PAGER", "LESS", "NO_COLOR", "VISUAL", "EDITOR")}
    kept.update({f"XDG_{kind}_HOME": f"{home}/{kind.lower()}" for kind in ("CONFIG", "STATE", "CACHE")}, LC_ALL="C.UTF-8",
                SWIFT_BACKTRACE="enable=no", NO_COLOR="1", TERM="dumb", PAGER="cat")
    return {**kept, **(server.variables if server else {}), **more}


class Program:
    """The program that is checked, in a folder of its own, with a server or without one."""

    def __init__(self, binary, folder, server=None, **variables):
        self.binary, self.folder, self.server = os.path.abspath(binary), folder, server
        self.environment = environment(folder, server, **variables)

    def start(self, *command, folder=None, variables=None, **options):
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "errors": "replace", **options}
        return subprocess.Popen([self.binary, *command], env={**self.environment, **(variables or {})}, cwd=folder or self.folder, **options)

    def end(self, process, *statuses, what="", patience=300):
        """Waits for the end, which must have one of the exit codes; gives what was said as `stdout` and `stderr`."""
        try:
            out, err = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            fail(f"{' '.join(map(str, process.args[1:]))} has not ended after {patience} s")
        out, err = out or "", err or ""
        if statuses:
            name = what or " ".join(str(word) for word in process.args[1:])
            ask(f"{name} ends with {' or '.join(map(str, statuses))}", process.returncode in statuses,
                f"{process.returncode}: {err.strip()[-600:]} {out.strip()[-600:]}")
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def run(self, *command, status=0, what="", patience=300, **options):
        """Runs a command to its end. `status` is the exit code that it must have; None takes any."""
        return self.end(self.start(*command, **options), *([] if status is None else [status]), what=what, patience=patience)

    def object(self, *command, status=0, **options):
        """What a command prints with --json; nothing where it fails, which is noted."""
        try:
            return json.loads(self.run(*command, "--json", status=status, **options).stdout)
        except ValueError:
            return {}

    def typed(self, answers, *command, status=0, **options):
        """Runs a command on a terminal, and types an answer to each question; gives what is shown."""
        shown, code, left = on_terminal([self.binary, *command], self.environment, self.folder, answers, **options)
        name = " ".join(command)
        ask(f"{name} on a terminal ends with {status}", code == status, f"{code}: {shown[-800:]}")
        ask(f"{name} asks every question", not left, f"unasked: {left}: {shown[-800:]}")
        return shown

    def unfinished(self):
        return [kept["id"] for kept in self.object("status")["unfinishedImports"]]

    def imports(self):
        return [kept["id"] for kept in self.object("history", "list")["imports"]]


def on_terminal(command, variables, folder, answers=(), columns=100, lines=500, question=r"[:?\]]\s*\Z", patience=120):
    """Runs a command on a terminal, and types an answer to each question; gives what is shown, the exit code, and the answers that were
    not asked for. An answer that is a text alone is given to every question."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        os.chdir(folder)
        os.execve(command[0], command, variables)
    every = answers if isinstance(answers, str) else None
    shown, left, seen, deadline = b"", [] if every else list(answers), 0, time.monotonic() + patience
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                # The other side is closed.
                break
            if not data:
                break
            shown += data
        elif (every or left) and re.search(question, plain(shown[seen:].decode("utf-8", "replace"))):
            seen = len(shown)
            os.write(terminal, ((every or left.pop(0)) + "\n").encode())
    else:
        os.kill(process, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    os.close(terminal)
    return shown.decode("utf-8", "replace"), code, left


def plain(text):
    """What a terminal shows in the end: without colours, and without lines of progress that were erased."""
    text = re.sub(r"[^\n]*\r\x1b\[[02]?K", "", text.replace("\r\n", "\n"))
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07", "", text)


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


def measured(command, variables=None, patience=1800):
    """Runs a command; gives its exit status, both outputs, seconds, peak memory in MiB and seconds of CPU."""
    with scratch() as folder:
        with open(folder + "/out", "w+b") as out, open(folder + "/err", "w+b") as err:
            process = subprocess.Popen([sys.executable, "-S", "-E", "-c", LAUNCHER, folder + "/result", *command], stdin=subprocess.DEVNULL,
                                       stdout=out, stderr=err, env=variables, start_new_session=True)
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                stop(f"not done after {patience} s: {' '.join(command)}")
            out.seek(0)
            err.seek(0)
            output, errors = out.read().decode("utf-8", "replace"), err.read().decode("utf-8", "replace")
        with open(folder + "/result") as file:
            status, seconds, memory, cpu = file.read().split()
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        return Measured(int(status), output, errors, float(seconds), int(memory) / unit, float(cpu))


@contextlib.contextmanager
def small_disk(folder, size):
    """A disk of so many bytes, mounted on a new folder; None where that is not allowed."""
    os.makedirs(folder)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder]
    if sys.platform != "linux" or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder])


def write(path, content, mode="w", encoding="utf-8"):
    """Writes a file, with the folders that it needs."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb" if isinstance(content, bytes) else mode, **({} if isinstance(content, bytes) else {"encoding": encoding, "newline": ""})) as file:
        file.write(content)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def json_of(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)
