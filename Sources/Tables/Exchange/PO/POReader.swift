package import Spreadsheet

/// Reads the entries of a PO file (GNU gettext), one at a time.
///
/// The header names the encoding. Lines may end in any way, and entries need no blank line between them.
package struct POReader {
  private let limits: SpreadsheetLimits
  private let body: (POEntry, POHeader) throws -> Void
  private var header = POHeader([])
  private var hasEntry = false
  private var number = 0
  private var entry = PartialPOEntry()

  /// Reads a file.
  ///
  /// - Parameter body: Receives each entry together with the header. The header is not passed as an entry itself. An error
  ///   that it throws ends the reading.
  /// - Throws: The codes of `InputFile`, `file.empty`, `exchange.format`, `exchange.encoding` and `limit.unit`, each with
  ///   the file and the line.
  @discardableResult package static func read(
    _ path: String, limits: SpreadsheetLimits, _ body: (POEntry, POHeader) throws -> Void
  ) throws -> POHeader {
    let encoding = try POCharset.encoding(ofFileAt: path)
    return try withoutActuallyEscaping(body) { body in
      var reader = POReader(limits: limits, body: body)
      do {
        try TextFile.readLines(path, as: "a PO file", encoding: encoding, longestLine: limits.rowText) { line, number in
          try reader.read(line, number)
        }
        try reader.finish()
        return reader.header
      } catch let error as SpreadsheetError { throw POCharset.restated(error, path: path) }
    }
  }

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>, _ number: Int) throws {
    var bytes = line[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
    guard let first = bytes.first else { return }
    entry.size += line.count
    if entry.size > limits.rowText {
      throw SpreadsheetError(
        .limitUnit, "an entry takes more than \(limits.rowText) bytes.",
        hint: "If you trust the file, raise the limit `rowText`.", place: SpreadsheetError.Place(line: number))
    }
    if first == UInt8(ascii: "#") {
      try comment(String(decoding: bytes.dropFirst(), as: UTF8.self), number)
    } else {
      try statement(bytes, isObsolete: false, number)
    }
  }

  private mutating func comment(_ text: String, _ number: Int) throws {
    let kind = text.utf8.first
    if kind == UInt8(ascii: "~") {
      let rest = text.dropFirst()
      if rest.hasPrefix("|") { return try begin(number) }
      let trimmed = Array(rest.utf8.drop { $0 == 0x20 || $0 == 0x09 })
      guard let first = trimmed.first, first != UInt8(ascii: "#") else { return }
      return try trimmed.withUnsafeBufferPointer { try statement($0[...], isObsolete: true, number) }
    }
    try begin(number)
    switch kind {
    case UInt8(ascii: ".")?: entry.value.extractedComments.append(Self.contents(text.dropFirst()))
    // Comments with the text's place in the code, and with the previous source text.
    case UInt8(ascii: ":")?, UInt8(ascii: "|")?: break
    case UInt8(ascii: ",")?, UInt8(ascii: "=")?:
      entry.value.flags += text.dropFirst().split(separator: ",").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    default: entry.value.translatorComments.append(Self.contents(text[...]))
    }
  }

  /// Begins the next entry if a line cannot belong to the current one.
  private mutating func begin(_ number: Int) throws {
    if entry.hasTranslation { try end() }
    if entry.value.line == 0 { entry.value.line = number }
  }

  private mutating func statement(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, isObsolete: Bool, _ number: Int) throws {
    let quote = UInt8(ascii: "\"")
    if bytes.first == quote {
      guard entry.field != nil else { throw Self.malformed("a text comes before its keyword", number) }
      return entry.append(try POText.unquoted(bytes, line: number))
    }
    let word = bytes.prefix { $0 != 0x20 && $0 != 0x09 && $0 != quote }
    let text = bytes[word.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
    let keyword = String(decoding: word, as: UTF8.self)
    // `domain` names the file that msgfmt writes.
    if keyword == "domain" { return }
    guard let field = PartialPOEntry.Field(keyword: keyword) else {
      throw Self.malformed("\"\(keyword.prefix(40))\" is not a keyword of PO files", number)
    }
    if field.beginsEntry, entry.hasTranslation { try end() }
    if field.isTranslation, !entry.hasSource { throw Self.malformed("a translation comes before its msgid", number) }
    if entry.value.line == 0 { entry.value.line = number }
    entry.value.isObsolete = isObsolete
    guard entry.begin(field) else { throw Self.malformed("\"\(keyword)\" is not allowed here", number) }
    entry.append(try POText.unquoted(text, line: number))
  }

  private mutating func end() throws {
    let finished = entry
    entry = PartialPOEntry()
    guard var complete = finished.complete else { return }
    hasEntry = true
    if complete.isHeader {
      header = POHeader(text: complete.translations.first ?? "")
      header.comments = complete.translatorComments
      return
    }
    number += 1
    complete.number = number
    try body(complete, header)
  }

  private mutating func finish() throws {
    if entry.hasSource, !entry.hasTranslation {
      throw Self.malformed("the file ends before the translation of an entry", entry.value.line)
    }
    try end()
    guard hasEntry else {
      throw SpreadsheetError(.exchangeFormat, "the file has no PO entry.", hint: "Check that the file is a PO file.")
    }
  }

  private static func contents(_ text: Substring) -> String {
    // Compared as a byte, because a combining mark after the space would make another character of it.
    text.utf8.first == 0x20 ? String(text[text.utf8.index(after: text.startIndex)...]) : String(text)
  }

  private static func malformed(_ what: String, _ line: Int) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeFormat, "\(what).", hint: "Check the file with msgfmt -c, or save it again in its program.",
      place: SpreadsheetError.Place(line: line))
  }
}

