# What a fresh machine needs before it can build: sourced by Samples/quickstart.sh, Tests/run.sh and the scripts beside it.
# Defines `set_up`, which installs what is missing (Debian, Ubuntu) or says how to (macOS, others).

say() { printf '%s\n' "$*"; }
stop() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Runs a command with its output kept back; shows the end of it where the command fails.
quietly() {
  local log status=0
  log=$(mktemp "${TMPDIR:-/tmp}/nstack-review-log.XXXXXX")
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    grep -E '(error|warning):' "$log" | sort -u | head -n 30 >&2
    tail -n 40 "$log" >&2
  fi
  rm -f "$log"
  return "$status"
}

# Says where a tool of the toolchain is, which need not be in PATH.
toolchain_tool() {
  if [ "$(uname -s)" = Darwin ]; then xcrun --find "$1" 2>/dev/null || command -v "$1"
  else command -v "$1" || ls "$(dirname "$(readlink -f "$(command -v swift)")")/$1" 2>/dev/null
  fi
}

install_packages() {
  local administrator=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || stop "these packages are missing, as root: apt-get install -y $*"
    administrator=(sudo)
  fi
  say "    installing $*"
  quietly ${administrator[@]+"${administrator[@]}"} apt-get update \
    || stop "apt-get update failed; afterwards: apt-get install -y $*"
  quietly ${administrator[@]+"${administrator[@]}"} env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@" || stop "apt-get install -y $* failed"
}

# libxml2 and zlib read and write the sheets, SQLite keeps the sandbox's texts and the journal, libcurl and OpenSSL call the server.
set_up_libraries() {
  local missing=() library libraries=(libxml-2.0:libxml2-dev zlib:zlib1g-dev sqlite3:libsqlite3-dev)
  # macOS has its own libcurl and cryptography.
  [ "$(uname -s)" = Darwin ] || libraries+=(libcurl:libcurl4-openssl-dev libcrypto:libssl-dev)
  command -v git >/dev/null || missing+=(git)
  if ! command -v pkg-config >/dev/null; then
    missing+=(pkg-config "${libraries[@]#*:}")
  else
    for library in "${libraries[@]}"; do
      pkg-config --exists "${library%%:*}" || missing+=("${library##*:}")
    done
  fi
  [ "${#missing[@]}" -eq 0 ] && return 0
  case "$(uname -s)" in
  Darwin)
    stop "on macOS: xcode-select --install, then brew install pkg-config libxml2 zlib sqlite, then this command again" ;;
  esac
  command -v apt-get >/dev/null \
    || stop "install what your system calls ${missing[*]} (headers included), then run this command again"
  install_packages "${missing[@]}"
}

set_up_swift() {
  local version major minor
  command -v swift >/dev/null || stop "Swift 6.2 or later is needed: https://www.swift.org/install"
  version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+(\.[0-9]+)*).*/\1/p' | head -n 1)
  major=${version%%.*}
  minor=${version#*.}
  minor=${minor%%.*}
  [ "${major:-0}" -gt 6 ] || { [ "${major:-0}" -eq 6 ] && [ "${minor:-0}" -ge 2 ]; } \
    || stop "Swift 6.2 or later is needed, this is ${version:-unknown}: https://www.swift.org/install"
  say "    Swift $version"
}

set_up() {
  set_up_libraries
  set_up_swift
}
