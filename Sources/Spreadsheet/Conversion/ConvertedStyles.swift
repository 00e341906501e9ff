/// The styles of a document that is read, as a writer knows them: only number formats are kept.
struct ConvertedStyles {
  /// The writer's style of each of the document's, as far as rows have needed them.
  private(set) var map: [Int] = [0]
  private let document: TableDocument
  private let writer: XLSXWriter

  init(document: TableDocument, writer: XLSXWriter) {
    self.document = document
    self.writer = writer
  }

  /// Makes sure that the map has the styles of a row.
  mutating func know(_ row: Row) {
    let cells = row.storage.pointee.cells
    for position in 0..<row.storage.pointee.cellCount where cells[position].style >= map.count {
      while map.count <= cells[position].style {
        var style = CellStyle()
        style.numberFormat = document.numberFormat(ofStyle: map.count)
        map.append(writer.register(style))
      }
    }
  }
}
