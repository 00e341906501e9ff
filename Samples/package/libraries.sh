# The libraries that the tarball has linked in: sourced by Samples/package.sh.

# Makes a folder of static libraries, with the files by which pkg-config finds them.
#   static_libraries FOLDER
# zlib, SQLite and the C++ runtime come from the system's development packages. Debian's libxml2 needs ICU, which has 30 MB
# of data, so libxml2 is built from Debian's sources of the same version without what a sheet does not use.
#   LIBXML2_SOURCE=…   unpacked sources of libxml2 to use instead of fetching them
static_libraries() {
  local to=$1 library file
  mkdir -p "$to/pkgconfig"
  for library in libz.a libsqlite3.a libstdc++.a; do
    file=$("${CC:-cc}" -print-file-name="$library")
    [ -f "$file" ] || stop "there is no static $library: install zlib1g-dev, libsqlite3-dev and g++, then run this command again"
    ln -sf "$file" "$to/$library"
  done
  static_libxml2 "$to"
  # The headers are the system's, of the same version. SwiftPM takes the folder of libraries from here, before the system's.
  sed -e "s|^Libs:.*|Libs: -L$to -lxml2 -lz -lm|" -e '/^Requires/d' -e '/^Libs.private/d' \
    "$(pkg-config --variable=pcfiledir libxml-2.0)/libxml-2.0.pc" >"$to/pkgconfig/libxml-2.0.pc"
  sed -e "s|^Libs:.*|Libs: -L$to -lz|" "$(pkg-config --variable=pcfiledir zlib)/zlib.pc" >"$to/pkgconfig/zlib.pc"
  static_notices="$to/notices"
}

# Builds libxml2 into a folder, with the notice that its licence asks for.
static_libxml2() {
  local to=$1 source=${LIBXML2_SOURCE:-}
  if [ -z "$source" ]; then
    fetch_libxml2 "$to/source"
    source=$(find "$to/source" -mindepth 1 -maxdepth 1 -type d -name 'libxml2-*' | head -n 1)
  fi
  [ -x "$source/configure" ] || stop "there are no sources of libxml2 in ${source:-$to/source}: set LIBXML2_SOURCE"
  say "    building $(basename "$source")"
  mkdir -p "$to/libxml2"
  # shellcheck disable=SC2016
  quietly bash -c 'cd "$1" && "$2/configure" --disable-shared --with-pic --without-icu --without-lzma --without-zlib \
    --without-python --without-http --without-ftp --without-debug CFLAGS="-O2 -g0" && make -j2 AUTOMAKE=: AUTOCONF=: ACLOCAL=: AUTOHEADER=: libxml2.la' \
    libxml2 "$to/libxml2" "$source" || stop "the build of libxml2 failed"
  cp "$to/libxml2/.libs/libxml2.a" "$to/"
  {
    say
    say "--------------------------------------------------------------------------------"
    say "libxml2:"
    sed 's/^/  /' "$source/Copyright"
    say
    say "zlib: Copyright (C) Jean-loup Gailly and Mark Adler, zlib licence. SQLite: public domain."
    say "The C++ runtime of GCC: GNU General Public License, version 3, with GCC Runtime Library Exception."
  } >"$to/notices"
}

# Fetches the sources of the system's version of libxml2 with apt, which checks who signed them.
fetch_libxml2() {
  local to=$1 version release
  command -v apt-get >/dev/null || stop "set LIBXML2_SOURCE to a folder with the sources of libxml2, as there is no apt-get"
  version=$(dpkg-query -W -f '${source:Version}' libxml2-dev)
  release=$(. /etc/os-release && say "$VERSION_CODENAME")
  mkdir -p "$to/lists/partial"
  # The system may list no sources, so the lists of its packages are read as such.
  sources_of_apt "$release" >"$to/sources.list"
  local options=(-o "Dir::Etc::SourceList=$to/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$to/lists")
  quietly apt-get "${options[@]}" update || stop "apt-get update of the sources failed: set LIBXML2_SOURCE"
  # shellcheck disable=SC2016
  quietly bash -c 'cd "$1" && shift && apt-get "$@"' fetch "$to" "${options[@]}" source "libxml2=$version" \
    || stop "apt-get source libxml2=$version failed: set LIBXML2_SOURCE"
}

# The places of packages that apt reads, as places of sources.
sources_of_apt() {
  local release=$1
  apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | sort -u \
    | while read -r site suite component; do
      case "$suite" in
      "$release"*) say "deb-src $site $suite $component" ;;
      esac
    done
}

# Packs a program as a tarball that is unpacked below /usr/local or ~/.local.
#   tarball PROGRAM WORK FOLDER
tarball() {
  local program=$1 work=$2 folder=$3 name tree archive
  name="nstack-review-$version-linux-$(uname -m)"
  tree="$work/$name"
  installed_tree "$program" "$tree" share/zsh/site-functions share/fish/vendor_completions.d
  archive="$folder/$name.tar.gz"
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$work" -cf - "$name" | gzip -n >"$archive"
  (cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
  say "    needs glibc $(least_glibc "$tree/bin/nstack-review") or later, and $(needed_libraries "$tree/bin/nstack-review")"
  size "$tree/bin/nstack-review"
  size "$archive"
}

# The least version of glibc that has every symbol which a program uses.
least_glibc() {
  objdump -p "$1" | sed -nE 's/.*GLIBC_([0-9.]+)$/\1/p' | sort -V | tail -n 1
}

# The libraries that a program loads when it starts.
needed_libraries() {
  objdump -p "$1" | sed -nE 's/ *NEEDED +(.*)/\1/p' | sort | paste -sd ' '
}
