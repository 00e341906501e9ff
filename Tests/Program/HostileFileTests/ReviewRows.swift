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

  /// The row of the text, which has a current value if it has other cells: alone, it is one that a person may have written.
  static func row(_ cells: String) -> String {
    let texts = ["s", "k", "da"] + (cells.isEmpty ? [] : ["now"])
    return "<row r=\"2\">" + zip("ABCD", texts).map { inline("\($0)2", $1) }.joined() + cells + "</row>"
  }

  private static func inline(_ cell: String, _ text: String) -> String {
    "<c r=\"\(cell)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
  }
}
