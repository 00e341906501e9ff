/// One entry of a ZIP container, as its directory describes it (APPNOTE 6.3.10, 4.3.12).
package struct ZIPEntry: Sendable {
  let name: [UInt8]
  let flags: UInt16
  /// The compression method: 0 is stored, 8 is deflated.
  let method: UInt16
  let checksum: UInt32
  /// The number of bytes in the container, which is checked against the container's size.
  let compressedSize: Int
  /// The claimed number of bytes after inflation, which is only compared and never trusted.
  let size: UInt64
  let headerOffset: Int
  /// The offset of the bytes in the file; known once the local header has been read.
  var dataOffset = 0

  var isDirectory: Bool { name.last == UInt8(ascii: "/") || name.last == UInt8(ascii: "\\") }

  var isEncrypted: Bool { flags & 0x41 != 0 }

  package var displayName: String { String(decoding: name, as: UTF8.self) }

  /// The name by which parts are found: ASCII case does not count, and the backslashes of some programs become slashes.
  var partKey: [UInt8] { Self.partKey(name) }

  static func partKey(_ name: some Sequence<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    for byte in name {
      switch byte {
      case UInt8(ascii: "\\"): key.append(UInt8(ascii: "/"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): key.append(byte | 0x20)
      default: key.append(byte)
      }
    }
    let start = key.firstIndex { $0 != UInt8(ascii: "/") } ?? key.count
    return Array(key[start...])
  }
}

extension SpreadsheetError {
  private static let again = "Download or copy it again, or ask for a new copy."

  static func zipDirectory(_ message: String) -> SpreadsheetError {
    SpreadsheetError(.zipBadDirectory, "the file is damaged: \(message)", hint: again)
  }

  static func zipTruncated(_ message: String) -> SpreadsheetError {
    SpreadsheetError(.zipTruncated, "the file is incomplete: \(message)", hint: again)
  }

  static func zip(_ code: Code, _ message: String, entry: ZIPEntry, cause: String? = nil) -> SpreadsheetError {
    SpreadsheetError(
      code, "the file is damaged: \(message)", hint: again, place: .init(part: entry.displayName), cause: cause)
  }
}

/// A record of little-endian numbers, read with bounds checks.
struct LittleEndianBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  func number16(at offset: Int) -> UInt16? { number(at: offset) }

  func number32(at offset: Int) -> UInt32? { number(at: offset) }

  func number64(at offset: Int) -> UInt64? { number(at: offset) }

  private func number<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int) -> Number? {
    let size = Number.bitWidth / 8
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    var number: Number = 0
    for index in (0..<size).reversed() { number = number << 8 | Number(bytes[offset + index]) }
    return number
  }

  func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count - count else { return nil }
    return bytes[offset..<offset + count]
  }

  /// The last place of a signature of four bytes, at or before an offset.
  func lastIndex(of signature: UInt32, atOrBefore offset: Int) -> Int? {
    var index = min(offset, bytes.count - 4)
    while index >= 0 {
      if bytes[index] == UInt8(truncatingIfNeeded: signature), number32(at: index) == signature { return index }
      index -= 1
    }
    return nil
  }
}
