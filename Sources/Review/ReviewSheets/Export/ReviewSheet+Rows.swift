import Basics
import NStackAPI

/// The source of one row of a sheet. Whole sheets are written and hashed without creating a ``ReviewRow`` of strings
/// for each row.
enum SheetLine {
  /// A text, by its indices in the catalog's keys and languages, and the index of the pending proposal that the row
  /// shows.
  case text(key: Int, language: Int, proposal: Int?)
  /// A picked row, by its index among the rows of a language.
  case picked(language: Int, index: Int)
}

extension ReviewSheet {
  /// Returns one row of a text.
  ///
  /// - Parameter index: The row of the text, in `0..<rowCount`; it shows the pending proposal at this index.
  package func row(_ index: Int, ofKeyAt key: Int, inLanguageAt language: Int) -> ReviewRow {
    row(of: line(index, ofKeyAt: key, inLanguageAt: language))
  }

  /// Calls `body` with all rows of one language, in the order of the keys.
  package func forEachRow(inLanguageAt language: Int, _ body: (ReviewRow) throws -> Void) rethrows {
    try forEachLine(inLanguageAt: language) { try body(row(of: $0)) }
  }

  /// Returns the source of one row of a text.
  func line(_ index: Int, ofKeyAt key: Int, inLanguageAt language: Int) -> SheetLine {
    let count = pendingProposals(ofKeyAt: key, inLanguageAt: language).count
    return .text(key: key, language: language, proposal: index < count ? index : nil)
  }

  /// Calls `body` with the sources of all rows of one language, in the order of the keys.
  func forEachLine(inLanguageAt language: Int, _ body: (SheetLine) throws -> Void) rethrows {
    if let pickedRows {
      for index in pickedRows[language, default: []].indices { try body(.picked(language: language, index: index)) }
      return
    }
    let takesAll = takesAll
    for key in keys {
      if takesAll, !catalog.hasPendingProposal(ofKeyAt: key, inLanguageAt: language) {
        try body(.text(key: key, language: language, proposal: nil))
        continue
      }
      let pending = pendingProposals(ofKeyAt: key, inLanguageAt: language)
      guard isSelected(key: key, language: language, pending: pending) else { continue }
      if pending.isEmpty {
        try body(.text(key: key, language: language, proposal: nil))
      } else {
        for index in pending.indices { try body(.text(key: key, language: language, proposal: index)) }
      }
    }
  }

  func row(of line: SheetLine) -> ReviewRow {
    switch line {
    case .text(let key, let language, let index):
      let proposal = index.map { pendingProposals(ofKeyAt: key, inLanguageAt: language)[$0] }
      return row(ofKeyAt: key, inLanguageAt: language, proposal: proposal)
    case .picked(let language, let index):
      // Only a sheet with picked rows has such a line, so no input can lead here.
      guard let rows = pickedRows?[language] else { preconditionFailure("picked rows are known to their sheet") }
      return rows[index]
    }
  }

  /// The category of the form of a plural and its numbers, such as `few: 2–4, 22–24, …`; nil for any other text.
  package func pluralNumbers(ofKeyAt key: Int, inLanguageAt language: Int) -> String? {
    plurals?.numbers(ofKeyAt: key, inLanguageAt: language)
  }

