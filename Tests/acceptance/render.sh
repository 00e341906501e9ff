#!/usr/bin/env bash
# render.sh FILE.xlsx OUTDIR [DPI]: pictures of a sheet as LibreOffice prints it, one PNG per page (pdftoppm of poppler-utils).
set -euo pipefail
[ $# -ge 2 ] || { sed -n 2p "$0" >&2; exit 64; }
for program in soffice pdftoppm; do
  command -v "$program" >/dev/null || { echo "skipped: $program is not there"; exit 0; }
done
mkdir -p "$2"
profile=$(mktemp -d "${TMPDIR:-/tmp}/nstack-review-office.XXXXXX")
trap 'rm -rf "$profile"' EXIT
timeout 300 soffice --headless "-env:UserInstallation=file://$profile" --convert-to pdf --outdir "$profile" "$1" \
  >/dev/null 2>&1 </dev/null
name=$(basename "${1%.*}")
pdftoppm -r "${3:-80}" -png "$profile/$name.pdf" "$2/$name"
ls "$2/$name"*.png
