#!/usr/bin/env bash
# Everything that is checked before a change goes in: set-up, format, build, tests, acceptance checks.
#   Tests/run.sh          some checks take a sample of their cases
#   Tests/run.sh --all    every case, for a night
# Runs from any folder on a machine with Swift 6.2 or later and nothing else; checks that need more are skipped, aloud.
#   PYTHON=…   a Python that has openpyxl (and python-calamine), for the checks that read sheets with them, and selenium
#              (and axe-selenium-python), for those that open pages in Chromium; google-api-python-client and
#              google-resumable-media, for the one that tries the stand-in for Google Drive
#   FAULT_RUNS=N   how many random schedules of faults are run (1,200; with --all 12,000)
#   DESCRIPTION=…   NStack's OpenAPI description; default ../shared/schemas/nstack-openapi-2.yaml, where it is there
#   SCHEMAS=…  the schemas of ECMA-376, and those of XLIFF in folders of their own; default ../shared/schemas, where it is there
#   DATA=…     a folder with the sets small, medium, large in NStack's shape; default ../shared/data, where it is there
# shellcheck disable=SC2046  # `sample` and `full` give several words
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=../Samples/setup.sh
. Samples/setup.sh

case "$*" in
"") all= ;;
--all) all=1 ;;
*) sed -n '3,4s/^# *//p' Tests/run.sh >&2; exit 64 ;;
esac
[ -z "$all" ] || export FAULT_RUNS=${FAULT_RUNS:-12000}
# Gives arguments that make a check take a sample of its cases, and those that make it take more, with --all.
sample() { [ -n "$all" ] || printf '%s ' "$@"; }
full() { [ -z "$all" ] || printf '%s ' "$@"; }

started=$SECONDS
step_began=
# Names the next step, after how long the last one took.
step() {
  [ -z "$step_began" ] || printf '    took %s\n' "$(minutes $((SECONDS - step_began)))"
  step_began=$SECONDS
  printf '\n==> %s\n' "$*"
}
minutes() { printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); }
work=$(mktemp -d "${TMPDIR:-/tmp}/nstack-review-checks.XXXXXX")
trap 'rm -rf "$work"' EXIT

step "Set-up"
set_up

step "Format"
swift format lint --strict -p -r Package.swift Sources Tests Samples
say "    clean"

step "Build, warnings as errors"
# The samples too; see Package.swift.
export NSTACK_REVIEW_SAMPLES=1
quietly swift build --build-tests || stop "the build failed"
binary="$(swift build --show-bin-path)/nstack-review"

# Runs the tests that the arguments choose and shows the line that sums them up.
run_tests() {
  local log closing
  log=$(mktemp "$work/tests.XXXXXX")
  if ! swift test --skip-build "$@" >"$log" 2>&1 </dev/null; then
    grep -E 'recorded an issue|error:|Fatal error' "$log" | head -n 60 || tail -n 40 "$log"
    grep -E 'Test run with' "$log" || true
    return 1
  fi
  closing=$(grep -E 'Test run with' "$log" | tail -n 1)
  say "    ${closing:-swift test ran no test}"
  [ -n "$closing" ]
}
step "Tests"
run_tests --skip HostileFileTests --skip CommandLineTests || stop "the tests failed"
# They run the program, in many processes, and would hold up whatever waits for time beside them.
run_tests --filter CommandLineTests || stop "the tests failed"

# Checks run side by side, one more than there are processors, as most of them wait for something now and then. What they say
# comes in the order of this file: the line that sums a check up, with the seconds that it took and that it computed.
checks="$work/checks" count=0 shown=0 failed=()
mkdir "$checks"
mkfifo "$work/free"
exec 3<>"$work/free"
lanes=$(($(getconf _NPROCESSORS_ONLN) + 1))
for ((lane = 0; lane < lanes; lane++)); do echo >&3; done

# Runs one acceptance check as soon as there is room; where it fails, everything that it said is shown.
check() {
  count=$((count + 1))
  read -r -u 3
  show
  { run_check "$count" "$@" || true; echo >&3; } &
}

