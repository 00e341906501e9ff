import Basics
import Exchange
import NStackAPI

/// Makes rows from the units of a returned file.
struct XLIFFRowReader {
  private(set) var row: ExchangedRow
  /// The row under the assumption that a tool indented the file, for a unit whose source text does not show whether one
  /// did; nil if the assumption makes no difference.
  private(set) var rowIfIndented: ExchangedRow?
  /// Whether the unit shows that a tool indented the file.
  private(set) var isIndented = false
  /// The padding, if it is all that distinguishes the translation from the exported one and the source is unchanged;
  /// else nil.
  private(set) var padding: XLIFFPadding?
  /// Whether the translation has inline codes and is unchanged.
  private(set) var isUnpadded = false
  /// The padding that a tool put into the source text, as the base shows.
  private var sourcePadding: XLIFFPadding?

  /// - Parameter locales: The locales that bases prove, for files that name another locale or none.
  init(_ unit: XLIFFUnit, _ file: XLIFFFile, _ locales: ProvenLocales) {
    let base = unit.metadata[XLIFFRowWriter.Metadata.base].flatMap { RowBase(text: ReviewColumn.trimmed($0)) }
    let text = Self.text(of: unit, file, base: base, locales)
    row = ExchangedRow(
      in: .xliff, number: unit.number, text: text, base: base, source: unit.source.text() ?? "",
      currentValue: unit.metadata[XLIFFRowWriter.Metadata.currentValue],
      proposal: unit.metadata[XLIFFRowWriter.Metadata.proposal],
      notes: unit.notes.filter { !$0.category.hasPrefix(XLIFFSheetCoding.program) }.map(\.text),
      sourceLanguage: file.sourceLanguage)
    let context = TextContext(
      description: Self.note(XLIFFRowWriter.Category.description, of: unit),
      screenshot: Self.note(XLIFFRowWriter.Category.screenshot, of: unit), maximumLength: unit.maximumLength)
    row.cells.context = context == TextContext() ? nil : context
    if base == nil, let id = Self.identity(ofID: unit.id), id != TextHash(chain: [text.section, text.key, text.locale])
    {
      row.misplacement = "its id \"\(Visible.text(unit.id))\" was written for another text or locale"
    }
    let indentation = restoreSource(of: unit)
    let translator = unit.phase.flatMap { file.contacts[$0] }
    row.author = AuthorName.of(translator ?? file.lastContact) ?? Self.tool(of: file)
    if translator != nil, unit.progress == .confirmed { row.approver = AuthorName.of(file.lastContact) }
    row.exchange.state = Self.state(of: unit)
    let exported = row
    readTarget(of: unit, indentation)
    row.isAdded =
      unit.metadata.isEmpty && Self.identity(ofID: unit.id) == nil && unit.isTranslatable
      && (text.section.isEmpty || row.exchange.unfinished != nil || row.cells.proposal.isEmpty)
    if let forbidden = unit.forbidden {
      row.uncertainty = "a character in it or beside it that XML does not allow (\(forbidden))"
    } else if indentation == nil {
      if let text = exportedTarget(of: unit) {
        var other = exported
        other.apply(translation: text, isConfirmed: unit.progress == .confirmed, unfinished: nil)
        rowIfIndented = other
      }
      findWhiteSpace(in: unit)
    }
  }

  /// The program that the file names, if it is not this one.
  private static func tool(of file: XLIFFFile) -> String? {
    file.tool == XLIFFSheetCoding.program ? nil : AuthorName.of(file.tool)
  }

  private static func note(_ category: String, of unit: XLIFFUnit) -> String {
    unit.notes.first { $0.category == category }?.text ?? ""
  }

  private static func state(of unit: XLIFFUnit) -> String {
    guard let target = unit.target, !target.isEmpty else { return ExchangedRow.noTranslation }
    let progress =
      switch unit.progress {
      case .unstated: "no state"
      case .unfinished(let phrase): phrase
      case .translated: "translated"
      case .confirmed: "approved"
      }
    return [progress, unit.qualifier, unit.isTranslatable ? nil : "translate=\"no\""].compactMap(\.self).joined(
      separator: ", ")
  }

  // MARK: - Indentation

  /// The source text's indentation by a tool, and what it replaced.
  private typealias SourceIndentation = (text: XLIFFIndentation, choices: [String]?)

