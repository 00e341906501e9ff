#!/usr/bin/env python3
"""journals.py MODE BINARY

What many imports, many texts and several machines leave: how large journals and registers become, how long commands take beside them, and
whether each call arrives once."""
import collections
import json
import os
import random
import resource
import signal
import tempfile
import time
import urllib.parse

import checks
import sheets
from checks import ask, same, takes
from servers import ProposalServer, Sandbox, proposal, write_texts


class RivalServer(ProposalServer):
    """A server for several people. Each machine has a base URL of its own, so that its calls are known by their paths."""

    def begin(self, latency, overrides_everybody):
        self.reset()
        with self.lock:
            self.latency, self.overrides_everybody = latency, overrides_everybody
            # (machine, number, key, value) of what a post took away, and what each machine's readings listed.
            self.taken, self.listed, self.last, self.calls = [], collections.defaultdict(set), {}, collections.Counter()

    def reset(self, proposals=()):
        super().reset(proposals)
        self.by_key = collections.defaultdict(dict)

    def answer(self, method, target, body, headers=None):
        machine, _, rest = target[1:].partition("/")
        self.calls[machine, method] += 1
        time.sleep(self.latency / 2)
        answer = self.answered(machine, method, urllib.parse.urlsplit("/" + rest), body)
        time.sleep(self.latency / 2)
        return answer

    def answered(self, machine, method, url, body):
        if not url.path.endswith("/proposals"):
            status, answer = self.carried_out(method, url.path, body)
            for entry in answer["data"] if url.path.endswith("/resources/platforms/mobile") else []:
                entry["url"] = entry["url"].replace("/api/", f"/{machine}/api/")
            return status, answer
        with self.lock:
            if method == "GET":
                guid = dict(urllib.parse.parse_qsl(url.query))["guid"]
                self.last[machine] = {(number, key, value) for number, (key, value, _) in self.proposals.items()}
                self.listed[machine] |= self.last[machine]
                return 200, {"data": [self.shown(number, guid) for number in self.proposals]}
            form = dict(urllib.parse.parse_qsl(body, keep_blank_values=True))
            key, value, guid = form["key"], form["value"], form["guid"]
            if (key, value, guid) in self.by_key[key].values():
                return 412, {"message": "The same value is already proposed"}
            for number, (_, old, owner) in list(self.by_key[key].items()):
                if owner == guid or self.overrides_everybody:
                    self.taken.append((machine, number, key, old))
                    del self.proposals[number], self.by_key[key][number]
            self.next_id += 1
            self.proposals[self.next_id] = self.by_key[key][self.next_id] = (key, value, guid)
            return 201, {"data": self.shown(self.next_id, guid)}


class Machine(checks.Program):
    """One of several machines that import at the same time, with a journal of its own."""

    def __init__(self, binary, folder, server, name, guid):
        os.makedirs(f"{folder}/{name}")
        super().__init__(binary, f"{folder}/{name}", server, NSTACK_GUID=guid, NSTACK_BASE_URL=f"{server.url}/{name}")
        self.name = name

    def sheet(self, exported, number, machines):
        """The machine's sheet, in an order of its own: all of them edit the middle half of the texts, each some of the rest."""
        header, *rows = sheets.table(exported)
        for index, row in enumerate(rows):
            if index * 4 // max(1, len(rows)) in (1, 2) or index % machines == number:
                row[header.index("Proposal")] = f"{self.name} says {index}"
        random.Random(number).shuffle(rows)
        sheets.save(self.folder + "/returned.csv", [header, *rows])

    def judge(self, report):
        """Asks whether all that was overridden or is gone is reported."""
        server = self.server
        named = {(one["id"], row["key"], one["value"]) for row in report["items"] for one in row.get("overrode", [])}
        taken = {entry[1:] for entry in server.taken if entry[0] == self.name}
        for entry in taken & server.listed[self.name]:
            ask(f"{self.name} names {entry}, which it overrode", entry in named)
        # Where a third one writes at the same moment, readings do not show whose call it was.
        everybodys = {entry[1:] for entry in server.taken}
        for entry in named:
            ask(f"{self.name} overrode {entry}, which it names", entry in everybodys and entry in server.listed[self.name])
        same(f"{self.name} counts what it overrode", report["overrode"], sum("overrode" in row for row in report["items"]))
        held = {(key, value) for _, key, value in server.last.get(self.name, ())}
        for row in report["items"]:
            outcome, is_held = row.get("outcome") or row["verdict"], (row["key"], row["proposal"]) in held
            expected = {"applied": is_held, "already-there": is_held, "overridden": not is_held, "conflict": True, "already-proposed": True}
            ask(f"{self.name}: {row['key']} is {outcome}, and {'there' if is_held else 'gone'}", expected.get(outcome, False))


