/// The records of one part of a container, and those that end the container (APPNOTE 6.3.10, 4.3.7–4.3.16).
struct ZIPWriterEntry {
  /// The largest size in a 32-bit field; the value above it means that the size is elsewhere.
  static let sizeLimit = 0xFFFF_FFFE

  let name: String
  let offset: Int
  let sizesFollow: Bool
  var size = 0
  var compressedSize = 0
  var checksum: UInt = 0

  /// Takes the sizes of a part that has ended. Throws `limit.part-size`.
  mutating func take(_ stream: DeflateStream) throws(SpreadsheetError) {
    size = stream.size
    compressedSize = stream.compressedSize
    checksum = stream.checksum
    if max(size, compressedSize) > Self.sizeLimit {
      throw SpreadsheetError(
        .limitPartSize, "the part has \(size) bytes; the limit is \(Self.sizeLimit).",
        hint: "Split the table into several files.", place: .init(part: name))
    }
  }

  /// Bit 3 means that the sizes come after the part, bit 11 that the name is UTF-8.
  private var flags: Int { (sizesFollow ? 1 << 3 : 0) | (name.utf8.allSatisfy { $0 < 0x80 } ? 0 : 1 << 11) }

  var localHeader: [UInt8] {
    var record = LittleEndianRecord(signature: 0x0403_4B50)
    record.append16(20)
    appendShared(to: &record, sizesKnown: !sizesFollow)
    record.append16(name.utf8.count, 0)
    return record.bytes + Array(name.utf8)
  }

  var sizesBehind: [UInt8] {
    var record = LittleEndianRecord(signature: 0x0807_4B50)
    record.append32(Int(checksum), compressedSize, size)
    return record.bytes
  }

  var directoryRecord: [UInt8] {
    let isFar = offset > Self.sizeLimit
    var record = LittleEndianRecord(signature: 0x0201_4B50)
    record.append16(isFar ? 45 : 20, isFar ? 45 : 20)
    appendShared(to: &record, sizesKnown: true)
    // No comment, first disk, no attributes.
    record.append16(name.utf8.count, isFar ? 12 : 0, 0, 0, 0)
    record.append32(0, isFar ? 0xFFFF_FFFF : offset)
    record.bytes += Array(name.utf8)
    if isFar {
      record.append16(1, 8)
      record.append64(offset)
    }
    return record.bytes
  }

  /// The records after the directory, also in ZIP64 form if the container is long.
  static func end(count: Int, directoryOffset: Int, directorySize: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let isFar = directoryOffset > sizeLimit || count >= 0xFFFF
    if isFar {
      var record = LittleEndianRecord(signature: 0x0606_4B50)
      record.append64(44)
      record.append16(45, 45)
      record.append32(0, 0)
      record.append64(count, count, directorySize, directoryOffset)
      var locator = LittleEndianRecord(signature: 0x0706_4B50)
      locator.append32(0)
      locator.append64(directoryOffset + directorySize)
      locator.append32(1)
      bytes += record.bytes + locator.bytes
    }
    var record = LittleEndianRecord(signature: 0x0605_4B50)
    record.append16(0, 0, min(count, 0xFFFF), min(count, 0xFFFF))
    record.append32(directorySize, isFar ? 0xFFFF_FFFF : directoryOffset)
    record.append16(0)
    return bytes + record.bytes
  }

  /// Flags, method, time, checksum and sizes, which are the same in the local header and the directory.
  private func appendShared(to record: inout LittleEndianRecord, sizesKnown: Bool) {
    // DEFLATE, and 00:00 on 1980-01-01, the earliest moment that the format can represent.
    record.append16(flags, 8, 0, 0x21)
    record.append32(sizesKnown ? Int(checksum) : 0, sizesKnown ? compressedSize : 0, sizesKnown ? size : 0)
  }
}

struct LittleEndianRecord {
  var bytes: [UInt8] = []

  init(signature: Int) { append32(signature) }

  mutating func append16(_ numbers: Int...) { append(numbers, byteCount: 2) }

  mutating func append32(_ numbers: Int...) { append(numbers, byteCount: 4) }

  mutating func append64(_ numbers: Int...) { append(numbers, byteCount: 8) }

  private mutating func append(_ numbers: [Int], byteCount: Int) {
    for number in numbers { bytes += (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
  }
}
