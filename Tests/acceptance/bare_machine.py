#!/usr/bin/env python3
"""bare_machine.py [--suite bookworm] [--mirror ADDRESS] [--root FOLDER] DEB

Installs the Debian package on a bare Debian or Ubuntu, uses it there as a person does, and removes it: version, help, `init`,
`doctor`, an export and an import with the sandbox, the manual pages, completion in bash, zsh and fish (typed with tmux), and what is
left afterwards. The machine is a folder that debootstrap fills (`--root` names one to use or to make), from the sources of this machine's
own packages or from --mirror; what the trial writes goes to a layer above it and is gone at the end. Prints each command and what it
said. Needs Linux, root, debootstrap and tmux."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import checks
from checks import expect, stop, takes

# What of an example's output is shown.
SHOWN = 12


class Machine:
    """A bare system in a folder, with a layer above it that is gone at the end of a `with` block."""

    def __init__(self, root):
        self.root = os.path.abspath(root)

    def __enter__(self):
        self.layer = tempfile.mkdtemp(prefix="nstack-review-machine.")
        self.path = f"{self.layer}/merged"
        # A layer of overlayfs cannot be on another overlay, so it is in memory.
        self.mounted = []
        self.mount("-t", "tmpfs", "tmpfs", self.make("memory"))
        options = ",".join(f"{name}={path}" for name, path in (
            ("lowerdir", self.root), ("upperdir", self.make("memory/upper")), ("workdir", self.make("memory/work"))))
        self.mount("-t", "overlay", "overlay", "-o", options, self.make("merged"))
        self.mount("-t", "proc", "proc", f"{self.path}/proc")
        self.mount("--bind", "/dev", f"{self.path}/dev")
        self.mount("--bind", "/dev/pts", f"{self.path}/dev/pts")
        shutil.copy("/etc/resolv.conf", f"{self.path}/etc/resolv.conf")
        # A package's scripts start no services here.
        policy = pathlib.Path(f"{self.path}/usr/sbin/policy-rc.d")
        policy.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
        policy.chmod(0o755)
        return self

    def __exit__(self, *_):
        for path in reversed(self.mounted):
            subprocess.run(["umount", path], check=False)
        shutil.rmtree(self.layer, ignore_errors=True)

    def make(self, name):
        os.makedirs(f"{self.layer}/{name}", exist_ok=True)
        return f"{self.layer}/{name}"

    def mount(self, *arguments):
        subprocess.run(["mount", *arguments], check=True)
        self.mounted.append(arguments[-1])

    def command(self, *arguments, user="reviewer"):
        home = "/root" if user == "root" else f"/home/{user}"
        environment = ["HOME=" + home, "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8",
                       "TERM=xterm-256color", "USER=" + user]
        chroot = ["chroot"] + ([] if user == "root" else [f"--userspec={user}:{user}"])
        return [*chroot, self.path, "env", "-i", *environment, "sh", "-c", f"cd {home} && exec \"$@\"", "sh", *arguments]

    def run(self, line, user="reviewer", status=0, shown=SHOWN):
        """Runs a line of the shell, shows it and what it said, and gives that."""
        run = subprocess.run(
            self.command("sh", "-c", line, user=user), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")
        print(f"{'#' if user == 'root' else '$'} {line}")
        lines = run.stdout.rstrip("\n").split("\n") if run.stdout.strip() else []
        for said in lines[:shown]:
            print("    " + said)
        if len(lines) > shown:
            print(f"    … {len(lines) - shown} more lines")
        expect(run.returncode == status, f"{line} ended with {run.returncode}: {run.stdout[-2000:]}")
        return run.stdout


class Shell:
    """A shell on the machine, in a terminal that tmux draws."""

    def __init__(self, machine, name, *arguments):
        self.name, self.server = name, f"nstack-review-{os.getpid()}-{name}"
        self.tmux("new-session", "-d", "-x", "100", "-y", "24", *machine.command(name, *arguments))

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-L", self.server, *arguments], check=True, capture_output=True, text=True).stdout

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def until(self, pattern, what):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            screen = self.screen()
            if re.search(pattern, screen.rstrip("\n")):
                return screen
            time.sleep(0.2)
        stop(f"{self.name}: {what}: no {pattern} in\n{self.screen()}")

    def completes(self, typed, pattern):
        """Types a line and Tab, and waits for what must be on the screen; then clears the line."""
        self.tmux("send-keys", "-l", typed)
        self.until(re.escape(typed), "the line was not typed")
        self.tmux("send-keys", "Tab")
        time.sleep(1)
        screen = self.screen()
        if not re.search(pattern, screen):
            # The first Tab completes what is common, the second one lists.
            self.tmux("send-keys", "Tab")
            screen = self.until(pattern, f"{typed!r} and Tab")
        print(f"$ {typed}<Tab>     [{self.name}]")
        for line in [line for line in screen.split("\n") if line.strip()][-4:]:
            print("    " + line[:100])
        self.tmux("send-keys", "C-u")
        self.tmux("send-keys", "C-l")
        time.sleep(0.5)

    def close(self):
        subprocess.run(["tmux", "-L", self.server, "kill-server"], check=False, capture_output=True)


def sources():
    """The package sources of this machine: (address, suite) pairs."""
    run = subprocess.run(["apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)", "Created-By: Packages"], capture_output=True, text=True)
    return [tuple(line.split()[:2]) for line in run.stdout.splitlines()]


def bare(suite, root, mirror):
    """Fills a folder with a bare system, from a mirror or where this machine's own packages come from."""
    if os.path.exists(f"{root}/etc/os-release"):
        return
    known = sources()
    mirror = mirror or next((site for site, release in known if release == suite), None) or next(
        (site for site, release in known if re.fullmatch("[a-z]+", release)), None)
    expect(mirror, f"this machine has no package sources: name a mirror of {suite} with --mirror")
    os.makedirs(root, exist_ok=True)
    scripts = "/usr/share/debootstrap/scripts"
    script = [] if os.path.exists(f"{scripts}/{suite}") else [f"{scripts}/gutsy"]
    keys = "/usr/share/keyrings/ubuntu-archive-keyring.gpg"
    flags = [f"--keyring={keys}"] if "ubuntu" in mirror and os.path.exists(keys) else []
    print(f"debootstrap {suite} from {mirror}")
    run = subprocess.run(["debootstrap", "--variant=minbase", *flags, suite, root, mirror, *script], stdout=subprocess.DEVNULL)
    expect(run.returncode == 0, f"debootstrap fails: name a mirror of {suite} with --mirror")


