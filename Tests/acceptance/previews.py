#!/usr/bin/env python3
"""previews.py BINARY [DATA]

Writes previews of DATA with everybody's proposals, with own ones only, and with those of a returned sheet. Each file must have the bytes
of DATA outside the values that change, and each value must be the one that the proposals ask for. A sandbox then serves the folder: its
answers must be the files. Python's standard library only."""
import argparse
import csv
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request

STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Check:
    def __init__(self, binary, data):
        self.binary, self.data, self.count = os.path.abspath(binary), os.path.abspath(data), 0
        self.locales = [language["locale"] for language in json.loads(read(f"{data}/languages.json"))["data"]]
        path = f"{data}/proposals.json"
        self.proposals = json.loads(read(path))["data"] if os.path.exists(path) else []

    def run(self, *arguments, status=0):
        done = subprocess.run([self.binary, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode != status:
            sys.exit(f"WRONG: {' '.join(arguments)}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def wrong(self, what):
        sys.exit(f"WRONG: {what}")

    def shown(self, is_own, edits):
        """The value of each text that shows a proposal: an edit, then an own one, then the newest."""
        values = {}
        for proposal in sorted(self.proposals, key=lambda one: (bool(one.get("can_delete")), one["id"])):
            if is_own and not proposal.get("can_delete"):
                continue
            values[proposal["section"], proposal["key"], proposal["locale"]] = proposal["value"]
        return {**values, **edits}

    def compare(self, folder, is_own=False, edits=None):
        values, changed = self.shown(is_own, edits or {}), 0
        for locale in self.locales:
            name = f"resource-{locale}.json"
            before, after = read(f"{self.data}/{name}"), read(f"{folder}/{name}")
            expected = json.loads(before)
            wanted = 0
            for (section, key, where), value in values.items():
                if where == locale and key in expected["data"].get(section, {}):
                    wanted += expected["data"][section][key] != value
                    expected["data"][section][key] = value
            if json.loads(after) != expected:
                self.wrong(f"{folder}/{name} has other values than the proposals ask for")
            if STRING.split(before) != STRING.split(after):
                self.wrong(f"{folder}/{name} has other bytes outside its strings")
            pairs = list(zip(STRING.findall(before), STRING.findall(after)))
            if sum(old != new for old, new in pairs) != wanted:
                self.wrong(f"{folder}/{name} has {sum(old != new for old, new in pairs)} other strings and not {wanted}")
            changed += wanted
            self.count += len(pairs)
        return changed

    def served(self, folder, work):
        """Compares what a sandbox serves with the files of a folder."""
        process = subprocess.Popen([self.binary, "sandbox", "--preview", folder, "--json"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True, cwd=work)
        try:
            variables = ""
            for line in process.stdout:
                variables += line
                if line.startswith("}"):
                    break
            settings = json.loads(variables)
            headers = {"X-Application-Id": settings["NSTACK_APPLICATION_ID"],
                       "X-Rest-Api-Key": settings["NSTACK_REST_API_KEY"]}

            def get(url):
                with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=600) as answer:
                    return answer.read()

            base = settings["NSTACK_BASE_URL"] + "/api/v2/content/localize"
            index = json.loads(get(f"{base}/resources/platforms/{settings['NSTACK_PLATFORM']}?dev=true"))["data"]
            if [entry["language"]["locale"] for entry in index] != self.locales:
                self.wrong("the sandbox serves other locales than the preview has")
            for entry in index:
                if get(entry["url"]) != read(f"{folder}/resource-{entry['language']['locale']}.json"):
                    self.wrong(f"the sandbox serves other bytes for {entry['language']['locale']}")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def edit(path, locale):
    """Proposes another value for the first text of a sheet that has no proposal; gives the text and the value."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    head = next(row for row in rows if "Proposal" in row)
    place = {name: head.index(name) for name in head}
    for row in rows[rows.index(head) + 1:]:
        if row[place["Locale"]] == locale and not row[place["Proposal"]] and row[place["Current value"]].isalpha():
            row[place["Proposal"]] = "Preview"
            break
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows(rows)
    return {(row[place["Section"]], row[place["Key"]], locale): "Preview"}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("data", nargs="?", default="Samples/texts")
    arguments = parser.parse_args()
    check = Check(arguments.binary, arguments.data)
    with tempfile.TemporaryDirectory(prefix="nstack-review-check.") as work:
        sandbox = ["--sandbox", "--sandbox-dir", f"{work}/sandbox", "--data", check.data]
        told = json.loads(check.run("preview", *sandbox, "--output", f"{work}/all", "--json"))
        if [file["locale"] for file in told["files"]] != check.locales:
            check.wrong("preview tells of other files than there are locales")
        everybody = check.compare(f"{work}/all")
        check.run("preview", *sandbox, "--output", f"{work}/own", "--mine")
        own = check.compare(f"{work}/own", is_own=True)
        locale = check.locales[-1]
        check.run("export", f"{work}/sheet.csv", *sandbox, "--locale", locale)
        edits = edit(f"{work}/sheet.csv", locale)
        check.run("preview", f"{work}/sheet.csv", *sandbox, "--output", f"{work}/all")
        if check.compare(f"{work}/all", edits=edits) != everybody + 1:
            check.wrong("the preview of a sheet has not one change more")
        check.served(f"{work}/all", work)
        # A folder cannot take the place of a file, and what is there stays.
        os.mkdir(f"{work}/taken")
        os.mkdir(f"{work}/taken/languages.json")
        check.run("preview", *sandbox, "--output", f"{work}/taken", status=1)
    print(f"{check.count} strings in {len(check.locales)} locales compared: {everybody} of everybody's and {own} own proposals shown, "
          "one edit of a sheet, and all other bytes as they were")


main()
