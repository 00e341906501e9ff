import Spreadsheet

/// The texts outside the rows of a returned file, each with its place, for the copy of the file.
package struct OtherTexts {
  /// Calls `body` with each text.
  package typealias Reading = (_ body: (_ place: String, _ text: String) throws -> Void) throws -> Void

  private static let headers = ["Place in the returned file", "Text"]

  let read: Reading

  package init(_ read: @escaping Reading) { self.read = read }

  static func isHeader(_ row: Row) -> Bool { row.filledCells.map { row.text(of: $0) } == headers }

  /// Writes a worksheet with the texts; none if there are no texts.
  ///
  /// - Parameter tables: The names of the other worksheets.
  func write(with writer: XLSXWriter, besides tables: [String]) throws {
    var worksheet: TextWorksheet?
    try read { place, text in
      var current = try worksheet ?? TextWorksheet(named: Self.name(besides: tables), widths: [40, 100], with: writer)
      if worksheet == nil { try current.append(Self.headers[0], Self.headers[1], isTitle: true) }
      try current.append(place, CellText(text).text)
      worksheet = current
    }
  }

  private static func name(besides tables: [String]) -> String {
    let name = "Other texts"
    return tables.contains { $0.lowercased() == name.lowercased() } ? "\(name) 2" : name
  }
}
