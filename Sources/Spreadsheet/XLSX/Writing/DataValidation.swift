/// A rule for what may be typed into the cells of some columns, below the header rows.
public struct DataValidation: Hashable, Sendable {
  /// What is allowed.
  public enum Rule: Hashable, Sendable {
    /// One of some words, shown as a drop-down; together at most 255 UTF-16 units with a comma between, none of them
    /// with a comma.
    case list([String])
    /// What makes a formula true.
    case custom(formula: String)
    /// Anything; only the prompt is shown.
    case any
  }

  /// What happens to an entry that is not allowed.
  public enum ErrorStyle: String, Hashable, Sendable {
    /// It is refused.
    case stop
    /// The person is asked whether to keep it.
    case warning
    /// The person is told.
    case information
  }

  /// What is allowed.
  public var rule: Rule
  /// The columns, counted from zero.
  public var columns: [Int]
  /// What happens to an entry that is not allowed.
  public var errorStyle: ErrorStyle
  /// The title of the error, at most 32 UTF-16 units; nil is the program's own.
  public var errorTitle: String?
  /// The text of the error, at most 255 UTF-16 units; nil is the program's own.
  public var errorText: String?
  /// The title of the note beside a selected cell, at most 32 UTF-16 units; nil is none.
  public var promptTitle: String?
  /// The text of the note beside a selected cell, at most 255 UTF-16 units; nil is none.
  public var promptText: String?
  /// Whether an emptied cell is allowed whatever the rule.
  public var allowsBlank: Bool

  /// Makes a rule for some columns.
  public init(
    _ rule: Rule, columns: [Int], errorStyle: ErrorStyle = .stop, errorTitle: String? = nil, errorText: String? = nil,
    promptTitle: String? = nil, promptText: String? = nil, allowsBlank: Bool = true
  ) {
    self.rule = rule
    self.columns = columns
    self.errorStyle = errorStyle
    self.errorTitle = errorTitle
    self.errorText = errorText
    self.promptTitle = promptTitle
    self.promptText = promptText
    self.allowsBlank = allowsBlank
  }
}

extension DataValidation {
  /// Programs throw away, or call damaged, what exceeds these.
  func checkLengths(in worksheet: String) throws(SpreadsheetError) {
    var lengths: [(name: String, length: Int, limit: Int)] = [
      ("error title", errorTitle?.utf16.count ?? 0, 32), ("error text", errorText?.utf16.count ?? 0, 255),
      ("prompt title", promptTitle?.utf16.count ?? 0, 32), ("prompt text", promptText?.utf16.count ?? 0, 255),
    ]
    switch rule {
    case .list(let words): lengths.append(("list of words", words.joined(separator: ",").utf16.count, 255))
    case .custom(let formula): lengths.append(("formula", formula.utf16.count, 8192))
    case .any: break
    }
    for (name, length, limit) in lengths where length > limit {
      throw SpreadsheetError(
        .init(rawValue: "limit.data-validation"),
        "the \(name) of a data validation is \(length) UTF-16 units long, and \(limit) fit.",
        place: .init(worksheet: worksheet))
    }
  }
}
