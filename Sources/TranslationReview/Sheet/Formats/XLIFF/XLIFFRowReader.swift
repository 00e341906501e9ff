import Basics
import Exchange
import NStackAPI

/// Makes rows of units that came back.
struct XLIFFRowReader {
  /// The row.
  private(set) var row: ExchangedRow

  /// Reads a unit.
  init(_ unit: XLIFFUnit, _ file: XLIFFFile) {
    let base = unit.metadata[XLIFFRowWriter.Metadata.base].flatMap { RowBase(text: ReviewColumn.trimmed($0)) }
    let text = Self.text(of: unit, file, base: base)
    let current = unit.metadata[XLIFFRowWriter.Metadata.currentValue] ?? ""
    let source = (try? unit.source.exactText().get()) ?? ""
    var cells = ReviewRow(text: text, currentValue: current, proposalID: base?.proposalID, base: base)
    if let base, base.sourceValue != .empty { cells.sourceValue = source } else { cells.sourceText = source }
    cells.note = unit.notes.filter { !$0.category.hasPrefix(XLIFFSheetCoding.program) }.map(\.text)
      .filter { !$0.isEmpty }.joined(separator: "\n")
    cells.context = unit.maximumLength.map { TextContext(maximumLength: $0) }
    row = ExchangedRow(number: unit.number, cells: cells)
    // A tool may have changed white space in metadata that it does not show; the base proves which text it was.
    row.isCurrentValueKnown = base.map { $0.currentValue == .tooLong || $0.currentValue == TextHash(current) } ?? true
    takeTarget(of: unit)
  }

  // MARK: - Target

  private mutating func takeTarget(of unit: XLIFFUnit) {
    let exported = row.cells.base
    // A unit without a target says nothing about its translation.
    guard let target = unit.target else { return keepProposal(isEmptied: false) }
    let text: String
    switch target.exactText(with: unit.source) {
    case .success(let exact): text = exact
    case .failure(let unknown):
      row.cells.proposal = target.parts.reduce(into: "") { result, part in
        if case .text(let piece) = part { result += piece }
      }
      row.doubt =
        "an inline code with the id \"\(Visible.text(unknown.code.id))\", which stands for nothing in the file"
      return
    }
    let hash = TextHash(text)
    if let exported, hash == exported.shownProposal, exported.shownProposal != .empty {
      row.cells.proposal = text
      if exported.suggestion != nil, unit.progress == .confirmed { row.cells.action = ReviewAction.accept.rawValue }
      return
    }
    if text.isEmpty { return keepProposal(isEmptied: true) }
    // The target of a row without a proposal is the current value.
    if let exported, exported.shownProposal == .empty, hash == exported.currentValue { return }
    row.cells.proposal = text
    if exported?.shownProposal == .tooLong { row.cells.exportedProposal = "" }
    row.unfinished = unfinished(unit, text)
  }

  /// Leaves a row without a target as it was exported, or empties its proposal.
  private mutating func keepProposal(isEmptied: Bool) {
    guard let base = row.cells.base else { return }
    if base.shownProposal == .tooLong {
      row.cells.exportedProposal = ""
    } else if isEmptied {
      row.isProposalChanged = base.shownProposal != .empty || base.currentValue != .empty
    } else {
      row.isProposalChanged = false
    }
  }

  /// Why a changed target is not a reviewer's text; nil if it is.
  private func unfinished(_ unit: XLIFFUnit, _ text: String) -> String? {
    if case .unfinished(let phrase) = unit.progress { return phrase }
    // OmegaT and others fill in the source text, and say nothing about it.
    let source = row.cells.sourceValue ?? row.cells.sourceText ?? ""
    let wasMissing = row.cells.base.map { $0.shownProposal == .empty && $0.currentValue == .empty } ?? false
    guard unit.progress == .unstated, wasMissing, LineEnds.areEqual(text, source) else { return nil }
    return "the same text as the source, without a state that says it is translated"
  }

  // MARK: - Text

  /// The text of a unit. Its name is `SECTION.KEY`; where the names have points themselves, the hash in the id or in the
  /// base tells which point is meant.
  private static func text(of unit: XLIFFUnit, _ file: XLIFFFile, base: RowBase?) -> TextIdentity {
    let locales = [file.original, file.targetLanguage ?? ""].filter { !$0.isEmpty }
    let splits = splits(of: unit.name)
    for wanted in [base?.identity, identity(ofID: unit.id)].compactMap(\.self) {
      for locale in locales {
        for (section, key) in splits where TextHash(chain: [section, key, locale]) == wanted {
          return TextIdentity(section: section, key: key, locale: locale)
        }
      }
    }
    let (section, key) = splits.first ?? ("", unit.name.isEmpty ? unit.id : unit.name)
    return TextIdentity(section: section, key: key, locale: file.targetLanguage ?? file.original)
  }

  private static func splits(of name: String) -> [(section: String, key: String)] {
    name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: ".") }.prefix(32).map { point in
      (String(name[..<point]), String(name[name.utf8.index(after: point)...]))
    }
  }

  /// The hash of a text in the id of its unit; nil for an id that no export wrote.
  static func identity(ofID id: String) -> TextHash? {
    var hash = String(id.prefix { $0 != "-" })
    return hash.withUTF8 { TextHash(text: $0) }.flatMap { $0 == .empty || $0 == .tooLong ? nil : $0 }
  }
}
