import Basics
import ProgramRuns
import Testing

@testable import Spreadsheet

struct ChangedFileTests {
  /// Writes at the end of a file, or only says that it did.
  private func touch(_ path: String, growing: Bool) throws {
    guard growing else {
      // As a program that writes the same number of bytes leaves it.
      var times = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
      try #require(utimes(path, &times) == 0)
      return
    }
    let descriptor = open(path, O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    try #require(write(descriptor, "\"", 1) == 1)
  }

  @Test(arguments: [
    ("sheet.csv", true), ("sheet.csv", false), ("sheet.xlsx", true), ("sheet.xlsx", false), ("sheet.json", false),
  ]) func `A table ends in an error, whether its file grew or only its time changed`(name: String, growing: Bool) throws
  {
    let bytes =
      switch name {
      // More than is read ahead: a change after the last byte was read is none.
      case "sheet.csv": Array(String(repeating: "a,b\n", count: 500_000).utf8)
      case "sheet.json": Array("[[1], [2]]".utf8)
      default: WorkbookFile("<row><c t=\"str\"><v>a</v></c></row>").archive.bytes
      }
    let file = try TemporaryFile(bytes, name: name)
    let input = try InputFile(path: file.path)
    let table: any TableReading =
      switch name {
      case "sheet.csv": CSVDocument(input)
      case "sheet.json": try JSONTableReader(input)
      default: try XLSXWorkbook(input, limits: SpreadsheetLimits(), tolerance: .nothing)
      }
    var isFirst = true
    let error = spreadsheetError {
      try table.readRows(ofWorksheetAt: 0) { _ in
        if isFirst { try touch(file.path, growing: growing) }
        isFirst = false
      }
    }
    #expect(error?.code == "file.changed")
    #expect(error?.place.file == file.path)
    #expect(error?.hint?.isEmpty == false)
  }

  @Test func `CSV that looks broken because half of it was written is told as changed`() throws {
    let file = try TemporaryFile(Array("a,b\n\"c\"d,e\n".utf8), name: "sheet.csv")
    let document = try CSVDocument(InputFile(path: file.path))
    var rows = 0
    let error = spreadsheetError {
      try document.readRows { _ in
        rows += 1
        try touch(file.path, growing: true)
      }
    }
    #expect(rows == 1)
    #expect(error?.code == "file.changed")
  }

  @Test func `Reading is tried once more, and no more than that`() throws {
    for failures in 0...3 {
      var tries = 0
      let run = {
        try FileVersion.retryingOnce {
          tries += 1
          if tries <= failures { throw SpreadsheetError.changed("sheet.csv") }
          return tries
        }
      }
      if failures < 2 {
        #expect(try run() == failures + 1)
      } else {
        #expect(spreadsheetError { _ = try run() }?.code == "file.changed")
        #expect(tries == 2)
      }
    }
    var tries = 0
    #expect(throws: SpreadsheetError.self) {
      try FileVersion.retryingOnce {
        tries += 1
        throw SpreadsheetError.emptyFile
      }
    }
    #expect(tries == 1)
  }

  @Test func `A file that another one took the place of is another version, whatever it holds`() throws {
    let file = try TemporaryFile([1, 2, 3])
    let version = try #require(FileVersion(path: file.path))
    #expect(FileVersion(path: file.path) == version)
    let other = file.path + ".new"
    let descriptor = open(other, O_WRONLY | O_CREAT, 0o600)
    try #require(write(descriptor, "\u{1}\u{2}\u{3}", 3) == 3)
    close(descriptor)
    try #require(rename(other, file.path) == 0)
    #expect(FileVersion(path: file.path) != version)
    #expect(FileVersion(path: file.path + ".none") == nil)
  }
}