@takes("binary", texts=1600, latency=[5, 50, 500], machines=[2, 3])
def rivals(options):
    """Two and three machines import overlapping sheets at the same time, with own guids or one guid, on a server that keeps one proposal for
    each text, or one for each text and guid: is everything that was overridden named, and everything that was gone reported?"""
    with checks.scratch() as scratch, RivalServer(options.texts) as server:
        for latency in options.latency:
            for count in options.machines:
                for overrides_everybody, shares_guid in ((True, False), (False, False), (False, True)):
                    folder = tempfile.mkdtemp(dir=scratch)
                    server.begin(0, overrides_everybody)
                    Machine(options.binary, folder, server, "first", "guid-0").run("export", folder + "/review.csv")
                    machines = [Machine(options.binary, folder, server, f"machine{number}", f"guid-{0 if shares_guid else number}")
                                for number in range(count)]
                    for number, machine in enumerate(machines):
                        machine.sheet(folder + "/review.csv", number, count)
                    server.begin(latency / 1000, overrides_everybody)
                    # A file takes all that a program prints, however late it is read.
                    outputs = [open(f"{machine.folder}/report", "w+") for machine in machines]
                    processes = [machine.start("import", "returned.csv", "--yes", "--json", stdout=output, stderr=output)
                                 for machine, output in zip(machines, outputs)]
                    for machine, process, output in zip(machines, processes, outputs):
                        process.wait(1800)
                        output.close()
                        machine.judge(checks.json_of(f"{machine.folder}/report"))
                    sent = sum(number for (_, method), number in server.calls.items() if method == "POST")
                    readings = sum(number for (_, method), number in server.calls.items() if method == "GET")
                    kind = "one for each text" if overrides_everybody else "one for each guid" + ", the same guid" * shares_guid
                    print(f"  {latency} ms, {count} machines, {kind}: {len(server.taken)} of {sent} values sent overwrote another, "
                          f"{1000 * len(server.taken) / max(1, sent):.1f} per 1,000; {readings} readings", flush=True)
    return "imports by rivals at the same time"


