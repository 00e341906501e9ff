import Basics
import Exchange
import NStackAPI

struct PORowWriter {
  private let texts: UnitTexts
  private var contexts: Set<ExactText> = []

  init(_ texts: UnitTexts) { self.texts = texts }

  /// The end of the context in further rows of a text.
  static let rowSeparator = " #"

  mutating func entry(of row: ReviewRow) -> POEntry {
    let source = texts.source(of: row)
    let name = UnitName(of: row.text).text
    // gettext takes an entry without a source text for the header.
    var entry = POEntry(
      context: context(of: row, name), source: source.isEmpty ? name : source,
      translations: [UnitTexts.shown(by: row) ?? ""])
    entry.translatorComments = Self.lines(row.note)
    entry.extractedComments = remarks(about: row, hasSource: !source.isEmpty) + POMetadata(of: row).comments
    entry.flags = Self.flags(of: source)
    // A suggestion is fuzzy until a person reviews it. A row with `skip` is fuzzy too, because without its base it
    // would be sent.
    if row.base?.suggestion != nil || ReviewAction(word: row.action) == .skip { entry.flags.insert("fuzzy", at: 0) }
    return entry
  }

  /// The context, which is unique in the file. Two pending proposals of one text become two entries.
  private mutating func context(of row: ReviewRow, _ name: String) -> String {
    if contexts.insert(ExactText(name)).inserted { return name }
    var number = row.proposalID ?? contexts.count
    while !contexts.insert(ExactText("\(name)\(Self.rowSeparator)\(number)")).inserted { number += 1 }
    return "\(name)\(Self.rowSeparator)\(number)"
  }

  private func remarks(about row: ReviewRow, hasSource: Bool) -> [String] {
    var remarks = Self.lines(row.context?.description ?? "")
    if let context = row.context {
      if !context.screenshot.isEmpty { remarks += Self.lines("Screenshot: \(context.screenshot)") }
      if let length = context.maximumLength { remarks.append("At most \(Counted.text(length, "character")).") }
    }
    if !hasSource { remarks.append("There is no source text; the text's name is shown instead.") }
    if row.base?.proposalID != nil || row.base?.suggestion != nil, !row.currentValue.isEmpty {
      remarks += Self.lines("Current value: \(row.currentValue)")
    }
    for value in texts.otherProposals(than: row) { remarks += Self.lines("Pending proposal: \(value)") }
    return remarks + Self.lines(row.problem)
  }

  static func lines(_ text: String) -> [String] {
    text.isEmpty ? [] : text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// The flags that tell programs which placeholders to compare.
  private static func flags(of source: String) -> [String] {
    let placeholders = Placeholder.all(in: source).filter { $0.hasPrefix("%") && !$0.hasPrefix("%{") }
    guard !placeholders.isEmpty, !placeholders.contains(where: { $0.hasPrefix("%#@") }) else { return [] }
    return [placeholders.contains { $0.hasSuffix("@") } ? "objc-format" : "c-format"]
  }
}
