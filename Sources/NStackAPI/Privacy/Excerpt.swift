/// Text from outside made fit to stand in a message: one line, nothing invisible, not long, without a guid.
enum Excerpt {
  /// The most characters of a body that a message shows.
  static let length = 200

  /// The text with control, bidirectional and other invisible characters written as `\u{…}`, guids left out, cut to `length`
  /// characters.
  static func visible(_ text: String, length: Int = length) -> String {
    var result = ""
    var count = 0
    for scalar in GuidScrub.scrubbed(text).unicodeScalars {
      guard count < length else { return result + "…" }
      if isInvisible(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
      count += 1
    }
    return result
  }

  /// The start of a body, bytes that are no UTF-8 shown as U+FFFD.
  static func visible(_ bytes: [UInt8], length: Int = length) -> String {
    // Four bytes make one scalar at most. The rest lets the cut show, and a guid at the cut be known for one: whoever has
    // somebody's guid can delete what that person proposed.
    visible(String(decoding: bytes.prefix(4 * (length + 2) + 256), as: UTF8.self), length: length)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
    default: false
    }
  }
}
