#!/usr/bin/env python3
"""speed.py MODE BINARY

How long a release build of nstack-review takes, and in how much memory: each work RUNS times in turn with the others, whole process. Prints
Markdown: medians, with the fastest and slowest run. Says something on a quiet machine only. Rows are made here, the same everywhere."""
import csv
import glob
import os
import random
import re
import shutil
import statistics
import subprocess
import sys

import checks
from checks import takes
from servers import Sandbox, proposal, write_texts
from sheets import csv_rows, typed, without_apostrophe

# What a peer runs to read every cell of a file as text.
PEERS = {"fastexcel": "import sys, fastexcel; print(fastexcel.read_excel(sys.argv[1]).load_sheet(0, dtypes='string').height)",
         "calamine": "import sys, python_calamine; print(sum(1 for _ in python_calamine.CalamineWorkbook.from_path(sys.argv[1]).get_sheet_by_index(0).iter_rows()))",
         "polars": "import sys, polars; print(polars.read_csv(sys.argv[1], infer_schema=False).height)"}
# What excelreader runs to convert a file, every cell as text, on the processors that it may use.
EXCELREADER = """import dataclasses, os, sys, excelreader
text, threads = excelreader.ColumnType.STRING, len(os.sched_getaffinity(0))
with excelreader.open_workbook(sys.argv[1]) as book:
    schema = [dataclasses.replace(column, type=text) for column in book.sheets[0].infer_schema()]
    options = excelreader.WriteOptions(degree_of_parallelism=threads) if sys.argv[2].endswith("xlsx") else None
    excelreader.write_workbook(sys.argv[2], book.sheets[0].parse(schema, parallelism=threads), [text] * len(schema), options=options)"""
HEADER = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]
SECTIONS = ["account", "basket", "default", "errors", "help", "legal", "onboarding", "push", "search", "settings"]
LOCALES = ["cs-CZ", "da-DK", "de-DE", "el-GR", "en-GB", "fi-FI", "he-IL", "ja-JP", "ko-KR", "pt-BR"]
# Mostly Latin, with the scripts, marks and placeholders that texts of apps have.
WORDS = """open close your order was sent to the shop we could not find that page check connection and try once more change photo
upload %@ %d of {count} items hello {name} tap here for <b>more</b> sign out choose another card delete this address never mind
turn reminders on off Größe ändern déjà réservé niño mañana så længe Привет друзья Ελληνικά χρήστης 保存 取消 写真を選ぶ 设置 语言
알림 설정 עברית שלום العربية إعدادات R&amp;D "quoted" it's 🙂 🚚""".split()
LENGTHS = [1, 2, 3, 5, 8, 12, 20, 30]


# What the columns after the sixth hold: other texts, short words that repeat, numbers, and nothing.
MORE = ["Base", "Status", "Note", "Length", "Context", "Reviewer", "Result", "Link", "Base locale"]


def text(chance):
    return " ".join(chance.choices(WORDS, k=chance.choice(LENGTHS)))


def rows(count, columns=6):
    """The header and `count` rows. Every 50th text has two lines, every 20th row a proposal."""
    chance = random.Random(11)
    yield HEADER + MORE[:columns - 6]
    for number in range(count):
        key = number // len(LOCALES)
        current = text(chance)
        if number % 50 == 0:
            current += "\n" + current
        proposal = current + "!" if number % 20 == 0 else ""
        deletable = ("yes" if number % 40 == 0 else "no") if proposal else ""
        row = [SECTIONS[key % 10], f"screen{key // 10}.{SECTIONS[key // 7 % 10]}Title", LOCALES[number % 10], current, proposal, deletable]
        if columns > 6:
            row += [text(chance), ("open", "done", "pending")[number % 3], "", str(len(current)), f"screen {key // 10}",
                    f"agency {number % 20}", "", f"https://example.com/texts/{key}", "en-GB"][:columns - 6]
        yield row


