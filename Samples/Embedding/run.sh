#!/usr/bin/env bash
# Runs the sample against a sandbox of its own and shows what it prints. Fails if the server does not hold what was sent.
#   NSTACK_REVIEW=…   a built nstack-review to use instead of building one
#   EMBEDDING=…       a built sample to use instead of building one
set -euo pipefail
package="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=../setup.sh
. "$package/../setup.sh"

program=${NSTACK_REVIEW:-}
if [ -z "$program" ]; then
  quietly swift build --package-path "$package/../.." --product nstack-review || stop "the build failed"
  program="$(swift build --package-path "$package/../.." --show-bin-path)/nstack-review"
fi
sample=${EMBEDDING:-}
if [ -z "$sample" ]; then
  quietly swift build --package-path "$package" || stop "the build of the sample failed"
  sample="$(swift build --package-path "$package" --show-bin-path)/Embedding"
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/nstack-review-embedding.XXXXXX")
touch "$work/sandbox.env"
"$program" sandbox >"$work/sandbox.env" 2>"$work/log" &
sandbox=$!
trap 'kill "$sandbox" 2>/dev/null || true; wait "$sandbox" || true; rm -rf "$work"' EXIT
until grep -q NSTACK_PLATFORM "$work/sandbox.env"; do
  kill -0 "$sandbox" 2>/dev/null || stop "the sandbox did not start: $(cat "$work/log")"
  sleep 0.1
done
# shellcheck source=/dev/null
. "$work/sandbox.env"
cd "$work"
"$sample" .
