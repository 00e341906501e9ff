import Basics

enum SwiftLiteral {
  /// A string literal. Characters that cannot be seen, or that change how others are shown, are escaped.
  static func string(_ text: String) -> String {
    var result = "\""
    var isFirst = true
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        // A combining mark would be drawn on the quote before it.
        if isEscaped(scalar) || isFirst && scalar.properties.isGraphemeExtend {
          result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
      isFirst = false
    }
    return result + "\""
  }

  /// Whether a character that is not ASCII is spelled out. The compiler accepts U+FDD0 to U+FDEF only without escapes.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    Visible.isInvisible(scalar) && !(0xFDD0...0xFDEF).contains(scalar.value)
  }

  /// The most lines of a text that a comment shows, and the most characters of each.
  private static let (mostLines, longestLine) = (3, 200)

  /// The lines of a documentation comment, without indentation. No text can end the comment.
  static func comment(value: String?, description: String?, path: String) -> [String] {
    var lines: [String] = []
    if let value { lines += shown(value) }
    if let description, !description.isEmpty {
      if !lines.isEmpty { lines.append("///") }
      lines += shown(description)
    }
    if !lines.isEmpty { lines.append("///") }
    return lines + ["/// Key: \(Visible.text(path, limit: longestLine))"]
  }

  private static func shown(_ text: String) -> [String] {
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var lines = all.prefix(mostLines).map { line in
      let visible = Visible.text(String(line), limit: longestLine).replacing("*/", with: "* /").replacing(
        "/*", with: "/ *")
      return visible.allSatisfy { $0 == " " } ? "///" : "/// " + visible.reversed().drop { $0 == " " }.reversed()
    }
    if all.count > mostLines { lines.append("/// …") }
    return lines
  }
}
