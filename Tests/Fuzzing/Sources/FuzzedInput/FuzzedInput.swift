internal import CLibFuzzer
internal import CZlib
internal import Spreadsheet

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// Reads a file as whatever table it is; errors are what is expected. Reading rows directly must come to the same as
  /// reading them with libxml2.
  package static func read(_ bytes: [UInt8]) {
    let path = place
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    defer { unlink(path) }
    let expected = reading(of: path, plainItems: false, chunkSize: 64 << 10)
    // Whatever the bytes are, each run of them has chunks of the same size.
    let found = reading(
      of: path, plainItems: true, chunkSize: bytes.count % 3 == 0 ? 64 << 10 : 100 + bytes.count % 900)
    precondition(found == expected, "\(found) is not \(expected)")
  }

  /// All that comes of a file, as a hash, and the error.
  private static func reading(of path: String, plainItems: Bool, chunkSize: Int) -> String {
    var limits = SpreadsheetLimits()
    // Small enough that no input takes long.
    limits.partSize = 16 << 20
    limits.cells = 200_000
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    do {
      let workbook = try XLSXWorkbook(path: path, limits: limits)
      workbook.read(plainItems: plainItems, chunkSize: chunkSize)
      for index in workbook.worksheets.indices {
        try workbook.readRows(ofWorksheetAt: index) { row in
          add("\(row.index)")
          for cell in row.filledCells {
            add("\(cell.column) \(cell.kind) \(row.text(of: cell)) \(workbook.numberFormat(ofStyle: cell.style))")
          }
        }
      }
      return "\(hash) \(workbook.warnings)"
    } catch let error as SpreadsheetError {
      return "\(hash) \(error)"
    } catch {
      preconditionFailure("an error of another kind: \(error)")
    }
  }

  package static func workbook(with part: String, _ bytes: [UInt8]) -> [UInt8] {
    var all: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in parts.filter({ $0.0 != part }) + [(part, bytes)] {
      let offset = UInt32(all.count)
      let checksum = UInt32(
        truncatingIfNeeded: content.withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) })
      let size = number(UInt32(content.count), 4)
      let fields =
        number(0, 2) + number(0, 2) + number(0, 4) + number(checksum, 4) + size + size
        + number(UInt32(name.utf8.count), 2) + number(0, 2)
      all += number(0x0403_4B50, 4) + number(20, 2) + fields + Array(name.utf8) + content
      directory +=
        number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + fields + number(0, 2) + number(0, 2) + number(0, 2)
      directory += number(0, 4) + number(offset, 4) + Array(name.utf8)
    }
    let count = number(UInt32(parts.contains { $0.0 == part } ? parts.count : parts.count + 1), 2)
    let end =
      number(0x0605_4B50, 4) + number(0, 4) + count + count + number(UInt32(directory.count), 4)
      + number(UInt32(all.count), 4)
    return all + directory + end + number(0, 2)
  }

  private static func number(_ value: UInt32, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }

  private static let place: String = {
    let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    return "\(folder)/nstack-review-fuzzing-\(getpid()).xlsx"
  }()

  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

  private static let parts: [(String, [UInt8])] = [
    ("[Content_Types].xml", "<Types xmlns=\"\(package)/content-types\"/>"),
    (
      "_rels/.rels",
      "<Relationships xmlns=\"\(package)/relationships\"><Relationship Id=\"a\" Type=\"\(office)/officeDocument\""
        + " Target=\"xl/workbook.xml\"/></Relationships>"
    ),
    (
      "xl/workbook.xml",
      "<workbook xmlns=\"\(main)\" xmlns:r=\"\(office)\"><sheets><sheet name=\"S\" r:id=\"a\"/></sheets></workbook>"
    ),
    (
      "xl/_rels/workbook.xml.rels",
      "<Relationships xmlns=\"\(package)/relationships\">"
        + "<Relationship Id=\"a\" Type=\"\(office)/worksheet\" Target=\"worksheets/sheet1.xml\"/>"
        + "<Relationship Id=\"b\" Type=\"\(office)/sharedStrings\" Target=\"sharedStrings.xml\"/>"
        + "<Relationship Id=\"c\" Type=\"\(office)/styles\" Target=\"styles.xml\"/></Relationships>"
    ),
    (
      "xl/worksheets/sheet1.xml",
      "<worksheet xmlns=\"\(main)\"><sheetData><row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c>"
        + "<c s=\"0\"><v>1.5</v></c><c s=\"1\"><v>44000</v></c></row></sheetData></worksheet>"
    ),
    ("xl/sharedStrings.xml", "<sst xmlns=\"\(main)\"><si><t>a</t></si><si><t>b</t></si></sst>"),
    ("xl/styles.xml", "<styleSheet xmlns=\"\(main)\"><cellXfs><xf/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"),
  ].map { ($0.0, Array($0.1.utf8)) }
}
