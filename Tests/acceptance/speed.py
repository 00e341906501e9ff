#!/usr/bin/env python3
"""speed.py [--rows N] [--runs N] [--edits N] [--python PYTHON] [--reader PROGRAM] [--no-growth]
[--only-data] BINARY [DATA]

Measures a release build of nstack-review beside other programs on the same rows (300,000, made here), each work RUNS times (5) in turn with
the others, and prints Markdown: medians of the wall time of the whole process with the fastest and slowest run, CPU time, peak memory. With
DATA (a folder in NStack's shape, which speed_rows.py can make) also the export and the diff of its sheet. Peers that are not there are skipped, aloud: libxlsxwriter, zlib
and libxml2 need a C compiler and their headers; fastexcel, python-calamine, polars and XlsxWriter a PYTHON that has them; the library
alone a PROGRAM that reads every cell (`swift build -c release --package-path Tests/Benchmarks --product read-cells`).
Says something on a quiet machine only."""
import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

import speed_rows
import speed_sheet
from sandbox import measured

HERE = os.path.dirname(os.path.abspath(__file__))


def say(text):
    print(text, file=sys.stderr, flush=True)


def number(runs, what):
    return statistics.median(getattr(run, what) for run in runs)


def shown(runs):
    """Median, fastest and slowest of some runs."""
    times = [run.seconds for run in runs]
    return f"{statistics.median(times):.2f} s ({min(times):.2f}–{max(times):.2f})"


class Speed:
    def __init__(self, arguments, folder):
        self.binary = os.path.abspath(arguments.binary)
        self.python, self.runs, self.folder = arguments.python, arguments.runs, folder
        self.reader = arguments.reader if os.access(arguments.reader, os.X_OK) else None
        if not self.reader:
            say(f"skipped: the library alone, as there is no {arguments.reader}")
        self.c = {name: self._compiled(name, flags) for name, flags in (
            ("speed_libxlsxwriter", ["-lxlsxwriter"]), ("speed_sax", self._flags("libxml-2.0", "zlib")))}
        self.peers = {name for name, module in (
            ("fastexcel", "fastexcel"), ("calamine", "python_calamine"), ("polars", "polars"), ("write-xlsxwriter", "xlsxwriter"))
            if self._has(module)}

    def _has(self, module):
        there = subprocess.run([self.python, "-c", f"import {module}"], capture_output=True).returncode == 0
        if not there:
            say(f"skipped: {module}, which {self.python} has not")
        return there

    def _flags(self, *packages):
        try:
            return subprocess.run(["pkg-config", "--cflags", "--libs", *packages], capture_output=True, text=True).stdout.split()
        except OSError:
            return []

    def _compiled(self, name, flags):
        target = os.path.join(self.folder, name)
        try:
            run = subprocess.run(["cc", "-O2", f"{HERE}/{name}.c", "-o", target, *flags], capture_output=True)
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
        run = measured(command)
        if run.status:
            sys.exit(f"WRONG: {' '.join(command)} ended with {run.status}: {run.errors.strip()[:400]}")
        return run

    def convert(self, source, target):
        """Converts one file of the folder to another, which is made anew."""
        return self.run([self.binary, "convert", self.path(source), self.anew(target)])

    def peer(self, name, *files):
        return self.run([self.python, f"{HERE}/speed_peers.py", name, *map(self.path, files)])

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


def beside_peers(speed, rows):
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
    taken = speed.in_turn(works)

    print(f"\n### {rows:,} rows of six columns, {speed.runs} runs each, in turn\n")
    print("| Work | Time | CPU | Memory | Beside | Time | CPU | Memory | Ratio (CPU) | Goal |\n|---|---|---|---|---|---|---|---|---|---|")
    for name, ours, label, peer, goal, faster in (
            ("CSV → XLSX", "csv-xlsx", "libxlsxwriter, constant memory", "libxlsxwriter", "≥ 5 ×", True),
            ("XLSX → CSV", "xlsx-csv", "fastexcel, reading only", "fastexcel", "≥ 2 ×", True),
            ("XLSX → CSV", "xlsx-csv", "python-calamine, reading only", "calamine", "≥ 2.5 ×", True),
            ("all cells, the library", "read " + source, "INFLATE + libxml2, empty callbacks", "sax " + source, "≤ 1.3", False),
            ("the same, shared strings", "read ours.xlsx", "INFLATE + libxml2, empty callbacks", "sax ours.xlsx", "≤ 1.3", False),
            ("CSV → CSV", "csv-csv", "polars, reading only", "polars", "≥ 2 ×", True)):
        if ours not in taken or source == "ours.xlsx" and name.startswith("the same"):
            continue
        line = f"| {name} | {shown(taken[ours])} | {number(taken[ours], 'cpu'):.2f} s | {number(taken[ours], 'megabytes'):.0f} MiB | {label} "
        if peer not in taken:
            print(line + f"| – | – | – | – | {goal} |")
            continue
        time, cpu = (number(taken[peer], what) / number(taken[ours], what) for what in ("seconds", "cpu"))
        ratio = f"{time:.1f} × ({cpu:.1f} ×)" if faster else f"{1 / time:.2f} ({1 / cpu:.2f})"
        print(line + f"| {shown(taken[peer])} | {number(taken[peer], 'cpu'):.2f} s | {number(taken[peer], 'megabytes'):.0f} MiB "
              f"| {ratio} | {goal} |")
    if speed.c["speed_libxlsxwriter"]:
        ours, theirs = (os.path.getsize(speed.path(name)) for name in ("ours.xlsx", source))
        print(f"\nSize: ours {ours:,} bytes, libxlsxwriter's {theirs:,}: {(ours / theirs - 1) * 100:+.1f} % (goal: at most +10 %).")


