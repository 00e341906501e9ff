#!/usr/bin/env bash
# Everything that is checked before a change goes in: set-up, format, build, tests, acceptance checks.
#   Tests/run.sh          some checks take a sample of their cases
#   Tests/run.sh --all    every case, for a night
# Runs from any folder on a machine with Swift 6.2 or later and nothing else; checks that need more are skipped, aloud.
#   PYTHON=…   a Python that has openpyxl (and python-calamine), for the checks that read sheets with them, and selenium
#              (and axe-core-python), for those that open pages in Chromium and Firefox; google-api-python-client and
#              google-resumable-media, for the one that tries the stand-in for Google Drive
#   FAULT_RUNS=N   how many random schedules of faults are run (200; with --all 12,000)
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
# Gives arguments that make a check take a sample of its cases, and those that make it take more, with --all.
sample() { [ -n "$all" ] || printf '%s ' "$@"; }
full() { [ -z "$all" ] || printf '%s ' "$@"; }
export FAULT_RUNS=${FAULT_RUNS:-$(sample 200)$(full 12000)}

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
# What needs no build is done beside it, mostly while the dependencies are fetched.
bash Tests/format.sh >"$work/format.log" 2>&1 &
format=$!

step "Build, warnings as errors"
# The samples too; see Package.swift.
export NSTACK_REVIEW_SAMPLES=1
quietly swift build --build-tests || stop "the build failed"
build=$(swift build --show-bin-path)
export BUILD=$build
binary="$build/nstack-review"

step "Format, checked beside the build"
wait "$format" || { head -n 60 "$work/format.log"; stop "the format is not as it must be"; }
say "    $(tail -n 1 "$work/format.log")"

# Checks run side by side, one more than there are processors, as most of them wait for something now and then. What they say
# comes in the order of this file: the line that sums a check up, with the seconds that it took and that it computed.
checks="$work/checks" count=0 shown=0 failed=()
mkdir "$checks"
mkfifo "$work/free"
exec 3<>"$work/free"
lanes=$(($(getconf _NPROCESSORS_ONLN) + 1))
for ((lane = 0; lane < lanes; lane++)); do echo >&3; done

# Runs one check as soon as there is room; where it fails, everything that it said is shown.
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
  echo $((user + system)) >"$log.computed"
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

# Runs the Swift tests that the arguments choose, and ends with the line that sums them up. On Linux the tests are run past SwiftPM,
# which lets one command at a time use the build.
swift_tests() {
  local log closing
  log=$(mktemp "$work/tests.XXXXXX")
  local run=(swift test --skip-build)
  [ "$(uname -s)" = Darwin ] || run=("$build/nstack-reviewPackageTests.xctest" --testing-library swift-testing)
  # The testing library colours what it prints to a file as well.
  if ! "${run[@]}" "$@" 2>&1 | sed $'s/\e\\[[0-9;]*m//g' >"$log"; then
    grep -E 'recorded an issue|error:|Fatal error' "$log" | head -n 60 || tail -n 40 "$log"
    grep -E 'Test run with' "$log" || true
    return 1
  fi
  closing=$(grep -E 'Test run with' "$log" | tail -n 1)
  say "${closing:-no test was run}"
  [ -n "$closing" ]
}

step "Tests and checks, $lanes side by side"
export PYTHONDONTWRITEBYTECODE=1
check "tests of the libraries" swift_tests --skip HostileFileTests --skip CommandLineTests
check "tests of the program" swift_tests --filter CommandLineTests
check "hostile files" swift_tests --filter HostileFileTests
if command -v python3 >/dev/null; then
  check "documentation and its site" env NSTACK_REVIEW="$binary" Samples/site.sh "$work/site"
else
  check "documentation" bash Tests/documentation.sh "$work/documentation"
  skipped "the documentation as a site, as there is no python3"
fi
check "quickstart" env NSTACK_REVIEW="$binary" TMPDIR="$work" bash Samples/quickstart.sh
for sample in Embedding LiveTexts TypedKeys; do
  check "$sample" env NSTACK_REVIEW="$binary" BUILT="$build/$sample" TMPDIR="$work" bash "Samples/$sample/run.sh"
  check "$sample's manifest" swift package --package-path "Samples/$sample" dump-package
done

python=${PYTHON:-python3}
data=${DATA:-../shared/data}/small
if [ ! -d "$data" ]; then
  skipped "real translations, as there is no folder $data (or set DATA); the sample texts instead"
  data=Samples/texts
fi
schemas=${SCHEMAS:-../shared/schemas}
# Runs an acceptance check: acceptance NAME SCRIPT [ARGUMENT…]
acceptance() { check "$1" "$python" "Tests/acceptance/$2.py" "${@:3}"; }

if ! command -v "$python" >/dev/null; then
  skipped "acceptance checks, as there is no python3 (or set PYTHON)"
