/// A remark about a returned sheet. Reading continues after it, so that all remarks are shown.
public struct Diagnostic: Hashable, Sendable {
  /// A stable name to switch on, such as `row.damaged`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The kind of remark.
  public let code: Code
  /// How serious the diagnostic is.
  public let severity: Severity
  /// The row that it is about; nil if it is about a file or the whole import.
  public internal(set) var place: RowPlace?
  /// The header of the column that it is about; nil if it is about a whole row.
  public let column: String?
  /// The ids of the checks that found the faults, such as `printf.type`; empty if no check did.
  public let checks: [String]
  /// The finding and what to do, in a sentence or two.
  public internal(set) var message: String

  /// Creates a diagnostic from its fields.
  package init(
    code: Code, severity: Severity, place: RowPlace? = nil, column: String? = nil, checks: [String] = [],
    message: String
  ) {
    self.code = code
    self.severity = severity
    self.place = place
    self.column = column
    self.checks = checks
    self.message = message
  }

  /// The diagnostics as reports for people list them, one line each.
  package static func lines(of diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map(\.line)
  }

  /// The diagnostic on one line: severity, place, message.
  public var line: String {
    "\(severity.rawValue): \(place.map { "\($0): " } ?? "")\(message)"
  }
}
