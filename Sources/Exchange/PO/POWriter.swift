package import Spreadsheet

/// Writes a PO file in UTF-8, entry by entry, each with one form. Texts are divided at their line feeds, and nowhere else.
package final class POWriter {
  private let output: any ByteOutput
  private var text = ""

  /// The size from which text is passed on to the output.
  private static let blockSize = 64 << 10

  /// Creates a writer.
  ///
  /// - Parameter header: The properties of the file, and the remarks at its start.
  package init(to output: any ByteOutput, header: POHeader) {
    self.output = output
    var entry = header.entry
    entry.translatorComments = header.comments
    text = Self.text(of: entry)
  }

  /// Writes an entry.
  package func write(_ entry: POEntry) throws(SpreadsheetError) {
    text += "\n" + Self.text(of: entry)
    if text.utf8.count >= Self.blockSize { try passOn() }
  }

  /// Finishes the output.
  package func finish() throws(SpreadsheetError) {
    try passOn()
    try output.finish()
  }

  private func passOn() throws(SpreadsheetError) {
    try output.write(Array(text.utf8))
    text = ""
  }

  /// An entry as the file has it, with the end of its last line.
  private static func text(of entry: POEntry) -> String {
    var text = ""
    func comment(_ sign: String, _ lines: [String]) {
      for line in lines { text += line.isEmpty ? "#\(sign)\n" : "#\(sign) \(Self.oneLine(line))\n" }
    }
    comment("", entry.translatorComments)
    comment(".", entry.extractedComments)
    if !entry.flags.isEmpty { text += "#, \(entry.flags.joined(separator: ", "))\n" }
    if let context = entry.context { text += "msgctxt \(POText.quoted(context))\n" }
    text += "msgid \(POText.quoted(entry.source))\nmsgstr \(POText.quoted(entry.translations.first ?? ""))\n"
    return text
  }

  /// A comment ends with its line.
  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }))
  }
}