def write_rows(counts, folder, columns=6):
    """Writes `rows-COUNT.csv`, and `rows-COUNT.us` for programs that should not be timed on CSV (0x1F between cells, 0x1E after rows)."""
    files = [(count, open(f"{folder}/rows-{count}.csv", "w", newline="", encoding="utf-8"),
              open(f"{folder}/rows-{count}.us", "w", newline="", encoding="utf-8")) for count in sorted(counts)]
    for number, row in enumerate(rows(max(counts), columns)):
        line = "\x1f".join(row) + "\x1e"
        for count, table, plain in files:
            if number <= count:
                csv.writer(table).writerow(row)
                plain.write(line)
    for _, table, plain in files:
        table.close()
        plain.close()


def say(text):
    print(text, file=sys.stderr, flush=True)


def number(runs, what):
    return statistics.median(getattr(run, what) for run in runs)


def shown(runs):
    """Median, fastest and slowest of some runs, CPU and memory."""
    times = [run.seconds for run in runs]
    return f"{statistics.median(times):.2f} s ({min(times):.2f}–{max(times):.2f}) | {number(runs, 'cpu'):.2f} s | {number(runs, 'megabytes'):.0f} MiB"


class Speed:
    def __init__(self, options, folder):
        self.binary, self.runs, self.folder = options.binary, options.runs, folder
        self.reader = os.path.join(checks.ROOT, "Tests/Benchmarks/.build/release/read-cells")
        if not os.access(self.reader, os.X_OK):
            say(f"skipped: the library alone, as there is no {self.reader}")
            self.reader = None
        self.c = {name: self._compiled(name, flags) for name, flags in (
            ("speed_libxlsxwriter", ["-lxlsxwriter"]), ("speed_sax", self._flags("libxml-2.0", "zlib")))}
        self.peers = {name for name, module in (("fastexcel", "fastexcel"), ("calamine", "python_calamine"), ("polars", "polars"),
                                             ("excelreader", "excelreader"))
                      if checks.module(module) or say(f"skipped: {module}, which this Python has not")}

    def _flags(self, *packages):
        try:
            return subprocess.run(["pkg-config", "--cflags", "--libs", *packages], capture_output=True, text=True).stdout.split()
        except OSError:
            return []

    def _compiled(self, name, flags):
        target = os.path.join(self.folder, name)
        try:
            run = subprocess.run(["cc", "-O2", f"{checks.HERE}/{name}.c", "-o", target, *flags], capture_output=True)
        except OSError:
            run = None
        if run is None or run.returncode:
            say(f"skipped: {name}.c, which does not compile here")
            return None
        return target

    def path(self, name):
        return os.path.join(self.folder, name)

    def anew(self, name):
        """The path of a file of the folder, which is removed."""
        if os.path.exists(self.path(name)):
            os.remove(self.path(name))
        return self.path(name)

    def run(self, command):
        run = checks.measured(command)
        if run.status:
            checks.stop(f"{' '.join(command)} ended with {run.status}: {run.errors.strip()[:400]}")
        return run

    def convert(self, source, target):
        """Converts one file of the folder to another, which is made anew."""
        return self.run([self.binary, "convert", self.path(source), self.anew(target)])

    def convert_on(self, count, source, target, program=None):
        """The same on so many processors, or what another program makes of it there."""
        free = ",".join(map(str, sorted(os.sched_getaffinity(0))[:count]))
        return self.run(["taskset", "-c", free, *(program or [self.binary, "convert"]), self.path(source), self.anew(target)])

    def peer(self, name, *files):
        return self.run([sys.executable, "-c", PEERS[name], *map(self.path, files)])

    def in_turn(self, works):
        """Runs each work once, then all again, as often as was asked for, each time in another order. None begins before what those before
        it wrote is on the disk: the system would send it there meanwhile."""
        taken = {name: [] for name in works}
        order = list(works)
        for number in range(self.runs):
            say(f"  run {number + 1} of {self.runs}")
            random.Random(number).shuffle(order)
            for name in order:
                os.sync()
                taken[name].append(works[name]())
        return taken


