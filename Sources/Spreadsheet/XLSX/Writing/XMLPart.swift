/// What the parts of a document share.
enum XMLPart {
  static let declaration: StaticString = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

  /// The namespace of SpreadsheetML.
  static let spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  /// The namespace of relationship types and of `r:id`.
  static let relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  /// A part with the given root element.
  static func text(_ root: String) -> String {
    "\(declaration)\(root)"
  }
}
