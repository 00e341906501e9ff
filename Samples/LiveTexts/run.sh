#!/usr/bin/env bash
# Runs the sample against a sandbox of its own and shows what it prints. Fails if a text does not change as it should.
#   NSTACK_REVIEW=…   a built nstack-review to use instead of building one
#   BUILT=…           a built sample to use instead of building one
set -euo pipefail
package="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=../sample.sh
. "$package/../sample.sh"
run_sample "$package" "${BUILT:-}"
