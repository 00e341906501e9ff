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
  /// What a finding does: `error` refuses the text, any other severity only adds a note to it.
  public internal(set) var severity: Severity
  /// Whether the check cannot be turned off, ignored or overridden, because what it finds is never intended.
  package let isIndispensable: Bool
  /// Whether reports count its findings in one line instead of naming each text.
  package let isCounted: Bool
  /// Returns what is wrong with a text, in the order of the text; empty if nothing is.
  public let findings: @Sendable (_ text: CheckedText) -> [CheckFinding]

  /// Creates a check from its fields. By default, a project or a reviewer may lower its severity, and reports name each
  /// text.
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
  /// The fault and what to do. Anything that depends on the rest of the text is a separate sentence.
  package let reason: Reason
  /// The part of the text that is wrong or missing; nil if the fault is in the text as a whole.
  public let token: String?

  /// Creates a finding from its fields.
  package init(_ reason: Reason, token: String? = nil) { (self.reason, self.token) = (reason, token) }

  /// Creates a finding from the code of its sentence, and the texts and numbers that the sentence shows.
  package init(_ code: String, _ texts: String..., counts: Int..., token: String? = nil) {
    self.init(Reason(code, values: texts.map(Reason.Value.text) + counts.map(Reason.Value.count)), token: token)
  }

  /// The fault and what to do, in plain English sentences.
  public var message: String { reason.description }

  /// Identifies the fault. Two findings of a check have the same identity if they are the same fault.
  var identity: [String] { [token ?? ""] + reason.fault }
}

/// One fault in a text, with the check that found it.
public struct TextFinding: Hashable, Sendable {
  /// The id of the check.
  public let check: String
  /// The severity of the finding, which decides whether its text is sent.
  public let severity: Severity
  private let found: CheckFinding

  package init(_ check: Check, _ finding: CheckFinding) {
    self.check = check.id
    severity = check.severity
    found = finding
  }

  /// The fault and what to do.
  package var fault: Reason { found.reason }
  /// The fault and what to do, in plain English sentences.
  public var message: String { found.message }
  /// The part of the text that is wrong or missing; nil if the fault is in the text as a whole.
  public var token: String? { found.token }
  /// Identifies a fault of a text, to recognise it in later findings.
  package var identity: [String] { [check] + found.identity }

  /// The id of the check, the part of the text that is wrong, and the fault.
  package var reason: Reason {
    guard let token else { return Reason("finding.whole", .text(check), .reason(fault)) }
    return Reason("finding.token", .text(check), .text(Self.visible(token)), .reason(fault))
  }

  /// The finding in an English sentence that begins with the id and the part of the text that is wrong.
  public var sentence: String { reason.description }

  /// The reason to refuse a text with these findings; nil if it may be sent.
  package static func refusal(_ findings: [TextFinding]) -> Reason? {
    let errors = findings.filter { $0.severity == .error }
    return errors.isEmpty ? nil : Reason(errors.map(\.reason))
  }

  /// A part of a text; if it consists of spaces, these are made visible.
  package static func visible(_ token: String) -> String {
    let visible = Visible.text(token)
    return token.allSatisfy(\.isWhitespace) ? visible.replacing(" ", with: "␠") : visible
  }
}
