import Spreadsheet

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder for one test, gone with it.
package final class ScratchFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/nstack-review-test.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Missing(name: "a folder for temporary files") }
    path = String(cString: made)
  }

  deinit {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink("\(path)/\(name)")
    }
    closedir(folder)
    rmdir(path)
  }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let output = try OutputFile(path: file(name))
    try Array(text.utf8).withUnsafeBytes { try output.write($0) }
    try output.finish()
    return file(name)
  }
}
