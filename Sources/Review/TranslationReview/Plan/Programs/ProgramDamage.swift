import Basics
import NStackAPI
import Spreadsheet

/// Distinguishes a program's changes to a proposal and its hidden copy from a person's.
///
/// A program that damages a proposal also damages the copy: both are the same, and neither matches the base. A person
/// who replaces a word in the whole file has the same effect. Only the server still has the exported text.
enum ProgramDamage {
  /// The smallest number of rows of a file with rewritten letters, such as `ae` for `æ`, that counts as a program's
  /// work. In fewer rows, a person may have done it.
  static let rewrittenRows = 5

  /// Returns the sheet with its intended meaning: a proposal that only a program changed counts as unedited, and a
  /// warning says so.
  static func resolved(_ sheet: ReturnedSheet, against catalog: Catalog) -> ReturnedSheet {
    let kinds = sheet.rows.map { kind(of: $0, catalog) }
    var rewritten: [Int: Int] = [:]
    for index in kinds.indices where kinds[index] == .rewritten {
      rewritten[sheet.rows[index].place.fileIndex, default: 0] += 1
    }
    let byProgram = kinds.indices.filter { index in
      guard let kind = kinds[index] else { return false }
      return kind != .rewritten || rewritten[sheet.rows[index].place.fileIndex, default: 0] >= rewrittenRows
    }
    guard let first = byProgram.first else { return sheet }
    var sheet = sheet
    for index in byProgram {
      sheet.rows[index].isProposalChanged = false
      let file = sheet.rows[index].place.fileIndex
      if kinds[index] != .form, sheet.files.indices.contains(file) { sheet.files[file].reencodedRowCount += 1 }
    }
    sheet.diagnostics.append(
      Diagnostic(
        code: .sheetProgramsChanges, severity: .warning, place: sheet.rows[first].place,
        column: ReviewColumn.proposal.header,
        message:
          "Here and in \(Counted.text(byProgram.count - 1, "other row")) the proposal and its hidden copy changed in "
          + "the same way since the export, and only as programs change texts (spaces, encoding, numbers). "
          + "They count as not edited."))
    return sheet
  }

  /// How a program changed a text.
  private enum Kind {
    /// Unicode normalisation, white space, invisible characters, or the form of a number or date.
    case form
    /// Characters that an encoding lacks became question marks.
    case replaced
    /// Characters became others, as in a wrong encoding or without their accents. A person may do that too.
    case rewritten
  }

  /// How a program changed a row's proposal and its copy; nil if a program did not, or if it is not known.
  private static func kind(of row: ReturnedRow, _ catalog: Catalog) -> Kind? {
    guard row.isCopyChanged || row.isExchanged && row.isProposalChanged && !row.isProposalBlank,
      let exported = exportedText(of: row, catalog)
    else { return nil }
    let found = row.proposal
    // An intact exported copy proves that the program changed nothing.
    if row.isExchanged, let copy = row.exchange?.copy, LineEnds.areEqual(copy, exported) { return nil }
    if isAll(between: exported, and: found) {
      if visible(exported) != visible(found) { return .replaced }
      // Without a copy, a person may have changed a space.
      return row.isCopyChanged || row.exchange?.copy != nil ? .form : nil
    }
    if isConversion(of: exported, to: found) { return .form }
    return hasOtherLetters(exported, found) ? .rewritten : nil
  }

  /// Whether a text is another with replaced, rewritten or lost characters, and not the same in another normalisation.
  static func hasOtherLetters(_ exported: String, _ found: String) -> Bool {
    visible(exported) != visible(found) && isAll(between: exported, and: found, forms: forms)
  }

  /// The exported text of a row's translation, if the server still has it.
  private static func exportedText(of row: ReturnedRow, _ catalog: Catalog) -> String? {
    guard let base = row.base, base.suggestion == nil else { return nil }
    let text: String?
    if let id = base.proposalID {
      text = catalog.proposal(withID: id)?.value
    } else {
      // In an exchange format, a unit without a proposal shows the current value.
      text = row.isExchanged ? catalog.value(of: row.text) : nil
    }
    let hash = base.proposalID == nil ? base.currentValue : base.proposal
    return text.flatMap { TextHash($0) == hash ? $0 : nil }
  }

