import Basics
import ProgramRuns
import Testing

@testable import Spreadsheet

struct OutputFileTests {
  @Test func `A file stays as it was until the new one is finished, and nothing else is left`() throws {
    let directory = try Folder()
    let path = try directory.write(Array("old".utf8), to: "a.txt")
    let output = try OutputFile(path: path)
    try output.write(Array("new".utf8))
    #expect(try directory.read("a.txt") == Array("old".utf8))
    #expect(try directory.names().count == 2)
    try output.finish()
    #expect(try directory.read("a.txt") == Array("new".utf8))
    #expect(try directory.names() == ["a.txt"])
  }

  @Test func `What is discarded, or simply let go, leaves the old file and nothing else`() throws {
    let directory = try Folder()
    let path = try directory.write(Array("old".utf8), to: "a.txt")
    let output = try OutputFile(path: path)
    try output.write(Array("new".utf8))
    output.discard()
    #expect(try directory.names() == ["a.txt"])
    do {
      let forgotten = try OutputFile(path: path)
      try forgotten.write(Array("new".utf8))
    }
    #expect(try directory.names() == ["a.txt"])
    #expect(try directory.read("a.txt") == Array("old".utf8))
  }

  @Test func `A symbolic link stays one, and the file it leads to is replaced`() throws {
    let directory = try Folder()
    let path = try directory.write(Array("old".utf8), to: "real.txt")
    #expect(symlink("real.txt", directory.file("link.txt")) == 0)
    #expect(symlink("link.txt", directory.file("link2.txt")) == 0)
    #expect(symlink("not-yet.txt", directory.file("dangling.txt")) == 0)
    for (link, text) in [("link2.txt", "one"), ("dangling.txt", "two")] {
      let output = try OutputFile(path: directory.file(link))
      try output.write(Array(text.utf8))
      try output.finish()
    }
    var status = stat()
    #expect(lstat(directory.file("link2.txt"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(try directory.read("real.txt") == Array("one".utf8))
    #expect(try directory.read("not-yet.txt") == Array("two".utf8))
    #expect(path == directory.file("real.txt"))
  }

  @Test func `The permissions of the file that is replaced stay`() throws {
    let directory = try Folder()
    let path = try directory.write([], to: "a.txt")
    chmod(path, 0o640)
    let output = try OutputFile(path: path)
    try output.finish()
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test func `A folder, a device, a pipe and a folder that isn't there are refused`() throws {
    let directory = try Folder()
    #expect(mkfifo(directory.file("pipe"), 0o600) == 0)
    for path in [directory.path, "/dev/null", directory.file("pipe")] {
      #expect(spreadsheetError { try OutputFile(path: path) }?.code == "io.not-regular")
    }
    #expect(spreadsheetError { try OutputFile(path: directory.file("no/such/folder/a.txt")) }?.code == "io.write")
    #expect(try directory.names() == ["pipe"])
  }

  @Test func `Temporary files of more than an hour ago are swept away, younger ones and those in use stay`() throws {
    let directory = try Folder()
    for name in [".spreadsheet-1.partial", ".spreadsheet-2.partial", ".spreadsheet-3.partial", "other.partial"] {
      _ = try directory.write([], to: name)
    }
    for name in [".spreadsheet-1.partial", ".spreadsheet-3.partial", "other.partial"] {
      var times = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
      #expect(utimes(directory.file(name), &times) == 0)
    }
    let held = open(directory.file(".spreadsheet-3.partial"), O_RDONLY)
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    let output = try OutputFile(path: directory.file("a.txt"))
    try output.finish()
    close(held)
    #expect(try directory.names() == [".spreadsheet-2.partial", ".spreadsheet-3.partial", "a.txt", "other.partial"])
  }
}
