#!/bin/sh
# Feeds the readers with what libFuzzer makes up, under AddressSanitizer.
#
#   run.sh [SECONDS [SEEDS [PROGRAM...]]]
#
# SECONDS per program (default 120), SEEDS a folder with .xlsx and .csv files to start from (default: the fixtures).
# What was found worth keeping, and the inputs that crashed, stay in .build/corpus/PROGRAM and
# beside it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
seconds=${1:-120}
seeds=${2:-$here/../Fixtures}
[ $# -gt 2 ] && shift 2 || set -- FuzzContainer FuzzWorksheet FuzzSharedStrings FuzzStyles FuzzCSV
build=${FUZZING_BUILD:-$here/.build}
export SWIFT_BACKTRACE=enable=no
flags='-Xswiftc -enable-testing -Xswiftc -sanitize=fuzzer,address'
# The linker that Swift takes by itself fails over libFuzzer's debugging information.
[ "$(uname)" = Linux ] && flags="$flags -Xswiftc -use-ld=lld"
# shellcheck disable=SC2086
swift build --package-path "$here" --scratch-path "$build" -c release $flags
binaries=$(swift build --package-path "$here" --scratch-path "$build" -c release --show-bin-path)

part() {
  find "$seeds" -name '*.xlsx' -size -64k | while read -r file; do
    { printf %s "$3"; unzip -p "$file" "$1" 2> /dev/null || true; } > "$2/$(printf %s "$file" | cksum | cut -d' ' -f1)"
  done
}

for program in "$@"; do
  corpus=$build/corpus/$program
  mkdir -p "$corpus"
  case $program in
    FuzzContainer) find "$seeds" -name '*.xlsx' -size -16k -exec cp -f {} "$corpus" \; ;;
    FuzzWorksheet) part 'xl/worksheets/sheet1.xml' "$corpus" ' ?' ;;
    FuzzSharedStrings) part 'xl/sharedStrings.xml' "$corpus" ' ?' ;;
    FuzzStyles) part 'xl/styles.xml' "$corpus" '' ;;
    FuzzCSV) find "$seeds" -name '*.csv' -size -16k -exec cp -f {} "$corpus" \; ;;
  esac
  find "$corpus" -type f -size -3c -delete
  echo "== $program"
  "$binaries/$program" -max_total_time="$seconds" -max_len=16384 -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
    -artifact_prefix="$corpus-" "$corpus"
done
