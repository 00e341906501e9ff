/// One entry of a ZIP container, as its directory describes it (APPNOTE 6.3.10, 4.3.12).
struct ZIPEntry: Sendable {
  /// The name as stored.
  let name: [UInt8]
  /// General purpose bit flags.
  let flags: UInt16
  /// The compression method: 0 is stored, 8 is deflated.
  let method: UInt16
  /// CRC-32 of the inflated bytes.
  let checksum: UInt32
  /// Bytes in the container, checked against its size.
  let compressedSize: Int
  /// Bytes after inflation, as claimed: never trusted, only compared.
  let size: UInt64
  /// The offset of the local header in the file.
  let headerOffset: Int
  /// The offset of the bytes in the file; known once the local header has been read.
  var dataOffset = 0

  /// Whether the entry is a folder.
  var isDirectory: Bool { name.last == UInt8(ascii: "/") || name.last == UInt8(ascii: "\\") }

  /// Whether the bytes are encrypted.
  var isEncrypted: Bool { flags & 0x41 != 0 }

  /// The name for messages.
  var displayName: String { String(decoding: name, as: UTF8.self) }

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
