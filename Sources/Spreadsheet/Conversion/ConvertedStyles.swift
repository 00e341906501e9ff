/// Maps the styles of a document to the styles of a writer; only number formats are kept.
struct ConvertedStyles {
  /// The writer's style for each of the document's styles, as far as rows have needed them.
  private(set) var map: [Int] = [0]
  private let document: TableDocument
  private let writer: XLSXWriter

  init(document: TableDocument, writer: XLSXWriter) {
    self.document = document
    self.writer = writer
  }

  /// Makes sure that the map contains the styles of a row.
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