def install(machine, package):
    system = machine.run("grep PRETTY_NAME /etc/os-release", shown=1)
    machine.run("command -v nstack-review swift python3 || echo 'none of nstack-review, swift, python3 is here'")
    shutil.copy(package, f"{machine.path}/root/nstack-review.deb")
    if "Ubuntu" in system:
        # debootstrap lists `main` alone, and fish is in `universe`.
        machine.run("sed -i 's/ main$/ main universe/' /etc/apt/sources.list", "root")
    machine.run("apt-get update -q", "root", shown=3)
    started = time.monotonic()
    machine.run("DEBIAN_FRONTEND=noninteractive apt-get install -y -q /root/nstack-review.deb", "root", shown=8)
    print(f"    ({time.monotonic() - started:.1f} s)")
    files = machine.run("dpkg -L nstack-review | grep -v '/nstack-review-.*gz$'", shown=30).split()
    installed = machine.run("dpkg-query -W -f '${Package} ${Version} ${Installed-Size} KB\\n' nstack-review")
    expect("nstack-review" in installed, "dpkg does not list the package")
    return files


def use(machine):
    version = machine.run("nstack-review --version")
    expect(re.fullmatch(r"nstack-review \d+\.\d+\.\d+ \([0-9a-f]{12}(-dirty)?\)\n", version), "--version names no commit")
    help_text = machine.run("nstack-review --help", shown=6)
    machine.run("stat -c '%s bytes' /usr/bin/nstack-review; ldd /usr/bin/nstack-review", shown=20)
    # The first run reads the file from the disk; a person waits for one of the others.
    times = []
    for _ in range(11):
        started = time.monotonic()
        subprocess.run(machine.command("nstack-review", "--help"), check=True, stdout=subprocess.DEVNULL)
        times.append(time.monotonic() - started)
    none = []
    for _ in range(11):
        started = time.monotonic()
        subprocess.run(machine.command("true"), check=True)
        none.append(time.monotonic() - started)
    print(f"    --help: {(sorted(times)[5] - sorted(none)[5]) * 1000:.0f} ms (median of 11, less what chroot and sh take)")
    machine.run("NSTACK_PLATFORM=web nstack-review init")
    machine.run("cat .nstack-review.yaml")
    if re.search(r"^  doctor ", help_text, re.MULTILINE):
        machine.run("nstack-review doctor --sandbox", shown=40)
    machine.run("nstack-review export review.xlsx --sandbox --locale da-DK")
    machine.run("nstack-review check review.xlsx")
    machine.run("nstack-review diff review.xlsx --sandbox")
    machine.run("nstack-review convert review.xlsx sheet.csv --worksheet Review && "
                "sed 's/Kardemommesnegl,/Kardemommeknude,/' sheet.csv > returned.csv")
    machine.run("nstack-review import returned.csv --sandbox --yes", shown=30)
    # A server that is there and speaks TLS shows whether certificates are found; a name that is not shows the error.
    machine.run("nstack-review status --base-url https://nstack.invalid 2>&1", status=64, shown=3)


