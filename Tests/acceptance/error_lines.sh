#!/usr/bin/env bash
# error_lines.sh BINARY: what goes wrong first, with the one line that each case prints and the exit code it must end with.
set -uo pipefail
[ $# -eq 1 ] || { sed -n 2p "$0" >&2; exit 64; }
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d "${TMPDIR:-/tmp}/nstack-review-errors.XXXXXX")
server=
trap '[ -n "$server" ] && kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work"
export XDG_CONFIG_HOME="$work/config" XDG_STATE_HOME="$work/state" NO_COLOR=1
unset NSTACK_BASE_URL NSTACK_APPLICATION_ID NSTACK_REST_API_KEY NSTACK_GUID NSTACK_PLATFORM NSTACK_PROFILE
wrong=0
cases=0

# expect CODE "what" COMMAND…: runs it and checks that it ends with CODE and says why in one line that begins with `error: `.
expect() {
  local code=$1 what=$2 status=0 lines
  shift 2
  cases=$((cases + 1))
  "$@" >out 2>err </dev/null || status=$?
  lines=$(grep -c '' err)
  printf '%-28s %3d  %s\n' "$what" "$status" "$(head -n 1 err)"
  [ "$status" -eq "$code" ] || { echo "  WRONG: exit code $status, should be $code"; wrong=1; }
  if [ "$lines" -ne 1 ] || ! grep -q "^error: " err; then
    echo "  WRONG: $lines lines, should be one that begins with \"error: \""
    sed 's/^/    /' err
    wrong=1
  fi
  [ -s err ] || { echo "  WRONG: nothing on standard error"; wrong=1; }
  [ ! -s out ] || { echo "  WRONG: something on standard output: $(head -c 200 out)"; wrong=1; }
}

# expect_object CODE NAME "what" COMMAND…: with --json, one object on standard output that bears the name, and no line.
expect_object() {
  local code=$1 name=$2 what=$3 status=0
  shift 3
  cases=$((cases + 1))
  "$@" >out 2>err </dev/null || status=$?
  printf '%-28s %3d  %s\n' "$what" "$status" "$(grep '"code"' out)"
  [ "$status" -eq "$code" ] || { echo "  WRONG: exit code $status, should be $code"; wrong=1; }
  if [ "$(head -c 1 out)" != "{" ] || [ "$(grep -c '"code": ' out)" -ne 1 ] || ! grep -q "\"code\": \"$name\"" out; then
    echo "  WRONG: no object with the code $name on standard output: $(head -c 200 out)"
    wrong=1
  fi
  [ ! -s err ] || { echo "  WRONG: something on standard error: $(head -c 200 err)"; wrong=1; }
}

"$binary" sandbox --port 0 --database "$work/sandbox.sqlite" >server.log 2>&1 </dev/null &
server=$!
for _ in $(seq 100); do
  grep -q NSTACK_REST_API_KEY server.log && break
  sleep 0.1
done
# Only assignments of the announced variables, whatever stands around them.
grep -oE "NSTACK_[A-Z_]+=[^[:space:]]+" server.log | tr -d "'\"" >variables
set -a
. ./variables
set +a
[ -n "${NSTACK_BASE_URL:-}" ] || { echo "WRONG: the sandbox did not say how to reach it: $(cat server.log)"; exit 1; }

printf 'Section,Key,Locale,Proposal,Deletable\r\ndefault,ok,da-DK,OK,\r\n' >no-column.csv
printf '\211PNG\r\n\032\n no sheet at all' >picture.xlsx
printf 'PK\003\004 cut off' >cut.xlsx
: >empty.xlsx
mkdir folder.xlsx

"$binary" export good.xlsx >/dev/null 2>err </dev/null || { echo "WRONG: the export itself failed: $(cat err)"; wrong=1; }
expect 4 "wrong key" env NSTACK_REST_API_KEY=wrong "$binary" export wrong-key.xlsx
expect 5 "unreachable server" env NSTACK_BASE_URL=http://127.0.0.1:9 "$binary" export unreachable.xlsx
expect 1 "missing column" "$binary" check no-column.csv
expect 1 "missing column, import" "$binary" import no-column.csv --yes
expect 1 "no sheet" "$binary" check picture.xlsx
expect 1 "a sheet cut off" "$binary" check cut.xlsx
expect 1 "an empty file" "$binary" check empty.xlsx
expect 1 "no such file" "$binary" check nowhere.xlsx
expect 1 "no such folder to write to" "$binary" export nowhere/review.xlsx
expect 64 "wrong usage" "$binary" import --no-such-flag
expect 64 "no verb of ours" "$binary" exprot review.xlsx
expect 64 "a number below zero" "$binary" import good.xlsx --max-deletes=-1
expect 64 "no number" "$binary" import good.xlsx --max-deletes many
expect 64 "a missing argument" "$binary" convert good.xlsx
expect 64 "an option that acts" "$binary" check $'--\e[2J\u202e'
grep -q "$(printf '\033')" err && { echo "  WRONG: an escape was printed as it is"; wrong=1; }
# Nothing that is read is written over, whatever flag names it.
cp good.xlsx kept.xlsx
"$binary" export good.csv >/dev/null 2>err </dev/null || { echo "WRONG: the export itself failed: $(cat err)"; wrong=1; }
cp good.csv kept.csv
"$binary" diff good.xlsx --output plan.json >/dev/null 2>err </dev/null || { echo "WRONG: no plan: $(cat err)"; wrong=1; }
cp plan.json kept.json
ln -s good.csv link.csv
expect 64 "a copy over a sheet" "$binary" diff good.xlsx good.csv --annotate .
expect 64 "a copy under a name for macros" "$binary" diff good.xlsx --annotate copy.xlsm
expect 64 "what is to fix over a sheet" "$binary" diff good.xlsx good.csv --to-fix link.csv
expect 64 "a plan over a sheet" "$binary" diff good.xlsx good.csv --output ./good.xlsx
expect 64 "a report over a plan" "$binary" import --plan plan.json --yes --report plan.json
expect 64 "two results in one file" "$binary" diff good.xlsx --report both.json --output both.json
cmp good.xlsx kept.xlsx && cmp good.csv kept.csv && cmp plan.json kept.json || wrong=1
expect 1 "a device as a plan" "$binary" import --plan /dev/zero --yes
expect_object 64 usage.arguments "wrong usage, --json" "$binary" import --json --no-such-flag
expect_object 64 usage.arguments "below zero, --json" "$binary" import good.xlsx --max-deletes=-1 --json
expect_object 64 usage.arguments "missing argument, --json" "$binary" convert good.xlsx --json
expect_object 64 usage.arguments "no verb, --json" "$binary" exprot review.xlsx --json
expect_object 64 usage.no-sheet "no sheet, --json" "$binary" check --json
expect_object 1 file.not-found "no such file, --json" "$binary" check nowhere.xlsx --json
expect_object 1 file.not-regular "a device, --json" "$binary" check /dev/zero --json
expect 1 "a file of that name" "$binary" check -- --json
unset NSTACK_APPLICATION_ID NSTACK_REST_API_KEY
expect 64 "no credentials" "$binary" export none.xlsx

left=$(ls wrong-key.xlsx unreachable.xlsx none.xlsx nowhere 2>/dev/null) && { echo "  WRONG: left behind: $left"; wrong=1; }
[ "$wrong" -ne 0 ] || echo "$cases cases, one line each with its exit code"
exit "$wrong"
