#!/usr/bin/env python3
"""What other readers make of the hostile workbooks of `HostileFileTests`, which the tests write into the folder that
NSTACK_REVIEW_HOSTILE_FILES names. Needs openpyxl, python-calamine and excelreader-native."""
import collections
import glob
import json
import sys

import checks
from checks import measured, takes

SECONDS, MEBIBYTES = 5, 256
KINDS = ["same cells", "other cells", "reads what is refused", "refuses what is read", "refuses too", "beyond the bounds, or died"]
READ = """
import json, sys
def rows(reader, path):
    if reader == "excelreader":
        import excelreader
        return [[cell.value for cell in row] for row in excelreader.open_workbook(path).sheets[0].rows()]
    if reader == "calamine":
        import python_calamine
        return python_calamine.CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python(skip_empty_area=False)
    import openpyxl
    return list(openpyxl.load_workbook(path, read_only=True, data_only=True).worksheets[0].iter_rows(values_only=True))
json.dump(rows(*sys.argv[1:3]), open(sys.argv[3], "w"), default=lambda date: {"date": str(date)})
"""


def plain(rows):
    """Rows of texts, for a comparison across types; of a date only that it is one, as some give its number."""
    def text(cell):
        try:
            return "DATE" if isinstance(cell, dict) else str(cell).upper() if isinstance(cell, bool) else f"{float(cell):.12g}"
        except (TypeError, ValueError):
            return cell or ""
    rows = (" ".join(map(text, row)).rstrip() for row in rows)
    return [row for row in rows if row]


@takes("binary", "folder")
def peers(options):
    """Counts what each reader makes of the files, within the bounds of the tests."""
    counts = collections.defaultdict(collections.Counter)
    files = sorted(glob.glob(glob.escape(options.folder) + "/*.xlsx"))
    for path in files:
        with checks.scratch() as folder:
            made = folder + "/rows.json"
            own = measured([options.binary, "convert", path, made])
            expected = plain(json.loads(checks.read(made))["worksheets"][0]["rows"]) if own.status == 0 else None
            counts["nstack-review"]["same cells" if own.status == 0 else "refuses too"] += 1
            for reader in "excelreader", "calamine", "openpyxl":
                limits = "ulimit -t 10 -v 12582912 -c 0; exec \"$@\""
                run = measured(["bash", "-c", limits, "", sys.executable, "-c", READ, reader, path, made])
                if run.cpu > SECONDS or run.megabytes > MEBIBYTES or run.status < 0:
                    kind = "beyond the bounds, or died"
                elif run.status:
                    kind = "refuses too" if expected is None else "refuses what is read"
                elif expected is None:
                    kind = "reads what is refused"
                else:
                    kind = "same cells" if plain(json.loads(checks.read(made))) == expected else "other cells"
                counts[reader][kind] += 1
    for reader, found in counts.items():
        print(f"| {reader} | " + " | ".join(str(found[kind]) for kind in KINDS) + " |")
    return f"{len(files)} hostile workbooks; columns: {', '.join(KINDS)}"


if __name__ == "__main__":
    checks.main(__doc__, peers)
