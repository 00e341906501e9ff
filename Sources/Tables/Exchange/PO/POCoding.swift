import Basics
import Spreadsheet

/// PO (GNU gettext) as a memory.
///
/// Only finished translations are read; fuzzy, obsolete and empty ones are left out. With two plural forms, the first belongs
/// to the singular source text and the second to the plural one; a single form belongs to the plural one. With three or more,
/// only an expression in the header says which form is for which numbers, so they are left out.
package struct POCoding: UnitCoding {
  package var name: String { "PO" }
  package var extensions: [String] { ["po", "pot"] }

  package func recognizes(_ file: ExaminedFile) -> Bool {
    file.lines.contains { ["msgid ", "msgid\t", "msgid\"", "msgctxt "].contains(where: $0.hasPrefix) }
  }

  package init() {}

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    try POReader.read(path, limits: options.limits) { entry, header in
      guard !entry.isFuzzy, !entry.isObsolete, !entry.source.isEmpty else { return }
      let pairs = Self.pairs(of: entry)
      guard !pairs.isEmpty else { return }
      guard let target = header["Language"].flatMap(Self.tag) ?? options.targetLanguage else {
        throw Self.missing("translations", field: "Language", path, entry)
      }
      guard let source = header["X-Source-Language"].flatMap(Self.tag) ?? options.sourceLanguage else {
        throw Self.missing("source texts", field: "X-Source-Language", path, entry)
      }
      for pair in pairs {
        try body(
          TranslationUnit(
            source: TranslationUnit.Variant(language: source, text: pair.source),
            target: TranslationUnit.Variant(language: target, text: pair.target), number: entry.line))
      }
    }
  }

  private static func missing(_ texts: String, field: String, _ path: String, _ entry: POEntry) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeLanguage, "the file does not name the language of its \(texts).",
      hint: "Name both languages with --source-lang and --target-lang, or this one in the header as \(field).",
      place: SpreadsheetError.Place(file: path, line: entry.line))
  }

  private static func pairs(of entry: POEntry) -> [(source: String, target: String)] {
    var pairs: [(source: String, target: String)] = []
    if let plural = entry.pluralSource {
      switch entry.translations.count {
      // A language with one form uses it for all numbers, as the translation of the plural text.
      case 1: pairs = [(plural, entry.translations[0])]
      case 2: pairs = [(entry.source, entry.translations[0]), (plural, entry.translations[1])]
      default: break
      }
    } else {
      pairs = [(entry.source, entry.translations.first ?? "")]
    }
    return pairs.filter { !$0.source.isEmpty && !$0.target.isEmpty }
  }

  /// A locale as gettext spells it: `pt_BR`, `sr@latin`, `de_DE.UTF-8`.
  static func tag(_ locale: String) -> LanguageTag? {
    let script = locale.split(separator: "@").dropFirst().first.flatMap { modifier in
      ["latin": "Latn", "cyrillic": "Cyrl"][modifier.lowercased()]
    }
    let name = locale.prefix { $0 != "@" && $0 != "." }
    guard let tag = LanguageTag(String(name)) else { return nil }
    guard let script else { return tag }
    return LanguageTag([tag.language, script, tag.region].compactMap(\.self).joined(separator: "-"))
  }
}

enum POCharset {
  /// How many bytes are searched for the header. Comments with a licence may come before it.
  private static let headSize = 64 << 10

  /// The name of the encoding; nil for UTF-8, and for UTF-16 with a byte order mark.
  static func encoding(ofFileAt path: String) throws(SpreadsheetError) -> String? {
    let head = try TextFile.head(of: path, count: headSize)
    guard let text = charset(inHead: head) else { return nil }
    // A template has the word `CHARSET` instead of an encoding.
    if text.isEmpty || ["CHARSET", "UTF-8", "UTF8", "ASCII", "US-ASCII"].contains(text.uppercased()) { return nil }
    try refuseUTF8(ofFileAt: path, named: text)
    return text
  }

  /// Refuses a file that is UTF-8 although its header names another encoding.
  private static func refuseUTF8(ofFileAt path: String, named name: String) throws(SpreadsheetError) {
    let file = try InputFile(path: path)
    var offset = 0
    var isASCII = true
    while offset < file.size {
      let bytes = try file.bytes(min(headSize, file.size - offset), at: offset)
      let outcome = bytes.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { UTF8Validation.check($0, count: buffer.count) }
      }
      guard let outcome, outcome.validCount == bytes.count || outcome.isCutOff && outcome.validCount > 0 else { return }
      isASCII = isASCII && bytes.allSatisfy { $0 < 0x80 }
      offset += outcome.validCount
    }
    guard !isASCII, !name.uppercased().hasPrefix("UTF-16") else { return }
    throw SpreadsheetError(
      .exchangeEncoding, "the header names the encoding \(name), and the text is UTF-8.",
      hint: "Write \"charset=UTF-8\" in the header.", place: SpreadsheetError.Place(file: path))
  }

  /// The name in the field `Content-Type` of the first entry, if that entry is the header.
  private static func charset(inHead head: [UInt8]) -> String? {
    var isHeader = false
    for line in head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let line = String(decoding: line.drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self).lowercased()
      switch line.utf8.first {
      case nil, UInt8(ascii: "#"): continue
      case UInt8(ascii: "\""): break
      default:
        if line.hasPrefix("msgid") {
          guard !isHeader, line.dropFirst(5).allSatisfy({ $0 == "\"" || $0.isWhitespace }) else { return nil }
          isHeader = true
        } else if !line.hasPrefix("msgstr") {
          return nil
        }
      }
      guard isHeader, line.contains("content-type:"), let separator = line.firstRange(of: "charset=") else { continue }
      let name = line[separator.upperBound...].utf8.prefix { $0 > 0x20 && $0 < 0x7F && !"\\\";".utf8.contains($0) }
      return String(decoding: name.prefix(40), as: UTF8.self)
    }
    return nil
  }

  /// An error about the file's text, reworded for PO files.
  static func restated(_ error: SpreadsheetError, path: String) -> SpreadsheetError {
    var place = error.place
    place.file = place.file ?? path
    switch error.code {
    case .csvEncoding:
      return SpreadsheetError(
        .exchangeEncoding, error.message, hint: "Save the file as UTF-8, and name that in its header.", place: place,
        cause: error.cause)
    case .csvBinary:
      return SpreadsheetError(.exchangeFormat, error.message, hint: "Check which file it is.", place: place)
    case .limitRecord: return SpreadsheetError(.limitUnit, error.message, hint: error.hint, place: place)
    default:
      var error = error
      error.place = place
      return error
    }
  }
}
