internal import CLibFuzzer

@testable internal import Spreadsheet

/// What the programs share: running libFuzzer, and turning its bytes into files.
package enum FuzzedInput {
  package typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  package typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

  /// Hands the process to libFuzzer.
  package static func run(_ count: Int32, _ arguments: Arguments?, _ callback: @escaping Callback) -> Int32 {
    var count = count
    var arguments = arguments
    return LLVMFuzzerRunDriver(&count, &arguments, callback)
  }

  package static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Reads a file as whatever table it is; errors are what is expected.
  package static func read(_ bytes: [UInt8]) {
    var limits = SpreadsheetLimits()
    // Small enough that no input takes long.
    limits.partSize = 16 << 20
    limits.cells = 200_000
    // Whatever the bytes are, each run of them has chunks of the same size.
    let size = bytes.count % 3 == 0 ? 64 << 10 : 100 + bytes.count % 900
    compare { try WorksheetReading(of: XLSXWorkbook(bytes: bytes, limits: limits), isDirect: $0, chunkSize: size) }
  }

  /// Reads a part of a workbook. The first byte says in chunks of which size, the second one within which limits.
  package static func read(_ start: UnsafePointer<UInt8>?, _ count: Int, isSharedStrings: Bool) {
    let input = bytes(start, count)
    // UTF-16 is never read directly, and where it breaks depends on the chunks.
    guard input.count > 2, input[2] < 0xFE else { return }
    let part = Array(input[2...])
    let size = 64 + Int(input[0]) * Int(input[0])
    let workbook = workbooks[Int(input[1]) % workbooks.count]
    compare {
      isSharedStrings
        ? try WorksheetReading(sharedStrings: part, of: workbook, isDirect: $0, chunkSize: size)
        : try WorksheetReading(part: part, of: workbook, isDirect: $0, chunkSize: size)
    }
  }

  /// Reading rows and texts directly must come to the same as reading them with libxml2.
  private static func compare(_ read: (_ isDirect: Bool) throws -> WorksheetReading) {
    do {
      let (found, expected) = (try read(true), try read(false))
      if !found.agrees(with: expected) { fatalError("\(found) is not \(expected)") }
    } catch  where !(error is SpreadsheetError) { fatalError("an error of another kind: \(error)") } catch {}
  }

  private nonisolated(unsafe) static let workbooks = {
    let lower: [(WritableKeyPath<SpreadsheetLimits, Int>, Int)] = [
      (\.worksheets, 256), (\.cells, 20), (\.rowText, 40), (\.cellText, 20), (\.totalSize, 8_000), (\.xmlDepth, 6),
    ]
    return lower.flatMap { limit, value in
      [XLSXTolerance.cellFaults, .hiddenContents, .nothing].compactMap { tolerance in
        var limits = SpreadsheetLimits()
        limits[keyPath: limit] = value
        let file = InputFile(bytes: workbook(with: "x", []))
        let workbook = try? XLSXWorkbook(file, limits: limits, tolerance: tolerance)
        try? workbook?.readRows(ofWorksheetAt: 0) { _ in }
        return workbook
      }
    }
  }()

  package static func workbook(with part: String, _ bytes: [UInt8]) -> [UInt8] { whole.with(part, bytes).archive.bytes }

  private static let whole = WorkbookFile(
    "<row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c><c s=\"0\"><v>1.5</v></c><c s=\"1\"><v>44000</v></c></row>",
    sharedStrings: String(repeating: "<si><t>a</t></si><si><t>b</t></si>", count: 40),
    styles: "<cellXfs><xf/><xf numFmtId=\"14\"/></cellXfs>")
}

extension WorksheetReading {
  /// Whether two readings are the same in what does not depend on the pieces in which libxml2 gets the part: they decide
  /// which of several errors comes first, and the pieces in which text is handed out.
  fileprivate func agrees(with other: WorksheetReading) -> Bool {
    let ends = [end, other.end]
    let fails = !ends.contains("end")
    return rows == other.rows && warnings.map(\.code) == other.warnings.map(\.code) && cellCount == other.cellCount
      && (end == other.end || fails && ends.contains { $0.hasPrefix("xml.") }
        || ["xlsx.hidden-text", "limit.cell-text"].contains { code in ends.allSatisfy { $0.hasPrefix(code) } })
  }
}
