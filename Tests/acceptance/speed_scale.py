#!/usr/bin/env python3
"""speed_scale.py BINARY [--rows N ...] [--columns N ...] [--runs N]

What the conversions of a release build cost with more and more processors (1, 2, 4, 8, as far as the machine has them), rows and columns,
for worksheets whose texts are in the cells (written by libxlsxwriter) and shared (written by BINARY). Prints Markdown: of RUNS runs (3) in
turn the median time and CPU and the greatest memory. Needs taskset, a C compiler and libxlsxwriter's headers."""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

import speed_rows
from sandbox import measured

HERE = os.path.dirname(os.path.abspath(__file__))


def run(command):
    result = measured(command)
    if result.status:
        sys.exit(f"WRONG: {' '.join(command)} ended with {result.status}: {result.errors.strip()[:400]}")
    return result


def table(binary, writer, counts, columns, runs, folder):
    free = sorted(os.sched_getaffinity(0))
    processors = [number for number in (1, 2, 4, 8) if number <= len(free)]
    speed_rows.write(set(counts), folder, columns)
    print(f"\n### {columns} columns\n")
    print("| Rows | Processors | CSV → XLSX | XLSX, texts in cells → CSV | XLSX, shared texts → CSV | CSV → CSV |\n|---|---|---|---|---|---|")
    for count in counts:
        plain, shared, inline = (f"{folder}/rows-{count}.csv", f"{folder}/shared.xlsx", f"{folder}/inline.xlsx")
        if os.path.exists(shared):
            os.remove(shared)
        run([binary, "convert", plain, shared])
        run([writer, f"{folder}/rows-{count}.us", inline])
        works = {(number, name): ["taskset", "-c", ",".join(map(str, free[:number])), binary, "convert", source, f"{folder}/out.{form}"]
                 for number in processors for name, source, form in (
                     ("write", plain, "xlsx"), ("inline", inline, "csv"), ("shared", shared, "csv"), ("csv", plain, "csv"))}
        taken = {work: [] for work in works}
        for number in range(runs):
            print(f"  {columns} columns, {count:,} rows, run {number + 1} of {runs}", file=sys.stderr, flush=True)
            for work, command in works.items():
                if os.path.exists(command[-1]):
                    os.remove(command[-1])
                os.sync()
                taken[work].append(run(command))
        for number in processors:
            cells = [f"{statistics.median(one.seconds for one in taken[number, name]):.2f} s "
                     f"({statistics.median(one.cpu for one in taken[number, name]):.2f} s), "
                     f"{max(one.megabytes for one in taken[number, name]):.0f} MiB" for name in ("write", "inline", "shared", "csv")]
            print(f"| {count:,} | {number} | {' | '.join(cells)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    # A worksheet has at most 1,048,576 rows, the header among them.
    parser.add_argument("--rows", type=int, nargs="+", default=[30_000, 100_000, 300_000, 1_048_575])
    parser.add_argument("--columns", type=int, nargs="+", default=[6, 15], choices=range(6, 16))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("binary")
    arguments = parser.parse_args()
    for program in (arguments.binary, "taskset", "cc"):
        if not shutil.which(program):
            sys.exit(f"there is no program {program}")
    with tempfile.TemporaryDirectory(prefix="nstack-review-scale.") as folder:
        writer = f"{folder}/speed_libxlsxwriter"
        subprocess.run(["cc", "-O2", f"{HERE}/speed_libxlsxwriter.c", "-o", writer, "-lxlsxwriter"], check=True)
        print(f"{len(os.sched_getaffinity(0))} processors (which may share cores), load {os.getloadavg()[0]:.1f} at the start. Each cell: time (CPU), memory.")
        for columns in arguments.columns:
            table(os.path.abspath(arguments.binary), writer, arguments.rows, columns, arguments.runs, folder)


if __name__ == "__main__":
    main()
