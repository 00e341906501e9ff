import Basics

/// Texts from outside as the content of HTML elements, in which nothing of them is markup.
enum HTMLText {
  /// White space that is made visible, because what is said about a text depends on it.
  struct Shown: OptionSet {
    let rawValue: Int
    static let firstSpaces = Shown(rawValue: 1)
    static let lastSpaces = Shown(rawValue: 2)
    static let breaksAndTabs = Shown(rawValue: 4)
  }

  /// Returns a text as the value of an attribute, or as the content of an element that has no elements in it, with every
  /// invisible character shown as its code.
  static func plain(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isPlain) else { return text }
    let shown = text.unicodeScalars.reduce(into: "") { shown, scalar in
      if isInvisible(scalar) { shown += code(of: scalar) } else { shown.unicodeScalars.append(scalar) }
    }
    return escaped(shown)
  }

  private static func code(of scalar: Unicode.Scalar) -> String {
    "U+\(String(scalar.value, radix: 16, uppercase: true))"
  }

  /// Returns a text as the content of an element, with every invisible character shown as its code.
  static func escaped(_ text: String, showing shown: Shown = []) -> String {
    if shown.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    var escaped = ""
    let scalars = text.unicodeScalars
    let inner = scalars.firstIndex { $0 != " " } ?? scalars.endIndex
    let last = scalars.lastIndex { $0 != " " } ?? scalars.startIndex
    for place in scalars.indices {
      switch scalars[place] {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n": escaped += shown.contains(.breaksAndTabs) ? "<span class=\"break\"></span>\n" : "\n"
      case "\t": escaped += shown.contains(.breaksAndTabs) ? "<span class=\"tab\"></span>\t" : "\t"
      case " "
      where shown.contains(.firstSpaces) && place < inner || shown.contains(.lastSpaces) && place >= last:
        escaped += "<span class=\"space\"> </span>"
      case let scalar where isInvisible(scalar):
        // Shown as a code, because a text must not change the direction of the page around it.
        escaped += "<span class=\"code\">\(code(of: scalar))</span>"
      case let scalar: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A name such as `products/cardamomBun`, which a browser breaks only after a sign and before a capital.
  static func name(_ name: String) -> String {
    guard var last = name.first else { return "" }
    var parts = [String(last)]
    for character in name.dropFirst() {
      if "/._-: ".contains(last) || character.isUppercase && (last.isLowercase || last.isNumber) { parts.append("") }
      parts[parts.count - 1].append(character)
      last = character
    }
    return parts.map { escaped($0) }.joined(separator: "<wbr>")
  }

  /// Whether a byte is neither markup nor part of a character that may be invisible.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    case 0..<0x20, 0x7F, 0xC2, 0xCD, 0xD8, 0xE1...0xE3, 0xEF...0xF3: false
    default: true
    }
  }

  /// Whether a character takes no room or changes what is around it. Joiners are part of words and of emoji.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    // No-break and thin spaces look like a space.
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: true
    // Fillers, and characters that act on the one before them.
    case 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
    default: false
    }
  }
}
