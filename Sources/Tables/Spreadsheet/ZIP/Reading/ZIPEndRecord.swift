/// The location of the directory in a ZIP container, from the records at the end of the file.
///
/// Source: APPNOTE 6.3.10, 4.3.14–4.3.16.
struct ZIPEndRecord {
  let directoryOffset: Int
  let directorySize: Int
  let entryCount: UInt64
  /// How many bytes come before the container; all its offsets are relative to their end.
  let prefix: Int

  private static let signature: UInt32 = 0x0605_4B50
  private static let locatorSignature: UInt32 = 0x0706_4B50
  private static let signature64: UInt32 = 0x0606_4B50
  private static let fixedSize = 22

  /// Finds the records of a file. Returns nil if there are none. Throws `zip.bad-directory`, `io.read`.
  init?(of file: InputFile) throws(SpreadsheetError) {
    let tailSize = min(file.size, Self.fixedSize + 0xFFFF + 20)
    let tailOffset = file.size - tailSize
    let tail = LittleEndianBytes(try file.bytes(tailSize, at: tailOffset))
    guard let place = Self.place(in: tail) else { return nil }
    guard let disk = tail.number16(at: place + 4), let directoryDisk = tail.number16(at: place + 6),
      let entries = tail.number16(at: place + 10), let size = tail.number32(at: place + 12),
      let offset = tail.number32(at: place + 16)
    else { return nil }

    var end = tailOffset + place
    var record: Numbers = (UInt32(disk), UInt32(directoryDisk), UInt64(entries), UInt64(size), UInt64(offset))
    if tail.number32(at: place - 20) == Self.locatorSignature, let claimed = tail.number64(at: place - 12) {
      (end, record) = try Self.record64(in: file, claimed: claimed, before: end - 20)
    }
    if record.disk != 0 || record.directoryDisk != 0 { throw .zipDirectory("the archive is one of several volumes.") }
    guard let directorySize = Int(exactly: record.size), let claimedOffset = Int(exactly: record.offset),
      directorySize <= end, claimedOffset <= end - directorySize
    else { throw .zipDirectory("the directory claims to be outside the file.") }
    // Bytes before the container shift everything in it.
    prefix = end - directorySize - claimedOffset
    directoryOffset = end - directorySize
    self.directorySize = directorySize
    entryCount = record.count
  }

  /// Whether a file has an end record at or near its end. A record that contradicts the file counts too; that of
  /// a container without entries does not.
  static func isFound(in file: InputFile) -> Bool {
    do {
      guard let record = try ZIPEndRecord(of: file) else { return false }
      return record.entryCount > 0
    } catch { return true }
  }

  /// The end record whose comment ends with the file, or else the last one whose comment fits in the file.
  private static func place(in tail: LittleEndianBytes) -> Int? {
    var fitting: Int?
    var search = tail.count - fixedSize
    while let place = tail.lastIndex(of: signature, atOrBefore: search) {
      let end = place + fixedSize + Int(tail.number16(at: place + 20) ?? .max)
      if end == tail.count { return place }
      if end < tail.count, fitting == nil { fitting = place }
      search = place - 1
    }
    return fitting
  }

  private typealias Numbers = (disk: UInt32, directoryDisk: UInt32, count: UInt64, size: UInt64, offset: UInt64)

  private static func record64(in file: InputFile, claimed: UInt64, before end: Int) throws(SpreadsheetError) -> (
    place: Int, Numbers
  ) {
    // If bytes come before the container, the record is later than claimed: right before its locator.
    for place in [Int(exactly: claimed), end - 56] {
      guard let place, place >= 0, place <= end - 56 else { continue }
      let bytes = LittleEndianBytes(try file.bytes(56, at: place))
      guard bytes.number32(at: 0) == signature64, let disk = bytes.number32(at: 16),
        let directoryDisk = bytes.number32(at: 20), let count = bytes.number64(at: 32),
        let size = bytes.number64(at: 40), let offset = bytes.number64(at: 48)
      else { continue }
      return (place, (disk, directoryDisk, count, size, offset))
    }
    throw .zipDirectory("the ZIP64 end record is missing.")
  }
}
