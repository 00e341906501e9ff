import Basics
import NStackAPI

/// The id of a text in requests and answers: letters and digits that have no meaning for the page.
extension TextIdentity {
  var pageID: String { [locale, section, key].map { HexDigit.text(of: $0.utf8) }.joined(separator: "-") }

  init(pageID name: String) throws(ReviewPageError) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false).map { Self.text(ofHexadecimal: $0.utf8) }
    guard parts.count == 3, let locale = parts[0], let section = parts[1], let key = parts[2] else {
      throw ReviewPageError(.unknownText, "There is no such text. Load the page again.")
    }
    self.init(section: section, key: key, locale: locale)
  }

  private static func text(ofHexadecimal digits: Substring.UTF8View) -> String? {
    let values = digits.compactMap(HexDigit.value)
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    return String(validating: bytes, as: UTF8.self)
  }
}