run_check() {
  local name=$2 log="$checks/$1.log" status=0 real user system
  # What runs in the background of a script ignores them, and so would the programs that the checks start.
  trap - INT QUIT
  export XDG_CONFIG_HOME="$checks/$1/config" XDG_STATE_HOME="$checks/$1/state" XDG_CACHE_HOME="$checks/$1/cache"
  local TIMEFORMAT='%0R %0U %0S'
  { time { ("${@:3}") >"$log" 2>&1 </dev/null 3>&-; }; } 2>"$log.time" || status=$?
  read -r real user system <"$log.time"
  {
    if [ "$status" -eq 0 ]; then
      printf '    %s: %s' "$name" "$(tail -n 1 "$log" | sed 's/^ *//')"
    elif grep -q '^skipped: ' "$log"; then
      printf '    %s: %s' "$name" "$(grep '^skipped: ' "$log" | head -n 1)"
    else
      printf '    %s: FAILED' "$name"
      echo "$name" >"$log.failed"
    fi
    printf ' (%d s, %d s computing)\n' "$real" $((user + system))
    if [ -e "$log.failed" ]; then sed 's/^/      /' "$log"; else sed -n 's/^skip  /    skipped: /p' "$log"; fi
  } >"$log.new"
  mv "$log.new" "$checks/$1.said"
}

skipped() {
  count=$((count + 1))
  printf '    skipped: %s\n' "$*" >"$checks/$count.said"
}

# Shows what is to be said, as far as all before it has been.
show() {
  while [ -e "$checks/$((shown + 1)).said" ]; do
    shown=$((shown + 1))
    cat "$checks/$shown.said"
    [ ! -e "$checks/$shown.log.failed" ] || failed+=("$(cat "$checks/$shown.log.failed")")
  done
}

step "Acceptance checks, $lanes side by side"
export PYTHONDONTWRITEBYTECODE=1
check "hostile files" run_tests --filter HostileFileTests
if command -v python3 >/dev/null; then
  check "documentation and its site" env NSTACK_REVIEW="$binary" Samples/site.sh "$work/site"
else
  check "documentation" bash Tests/documentation.sh "$work/documentation"
  skipped "the documentation as a site, as there is no python3"
fi
check "quickstart" env NSTACK_REVIEW="$binary" TMPDIR="$work" bash Samples/quickstart.sh
check "embedding" env NSTACK_REVIEW="$binary" EMBEDDING="${binary%/*}/Embedding" TMPDIR="$work" bash Samples/Embedding/run.sh
check "embedding's manifest" swift package --package-path Samples/Embedding dump-package
check "live texts" env NSTACK_REVIEW="$binary" LIVE_TEXTS="${binary%/*}/LiveTexts" TMPDIR="$work" bash Samples/LiveTexts/run.sh
check "live texts' manifest" swift package --package-path Samples/LiveTexts dump-package
check "typed keys" env TYPED_KEYS="${binary%/*}/TypedKeys" TMPDIR="$work" bash Samples/TypedKeys/run.sh
check "typed keys' manifest" swift package --package-path Samples/TypedKeys dump-package
check "errors" bash Tests/acceptance/error_lines.sh "$binary"
check "output" sh Tests/acceptance/output_faults.sh "$binary"
check "temporary files" sh Tests/acceptance/temporary_folder.sh "$binary"

python=${PYTHON:-python3}
data=${DATA:-../shared/data}/small
if [ ! -d "$data" ]; then
  skipped "real translations, as there is no folder $data (or set DATA); the sample texts instead"
  data=Samples/texts
fi
if ! command -v "$python" >/dev/null; then
  skipped "sheets read and edited from outside, as there is no python3 (or set PYTHON)"
