/// Gives the codes of a unit's texts their ids: the same placeholder has the same id in source and target, so that a
/// tool sees whether one was lost.
package struct InlineMarker {
  private var ids: [String: [String]] = [:]
  private var count = 0

  /// Creates a marker for one unit.
  package init() {}

  /// Divides a text into plain text and codes. The texts of a unit are marked source first.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - places: The bytes of the codes in UTF-8, in order.
  package mutating func marked(_ text: String, codesAt places: [Range<Int>]) -> InlineText {
    guard !places.isEmpty else { return InlineText(text.isEmpty ? [] : [.text(text)]) }
    let bytes = Array(text.utf8)
    var marked = InlineText()
    var used: [String: Int] = [:]
    var end = 0
    for place in places where place.lowerBound >= end && place.upperBound <= bytes.count {
      marked.append(String(decoding: bytes[end..<place.lowerBound], as: UTF8.self))
      let code = String(decoding: bytes[place], as: UTF8.self)
      let occurrence = used[code, default: 0]
      used[code] = occurrence + 1
      marked.parts.append(.code(InlineText.Code(id: id(of: code, occurrence), text: code, label: code)))
      end = place.upperBound
    }
    marked.append(String(decoding: bytes[end...], as: UTF8.self))
    return marked
  }

  private mutating func id(of code: String, _ occurrence: Int) -> String {
    if let known = ids[code], occurrence < known.count { return known[occurrence] }
    count += 1
    ids[code, default: []].append(String(count))
    return String(count)
  }
}
