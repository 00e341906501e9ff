#!/usr/bin/env bash
# Checks the format of all Swift files by .swift-format, and that the gate itself is closed.
#   Tests/format.sh            lint with every rule chosen; nothing is changed
#   swift format -i -p -r Package.swift Sources Tests Samples     writes the format
# Naming one rule in .swift-format switches off all that are not named, without a word. So each rule of this toolchain must be
# named there, and a file with one fault against each of eleven rules must give eleven findings.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

swift format lint --strict -p -r Package.swift Sources Tests Samples </dev/null

rules() { sed -nE '/"rules"/,/}/s/^ *"([A-Za-z]*)" *: *(true|false).*/\1/p' | sort; }
[ "$(rules <.swift-format | wc -l)" -gt 0 ] || { echo "error: .swift-format names no rule" >&2; exit 1; }
unnamed=$(comm -23 <(swift format dump-configuration | rules) <(rules <.swift-format))
[ -z "$unnamed" ] || { echo "error: .swift-format must name each of these rules as true or false: ${unnamed//$'\n'/, }" >&2; exit 1; }

# One fault in a line, and the rule that must find it.
planted=$(cat <<'SWIFT'
import Zeta
import Alpha // OrderedImports
let first = 1; let second = 2 // DoNotUseSemicolons
let number = 1000000 // GroupNumericLiterals
let forced = list.first! // NeverForceUnwrap
let tried = try! reading() // NeverUseForceTry
public struct Bare {} // AllPublicDeclarationsHaveDocumentation
struct lower {} // TypeNamesShouldBeCapitalized
let Upper_case = 0 // AlwaysUseLowerCamelCase
func nothing() -> Void {} // NoVoidReturnOnFunctionSignature
func asks() { if (first == 1) { nothing() } } // NoParensAroundConditions
func loops() { list.forEach { print($0) } } // ReplaceForEachWithForLoop
SWIFT
)
found=$(swift format lint --configuration .swift-format - <<<"$planted" 2>&1 || true)
count=0
for rule in $(sed -n 's|.*// ||p' <<<"$planted"); do
  grep -q "\[$rule\]" <<<"$found" || { echo "error: a planted fault against $rule is not found" >&2; exit 1; }
  count=$((count + 1))
done
echo "no finding; $(rules <.swift-format | wc -l) rules chosen; $count of $count planted faults found"