else
  check "mistakes" "$python" Tests/acceptance/mistakes.py "$binary"
  check "manual pages" "$python" Tests/acceptance/manual_pages.py "$binary"
  check "examples" "$python" Tests/acceptance/examples.py "$binary"
  check "Swift examples" "$python" Tests/acceptance/swift_examples.py "$binary"
  check "samples for CI" "$python" Tests/acceptance/ci_samples.py "$binary"
  check "forms of answers" "$python" Tests/acceptance/answer_forms.py "$binary"
  check "previews" "$python" Tests/acceptance/previews.py "$binary" "$data"
  check "hostile names" "$python" Tests/acceptance/hostile_names.py $(sample --every 20) "$binary"
  check "catalogues" "$python" Tests/acceptance/catalogues.py "$binary"
  check "typed keys of hard names" "$python" Tests/acceptance/typed_keys.py "$binary" "$data"
  check "tests of Google Drive" "$python" Tests/drive_tests.py
  check "the stand-in for Google Drive" "$python" Tests/acceptance/google_client.py "${binary%/*}/drive-stand-in"
  check "sheets in Google Drive" "$python" Tests/acceptance/google_drive.py "$binary" "${binary%/*}/drive-stand-in"
  check "word counts" "$python" Tests/acceptance/word_counts.py "$binary" "$data"
  check "second exports" "$python" Tests/acceptance/second_export.py "$binary" "$data"
  check "what earlier versions wrote" "$python" Tests/acceptance/older_versions.py "$binary"
  check "edits in other columns" "$python" Tests/acceptance/edits_elsewhere.py "$binary"
  check "damaged sheets" "$python" Tests/acceptance/damaged_sheets.py $(sample --every 75) "$binary"
  check "damaged units" "$python" Tests/acceptance/damaged_units.py $(sample --every 16) "$binary"
  check "results of an import" "$python" Tests/acceptance/import_results.py "$binary"
  check "terminals" "$python" Tests/acceptance/terminal.py "$binary"
  check "the report as a page" "$python" Tests/acceptance/report_page.py "$binary"
  check "commands that end at once" "$python" Tests/acceptance/refused_at_once.py --runs 40 $(full --runs 400) "$binary"
  check "leaving" "$python" Tests/acceptance/leaving.py $(sample --every 40) "$binary"
  check "rates of checks" "$python" Tests/acceptance/check_rates.py "$binary" "${DATA:-../shared/data}" small $(full medium large)
  check "promises" "$python" Tests/acceptance/promises.py "$binary"
  check "imports that are forgotten" "$python" Tests/acceptance/forgotten_imports.py "$binary"
  check "reviewed texts" "$python" Tests/acceptance/reviewed_texts.py $(sample --texts 20000) "$binary"
  check "a journal of many imports" "$python" Tests/acceptance/long_history.py $(sample --edits 300) --check "$binary"
  check "many proposals cleaned up" "$python" Tests/acceptance/cleaned_up.py "$binary"
  check "imports that were cut off" "$python" Tests/acceptance/unfinished_imports.py "$binary"
  check "rivals" "$python" Tests/acceptance/rivals.py $(sample --texts 300 --latency 5,50 --machines 2) "$binary"
  if [ "$(uname -s)" = Linux ] && command -v cc >/dev/null; then
    check "clocks that are set" "$python" Tests/acceptance/clocks.py $(sample --every 4) "$binary"
    check "killed imports" "$python" Tests/acceptance/killed_imports.py $(sample --rows 20 --every 7) "$binary"
    check "killed again" "$python" Tests/acceptance/killed_imports.py $(sample --rows 20 --every 29) --again "$binary"
    check "power cuts" "$python" Tests/acceptance/power_cuts.py $(sample --every 40 --flips 4) "$binary"
  else
    skipped "imports that are killed, or lose their power, at every step, which need Linux and a C compiler"
  fi
  if [ "$(uname -s)" = Linux ] && [ "$(id -u)" -eq 0 ]; then
    check "imports on a full disk" "$python" Tests/acceptance/full_disk_imports.py $(sample --step 16384) "$binary"
  else
    skipped "imports with the journal on a full disk, which need Linux and the right to mount"
  fi
  check "workbooks of every layout" "$python" Tests/acceptance/exported_workbooks.py "$binary" "$data" "${SCHEMAS:-../shared/schemas}"
  check "exports" "$python" Tests/acceptance/export_matches_data.py $(sample --only csv --only xlsx) "$binary" "$data"
  check "memories" "$python" Tests/acceptance/memories.py "$binary" "$data"
  check "reviews as XLIFF" "$python" Tests/acceptance/xliff_round_trips.py "$binary" "$data"
  check "XLIFF by its schemas" "$python" Tests/acceptance/valid_xliff.py "$binary" "$data" "${SCHEMAS:-../shared/schemas}"
  check "reviews as PO" "$python" Tests/acceptance/po_round_trips.py "$binary" "$data"
  if "$python" -c 'import openpyxl' 2>/dev/null; then
    check "a thousand edits" "$python" Tests/acceptance/thousand_edits.py "$binary" "$data"
    check "shuffled copies" "$python" Tests/acceptance/shuffled_copies.py "$binary" "$data"
  else
    skipped "edits with openpyxl, which $python has not (python3 -m venv V; V/bin/pip install openpyxl; PYTHON=V/bin/python)"
  fi
  check "review page" "$python" Tests/acceptance/review_page.py "$binary"
  description=${DESCRIPTION:-../shared/schemas/nstack-openapi-2.yaml}
  check "NStack's own description" "$python" Tests/acceptance/published_description.py "$binary" "$description"
  if command -v soffice >/dev/null || command -v ssconvert >/dev/null; then
    check "re-saved sheets" "$python" Tests/acceptance/resave_no_change.py "$binary" "$data"
  else
    skipped "sheets re-saved by LibreOffice and gnumeric, as neither is there"
  fi
fi

for ((lane = 0; lane < lanes; lane++)); do
  read -r -u 3
  show
done

if [ "${#failed[@]}" -gt 0 ]; then
  step "Failed after $(minutes $((SECONDS - started)))"
  printf '    %s\n' "${failed[@]}"
  exit 1
fi
step "All green in $(minutes $((SECONDS - started)))"
