#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder that relative paths begin in.
enum WorkingFolder {
  /// Its absolute path; nil if it was removed.
  static var path: String? {
    getcwd(nil, 0).map { path in
      defer { free(path) }
      return String(cString: path)
    }
  }
}