def beside_peers(speed, rows, columns):
    """The works of one table of `rows` rows, beside their peers."""
    table, plain = f"rows-{rows}.csv", f"rows-{rows}.us"
    works = {"csv-xlsx": lambda: speed.convert(table, "again.xlsx")}
    speed.convert(table, "ours.xlsx")
    source = "ours.xlsx"
    if speed.c["speed_libxlsxwriter"]:
        source = "theirs.xlsx"
        with_libxlsxwriter = lambda target: speed.run([speed.c["speed_libxlsxwriter"], speed.path(plain), speed.anew(target)])
        with_libxlsxwriter(source)
        works["libxlsxwriter"] = lambda: with_libxlsxwriter("theirs-again.xlsx")
    works["xlsx-csv"] = lambda: speed.convert(source, "out.csv")
    for name in ("fastexcel", "calamine"):
        if name in speed.peers:
            works[name] = lambda name=name: speed.peer(name, source)
    for file in dict.fromkeys((source, "ours.xlsx")):
        if speed.reader:
            works["read " + file] = lambda file=file: speed.run([speed.reader, speed.path(file)])
        if speed.c["speed_sax"]:
            works["sax " + file] = lambda file=file: speed.run([speed.c["speed_sax"], speed.path(file)])
    works["csv-csv"] = lambda: speed.convert(table, "out2.csv")
    if "polars" in speed.peers:
        works["polars"] = lambda: speed.peer("polars", table)
    pinned = [(f"{label}, processors: {count}", count, file, target, goal) for count in (1, 2) for label, file, target, goal in (
        ("XLSX → CSV", source, "out.csv", "≤ 0.67"), ("XLSX, shared texts → CSV", "ours.xlsx", "out.csv", "≤ 0.67"),
        ("CSV → XLSX", table, "again.xlsx", "≤ 1.0" if count == 1 else "≤ 0.8"))] if "excelreader" in speed.peers else []
    for name, *work, _ in pinned:
        works[name] = lambda work=work: speed.convert_on(*work)
        works["excelreader, " + name] = lambda work=work: speed.convert_on(*work, [sys.executable, "-c", EXCELREADER])
    taken = speed.in_turn(works)

    print(f"\n### {rows:,} rows of {columns} columns, {speed.runs} runs each, in turn\n")
    print("| Work | Time | CPU | Memory | Beside | Time | CPU | Memory | Ratio (CPU) | Goal |\n|---|---|---|---|---|---|---|---|---|---|")
    for name, ours, label, peer, goal, faster in (
            ("CSV → XLSX", "csv-xlsx", "libxlsxwriter, constant memory", "libxlsxwriter", "≥ 5 ×", True),
            ("XLSX → CSV", "xlsx-csv", "fastexcel, reading only", "fastexcel", "≥ 2 ×", True),
            ("XLSX → CSV", "xlsx-csv", "python-calamine, reading only", "calamine", "≥ 2.5 ×", True),
            ("all cells, the library", "read " + source, "INFLATE + libxml2, empty callbacks", "sax " + source, "≤ 1.3", False),
            ("the same, shared strings", "read ours.xlsx", "INFLATE + libxml2, empty callbacks", "sax ours.xlsx", "≤ 1.3", False),
            ("CSV → CSV", "csv-csv", "polars, reading only", "polars", "≥ 2 ×", True),
            *((name, name, "excelreader", "excelreader, " + name, goal, False) for name, *_, goal in pinned)):
        if ours not in taken or source == "ours.xlsx" and name.startswith("the same"):
            continue
        line = f"| {name} | {shown(taken[ours])} | {label} "
        if peer not in taken:
            print(line + f"| – | – | – | – | {goal} |")
            continue
        time, cpu = (number(taken[peer], what) / number(taken[ours], what) for what in ("seconds", "cpu"))
        ratio = f"{time:.1f} × ({cpu:.1f} ×)" if faster else f"{1 / time:.2f} ({1 / cpu:.2f})"
        print(line + f"| {shown(taken[peer])} | {ratio} | {goal} |")
    if speed.c["speed_libxlsxwriter"]:
        ours, theirs = (os.path.getsize(speed.path(name)) for name in ("ours.xlsx", source))
        print(f"\nSize: ours {ours:,} bytes, libxlsxwriter's {theirs:,}: {(ours / theirs - 1) * 100:+.1f} % (goal: at most +10 %).")


