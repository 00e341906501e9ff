import Basics

/// What an entry of a PO file stores about its row, in comments that editors leave alone: `nstack_review.base="v1.…"`.
///
/// Babel divides long comments at spaces and hyphens. So names contain neither, values contain no white space, and
/// the lines are joined when read.
struct POMetadata {
  enum Name: String, CaseIterable {
    case base = "nstack_review.base"
    /// The current value, which the translation may not show.
    case currentValue = "nstack_review.current"
    /// The proposal that the translation shows. A program that damages the translation damages this copy as well.
    case proposal = "nstack_review.proposal"

    var start: String { "\(rawValue)=\"" }
  }

  private var values: [Name: String] = [:]

  init(_ comments: [String]) {
    guard comments.contains(where: { $0.utf8.contains(UInt8(ascii: "\"")) }) else { return }
    // Compared as bytes: a text may begin with a combining mark, which would combine with the quote before it.
    let bytes = Array(comments.joined().utf8)
    for name in Name.allCases {
      guard let start = Self.lastEnd(of: Array(name.start.utf8), in: bytes),
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\""))
      else { continue }
      values[name] = Self.unescaped(String(decoding: bytes[start..<end], as: UTF8.self))
    }
  }

  /// The end of the last place where some bytes occur.
  private static func lastEnd(of separator: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= separator.count else { return nil }
    return (0...(bytes.count - separator.count)).last {
      bytes[$0] == separator[0] && bytes[$0...].starts(with: separator)
    }.map { $0 + separator.count }
  }

  init(of row: ReviewRow) {
    values[.base] = row.base?.text
    if !row.currentValue.isEmpty { values[.currentValue] = row.currentValue }
    values[.proposal] = UnitTexts.copy(of: row)
  }

  subscript(name: Name) -> String? { values[name] }

  var comments: [String] {
    Name.allCases.compactMap { name in values[name].map { "\(name.start)\(Self.escaped($0))\"" } }
  }

  // MARK: - Text

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      // In ASCII, so that a changed encoding of the file does not affect it.
      case " ": result += "\\s"
      case "\\": result += "\\\\"
      case "\"": result += "\\q"
      case "\n": result += "\\n"
      default:
        if scalar.properties.isWhitespace || scalar.value < 0x20 || scalar == "\u{FEFF}" {
          result += "\\{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  private static func unescaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar.properties.isWhitespace {
        // A program put the line break between two parts of the line.
        continue
      } else if scalar == "\\" {
        switch rest.popFirst() {
        case "n"?: result.append("\n")
        case "s"?: result.append(" ")
        case "q"?: result.append("\"")
        case "\\"?: result.append("\\")
        case "{"?:
          let digits = rest.prefix { $0 != "}" }
          rest = rest[digits.endIndex...].dropFirst()
          if let value = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(value) { result.append(scalar) }
        default: break
        }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
