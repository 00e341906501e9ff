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

  /// The code of damage in a row without an edit. Reports for people list the first of them, and reports in JSON more.
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

  /// How many rows with damage and no edit reports for people list; the rest is only counted.
  static let listedUnedited = 20

  /// How many rows have damage and no edit, in a sentence; nil where none has.
  static func countOfUnedited(_ count: Int) -> Diagnostic? {
    guard count > 0 else { return nil }
    return Diagnostic(
      code: "row.damaged-unedited.count", severity: .warning,
      message: "\(Counted.text(count, "row")) without an edit: a guarded cell was changed."
        + (count > listedUnedited ? " The first \(listedUnedited) are listed." : ""))
  }

  /// The diagnostics as reports for people list them, in a line each.
  static func lines(of diagnostics: [Diagnostic]) -> [String] {
    var unedited = 0
    return diagnostics.compactMap { diagnostic in
      if diagnostic.code == damagedUnedited {
        unedited += 1
        guard unedited <= listedUnedited else { return nil }
      }
      return diagnostic.line
    }
  }

  /// The diagnostic in a line: severity, place, sentence.
  public var line: String {
    "\(severity.rawValue): \(place.map { "\($0): " } ?? "")\(message)"
  }
}
