/// One worksheet of a document.
public struct Worksheet: Hashable, Sendable {
  /// Whether a spreadsheet program shows a worksheet.
  public enum Visibility: String, Hashable, Sendable {
    /// Shown.
    case visible
    /// Hidden; a user can show it again from the program's menu.
    case hidden
    /// Hidden so that only a macro can show it again.
    case veryHidden
  }

  /// The name on its tab.
  public let name: String
  /// Whether a spreadsheet program shows it.
  public let visibility: Visibility

  package init(name: String, visibility: Visibility = .visible) { (self.name, self.visibility) = (name, visibility) }
}

extension [Worksheet] {
  var names: String { map { "\"\($0.name)\"" }.joined(separator: ", ") }

  func index(named name: String, file: String) throws(SpreadsheetError) -> Int {
    // The exact name takes precedence. For spreadsheet programs, names that differ only in case are the same.
    let match =
      firstIndex { $0.name.utf8.elementsEqual(name.utf8) } ?? firstIndex { $0.name.lowercased() == name.lowercased() }
    if let match { return match }
    throw SpreadsheetError(
      .convertNoWorksheet, "there is no worksheet \"\(name)\".", hint: "The worksheets are: \(names).",
      place: .init(file: file))
  }
}

/// The properties of a document: the core properties that programs show, and custom ones.
public struct DocumentProperties: Sendable {
  /// The title; nil if the document has none.
  package var title: String?
  /// The subject; nil if the document has none.
  package var subject: String?
  /// The person or program that created the document; nil if the document has none.
  package var creator: String?
  /// A description, `Comments` in Excel; nil if the document has none.
  package var description: String?
  /// The person who last saved the document, as the program that saved it wrote it; nil if the document does not say. It
  /// is read, and never written.
  package internal(set) var lastModifiedBy: String?
  /// When the document was last saved, as the program that saved it wrote it, in ISO 8601; nil if the document does not
  /// say. It is read, and never written.
  package internal(set) var modified: String?
  /// Custom properties whose values are texts, in the document's order.
  package var custom: [(name: String, value: String)]

  /// Creates properties; those left nil are missing from the document.
  public init(
    title: String? = nil, subject: String? = nil, creator: String? = nil, description: String? = nil,
    custom: [(name: String, value: String)] = []
  ) {
    (self.title, self.subject, self.creator) = (title, subject, creator)
    (self.description, self.custom) = (description, custom)
  }

  /// The value of the first custom property with a name.
  package func customValue(named name: String) -> String? { custom.first { $0.name == name }?.value }
}
