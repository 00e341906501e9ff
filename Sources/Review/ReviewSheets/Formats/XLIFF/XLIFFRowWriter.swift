import Basics
import Exchange
import NStackAPI

struct XLIFFRowWriter {
  private let texts: UnitTexts
  /// The units of each text so far.
  private var counts: [UInt64: Int] = [:]

  init(_ sheet: ReviewSheet, sourceLanguage: Int) { texts = UnitTexts(sheet: sheet, sourceLanguage: sourceLanguage) }

  enum Metadata {
    static let base = "base"
    /// The current value, which the target may not show.
    static let currentValue = "current"
    /// The proposal that the target shows. A program that damages the target damages this copy as well.
    static let proposal = "proposal"
  }

  enum Category {
    static let reviewer = "reviewer"
    static let description = "\(XLIFFSheetCoding.program) description"
    /// The address of a picture of the text.
    static let screenshot = "\(XLIFFSheetCoding.program) screenshot"
  }

  mutating func unit(of row: ReviewRow) -> XLIFFUnit {
    let identity = row.identity
    let count = counts[identity.bits, default: 0]
    counts[identity.bits] = count + 1
    let id = count == 0 ? identity.text : "\(identity.text)-\(count)"
    var unit = XLIFFUnit(id: id)
    unit.name = "\(row.text.section).\(row.text.key)"
    unit.maximumLength = row.context?.maximumLength
    unit.isTranslatable = !texts.isTooLong(row)
    var coder = InlineCoder()
    func coded(_ text: String) -> InlineText { Self.coded(text, by: &coder) }

    unit.source = coded(texts.source(of: row))
    if let shown = UnitTexts.shown(by: row) {
      unit.target = coded(shown)
      unit.progress = row.base?.suggestion == nil ? .translated : .unstated
      // A row with `skip` may lose its base, and would then be sent.
      if ReviewAction(word: row.action) == .skip { unit.progress = .unfinished("") }
    }
    if row.base?.proposalID != nil || row.base?.suggestion != nil, !row.currentValue.isEmpty,
      row.base?.currentValue != .tooLong
    {
      unit.alternatives.append(XLIFFUnit.Alternative(origin: "current value", text: coded(row.currentValue)))
    }
    for value in texts.otherProposals(than: row) {
      unit.alternatives.append(XLIFFUnit.Alternative(origin: "pending proposal", text: coded(value)))
    }
    unit.notes = Self.notes(of: row)
    if let base = row.base { unit.metadata[Metadata.base] = base.text }
    if !row.currentValue.isEmpty { unit.metadata[Metadata.currentValue] = row.currentValue }
    unit.metadata[Metadata.proposal] = UnitTexts.copy(of: row)
    return unit
  }

  /// A text with its placeholders as codes.
  static func coded(_ text: String, by coder: inout InlineCoder) -> InlineText {
    coder.coded(text, codesAt: codes(in: text))
  }

  private static func notes(of row: ReviewRow) -> [XLIFFUnit.Note] {
    func note(_ text: String, _ category: String = XLIFFSheetCoding.program) -> XLIFFUnit.Note? {
      text.isEmpty ? nil : XLIFFUnit.Note(category: category, text: text)
    }
    let length = row.context?.maximumLength.map { "At most \(Counted.text($0, "character"))." }
    return [
      note("\(row.text.section) / \(row.text.key)"), note(row.context?.description ?? "", Category.description),
      note(row.context?.screenshot ?? "", Category.screenshot), note(length ?? ""), note(row.problem),
      note(row.note, Category.reviewer),
    ].compactMap(\.self)
  }

  /// The ranges of the placeholders in a text. In an ICU message, text in braces is translated too, so only other
  /// placeholders are codes.
  private static func codes(in text: String) -> [Range<Int>] {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }) else { return [] }
    let bytes = Array(text.utf8)
    let ranges = Placeholder.ranges(in: bytes)
    guard !ranges.isEmpty, Placeholder.hasTypedArgument(bytes) else { return ranges }
    return ranges.filter { bytes[$0.lowerBound] == UInt8(ascii: "%") }
  }
}
