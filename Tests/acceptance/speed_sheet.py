"""What an export and a diff of a whole product cost beside the plain work on as many rows. Python's standard library only."""
import glob
import os
import re
import zipfile

from sandbox import Sandbox
from sheets import csv_rows, without_apostrophe

# Characters that XML 1.0 has no way to write, and a percent sign that would begin a placeholder with what is added.
UNFIT = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|%$")


def server_cpu(sandbox):
    """Seconds of CPU that the server has taken; nothing where the system does not tell."""
    try:
        with open(f"/proc/{sandbox.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def edited(source, target, edits):
    """Copies a workbook; `edits` are texts for cells, by row (from 1) and column name, in the first worksheet part that has rows."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                part = b"".join(_with_cells(part, sorted(edits.items())))
            new.writestr(name, part)


def _with_cells(part, edits):
    done = 0
    for (row, column), text in edits:
        start = part.index(b'<row r="%d"' % row, done)
        end = part.index(b"</row>", start)
        found = re.search(rb'<c r="%s%d"[^>]*?(/>|>.*?</c>)' % (column.encode(), row), part[start:end], re.DOTALL)
        later = next((cell for cell in re.finditer(rb'<c r="([A-Z]+)\d+"', part[start:end])
                      if (len(cell[1]), cell[1]) > (len(column), column.encode())), None)
        place = found or later
        yield part[done:start + place.start() if place else end]
        escaped = text.replace("&", "&amp;").replace("<", "&lt;").encode()
        yield b'<c r="%s%d" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>' % (column.encode(), row, escaped)
        done = (start + (found.end() if found else place.start())) if place else end
    yield part[done:]


def chosen_edits(table, count):
    """`count` new proposals, spread over the texts of a sheet in CSV that have a value and no proposal yet; XLSX has the same columns."""
    rows = csv_rows(table)
    header = next(rows)
    current, proposal = header.index("Current value"), header.index("Proposal")
    free = [(number, row[current]) for number, row in enumerate(rows, 2)
            if row[current] and not row[proposal] and not UNFIT.search(row[current])]
    if not 0 < count <= len(free):
        raise SystemExit(f"{count} edits were asked for, and the sheet has {len(free)} texts to edit")
    column = chr(ord("A") + proposal)
    return {(row, column): without_apostrophe(text) + " (edited)" for row, text in free[::len(free) // count][:count]}


def measure(binary, reader, data, edits, runs, folder, say):
    """Gives for each work its runs, each with the seconds of CPU that the server took for it, and what diff said of the rows."""
    taken = {}

    def note(name, run, allowed=(0,), server=0.0):
        if run.status not in allowed:
            raise SystemExit(f"WRONG: {name} ended with {run.status}: {run.errors.strip()[:400]}")
        taken.setdefault(name, []).append((run, server))

    with Sandbox(binary, data) as sandbox:
        sheet, table, returned = (os.path.join(folder, name) for name in ("large.xlsx", "large.csv", "returned.xlsx"))
        for target in (sheet, table):
            run = sandbox.run("export", target)
            if run.status:
                raise SystemExit(f"WRONG: export ended with {run.status}: {run.errors.strip()[:400]}")
        say(f"  choosing {edits:,} edits")
        edited(sheet, returned, chosen_edits(table, edits))
        for number in range(runs):
            say(f"  run {number + 1} of {runs}")
            for name, arguments, allowed in (
                    ("export", ("export", folder + "/again.xlsx"), (0,)), ("diff", ("diff", returned), (0, 3)),
                    ("check", ("check", returned), (0, 3)), ("convert to XLSX", ("convert", table, folder + "/c.xlsx"), (0,)),
                    ("convert to CSV", ("convert", returned, folder + "/c.csv"), (0,))):
                # A file that is there would be looked at first, as its edits could be lost.
                for made in glob.glob(folder + "/again.*") + glob.glob(folder + "/c.*"):
                    os.remove(made)
                os.sync()
                before = server_cpu(sandbox)
                run = sandbox.run(*arguments)
                note(name, run, allowed, server_cpu(sandbox) - before)
            if reader:
                os.sync()
                note("read all cells", reader(returned))
        said = next((line for line in taken["diff"][-1][0].output.splitlines() if line.startswith("plan:")), "nothing of a plan")
        if f"plan: {edits} to propose" not in said:
            raise SystemExit(f"WRONG: {edits} edits were made, and diff says: {said}")
        return taken, said
