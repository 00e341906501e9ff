#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names in a folder: syncing a new file keeps its bytes, but a power cut may still take its name away.
package enum SyncedFolder {
  /// Brings the names in a folder to the disk.
  package static func sync(_ folder: String) {
    let opened = open(folder, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return }
    // Some file systems cannot sync a folder, which leaves nothing to do.
    _ = fsync(opened)
    close(opened)
  }

  /// Brings the name of a file or folder to the disk.
  package static func syncName(of path: String) {
    var path = Substring(path)
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    sync(FilePlace.folder(of: String(path)))
  }
}