def growth(speed, counts):
    """Time and memory of the conversions for more and more rows."""
    for count in counts:
        speed.convert(f"rows-{count}.csv", f"grown-{count}.xlsx")
    works = {"CSV → XLSX": lambda n: speed.convert(f"rows-{n}.csv", "grown.xlsx"),
             "XLSX → CSV": lambda n: speed.convert(f"grown-{n}.xlsx", "out.csv"),
             "CSV → CSV": lambda n: speed.convert(f"rows-{n}.csv", "out2.csv"),
             "XLSX → XLSX": lambda n: speed.convert(f"grown-{n}.xlsx", "again.xlsx")}
    if "write-xlsxwriter" in speed.peers:
        works["XlsxWriter's XLSX → CSV"] = lambda n: speed.convert(f"strings-{n}.xlsx", "out.csv")
        for count in counts:
            speed.peer("write-xlsxwriter", f"rows-{count}.csv", f"strings-{count}.xlsx")
    if speed.reader:
        works["all cells, the library"] = lambda n: speed.run([speed.reader, speed.path(f"grown-{n}.xlsx")])
    taken = speed.in_turn({(name, count): lambda work=work, count=count: work(count) for count in counts for name, work in works.items()})
    print("\n### How cost grows (XLSX with shared strings)\n")
    print("| Rows | " + " | ".join(f"{count:,}" for count in counts) + " |\n|---" * 1 + "|---" * len(counts) + "|")
    for name in works:
        print(f"| {name} | " + " | ".join(
            f"{number(taken[name, count], 'seconds'):.2f} s, {max(run.megabytes for run in taken[name, count]):.0f} MiB"
            for count in counts) + " |")


def product(speed, data, edits):
    """The export and the diff of a whole product's sheet."""
    taken, said = speed_sheet.measure(
        speed.binary, speed.reader and (lambda path: speed.run([speed.reader, path])), data, edits, speed.runs,
        speed.folder, say)
    runs = {name: [run for run, _ in pairs] for name, pairs in taken.items()}
    server = {name: statistics.median(cpu for _, cpu in pairs) for name, pairs in taken.items()}
    print(f"\n### The sheet of {os.path.basename(os.path.abspath(data))}, with {edits:,} edits ({said})\n")
    print("| Work | Time | CPU | CPU of the server meanwhile | Memory |\n|---|---|---|---|---|")
    for name, each in runs.items():
        print(f"| {name} | {shown(each)} | {number(each, 'cpu'):.2f} s | {server[name]:.2f} s | {number(each, 'megabytes'):.0f} MiB |")
    print()
    # Where nothing tells what the server took, its share stays in.
    for name, base, goal in (("export", "convert to XLSX", "≤ 1.5"), ("diff", "read all cells", "≤ 1.2"), ("diff", "check", "")):
        if base in runs:
            apart = (number(runs[name], "seconds") - server[name]) / number(runs[base], "seconds")
            cpu = number(runs[name], "cpu") / number(runs[base], "cpu")
            print(f"* {name}, server apart, to {base}: {apart:.2f} of the time, {cpu:.2f} of the CPU" + (f" (goal: {goal})" if goal else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--edits", type=int, default=100, help="how many texts of DATA's sheet are edited")
    parser.add_argument("--python", default=sys.executable, help="a Python that has the peers")
    parser.add_argument("--reader", default=os.path.join(HERE, "../Benchmarks/.build/release/read-cells"))
    parser.add_argument("--no-growth", action="store_true", help="leave out 10,000 to 1,000,000 rows")
    parser.add_argument("--only-data", action="store_true", help="only the export and the diff of DATA")
    parser.add_argument("binary")
    parser.add_argument("data", nargs="?")
    arguments = parser.parse_args()
    if not shutil.which(arguments.binary):
        sys.exit(f"there is no program {arguments.binary}")
    counts = [] if arguments.no_growth else [10_000, 30_000, 100_000, 1_000_000]
    with tempfile.TemporaryDirectory(prefix="nstack-review-speed.") as folder:
        speed = Speed(arguments, folder)
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start")
        helps = speed.in_turn({"help": lambda: speed.run([speed.binary, "--help"])})["help"]
        print(f"\n`--help`: {number(helps, 'seconds') * 1000:.0f} ms ({min(run.seconds for run in helps) * 1000:.0f}–"
              f"{max(run.seconds for run in helps) * 1000:.0f}), {number(helps, 'megabytes'):.0f} MiB (goal: 25 ms, 20 MiB)")
        if not arguments.only_data:
            say("making rows")
            speed_rows.write({arguments.rows, *counts}, folder)
            beside_peers(speed, arguments.rows)
            if counts:
                growth(speed, counts)
        if arguments.data:
            product(speed, arguments.data, arguments.edits)
        else:
            say("skipped: export and diff, as no DATA was given")
        print(f"\nload {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
