import Basics
import Spreadsheet

/// The highlights that appear in a worksheet while a person types.
struct SheetHighlights {
  let table: SheetTable

  /// The highlights, the more important ones first: a lost placeholder and a text over its limit come before an ordinary
  /// change.
  func formats() -> [ConditionalFormat] {
    table.columns.indices.flatMap { index -> [ConditionalFormat] in
      switch table.columns[index].column {
      case .proposal: highlights(ofProposalAt: index)
      case .characterCount: highlights(ofCountAt: index)
      default: []
      }
    }
  }

  private func highlights(ofProposalAt index: Int) -> [ConditionalFormat] {
    let proposal = cell(at: index)
    var highlights: [ConditionalFormat] = []
    if let exported = neighbour(.exportedProposal, of: index) {
      let isChanged = "NOT(EXACT(\(proposal),\(cell(at: exported))))"
      if let isWrong = wrongness(of: proposal, near: index) {
        highlights.append(
          ConditionalFormat(
            formula: "AND(\(proposal)<>\"\",\(isChanged),\(isWrong))", columns: [index], style: Self.wrong,
            stopIfTrue: true))
      }
      highlights.append(
        ConditionalFormat(
          formula: isChanged, columns: [index], style: CellStyle(bold: true, fillColor: Palette.changed)))
    }
    if let base = neighbour(.base, of: index), let current = neighbour(.currentValue, of: index) {
      // Rows without a base are not marked: they were not exported, or are gaps beside further proposals.
      highlights.append(
        ConditionalFormat(
          formula: "AND(\(cell(at: base))<>\"\",\(cell(at: current))=\"\",\(proposal)=\"\")", columns: [index],
          style: CellStyle(fillColor: Palette.missing)))
    }
    return highlights
  }

  private func highlights(ofCountAt index: Int) -> [ConditionalFormat] {
    guard let proposal = neighbour(.proposal, of: index), let isLong = excess(of: cell(at: proposal), near: index)
    else { return [] }
    return [ConditionalFormat(formula: isLong, columns: [index], style: Self.wrong)]
  }

  private static let wrong = CellStyle(bold: true, fontColor: Palette.wrongFont, fillColor: Palette.wrongFill)

  /// The formula that is true if a proposal lacks a placeholder of its row or is longer than its row allows; nil if the
  /// table has no columns for these rules.
  ///
  /// `%1$@` may replace `%@`, so a placeholder that begins with `%` is also searched for after a `$`.
  private func wrongness(of proposal: String, near index: Int) -> String? {
    var terms = ReviewColumn.placeholders.compactMap { column -> String? in
      guard let found = neighbour(column, of: index) else { return nil }
      let placeholder = cell(at: found)
      return "AND(\(placeholder)<>\"\",ISERROR(FIND(\(placeholder),\(proposal))),"
        + "ISERROR(FIND(SUBSTITUTE(\(placeholder),\"%\",\"$\",1),\(proposal))))"
    }
    if let isLong = excess(of: proposal, near: index) { terms.append(isLong) }
    return terms.isEmpty ? nil : "OR(\(terms.joined(separator: ",")))"
  }

  /// The formula that is true if a proposal is longer than its row allows; nil if the table has no limits.
  private func excess(of proposal: String, near index: Int) -> String? {
    guard let found = neighbour(.maximumLength, of: index) else { return nil }
    let limit = cell(at: found)
    return "IF(\(limit)=\"\",FALSE,LEN(\(proposal))>VALUE(\(limit)))"
  }

  /// The formula of the number of characters in the proposal of the same row, followed by the limit; nil if the table
  /// has no limits.
  func count(at index: Int) -> [String]? {
    guard let proposal = neighbour(.proposal, of: index), let limit = neighbour(.maximumLength, of: index) else {
      return nil
    }
    let letters = [proposal, limit].map(CellName.letters(ofColumn:))
    return ["LEN(\(letters[0])", ")&\"/\"&\(letters[1])", ""]
  }

  /// The cell of a column in the first row below the header.
  private func cell(at index: Int) -> String { "$\(CellName.letters(ofColumn: index))2" }

  /// The index of a column in the same group, or of a column that belongs to the text.
  private func neighbour(_ column: ReviewColumn, of index: Int) -> Int? {
    let language = column.isOfText ? nil : table.columns[index].language
    return table.columns.firstIndex { $0.column == column && (column.isOfText || $0.language == language) }
  }
}
