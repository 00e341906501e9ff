# The libraries that the tarball has linked in: sourced by Samples/package.sh.

# Makes a folder of static libraries, with the files by which pkg-config finds them.
#   static_libraries FOLDER
# zlib, SQLite, OpenSSL and the C++ runtime come from the system's development packages. Debian's libxml2 needs ICU, which has
# 30 MB of data, and Debian's libcurl some twenty libraries, so these two are built from Debian's sources of the same version
# without what is not used. The headers are the system's, of the same version.
#   LIBXML2_SOURCE=… CURL_SOURCE=…   unpacked sources to use instead of fetching them
static_libraries() {
  local to=$1 library file
  mkdir -p "$to/pkgconfig"
  for library in libz.a libsqlite3.a libssl.a libcrypto.a libstdc++.a; do
    file=$("${CC:-cc}" -print-file-name="$library")
    [ -f "$file" ] || stop "there is no static $library: install zlib1g-dev, libsqlite3-dev, libssl-dev and g++, then run this command again"
    ln -sf "$file" "$to/$library"
  done
  static_library "$to" libxml2 libxml2-dev "${LIBXML2_SOURCE:-}" . .libs/libxml2.a libxml2.la \
    --without-icu --without-lzma --without-zlib --without-python --without-http --without-ftp --without-debug
  # Where the certificates of authorities are is found out at run time.
  static_library "$to" curl libcurl4-openssl-dev "${CURL_SOURCE:-}" lib .libs/libcurl.a libcurl.la \
    --with-openssl --with-zlib --without-ca-bundle --without-ca-path --without-libpsl --without-libidn2 --without-brotli \
    --without-zstd --without-nghttp2 --without-librtmp --without-libssh2 --without-gssapi --disable-ldap --disable-ldaps \
    --disable-ftp --disable-file --disable-dict --disable-telnet --disable-tftp --disable-pop3 --disable-imap --disable-smb \
    --disable-smtp --disable-gopher --disable-mqtt --disable-rtsp --disable-manual
  # SwiftPM takes the folder of libraries from these files, before the system's.
  static_description "$to" libxml-2.0 "-lxml2 -lz -lm"
  static_description "$to" zlib -lz
  static_description "$to" libcrypto -lcrypto
  static_description "$to" libcurl "-lcurl -lssl -lcrypto -lz"
  {
    printf '\n%s\n' "--------------------------------------------------------------------------------"
    say "libxml2:"
    sed 's/^/  /' "$to/libxml2/copyright"
    printf '\ncurl:\n'
    sed 's/^/  /' "$to/curl/copyright"
    say
    say "zlib: Copyright (C) Jean-loup Gailly and Mark Adler, zlib licence. SQLite: public domain."
    say "OpenSSL: Copyright (C) The OpenSSL Project Authors, Apache licence 2.0."
    say "The C++ runtime of GCC: GNU General Public License, version 3, with GCC Runtime Library Exception."
  } >"$to/notices"
  static_notices="$to/notices"
}

# Writes the file by which pkg-config finds a static library: the system's, with other libraries to link.
#   static_description FOLDER NAME LIBRARIES
static_description() {
  local to=$1 name=$2 libraries=$3
  sed -e "s|^Libs:.*|Libs: -L$to $libraries|" -e '/^Requires/d' -e '/^Libs.private/d' \
    "$(pkg-config --variable=pcfiledir "$name")/$name.pc" >"$to/pkgconfig/$name.pc"
}

# Builds a library into a folder from Debian's sources.
#   static_library FOLDER NAME PACKAGE SOURCE PART ARCHIVE TARGET OPTION…
# PACKAGE is the development package whose version counts, PART the folder of the build with the ARCHIVE that `make TARGET` makes.
static_library() {
  local to=$1 name=$2 package=$3 source=$4 part=$5 archive=$6 target=$7
  shift 7
  if [ -z "$source" ]; then
    fetch_source "$to/source" "$name" "$package"
    source=$(find "$to/source" -mindepth 1 -maxdepth 1 -type d -name "$name-*" | head -n 1)
  fi
  [ -e "$source/configure" ] || [ -e "$source/configure.ac" ] || stop "there are no sources of $name in ${source:-$to/source}"
  say "    building $(basename "$source")"
  mkdir -p "$to/$name"
  if [ ! -x "$source/configure" ]; then
    command -v autoreconf >/dev/null || stop "autoreconf is missing: apt-get install autoconf automake libtool"
    quietly bash -c 'cd "$1" && autoreconf -fi' prepare "$source" || stop "autoreconf of $name failed"
  fi
  # shellcheck disable=SC2016
  quietly bash -c 'cd "$1" && "$2/configure" --disable-shared --enable-static --with-pic CFLAGS="-O2 -g0" "${@:5}" \
    && make -C "$3" -j2 AUTOMAKE=: AUTOCONF=: ACLOCAL=: AUTOHEADER=: "$4"' \
    "$name" "$to/$name" "$source" "$part" "$target" "$@" || stop "the build of $name failed"
  cp "$to/$name/$part/$archive" "$to/"
  cp "$(find "$source" -maxdepth 1 -iname copying -o -maxdepth 1 -iname copyright | head -n 1)" "$to/$name/copyright"
}

# Fetches the sources of the system's version of a library with apt, which checks who signed them.
fetch_source() {
  local to=$1 name=$2 package=$3 version release
  command -v apt-get >/dev/null || stop "there is no apt-get: name a folder with the sources of $name (see Samples/package/libraries.sh)"
  # shellcheck disable=SC2016
  version=$(dpkg-query -W -f '${source:Version}' "$package") || stop "$package is missing: apt-get install $package"
  release=$(. /etc/os-release && say "$VERSION_CODENAME")
  mkdir -p "$to/lists/partial"
  # The system may list no sources, so the lists of its packages are read as such.
  sources_of_apt "$release" >"$to/sources.list"
  local options=(-o "Dir::Etc::SourceList=$to/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$to/lists")
  [ -e "$to/updated" ] || quietly apt-get "${options[@]}" update || stop "apt-get update of the sources failed"
  touch "$to/updated"
  # shellcheck disable=SC2016
  quietly bash -c 'cd "$1" && shift && apt-get "$@"' fetch "$to" "${options[@]}" source "$name=$version" \
    || stop "apt-get source $name=$version failed"
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
