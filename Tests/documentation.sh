#!/usr/bin/env bash
# Builds the documentation of the libraries from their sources and DocC catalogues. A warning is an error.
#   Tests/documentation.sh [FOLDER]     one archive for each library; default .build/documentation
#   BUILD=FOLDER     the folder of the build, where it is known
# The symbols come from the modules of the debug build, so nothing is compiled again: run `swift build` first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${1:-.build/documentation}

# shellcheck source=../Samples/setup.sh
. Samples/setup.sh
docc=$(toolchain_tool docc) || { echo "skipped: the documentation, as the toolchain has no docc"; exit 1; }
extract=$(toolchain_tool swift-symbolgraph-extract) || { echo "skipped: the documentation, as the toolchain has no swift-symbolgraph-extract"; exit 1; }

build=${BUILD:-$(swift build --show-bin-path)}
[ -d "$build/Modules" ] || stop "there are no modules in $build: run swift build first"
target=$(swift -print-target-info | sed -nE 's/.*"triple": "([^"]*)".*/\1/p' | head -n 1)
flags=(-target "$target" -I "$build/Modules" -I Sources/Tables/CLinux -I Sources/Tables/CLibXML2 -I Sources/Tables/CZlib -I Sources/NStack/CLibCurl -I Sources/Basics/CLibCrypto)
[ "$(uname -s)" != Darwin ] || flags+=(-sdk "$(xcrun --show-sdk-path)")
# The C modules that the dependencies are built with: maps that the build made, and maps in their sources.
while IFS= read -r map; do
  flags+=(-Xcc "-fmodule-map-file=$map")
done < <(find "$build" -maxdepth 2 -path '*.build/module.modulemap' ! -path '*-tool.build/*'; find .build/checkouts -path '*/Sources/*' -name module.modulemap)
for library in libxml-2.0 zlib sqlite3; do
  # shellcheck disable=SC2207
  for flag in $(pkg-config --cflags-only-I "$library" 2>/dev/null || true); do flags+=(-Xcc "$flag"); done
done

mkdir -p "$folder"
symbols=$(mktemp -d "${TMPDIR:-/tmp}/nstack-review-symbols.XXXXXX")
trap 'rm -rf "$symbols"' EXIT
built=0 failed=()
for catalogue in Sources/*/*/*.docc; do
  library=$(basename "$catalogue" .docc)
  mkdir -p "$symbols/$library"
  "$extract" -module-name "$library" "${flags[@]}" -output-dir "$symbols/$library" -minimum-access-level public
  "$docc" convert "$catalogue" --additional-symbol-graph-dir "$symbols/$library" --output-path "$folder/$library.doccarchive" \
    --fallback-display-name "$library" --fallback-bundle-identifier "nstack-review.$library" \
    --ide-console-output --warnings-as-errors || failed+=("$library")
  built=$((built + 1))
done
[ "${#failed[@]}" -eq 0 ] || stop "the documentation of ${failed[*]} has warnings"
echo "$built libraries documented in $folder, no warning"
