#!/bin/sh
# What becomes of a sheet with more shared texts than stay in memory when the folder for temporary files is missing or full, and what
# is left in it. Small sheets need no such folder.
#
#   temporary_folder.sh PROGRAM
set -u
program=$(realpath "${1:?temporary_folder.sh PROGRAM}")
work=$(mktemp -d)
failures=0
trap 'umount "$work/disk" 2> /dev/null; rm -rf "$work"' EXIT
export HOME="$work"

check() { # WHAT CONDITION...
  what=$1
  shift
  if "$@"; then echo "ok    $what"; else
    echo "FAIL  $what"
    failures=$((failures + 1))
  fi
}
refused() { # WHAT FOLDER
  TMPDIR=$2 "$program" convert "$work/large.xlsx" "$work/out.csv" 2> "$work/errors"
  check "$1: fails with 1" [ $? -eq 1 ]
  check "$1: one line that names the folder" grep -q "^error: .*large.xlsx: .*\"$2\"" "$work/errors"
  check "$1: and no other" [ "$(wc -l < "$work/errors")" -eq 1 ]
  check "$1: writes nothing" [ ! -e "$work/out.csv" ]
  TMPDIR=$2 "$program" convert "$work/large.xlsx" "$work/out.csv" --json > "$work/answer" 2> "$work/errors"
  check "$1: says io.temporary" grep -q '"code": "io.temporary"' "$work/answer"
}

# 24 MB of texts that all differ, and the first of them alone.
awk 'BEGIN { s = sprintf("%2000s", ""); gsub(/ /, "x", s); for (i = 0; i < 12000; i++) printf "%d %s,end\n", i, s }' > "$work/large.csv"
head -n 10 "$work/large.csv" > "$work/small.csv"
for size in large small; do "$program" convert "$work/$size.csv" "$work/$size.xlsx"; done

refused "missing folder" /nowhere/at/all
TMPDIR=/nowhere/at/all "$program" convert "$work/small.xlsx" "$work/small-again.csv"
check "missing folder: a small sheet needs none" [ $? -eq 0 ]
mkdir "$work/disk" "$work/empty"
if mount -t tmpfs -o size=2m tmpfs "$work/disk" 2> /dev/null; then
  refused "full folder" "$work/disk"
  check "full folder: nothing is left in it" [ -z "$(ls -A "$work/disk")" ]
else
  echo "skip  full folder: mounting is not allowed here"
fi
TMPDIR=$work/empty "$program" convert "$work/large.xlsx" "$work/again.csv"
check "a folder with room: reads every text" [ $? -eq 0 ]
"$program" convert "$work/large.csv" "$work/expected.csv"
check "a folder with room: the same texts" cmp -s "$work/expected.csv" "$work/again.csv"
check "a folder with room: nothing is left in it" [ -z "$(ls -A "$work/empty")" ]

[ $failures -eq 0 ] && echo "all as it must be" || echo "$failures failed"
exit $((failures > 0))
