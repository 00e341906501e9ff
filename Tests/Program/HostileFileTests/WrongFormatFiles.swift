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
    files.fileName = "~$sheet.xlsx"
    files.refused("the note of a program that has the file open", "file.lock-file") {
      [UInt8](repeating: 65, count: 165)
    }
    files.fileName = ".sheet.xlsx.icloud"
    files.refused("a file that is in iCloud", "file.not-downloaded") { Array("bplist00".utf8) }
    files.fileName = "sheet.xlsx"
    files.placed("a folder", refused: "file.is-directory") { mkdir($0, 0o755) }
    files.placed("a named pipe that nobody writes to", refused: "file.not-regular") { mkfifo($0, 0o644) }
    files.placed("nothing at all", refused: "file.not-found") { _ in }
    files.placed("a link that leads nowhere", refused: "file.not-found") { symlink("/nowhere/at/all", $0) }
    files.placed("a link to itself", refused: "io.read", "file.not-found") { symlink($0, $0) }
    files.placed("a link to a device", refused: "file.not-regular", "file.unreadable") { symlink("/dev/zero", $0) }
    return files.all
  }()
}