  /// Removes a tool's white space from the source text, if the base shows that it was added.
  ///
  /// - Returns: Nil if the source text is unchanged, or has changes other than white space.
  private mutating func restoreSource(of unit: XLIFFUnit) -> SourceIndentation? {
    guard let hash = row.cells.base?.sourceValue, hash != .tooLong else { return nil }
    let indentation = XLIFFIndentation(unit.source)
    if hash == .empty {
      // The source text is only for checks, and nothing shows what it was.
      isIndented = indentation.isIndentedRoundCodes
      return indentation.isIndented ? (indentation, indentation.nothing) : nil
    }
    guard let found = row.cells.sourceValue, TextHash(found) != hash else { return nil }
    if let (text, choices) = indentation.exported(hash) {
      row.cells.sourceValue = text
      isIndented = true
      return (indentation, choices)
    }
    for padding in XLIFFPadding.all(of: unit.source) {
      guard let text = padding.removed(from: unit.source)?.text(), TextHash(text) == hash else { continue }
      row.cells.sourceValue = text
      sourcePadding = padding
      return nil
    }
    guard indentation.isIndented else { return nil }
    // A person may have changed it too, but not where reviewers write.
    row.cells.sourceValue = nil
    row.cells.sourceText = found
    return (indentation, nil)
  }

  /// The hash of the translation that was exported; nil if it was too long.
  private static func exportedHash(_ base: RowBase) -> TextHash? {
    let hash = base.shownProposal == .empty ? base.currentValue : base.shownProposal
    return hash == .tooLong ? nil : hash
  }

  /// The exported translation, if it differs only by a tool's white space.
  private func exportedTarget(of unit: XLIFFUnit) -> String? {
    guard let target = unit.target, let base = row.cells.base, let hash = Self.exportedHash(base) else { return nil }
    let indentation = XLIFFIndentation(target, with: unit.source)
    guard indentation.isIndentedRoundCodes, row.isProposalChanged ?? row.cells.isProposalEdited else { return nil }
    return indentation.exported(hash)?.text
  }

  /// A translation without the white space of a tool; nil if that cannot be determined.
  private func restored(_ text: String, of target: InlineText, in unit: XLIFFUnit, _ source: SourceIndentation)
    -> String?
  {
    let indentation = XLIFFIndentation(target, with: unit.source)
    if let hash = row.cells.base.flatMap(Self.exportedHash) {
      if TextHash(text) == hash { return text }
      if let exported = indentation.exported(hash) { return exported.text }
    }
    guard let choices = source.choices else { return indentation.isIndented ? nil : text }
    return indentation.edited(like: source.text, choices)
  }

  // MARK: - White space around codes

  /// Finds white space that a tool may have added to translations only; other units must confirm it.
  private mutating func findWhiteSpace(in unit: XLIFFUnit) {
    guard sourcePadding == nil, row.uncertainty == nil, let target = unit.target,
      let hash = row.cells.base.flatMap(Self.exportedHash)
    else { return }
    if target.text(with: unit.source).map(TextHash.init) == hash {
      isUnpadded = !target.codes.isEmpty
    } else {
      padding = XLIFFPadding.all(of: target).first {
        $0.removed(from: target)?.text(with: unit.source).map(TextHash.init) == hash
      }
    }
  }

  /// A translation without a padding; nil if that cannot be determined.
  private func unpadded(_ target: InlineText, in unit: XLIFFUnit, _ padding: XLIFFPadding) -> String? {
    let text = target.text(with: unit.source)
    if let hash = row.cells.base.flatMap(Self.exportedHash) {
      if text.map(TextHash.init) == hash { return text }
      let plain = padding.removed(from: target)?.text(with: unit.source)
      if let plain, TextHash(plain) == hash { return plain }
    }
    var coder = InlineCoder()
    let exported = row.exchange.copy.map { XLIFFRowWriter.coded($0, by: &coder) }
    let source = sourcePadding?.removed(from: unit.source) ?? unit.source
    return padding.edited(target, like: exported ?? source)?.text(with: unit.source)
  }

  // MARK: - Target

  private mutating func readTarget(of unit: XLIFFUnit, _ indentation: SourceIndentation?) {
    // A unit without a target says nothing about its translation.
    guard let target = unit.target else { return row.keepProposal(isEmptied: false) }
    let text: String
    switch target.exactText(with: unit.source) {
    case .success(let exact): text = exact
    case .failure(let unknown):
      row.cells.proposal = target.parts.reduce(into: "") { result, part in
        if case .text(let piece) = part { result += piece }
      }
      row.uncertainty =
        "an inline code with the id \"\(Visible.text(unknown.code.id))\", which stands for nothing in the file"
      return
    }
    if let indentation { return take(restored(text, of: target, in: unit, indentation), of: target, in: unit) }
    guard let sourcePadding else { return take(text, of: target, in: unit) }
    take(unpadded(target, in: unit, sourcePadding), of: target, in: unit)
  }

