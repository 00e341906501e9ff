import NStackAPI
import Spreadsheet

/// Tells what a program did to a proposal and to its hidden copy from what a person did.
///
/// What a program damages, it damages twice: both cells are the same, and neither is what the base says. So is the work of
/// somebody who replaced a word in all cells. Only the server still knows the text as it was exported.
enum ProgramDamage {
  /// The sheet as it is meant: a proposal that only a program changed is as it was exported, and that is told.
  static func settled(_ sheet: ReturnedSheet, against catalog: Catalog) -> ReturnedSheet {
    var sheet = sheet
    let rows = settled(sheet.rows, against: catalog)
    let changed = zip(sheet.rows, rows).filter { $0.isProposalChanged && !$1.isProposalChanged }.map(\.0)
    sheet.rows = rows
    if let first = changed.first {
      sheet.diagnostics.append(
        Diagnostic(
          code: "sheet.programs-changes", severity: .warning, place: first.place, column: ReviewColumn.proposal.header,
          message:
            "Here and in \(Counted.text(changed.count - 1, "other row")) the proposal and its hidden copy differ from "
            + "the export alike, in what programs change (spaces, encoding, numbers): taken as not edited."))
    }
    return sheet
  }

  private static func settled(_ rows: [ReturnedRow], against catalog: Catalog) -> [ReturnedRow] {
    rows.map { returned in
      guard returned.isCopyChanged, let base = returned.row.base, base.suggestion == nil, let id = base.proposalID,
        let exported = catalog.proposal(withID: id)?.value, TextHash(exported) == base.proposal,
        isAll(between: exported, and: returned.row.proposal) || isConversion(of: exported, to: returned.row.proposal)
      else { return returned }
      var row = returned
      row.isProposalChanged = false
      return row
    }
  }

  /// Whether two texts differ in no more than what programs do to texts: Unicode normalisation, white space, characters that
  /// cannot be seen, and question marks for characters that an encoding lacks.
  static func isAll(between exported: String, and found: String) -> Bool {
    let found = visible(found)
    // How much of the found text the exported one may have become so far: a character may be one question mark or several.
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

  /// The most units that a character has in an encoding, or the question marks that a program puts for one.
  private static let mostUnits = 4

  /// Whether a program may have taken a text for a number, a date, a truth value or a formula, and made another text of it.
  static func isConversion(of exported: String, to found: String) -> Bool {
    let hasDigit = { (text: String) in text.utf8.contains { $0 >= 0x30 && $0 <= 0x39 } }
    if ["TRUE", "FALSE"].contains(exported.uppercased()) { return true }
    let letters = exported.count { $0.isLetter }
    if hasDigit(exported), letters <= 4, exported.utf8.count <= 40 {
      if found.hasPrefix("#") { return true }
      if let left = Int(exported), let right = Int(found) { return left == right }
      // A number, or a date with the name of its month.
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
