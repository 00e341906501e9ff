package import Basics

/// How serious a finding is.
public enum Severity: String, Codable, Sendable {
  /// The affected text is not sent.
  case error
  /// The affected text is sent, but a person should look at it.
  case warning
  /// Information only.
  case info
}

/// A rule about a translation, such as that it keeps the placeholders of its source text.
///
/// A check is a pure function of its arguments: no network, no disk, no clock. It runs for every text that would be
/// proposed, so it has to be cheap.
public struct Check: Sendable {
  /// A stable name such as `printf.type`. Reports show it, and people name it to turn the check off.
  public let id: String
  /// What a finding does: `error` refuses the text, anything less only adds a note to it.
  public internal(set) var severity: Severity
  /// Whether the check cannot be turned off, ignored or overridden, because what it finds is never meant.
  package let isIndispensable: Bool
  /// Whether reports count its findings in one line instead of naming each text.
  package let isCounted: Bool
  /// Returns what is wrong with a text, in the order of the text; empty if nothing is.
  public let findings: @Sendable (_ text: CheckedText) -> [CheckFinding]

  /// Creates a check from its fields. By default a project or a reviewer may turn it down, and reports name each text.
  package init(
    _ id: String, _ severity: Severity, isIndispensable: Bool = false, isCounted: Bool = false,
    _ findings: @escaping @Sendable (_ text: CheckedText) -> [CheckFinding]
  ) {
    self.id = id
    self.severity = severity
    self.isIndispensable = isIndispensable
    self.isCounted = isCounted
    self.findings = findings
  }
}

/// One fault that a check found in a text.
public struct CheckFinding: Hashable, Sendable {
  /// The fault and what to do, in a plain sentence.
  public let message: String
  /// The part of the text that is wrong or missing; nil if the fault is in the text as a whole.
  public let token: String?

  /// Creates a finding from its fields.
  package init(_ message: String, token: String? = nil) { (self.message, self.token) = (message, token) }
}

/// One fault in a text, with the check that found it.
public struct TextFinding: Hashable, Sendable {
  /// The id of the check.
  public let check: String
  /// What the finding does to its text.
  public let severity: Severity
  /// The fault and what to do, in a plain sentence.
  public let message: String
  /// The part of the text that is wrong or missing; nil if the fault is in the text as a whole.
  public let token: String?

  package init(_ check: Check, _ finding: CheckFinding) {
    self.check = check.id
    severity = check.severity
    message = finding.message
    token = finding.token
  }

  /// The id of the check, the part of the text that is wrong, and the fault.
  package var reason: Reason {
    let fault = Reason.Value.reason(Reason(verbatim: message))
    guard let token else { return Reason("finding.whole", .text(check), fault) }
    return Reason("finding.token", .text(check), .text(Self.visible(token)), fault)
  }

  /// The finding in an English sentence that begins with the id and the part of the text that is wrong.
  public var sentence: String { reason.description }

  /// The first sentence of a message without its numbers: a text that is too long stays too long. What to do may depend on
  /// the rest of the text.
  package static func fault(in message: String) -> String {
    (message.firstRange(of: ". ").map { message[..<$0.lowerBound] } ?? message[...]).filter { !$0.isNumber }
  }

  /// The reason to refuse a text with these findings; nil if it may be sent.
  package static func refusal(_ findings: [TextFinding]) -> Reason? {
    let errors = findings.filter { $0.severity == .error }
    return errors.isEmpty ? nil : Reason(errors.map(\.reason))
  }

  /// A part of a text, with its spaces visible if it has nothing else.
  package static func visible(_ token: String) -> String {
    let visible = Visible.text(token)
    return token.allSatisfy(\.isWhitespace) ? visible.replacing(" ", with: "␠") : visible
  }
}
