#!/usr/bin/env bash
# The main job from start to end, against an embedded sandbox: texts out as a review sheet, the edited sheet back as calls.
# Needs Swift 6.2 or later; sets up the rest. Leaves nothing behind but the build.
#   NSTACK_REVIEW=…   a built nstack-review to use instead of building one
set -euo pipefail
samples="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=setup.sh
. "$samples/setup.sh"

binary=${NSTACK_REVIEW:-}
if [ -z "$binary" ]; then
  say "==> Set-up"
  set_up
  say "==> Build (some minutes the first time)"
  package="$samples/.."
  quietly swift build --package-path "$package" --product nstack-review || stop "the build failed"
  binary="$(swift build --package-path "$package" --show-bin-path)/nstack-review"
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/nstack-review-quickstart.XXXXXX")
trap 'rm -rf "$work"' EXIT
# Nothing of the user's own settings takes part, and nothing of this run stays in them.
export XDG_CONFIG_HOME="$work/config" XDG_STATE_HOME="$work/state" NO_COLOR=1
unset NSTACK_BASE_URL NSTACK_APPLICATION_ID NSTACK_REST_API_KEY NSTACK_GUID NSTACK_PLATFORM NSTACK_PROFILE
cd "$work"

step=0
# Says what a step does, shows its command as a user types it, and runs it.
run() {
  local what=$1
  shift
  step=$((step + 1))
  printf '\n%d. %s\n   $ nstack-review %s\n' "$step" "$what" "$*"
  "$binary" "$@" </dev/null 2>&1 | sed 's/^/   /'
}
# The same on the embedded sandbox, which keeps its database in this folder.
export NSTACK_SANDBOX_DIR=sandbox
run_on_sandbox() { run "$@" --sandbox; }

run_on_sandbox "How the app stands, locale by locale" status
run_on_sandbox "Texts and pending proposals go out as a review sheet" export review.xlsx
run_on_sandbox "Untouched, the sheet asks for nothing" diff review.xlsx

# A person edits the sheet in Excel, LibreOffice, Numbers or Google Sheets. Here awk is that person, as every machine has it.
run "The reviewer's part: the sheet as CSV …" convert review.xlsx sheet.csv --worksheet Review
awk -f "$samples/reviewer.awk" sheet.csv >Review.csv
say "   A new proposal for basket/note, another one for products/cardamomBun, \"delete\" for account/newsletter (da-DK)."
run "… and back as a workbook" convert Review.csv returned.xlsx

run_on_sandbox "What an import of the returned sheet would do" diff returned.xlsx
run_on_sandbox "The import: propose, delete, read the server once more" import returned.xlsx --yes --allow-delete
run_on_sandbox "The same import again sends nothing" import returned.xlsx --yes --allow-delete

say ""
say "The quickstart is through: what the reviewer asked for is on the server, and nothing else changed."
