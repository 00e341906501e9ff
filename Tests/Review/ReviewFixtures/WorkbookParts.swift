import NStackAPI
package import ReviewSheets
import Spreadsheet

/// The parts of a workbook, to be changed as other programs would and written again.
package struct WorkbookParts {
  private var parts: [(name: String, text: String)] = []

  package init(path: String) throws {
    let archive = try ZIPArchive(InputFile(path: path), limits: SpreadsheetLimits())
    for entry in archive.entries {
      let reader = try archive.reader(of: entry, partSize: 1 << 26)
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
      defer { buffer.deallocate() }
      var bytes: [UInt8] = []
      while !reader.isAtEnd { bytes += buffer[..<(try reader.read(into: buffer))] }
      parts.append((entry.displayName, String(decoding: bytes, as: UTF8.self)))
    }
  }

  /// The text of a part; empty where there is none.
  package subscript(name: String) -> String {
    get { parts.first { $0.name == name }?.text ?? "" }
    set {
      if let index = parts.firstIndex(where: { $0.name == name }) {
        parts[index].text = newValue
      } else {
        parts.append((name, newValue))
      }
    }
  }

  package func write(to path: String) throws {
    let output = try OutputFile(path: path)
    let writer = ZIPWriter(to: output, threads: 1)
    for part in parts { try writer.addPart(named: part.name, part.text) }
    try writer.finish()
    try output.finish()
  }

  /// Adds a part to which the first worksheet has a relationship.
  package mutating func add(_ kind: String, _ xml: String) {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    self["xl/worksheets/_rels/sheet1.xml.rels"] =
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
      + "<Relationship Id=\"c\" Type=\"\(office)/\(kind)\" Target=\"../added.xml\"/></Relationships>"
    self["xl/added.xml"] = xml
  }

  /// Adds comments, by their cells.
  package mutating func addComments(by author: String, _ texts: KeyValuePairs<String, String>) {
    add(
      "comments",
      "<comments xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><authors><author>\(author)</author>"
        + "</authors><commentList>"
        + texts.map { "<comment ref=\"\($0)\" authorId=\"0\"><text><t>\($1)</t></text></comment>" }.joined()
        + "</commentList></comments>")
  }

  /// Exports a workbook, changes its parts, and reads it back.
  package static func returned(
    _ catalog: Catalog = Fixture.catalog(), _ change: (inout WorkbookParts) throws -> Void = { _ in }
  ) throws -> ReturnedSheet {
    let folder = try ScratchFolder()
    let file = folder.file("a.xlsx")
    _ = try ExportForm(name: "a.xlsx", layout: .rows).export(catalog, to: file)
    var parts = try WorkbookParts(path: file)
    try change(&parts)
    try parts.write(to: file)
    return try ReviewSheetReader.read([file])
  }
}
