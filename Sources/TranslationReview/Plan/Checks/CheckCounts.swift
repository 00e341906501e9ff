import Basics

/// Findings that reports count instead of naming each row.
struct CheckCounts: Hashable, Sendable {
  /// The findings that the current values already have, by the id of the check.
  var old: [String: Int] = [:]
  /// The rows with a finding of a check that is only counted, by its id.
  var counted: [String: Int] = [:]

  /// Adds the counts of another row.
  mutating func add(_ other: CheckCounts) {
    if !other.old.isEmpty { old.merge(other.old, uniquingKeysWith: +) }
    if !other.counted.isEmpty { counted.merge(other.counted, uniquingKeysWith: +) }
  }

  /// The counts as remarks; none if nothing was counted.
  var diagnostics: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if !old.isEmpty {
      let total = old.values.reduce(0, +)
      diagnostics.append(
        Diagnostic(
          code: .checkOldFaults, severity: .info,
          message:
            "\(Counted.text(total, "fault was", "faults were")) there before the edit, which do not count as errors: "
            + Self.list(old) + "."))
    }
    for (id, count) in counted.sorted(by: { $0.key < $1.key }) {
      diagnostics.append(
        Diagnostic(
          code: .checkCounted, severity: .info,
          message: id == SameAsSourceCheck.name
            ? "\(Counted.text(count, "changed text is", "changed texts are")) the same as the source text (\(id))."
            : "\(id): \(Counted.text(count, "changed text"))."))
    }
    return diagnostics
  }

  private static func list(_ counts: [String: Int]) -> String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
