import Basics

/// What an entry of a PO file keeps of its row, in lines of comments that editors leave alone: `nstack_review.base="v1.…"`.
///
/// Some programs divide long comments at spaces and hyphens. So a name has neither, a value has no white space, and the
/// lines are read as one.
struct POMetadata {
  /// The name of a value.
  enum Name: String, CaseIterable {
    /// The base of the row.
    case base = "nstack_review.base"
    /// The current value, which the translation may not show.
    case currentValue = "nstack_review.current"
  }

  private var values: [Name: String] = [:]

  /// Reads the comments of an entry.
  init(_ comments: [String]) {
    guard comments.contains(where: { $0.utf8.contains(UInt8(ascii: "\"")) }) else { return }
    let text = comments.joined()
    for name in Name.allCases {
      let parts = text.split(separator: "\(name.rawValue)=\"", omittingEmptySubsequences: false)
      guard parts.count > 1, let last = parts.last, let end = last.firstIndex(of: "\"") else { continue }
      values[name] = Self.unescaped(last[..<end])
    }
  }

  /// Creates the metadata of a row.
  init(of row: ReviewRow) {
    values[.base] = row.base?.text
    if !row.currentValue.isEmpty { values[.currentValue] = row.currentValue }
  }

  subscript(name: Name) -> String? { values[name] }

  /// The comments with the values, a line for each.
  var comments: [String] {
    Name.allCases.compactMap { name in values[name].map { "\(name.rawValue)=\"\(Self.escaped($0))\"" } }
  }

  /// Returns comments without the lines that have values.
  static func removed(from comments: [String]) -> [String] {
    var isInside = false
    return comments.filter { line in
      if Name.allCases.contains(where: { line.hasPrefix("\($0.rawValue)=\"") }) {
        isInside = line.split(separator: "\"", omittingEmptySubsequences: false).count < 3
        return false
      }
      guard isInside else { return true }
      isInside = !line.utf8.contains(UInt8(ascii: "\""))
      return false
    }
  }

  // MARK: - Text

  /// A space as it is shown in a value.
  private static let space: Character = "\u{2423}"

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ": result.append(space)
      case "\\": result += "\\\\"
      case "\"": result += "\\q"
      case "\n": result += "\\n"
      default:
        if scalar.properties.isWhitespace || scalar.value < 0x20 || scalar == "\u{2423}" || scalar == "\u{FEFF}" {
          result += "\\{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{2423}" {
        result.append(" ")
      } else if scalar.properties.isWhitespace {
        // A program put it between two parts of the line.
        continue
      } else if scalar == "\\" {
        switch rest.popFirst() {
        case "n"?: result.append("\n")
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
