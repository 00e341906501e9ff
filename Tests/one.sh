#!/usr/bin/env bash
# Builds and runs the tests of one target, without building what depends on it.
#   Tests/one.sh TARGET [ARGUMENT…]     such as: Tests/one.sh SpreadsheetTests --filter CSV
# `swift test` links all test targets together, so an edit in a low target compiles everything above it first. This compiles the
# target and what it depends on, and links them with a program that runs their tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=../Samples/setup.sh
. Samples/setup.sh
[ $# -ge 1 ] || { sed -n '3s/^# *//p' Tests/one.sh >&2; exit 64; }
[ "$(uname -s)" = Linux ] || exec swift test --filter "$1" "${@:2}"
target=$1
shift

export NSTACK_REVIEW_SAMPLES=1
quietly swift build --target "$target" || stop "the build failed"
build=$(swift build --show-bin-path)
mkdir -p "$build/one"
printf 'import Testing\n@main struct Runner {\n  static func main() async { await Testing.__swiftPMEntryPoint() as Never }\n}\n' >"$build/one/Runner.swift"
# The objects of the target are linked whole, as its tests are found in them; of all other targets what is needed.
objects=() others=()
while IFS= read -r object; do
  case "$object" in
  "$build/$target.build/"*) objects+=("$object") ;;
  *Tests.build/* | */nstack_review*.build/* | *-tool.build/* | */*Tests-*.build/*) ;;
  *) others+=("$object") ;;
  esac
done < <(find "$build" -path '*.build/*.o' ! -name '*_main*' ! -path '*/drive_stand_in.build/*' ! -path '*/nstack_typed_keys.build/*')
rm -f "$build/one/others.a"
# Names of files have blanks.
printf '"%s"\n' "${others[@]}" >"$build/one/others"
ar rcST "$build/one/others.a" @"$build/one/others" && ranlib "$build/one/others.a" || stop "the objects cannot be listed"
# shellcheck disable=SC2046
swiftc -parse-as-library -use-ld=lld "$build/one/Runner.swift" -o "$build/one/$target" "${objects[@]}" "$build/one/others.a" \
  $(pkg-config --libs libxml-2.0 zlib sqlite3 libcurl libcrypto) -lstdc++ || stop "linking failed"
exec "$build/one/$target" --testing-library swift-testing "$@"
