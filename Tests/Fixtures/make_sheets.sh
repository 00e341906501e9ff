#!/usr/bin/env bash
# make_sheets.sh [OUTDIR]: makes the sheets of Tests/Fixtures/sheets again, with the programs that are there; others stay as they are.
#   PYTHON=…   a Python with openpyxl, XlsxWriter, pandas and polars
# Files of office programs carry the time of their making, so that they differ from run to run.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
out=${1:-$here/sheets}
python=${PYTHON:-python3}
texts="$here/hard-texts.json"
work=$(mktemp -d "${TMPDIR:-/tmp}/nstack-review-fixtures.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

has() { command -v "$1" >/dev/null || { echo "skipped: $1 is not there"; return 1; }; }

"$python" "$here/makers/hand_made.py" "$texts" "$out"
"$python" "$here/makers/with_python.py" "$texts" "$out"

# What office programs open: a plain sheet that holds the whole table.
name=by-hand-google-sheets
plain="$out/$name.xlsx"

if has cc && echo '#include <xlsxwriter.h>' | cc -E - >/dev/null 2>&1; then
  cc -O1 -o "$work/with_libxlsxwriter" "$here/makers/with_libxlsxwriter.c" -lxlsxwriter
  "$python" - "$texts" >"$work/table" <<'PYTHON'
import json, sys
table = json.load(open(sys.argv[1], encoding="utf-8"))
for row in [table["header"]] + table["rows"]:
    sys.stdout.buffer.write("".join(cell.replace("\x1f", "\x01") + "\x1f" for cell in row).encode() + b"\x1e")
PYTHON
  "$work/with_libxlsxwriter" "$out/libxlsxwriter.xlsx" <"$work/table"
fi

if has Rscript; then Rscript --vanilla "$here/makers/with_r.R" "$out/python.csv" "$out" >/dev/null; fi

if has soffice; then
  office() { # FILTER FILE FOLDER
    soffice --headless --norestore "-env:UserInstallation=file://$work/profile" --convert-to "$1" --outdir "$3" "$2" \
      >/dev/null 2>&1 </dev/null
  }
  office "xlsx:Calc MS Excel 2007 XML" "$plain" "$work/xlsx"
  mv "$work/xlsx/$name.xlsx" "$out/libreoffice.xlsx"
  office "ods:calc8" "$plain" "$work/ods"
  office "xlsx:Calc MS Excel 2007 XML" "$work/ods/$name.ods" "$work/ods"
  mv "$work/ods/$name.xlsx" "$out/libreoffice-ods.xlsx"
  # Field separator, quote, encoding (76 UTF-8, 65535 UTF-16, 1 Windows-1252), …, quote all texts, …, worksheet 1.
  for form in "csv 44,34,76,1,,0,false,true,false,false,false,1" "semicolon.csv 59,34,1,1,,0,true,true,false,false,false,1" \
    "tab.tsv 9,34,65535,1,,0,false,true,false,false,false,1"; do
    rm -rf "$work/csv"
    office "csv:Text - txt - csv (StarCalc):${form#* }" "$plain" "$work/csv"
    made=libreoffice-${form%% *}
    mv "$work"/csv/*.csv "$out/${made/-csv/.csv}"
  done
fi

if has ssconvert; then
  ssconvert -T Gnumeric_Excel:xlsx2 "$plain" "$out/gnumeric.xlsx" 2>/dev/null
  ssconvert -T Gnumeric_stf:stf_assistant -O 'separator=, eol=unix sheet=Review' "$plain" "$out/gnumeric.csv" 2>/dev/null
  ssconvert -T Gnumeric_stf:stf_assistant -O 'separator=; eol=windows quoting-mode=always charset=UTF-16LE sheet=Review' \
    "$plain" "$out/gnumeric-semicolon.csv" 2>/dev/null
fi

# What each file holds is recorded by readers that share nothing with the program that is tested.
fixtures="$here/fixtures.json"
[ $# -eq 0 ] || fixtures="$out/fixtures.json"
"$python" "$here/makers/record_losses.py" "$texts" "$out" "$fixtures"
du -sk "$here" | sed 's/\t.*/ KB in all/'
