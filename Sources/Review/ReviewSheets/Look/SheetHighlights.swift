import Basics
import Spreadsheet

/// The highlights that appear in a worksheet while a person types.
struct SheetHighlights {
  private let table: SheetTable
  private let formulas: SheetFormulas

  init(_ table: SheetTable, of sheet: ReviewSheet) {
    self.table = table
    formulas = SheetFormulas(table, of: sheet)
  }

  /// The highlights, the more important ones first: a proposal with a fault comes before an ordinary change.
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
    var highlights: [ConditionalFormat] = []
    // Programs compute a formula in a cell once after each edit, and that of a highlight whenever they draw.
    if let progress = formulas.cell(.progress, of: index) {
      highlights.append(
        ConditionalFormat(
          formula: "LEFT(\(progress),\(RowProgress.red.count))=\"\(RowProgress.red)\"", columns: [index],
          style: Self.wrong, stopIfTrue: true))
    }
    if let isChanged = formulas.isChanged(near: index) {
      highlights.append(
        ConditionalFormat(
          formula: isChanged, columns: [index], style: CellStyle(bold: true, fillColor: Palette.changed)))
    }
    if let proposal = formulas.cell(.proposal, of: index), let base = formulas.cell(.base, of: index),
      let current = formulas.cell(.currentValue, of: index)
    {
      // Rows without a base are not marked: they were not exported, or are gaps beside further proposals.
      highlights.append(
        ConditionalFormat(
          formula: "AND(\(base)<>\"\",\(current)=\"\",\(proposal)=\"\")", columns: [index],
          style: CellStyle(fillColor: Palette.missing)))
    }
    return highlights
  }

  private func highlights(ofCountAt index: Int) -> [ConditionalFormat] {
    guard let isLong = formulas.excess(near: index) else { return [] }
    return [ConditionalFormat(formula: isLong, columns: [index], style: Self.wrong)]
  }

  private static let wrong = CellStyle(bold: true, fontColor: Palette.wrongFont, fillColor: Palette.wrongFill)
}
