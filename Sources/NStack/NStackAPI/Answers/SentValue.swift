import Basics

/// Compares a value that was sent with the value that a server keeps. Some servers trim white space at its ends, some change
/// its line ends, and some write HTML's reserved characters as entities, or entities as characters.
package enum SentValue {
  /// Whether a server that was sent one value may keep it as the other.
  package static func isSame(_ kept: String, as sent: String) -> Bool {
    if ExactText(kept) == ExactText(sent) { return true }
    return plain(kept).elementsEqual(plain(sent))
  }

  private static func plain(_ value: String) -> ArraySlice<Unicode.Scalar> {
    let decoded = withoutEntities(Array(value.unicodeScalars))
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(decoded.count)
    for scalar in decoded {
      if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
      scalars.append(scalar)
    }
    return scalars.map { $0 == "\r" ? "\n" : $0 }.trimming(\.properties.isWhitespace)
  }

  private static func withoutEntities(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var index = 0
    while index < text.count {
      if text[index] == "&", let end = text[index...].prefix(12).firstIndex(of: ";"),
        let scalar = scalar(ofEntity: text[(index + 1)..<end])
      {
        result.append(scalar)
        index = end + 1
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private static func scalar(ofEntity name: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    let text = String(String.UnicodeScalarView(name))
    switch text {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return "\u{A0}"
    default: break
    }
    guard text.hasPrefix("#") else { return nil }
    let digits = text.dropFirst()
    let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return number.flatMap(Unicode.Scalar.init)
  }
}
