#!/usr/bin/env python3
"""ci_samples.py BINARY

Runs the steps of `Samples/ci/github.yml` and `Samples/ci/gitlab.yml` on this machine, in the order that the files give, from the files
themselves: the nightly export with the post of what is new, the check of a request with a damaged and then with a good sheet, the import when it is merged, once
more when the same sheet is pushed again, and after an import that was killed before its sheet was edited. The program comes from a tarball, which the steps fetch, compare with its hash and unpack as
they do on a runner. The server is the program's sandbox. Only what a service itself does is imitated here: its variables, checking out,
artifacts and caches; a `uses:` or an expression that this script does not know ends it. Of the files in
`.github/workflows`, which test the project itself, only the text is looked at. Needs git, curl, bash and PyYAML."""
import glob
import hashlib
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import time

import checks
from checks import expect, stop, takes
from servers import Sandbox
from sheets import csv_rows, records, save_records, xlsx_rows

ROOT = pathlib.Path(__file__).resolve().parents[2]


def read_yaml(path):
    """A file of the package, of which every scalar is a text."""
    yaml = checks.module("yaml")
    return yaml.load(checks.read(ROOT / path), yaml.BaseLoader)


class Repository:
    """The app's repository, whose project file `init` wrote."""

    def __init__(self, folder, binary, environment):
        self.path, self.binary, self.environment = folder, binary, environment
        os.makedirs(self.path)
        self.git("init", "--quiet", "--initial-branch=main")
        self.program("init", "--no-test")
        self.head = self.commit("Name the platform")

    def git(self, *arguments):
        return subprocess.run(
            ["git", "-c", "user.name=App", "-c", "user.email=app@example.com", *arguments], cwd=self.path, check=True,
            capture_output=True, text=True).stdout.strip()

    def program(self, *arguments):
        run = subprocess.run([self.binary, *arguments], cwd=self.path, env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        expect(run.returncode == 0, f"{arguments} ended with {run.returncode}: {run.stderr}")
        return run.stdout

    def commit(self, subject):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", subject)
        return self.git("rev-parse", "HEAD")

    def check_out(self, folder, commit):
        """What a service gives a job: a clone at a commit, with all commits before it."""
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run(["git", "clone", "--quiet", self.path, folder], check=True, capture_output=True)
        subprocess.run(["git", "-C", folder, "checkout", "--quiet", commit], check=True, capture_output=True)


class Service:
    """What both services have: secrets, the folder of a job, artifacts and caches that outlive it."""

    def __init__(self, file, folder, repository, server, tarball, digest):
        self.file = read_yaml(f"Samples/ci/{file}")
        self.folder, self.repository = folder, repository
        self.workspace, self.artifacts, self.cache = f"{folder}/workspace", f"{folder}/artifacts", f"{folder}/cache"
        os.makedirs(self.artifacts)
        self.secrets = {name: server.variables[name] for name in ("NSTACK_APPLICATION_ID", "NSTACK_REST_API_KEY")}
        self.variables = {
            **{name: server.variables[name] for name in ("NSTACK_BASE_URL", "NSTACK_GUID")},
            "NSTACK_REVIEW_URL": f"file://{tarball}", "NSTACK_REVIEW_SHA256": digest}
        self.steps = 0
        self.posted = posted = []

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                posted.append(self.rfile.read(int(self.headers["Content-Length"])).decode("utf-8"))
                self.send_response(500 if len(posted) == 1 else 200)
                self.end_headers()

            def log_message(self, *_):
                pass

        receiver = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        self.secrets["NSTACK_DIGEST_URL"] = f"http://127.0.0.1:{receiver.server_port}/"

    def shell(self, options, script, environment):
        """Runs lines in a bash that has nothing of this process's environment; gives its status and output."""
        base = {"PATH": os.environ["PATH"], "HOME": f"{self.folder}/home", "LANG": "C.UTF-8"}
        os.makedirs(base["HOME"], exist_ok=True)
        path = f"{self.folder}/step.sh"
        pathlib.Path(path).write_text(script, encoding="utf-8")
        run = subprocess.run(
            ["bash", *options, path], cwd=self.workspace, env={**base, **environment}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
        self.steps += 1
        return run.returncode, run.stdout

    def keep(self, pattern, name):
        """Copies files of the job to the artifacts; gives how many there were."""
        found = glob.glob(f"{self.workspace}/{pattern}")
        for path in found:
            os.makedirs(f"{self.artifacts}/{name}", exist_ok=True)
            shutil.copy(path, f"{self.artifacts}/{name}")
        return len(found)

    def store(self, path):
        shutil.rmtree(f"{self.cache}/{path}", ignore_errors=True)
        if os.path.exists(f"{self.workspace}/{path}"):
            shutil.copytree(f"{self.workspace}/{path}", f"{self.cache}/{path}")

    def restore(self, path):
        if os.path.exists(f"{self.cache}/{path}"):
            shutil.copytree(f"{self.cache}/{path}", f"{self.workspace}/{path}")


class GitHub(Service):
    name = "GitHub"

    def run(self, event, commit, github):
        """The jobs for an event: the status of the last one and all output."""
        triggers = self.file["on"]
        expect(event in triggers, f"GitHub: nothing runs for {event}")
        if event in ("push", "pull_request"):
            expect(triggers[event]["paths"] == ["returned/**"], f"GitHub: {event} is for {triggers[event]}")
        self.context = {f"github.{name}": value for name, value in github.items()}
        self.context.update({
            "github.event_name": event, "github.workspace": self.workspace, "github.run_id": str(self.steps),
            "github.run_attempt": "1",
            **{f"vars.{name}": value for name, value in self.variables.items()},
            **{f"secrets.{name}": value for name, value in self.secrets.items()}})
        jobs = [job for job in self.file["jobs"].values() if self.holds(job["if"])]
        expect(len(jobs) == 1, f"GitHub: {len(jobs)} jobs run for {event}")
        return self.job(jobs[0], commit)

    def job(self, job, commit):
        environment = {**self.file.get("env", {}), **job.get("env", {})}
        temporary, added = f"{self.folder}/temporary", f"{self.folder}/path"
        shutil.rmtree(temporary, ignore_errors=True)
        os.makedirs(temporary)
        pathlib.Path(added).write_text("", encoding="utf-8")
        status, output = 0, ""
        for step in job["steps"]:
            condition = step.get("if", "success()")
            expect(condition in ("success()", "always()"), f"GitHub: a condition that is not known: {condition}")
            if status != 0 and condition != "always()":
                continue
            if "uses" in step:
                status = self.action(step, commit) or status
                continue
            paths = pathlib.Path(added).read_text(encoding="utf-8").split("\n")[::-1]
            variables = {name: self.filled(value) for name, value in {**environment, **step.get("env", {})}.items()}
            variables.update({
                "PATH": ":".join([path for path in paths if path] + [os.environ["PATH"]]), "GITHUB_PATH": added,
                "RUNNER_TEMP": temporary, "GITHUB_WORKSPACE": self.workspace, "GITHUB_ACTIONS": "true", "CI": "true"})
            # A step without a `shell:` runs so.
            status, said = self.shell(["-e"], self.filled(step["run"]), variables)
            output += said
        return status, output

    def action(self, step, commit):
        """What an action does for the job; gives its status."""
        given = {name: self.filled(value) for name, value in step.get("with", {}).items()}
        match step["uses"].split("@")[0]:
            case "actions/checkout":
                self.repository.check_out(self.workspace, commit)
            case "actions/upload-artifact":
                count = self.keep(given["path"], given["name"])
                return 1 if count == 0 and given.get("if-no-files-found") == "error" else 0
            case "actions/cache/restore":
                expect(given["key"].startswith(given["restore-keys"]), "GitHub: no later run finds what this one keeps")
                self.restore(given["path"])
            case "actions/cache/save":
                self.store(given["path"])
            case other:
                stop(f"GitHub: an action that is not known: {other}")
        return 0

    def holds(self, condition):
        parts = [re.fullmatch(r"github\.event_name == '(\w+)'", part) for part in condition.split(" || ")]
        expect(all(parts), f"GitHub: a condition that is not known: {condition}")
        return any(part[1] == self.context["github.event_name"] for part in parts)

    def filled(self, text):
        """A text with the values of its expressions."""
        def value(match):
            expect(match[1] in self.context, f"GitHub: an expression that is not known: {match[0]}")
            return self.context[match[1]]
        return re.sub(r"\$\{\{ *([\w.]+) *\}\}", value, text)

    def nightly(self, commit):
        status, output = self.run("schedule", commit, {})
        return status, output, f"{self.artifacts}/review-sheet/review.xlsx"

    def request(self, base, head):
        status, output = self.run("pull_request", head, {"event.pull_request.base.sha": base})
        lines = [re.fullmatch(r"::(error|warning|notice) (.*?)::(.*)", line) for line in output.split("\n")]
        properties = [dict(part.split("=", 1) for part in line[2].split(",")) for line in lines if line]
        return status, output, [(line[1], one.get("file"), one["title"], line[3]) for line, one in zip(filter(None, lines), properties)]

    def push(self, before, head):
        return (*self.run("push", head, {"event.before": before}), f"{self.artifacts}/import-report/report.html")


class GitLab(Service):
    name = "GitLab"

    def job(self, name):
        """A job with what it extends: mappings are joined, all else is replaced."""
        job = dict(self.file[name])
        parent = self.file[job.pop("extends")] if "extends" in job else {}
        return {**parent, **job, "variables": {**parent.get("variables", {}), **job.get("variables", {})}}

    def run(self, commit, predefined):
        predefined = {"CI": "true", "CI_PROJECT_DIR": self.workspace, "CI_DEFAULT_BRANCH": "main", **predefined}
        jobs = [self.job(name) for name in self.file if not name.startswith(".")]
        jobs = [job for job in jobs if any(self.holds(rule, predefined) for rule in job["rules"])]
        expect(len(jobs) == 1, f"GitLab: {len(jobs)} jobs run for {predefined}")
        job, self.reports = jobs[0], []
        self.repository.check_out(self.workspace, commit)
        cache = job.get("cache", {})
        for path in cache.get("paths", []):
            self.restore(path)
        environment = {**self.secrets, **self.variables, **predefined}
        for name, value in job["variables"].items():
            environment[name] = re.sub(r"\$(\w+)", lambda match: predefined[match[1]], value)
        # The runner joins all entries into one script.
        script = "\n".join(job.get("before_script", []) + job["script"])
        status, output = self.shell([], "set -eo pipefail\n" + script, environment)
        if status == 0 or cache.get("when") == "always":
            for path in cache.get("paths", []):
                self.store(path)
        artifacts = job.get("artifacts", {})
        if status == 0 or artifacts.get("when") == "always":
            for path in artifacts.get("paths", []) + list(artifacts.get("reports", {}).values()):
                self.keep(path, "kept")
        return status, output

    def holds(self, rule, predefined):
        if "changes" in rule:
            expect(rule["changes"] == ["returned/**/*"], f"GitLab: a rule that is not known: {rule}")
        for part in rule["if"].split(" && "):
            matched = re.fullmatch(r'\$(\w+) == (?:"(\w+)"|\$(\w+))', part)
            expect(matched, f"GitLab: a condition that is not known: {part}")
            wanted = matched[2] if matched[2] is not None else predefined.get(matched[3])
            if predefined.get(matched[1]) != wanted:
                return False
        return True

    def nightly(self, commit):
        status, output = self.run(commit, {"CI_PIPELINE_SOURCE": "schedule", "CI_COMMIT_BRANCH": "main"})
        return status, output, f"{self.artifacts}/kept/review.xlsx"

    def request(self, base, head):
        status, output = self.run(head, {"CI_PIPELINE_SOURCE": "merge_request_event", "CI_MERGE_REQUEST_DIFF_BASE_SHA": base})
        with open(f"{self.artifacts}/kept/gl-code-quality-report.json", encoding="utf-8") as file:
            report = json.load(file)
        levels = {"major": "error", "minor": "warning", "info": "notice"}
        fingerprints = {one["fingerprint"] for one in report}
        expect(len(fingerprints) == len(report), "GitLab: two findings have one fingerprint")
        expect(all(one["location"]["lines"]["begin"] >= 1 for one in report), "GitLab: a finding has no line")
        return status, output, [(levels[one["severity"]], one["location"]["path"], *one["description"].split(": ", 1)) for one in report]

    def push(self, before, head):
        status, output = self.run(head, {"CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BRANCH": "main", "CI_COMMIT_BEFORE_SHA": before})
        return status, output, f"{self.artifacts}/kept/report.html"


def reviewed(repository, exported, folder):
    """The sheet that the nightly export wrote, as CSV, with a reviewer's edits: two proposals and a deletion."""
    repository.program("convert", exported, f"{folder}/exported.csv", "--worksheet", "Review")
    with open(f"{folder}/exported.csv", encoding="utf-8", newline="") as sheet:
        run = subprocess.run(["awk", "-f", ROOT / "Samples/reviewer.awk"], stdin=sheet, capture_output=True, check=True)
    return run.stdout.decode("utf-8")


def cut_off(service, repository, server, returned):
    """An import of two sheets is killed, and one of them is edited: the next push sends the rest, and nothing twice."""
    rows = {row["Key"]: row for row in records(returned) if row.get("Locale") == "da-DK"}
    texts, writes = {"save": "Gem nu", "back": "Gå tilbage"}, server.writes()
    for key, value in texts.items():
        save_records(returned.parent / f"{key}.csv", [{**rows[key], "Proposal": value}])
    with open(f"{repository.path}/.nstack-review.yaml", "a", encoding="utf-8") as settings:
        settings.write("settle-time: 1\n")
    repository.check_out(service.workspace, repository.commit("Return two sheets"))
    service.restore(".nstack-review-state")
    killed = subprocess.Popen(
        [repository.binary, "import", "returned/save.csv", "returned/back.csv", "--yes"], cwd=service.workspace,
        env={**repository.environment, "XDG_STATE_HOME": f"{service.workspace}/.nstack-review-state", "NSTACK_RATE": "1"},
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while server.writes() == writes and killed.poll() is None:
        time.sleep(0.02)
    killed.kill()
    expect(killed.wait() < 0 and server.writes() == writes + 1, f"{service.name}: the import was not cut off: {killed.returncode}")
    service.store(".nstack-review-state")
    save_records(returned.parent / "save.csv", [{**rows["save"], "Proposal": "Gem alt"}])
    status, output, _ = service.push("0" * 40, repository.commit("Edit one of them"))
    expect(status == 0, f"{service.name}: after an import that was cut off the next one ended with {status}: {output}")
    held = {(text.key, value) for text, value, is_own in server.proposals() if is_own}
    expect({("save", "Gem alt"), ("back", "Gå tilbage")} <= held, f"{service.name}: the server has {held}: {output}")
    expect(server.writes() <= writes + 3, f"{service.name}: {server.writes() - writes} calls were made for three proposals: {output}")


def check(service, repository, server, folder):
    """One service through its whole round; gives how many steps were run."""
    base = repository.head
    # The first post is refused, so that the second night posts the same, and the third one nothing.
    nights = [service.nightly(base) for _ in range(3)]
    status, output, exported = nights[-1]
    expect([night[0] == 0 for night in nights] == [False, True, True], f"{service.name}: the nightly export ended with {nights}")
    expect(len(service.posted) == 2 and all("<h1>New proposals</h1>" in page and "Send mig ugens brød" in page for page in service.posted),
           f"{service.name}: {len(service.posted)} digests were posted: {output}")
    expect("no proposal is new" in output, f"{service.name}: the third night said {output}")
    expect(sum(1 for _ in xlsx_rows(exported)) > 40, f"{service.name}: the nightly sheet has too few rows")

    text = reviewed(repository, exported, folder)
    returned = pathlib.Path(repository.path) / "returned/da, spring.csv"
    returned.parent.mkdir(exist_ok=True)
    # A row whose key was typed over is refused. The name has what the forms of annotations escape.
    damaged = [line.replace("cardamomBun", "cardamonBun") if "Kardemommeknude" in line else line for line in text.split("\n")]
    returned.write_text("\n".join(damaged), encoding="utf-8", newline="")
    # Texts may have line breaks, so the number of the row is not that of the line.
    row = next(number for number, cells in enumerate(csv_rows(returned), 1) if "cardamonBun" in cells)
    repository.git("checkout", "--quiet", "-b", "review")
    head = repository.commit("Return the sheet")
    status, output, findings = service.request(base, head)
    expect(status == 3, f"{service.name}: the check of a damaged sheet ended with {status}: {output}")
    comma = "%2C" if service.name == "GitHub" else ","
    name = f"returned/da{comma} spring.csv"
    errors = [finding[1:3] for finding in findings if finding[0] == "error"]
    expect(errors == [(name, f"row {row}{comma} products/cardamonBun [da-DK]")], f"{service.name}: the findings are {findings}: {output}")

    returned.write_text(text, encoding="utf-8", newline="")
    head = repository.commit("Correct the key")
    status, output, findings = service.request(base, head)
    expect(status == 0, f"{service.name}: the check of a good sheet ended with {status}: {output}")
    expect(not [finding for finding in findings if finding[0] == "error"], f"{service.name}: the findings are {findings}")

    repository.git("checkout", "--quiet", "main")
    repository.git("merge", "--quiet", "--no-ff", "--no-edit", "review")
    merged = repository.git("rev-parse", "HEAD")
    writes = server.writes()
    status, output, report = service.push(base, merged)
    expect(status == 0, f"{service.name}: the import ended with {status}: {output}")
    expect("2 calls: 2 applied" in output or "3 calls: 3 applied" in output, f"{service.name}: the import said {output}")
    held = {(text.key, value) for text, value, is_own in server.proposals() if is_own}
    expect(("cardamomBun", "Kardemommeknude") in held, f"{service.name}: the server has {held}")
    page = pathlib.Path(report).read_text(encoding="utf-8")
    expect("verified" in page, f"{service.name}: the report does not say that the import was verified")
    sent = server.writes() - writes

    # Somebody touches the sheet again: its edits are on the server already.
    returned.write_text(text + "\r\n", encoding="utf-8", newline="")
    again = repository.commit("Add an empty line")
    writes = server.writes()
    status, output, _ = service.push(merged, again)
    expect(status == 0, f"{service.name}: the second import ended with {status}: {output}")
    expect(server.writes() == writes, f"{service.name}: the second import sent {server.writes() - writes} calls: {output}")
    cut_off(service, repository, server, returned)
    # Two sheets whose runs never came: a later push finds them, and another ending and letters in capitals too.
    changed = text.replace("Kardemommeknude", "Kardemommesnurre")
    (returned.parent / "late.CSV").write_text(changed, encoding="utf-8", newline="")
    repository.git("rm", "--quiet", str(returned))
    repository.commit("Return a sheet")
    (returned.parent / "readme.txt").write_text("Sheets come here.\n", encoding="utf-8")
    last = repository.commit("Explain the folder")
    status, output, _ = service.push("0" * 40, last)
    expect(status in (0, 2, 3), f"{service.name}: the third import ended with {status}: {output}")
    expect("late.CSV" in output and "readme" not in output, f"{service.name}: the third import said {output}")
    status, output, _ = service.push("0" * 40, last)
    expect(status == 0 and "no sheet was added or changed" in output, f"{service.name}: the fourth import said {output}")

    listed = service.shell([], "nstack-review history list --json", {
        **service.secrets, **service.variables, "XDG_STATE_HOME": f"{service.workspace}/.nstack-review-state",
        "PATH": f"{os.path.dirname(repository.binary)}:{os.environ['PATH']}"})
    expect(len(json.loads(listed[1])["imports"]) >= 1, f"{service.name}: the journal was not kept: {listed}")
    status, output, _ = service.nightly(last)
    expect(status == 0 and len(service.posted) == 3 and "Kardemommesnurre" in service.posted[2] and "Send mig" not in service.posted[2],
           f"{service.name}: after the imports the digest is {service.posted[2:]}: {output}")
    expect(sent == 2 or sent == 3, f"{service.name}: the import sent {sent} calls")
    return service.steps - 1


def check_nightly():
    """The sample for the project itself ends in a command that is there, with a flag that it knows."""
    file = read_yaml(".github/workflows/nightly.yml")
    commands = [step["run"] for job in file["jobs"].values() for step in job["steps"] if "run" in step]
    expect("schedule" in file["on"] and commands[-1] == "Tests/run.sh --all", f"nightly.yml ends in {commands[-1]}")
    usage = subprocess.run(["bash", ROOT / "Tests/run.sh", "--none"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    expect(usage.returncode == 64 and commands[-1] in usage.stderr, f"Tests/run.sh says {usage.returncode}: {usage.stderr}")


def check_own_workflow():
    """The project's own workflow runs the command of the README, names test targets that are there, and may only read the repository."""
    file = read_yaml(".github/workflows/ci.yml")
    expect(file["permissions"] == {"contents": "read"}, f"ci.yml: the permissions are {file['permissions']}")
    last = file["jobs"]["linux"]["steps"][-1]
    expect(last["run"] == "Tests/run.sh", f"ci.yml: Linux ends in {last}")
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    for name, job in file["jobs"].items():
        expect("timeout-minutes" in job, f"ci.yml: {name} has no limit of time")
        for step in job["steps"]:
            if "uses" in step:
                expect(re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"]), f"ci.yml: {name} uses {step['uses']}")
            for target in re.findall(r"--(?:filter|skip) (\w+)", step.get("run", "")):
                expect(f'name: "{target}"' in manifest, f"ci.yml: {name} names a test target that is not there: {target}")


@takes("binary")
def rounds(options):
    for name in ("git", "curl", "bash", "tar", "sha256sum", "strip", "awk"):
        if not shutil.which(name):
            checks.skip_all(f"the samples for CI, as there is no {name}")
    if not checks.module("yaml"):
        checks.skip_all("the samples for CI, which are read with PyYAML (pip install PyYAML)")
    check_nightly()
    check_own_workflow()
    with checks.scratch() as folder:
        packed = subprocess.run(
            ["bash", ROOT / "Samples/package.sh", f"{folder}/packages"], capture_output=True, text=True,
            env={**os.environ, "NSTACK_REVIEW": options.binary, "ONLY": "tarball", "TMPDIR": folder})
        expect(packed.returncode == 0, f"the tarball was not packed: {packed.stdout}{packed.stderr}")
        tarball = glob.glob(f"{folder}/packages/*.tar.gz")[0]
        digest = hashlib.sha256(pathlib.Path(tarball).read_bytes()).hexdigest()
        steps = 0
        for kind, file in ((GitHub, "github.yml"), (GitLab, "gitlab.yml")):
            with Sandbox(options.binary) as server:
                place = f"{folder}/{kind.name}"
                repository = Repository(f"{place}/app", options.binary, {**server.environment, "NSTACK_PLATFORM": "mobile", "HOME": folder})
                steps += check(kind(file, place, repository, server, tarball, digest), repository, server, place)
    return f"{steps} steps of GitHub's and GitLab's samples"


if __name__ == "__main__":
    checks.main(__doc__, rounds)
