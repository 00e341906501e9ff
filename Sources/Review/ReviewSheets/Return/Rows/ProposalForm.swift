import Basics
import Spreadsheet

extension ReturnedRow.ProposalForm {
  /// The number of digits that a double keeps. A program has already rounded a number with more digits.
  private static let exactDigits = 15

  init(_ cell: Cell, text stored: String, in table: ReturnedTable) {
    let format = table.numberFormat(cell.style)
    if cell.lacksResult {
      self = .uncertain("a formula whose result is not in the file")
    } else if cell.isFormula {
      self = .uncertain("the result \"\(Visible.text(stored))\" of a formula")
    } else if cell.isDamaged {
      self = .uncertain("half a character, shown as \"\(Visible.text(stored))\"")
    } else if let struck = Self.strikes(cell, text: stored, in: table) {
      self = .uncertain(struck)
    } else {
      self = Self.form(of: cell, stored, format: format)
    }
  }

  private static func form(of cell: Cell, _ stored: String, format: String) -> ReturnedRow.ProposalForm {
    switch cell.kind {
    case .text: return .certain
    case .number:
      let digits = stored.hasPrefix("-") ? stored.dropFirst() : stored[...]
      guard format == "General", Digits.integer(digits.utf8) != nil else {
        return .uncertain("the number \(stored) in the format \"\(Visible.text(format))\"")
      }
      if digits.utf8.count > exactDigits {
        return .uncertain("the number \(stored), of which a program keeps only the first \(exactDigits) digits")
      }
      return .certain
    case .date:
      return .uncertain("the date \(stored) (stored as \(shown(cell.number)), format \"\(Visible.text(format))\")")
    case .boolean: return .uncertain("the Boolean \(stored)")
    case .error: return .uncertain("the error \(Visible.text(stored))")
    }
  }

  /// The struck-out text of a cell, which makes the intended text uncertain; nil if nothing is struck out.
  private static func strikes(_ cell: Cell, text: String, in table: ReturnedTable) -> String? {
    if cell.isStruck { return "the text \"\(Visible.text(text))\", in which words are struck out" }
    if table.isStruckOut(cell.style) {
      return "the text \"\(Visible.text(text))\", which the cell's format strikes out"
    }
    return nil
  }

  private static func shown(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
