import Basics
import NStackAPI

/// The name of a text in requests and answers: letters and digits that no page has to understand.
enum TextID {
  static func text(of identity: TextIdentity) -> String {
    [identity.locale, identity.section, identity.key].map { HexDigit.text(of: $0.utf8) }.joined(separator: "-")
  }

  /// The text with a name; nil if the name has another form.
  static func identity(_ name: String) -> TextIdentity? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false).map { text(ofHexadecimal: $0.utf8) }
    guard parts.count == 3, let locale = parts[0], let section = parts[1], let key = parts[2] else { return nil }
    return TextIdentity(section: section, key: key, locale: locale)
  }

  /// The text with a name.
  ///
  /// - Throws: ``ReviewPageError`` `review.unknown-text` if the name has another form.
  static func known(_ name: String) throws(ReviewPageError) -> TextIdentity {
    guard let text = identity(name) else {
      throw ReviewPageError(.unknownText, "There is no such text. Load the page again.")
    }
    return text
  }

  private static func text(ofHexadecimal digits: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      guard let value = HexDigit.value(digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? String(validating: bytes, as: UTF8.self) : nil
  }
}