private struct PartialPOEntry {
  enum Field: Equatable {
    case context, source, pluralSource, translation
    case form(Int)

    init?(keyword: String) {
      switch keyword {
      case "msgctxt": self = .context
      case "msgid": self = .source
      case "msgid_plural": self = .pluralSource
      case "msgstr": self = .translation
      default:
        guard keyword.hasPrefix("msgstr["), keyword.hasSuffix("]"), let number = Int(keyword.dropFirst(7).dropLast())
        else { return nil }
        self = .form(number)
      }
    }

    var beginsEntry: Bool { self == .context || self == .source }

    var isTranslation: Bool {
      switch self {
      case .translation, .form: true
      default: false
      }
    }
  }

  /// The entry read so far.
  var value = POEntry(source: "", translations: [])
  /// The text that the next line may continue.
  private(set) var field: Field?
  /// Whether a line of that text was read.
  private var isTextBegun = false
  private(set) var hasSource = false
  var size = 0

  /// Whether a translation was read, so that the entry may end.
  var hasTranslation: Bool { !value.translations.isEmpty }

  /// The entry; nil if only comments were read.
  var complete: POEntry? { hasSource && hasTranslation ? value : nil }

  mutating func begin(_ next: Field) -> Bool {
    switch next {
    case .context:
      guard value.context == nil, !hasSource else { return false }
      value.context = ""
    case .source:
      guard !hasSource else { return false }
      hasSource = true
    case .pluralSource:
      guard hasSource, !hasTranslation, value.pluralSource == nil else { return false }
      value.pluralSource = ""
    case .translation:
      guard !hasTranslation, value.pluralSource == nil else { return false }
      value.translations.append("")
    case .form(let number):
      guard value.pluralSource != nil, number == value.translations.count else { return false }
      value.translations.append("")
    }
    field = next
    isTextBegun = false
    return true
  }

  mutating func append(_ text: String) {
    switch field {
    case .context?: value.context = (value.context ?? "") + text
    case .source?: value.source += text
    case .pluralSource?: value.pluralSource = (value.pluralSource ?? "") + text
    case .translation?, .form?:
      value.translations[value.translations.count - 1] += text
      if isTextBegun { value.isTranslationDivided = true }
    case nil: break
    }
    isTextBegun = true
  }
}
