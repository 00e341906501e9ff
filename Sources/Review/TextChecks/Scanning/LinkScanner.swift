import Basics

/// Finds links in a text: addresses of pages and mailboxes, targets of Markdown links, and linked messages.
enum LinkScanner {
  /// The addresses of pages, such as `https://nstack.io/help`, in order, without punctuation after them.
  static func urls(in text: ScannedText) -> [String] {
    guard text.has(.slash) else { return [] }
    var last = 0
    return text.bytes.indices.compactMap { colon -> String? in
      guard colon >= last, text.bytes[colon] == UInt8(ascii: ":"), text[colon + 1] == UInt8(ascii: "/"),
        text[colon + 2] == UInt8(ascii: "/")
      else { return nil }
      var start = colon
      while start > 0, text.bytes[start - 1].isASCIILetter { start -= 1 }
      guard ["http", "https", "ftp"].contains(text.part(start..<colon).lowercased()) else { return nil }
      var end = colon + 3
      while let byte = text[end], byte > 0x20, byte < 0x7F, !"<>\"{}|\\^`[]".utf8.contains(byte) { end += 1 }
      last = end
      while end > colon + 3, ".,:;!?)'".utf8.contains(text.bytes[end - 1]) { end -= 1 }
      return end > colon + 3 ? text.part(start..<end) : nil
    }
  }

  /// The addresses of mailboxes, in order.
  static func mailboxes(in text: ScannedText) -> [String] {
    guard text.has(.at) else { return [] }
    return text.bytes.indices.compactMap { at -> String? in
      guard text.bytes[at] == UInt8(ascii: "@") else { return nil }
      var start = at
      while start > 0, isWord(text.bytes[start - 1], or: "._%+-") { start -= 1 }
      var end = at + 1
      while let byte = text[end], isWord(byte, or: ".-") { end += 1 }
      while end > at, ".-".utf8.contains(text.bytes[end - 1]) { end -= 1 }
      guard start < at, text.bytes[(at + 1)..<max(end, at + 1)].contains(UInt8(ascii: ".")) else { return nil }
      return text.part(start..<end)
    }
  }

  /// The targets of Markdown links, `[text](target)`, in order.
  static func markdownTargets(in text: ScannedText) -> [String] {
    guard text.has(.bracket) else { return [] }
    var isOpen = false
    var end = 0
    return text.bytes.indices.compactMap { close -> String? in
      if text.bytes[close] == UInt8(ascii: "[") { isOpen = true }
      guard isOpen, text.bytes[close] == UInt8(ascii: "]"), text[close + 1] == UInt8(ascii: "(") else { return nil }
      // A target that begins inside another one ends with it.
      end = max(end, close + 2)
      while let byte = text[end], byte != UInt8(ascii: ")"), byte != 0x0A { end += 1 }
      return end > close + 2 && text[end] == UInt8(ascii: ")") ? text.part(close + 2..<end) : nil
    }
  }

  /// The linked messages of Vue, `@:key` and `@.lower:key`, in order.
  static func linkedMessages(in text: ScannedText) -> [String] {
    guard text.has(.at) else { return [] }
    return text.bytes.indices.compactMap { at -> String? in
      guard text.bytes[at] == UInt8(ascii: "@") else { return nil }
      var end = at + 1
      if text[end] == UInt8(ascii: ".") {
        end += 1
        while let byte = text[end], byte.isASCIILetter { end += 1 }
      }
      guard text[end] == UInt8(ascii: ":") else { return nil }
      end += 1
      let name = end
      while let byte = text[end], isWord(byte, or: "._-()") { end += 1 }
      while end > name, text.bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
      return end > name ? text.part(at..<end) : nil
    }
  }

  private static func isWord(_ byte: UInt8, or marks: String) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || marks.utf8.contains(byte)
  }
}