  /// Puts a translation into the row; nil marks the proposal as uncertain.
  private mutating func take(_ text: String?, of target: InlineText, in unit: XLIFFUnit) {
    guard let text else {
      row.cells.proposal = target.text(with: unit.source) ?? ""
      row.uncertainty = "white space that a tool added around inline codes or at the ends of lines"
      return
    }
    row.apply(translation: text, isConfirmed: unit.progress == .confirmed, unfinished: unfinished(unit, text))
    if unit.hasSeveralTargets {
      row.isProposalChanged = true
      row.uncertainty = "more than one target"
      return
    }
    if let base = row.cells.base, base.suggestion != nil, base.shownProposal == TextHash(text),
      unit.progress == .translated
    {
      // Some tools mark everything with a target as translated, so only a person's approval accepts it.
      row.isProposalChanged = true
      row.exchange.unfinished = "a suggestion that is translated, but not approved. \(Self.remedy)"
    }
  }

  /// Why a changed target does not count as a reviewer's text; nil if it does.
  private func unfinished(_ unit: XLIFFUnit, _ text: String) -> String? {
    if !unit.isTranslatable { return "the attribute translate=\"no\"" }
    if case .unfinished(let phrase) = unit.progress { return phrase }
    guard unit.progress != .confirmed else { return nil }
    // The export itself wrote a state for each translation that it showed, so that state is not the translator's.
    let wasMissing = row.cells.base.map { $0.shownProposal == .empty && $0.currentValue == .empty } ?? false
    let isStated = unit.progress == .translated && (wasMissing || row.cells.base?.suggestion != nil)
    if let qualifier = unit.qualifier, !isStated || XLIFFUnit.guesses.contains(qualifier) {
      return "the state qualifier \"\(Visible.text(qualifier))\". \(Self.remedy)"
    }
    if row.cells.base == nil, SuggestionNote.removed(from: row.cells.note) != nil {
      return "the note of a suggestion, and a tool removed the data that the export kept with it. \(Self.remedy)"
    }
    if row.cells.base == nil, unit.progress == .unstated {
      return "no state, and a tool removed the data that the export kept with it. \(Self.remedy)"
    }
    // OmegaT and others fill in the source text without marking it.
    let source = row.cells.sourceValue ?? row.cells.sourceText ?? ""
    guard !isStated, LineEnds.areEqual(text, source) else { return nil }
    return "the same text as the source. \(Self.remedy)"
  }

  private static let remedy = "If it is meant, set its state to \"final\""

  // MARK: - Text

  /// The text of a unit. Its name is `SECTION.KEY`; if section or key contain points, the hash in the id or the base
  /// shows which point separates them.
  private static func text(of unit: XLIFFUnit, _ file: XLIFFFile, base: RowBase?, _ locales: ProvenLocales)
    -> TextIdentity
  {
    let name = UnitName(unit.name.isEmpty ? unit.id : unit.name)
    let named = [file.original, file.targetLanguage ?? ""]
    let hashes = [base?.identity, identity(ofID: unit.id)].compactMap(\.self)
    if let text = name.text(inAny: named, knownBy: hashes) {
      locales.isNamed = true
      return text
    }
    // The id alone does not show which file the unit belongs to.
    let language = file.targetLanguage ?? ProvenLocales.tag(of: file.original).map { _ in file.original } ?? ""
    let proven = locales.locale(
      meantBy: language, names: name.splits, hashes: base.map { [$0.identity] } ?? [], row: unit.number,
      isOfAnyLanguage: !locales.isNamed)
    return proven.flatMap { name.text(inAny: [$0], knownBy: hashes) }
      ?? name.text(in: file.targetLanguage ?? file.original)
  }

  /// The hash of a text in the id of its unit; nil for an id that no export wrote.
  static func identity(ofID id: String) -> TextHash? {
    var hash = String(id.prefix { $0 != "-" })
    return hash.withUTF8 { TextHash(text: $0) }.flatMap { $0 == .empty || $0 == .tooLong ? nil : $0 }
  }
}

extension InlineText {
  /// The text, with each code replaced by the characters that it stands for; nil if the file no longer has them.
  fileprivate func text(with source: InlineText? = nil) -> String? { try? exactText(with: source).get() }
}
