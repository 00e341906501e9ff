#!/bin/sh
# What becomes of files and standard output when writing fails: full disk, read-only folder, a killed process, a full
# or closed standard output, input or error. Old files stay whole and nothing is left behind. And of a file that another
# program writes to while it is read.
#
#   output_faults.sh PROGRAM
set -u
program=$(realpath "${1:?output_faults.sh PROGRAM}")
work=$(mktemp -d)
mount_point=$work/disk
failures=0
checks=0
trap 'umount "$mount_point" 2> /dev/null; chmod -R u+w "$work"; rm -rf "$work"' EXIT
export HOME="$work"

say() { printf '%s\n' "$*"; }
check() { # WHAT CONDITION...
  what=$1
  checks=$((checks + 1))
  shift
  if "$@"; then say "ok    $what"; else
    say "FAIL  $what"
    failures=$((failures + 1))
  fi
}
skip() { say "skip  $1"; }
same() { cmp -s "$1" "$2"; }
lone() { [ "$(ls -A "$1" | wc -l)" -eq "$2" ]; }
coded() { grep -q "\"code\": \"$1\"" "$2"; }
one_line() { [ "$(wc -l < "$1")" -eq 1 ] && grep -q "^error: " "$1"; }

# A table of about 30 MB, so that writing takes a while, and an old file to lose.
awk 'BEGIN { for (i = 0; i < 400000; i++) printf "section,key%d,text number %d of many that differ %d\n", i, i * 7919, i * 104729 }' \
  > "$work/large.csv"
echo 'old file' > "$work/old"

# A full disk.
mkdir "$mount_point"
if mount -t tmpfs -o size=2m tmpfs "$mount_point" 2> /dev/null; then
  for format in xlsx csv json; do
    cp "$work/old" "$mount_point/out.$format"
    "$program" convert "$work/large.csv" "$mount_point/out.$format" --json > "$work/answer" 2> "$work/errors"
    status=$?
    check "full disk, $format: fails with 1" [ $status -eq 1 ]
    check "full disk, $format: says io.no-space" coded io.no-space "$work/answer"
    check "full disk, $format: the old file is whole" same "$work/old" "$mount_point/out.$format"
    check "full disk, $format: nothing else is there" lone "$mount_point" 1
    rm "$mount_point/out.$format"
  done
  "$program" convert "$work/large.csv" "$mount_point/out.csv" 2> "$work/errors"
  check "full disk: one line" one_line "$work/errors"
  umount "$mount_point"
else
  skip "full disk: mounting is not allowed here"
fi

# A folder that may not be written to, and a file that may not be read.
mkdir "$work/locked"
cp "$work/old" "$work/locked/out.csv"
cp "$program" "$work/program" 2> /dev/null
as_nobody=
if [ "$(id -u)" -eq 0 ]; then
  if command -v setpriv > /dev/null; then as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'; fi
fi
chmod 755 "$work" "$work/program"
chmod 555 "$work/locked"
chmod 644 "$work/large.csv"
if [ "$(id -u)" -ne 0 ] || [ -n "$as_nobody" ]; then
  $as_nobody "$work/program" convert "$work/large.csv" "$work/locked/out.csv" --json > "$work/answer" 2> "$work/errors"
  status=$?
  check "read-only folder: fails with 1" [ $status -eq 1 ]
  check "read-only folder: says io.write" coded io.write "$work/answer"
  check "read-only folder: the old file is whole" same "$work/old" "$work/locked/out.csv"
  check "read-only folder: nothing else is there" lone "$work/locked" 1
  printf 'Section,Key,Locale,Current value,Proposal,Deletable\n' > "$work/private.csv"
  chmod 000 "$work/private.csv"
  for verb in check convert; do
    $as_nobody "$work/program" $verb "$work/private.csv" $([ $verb = check ] || echo "$work/none.json") --json \
      > "$work/answer" 2> "$work/errors"
    check "a file without permissions, $verb: fails with 1" [ $? -eq 1 ]
    check "a file without permissions, $verb: says file.unreadable" coded file.unreadable "$work/answer"
  done
else
  skip "read-only folder and private file: root may write anywhere, and setpriv is not there"
fi

# A killed process, at several moments.
for wait in 0.05 0.1 0.2 0.3; do
  mkdir "$work/killed"
  cp "$work/old" "$work/killed/out.xlsx"
  "$program" convert "$work/large.csv" "$work/killed/out.xlsx" 2> /dev/null &
  process=$!
  sleep "$wait"
  if kill -KILL "$process" 2> /dev/null; then
    wait "$process" 2> /dev/null
    check "killed after $wait s: the old file is whole" same "$work/old" "$work/killed/out.xlsx"
    left=$(find "$work/killed" -name '.spreadsheet-*.partial' | wc -l)
    if [ "$left" -gt 0 ]; then
      # Only what is older than an hour goes: a younger one may still be written.
      "$program" convert "$work/large.csv" "$work/killed/other.json"
      check "killed after $wait s: a young temporary file stays" [ "$(find "$work/killed" -name '.spreadsheet-*' | wc -l)" -eq "$left" ]
      find "$work/killed" -name '.spreadsheet-*.partial' -exec touch -d '2 hours ago' {} +
      "$program" convert "$work/large.csv" "$work/killed/other.json"
      check "killed after $wait s: an old temporary file is swept" lone "$work/killed" 2
    fi
  else
    skip "killed after $wait s: it had ended already"
  fi
  rm -rf "$work/killed"