# Characters that XML 1.0 has no way to write, and a percent sign that would begin a placeholder with what is added.
UNFIT = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|%$")


def chosen_edits(table, count):
    """`count` new proposals, spread over the texts of a sheet in CSV that have a value and no proposal yet; XLSX has the same columns."""
    rows = csv_rows(table)
    header = next(rows)
    current, proposal = header.index("Current value"), header.index("Proposal")
    free = [(number, row[current]) for number, row in enumerate(rows, 2) if row[current] and not row[proposal] and not UNFIT.search(row[current])]
    if not 0 < count <= len(free):
        raise SystemExit(f"{count} edits were asked for, and the sheet has {len(free)} texts to edit")
    return {("Review", row, proposal): without_apostrophe(text) + " (edited)" for row, text in free[::len(free) // count][:count]}


@takes("binary", rows=[300_000], columns=[6], runs=5)
def peers(options):
    """Beside other programs on the same rows. Peers that are not there are skipped, aloud: libxlsxwriter, zlib and libxml2 need a C compiler and
    their headers; fastexcel, python-calamine, polars and excelreader-native this Python (the last one taskset, too); the library alone needs
    `swift build -c release --package-path Tests/Benchmarks --product read-cells`."""
    with checks.scratch() as folder:
        speed = Speed(options, folder)
        helps = speed.in_turn({"help": lambda: speed.run([speed.binary, "--help"])})["help"]
        print(f"`--help`: {number(helps, 'seconds') * 1000:.0f} ms, {number(helps, 'megabytes'):.0f} MiB (goal: 25 ms, 20 MiB)")
        for columns in options.columns:
            write_rows(set(options.rows), folder, columns)
            for rows in options.rows:
                beside_peers(speed, rows, columns)


@takes("binary", rows=[30_000, 300_000, 1_048_575], columns=[6, 15], runs=3)
def scale(options):
    """The conversions with more and more processors (1, 2, 4, 8, as far as the machine has them), rows and columns, for worksheets whose texts are in
    the cells (written by libxlsxwriter) and shared (written by BINARY). Needs taskset, a C compiler and libxlsxwriter's headers."""
    processors = [number for number in (1, 2, 4, 8) if number <= len(os.sched_getaffinity(0))]
    with checks.scratch() as folder:
        speed = Speed(options, folder)
        if not speed.c["speed_libxlsxwriter"] or not shutil.which("taskset"):
            checks.skip_all("needs taskset, a C compiler and libxlsxwriter")
        for columns in options.columns:
            write_rows(set(options.rows), folder, columns)
            print(f"\n### {columns} columns: time, CPU, memory\n")
            print("| Rows | Processors | CSV → XLSX | | | XLSX, texts in cells → CSV | | | XLSX, shared texts → CSV | | | CSV → CSV | | |\n|" + "---|" * 14)
            for count in options.rows:
                speed.convert(f"rows-{count}.csv", "shared.xlsx")
                speed.run([speed.c["speed_libxlsxwriter"], speed.path(f"rows-{count}.us"), speed.anew("inline.xlsx")])
                works = {(number, label): lambda number=number, source=source, form=form: speed.convert_on(number, source, f"out.{form}")
                         for number in processors for label, source, form in (
                             ("write", f"rows-{count}.csv", "xlsx"), ("inline", "inline.xlsx", "csv"), ("shared", "shared.xlsx", "csv"),
                             ("csv", f"rows-{count}.csv", "csv"))}
                taken = speed.in_turn(works)
                for number in processors:
                    print(f"| {count:,} | {number} | " + " | ".join(shown(runs) for (used, _), runs in taken.items() if used == number) + " |", flush=True)


def server_cpu(sandbox):
    """Seconds of CPU that the server has taken; nothing where the system does not say."""
    try:
        fields = checks.read(f"/proc/{sandbox.process.pid}/stat").decode().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@takes("binary", "data", edits=100, runs=5)
def product(options):
    """The export, the check and the diff of a whole product, a folder in NStack's shape, beside the plain conversions of as many rows."""
    with checks.scratch() as folder, Sandbox(options.binary, options.data) as sandbox:
        speed = Speed(options, folder)
        table, returned = speed.path("large.csv"), speed.path("returned.xlsx")
        for target in (speed.path("large.xlsx"), table):
            sandbox.succeed("export", target)
        say(f"  choosing {options.edits:,} edits")
        typed(speed.path("large.xlsx"), returned, chosen_edits(table, options.edits))
        server, said = {}, []

        def work(name, *command):
            def once():
                # A file that is there would be looked at first, as its edits could be lost.
                for made in glob.glob(folder + "/made.*"):
                    os.remove(made)
                before = server_cpu(sandbox)
                run = sandbox.run(*command)
                if run.status not in (0, 3):
                    checks.stop(f"{name} ended with {run.status}: {run.errors.strip()[:400]}")
                server.setdefault(name, []).append(server_cpu(sandbox) - before)
                said.extend(line for line in run.output.splitlines() if name == "diff" and line.startswith("plan:"))
                return run
            return once

        works = {"export": work("export", "export", folder + "/made.xlsx"), "diff": work("diff", "diff", returned), "check": work("check", "check", returned),
                 "convert to XLSX": work("convert", "convert", table, folder + "/made.xlsx"), "convert to CSV": work("convert", "convert", returned, folder + "/made.csv")}
        if speed.reader:
            works["read all cells"] = lambda: speed.run([speed.reader, returned])
        taken = speed.in_turn(works)
        checks.ask("each edit is planned", all(f"plan: {options.edits} to propose" in line for line in said), said[:1])
        print("| Work | Time | CPU | Memory | CPU of the server meanwhile |\n|---|---|---|---|---|")
        for name, runs in taken.items():
            print(f"| {name} | {shown(runs)} | {statistics.median(server.get(name, [0])):.2f} s |")
        for name, base, goal in (("export", "convert to XLSX", "≤ 1.5"), ("diff", "read all cells", "≤ 1.2")):
            if base in taken:
                apart = (number(taken[name], "seconds") - statistics.median(server[name])) / number(taken[base], "seconds")
                print(f"* {name}, server apart, to {base}: {apart:.2f} of the time (goal: {goal})")


@takes("folder", keys=20_000, locales=50)
def make(options):
    """Makes the texts of a product in NStack's shape: KEYS texts in each of up to 100 LOCALES, and a proposal for one of twenty."""
    chance, proposals, texts = random.Random(12), [], {}
    names = [f"{language}-{region}" for region in ("DE", "FR", "GB", "JP", "US") for language in
             "ar cs da de el en es fi fr he hi it ja ko nl pl pt ru sv zh".split()][:options.locales]
    for name in names:
        texts[name] = {}
        for key in range(options.keys):
            section, own = f"section{key // 200}", f"screen{key // 10 % 20}.text{key % 10}"
            value = texts[name].setdefault(section, {})[own] = text(chance)
            if key % 20 == 7:
                proposals.append(proposal(len(proposals) + 1, (section, own, name), value + "!", key % 40 == 7))
    write_texts(options.folder, names, texts, proposals)


if __name__ == "__main__":
    checks.main(__doc__, peers, scale, product, make)