@takes("binary", texts=100_000)
def reviewed(options):
    """The register of reviewed texts with many of them: its size, the time of `status` and of an export with it, that it does not grow when
    the same is added again, and that programs that add to it at the same time lose nothing of each other's."""
    with checks.scratch() as folder:
        program = checks.Program(options.binary, folder)
        state = folder + "/state/nstack-review/sandbox"

        def size():
            return sum(os.path.getsize(f"{state}/{name}") for name in os.listdir(state) if name.startswith("reviewed"))

        def least(*command):
            """The least seconds of three runs."""
            times = []
            for _ in range(3):
                began = time.monotonic()
                program.run(*command, "--sandbox")
                times.append(time.monotonic() - began)
            return min(times)

        def file(name, texts, when):
            """A file of reviewed texts that no application has, as another manager would send it."""
            content = dict(form, texts=[
                {"section": f"section{number // 100}", "key": f"aKeyOfUsualLength{number}", "locale": "da-DK", "currentValue": "abcdefghij",
                 "pending": [], "sourceLocale": "en-GB", "sourceValue": "klmnopqrst", "time": f"2026-{when}T00:00:00Z"} for number in texts])
            checks.write(f"{folder}/{name}", json.dumps(content))
            return ["sheets", "reviewed", "--import", name, "--sandbox"]

        def counts(what, expected):
            same(what, program.object("sheets", "reviewed", "--sandbox")["reviewed"], expected)

        program.run("sheets", "reviewed", "--export", "empty.json", "--sandbox")
        form = checks.json_of(f"{folder}/empty.json")
        same("nothing is reviewed at first", form["texts"], [])
        before = [least("status"), least("export", "a.csv", "--overwrite")]
        program.run(*file("all.json", range(options.texts), "01-01"))
        first = size()
        counts("all texts are kept", options.texts)
        after = [least("status"), least("export", "a.csv", "--overwrite", "--only", "unreviewed")]
        program.run("sheets", "reviewed", "--import", "all.json", "--sandbox")
        same("what is known already adds nothing", size(), first)
        for day in range(2, 5):
            program.run(*file("again.json", range(options.texts), f"01-0{day}"))
        ask("it does not grow with the number of imports", size() <= 2.1 * first + 200_000, (size(), first))
        counts("all texts are still kept", options.texts)
        # Several programs add at the same time, each texts of its own.
        total = options.texts
        for turn in range(6):
            processes = [program.start(*file(f"part{writer}.json", range(total + 700 * writer, total + 700 * (writer + 1)), f"02-0{turn + 1}"))
                         for writer in range(4)]
            for process in processes:
                program.end(process, 0)
            total += 2800
        counts("what several programs add at the same time is all there", total)
        checks.write(state + "/reviewed.jsonl", checks.read(state + "/reviewed.jsonl") + '{"reviewed":1,"scope":"x","time":"é'.encode()[:-1])
        program.run(*file("last.json", [total], "03-01"))
        total += 1
        counts("a line that was cut off takes no other with it", total)
        program.run("sheets", "reviewed", "--export", "back.json", "--sandbox")
        same("all are exported", len(checks.json_of(f"{folder}/back.json")["texts"]), total)
    return (f"{options.texts} texts take {first / 1e6:.1f} MB; status {before[0]:.2f} s without and {after[0]:.2f} s with them, an export "
            f"{before[1]:.2f} s and {after[1]:.2f} s with --only unreviewed")


@takes("binary", imports=8, edits=1000, texts=0)
def history(options):
    """How long `diff`, `import`, `history` and `status` take beside N imports of M edits of one sheet, and how large the journal is. The last
    import may not take three times the processor's time of the second, and an edit may not add 400 bytes."""
    with checks.scratch() as folder, ProposalServer(max(options.edits, options.texts)) as server:
        program = checks.Program(options.binary, folder, server)

        def size():
            journal = folder + "/state/nstack-review/journal-default.sqlite"
            return sum(os.path.getsize(journal + suffix) for suffix in ("", "-wal") if os.path.exists(journal + suffix))

        def seconds(*command):
            """Wall and processor time of a command."""
            began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
            program.run(*command)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return time.monotonic() - began, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        def round_of(number):
            """An import of M edits that are new; gives its times, and prints those of other commands before it."""
            sheets.propose(folder + "/review.csv", folder + "/returned.csv",
                           {f"key{row:04d}": f"Ny tekst & nummer {row} i omgang #{number:06d}#" for row in range(options.edits)})
            others = [seconds(*command)[0] for command in (["diff", "returned.csv"], ["history"], ["status"])] if number in (1, options.imports) else []
            taken = seconds("import", "returned.csv", "--yes")
            if others:
                print(f"| {number} before | {size() / 1e6:.1f} MB | " + " | ".join(f"{one:.2f} s" for one in (*others, taken[0])) + " |", flush=True)
            return taken

        print("| Imports | Size | `diff` | `history` | `status` | `import` |\n|---|---|---|---|---|---|")
        program.run("export", "review.csv")
        round_of(0)
        first, one = round_of(1), size()
        last = [round_of(number) for number in range(2, options.imports + 1)][-1]
        growth = (size() - one) / (options.imports - 1)
        ask("an edit adds at most 400 bytes", growth <= 400 * options.edits + 65536, growth)
        ask("the last import takes less than three times as long as the second", last[1] <= 3 * first[1] + 0.5, (first, last))
    return f"one import of {options.edits} edits adds {growth / 1e6:.2f} MB; the last `import` takes {last[0]:.2f} s where the second took {first[0]:.2f} s"


OTHERS = 50


