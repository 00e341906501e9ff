import Basics

/// A web address that a cell can link to: `http` or `https`, without white space.
package struct WebAddress {
  /// The most bytes of an address (Excel's limit for a link).
  private static let longest = 2_079

  /// The address up to `#`, with invalid characters escaped.
  let target: String
  let fragment: String?

  init?(_ utf8: UnsafeBufferPointer<UInt8>) {
    guard Self.isAddress(utf8) else { return nil }
    let parts = utf8.split(separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
    target = Self.escaped(parts[0])
    fragment = parts.count > 1 && !parts[1].isEmpty ? String(decoding: parts[1], as: UTF8.self) : nil
    guard target.utf8.count + (fragment?.utf8.count ?? 0) <= Self.longest else { return nil }
  }

  package static func isLink(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool { isAddress(utf8) && WebAddress(utf8) != nil }

  private static func isAddress(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard utf8.count <= longest else { return false }
    return ["http://", "https://"].contains { scheme in
      let scheme = Array(scheme.utf8)
      guard utf8.count > scheme.count, utf8[scheme.count] != UInt8(ascii: "/") else { return false }
      return zip(scheme, utf8).allSatisfy { $0 == $1 || ($0 == ($1 | 0x20) && $1 & 0x40 != 0) }
    } && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  private static func escaped(_ address: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    var bytes: [UInt8] = []
    for (index, byte) in zip(address.indices, address) {
      let isEscape =
        byte == UInt8(ascii: "%")
        && address[index...].dropFirst().prefix(2).count(where: { HexDigit.value($0) != nil }) == 2
      guard !isEscape, unsafe.contains(byte) else {
        bytes.append(byte)
        continue
      }
      // Each of these bytes becomes two hexadecimal digits.
      bytes += Array("%\(String(byte, radix: 16, uppercase: true))".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The characters that must be escaped in an address.
  private static let unsafe = Set("%\"<>[]`^{}|\\".utf8)
}

extension Row {
  package func isAddress(from start: Int) -> Bool {
    WebAddress.isLink(UnsafeBufferPointer(start: storage.pointee.bytes + start, count: byteCount - start))
  }
}
