package struct FileName {
  /// The folder with its trailing slash; empty if there is none.
  package let folder: String
  package let name: String
  package let base: String
  /// The extension with its dot; empty if there is none.
  package let suffix: String

  package init(_ path: String) {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = String(path[start...])
    let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    folder = String(path[..<start])
    self.name = name
    base = String(name[..<dot])
    suffix = String(name[dot...])
  }

  /// The extension in lower case and without its dot; empty if there is none.
  package var type: String { suffix.dropFirst().lowercased() }
}