class CleanUp(checks.Program):
    """Deletions of useless proposals in one import, and their undoing."""

    def __init__(self, options, server):
        super().__init__(options.binary, server.path, server, NSTACK_CONCURRENCY=str(options.concurrency), NSTACK_SETTLE_TIME="2")
        self.count, self.before, self.seen = options.proposals, server.proposals(), server.requests()
        self.deletion = ["proposals", "delete", "--only", "same-as-current", "--yes", "--allow-delete", "--json"]

    def arrived(self, method):
        return self.server.requests()[method] - self.seen[method]

    def wrote(self, what, **expected):
        same(f"{what}: each call arrived once", {method: self.arrived(method) for method in ("POST", "DELETE")}, {"POST": 0, "DELETE": 0, **expected})
        self.seen = self.server.requests()

    def cleaned(self, what):
        """Asks what is gone, then undoes it; gives the seconds that this took."""
        self.wrote(what, DELETE=self.count)
        left = self.server.proposals()
        gone = self.before - left
        same(f"{what}: as many proposals are gone", sum(gone.values()), self.count)
        ask(f"{what}: each was this profile's, and the served value",
            all(own and value.endswith("in da-DK") and value.startswith("Text ") for _, value, own in gone), list(gone)[:3])
        same(f"{what}: nothing else changed", left - self.before, collections.Counter())
        kept = self.object("history", "list")["imports"][-1]
        ask(f"{what}: it is one import", kept["deletion"] and kept["changes"] == self.count and kept["complete"], kept)
        began = time.monotonic()
        self.run("history", "undo", kept["id"], "--yes", "--json")
        seconds = time.monotonic() - began
        ask(f"{what}, undone: everything is there again", self.server.proposals() == self.before, self.before - self.server.proposals())
        self.wrote(f"{what}, undone", POST=self.count)
        return seconds


@takes("binary", proposals=500, latency=20.0, concurrency=8)
def clean_up(options):
    """Deletes many useless proposals in one step through a slow server, whole, and killed in the middle and resumed; undoes it each time.
    Prints the time beside the bound: the calls by the latency in ms, divided by the calls in flight."""
    bound = options.proposals * options.latency / 1000 / options.concurrency
    locales, count = ("en-GB", "da-DK"), options.proposals
    names = [(f"section{number // 100:03d}", f"key{number:05d}") for number in range(count + OTHERS)]
    texts = {locale: collections.defaultdict(dict) for locale in locales}
    for number, (section, key) in enumerate(names):
        for locale in locales:
            texts[locale][section][key] = f"Text {number} in {locale}"
    # Own proposals of the value that is served, which are useless, and three kinds that must stay.
    pending = [(number, f"Text {number} in da-DK", True, "da-DK") for number in range(count)]
    pending += [(count + number, f"Another text {number}", True, "da-DK") for number in range(OTHERS)]
    pending += [(number, f"Text {number} in da-DK", False, "da-DK") for number in range(OTHERS)]
    pending += [(number, f"Text {number} in da-DK", True, "en-GB") for number in range(OTHERS)]
    with checks.scratch() as folder:
        write_texts(folder, locales, texts, [proposal(1000 + index, (*names[number], locale), value, own)
                                             for index, (number, value, own, locale) in enumerate(pending)])
        with Sandbox(options.binary, folder, faults=[{"late": options.latency / 1000}]) as server:
            it = CleanUp(options, server)
            began = time.monotonic()
            outcomes = [one["outcome"] for one in json.loads(it.run(*it.deletion).stdout)["proposals"]]
            deleted = time.monotonic() - began
            same("each was deleted", outcomes, ["deleted"] * count)
            undone = it.cleaned("a clean-up")
            with open(folder + "/log", "w") as log:
                process = it.start(*it.deletion, stdout=log, stderr=log)
                while process.poll() is None and it.arrived("DELETE") < count / 2:
                    time.sleep(0.01)
                process.send_signal(signal.SIGKILL)
                process.wait()
            cut = it.arrived("DELETE")
            ask("it was killed before its end", cut < count, cut)
            began = time.monotonic()
            it.run("import", "--resume", "--yes", "--json")
            resumed = time.monotonic() - began
            it.cleaned("a killed clean-up")
    return (f"{count} proposals at {options.latency:g} ms: bound {bound:.1f} s, deleted in {deleted:.1f} s, undone in {undone:.1f} s; killed after "
            f"{cut} calls, resumed in {resumed:.1f} s")


if __name__ == "__main__":
    checks.main(__doc__, rivals, reviewed, history, clean_up)
