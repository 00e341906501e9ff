import Basics
import Exchange
import NStackAPI

/// Makes rows from the entries of a returned file.
struct PORowReader {
  private(set) var row: ExchangedRow
  /// The translation of an obsolete entry, if it differs from the exported one.
  private(set) var unread: String?

  /// The fields of the header that an export writes.
  enum Field {
    static let sourceLanguage = "X-Source-Language"
    static let locale = "X-NStack-Locale"
    static let sheet = "X-NStack-Sheet"
    static let entries = "X-NStack-Entries"
  }

  /// - Parameter locales: The locales that bases prove, for headers that name another locale or none.
  init(_ entry: POEntry, _ header: POHeader, _ locales: ProvenLocales) {
    let metadata = POMetadata(entry.extractedComments)
    let base = metadata[.base].flatMap { RowBase(text: $0) }
    let text = Self.text(of: entry, header, base: base, locales)
    let hasSource = base.map { $0.sourceValue != .empty } ?? false
    row = ExchangedRow(
      in: .po, number: entry.number, text: text, base: base,
      source: !hasSource && entry.source == UnitName(of: text).text ? "" : entry.source,
      currentValue: metadata[.currentValue], proposal: metadata[.proposal], notes: entry.translatorComments,
      sourceLanguage: header[Field.sourceLanguage])
    row.author = AuthorName.of(header["X-Last-Translator"]) ?? AuthorName.of(header["Last-Translator"])
    if base == nil { row.exchange.lost = "the comment \"\(POMetadata.Name.base.rawValue)\"" }
    read(entry)
  }

  private mutating func read(_ entry: POEntry) {
    let translation = entry.translations.first ?? ""
    row.exchange.state =
      (translation.isEmpty ? ExchangedRow.noTranslation : "translated") + (entry.isFuzzy ? ", fuzzy" : "")
      + (entry.isObsolete ? ", obsolete" : "")
    let exported = row
    if entry.pluralSource != nil {
      row.cells.proposal = translation
      row.uncertainty = "plural forms, which the export did not write"
    } else if translation.isEmpty, entry.isFuzzy || entry.isObsolete {
      row.keepProposal(isEmptied: false)
    } else {
      let unfinished = entry.isFuzzy ? "the flag \"fuzzy\"" : nil
      row.apply(translation: translation, isConfirmed: unfinished == nil, unfinished: unfinished)
    }
    guard entry.isObsolete else { return }
    // Tools that merge files mark unknown entries as obsolete, and keep the translation.
    if !entry.isFuzzy, row.isProposalChanged ?? row.cells.isProposalEdited { unread = translation }
    row = exported
    row.keepProposal(isEmptied: false)
  }

  /// The text of an entry, by the name in its context.
  private static func text(of entry: POEntry, _ header: POHeader, base: RowBase?, _ locales: ProvenLocales)
    -> TextIdentity
  {
    let language = header["Language"] ?? ""
    let locale = header[Field.locale] ?? language
    let name = entry.context ?? entry.source
    guard let base else { return UnitName(name).text(in: locale) }
    var names = [UnitName(name)]
    // A key may also end in a number after ` #`, so the hash decides.
    if let separator = name.utf8.lastIndex(of: UInt8(ascii: "#")), name[..<separator].hasSuffix(" "),
      name[separator...].dropFirst().allSatisfy(\.isWholeNumber)
    {
      names.append(UnitName(String(name[..<separator].dropLast())))
    }
    func known(_ locales: [String]) -> TextIdentity? {
      names.lazy.compactMap { $0.text(inAny: locales, knownBy: [base.identity]) }.first
    }
    if let text = known([locale, language, LanguageTag(language)?.description ?? ""]) {
      locales.isNamed = true
      return text
    }
    let proven = locales.locale(
      meantBy: locale, names: names.flatMap(\.splits), hashes: [base.identity], row: entry.number,
      isOfAnyLanguage: !locales.isNamed)
    return proven.flatMap { known([$0]) } ?? names[names.count - 1].text(in: locale)
  }
}

/// Holds the last row of a PO file back until it is known that the file is whole.
///
/// A PO file has no end mark. If it was cut off between two lines of a translation, the rest of that translation looks
/// like a text that someone wrote. So a last translation of several lines is uncertain if the file has fewer entries
/// than the export wrote. It is also uncertain if it ends in white space, as lines in a file do, and its source text
/// does not.
struct POFileEnd {
  struct HeldRow {
    var row: ExchangedRow
    let isOwn: Bool
    let isDivided: Bool
  }

  private var held: HeldRow?
  private var count = 0
  private var exportedCount = 0

  /// Holds a row back.
  ///
  /// - Parameter exported: The number of entries that the export wrote, according to the header.
  /// - Returns: The row that was held back before.
  mutating func hold(_ row: HeldRow, exported: String?) -> HeldRow? {
    defer { held = row }
    count += 1
    exportedCount = exported.flatMap { Digits.integer($0.utf8) } ?? 0
    return held
  }

  var last: HeldRow? {
    guard var last = held, last.isDivided, last.row.uncertainty == nil,
      last.row.isProposalChanged ?? last.row.cells.isProposalEdited
    else { return held }
    let cells = last.row.cells
    let source = cells.sourceValue ?? cells.sourceText ?? ""
    if count < exportedCount {
      last.row.uncertainty =
        "an uncertain end, because the file ends after it with \(count) of \(exportedCount) entries"
    } else if Self.endsInSpace(cells.proposal), !Self.endsInSpace(source) {
      last.row.uncertainty = "an uncertain end, because the file ends after it, and it ends in white space"
    }
    return last
  }

  private static func endsInSpace(_ text: String) -> Bool { text.last?.isWhitespace ?? false }
}
