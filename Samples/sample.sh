# What the samples' own scripts share: sourced by Samples/Embedding/run.sh and Samples/LiveTexts/run.sh.
# Defines `run_sample PACKAGE BUILT [ARGUMENT…]`, which runs the sample of a package against a sandbox of its own.
#   NSTACK_REVIEW=…   a built nstack-review to use instead of building one

# shellcheck source=setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

# Runs the sample in an empty folder.
#   PACKAGE   the folder of the package, which has the sample's name
#   BUILT     a built sample to use; empty to build one
run_sample() {
  local package=$1 sample=$2 program=${NSTACK_REVIEW:-} root
  shift 2
  root=$(cd "$package/../.." && pwd)
  if [ -z "$program" ]; then
    quietly swift build --package-path "$root" --product nstack-review || stop "the build failed"
    program="$(swift build --package-path "$root" --show-bin-path)/nstack-review"
  fi
  if [ -z "$sample" ]; then
    quietly swift build --package-path "$package" || stop "the build of the sample failed"
    sample="$(swift build --package-path "$package" --show-bin-path)/$(basename "$package")"
  fi

  work=$(mktemp -d "${TMPDIR:-/tmp}/nstack-review-sample.XXXXXX")
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
  "$sample" "$@"
}