def manual(machine):
    machine.run("DEBIAN_FRONTEND=noninteractive apt-get install -y -q man-db", "root", shown=1)
    page = machine.run("MANWIDTH=100 MANPAGER=cat man nstack-review-export", shown=14)
    expect("NSTACK-REVIEW-EXPORT(1)" in page and "--locale" in page, "the manual page of export has not what it must")
    problems = machine.run("MANROFFSEQ='' MANWIDTH=80 man --warnings -l /usr/share/man/man1/nstack-review.1.gz 2>&1 >/dev/null")
    expect(problems == "", f"man warns: {problems}")
    count = machine.run("ls /usr/share/man/man1 | grep -c nstack-review")
    expect(int(count) > 20, "there are too few manual pages")


def completion(machine):
    machine.run("DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends bash-completion zsh fish", "root", shown=1)
    machine.run("touch returned.xlsx && echo 'autoload -Uz compinit && compinit -u' > .zshrc && "
                "echo '. /usr/share/bash-completion/bash_completion' > .bashrc")
    for name, arguments in (("bash", []), ("zsh", ["-i"]), ("fish", [])):
        shell = Shell(machine, name, *arguments)
        try:
            shell.until(r"[$%>#] *$", "no prompt")
            time.sleep(1)
            shell.completes("nstack-review expo", r"nstack-review export")
            shell.completes("nstack-review export --layo", r"--layout")
            shell.completes("nstack-review check returned.x", r"check returned\.xlsx")
            # From the texts that the export above read.
            shell.completes("nstack-review export new.xlsx --locale ja", r"--locale ja-JP")
            shell.completes("nstack-review export new.xlsx --section acc", r"--section account")
        finally:
            shell.close()


def remove(machine, files):
    machine.run("DEBIAN_FRONTEND=noninteractive apt-get purge -y -q nstack-review", "root", shown=4)
    left = machine.run("find / -xdev -name '*nstack-review*' -not -path '/home/*' -not -path '/root/*' -not -path '/proc/*'", "root")
    expect(left == "", f"after the removal there are {left}")
    expect(not [path for path in files if "nstack-review" in path and os.path.lexists(machine.path + path)], "files were left")


@takes("package", suite="bookworm", root=None, mirror=None)
def machine(options):
    for tool in ("debootstrap", "tmux", "chroot"):
        expect(shutil.which(tool), f"{tool} is missing")
    root = options.root or f"/var/tmp/nstack-review-{options.suite}"
    bare(options.suite, root, options.mirror)
    with Machine(root) as it:
        it.run("useradd --create-home --shell /bin/bash reviewer", "root")
        files = install(it, options.package)
        use(it)
        manual(it)
        completion(it)
        remove(it, files)
    return f"{options.suite}: installed, used, completed in bash, zsh and fish, removed"


if __name__ == "__main__":
    checks.main(__doc__, machine)
