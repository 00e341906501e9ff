/// Something that a person should know about a returned sheet; reading goes on, so that all of them are shown.
public struct Diagnostic: Hashable, Sendable {
  /// How grave it is.
  public enum Severity: String, Sendable {
    /// What it is about is not sent.
    case error
    /// It is sent, but somebody should look.
    case warning
    /// Only to be known.
    case info
  }

  /// The code of damage in a row that nobody edited: it is counted in reports, and listed in their JSON form only.
  static let damagedUnedited = "row.damaged-unedited"

  /// The code of a file that is not a review sheet and was left out.
  static let foreignFile = "sheet.foreign"

  /// A stable name such as `row.damaged`.
  public let code: String
  /// How grave it is.
  public let severity: Severity
  /// Where it is; nil for what concerns a file or the whole.
  public let place: RowPlace?
  /// The header of the column that it is about; nil for a whole row.
  public let column: String?
  /// What was found and what to do, in a sentence or two.
  public let message: String

  /// Makes a diagnostic of its fields.
  public init(code: String, severity: Severity, place: RowPlace? = nil, column: String? = nil, message: String) {
    self.code = code
    self.severity = severity
    self.place = place
    self.column = column
    self.message = message
  }

  /// Whether reports for people list the diagnostic.
  var isListed: Bool { code != Self.damagedUnedited }

  /// The diagnostic in a line: severity, place, sentence.
  public var line: String {
    "\(severity.rawValue): \(place.map { "\($0): " } ?? "")\(message)"
  }
}
