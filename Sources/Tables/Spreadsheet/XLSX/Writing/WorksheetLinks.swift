import Basics

/// The links of a worksheet: `<hyperlinks>` in its part, and the addresses in `xl/worksheets/_rels/sheetN.xml.rels`
/// (ECMA-376 Part 1, 18.3.1.47).
///
/// The addresses are kept outside memory until the worksheet ends. The cells stay in memory; there are at most
/// ``limit`` of them.
final class WorksheetLinks {
  /// The most links of a worksheet (Excel's specifications and limits). A program calls a file with more damaged.
  static let limit = 65_530

  private let container: ZIPWriter
  private var links: [(row: Int, column: Int, fragment: String?)] = []
  private var part: (stream: DeflateStream, spool: SpooledBytes)?

  init(in container: ZIPWriter) { self.container = container }

  /// Makes a cell a link, if its text is an address and the worksheet has room for one more.
  func add(_ text: UnsafeBufferPointer<UInt8>, row: Int, column: Int) throws(SpreadsheetError) {
    guard links.count < Self.limit, let address = WebAddress(text) else { return }
    let stream = beginPart()
    links.append((row, column, address.fragment))
    stream.buffer.pointee.append(
      "<Relationship Id=\"rId\(links.count)\" Type=\"\(XMLPart.relationships)/hyperlink\""
        + " Target=\"\(XMLText.escaped(address.target))\" TargetMode=\"External\"/>")
    try stream.flushIfFull()
  }

  /// The element of the worksheet that names the cells; empty if there are no links.
  var markup: String {
    guard !links.isEmpty else { return "" }
    var markup = "<hyperlinks>"
    for (index, link) in links.enumerated() {
      markup += "<hyperlink ref=\"\(CellName.cell(row: link.row, column: link.column))\" r:id=\"rId\(index + 1)\""
      if let fragment = link.fragment { markup += " location=\"\(XMLText.escaped(fragment))\"" }
      markup += "/>"
    }
    return markup + "</hyperlinks>"
  }

  func finish(worksheet: Int) throws(SpreadsheetError) {
    guard let (stream, spool) = part else { return }
    part = nil
    stream.buffer.pointee.append("</Relationships>")
    try container.addPart(named: "xl/worksheets/_rels/sheet\(worksheet).xml.rels", stream, spool)
  }

  private func beginPart() -> DeflateStream {
    if let part { return part.stream }
    let new = container.makeWaitingPart()
    part = new
    new.stream.buffer.pointee.append(XMLPart.declaration)
    new.stream.buffer.pointee.append(
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">")
    return new.stream
  }
}
