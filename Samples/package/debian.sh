# The Debian package: sourced by Samples/package.sh, which sets root, version, commit and SOURCE_DATE_EPOCH.

# Builds the package of a program.
#   debian_package PROGRAM WORK FOLDER     WORK is for intermediate files; the package goes to FOLDER
debian_package() {
  local program=$1 work=$2 folder=$3 tree="$2/debian/nstack-review" architecture depends package maintainer
  architecture=$(dpkg --print-architecture)
  maintainer=$(git -C "$root" log -1 --format='%an <%ae>')
  mkdir -p "$tree/DEBIAN"
  installed_tree "$program" "$tree/usr" share/zsh/vendor-completions share/fish/vendor_completions.d
  changes "$tree/usr/share/doc/nstack-review/changelog.gz" "$maintainer"
  install -D -m 644 "$root/Samples/package/lintian-overrides" "$tree/usr/share/lintian/overrides/nstack-review"

  # dpkg-shlibdeps reads the name of the package from a file in this place.
  printf 'Source: nstack-review\n\nPackage: nstack-review\nArchitecture: any\n' >"$work/debian/control"
  depends=$(cd "$work" && dpkg-shlibdeps -O -e "$tree/usr/bin/nstack-review" | sed -n 's/^shlibs:Depends=//p')
  [ -n "$depends" ] || stop "dpkg-shlibdeps found no library that the program needs"

  # The packed table of relocations is no symbol, so dpkg-shlibdeps does not see that it needs glibc 2.36.
  if objdump -p "$tree/usr/bin/nstack-review" | grep -q GLIBC_ABI_DT_RELR; then
    depends=$(sed -E 's/libc6 \(>= [^)]*\)/libc6 (>= 2.36)/' <<<"$depends")
  fi

  {
    say "Package: nstack-review"
    say "Version: $version"
    say "Architecture: $architecture"
    say "Maintainer: $maintainer"
    say "Installed-Size: $(du -k -s --apparent-size "$tree/usr" | cut -f 1)"
    say "Depends: $depends"
    # Without certificates only servers whose certificate SSL_CERT_FILE names can be reached.
    say "Recommends: ca-certificates"
    say "Suggests: bash-completion, hunspell, less, man-db"
    say "Section: text"
    say "Priority: optional"
    cat "$root/Samples/package/description"
  } >"$tree/DEBIAN/control"
  (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
  chmod 755 "$tree/DEBIAN"
  chmod 644 "$tree/DEBIAN"/*

  package="$folder/nstack-review_${version}_$architecture.deb"
  quietly dpkg-deb --root-owner-group -Zxz --build "$tree" "$package" || stop "dpkg-deb failed"
  say "    depends on $depends"
  size "$tree/usr/bin/nstack-review"
  size "$package"
}

# Writes the changelog, which has one entry: the commit that the package is of.
changes() {
  local to=$1 maintainer=$2
  {
    say "nstack-review ($version) unstable; urgency=medium"
    say
    say "  * Built from commit $commit."
    say
    say " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
  } | gzip -9n >"$to"
}
