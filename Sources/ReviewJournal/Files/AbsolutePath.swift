#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Paths that mean the same from whatever folder the program is run.
package enum AbsolutePath {
  /// The start of the addresses of sheets in Google Drive, which mean the same everywhere.
  private static let drive = "drive:"

  /// A path from the root, without `.`, `..` and doubled slashes; links are not followed.
  package static func of(_ path: String) -> String {
    guard !path.hasPrefix(drive) else { return path }
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : "\(currentFolder)/\(path)").split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
