#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Things at a path that are no file with a table.
enum WrongFormatFiles {
  static let all: [HostileFile] = {
    var files = HostileFiles()
    files.placed("a named pipe that nobody writes to", refused: "file.not-regular") { mkfifo($0, 0o644) }
    files.placed("a link to itself", refused: "io.read", "file.not-found") { symlink($0, $0) }
    files.placed("a link to a device", refused: "file.not-regular", "file.unreadable") { symlink("/dev/zero", $0) }
    return files.all
  }()
}
