import Basics
package import Spreadsheet

package final class XLIFFWriter: XLIFFMarkup {
  package struct Header: Sendable {
    package var program: String
    /// The version of the program; empty if it does not matter.
    package var programVersion: String
    /// The time of writing in UTC, ISO 8601; nil omits it.
    package var writtenAt: String?
    /// A remark for translators; empty for none.
    package var guide: String
    /// The number of units in the whole document, so that missing ones are noticed; nil omits it.
    package var unitCount: Int?

    package init(program: String, programVersion: String, writtenAt: String?, guide: String, unitCount: Int? = nil) {
      self.unitCount = unitCount
      self.program = program
      self.programVersion = programVersion
      self.writtenAt = writtenAt
      self.guide = guide
    }
  }

  private let output: any ByteOutput
  private let version: XLIFFVersion
  private let header: Header
  private var fileCount = 0
  private var text = ""

  private static let blockSize = 64 << 10

  package init(to output: any ByteOutput, version: XLIFFVersion, header: Header) {
    self.output = output
    self.version = version
    self.header = header
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    if version == .version12 { text += "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">\n" }
  }

  /// Begins a file element. A file in XLIFF 2.1 has only one.
  package func begin(_ file: XLIFFFile) throws(SpreadsheetError) {
    fileCount += 1
    switch version {
    case .version12:
      text +=
        "<file" + Self.attribute("original", file.original) + Self.attribute("source-language", file.sourceLanguage)
      text += Self.attribute("target-language", file.targetLanguage) + " datatype=\"plaintext\""
      text += Self.attribute("date", header.writtenAt) + Self.attribute("tool-id", header.program) + ">\n<header>"
      if let count = header.unitCount { text += XLIFF1Markup.element(ofUnitCount: count, program: header.program) }
      text += "<tool" + Self.attribute("tool-id", header.program) + Self.attribute("tool-name", header.program)
      text += Self.attribute("tool-version", header.programVersion) + "/>"
      if !header.guide.isEmpty {
        text += "<note\(Self.attribute("from", header.program))>\(Self.content(header.guide))</note>"
      }
      text += "</header>\n<body>\n"
    case .version21:
      precondition(fileCount == 1, "an XLIFF 2.1 file can hold only one target language")
      text += "<xliff version=\"2.1\" xmlns=\"urn:oasis:names:tc:xliff:document:2.0\"" + XLIFF2Markup.namespaces
      text += Self.attribute("srcLang", file.sourceLanguage) + Self.attribute("trgLang", file.targetLanguage)
      text += ">\n<file id=\"f1\"" + Self.attribute("original", file.original) + ">\n"
      text += "<slr:profiles generalProfile=\"xliff:codepoints\"/>\n"
      if let count = header.unitCount { text += XLIFF2Markup.element(ofUnitCount: count, program: header.program) }
      if !header.guide.isEmpty {
        text +=
          "<notes><note\(Self.attribute("category", header.program))>\(Self.content(header.guide))</note></notes>\n"
      }
    }
    try passOn()
  }

  package func write(_ unit: XLIFFUnit) throws(SpreadsheetError) {
    switch version {
    case .version12: text += XLIFF1Markup.element(of: unit, program: header.program)
    case .version21: text += XLIFF2Markup.element(of: unit, program: header.program)
    }
    try passOn()
  }

  package func end() throws(SpreadsheetError) {
    text += version == .version12 ? "</body>\n</file>\n" : "</file>\n"
    try passOn()
  }

  package func finish() throws(SpreadsheetError) {
    text += "</xliff>\n"
    try passOn(isLast: true)
    try output.finish()
  }

  private func passOn(isLast: Bool = false) throws(SpreadsheetError) {
    guard isLast || text.utf8.count >= Self.blockSize else { return }
    try output.write(Array(text.utf8))
    text = ""
  }
}

/// Markup that both versions share.
protocol XLIFFMarkup {}

extension XLIFFMarkup {
  /// An attribute with a space before it; empty without a value.
  static func attribute(_ name: String, _ value: String?) -> String {
    guard let value, !value.isEmpty else { return "" }
    return " \(name)=\"\(XMLText.escaped(value))\""
  }

  static func content(_ text: String) -> String { XMLText.escaped(text, isContent: true) }
}
