# The files of an installed nstack-review: sourced by Samples/package.sh, which sets root, version and commit.

# Puts the program, its manual pages, its completions and the licences of what is linked in below a folder.
#   installed_tree PROGRAM FOLDER ZSH FISH     ZSH and FISH are the folders of completions, which differ between systems
installed_tree() {
  local program=$1 to=$2 zsh=$3 fish=$4
  install -D -m 755 "$program" "$to/bin/nstack-review"
  strip --strip-all --remove-section=.comment --remove-section=.note "$to/bin/nstack-review"
  mkdir -p "$to/share/man/man1" "$to/share/bash-completion/completions" "$to/$zsh" "$to/$fish" "$to/share/doc/nstack-review"
  quietly python3 "$root/Samples/manual.py" "$to/bin/nstack-review" "$to/share/man/man1" || stop "the manual pages failed"
  gzip -9n "$to/share/man/man1/"*.1
  local shell file
  for shell in "bash:share/bash-completion/completions/nstack-review" "zsh:$zsh/_nstack-review" "fish:$fish/nstack-review.fish"; do
    file="$to/${shell#*:}"
    "$to/bin/nstack-review" --generate-completion-script "${shell%%:*}" >"$file" || stop "the completions of ${shell%%:*} failed"
    # A script of completions is read by the shell and not run.
    sed -i '1{/^#!/d}' "$file"
  done
  licences "$to/share/doc/nstack-review"
  chmod -R u=rwX,go=rX "$to"
}

# The packages that the program is built of, as the build has them.
linked_packages() {
  local build checkout source
  build=$(swift build --package-path "$root" -c release --show-bin-path)
  for checkout in "$root"/.build/checkouts/*/; do
    # Packages that others need for products that are not used here are fetched, and not built.
    for source in "$checkout"*/ "$checkout"Sources/*/; do
      if [ ! -d "$build" ] || [ -n "$(find "$build/$(basename "$source").build" -name '*.o' -print -quit 2>/dev/null)" ]; then
        basename "$checkout"
        break
      fi
    done
  done
}

# Writes `copyright`: who wrote what is linked in, and under which licence. The Apache licence is a common one, so the
# file names it; other licences, and the notices that the Apache licence asks for, are in it word by word.
licences() {
  local to=$1 name checkout file runtime
  mkdir -p "$to"
  {
    say "nstack-review $version, commit $commit."
    say "Copyright: the authors of nstack-review. Its repository names no licence; ask them before you pass it on."
    say
    say "The program contains the Swift runtime and libraries: Copyright (c) Apple Inc. and the Swift project authors,"
    say "Apache License, Version 2.0, with Runtime Library Exception."
    say "On Debian systems the text of the licence is in /usr/share/common-licenses/Apache-2.0; elsewhere see"
    say "https://www.apache.org/licenses/LICENSE-2.0."
    runtime=$(dirname "$(readlink -f "$(command -v swift || true)")")/../share/swift/LICENSE.txt
    if [ -f "$runtime" ]; then
      say "The exception:"
      sed -n '/Runtime Library Exception to the Apache/,$p' "$runtime" | sed 's/^/  /'
    fi
    while IFS= read -r name; do
      checkout="$root/.build/checkouts/$name"
      say
      say "--------------------------------------------------------------------------------"
      file=$(find "$checkout" -maxdepth 1 -name 'LICENSE*' | sort | head -n 1)
      [ -n "$file" ] || stop "$name has no licence: $checkout"
      if grep -q 'Apache License' "$file"; then
        say "$name: Apache License, Version 2.0."
        for file in "$checkout"/NOTICE*; do [ ! -f "$file" ] || sed 's/^/  /' "$file"; done
      else
        say "$name:"
        sed 's/^/  /' "$file"
      fi
    done < <(linked_packages)
    if [ -n "${static_notices:-}" ]; then cat "$static_notices"; fi
  } >"$to/copyright"
}
