import Basics

/// Texts from outside as the content of HTML elements, escaped so that nothing in them becomes markup.
enum HTMLText {
  /// Returns a text as the value of an attribute, or as the content of an element without child elements. Every
  /// invisible character is shown as its code.
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
  static func escaped(_ text: String, showsBreaks: Bool = false, firstSpaces: Bool = false, lastSpaces: Bool = false)
    -> String
  {
    if !showsBreaks, !firstSpaces, !lastSpaces, text.utf8.allSatisfy(isPlain) { return text }
    var escaped = ""
    let scalars = text.unicodeScalars
    let inner = scalars.firstIndex { $0 != " " } ?? scalars.endIndex
    let last = scalars.lastIndex { $0 != " " } ?? scalars.startIndex
    for index in scalars.indices {
      switch scalars[index] {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n": escaped += showsBreaks ? "<span class=\"break\"></span>\n" : "\n"
      case "\t": escaped += showsBreaks ? "<span class=\"tab\"></span>\t" : "\t"
      case " " where firstSpaces && index < inner || lastSpaces && index >= last:
        escaped += "<span class=\"space\"> </span>"
      case let scalar where isInvisible(scalar):
        // Shown as a code, because a text must not change the direction of the page around it.
        escaped += "<span class=\"code\">\(code(of: scalar))</span>"
      case let scalar: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A name such as `products/cardamomBun`, which a browser breaks only after punctuation and before capitals.
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

  /// Whether a byte is neither markup nor part of a possibly invisible character.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    case 0..<0x20, 0x7F, 0xC2, 0xCD, 0xD8, 0xE1...0xE3, 0xEF...0xF3: false
    default: true
    }
  }

  /// Whether a character has no width or changes its surroundings. Joiners are part of words and of emoji.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    // No-break and thin spaces look like ordinary spaces.
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: true
    // Fillers, and characters that modify the one before them.
    case 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0: true
    case 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  /// A text in which differences from another text, and findings, are highlighted.
  struct Highlighted {
    private static let mostRanges = 20

    private let pieces: [WordDiff.Piece]
    private let bytes: [UInt8]
    private var faults: [(range: Range<Int>, severity: Severity)] = []

    init(_ text: String) {
      pieces = [WordDiff.Piece(.same, text)]
      bytes = Array(text.utf8)
    }

    /// The new text. What the old text lacks is highlighted.
    init(new: String, old: String) {
      self.init(new, WordDiff(from: old, to: new).pieces.filter { $0.kind != .removed })
    }

    private init(_ text: String, _ pieces: [WordDiff.Piece]) {
      self.pieces = pieces
      bytes = Array(text.utf8)
    }

    /// Two texts. In each, what the other one lacks is highlighted.
    static func pair(old: String, new: String) -> (old: Highlighted, new: Highlighted) {
      let pieces = WordDiff(from: old, to: new).pieces
      return (
        Highlighted(old, pieces.filter { $0.kind != .added }), Highlighted(new, pieces.filter { $0.kind != .removed })
      )
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// The ranges in bytes of what a check found; none if the text does not contain it.
    func ranges(of finding: TextFinding) -> [Range<Int>] {
      guard let token = finding.token.map({ Array($0.utf8) }), !token.isEmpty, token.count <= bytes.count else {
        return []
      }
      let last = bytes.count - token.count
      let candidates: [Int] =
        if finding.check.hasPrefix("end.") || finding.check.hasPrefix("length.") {
          // The check is about the end of the text; the same characters elsewhere are correct.
          [last]
        } else if token == [UInt8(ascii: " ")] || token == [UInt8(ascii: "\n")] {
          // A single space or line break is a fault only at an edge.
          last == 0 ? [0] : [0, last]
        } else { Array(0...last) }
      var ranges: [Range<Int>] = []
      for start in candidates where start >= ranges.last?.upperBound ?? 0 {
        guard ranges.count < Self.mostRanges else { break }
        if bytes[start..<start + token.count].elementsEqual(token) { ranges.append(start..<start + token.count) }
      }
      return ranges
    }

    /// Highlights what a check found, except in ranges that overlap an earlier finding.
    mutating func highlight(_ finding: TextFinding) {
      for range in ranges(of: finding) where !faults.contains(where: { $0.range.overlaps(range) }) {
        faults.append((range, finding.severity))
      }
    }

    /// The text as the content of an element.
    var markup: String {
      let faults = faults.sorted { $0.range.lowerBound < $1.range.lowerBound }
      var markup = ""
      var start = 0
      for piece in pieces {
        let end = start + piece.text.utf8.count
        let inside = runs(from: start, to: end, faults, isChanged: piece.kind != .same)
        switch piece.kind {
        case .same: markup += inside
        case .removed: markup += "<del>\(inside)</del>"
        case .added: markup += "<ins>\(inside)</ins>"
        }
        start = end
      }
      return markup
    }

    private func runs(
      from start: Int, to end: Int, _ faults: [(range: Range<Int>, severity: Severity)], isChanged: Bool
    ) -> String {
      var markup = ""
      var at = start
      func add(upTo stop: Int, _ severity: Severity?) {
        guard stop > at else { return }
        let run = bytes[at..<stop]
        let isBlank = severity != nil && run.allSatisfy { $0 == UInt8(ascii: " ") }
        let text = HTMLText.escaped(
          String(decoding: run, as: UTF8.self), showsBreaks: isChanged || severity != nil,
          firstSpaces: at == 0 || isBlank || isChanged && at == start,
          lastSpaces: stop == bytes.count || isBlank || isChanged && stop == end)
        markup += severity.map { "<mark class=\"\($0.rawValue)\">\(text)</mark>" } ?? text
        at = stop
      }
      for fault in faults where fault.range.overlaps(start..<end) {
        add(upTo: max(start, fault.range.lowerBound), nil)
        add(upTo: min(end, fault.range.upperBound), fault.severity)
      }
      add(upTo: end, nil)
      return markup
    }
  }
}
