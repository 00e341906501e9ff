import Basics

/// Placeholders whose names are in other marks than braces, by family.
enum NamedPlaceholder: String, CaseIterable {
  /// `%(name)s`, as Python writes it.
  case python
  /// `%name%`, as Symfony and Windows write it.
  case percent
  /// `##NAME##`.
  case hash
  /// `$t(key)`, another text of i18next.
  case nesting
  /// `:name`, as Laravel writes it; the case of its letters is that of the value.
  case colon
  /// `[name]`.
  case bracket

  /// The byte kinds that every such placeholder contains.
  var kinds: ByteKinds {
    switch self {
    case .python, .percent: .percent
    case .hash: .hash
    case .nesting: .dollar
    case .colon: .colon
    case .bracket: .bracket
    }
  }

  /// Whether this form may also be ordinary words to translate, such as `[optional]`.
  var mayBeWords: Bool { self == .bracket }

  /// The placeholders of a text, in order, each normalized for comparison.
  @Sendable func all(in text: ScannedText) -> [String] {
    guard text.has(kinds) else { return [] }
    var index = 0
    var found: [String] = []
    while index < text.bytes.count {
      if let end = end(in: text, at: index) {
        found.append(token(text.part(index..<end)))
        index = end
      } else {
        index += 1
      }
    }
    return found
  }

  private func token(_ text: String) -> String {
    switch self {
    // The values come after the key.
    case .nesting: text.prefix { $0 != "," && $0 != ")" && $0 != " " } + ")"
    case .colon: text.lowercased()
    default: text
    }
  }

  /// Whether a text has a placeholder of the source text, after any character.
  func isKept(_ token: String, in text: ScannedText) -> Bool {
    let wanted = Array((self == .nesting ? String(token.dropLast()) : token).utf8)
    let bytes = self == .colon ? text.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } : text.bytes
    var rest = bytes[...]
    while let range = rest.firstRange(of: wanted) {
      let isNameByte = bytes[safe: range.upperBound].map(Self.isName) ?? false
      if !isNameByte || self != .colon && self != .nesting { return true }
      rest = rest[(range.lowerBound + 1)...]
    }
    return false
  }

  /// The maximum length of the values after a key, in bytes.
  private static let longest = 512

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
  }

  /// The index after the placeholder that begins at an index; nil if there is none.
  private func end(in text: ScannedText, at start: Int) -> Int? {
    /// The index after a name of two bytes or more, which may have other marks besides letters, digits and underscores.
    func endOfName(from index: Int, or marks: String = "") -> Int? {
      guard let first = text[index], first.isASCIILetter || first == UInt8(ascii: "_") else { return nil }
      var end = index
      while let byte = text[end], Self.isName(byte) || marks.utf8.contains(byte) { end += 1 }
      return end > index + 1 ? end : nil
    }
    func has(_ mark: String, at index: Int) -> Bool {
      text.bytes.indices.contains(index) && text.bytes[index...].starts(with: mark.utf8)
    }
    let before = start > 0 ? text.bytes[start - 1] : 0x20
    switch self {
    case .python:
      guard has("%(", at: start), before != UInt8(ascii: "%"),
        let close = text.bytes[(start + 2)...].firstIndex(where: { !Self.isName($0) && !".- ".utf8.contains($0) }),
        close > start + 2, text[close] == UInt8(ascii: ")")
      else { return nil }
      var end = close + 1
      while let byte = text[end], byte.isASCIIDigit || "-+#0.".utf8.contains(byte) { end += 1 }
      return text[end].map { "sdifgeEGxXoucr".utf8.contains($0) } == true ? end + 1 : nil
    case .percent: return has("%", at: start) ? PrintfFormat.endOfName(from: start, in: text.bytes) : nil
    case .hash:
      guard has("##", at: start), let end = endOfName(from: start + 2, or: ".-"), has("##", at: end) else { return nil }
      return end + 2
    case .nesting:
      guard has("$t(", at: start), let end = endOfName(from: start + 3, or: ".:-/$"),
        let close = text.bytes[end...].prefix(Self.longest).firstIndex(of: UInt8(ascii: ")"))
      else { return nil }
      return close + 1
    case .colon:
      // Excludes times and addresses, `::`, `:smile:` and Vue's linked messages.
      guard has(":", at: start), before <= 0x20 || before >= 0x80 || "([{<>\"'*_".utf8.contains(before),
        text[start + 1].map({ (0x61...0x7A).contains($0) }) == true, let end = endOfName(from: start + 1)
      else { return nil }
      return text[end].map { ":/(".utf8.contains($0) || $0 >= 0x80 } == true ? nil : end
    case .bracket:
      // Excludes Markdown links and lists of indices.
      guard has("[", at: start), !Self.isName(before), !"[]!".utf8.contains(before),
        let end = endOfName(from: start + 1, or: ".-"), has("]", at: end)
      else { return nil }
      return text[end + 1].map { "([]:".utf8.contains($0) } == true ? nil : end + 1
    }
  }
}
