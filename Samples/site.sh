#!/usr/bin/env bash
# Builds the documentation as a site of static pages: the libraries, their articles and the manual of the program.
#   Samples/site.sh [FOLDER]     default .build/site; look at it with: python3 -m http.server --directory .build/site
#   BASE_PATH=/nstack-review     the path of the site on its host; default /
#   ARCHIVES=FOLDER              archives that Tests/documentation.sh built, to use instead of building them
#   NSTACK_REVIEW=…              a built nstack-review, whose help the manual is; default that of the debug build
# Needs a debug build (swift build), and Python for the manual.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=setup.sh
. "$root/Samples/setup.sh"
folder=${1:-$root/.build/site} base=${BASE_PATH:-/} archives=${ARCHIVES:-}
base="/${base#/}"
work=$(mktemp -d "${TMPDIR:-/tmp}/nstack-review-site.XXXXXX")
trap 'rm -rf "$work"' EXIT

binary=${NSTACK_REVIEW:-$(swift build --package-path "$root" --show-bin-path)/nstack-review}
[ -x "$binary" ] || stop "there is no program at $binary: run swift build first"
if [ -z "$archives" ]; then
  archives="$work/archives"
  quietly bash "$root/Tests/documentation.sh" "$archives" || stop "the documentation of the libraries failed"
fi
ls -d "$archives"/*.doccarchive >/dev/null 2>&1 || stop "there are no archives in $archives"

docc=$(toolchain_tool docc) || stop "the toolchain has no docc"
# One archive has one search and one list of all pages.
quietly "$docc" merge "$archives"/*.doccarchive --output-path "$work/merged.doccarchive" \
  --synthesized-landing-page-name "nstack-review" --synthesized-landing-page-kind "Swift package" || stop "docc merge failed"
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
quietly "$docc" process-archive transform-for-static-hosting "$work/merged.doccarchive" --output-path "$folder" \
  --hosting-base-path "$base" || stop "docc process-archive failed"
quietly python3 "$root/Samples/manual.py" --html "$binary" "$folder/manual" || stop "the manual failed"
python3 "$root/Samples/package/site_index.py" "$folder"