else
  acceptance "leaving" leaving parts $(sample --every 40) "$binary"
  acceptance "review page" pages review "$binary"
  acceptance "review in one file" pages file $(sample --audits 1) "$binary"
  acceptance "hostile texts in a browser" pages hostile $(sample --every 10) "$binary"
  acceptance "speed of a review in one file" pages quick "$binary"
  acceptance "rules of page and importer" pages rules "$binary" "${DATA:-../shared/data}/medium"
  acceptance "decisions in sheet, page and file" pages decided $(sample --browsers 1) "$binary" "${DATA:-../shared/data}/medium"
  acceptance "examples" documentation examples "$binary"
  acceptance "damaged sheets" damages sheets $(sample --every 75) "$binary"
  acceptance "sheets in Google Drive" google_drive rounds $(sample --rows 500) "$binary" "$build/drive-stand-in"
  acceptance "NStack's own description" answers description $(sample --examples 20) "$binary" "${DESCRIPTION:-../shared/schemas/nstack-openapi-2.yaml}"
  acceptance "reviews as XLIFF" exchange xliff $(sample --edits 100) "$binary" "$data"
  acceptance "reviews as PO" exchange po $(sample --edits 100) "$binary" "$data"
  acceptance "XLIFF by its schemas" exchange valid "$binary" "$data" "$schemas"
  acceptance "results of imports" imports results "$binary"
  acceptance "copies of imports" copies $(sample --only csv,po) $(full --seeds 9) "$binary"
  acceptance "sheets that disagree" imports disagreeing "$binary"
  acceptance "approval and people" imports approved "$binary"
  acceptance "rejections and questions" imports rejected "$binary"
  acceptance "the board of sheets" imports board "$binary"
  acceptance "a manager's day" managers_day "$binary" "${DATA:-../shared/data}/medium"
  acceptance "a round of four agencies" round_of_four "$binary" "${DATA:-../shared/data}/medium"
  acceptance "imports that were cut off" imports unfinished "$binary"
  acceptance "imports that are forgotten" imports forgotten "$binary"
  acceptance "killed imports" faults kills $(sample --rows 20 --every 13) "$binary"
  acceptance "killed again" faults kills --again $(sample --rows 20 --every 37) "$binary"
  acceptance "power cuts" faults power $(sample --every 50 --flips 4) "$binary"
  acceptance "clocks that are set" faults clocks $(sample --every 4) "$binary"
  acceptance "imports on a full disk" faults full-disk $(sample --step 24576) "$binary"
  acceptance "rivals" journals rivals $(sample --texts 300 --latency 5,50 --machines 2) "$binary"
  acceptance "reviewed texts" journals reviewed $(sample --texts 20000) "$binary"
  acceptance "a journal of many imports" journals history $(sample --edits 300) "$binary"
  acceptance "many proposals cleaned up" journals clean-up "$binary"
  acceptance "damaged units" damages units $(sample --every 16) "$binary"
  acceptance "damaged pages" damages pages $(sample --every 25) $(full --every 8) "$binary"
  acceptance "a thousand edits" edits $(sample --edits 300) "$binary" "$data"
  acceptance "exports" exports data $(sample --only csv,xlsx) "$binary" "$data"
  acceptance "workbooks of every layout" exports workbooks "$binary" "$data" "$schemas"
  acceptance "second exports" exports second "$binary" "$data"
  acceptance "word counts" exports words "$binary" "$data"
  acceptance "hostile names" exports names $(sample --every 20) "$binary"
  acceptance "previews" previews $(sample --edits 100 --kills 8) "$binary" "$data"
  acceptance "memories" memories "$binary" "$data"
  acceptance "catalogues" catalogues files "$binary"
  acceptance "pseudo-localised texts" catalogues pseudo $(sample --only strings,arb) "$binary"
  acceptance "typed keys" catalogues keys $(full "$data") "$binary"
  acceptance "plurals in typed keys" catalogues plurals "$binary"
  acceptance "plurals in catalogues" catalogues formats $(sample --texts 100) "$binary"
  acceptance "mistakes" messages mistakes "$binary"
  acceptance "outputs" messages outputs "$binary"
  acceptance "promises" promises "$binary"
  acceptance "terminals" terminal "$binary"
  acceptance "commands that end at once" leaving embedded --runs 12 $(full --runs 400) "$binary"
  acceptance "Swift examples" documentation swift "$binary"
  acceptance "manual pages" documentation manual "$binary"
  acceptance "samples for CI" ci_samples "$binary"
  acceptance "forms of answers" answers forms "$binary"
  acceptance "servers that take few calls" answers limits $(sample --texts 30) "$binary"
  check "tests of Google Drive" "$python" Tests/drive_tests.py
  acceptance "the stand-in for Google Drive" google_drive client "$build/drive-stand-in"
  acceptance "the report as a page" pages report "$binary"
  acceptance "rates of checks" check_rates rates $(full --sets small,medium,large) "$binary" "${DATA:-../shared/data}"
  acceptance "checks of served texts" check_rates published $(full --sets small,medium,large) "$binary" "${DATA:-../shared/data}"
  acceptance "spellings of faults" check_rates relatives "$binary"
  acceptance "misspelt words" check_rates spelling $(sample --set small --locales da-DK --parts 4) "$binary" "${DATA:-../shared/data}"
  acceptance "one word for one thing" check_rates consistency $(full --set large) "$binary" "${DATA:-../shared/data}"
  acceptance "re-saved sheets" office_programs resaved $(sample --edits 60) "$binary" "$data"
  acceptance "computed sheets" office_programs computed $(full --texts 10000) "$binary" "$data"
  acceptance "compared sheets" office_programs compared $(sample --program gnumeric --locale da-DK,ar-SA) "$binary" "$data"
fi

for ((lane = 0; lane < lanes; lane++)); do
  read -r -u 3
  show
done
say "    $(($(cat "$checks"/*.computed | paste -sd +))) s computing"

if [ "${#failed[@]}" -gt 0 ]; then
  step "Failed after $(minutes $((SECONDS - started)))"
  printf '    %s\n' "${failed[@]}"
  exit 1
fi
step "All green in $(minutes $((SECONDS - started)))"
