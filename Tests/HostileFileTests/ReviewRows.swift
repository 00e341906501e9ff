/// Rows of a review sheet with one text, as XML.
enum ReviewRows {
  /// The cell of a proposal.
  static let new = inline("E2", "new")

  static var start: String {
    "<row r=\"1\">"
      + zip("ABCDEF", ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]).map {
        inline("\($0)1", $1)
      }.joined() + "</row>"
  }

  static func row(_ cells: String) -> String {
    "<row r=\"2\">" + zip("ABCD", ["s", "k", "da", "now"]).map { inline("\($0)2", $1) }.joined() + cells + "</row>"
  }

  private static func inline(_ cell: String, _ text: String) -> String {
    "<c r=\"\(cell)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
  }
}
