import Foundation

/// A Swift file of this package, and what its text says.
struct SwiftSource {
  /// The path below the folder that was searched, such as `CSV/CSVWriter.swift`.
  let path: String
  /// The text with its comments and strings.
  let text: String
  /// The text without its comments and strings.
  let code: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = text.replacingOccurrences(of: Self.commentOrString, with: "", options: .regularExpression)
  }

  private static let commentOrString = ##"//[^\n]*|"""[\s\S]*?"""|"(\\\((?:[^()]|\([^()]*\))*\)|\\.|[^"\\\n])*""##

  /// The strings of a text in Swift or JavaScript, with their quotes and interpolations.
  static func strings(in text: String) throws -> [String] {
    let all = NSString(string: text)
    return try NSRegularExpression(pattern: commentOrString).matches(
      in: text, range: NSRange(location: 0, length: all.length)
    ).map { all.substring(with: $0.range) }.filter { !$0.hasPrefix("//") }
  }

  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    .standardized

  /// The storeys of `Sources` from the top, each with the targets in it.
  static let storeys = ["Program", "Review", "Apps", "Drive", "NStack", "Tables", "Basics"].map { storey in
    let folder = package.appendingPathComponent("Sources/\(storey)").path
    return (
      name: storey,
      targets: (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { !$0.hasPrefix(".") }.sorted()
        ?? []
    )
  }

  static let targets = storeys.flatMap(\.targets)

  /// The folder of a target below the package, such as `Sources/Tables/Spreadsheet`.
  static func folder(of target: String) -> String {
    "Sources/\(storeys.first { $0.targets.contains(target) }?.name ?? "")/\(target)"
  }

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
  var capitalisedWords: Set<String> { Set(Self.words(of: code).filter { $0.first?.isUppercase == true }) }

  private static func words(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}
