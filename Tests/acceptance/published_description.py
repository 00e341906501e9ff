#!/usr/bin/env python3
"""Puts requests that schemathesis makes of NStack's published OpenAPI description to the sandbox, as it is by default and in
its variants. No request may be answered with a failure of the server, with a status or a content type that the
description does not have, or without credentials; an answer may differ from the description only where it is known
that the description differs from every client.

Usage: published_description.py [--examples N] [--variant NAME]... BINARY DESCRIPTION
Needs schemathesis (pip install schemathesis) in the Python that runs it, or in SCHEMATHESIS; the description is NStack's.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as XML

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sandbox  # noqa: E402

LOCALIZE = "/api/v2/content/localize"
# Where the description's own schema of an answer is not what any client reads, and no answer could satisfy both.
KNOWN = {
    f"GET {LOCALIZE}/proposals": "the schema is one language, the clients read a list of proposals",
    f"GET {LOCALIZE}/resources/platforms/{{platform-slug}}": "the schema is a bare list, the clients read it under data",
    f"GET {LOCALIZE}/resources/{{id}}": "the schema is one language, the clients read sections of texts",
}
# What the description demands and no client needs: the variant published-description has it.
KNOWN_BY_DEFAULT = {
    f"GET {LOCALIZE}/{{platform-slug}}/languages/best_fit": "the schema's meta is a string, its example is null",
    f"DELETE {LOCALIZE}/proposals/{{proposalId}}": "the schema is a whole proposal, the clients read a message",
    "POST /api/v2/open": "the schema demands an update and a rate reminder in every answer",
}
VARIANTS = [
    [], ["published-description"], ["not-found-404", "created-200", "same-value-409"], ["cdn", "flat"],
    ["unknown-texts", "override-everybody", "renewed-ids", "trimmed-values"], ["queried-urls", "proposed-values"],
]

CONFIGURATION = """
[auth.openapi.AppId]
api_key = "{application}"
[auth.openapi.ApiKey]
api_key = "{key}"
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 445]
[checks.positive_data_acceptance]
expected-statuses = ["2xx", 401, 403, 404, 409, 412, 422, 445]
"""


def program():
    """The command that starts schemathesis; None where there is none."""
    named = os.environ.get("SCHEMATHESIS")
    beside = os.path.join(os.path.dirname(sys.executable), "schemathesis")
    for path in [named, beside, shutil.which("schemathesis")]:
        if path and os.path.exists(path):
            return path
    return None


def failures(report):
    """The failed checks of a JUnit report: (operation, sentence) pairs, without repetition."""
    found = set()
    for case in XML.parse(report).getroot().iter("testcase"):
        for failure in list(case.iter("failure")) + list(case.iter("error")):
            words = (failure.get("message") or "") + "\n" + (failure.text or "")
            for title in re.findall(r"^\s*- (.+)$", words, re.M) or [words.strip()[:120]]:
                found.add((case.get("name"), title.strip()))
    return found


def run(command, binary, description, variants, examples):
    with sandbox.Sandbox(binary, options=[word for name in variants for word in ("--variant", name)]) as server:
        environment = server.environment
        folder = server.path
        with open(folder + "/schemathesis.toml", "w") as file:
            file.write(CONFIGURATION.format(application=environment["NSTACK_APPLICATION_ID"],
                                            key=environment["NSTACK_REST_API_KEY"]))
        report = folder + "/report.xml"
        process = subprocess.run(
            [command, "--config-file", folder + "/schemathesis.toml", "run", description,
             "--url", environment["NSTACK_BASE_URL"], "--include-path-regex", "/content/localize|/api/v2/open$",
             "--max-examples", str(examples), "--seed", "1", "--phases", "examples,coverage,fuzzing",
             "--continue-on-failure", "--no-color", "--report-junit-path", report],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1800)
        said = process.stdout.decode("utf-8", "replace")
        if not os.path.exists(report):
            sys.exit(f"WRONG: schemathesis ended with {process.returncode} and no report:\n{said[-2000:]}")
        tested = re.search(r"Tested: (\d+)", said)
        cases = re.search(r"(\d+) generated", said)
        if server.process.poll() is not None:
            sys.exit(f"WRONG: the sandbox ended with {server.process.returncode}")
        if not tested or int(tested.group(1)) < 8 or not cases:
            sys.exit(f"WRONG: not every operation was tested:\n{said[-2000:]}")
        return int(cases.group(1)), failures(report), said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=60)
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("binary")
    parser.add_argument("description")
    options = parser.parse_args()
    command = program()
    if not command:
        print("skipped: there is no schemathesis (pip install schemathesis, or set SCHEMATHESIS)")
        return 1
    if not os.path.exists(options.description):
        print(f"skipped: there is no description at {options.description}")
        return 1
    wrong, total = 0, 0
    sets = [options.variant] if options.variant else VARIANTS
    for variants in sets:
        description = os.path.abspath(options.description)
        cases, found, said = run(command, options.binary, description, variants, options.examples)
        known = dict(KNOWN) if "published-description" in variants else {**KNOWN, **KNOWN_BY_DEFAULT}
        total += cases
        name = "+".join(variants) or "default"
        unknown = sorted(pair for pair in found if not (pair[0] in known and "violates schema" in pair[1]))
        print(f"{name}: {cases} requests, {len(found) - len(unknown)} known differences, {len(unknown)} others")
        if options.verbose:
            print(said)
        for operation, sentence in unknown:
            print(f"WRONG: {name}: {operation}: {sentence}")
            wrong += 1
    print(f"{total} requests in {len(sets)} set-ups, {wrong} answered otherwise than described")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
