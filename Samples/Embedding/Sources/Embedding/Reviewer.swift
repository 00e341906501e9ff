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

  /// Writes the edits into a workbook and keeps everything else in it.
  static func edit(_ path: String, savingAs copy: String) throws {
    let workbook = try XLSXWorkbook(path: path)
    guard let place = workbook.worksheets.firstIndex(where: { $0.name == "Review" }) else {
      throw Wrong("\(path) has no worksheet \"Review\"")
    }
    var columns: [String: Int] = [:]
    var edits = WorksheetEdits()
    try workbook.readRows(ofWorksheetAt: place) { row in
      if columns.isEmpty {
        for column in 0..<row.count { columns[row.text(inColumn: column)] = column }
        return
      }
      guard let section = columns["Section"], let key = columns["Key"], let proposal = columns["Proposal"],
        let action = columns["Action"]
      else { throw Wrong("\(path) has no header") }
      let text = "\(row.text(inColumn: section))/\(row.text(inColumn: key))"
      if let value = proposals[text] { edits.cells[row.index] = [proposal: .init(text: value)] }
      if text == withdrawn { edits.cells[row.index] = [action: .init(text: "delete")] }
    }
    guard edits.cells.count == proposals.count + 1 else { throw Wrong("\(path) lacks a text to edit") }
    try XLSXRewriter.rewrite(path: path, edits: [place: edits], marks: [], to: OutputFile(path: copy))
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
