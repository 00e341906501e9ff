#!/usr/bin/env python3
"""answers.py MODE BINARY

What NStack answers: every form of an answer put to the program, and the sandbox's answers beside NStack's own description."""
import collections
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.parse
import xml.etree.ElementTree as XML

import checks
import sheets
from checks import ask, takes
from servers import API, ProposalServer, Sandbox, TextServer, proposal

LINES = "a & b <i>\"c\"</i>\nd'e"
# The arguments that make the call of a form.
COMMANDS = {"proposals": ["proposals", "list", "--json"], "index": ["export", "-"], "resource": ["export", "-"],
            "propose": ["proposals", "add", "home", "title", "en-GB", "new text", "--json"],
            "propose lines": ["proposals", "add", "home", "title", "en-GB", LINES, "--accept", "refused-by-check", "--json"],
            "delete": ["proposals", "delete", "13", "--json"]}
CALLS = {"delete": ("DELETE", f"{API}/proposals/13"), "propose": ("POST", f"{API}/proposals"), "propose lines": ("POST", f"{API}/proposals"),
         "proposals": ("GET", f"{API}/proposals"), "index": ("GET", f"{API}/resources/platforms/mobile"), "resource": ("GET", "/r/11")}


class FormServer(TextServer):
    """Gives the answers of one form in turn to the call that it is for, the last one again, and whole answers to all others."""

    guid = "me-1"

    def begin(self, form):
        self.form, self.given, self.deleted = form, 0, False

    def answer(self, method, target, body, headers):
        path = urllib.parse.urlsplit(target).path
        if (method, path) != CALLS[self.form["call"]]:
            if self.form["call"] == "delete" and path.endswith("/proposals"):
                # The list is what shows the truth: a form that says so is true, any other is not.
                is_gone = self.form.get("value") in ("gone", "deleted") and self.deleted
                return 200, {"data": [] if is_gone else [proposal(13, ("home", "title", "en-GB"), "new text", True)]}
            if path.startswith("/r/"):
                return 200, {"data": {"home": {"title": "Text of " + path[3:]}}}
            return super().answer(method, target, body, headers)
        answer = self.form["answers"][min(self.given, len(self.form["answers"]) - 1)]
        self.given += 1
        self.deleted = self.deleted or method == "DELETE"
        # The forms name the resource of English by its locale.
        body = answer["body"].replace("{base}/r/en-GB", self.url + "/r/11").replace("{base}", self.url)
        headers = {name: value.replace("{base}", self.url) for name, value in answer.get("headers", {}).items()}
        if not any(name.lower() == "content-type" for name in headers):
            headers["Content-Type"] = "text/html" if body.startswith("<!") else "application/json"
        return answer["status"], body.encode(), headers


def read(form, out):
    """What the program says that it read."""
    if form["call"] == "proposals":
        return "|".join(f"{p['id']}={p['value']}{'*' if p['deletable'] else ''}" for p in json.loads(out)["proposals"])
    if form["call"].startswith("propose"):
        return "{id}={value}".format(**json.loads(out))
    if form["call"] == "delete":
        return json.loads(out)["proposals"][0]["outcome"].replace("already-", "")
    rows = list(csv.DictReader(io.StringIO(out.removeprefix("\ufeff"), newline="")))
    # A text for each locale; a sheet without rows has none.
    return "|".join(dict.fromkeys(row["Locale"] for row in rows) if form["call"] == "index"
                    else (f"{row['Section']}/{row['Key']}={row['Current value']}" for row in rows))


@takes("binary", call=None)
def forms(options):
    """Puts each form of an answer in Tests/Fixtures/answer-forms.json to the program, one run for each: it must be read as what it says, warned
    of or refused. A form that is read otherwise, without a warning and with exit code 0, is read silently wrong."""
    with checks.scratch() as folder, FormServer() as server:
        it = checks.Program(options.binary, folder, server, NSTACK_CACHE="off", NSTACK_SETTLE_TIME="0")
        for form in checks.json_of(checks.ROOT + "/Tests/Fixtures/answer-forms.json"):
            if form["call"] not in COMMANDS or options.call not in (None, form["call"]):
                continue
            server.begin(form)
            run = it.run(*COMMANDS[form["call"]], status=None)
            expected = form.get("program", form["expect"])
            found, value = "refused", None
            if run.returncode == 0:
                # What the checks say of the value that was sent is nothing about the answer.
                found = "warned" if "warning: " in run.stderr.replace("warning: Sent in spite of a check", "") else "read"
                try:
                    value = read(form, run.stdout)
                except (KeyError, ValueError) as error:
                    value = f"nothing that can be read ({error!r})"
            ask(f"{form['call']}: {form['form']}: {expected} {form.get('value', '')!r}", found == expected and run.returncode >= 0
                and (value is None or value == form["value"]) and "0f8fad5b" not in run.stdout + run.stderr,
                f"{found} {value!r}, exit {run.returncode}: {run.stderr.strip()[:300]}")
    return "forms of answers"


