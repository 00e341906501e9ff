import NStackAPI
import Spreadsheet

/// Distinguishes a program's changes to a proposal and its hidden copy from a person's.
///
/// A program that damages a proposal also damages the copy: both cells are the same, and neither matches the base. A
/// person who replaces a word in all cells leaves the same trace. Only the server still has the exported text.
enum ProgramDamage {
  /// Returns the sheet with its intended meaning: a proposal that only a program changed counts as unedited, and a
  /// warning says so.
  static func settled(_ sheet: ReturnedSheet, against catalog: Catalog) -> ReturnedSheet {
    let settled = sheet.rows.indices.filter { isProgramsChange(sheet.rows[$0], catalog) }
    guard let first = settled.first else { return sheet }
    var sheet = sheet
    for index in settled { sheet.rows[index].isProposalChanged = false }
    sheet.diagnostics.append(
      Diagnostic(
        code: .sheetProgramsChanges, severity: .warning, place: sheet.rows[first].place,
        column: ReviewColumn.proposal.header,
        message:
          "Here and in \(Counted.text(settled.count - 1, "other row")) the proposal and its hidden copy changed in "
          + "the same way since the export, and only as programs change texts (spaces, encoding, numbers). "
          + "They count as not edited."))
    return sheet
  }

  private static func isProgramsChange(_ row: ReturnedRow, _ catalog: Catalog) -> Bool {
    guard row.isCopyChanged, let base = row.base, base.suggestion == nil, let id = base.proposalID,
      let exported = catalog.proposal(withID: id)?.value, TextHash(exported) == base.proposal
    else { return false }
    return isAll(between: exported, and: row.proposal) || isConversion(of: exported, to: row.proposal)
  }

  /// Whether two texts differ only as programs change texts: in Unicode normalisation, white space, invisible
  /// characters, and question marks for characters that an encoding lacks.
  static func isAll(between exported: String, and found: String) -> Bool {
    let found = visible(found)
    // The possible lengths of the part of `found` that matches the exported text so far. There may be more than one,
    // because a character may have become one question mark or several.
    var lengths: Set<Int> = [0]
    for character in visible(exported) {
      var next: Set<Int> = []
      for length in lengths where length < found.count {
        if found[length] == character { next.insert(length + 1) }
        guard !character.isASCII else { continue }
        for end in length..<min(length + mostUnits, found.count) where found[end] == "?" {
          next.insert(end + 1)
          if end + 1 < found.count, found[end + 1] != "?" { break }
        }
      }
      if next.isEmpty { return false }
      lengths = next
    }
    return lengths.contains(found.count)
  }

  /// The most units that a character takes in an encoding, which is also the most question marks that replace it.
  private static let mostUnits = 4

  /// Whether a program may have read a text as a number, a date, a Boolean or a formula, and written it in another
  /// form.
  static func isConversion(of exported: String, to found: String) -> Bool {
    let hasDigit = { (text: String) in text.utf8.contains { $0 >= 0x30 && $0 <= 0x39 } }
    if ["TRUE", "FALSE"].contains(exported.uppercased()) { return true }
    let letters = exported.count { $0.isLetter }
    if hasDigit(exported), letters <= 4, exported.utf8.count <= 40 {
      if found.hasPrefix("#") { return true }
      if let left = Int(exported), let right = Int(found) { return left == right }
      // A number, or a date with a month name.
      return hasDigit(found)
        && (!found.contains(where: \.isLetter) || (letters == 0 && found.count { $0.isLetter } <= 4))
    }
    return FormulaGuard.escape(exported) != exported && found.hasPrefix("#")
  }

  private static func visible(_ text: String) -> [Character] {
    let scalars = text.unicodeScalars.filter { scalar in
      let properties = scalar.properties
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .control
    }
    return Array(String(String.UnicodeScalarView(scalars)))
  }
}
