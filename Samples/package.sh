#!/usr/bin/env bash
# Builds what a machine without Swift installs: a Debian package and a tarball for other Linux systems.
#   Samples/package.sh [FOLDER]       where they go; default .build/packages
# The Debian package uses the system's libxml2, zlib, SQLite, libcurl and OpenSSL. The tarball has them linked in (see
# Samples/package/libraries.sh); it needs a glibc, whose least version the last lines name.
#   ONLY=debian   or ONLY=tarball: that one alone
#   NSTACK_REVIEW=…   a built program to pack as it is, instead of building one; the tarball then has no library linked in
# The same commit gives the same bytes with the same toolchain: times are those of the commit.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=setup.sh
. "$root/Samples/setup.sh"
# shellcheck source=package/tree.sh
. "$root/Samples/package/tree.sh"
# shellcheck source=package/libraries.sh
. "$root/Samples/package/libraries.sh"
# shellcheck source=package/debian.sh
. "$root/Samples/package/debian.sh"

folder=${1:-$root/.build/packages}
only=${ONLY:-}
case "$only" in "" | debian | tarball) ;; *) stop "ONLY is debian or tarball, and not $only" ;; esac
for tool in git python3 gzip tar strip; do
  command -v "$tool" >/dev/null || stop "$tool is missing: install it, then run this command again"
done

number=$(sed -nE 's/.*static let number = "(.*)"/\1/p' "$root/Sources/Basics/Basics/ProgramVersion.swift")
[ -n "$number" ] || stop "Sources/Basics/Basics/ProgramVersion.swift names no version"
commit=$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null) || stop "$root is not a clone with a commit, and --version names one"
[ -z "$(git -C "$root" status --porcelain --untracked-files=no)" ] || commit+=-dirty
# Archives and manual pages have this time.
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
export SOURCE_DATE_EPOCH NSTACK_REVIEW_COMMIT=$commit
# A tag vNUMBER is the release itself. Any other commit comes after it, in the order of time.
version=$number
[ "$(git -C "$root" describe --exact-match --tags HEAD 2>/dev/null)" = "v$number" ] && [ "$commit" = "${commit%-dirty}" ] \
  || version+="+git$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M).${commit//-/.}"

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/nstack-review-package.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Builds the program with Swift's runtime linked in, and copies it to a path. Linker flags may follow.
build_program() {
  local to=$1
  shift
  if [ -n "${NSTACK_REVIEW:-}" ]; then
    cp "$NSTACK_REVIEW" "$to"
    return
  fi
  quietly swift build --package-path "$root" -c release --static-swift-stdlib --product nstack-review "$@" \
    || stop "the build failed"
  cp "$(swift build --package-path "$root" -c release --show-bin-path)/nstack-review" "$to"
}

size() { say "    $(basename "$1"): $(($(stat -c %s "$1") / 1024)) KB"; }

say "==> Set-up"
if [ -n "${NSTACK_REVIEW:-}" ]; then say "    packing $NSTACK_REVIEW as it is"; else set_up; fi
say "    nstack-review $version ($commit)"

if [ "$only" != tarball ]; then
  if command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null; then
    say "==> Debian package (a release build takes some minutes the first time)"
    build_program "$work/program"
    debian_package "$work/program" "$work/debian" "$folder"
  elif [ "$only" = debian ]; then
    stop "dpkg-deb or dpkg-shlibdeps is missing: apt-get install dpkg-dev"
  else
    say "    skipped: the Debian package, as dpkg-deb or dpkg-shlibdeps is missing"
  fi
fi

if [ "$only" != debian ]; then
  say "==> Tarball"
  if [ -n "${NSTACK_REVIEW:-}" ]; then
    build_program "$work/program"
  else
    static_libraries "$work/static"
    # The packed table of relocations would need glibc 2.36, which some systems in use do not have.
    PKG_CONFIG_PATH="$work/static/pkgconfig" build_program "$work/program" -Xlinker -z -Xlinker nopack-relative-relocs
  fi
  tarball "$work/program" "$work/tarball" "$folder"
fi