@takes("binary", limits=[4, 20], texts=60)
def limits(options):
    """An import of 60 texts, and readings before and after it, from servers that take so many calls in any second and refuse all others, with
    and without Retry-After: each call is carried out, and the pace settles near the limit."""
    said = []
    for limit, wait in ((int(limit), wait) for limit in options.limits for wait in (None, "1")):
        taken, refused = collections.deque(), []

        def fault(method, path, body):
            now = time.monotonic()
            while taken and taken[0] < now - 1:
                taken.popleft()
            if len(taken) < limit:
                taken.append(now)
                return None
            refused.append(now)
            return 429, {"message": "Too many attempts."}, {"Retry-After": wait} if wait else {}

        with checks.scratch() as folder, ProposalServer(options.texts) as server:
            it = checks.Program(options.binary, folder, server)
            it.run("export", "review.csv")
            new = {key: "New " + key for key in server.texts}
            sheets.propose(folder + "/review.csv", folder + "/back.csv", new)
            server.fault, began = fault, time.monotonic()
            it.run("import", "back.csv", "--yes", "--json")
            seconds = time.monotonic() - began
            ask(f"{limit} calls a second, Retry-After {wait}: all is held", server.held() == new, f"{len(server.held())} are")
            ask(f"{limit} calls a second, Retry-After {wait}: few calls are refused", len(refused) < options.texts, len(refused))
            said.append(f"{limit} a second{' with Retry-After' if wait else ''}: {seconds:.0f} s, {len(refused)} refused")
    return f"{options.texts} texts to servers that take few calls; " + "; ".join(said)


# Where the description's own schema of an answer is not what any client reads, and no answer could satisfy both.
KNOWN = {
    f"GET {API}/proposals": "the schema is one language, the clients read a list of proposals",
    f"GET {API}/resources/platforms/{{platform-slug}}": "the schema is a bare list, the clients read it under data",
    f"GET {API}/resources/{{id}}": "the schema is one language, the clients read sections of texts",
}
# What the description demands and no client needs: the variant published-description has it.
KNOWN_BY_DEFAULT = {
    f"GET {API}/{{platform-slug}}/languages/best_fit": "the schema's meta is a string, its example is null",
    f"DELETE {API}/proposals/{{proposalId}}": "the schema is a whole proposal, the clients read a message",
    "POST /api/v2/open": "the schema demands an update and a rate reminder in every answer",
}
VARIANTS = [
    [], ["published-description"], ["not-found-404", "created-200", "same-value-409"], ["cdn", "flat"],
    ["unknown-texts", "override-everybody", "renewed-ids", "trimmed-values"], ["queried-urls", "proposed-values"],
]
CONFIGURATION = """
[auth.openapi.AppId]
api_key = "{NSTACK_APPLICATION_ID}"
[auth.openapi.ApiKey]
api_key = "{NSTACK_REST_API_KEY}"
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 445]
[checks.positive_data_acceptance]
expected-statuses = ["2xx", 401, 403, 404, 409, 412, 422, 445]
"""


def failures(report):
    """The failed checks of a JUnit report: (operation, sentence) pairs, without repetition."""
    for case in XML.parse(report).getroot().iter("testcase"):
        for failure in [*case.iter("failure"), *case.iter("error")]:
            words = (failure.get("message") or "") + "\n" + (failure.text or "")
            yield from ((case.get("name"), title.strip()) for title in re.findall(r"^\s*- (.+)$", words, re.M) or [words.strip()[:120]])


@takes("binary", "description?", examples=60, variants=[])
def description(options):
    """Puts requests that schemathesis makes of NStack's OpenAPI description to the sandbox, by default and in its variants, N for each call. None
    may be answered with a failure of the server, or with a status or a content type that the description does not have; an answer may
    differ only where the description is known to differ from every client. Needs schemathesis; the description is NStack's."""
    beside = os.path.join(os.path.dirname(sys.executable), "schemathesis")
    command = beside if os.path.exists(beside) else shutil.which("schemathesis") or checks.skip_all("there is no schemathesis (pip install schemathesis)")
    path = os.path.abspath(options.description or checks.ROOT + "/../shared/schemas/nstack-openapi-2.yaml")
    if not os.path.exists(path):
        checks.skip_all(f"there is no description at {path}")
    total = 0
    for variants in [options.variants] if options.variants else VARIANTS:
        name = "+".join(variants) or "default"
        with Sandbox(options.binary, variants=variants) as server:
            report = server.path + "/report.xml"
            configuration = checks.write(server.path + "/schemathesis.toml", CONFIGURATION.format(**server.variables))
            run = subprocess.run(
                [command, "--config-file", configuration, "run", path, "--url", server.variables["NSTACK_BASE_URL"], "--include-path-regex",
                 "/content/localize|/api/v2/open$", "--max-examples", str(options.examples), "--seed", "1", "--phases", "examples,coverage,fuzzing",
                 "--continue-on-failure", "--no-color", "--report-junit-path", report],
                cwd=server.path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1800)
            said = run.stdout.decode("utf-8", "replace")
            tested, cases = re.search(r"Tested: (\d+)", said), re.search(r"(\d+) generated", said)
            if not os.path.exists(report) or not tested or int(tested[1]) < 8 or not cases or server.process.poll() is not None:
                checks.stop(f"schemathesis ended with {run.returncode}, and did not test every operation:\n{said[-2000:]}")
            found = set(failures(report))
        known = KNOWN if "published-description" in variants else {**KNOWN, **KNOWN_BY_DEFAULT}
        others = sorted(pair for pair in found if not (pair[0] in known and "violates schema" in pair[1]))
        total += int(cases[1])
        ask(f"{name}: answered as described, but for {len(found) - len(others)} known differences", not others, others)
    return f"{total} requests of the description"


if __name__ == "__main__":
    checks.main(__doc__, forms, limits, description)
