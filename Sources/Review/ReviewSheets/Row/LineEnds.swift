import Basics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Line ends, which spreadsheet programs change freely. All of them count as line feeds when texts are compared.
package enum LineEnds {
  /// The bytes of a text with CR and CR LF replaced by LF.
  package static func normalized(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count)
    var index = 0
    while index < utf8.count {
      let byte = utf8[index]
      index += 1
      if byte == 0x0D {
        result.append(0x0A)
        if index < utf8.count, utf8[index] == 0x0A { index += 1 }
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// The text with CR and CR LF replaced by LF.
  package static func normalized(_ text: String) -> String {
    var text = text
    return text.withUTF8 { utf8 in hasReturn(utf8) ? String(decoding: normalized(utf8), as: UTF8.self) : nil } ?? text
  }

  private static func hasReturn(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.baseAddress.map { memchr($0, 0x0D, utf8.count) != nil } ?? false
  }

  private static func hasReturn(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { hasReturn($0) } ?? text.utf8.contains(0x0D)
  }

  /// Whether two texts have the same bytes, apart from line ends.
  package static func areEqual(_ left: String, _ right: String) -> Bool {
    if ExactText(left) == ExactText(right) { return true }
    guard hasReturn(left) || hasReturn(right) else { return false }
    return ExactText(normalized(left)) == ExactText(normalized(right))
  }

  /// The text with the line ends of `model`: CR LF if all of the model's are CR LF, else LF.
  package static func adapting(_ text: String, to model: String) -> String {
    let plain = normalized(text)
    guard hasReturn(model) else { return plain }
    let bytes = Array(model.utf8)
    var sawPair = false
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0D {
        guard index + 1 < bytes.count, bytes[index + 1] == 0x0A else { return plain }
        sawPair = true
      } else if byte == 0x0A, index == 0 || bytes[index - 1] != 0x0D {
        return plain
      }
    }
    guard sawPair else { return plain }
    return String(decoding: plain.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, as: UTF8.self)
  }
}
