import NStackAPI
import Spreadsheet

/// Stands in for the person who edits the sheet in a spreadsheet program.
enum Reviewer {
  /// The language under review.
  static let locale = "da-DK"
  /// The new proposals, by section and key.
  private static let proposals = ["basket/note": "Skriv til bageriet", "products/cardamomBun": "Kardemommeknude"]
  /// The text whose proposal is withdrawn.
  private static let withdrawn = "account/newsletter"

  /// Writes the reviewed worksheet as a program saves it, with the edits in its cells.
  static func edit(_ path: String, savingAs copy: String) throws {
    let workbook = try XLSXWorkbook(path: path)
    let writer = try XLSXWriter(to: OutputFile(path: copy), properties: workbook.properties)
    try writer.beginWorksheet(WorksheetLayout(name: "Review"))
    var headers: [String] = []
    var edited = 0
    let saved = Row()
    try workbook.readRows(ofWorksheet: "Review") { row in
      var texts = (0...(row.filledCells.last?.column ?? 0)).map(row.text(inColumn:))
      if headers.isEmpty { headers = texts }
      texts += Array(repeating: "", count: max(headers.count - texts.count, 0))
      guard let section = headers.firstIndex(of: "Section"), let key = headers.firstIndex(of: "Key"),
        let proposal = headers.firstIndex(of: "Proposal"), let action = headers.firstIndex(of: "Action")
      else { throw Wrong("\(path) has no header") }
      let text = "\(texts[section])/\(texts[key])"
      if let value = proposals[text] { (texts[proposal], edited) = (value, edited + 1) }
      if text == withdrawn { (texts[action], edited) = ("delete", edited + 1) }
      saved.removeAll(index: row.index)
      for (column, text) in texts.enumerated() where !text.isEmpty { saved.append(text, column: column) }
      try writer.append(saved)
    }
    try writer.finish()
    guard edited == proposals.count + 1 else { throw Wrong("\(path) lacks a text to edit") }
  }

  /// Asks the server whether it holds what the reviewer asked for.
  static func check(_ client: NStackClient) async throws {
    var pending: [String: String] = [:]
    for proposal in try await client.proposals(state: .unaccepted) where proposal.text.locale == locale {
      pending["\(proposal.text.section)/\(proposal.text.key)"] = proposal.value
    }
    for (text, value) in proposals where pending[text] != value {
      throw Wrong("the server holds \(pending[text] ?? "no proposal") for \(text) and not \(value)")
    }
    guard pending[withdrawn] == nil else { throw Wrong("the server still holds a proposal for \(withdrawn)") }
  }
}
