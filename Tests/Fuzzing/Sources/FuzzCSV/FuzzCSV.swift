internal import FuzzedInput
internal import Spreadsheet

/// Delimited text, read strictly and leniently, whole and in chunks: what is read must not depend on the chunks.
@_cdecl("FuzzCSV_main") func run(_ count: Int32, _ arguments: FuzzedInput.Arguments?) -> Int32 {
  FuzzedInput.run(count, arguments) { start, size in
    let bytes = FuzzedInput.bytes(start, size)
    for isLenient in [false, true] {
      let whole = rows(of: bytes, isLenient: isLenient, chunkSize: 256 << 10)
      let parts = rows(of: bytes, isLenient: isLenient, chunkSize: 1 + Int(bytes.first ?? 0) % 61)
      precondition(whole == parts, "chunks make a difference")
    }
    return 0
  }
}

/// All rows, and the code of the error that ended them.
private func rows(of bytes: [UInt8], isLenient: Bool, chunkSize: Int) -> [[String]] {
  let options = CSVReadingOptions(isLenient: isLenient, unescapesFormulas: true)
  let document = CSVDocument(
    InputFile(bytes: bytes), options: options, limits: SpreadsheetLimits(), chunkSize: chunkSize)
  var rows: [[String]] = []
  do {
    try document.readRows { row in rows.append(row.filledCells.map { "\($0.column) \(row.text(of: $0))" }) }
  } catch let error as SpreadsheetError { rows.append([error.code.rawValue]) } catch {
    preconditionFailure("an error of another kind: \(error)")
  }
  return rows
}
