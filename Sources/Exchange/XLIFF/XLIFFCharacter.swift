/// A character that XML cannot hold, as an inline code of XLIFF 1.2: `<x id="u0001.1"/>` stands for U+0001.
enum XLIFFCharacter {
  /// The id of the code.
  ///
  /// - Parameter number: The place of the code among those of its text.
  static func id(of scalar: Unicode.Scalar, number: Int) -> String { "u\(hexadecimal(scalar)).\(number)" }

  /// The number of a character in four hexadecimal digits or more.
  static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The character of such an id; nil for any other id.
  static func scalar(ofID id: String) -> Unicode.Scalar? {
    guard id.first == "u", let point = id.firstIndex(of: "."),
      let scalar = scalar(ofHexadecimal: id[id.index(after: id.startIndex)..<point]), XMLCharacter.isForbidden(scalar)
    else { return nil }
    return scalar
  }

  /// The character with a number in hexadecimal digits; nil if there is none.
  static func scalar(ofHexadecimal text: some StringProtocol) -> Unicode.Scalar? {
    guard (4...6).contains(text.utf8.count) else { return nil }
    return UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// Calls `body` with each piece of a text that XML can hold, and the character after it; nil after the last piece.
  static func split(_ text: String, _ body: (_ piece: String, _ forbidden: Unicode.Scalar?) -> Void) {
    guard text.unicodeScalars.contains(where: XMLCharacter.isForbidden) else { return body(text, nil) }
    var piece = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if XMLCharacter.isForbidden(scalar) {
        body(String(piece), scalar)
        piece = String.UnicodeScalarView()
      } else {
        piece.append(scalar)
      }
    }
    body(String(piece), nil)
  }
}