done

# Standard output.
if [ -w /dev/full ]; then
  for format in csv json xlsx; do
    "$program" convert "$work/large.csv" - --to $format > /dev/full 2> "$work/errors"
    check "full standard output, $format: fails with 1" [ $? -eq 1 ]
    check "full standard output, $format: one line" one_line "$work/errors"
  done
  "$program" --help > /dev/full 2> "$work/errors"
  check "full standard output, help: fails" [ $? -ne 0 ]
else
  skip "full standard output: there is no /dev/full"
fi

# Descriptors that were closed at the start: no file may take their place and be written into.
printf 'section,key\na,"b\n"\n' > "$work/small.csv"
printf 'Section,Key,Locale,Current value,Proposal,Deletable\ns,k,da,a,b,\n' > "$work/sheet.csv"
mkdir "$work/closed"
"$program" convert "$work/small.csv" "$work/whole.json"
cp "$work/small.csv" "$work/sheet.csv" "$work/closed"
closed() { # WHICH STATUS COMMAND...: runs it with descriptors closed; nothing is written but out.json
  descriptor=$1
  status=$2
  shift 2
  case $descriptor in
    0) "$@" <&- > "$work/answer" 2> "$work/errors" ;;
    1) "$@" >&- 2> "$work/errors" ;;
    2) "$@" > "$work/answer" 2>&- ;;
    all) "$@" <&- >&- 2>&- ;;
  esac
  check "closed descriptor $descriptor, $2: ends with $status" [ $? -eq "$status" ]
  check "closed descriptor $descriptor, $2: what was read is whole" same "$work/small.csv" "$work/closed/small.csv"
  check "closed descriptor $descriptor, $2: what was read is whole, 2" same "$work/sheet.csv" "$work/closed/sheet.csv"
}
for which in 0 1 2 all; do
  closed $which 0 "$program" convert "$work/closed/small.csv" "$work/closed/out.json"
  check "closed descriptor $which: what was written is whole" same "$work/whole.json" "$work/closed/out.json"
  # With --json an answer is asked for, and where it can't be given that is an error, of which the file is none the worse.
  case $which in 1 | all) wanted=1 ;; *) wanted=0 ;; esac
  closed $which $wanted "$program" convert "$work/closed/small.csv" "$work/closed/out.json" --json
  check "closed descriptor $which, with an answer: what was written is whole" same "$work/whole.json" "$work/closed/out.json"
  closed $which $wanted "$program" check "$work/closed/sheet.csv"
  closed $which 1 "$program" check "$work/closed/none.csv"
  closed $which 64 "$program" check --none
  closed $which $wanted "$program" --help
  check "closed descriptor $which: nothing else is there" lone "$work/closed" 3
done
"$program" check "$work/sheet.csv" >&- 2> "$work/errors"
check "closed standard output, check: one line" one_line "$work/errors"

# A file that another program goes on writing to.
awk 'BEGIN { print "Section,Key,Locale,Current value,Proposal,Deletable"
  for (i = 0; i < 200000; i++) printf "section,key%d,da-DK,text number %d of many,,\n", i, i * 7919 }' > "$work/busy.csv"
(while [ -f "$work/busy.csv" ]; do touch -c "$work/busy.csv"; sleep 0.01; done) &
"$program" check "$work/busy.csv" --json > "$work/answer" 2> "$work/errors"
check "a file being written, check: fails with 1" [ $? -eq 1 ]
check "a file being written, check: says file.changed" coded file.changed "$work/answer"
"$program" convert "$work/busy.csv" "$work/busy.json" --json > "$work/answer" 2> "$work/errors"
check "a file being written, convert: fails with 1" [ $? -eq 1 ]
check "a file being written, convert: says file.changed" coded file.changed "$work/answer"
check "a file being written, convert: writes nothing" [ ! -e "$work/busy.json" ]
rm "$work/busy.csv"
wait
"$program" convert "$work/large.csv" - --to csv >&- 2> "$work/errors"
check "closed standard output: fails with 1" [ $? -eq 1 ]
check "closed standard output: one line" one_line "$work/errors"
{ "$program" convert "$work/large.csv" - --to csv 2> "$work/errors"; echo $? > "$work/status"; } | head -1 > /dev/null
status=$(cat "$work/status")
check "a reader that goes away: is no failure" [ "$status" -eq 0 ]
check "a reader that goes away: nothing is said" [ ! -s "$work/errors" ]

[ $failures -eq 0 ] && say "$checks cases, all as they must be" || say "$failures failed"
exit $((failures > 0))