  func base(ofKeyAt key: Int, inLanguageAt language: Int, proposal: Proposal?, suggestion: TextHash? = nil) -> RowBase {
    var identity = keyHashes[key]
    identity.append(catalog.languages[language].locale)
    // A row in the source locale is marked as such even in a sheet without source values, so that checks of wording
    // skip it.
    let sourceLocale = sourceLanguage == nil && language == defaultLanguage ? defaultLocaleHash : sourceLocaleHash
    return RowBase(
      scope: scope.hash, identity: identity.hash, currentValue: catalog.valueHash(ofKeyAt: key, inLanguageAt: language),
      sourceValue: sourceLanguage == nil ? .empty : sourceHashes[key], sourceLocale: sourceLocale,
      proposal: proposal.map { CellText($0.value).hash } ?? .empty, proposalID: proposal?.id, sheetID: sheetID,
      suggestion: suggestion,
      // Also those that the sheet leaves out, so that they are no conflict when it comes back.
      otherProposals: RowBase.others(
        among: catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language).filter {
          proposal != nil || isLeftOut($0)
        }, than: proposal?.id))
  }

  private func row(ofKeyAt key: Int, inLanguageAt language: Int, proposal: Proposal?) -> ReviewRow {
    let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
    let suggestion = proposal == nil ? extras.suggestions?.suggestion(forKeyAt: key, inLanguageAt: language) : nil
    let proposed = suggestion?.text ?? CellText(proposal?.value ?? "").text
    var row = ReviewRow(
      text: text, sourceValue: sourceLanguage.map { CellText(catalog.value(ofKeyAt: key, inLanguageAt: $0)).text },
      currentValue: CellText(catalog.value(ofKeyAt: key, inLanguageAt: language)).text, proposal: proposed,
      deletable: proposal?.canDelete, proposalID: proposal?.id, exportedProposal: proposed,
      base: base(
        ofKeyAt: key, inLanguageAt: language, proposal: proposal, suggestion: suggestion.map { TextHash($0.text) }))
    if let contexts = extras.contexts { row.context = contexts[catalog.keys[key]] }
    row.placeholders = placeholders[key]
    if sourceLanguage == nil, let defaultLanguage {
      row.sourceText = CellText(catalog.value(ofKeyAt: key, inLanguageAt: defaultLanguage)).text
    }
    if proposal == nil || proposal?.id == pendingProposals(ofKeyAt: key, inLanguageAt: language).first?.id {
      if !extras.notes.isEmpty { row.note = extras.notes[text] ?? "" }
      if let change = sourceChange(ofKeyAt: key, inLanguageAt: language) {
        row.addToNote(FindingNote.added(to: row.note, change))
      }
      if let numbers = pluralNumbers(ofKeyAt: key, inLanguageAt: language) {
        row.addToNote(PluralNotes.added(to: row.note, numbers))
      }
    }
    if let proposal, let reason = extras.rejections[proposal.id] {
      row.addToNote(FindingNote.added(to: row.note, rejectedFor: reason))
    }
    let siblings = proposal == nil ? sameSource(ofKeyAt: key, inLanguageAt: language) : []
    if !siblings.isEmpty {
      let note = FindingNote.added(to: row.note, sameSource: siblings) { key in
        let value = Visible.text(catalog.value(ofKeyAt: key, inLanguageAt: language), limit: 80)
        return "\(catalog.keys[key].section)/\(catalog.keys[key].key)\(value.isEmpty ? "" : ": \(value)")"
      }
      row.addToNote(note)
    }
    if let suggestion { row.addToNote(SuggestionNote.added(to: row.note, about: suggestion)) }
    return row
  }

  /// The other texts with the source text of one that is missing, those with a translation first; none for a text that
  /// has a value. Forms of a plural are one text.
  func sameSource(ofKeyAt key: Int, inLanguageAt language: Int) -> [Int] {
    guard language != defaultLanguage, !catalog.isTranslated(keyAt: key, inLanguageAt: language) else { return [] }
    let forms = catalog.plurals.groupByIndex
    guard forms[key] == nil else { return [] }
    let others = catalog.sameSources[key].prefix(SameSources.mostCompared).filter { $0 != key && forms[$0] == nil }
    let isTranslated = { (key: Int) in catalog.isTranslated(keyAt: key, inLanguageAt: language) }
    return others.filter(isTranslated) + others.filter { !isTranslated($0) }
  }
}

extension ReviewRow {
  /// Takes a longer note, unless it does not fit into the cell: what the reviewer wrote matters more.
  fileprivate mutating func addToNote(_ longer: String) { if CellText(longer).hash != .tooLong { note = longer } }
}
