/// The parts of a path.
struct FileName {
  /// The folder with its trailing slash; empty if there is none.
  let folder: String
  /// The name without extension.
  let base: String
  /// The extension with its dot; empty if there is none.
  let suffix: String

  init(_ path: String) {
    let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let name = path[start...]
    folder = String(path[..<start])
    if let dot = name.lastIndex(of: "."), dot > name.startIndex {
      base = String(name[..<dot])
      suffix = String(name[dot...])
    } else {
      base = String(name)
      suffix = ""
    }
  }
}
