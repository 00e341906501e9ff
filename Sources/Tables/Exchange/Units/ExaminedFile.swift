import Basics
package import Spreadsheet

/// The start of a file, by which its format is recognized.
package struct ExaminedFile: Sendable {
  package let path: String
  package let options: UnitReadingOptions
  private let text: String
  private let isContainer: Bool

  private static let headSize = 64 << 10

  package init(path: String, options: UnitReadingOptions) throws(SpreadsheetError) {
    self.path = path
    self.options = options
    let head = try TextFile.head(of: path, count: Self.headSize)
    isContainer = head.starts(with: [0x50, 0x4B])
    text = Self.text(head)
  }

  /// The start decoded as UTF-8, or as UTF-16 if it has a byte order mark; empty if the bytes are not text.
  private static func text(_ head: [UInt8]) -> String {
    if let units = UTF16Bytes.units(head) { return String(decoding: units, as: UTF16.self) }
    if head.contains(0) { return "" }
    return String(decoding: head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...], as: UTF8.self)
  }

  package var lines: some Sequence<Substring> { text.split(whereSeparator: \.isNewline) }

  /// The name of the root element of an XML document, without its prefix; nil for any other file.
  package var rootElement: String? {
    var rest = text.drop(while: \.isWhitespace)
    guard rest.first == "<" else { return nil }
    while rest.first == "<" {
      let start = rest.dropFirst()
      if start.hasPrefix("!--") {
        guard let end = start.utf8.indices.first(where: { start.utf8[$0...].starts(with: "-->".utf8) }) else {
          return nil
        }
        rest = start[end...].dropFirst(3)
      } else if start.hasPrefix("?") || start.hasPrefix("!") {
        guard let end = start.firstIndex(of: ">") else { return nil }
        rest = start[start.index(after: end)...]
      } else {
        let name = start.prefix { $0 != ">" && $0 != "/" && !$0.isWhitespace }
        return String(name.split(separator: ":").last ?? "")
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return nil
  }

  /// Whether the file may be a table: a container, or text that is neither XML nor JSON.
  package var isTable: Bool {
    if isContainer { return true }
    guard let first = text.first(where: { !$0.isWhitespace }) else { return false }
    return first != "<" && first != "{" && first != "["
  }

  /// What the file looks like, in words that follow "this looks like".
  package var looks: String {
    if isContainer { return "a workbook whose first worksheet has less than two columns in its first row" }
    if let rootElement { return "XML with the root element \"\(Visible.text(rootElement))\"" }
    switch text.first(where: { !$0.isWhitespace }) {
    case "{"?, "["?: return "JSON"
    case "<"?: return "a web page or broken XML"
    case nil: return "a file that is not text"
    default: return "text with one column"
    }
  }
}
