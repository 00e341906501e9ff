import HTTPMessages

/// Recognises web pages that came instead of an answer, from a proxy, a firewall or a network's log-in page.
enum WebPage {
  /// The message about a response that is a web page; nil if it is not one.
  static func sentence(for response: TransportResponse) -> String? {
    let isCalledPage = response.header("Content-Type")?.lowercased().contains("html") ?? false
    let start = response.body.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    guard start.first == UInt8(ascii: "<") || (isCalledPage && !start.isEmpty) else { return nil }
    let words = title(in: start).map { " It is called \"\(Excerpt.visible($0, length: 100))\"." } ?? ""
    return "a web page came instead of NStack's answer, perhaps from a proxy, a firewall or a network's log-in page."
      + words
  }

  /// The text of the element `title`, with each run of white space replaced by a space.
  private static func title(in page: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: page.prefix(8192), as: UTF8.self)
    let lower = text.lowercased()
    // Lower case may have another length. Then the offsets differ, and the title is left out.
    guard lower.utf8.count == text.utf8.count, let tag = lower.firstRange(of: "<title"),
      let open = lower[tag.upperBound...].firstIndex(of: ">"),
      let end = lower[open...].firstRange(of: "</title")
    else { return nil }
    let from = lower.utf8.distance(from: lower.startIndex, to: lower.index(after: open))
    let to = lower.utf8.distance(from: lower.startIndex, to: end.lowerBound)
    let bytes = Array(text.utf8)[from..<max(from, to)]
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : words
  }
}
