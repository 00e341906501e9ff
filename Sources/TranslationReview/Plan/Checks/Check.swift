public import NStackAPI

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
  /// Returns what is wrong with a text, in the order of the text; empty if nothing is.
  func findings(in text: CheckedText) -> [CheckFinding]
}

/// A proposal as a check sees it.
public struct CheckedText: Hashable, Sendable {
  /// The section, key and locale of the text.
  public let text: TextIdentity
  /// The text that would be proposed.
  public let proposal: String
  /// The text to compare with: the value in the application's default locale, or else the source value in the sheet; nil
  /// if neither exists. For a row in the default locale, it is the value that the proposal would replace.
  public let source: String?
  /// The value that the server serves now; empty if the text is not translated.
  public let currentValue: String
  /// The purpose of the text, a picture of it, and its maximum length; nil if the sheet has none.
  public let context: TextContext?

  /// Creates a text to check from its fields.
  public init(
    text: TextIdentity, proposal: String, source: String? = nil, currentValue: String = "", context: TextContext? = nil
  ) {
    self.text = text
    self.proposal = proposal
    self.source = source
    self.currentValue = currentValue
    self.context = context
  }
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
