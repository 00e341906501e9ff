import Basics
import NStackAPI
import Spreadsheet

/// Changes in guarded cells, in rows that ask for nothing in the reviewer's columns.
///
/// Changes by programs do not count as edits. All others are a person's, who may have written a text in the wrong
/// place.
package enum ReadOnlyEdits {
  /// Returns the sheet with its intended meaning: rows in which only a program changed cells count as unedited, and
  /// warnings say so. If ``Verdict/readOnlyEdit`` is accepted, a text under `Current value` is the row's proposal.
  ///
  /// - Parameter catalog: The server's contents; nil if only the fingerprints of the exported texts are known.
  package static func resolved(
    _ sheet: ReturnedSheet, against catalog: Catalog? = nil, options: PlanningOptions = PlanningOptions()
  ) -> ReturnedSheet {
    let changed = sheet.rows.indices.filter { sheet.rows[$0].intent == .nothing && !sheet.rows[$0].damage.isEmpty }
    if changed.isEmpty { return sheet }
    let catalog = catalog ?? Catalog(resources: [], proposals: [])
    let rows = sheet.rows
    let adoptsTexts = options.accepted.contains(.readOnlyEdit)
    let (filled, filledRemarks) = filledLocales(changed.filter { !rows[$0].isEdited }, of: rows, catalog)
    let left = changed.parallelMap { index in
      rows[index].damage.filter { $0.header != nil || !isOfProgram($0, in: rows[index], catalog) }
    }
    let lossy = lossyFiles(changed.map { rows[$0] }, catalog)
    var sheet = sheet
    for file in lossy where sheet.files.indices.contains(file.key) {
      sheet.files[file.key].reencodedRowCount += file.value
    }
    var unedited: Set<Int> = []
    var told: [Told: (first: RowPlace, count: Int)] = [:]
    for (index, found) in zip(changed, left) {
      let row = rows[index]
      let isFilled = filled.contains(index)
      let rest =
        isFilled ? [] : lossy[row.place.fileIndex] == nil ? found : found.filter { !isLossy($0, in: row, catalog) }
      // Without a base it is not known that anything changed.
      for damage in row.damage where !rest.contains(damage) && row.base != nil && !isFilled {
        let place = Told(file: row.place.fileIndex, column: damage.column)
        told[place] = (told[place]?.first ?? row.place, (told[place]?.count ?? 0) + 1)
      }
      if rest.isEmpty, !row.isEdited {
        unedited.insert(index)
        sheet.unchangedCounts[row.base?.scope, default: 0] += 1
        sheet.unchangedKeys[row.keyBits, default: 0] += 1
        continue
      }
      sheet.rows[index].damage = rest
      if adoptsTexts, let adopted = adopted(sheet.rows[index], catalog) { sheet.rows[index] = adopted }
    }
    if !adoptsTexts { sheet.diagnostics += unread(changed.map { rows[$0] }) }
    if !unedited.isEmpty { sheet.rows = sheet.rows.indices.filter { !unedited.contains($0) }.map { sheet.rows[$0] } }
    sheet.diagnostics += filledRemarks
    sheet.diagnostics += told.sorted {
      ($0.value.first, $0.key.column.ordinal) < ($1.value.first, $1.key.column.ordinal)
    }.map { remark($0.key.column, $0.value.first, $0.value.count) }
    return sheet
  }

  /// Whether all changes of a row's guarded cells are a program's.
  static func areOfPrograms(_ row: ReturnedRow, _ catalog: Catalog) -> Bool {
    row.damage.allSatisfy { isOfProgram($0, in: row, catalog) }
  }

  /// The rows in which only the locale was changed, to the same locale in the whole table, as by filling a cell down;
  /// and a remark about each table. A text written in such a row is reported with the row.
  private static func filledLocales(_ changed: [Int], of rows: [ReturnedRow], _ catalog: Catalog) -> (
    Set<Int>, [Diagnostic]
  ) {
    struct Table: Hashable {
      let file: Int
      let worksheet: String?
    }
    let renamed = changed.filter { index in
      !rows[index].isExchanged && rows[index].damage.map(\.column) == [.key] && rows[index].misplacement == nil
        && rows[index].note.isEmpty && LanguageTag(rows[index].text.locale) != nil
    }
    var filled: Set<Int> = []
    var remarks: [Diagnostic] = []
    let tables = Dictionary(grouping: renamed) {
      Table(file: rows[$0].place.fileIndex, worksheet: rows[$0].place.worksheet)
    }
    for indices in tables.values.sorted(by: { $0[0] < $1[0] }) where indices.count >= ProgramDamage.rewrittenRows {
      let locales = ProvenLocales(among: catalog.languages.map(\.locale))
      let isFilled = indices.allSatisfy { index in
        let text = rows[index].text
        guard text.locale == rows[indices[0]].text.locale, let base = rows[index].base else { return false }
        return locales.locale(
          meantBy: text.locale, names: [(text.section, text.key)], hashes: [base.identity], row: index,
          isOfAnyLanguage: true) != nil
      }
      guard isFilled else { continue }
      filled.formUnion(indices)
      if let told = locales.diagnostic(of: .column, place: { rows[$0].place }) { remarks.append(told) }
    }
    return (filled, remarks)
  }

  private struct Told: Hashable {
    let file: Int
    let column: ReviewColumn
  }

  /// A remark about each column that a reviewer added and that has texts in these rows.
  private static func unread(_ rows: [ReturnedRow]) -> [Diagnostic] {
    struct Column: Hashable {
      let file: Int
      let worksheet: String?
      let header: String
    }
    var texts: [Column: (first: RowPlace, texts: UnreadTexts)] = [:]
    for row in rows {
      guard let damage = row.misplaced, let header = damage.header else { continue }
      let column = Column(file: row.place.fileIndex, worksheet: row.place.worksheet, header: header)
      texts[column, default: (row.place, UnreadTexts())].texts.add(damage.found, row: row.place.row)
    }
    return texts.sorted { ($0.value.first, $0.key.header) < ($1.value.first, $1.key.header) }.compactMap {
      column, found in
      found.texts.diagnostic(
        in: "\"\(Visible.text(column.header))\"", "They seem to be translations. Write them under Proposal.",
        column: column.header, place: { _ in found.first })
    }
  }

  private static func remark(_ column: ReviewColumn, _ first: RowPlace, _ count: Int) -> Diagnostic {
    let others = count == 1 ? "" : " and in \(Counted.text(count - 1, "other row"))"
    return Diagnostic(
      code: .sheetProgramsChanges, severity: .warning, place: first, column: column.header,
      message: "Here\(others) \"\(column.header)\" changed since the export, and only as programs change texts "
        + "(spaces, encoding, numbers). That counts as no edit.")
  }

  // MARK: - Programs

  static func isOfProgram(_ damage: ReturnedRow.Damage, in row: ReturnedRow, _ catalog: Catalog) -> Bool {
    guard let base = row.base else { return damage.column == .currentValue && isServed(damage, row, catalog) }
    switch damage.column {
    case .key:
      let names = [row.text.section, row.text.key, row.text.locale].map { ConvertedText(found: $0).names }
      return names[0].contains { section in
        names[1].contains { key in names[2].contains { TextHash(chain: [section, key, $0]) == base.identity } }
      }
    case .currentValue, .sourceValue:
      guard let hash = base.value(of: damage.column), hash != .empty || damage.found.allSatisfy(\.isWhitespace) else {
        return false
      }
      let found = ConvertedText(found: damage.found)
      if let exported = exported(damage.column, hash, of: row.text, catalog) {
        return ProgramDamage.isAll(between: exported, and: damage.found)
          || found.mayComeFrom(exported, isStoredAsText: damage.form == .certain)
      }
      return found.originals.contains { TextHash($0) == hash }
    case .proposalID:
      return ConvertedText(found: damage.found).originals.contains { $0 == base.proposalID.map(String.init) }
    default: return false
    }
  }

  /// Whether a cell may contain a text that would be lost.
  static func isText(_ damage: ReturnedRow.Damage) -> Bool {
    switch damage.column {
    case .currentValue, .sourceValue: !damage.found.allSatisfy(\.isWhitespace)
    case .deletable:
      !damage.found.isEmpty && ReviewColumn.flag(damage.found) == nil && !ReviewColumn.isDash(damage.found)
    case .status: !damage.found.isEmpty && RowStatus(rawValue: ReviewColumn.folded(damage.found)) == nil
    default: damage.header != nil
    }
  }

  /// Whether a row without a base shows the current value that the server has, as programs change texts, or names a
  /// text that the server does not have. Without the server's texts, this is unknown.
  static func isServed(_ damage: ReturnedRow.Damage, _ row: ReturnedRow, _ catalog: Catalog) -> Bool {
    guard let current = catalog.value(of: row.text) else { return !catalog.languages.isEmpty }
    return [damage.found, FormulaGuard.unescape(damage.found)].contains { found in
      LineEnds.areEqual(CellText(current).text, found) || ProgramDamage.isAll(between: current, and: found)
        || ConvertedText(found: found).mayComeFrom(current, isStoredAsText: damage.form == .certain)
    }
  }

  /// Whether a row without a base, and without an edit under `Proposal` or `Action`, shows a current value.
  package static func isUnproven(_ row: ReturnedRow) -> Bool {
    row.base == nil && row.intent == .nothing && row.misplacedText != nil
  }

  /// Removes rows from a sheet if they have no base and nothing confirms their current values. Returns a warning for each file.
  static func takeUnproven(from sheet: inout ReturnedSheet) -> [Diagnostic] {
    let unproven = Dictionary(grouping: sheet.rows.filter(isUnproven)) { $0.place.fileIndex }
    if unproven.isEmpty { return [] }
    sheet.rows.removeAll(where: isUnproven)
    return unproven.values.map(\.[0].place).sorted().map { first in
      let count = unproven[first.fileIndex]?.count ?? 0
      let others = count == 1 ? "This row has" : "This row and \(Counted.text(count - 1, "other row")) have"
      return Diagnostic(
        code: .row(.readOnlyEdit), severity: .warning, place: first, column: ReviewColumn.currentValue.header,
        message: "\(others) no Base and no edit, so it is not known whether a text under "
          + "\"\(ReviewColumn.currentValue.header)\" was changed. An import compares it with the server. Write the "
          + "text that you want under Proposal.")
    }
  }

  /// The exported text of a cell; nil unless the server still has it.
  static func exported(_ column: ReviewColumn, _ hash: TextHash, of text: TextIdentity, _ catalog: Catalog) -> String? {
    guard let key = catalog.keyIndex(of: TextKey(text)) else { return nil }
    if column == .currentValue { return catalog.value(of: text).flatMap { TextHash($0) == hash ? $0 : nil } }
    return catalog.languages.indices.lazy.map { catalog.value(ofKeyAt: key, inLanguageAt: $0) }.first {
      TextHash($0) == hash
    }
  }

  /// The files that a program saved in an encoding that lacks some of their characters, with the number of affected
  /// rows. Files with few such rows do not count, because a person may have written other letters.
  private static func lossyFiles(_ rows: [ReturnedRow], _ catalog: Catalog) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for row in rows where row.damage.contains(where: { isLossy($0, in: row, catalog, isInside: true) }) {
      counts[row.place.fileIndex, default: 0] += 1
    }
    return counts.filter { $0.value >= ProgramDamage.rewrittenRows }
  }

  /// Whether a program may have replaced or left out characters of a text.
  private static func isLossy(
    _ damage: ReturnedRow.Damage, in row: ReturnedRow, _ catalog: Catalog, isInside: Bool = false
  ) -> Bool {
    guard row.base != nil, damage.column == .currentValue || damage.column == .sourceValue else { return false }
    guard let hash = row.base?.value(of: damage.column),
      let exported = exported(damage.column, hash, of: row.text, catalog)
    else { return hasLostCharacters(damage, isInside: isInside) }
    return ProgramDamage.hasOtherLetters(exported, damage.found)
  }

  /// Whether a text has a question mark where an encoding may lack a character.
  ///
  /// - Parameter isInside: Whether only a question mark before a letter or another question mark counts, which excludes
  ///   the end of a sentence.
  private static func hasLostCharacters(_ damage: ReturnedRow.Damage, isInside: Bool = false) -> Bool {
    let isLost = ProgramDamage.isReplacement
    guard isInside else { return damage.found.contains(where: isLost) }
    return zip(damage.found, damage.found.dropFirst()).contains { isLost($0) && ($1.isLetter || isLost($1)) }
  }

  // MARK: - Texts under the wrong header

  /// The row with the text that a reviewer wrote under `Current value`, or in a column that they added, as its
  /// proposal. Nil if there is no such text, or if the row already has it under `Proposal`.
  private static func adopted(_ row: ReturnedRow, _ catalog: Catalog) -> ReturnedRow? {
    guard let damage = row.misplaced, !row.isEdited, row.exchange?.unfinished == nil else { return nil }
    var result = row
    result.cells.proposal = damage.found
    if damage.header == nil {
      guard let base = row.base, TextHash(damage.found) != base.shownProposal else { return nil }
      // Checks and reports compare with the original value.
      result.cells.currentValue = exported(.currentValue, base.currentValue, of: row.text, catalog) ?? ""
    }
    result.damage.removeAll { $0 == damage }
    result.isProposalChanged = true
    result.proposalForm = damage.form
    return result
  }
}
