/// A rule about the text of a proposal, such as that it keeps the placeholders of its source text.
///
/// A check is a pure function of its arguments: no network, no disk, no clock. It runs for every row that would propose,
/// so it has to be cheap. A text that nobody changed is never judged, so a check does not report old faults.
///
/// A new check is a type of this kind in a file of its own, and its place in ``PlanningOptions/checks``.
public protocol Check: Sendable {
  /// A stable name such as `printf.type`. Reports show it, and people name it to turn the check off.
  var id: String { get }
  /// What a finding does to its row: `error` refuses the row, anything less only adds a note to it.
  var severity: Diagnostic.Severity { get }
  /// Whether its findings are never meant, so that the check cannot be turned off, and `--force` does not send the text.
  var isIndispensable: Bool { get }
  /// Whether reports count its findings in one line instead of naming each row.
  var isCounted: Bool { get }
  /// Returns what is wrong with a text, in the order of the text; empty if nothing is.
  func findings(in text: CheckedText) -> [CheckFinding]
}

extension Check {
  /// False: a project or a reviewer may turn the check down.
  public var isIndispensable: Bool { false }
  /// False: reports name each row.
  public var isCounted: Bool { false }
}

/// One fault that a check found in a text.
public struct CheckFinding: Hashable, Sendable {
  /// The fault and what to do, in a plain sentence.
  public let message: String
  /// The part of the text that is wrong or missing; nil if the fault is in the text as a whole.
  public let token: String?

  /// Creates a finding from its fields.
  public init(_ message: String, token: String? = nil) {
    self.message = message
    self.token = token
  }
}
