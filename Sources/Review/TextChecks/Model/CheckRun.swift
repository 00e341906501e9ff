import Basics

package struct CheckRun {
  /// The findings to name, in the order of the checks.
  package private(set) var findings: [TextFinding] = []
  package private(set) var counts = CheckCounts()

  /// The maximum number of findings of one check that are named.
  private static let mostNamed = 20

  package init(_ checks: [Check], on text: CheckedText) {
    var old: CheckedText?
    for check in checks {
      var found = check.findings(text)
      guard !found.isEmpty else { continue }
      if check.isCounted {
        counts.counted[check.id, default: 0] += 1
        continue
      }
      if !check.isIndispensable, !text.currentValue.isEmpty {
        let before = old ?? text.proposing(text.currentValue)
        old = before
        found = added(found, to: check.findings(before), of: check)
      }
      findings += Self.named(found).map { TextFinding(check, $0) }
    }
  }

  /// The findings that the text did not have before. If a fault occurs once more than before, one of its findings is new.
  private mutating func added(_ found: [CheckFinding], to before: [CheckFinding], of check: Check) -> [CheckFinding] {
    if before.isEmpty { return found }
    var known: [[String]: Int] = [:]
    for finding in before { known[finding.identity, default: 0] += 1 }
    return found.filter { finding in
      guard let left = known[finding.identity], left > 0 else { return true }
      known[finding.identity] = left - 1
      counts.old[check.id, default: 0] += 1
      return false
    }
  }

  /// The first findings of one check, and one that counts the others.
  private static func named(_ findings: [CheckFinding]) -> [CheckFinding] {
    let rest = findings.count - mostNamed
    guard rest > 0 else { return findings }
    return findings.prefix(mostNamed) + [CheckFinding("check.more", counts: rest)]
  }
}

/// Findings that reports count instead of naming each text.
package struct CheckCounts: Hashable, Sendable {
  /// The findings that the current values already have, by the id of the check.
  package var old: [String: Int] = [:]
  /// The texts with a finding of a check that is only counted, by its id.
  package var counted: [String: Int] = [:]

  /// The id of the check that counts texts that are the same as their source text.
  package static let sameAsSource = "text.source"

  package init() {}

  package mutating func add(_ other: CheckCounts) {
    if !other.old.isEmpty { old.merge(other.old, uniquingKeysWith: +) }
    if !other.counted.isEmpty { counted.merge(other.counted, uniquingKeysWith: +) }
  }
}
