#!/usr/bin/env bash
# Runs the sample, whose keys the plugin wrote before it was compiled. Fails if a text is not the one of the sample texts.
#   BUILT=…   a built sample to use instead of building one
set -euo pipefail
package="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=../setup.sh
. "$package/../setup.sh"
sample=${BUILT:-}
if [ -z "$sample" ]; then
  quietly swift build --package-path "$package" || stop "the build of the sample failed"
  sample="$(swift build --package-path "$package" --show-bin-path)/TypedKeys"
fi
"$sample" "$package/Texts"
