import Basics

/// What an inline code stands for, in the language of the file that was translated.
package enum NativeCode {
  /// Whether a code is a placeholder, a tag, a character reference or an escape, which a text of an app contains as it
  /// is. Codes of document formats, such as RTF, are not.
  package static func isMeaningful(_ code: String) -> Bool {
    let bytes = code.utf8
    guard let first = bytes.first, let last = bytes.last else { return false }
    switch (first, last) {
    case (UInt8(ascii: "<"), UInt8(ascii: ">")): return bytes.count > 2
    case (UInt8(ascii: "&"), UInt8(ascii: ";")): return bytes.count > 2
    case (UInt8(ascii: "\\"), _) where bytes.count == 2: return "ntr\"'\\".utf8.contains(last)
    default: break
    }
    let ranges = Placeholder.ranges(in: Array(bytes))
    return ranges.first?.lowerBound == 0 && ranges.last?.upperBound == bytes.count
      || bytes.elementsEqual("%%".utf8) || bytes.allSatisfy { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }
}
