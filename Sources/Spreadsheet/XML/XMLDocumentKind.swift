/// What an XML document is, as far as the parser has to know it.
package struct XMLDocumentKind: Sendable {
  /// Whether a document type may be declared by an external identifier alone, which is passed over unread.
  let allowsExternalType: Bool
  /// What the document is called in messages.
  let noun: String
  /// Who does not write what the parser refuses, as part of a sentence.
  let writer: String
  /// What to do about a document that no usual program writes, in a sentence.
  let remedy: String

  /// A part of a workbook. No spreadsheet program declares a document type.
  static let workbookPart = XMLDocumentKind(
    allowsExternalType: false, noun: "part", writer: "no spreadsheet program",
    remedy: "Open the file in a spreadsheet program and save it again.")

  /// A file that translation tools exchange. Many of them name a document type by habit, as in
  /// `<!DOCTYPE tmx SYSTEM "tmx14.dtd">`.
  package static let exchangeFile = XMLDocumentKind(
    allowsExternalType: true, noun: "file", writer: "no translation tool",
    remedy: "Export the file from its program again.")
}
