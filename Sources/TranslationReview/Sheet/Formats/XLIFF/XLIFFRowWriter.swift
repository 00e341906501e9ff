import Basics
import Exchange
import NStackAPI

/// Makes units of rows.
struct XLIFFRowWriter {
  private let sheet: ReviewSheet
  private let sourceLanguage: Int
  private var seen: Set<UInt64> = []

  /// Creates a writer for the rows of one language.
  init(_ sheet: ReviewSheet, sourceLanguage: Int) {
    self.sheet = sheet
    self.sourceLanguage = sourceLanguage
  }

  /// The names of the metadata of a unit.
  enum Metadata {
    /// The base of the row.
    static let base = "base"
    /// The current value, which the target may not show.
    static let currentValue = "current"
  }

  /// The category of a reviewer's note.
  static let reviewer = "reviewer"

  /// Returns the unit of a row.
  mutating func unit(of row: ReviewRow) -> XLIFFUnit {
    let identity = row.identity
    let isFirst = seen.insert(identity.bits).inserted
    let id = isFirst ? identity.text : "\(identity.text)-\(row.proposalID.map(String.init) ?? String(seen.count))"
    var unit = XLIFFUnit(id: id)
    unit.name = "\(row.text.section).\(row.text.key)"
    unit.maximumLength = row.context?.maximumLength
    var marker = InlineMarker()
    func marked(_ text: String) -> InlineText { marker.marked(text, codesAt: Self.codes(in: text)) }

    let source = row.sourceValue ?? row.sourceText ?? sourceText(of: row)
    unit.source = marked(source)
    if let shown = Self.shown(by: row) {
      unit.target = marked(shown)
      unit.progress = row.base?.suggestion == nil ? .translated : .unstated
      // A row without a base is sent unless something keeps it out.
      if ReviewAction(word: row.action) == .skip { unit.progress = .unfinished("") }
    }
    if row.base?.proposalID != nil || row.base?.suggestion != nil, !row.currentValue.isEmpty,
      row.base?.currentValue != .tooLong
    {
      unit.alternatives.append(
        XLIFFUnit.Alternative(origin: "current value", text: marked(row.currentValue)))
    }
    for value in otherProposals(than: row) {
      unit.alternatives.append(XLIFFUnit.Alternative(origin: "pending proposal", text: marked(value)))
    }
    unit.notes = Self.notes(of: row)
    if let base = row.base { unit.metadata[Metadata.base] = base.text }
    if !row.currentValue.isEmpty { unit.metadata[Metadata.currentValue] = row.currentValue }
    return unit
  }

  /// The source text of a row in an application without a default locale.
  private func sourceText(of row: ReviewRow) -> String {
    guard let key = sheet.catalog.keyIndex(of: TextKey(row.text)) else { return "" }
    return CellText(sheet.catalog.value(ofKeyAt: key, inLanguageAt: sourceLanguage)).text
  }

  /// The text that a row shows as its target; nil if there is none, or if it is too long to be shown in full.
  static func shown(by row: ReviewRow) -> String? {
    if !row.proposal.isEmpty { return row.base?.shownProposal == .tooLong ? nil : row.proposal }
    return row.currentValue.isEmpty || row.base?.currentValue == .tooLong ? nil : row.currentValue
  }

  /// The pending proposals of a row's text that the row does not show.
  private func otherProposals(than row: ReviewRow) -> [String] {
    guard let others = row.base?.otherProposals, !others.isEmpty else {
      guard row.base?.suggestion != nil, let id = row.base?.proposalID else { return [] }
      return sheet.catalog.proposal(withID: id).map { [$0.value] } ?? []
    }
    return sheet.catalog.pendingProposals(of: row.text).filter { others[$0.id] != nil }.map(\.value)
  }

  private static func notes(of row: ReviewRow) -> [XLIFFUnit.Note] {
    func note(_ text: String, _ category: String = XLIFFSheetCoding.program) -> XLIFFUnit.Note? {
      text.isEmpty ? nil : XLIFFUnit.Note(category: category, text: text)
    }
    let length = row.context?.maximumLength.map { "At most \(Counted.text($0, "character"))." }
    return [
      note("\(row.text.section) / \(row.text.key)"), note(row.context?.description ?? ""),
      note(row.context.map { $0.screenshot.isEmpty ? "" : "Screenshot: \($0.screenshot)" } ?? ""),
      note(length ?? ""), note(row.problem), note(row.note, reviewer),
    ].compactMap(\.self)
  }

  /// The places of the placeholders in a text. In an ICU message, text in braces is translated, so that only the other
  /// placeholders are codes.
  private static func codes(in text: String) -> [Range<Int>] {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }) else { return [] }
    let bytes = Array(text.utf8)
    let places = Placeholder.ranges(in: bytes)
    guard !places.isEmpty, Placeholder.hasTypedArgument(bytes) else { return places }
    return places.filter { bytes[$0.lowerBound] == UInt8(ascii: "%") }
  }
}
