import Basics

/// A tag in a text. Only HTML's names count, and names that the source text opens and closes: `<None>` alone is text to
/// translate.
package struct HTMLTag: Hashable, Sendable {
  /// The name, in lower case if it is one of HTML.
  let name: String
  let isClosing: Bool

  /// The tag as messages show it.
  var token: String { isClosing ? "</\(name)>" : "<\(name)>" }

  /// Whether the element has no closing tag.
  var isVoid: Bool { Self.voidNames.contains(name) }

  private static let voidNames: Set<String> = ["br", "hr", "img", "input", "wbr"]

  /// The elements of HTML, including those of older versions and of Android's texts.
  private static let names: Set<String> = voidNames.union(
    """
    a, abbr, acronym, address, article, b, bdi, bdo, big, blockquote, body, button, center, cite, code, dd,
    del, details, dfn, div, dl, dt, em, figcaption, figure, font, footer, form, h1, h2, h3, h4, h5, h6,
    header, i, iframe, ins, kbd, label, li, mark, ol, p, pre, q, ruby, rp, rt, s, samp, script, section,
    small, span, strike, strong, style, sub, summary, sup, svg, table, tbody, td, th, thead, time, tr, tt, u,
    ul, var, video
    """.commaSeparated)

  /// The longest tag in bytes. A longer one is text.
  private static let longestTag = 2_048

  /// Whether the element is inline, so that its tags do not end a word.
  package var isInline: Bool { Self.inlineNames.contains(name) }

  private static let inlineNames = Set(
    """
    a, abbr, acronym, b, bdi, bdo, big, cite, code, del, em, font, i, ins, kbd, mark, q, s, samp, small, span,
    strike, strong, sub, sup, time, tt, u, var, wbr
    """.commaSeparated)

  /// The tags of a text, in order. A tag that closes itself, as in `<br/>`, counts like `<br>`.
  ///
  /// - Parameter pairs: The names that count besides those of HTML: the source text's ``pairs(in:)``.
  static func all(in text: ScannedText, pairs: Set<String>) -> [HTMLTag] {
    ranges(in: text) { pairs.contains($0) }.flatMap { tag, range in
      let closesItself = text.bytes[range.upperBound - 2] == UInt8(ascii: "/")
      return closesItself && !tag.isClosing && !tag.isVoid ? [tag, HTMLTag(name: tag.name, isClosing: true)] : [tag]
    }
  }

  /// The names that a text opens and closes later, as `bold` in `<bold>now</bold>`.
  static func pairs(in text: ScannedText) -> Set<String> {
    guard text.has(.slash) else { return [] }
    var (open, closed): (Set<String>, Set<String>) = ([], [])
    for (tag, _) in ranges(in: text, orNamed: { _ in true }) {
      if !tag.isClosing { open.insert(tag.name) } else if open.contains(tag.name) { closed.insert(tag.name) }
    }
    return closed
  }

  /// The tags of a text with their ranges in its bytes, in order.
  ///
  /// - Parameter isTag: Whether a name that HTML does not have is the name of a tag.
  package static func ranges(in text: ScannedText, orNamed isTag: (String) -> Bool = { _ in false }) -> [(
    tag: HTMLTag, range: Range<Int>
  )] {
    guard text.has(.angle) else { return [] }
    var tags: [(tag: HTMLTag, range: Range<Int>)] = []
    var index = 0
    while let open = text.bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      let isClosing = text[index] == UInt8(ascii: "/")
      if isClosing { index += 1 }
      let start = index
      while let byte = text[index], byte.isASCIILetter || byte.isASCIIDigit || nameMarks.contains(byte) { index += 1 }
      var name = text.part(start..<index)
      if names.contains(name.lowercased()) {
        name = name.lowercased()
      } else if name.isEmpty || !isTag(name) {
        continue
      }
      guard let end = end(of: text, from: index) else { continue }
      index = end + 1
      tags.append((HTMLTag(name: name, isClosing: isClosing), open..<index))
    }
    return tags
  }

  /// The characters in names besides letters and digits, as in `<terms-link>`.
  private static let nameMarks = Array("-_.:".utf8)

  /// The index of the `>` of a tag whose name ends at `start`; nil if there is no tag.
  private static func end(of text: ScannedText, from start: Int) -> Int? {
    guard let next = text[start], next.isASCIISpace || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") else {
      return nil
    }
    var quote: UInt8?
    for index in start..<min(text.bytes.count, start + longestTag) {
      let byte = text.bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return index
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "<") {
        return nil
      }
    }
    return nil
  }

  /// The first tag that has no partner; nil if all have one.
  static func firstUnbalanced(in tags: [HTMLTag]) -> HTMLTag? {
    var open: [HTMLTag] = []
    for tag in tags where !tag.isVoid {
      if !tag.isClosing {
        open.append(tag)
      } else if open.last?.name == tag.name {
        open.removeLast()
      } else {
        return tag
      }
    }
    return open.last
  }
}
