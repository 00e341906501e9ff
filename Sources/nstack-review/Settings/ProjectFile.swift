import ReviewJournal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The project's settings file, in the current folder or a folder above it.
enum ProjectFile {
  /// The file's name.
  static let name = ".nstack-review.yaml"

  /// The path of the nearest file; nil if there is none.
  static func path() -> String? {
    guard let buffer = getcwd(nil, 0) else { return nil }
    defer { free(buffer) }
    var folder = String(cString: buffer)
    while true {
      let candidate = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      if PlainFile.exists(candidate) { return candidate }
      guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }
}
