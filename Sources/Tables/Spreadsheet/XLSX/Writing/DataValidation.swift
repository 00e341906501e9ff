/// A rule for what may be typed into the cells of some columns, below the header rows. A person who types something else
/// is asked whether to keep it.
package struct DataValidation: Hashable, Sendable {
  /// The entries that are allowed.
  package enum Rule: Hashable, Sendable {
    /// One word of a list, shown as a drop-down. Together, with a comma between them, the words have at most 255 UTF-16
    /// units; no word contains a comma.
    case list([String])
    /// Entries that make a formula true.
    case custom(formula: String)
  }

  package var rule: Rule
  /// The columns, counted from zero.
  package var columns: [Int]
  /// The title of the error, at most 32 UTF-16 units; nil for the program's default.
  package var errorTitle: String?
  /// The text of the error, at most 255 UTF-16 units; nil for the program's default.
  package var errorText: String?
  /// The title of the note beside a selected cell, at most 32 UTF-16 units; nil for none.
  package var promptTitle: String?
  /// The text of the note beside a selected cell, at most 255 UTF-16 units; nil for none.
  package var promptText: String?

  package init(
    _ rule: Rule, columns: [Int], errorTitle: String? = nil, errorText: String? = nil, promptTitle: String? = nil,
    promptText: String? = nil
  ) {
    (self.rule, self.columns, self.errorTitle) = (rule, columns, errorTitle)
    (self.errorText, self.promptTitle, self.promptText) = (errorText, promptTitle, promptText)
  }
}

extension DataValidation {
  /// Checks the lengths of all texts: programs drop longer ones, or call the file damaged.
  func checkLengths(in worksheet: String) throws(SpreadsheetError) {
    var lengths: [(name: String, length: Int, limit: Int)] = [
      ("error title", errorTitle?.utf16.count ?? 0, 32), ("error text", errorText?.utf16.count ?? 0, 255),
      ("prompt title", promptTitle?.utf16.count ?? 0, 32), ("prompt text", promptText?.utf16.count ?? 0, 255),
    ]
    switch rule {
    case .list(let words): lengths.append(("list of words", words.joined(separator: ",").utf16.count, 255))
    case .custom(let formula): lengths.append(("formula", formula.utf16.count, 8192))
    }
    for (name, length, limit) in lengths where length > limit {
      throw SpreadsheetError(
        .limitDataValidation, "the \(name) of a data validation is \(length) UTF-16 units long; the limit is \(limit).",
        place: .init(worksheet: worksheet))
    }
  }
}
