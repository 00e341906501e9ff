import Foundation

/// A Swift file of this package, and what its text says.
struct SwiftSource {
  /// The path below the folder that was searched, such as `CSV/CSVWriter.swift`.
  let path: String
  /// The text with its comments and strings.
  let text: String
  /// The text without its comments and strings, but with what strings interpolate.
  let code: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = Self.code(of: text)
  }

  /// The folder of this package.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized

  /// The Swift files of a folder and of the folders in it, by path.
  static func all(in folder: String) throws -> [SwiftSource] {
    try texts(in: folder).map { SwiftSource(path: $0.path, text: $0.text) }
  }

  /// The paths and texts of the Swift files of a folder and of the folders in it, by path.
  static func texts(in folder: String) throws -> [(path: String, text: String)] {
    let root = package.appendingPathComponent(folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
    return try paths.sorted().map { path in
      (path, try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))
    }
  }

  /// The names of the types that the file declares at any depth.
  var declaredTypes: Set<String> {
    let words = Self.words(of: code)
    return Set(
      zip(words, words.dropFirst()).compactMap { keyword, name in
        let declares = ["struct", "enum", "class", "protocol", "actor", "typealias"].contains(keyword)
        return declares && name.first?.isUppercase == true ? name : nil
      })
  }

  /// The names that other folders can use: those that the file declares at its top level, and not for itself alone.
  var sharedTypes: Set<String> {
    let lines = code.split(separator: "\n").filter { line in
      line.first?.isLetter == true && !line.hasPrefix("private ") && !line.hasPrefix("fileprivate ")
    }
    return SwiftSource(path: path, text: lines.joined(separator: "\n")).declaredTypes
  }

  /// The words of the code that may be names of types.
  var capitalisedWords: Set<String> {
    Set(Self.words(of: code).filter { $0.first?.isUppercase == true })
  }

  private static func words(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }

  /// A text without comments and strings. Strings in interpolations are dropped too.
  private static func code(of text: String) -> String {
    var code = ""
    /// For each interpolation that is open, how many parentheses are open in it; a quote ends the string around it.
    var parentheses: [Int] = []
    var isInString = false
    var isMultiline: [Bool] = []
    var rest = Substring(text)
    while let character = rest.first {
      if isInString {
        let quote = isMultiline.last == true ? "\"\"\"" : "\""
        if rest.hasPrefix("\\(") {
          parentheses.append(0)
          isInString = false
          code.append(" ")
          rest = rest.dropFirst(2)
        } else if character == "\\" {
          rest = rest.dropFirst(2)
        } else if rest.hasPrefix(quote) {
          isInString = false
          isMultiline.removeLast()
          rest = rest.dropFirst(quote.count)
        } else {
          if character == "\n" { code.append("\n") }
          rest = rest.dropFirst()
        }
      } else if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if character == "\"" {
        let isLong = rest.hasPrefix("\"\"\"")
        isMultiline.append(isLong)
        isInString = true
        rest = rest.dropFirst(isLong ? 3 : 1)
      } else if character == ")", parentheses.last == 0 {
        parentheses.removeLast()
        isInString = true
        code.append(" ")
        rest = rest.dropFirst()
      } else {
        if let open = parentheses.last {
          parentheses[parentheses.count - 1] = open + (character == "(" ? 1 : character == ")" ? -1 : 0)
        }
        code.append(character)
        rest = rest.dropFirst()
      }
    }
    return code
  }
}