  /// Whether two texts differ only in ways in which programs change texts: in Unicode normalisation, white space,
  /// invisible characters, and question marks for characters that an encoding lacks.
  ///
  /// - Parameter forms: Other forms of a character that is not ASCII.
  static func isAll(between exported: String, and found: String, forms: (Character) -> [[Character]] = { _ in [] })
    -> Bool
  {
    let found = visible(found)
    // The possible lengths of the part of `found` that matches the exported text so far. There may be more than one,
    // because a character may have become one question mark or several.
    var lengths: Set<Int> = [0]
    for character in visible(exported) {
      var next: Set<Int> = []
      let others = character.isASCII ? [] : forms(character)
      for length in lengths {
        for form in others where found[length...].starts(with: form) { next.insert(length + form.count) }
        guard length < found.count else { continue }
        if found[length] == character { next.insert(length + 1) }
        guard !character.isASCII else { continue }
        for end in length..<min(length + mostUnits, found.count) where isReplacement(found[end]) {
          next.insert(end + 1)
          if end + 1 < found.count, !isReplacement(found[end + 1]) { break }
        }
      }
      if next.isEmpty { return false }
      lengths = next
    }
    return lengths.contains(found.count)
  }

  static func isReplacement(_ character: Character) -> Bool { character == "?" || character == "\u{FFFD}" }

  /// The maximum number of code units of a character in an encoding, and so of question marks that replace it.
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

/// What programs write for a non-ASCII character when they change the encoding of a text.
extension ProgramDamage {
  /// The forms that may replace a character, each a list of characters. One form is empty, because programs may drop
  /// the character.
  private static func forms(_ character: Character) -> [[Character]] {
    var forms: [String] = ["", "_", "-"] + (typewritten[character] ?? [])
    let text = String(character)
    forms += [Mojibake.made(of: text), Mojibake.made(of: Mojibake.made(of: text))]
    for scalar in text.unicodeScalars where !scalar.isASCII {
      // The wide forms of East Asian text: `!` for `！`.
      if let narrow = Unicode.Scalar(scalar.value &- 0xFEE0), narrow.isASCII { forms.append(String(narrow)) }
      forms += ["&#\(scalar.value);", "&#x\(String(scalar.value, radix: 16));"]
    }
    if let letter = baseLetter(of: text.unicodeScalars.first) {
      // German and Danish write an e for an umlaut or a stroke, and a second a for a ring.
      forms += [letter, letter + "e", letter + "a", String(letter.prefix(1))]
    }
    return forms.map(Array.init)
  }

  /// Typographic characters, and their keyboard equivalents.
  private static let typewritten: [Character: [String]] = [
    "\u{2018}": ["'"], "\u{2019}": ["'"], "\u{201A}": ["'", ","], "\u{201C}": ["\""], "\u{201D}": ["\""],
    "\u{201E}": ["\""], "\u{AB}": ["\"", "<<"], "\u{BB}": ["\"", ">>"], "\u{2013}": ["--"], "\u{2014}": ["--"],
    "\u{2026}": ["..."], "\u{2022}": ["*"], "\u{D7}": ["x"], "\u{A9}": ["(c)", "(C)"], "\u{AE}": ["(r)", "(R)"],
    "\u{2122}": ["(tm)", "(TM)", "TM"],
  ]

  /// The Latin letters without marks that a letter is made of, by its name in Unicode: `e` for `é`, `ae` for `æ`.
  private static func baseLetter(of scalar: Unicode.Scalar?) -> String? {
    guard let scalar, let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return nil }
    let words = name.split(separator: " ")
    guard words.count >= 4, words[2] == "LETTER" else { return nil }
    let letters =
      switch words[3] {
      case "SHARP": "ss"
      case "ETH": "d"
      case "THORN": "th"
      case "DOTLESS": "i"
      default: words[3].lowercased()
      }
    guard letters.utf8.count <= 2 else { return nil }
    guard words[1] == "CAPITAL" else { return letters }
    return letters.prefix(1).uppercased() + letters.dropFirst()
  }
}
