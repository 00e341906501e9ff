import Foundation
import Testing
import TranslationReview

@testable import nstack_review

@Suite("Sheets in folders") struct FoundSheetsTests {
  /// A folder with files of these names, each with the same contents; gone after `body`.
  private func withFolder(_ names: [String], _ contents: [UInt8] = [], _ body: (_ path: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "found-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(contents).write(to: file)
    }
    try body(folder.path)
  }

  private func found(in path: String, recursive: Bool = false) throws -> (names: [String], codes: [String]) {
    var found = FoundSheets()
    try found.add(path, isRecursive: recursive)
    return (found.paths.map { String($0.dropFirst(path.count + 1)) }, found.diagnostics.map(\.code.rawValue))
  }

  @Test("are taken by name, formats that are refused among them; what programs hide is not, and the rest is named")
  func names() throws {
    let names = [
      "b.csv", "a.XLSM", "c.ods", "d.zip", "e.gsheet", "~$a.xlsx", ".hidden.csv", "notes.txt", "Thumbs.db",
      "desktop.ini",
    ]
    try withFolder(names) { path in
      let (taken, codes) = try found(in: path)
      #expect(taken == ["a.XLSM", "b.csv", "c.ods", "d.zip", "e.gsheet"])
      #expect(codes == ["sheet.passed-over"])
    }
  }

  private static let rows = Array("Section\tKey\tLocale\tCurrent value\tProposal\tDeletable".utf8)
  private static let unfinished =
    "its name is that of an unfinished download or copy. Fetch the whole file, and delete this one."

  private static let text = "files in .txt are only read if they are named directly"
  private static let others: [(name: String, contents: [UInt8], reason: String?)] = [
    ("b.txt", rows, text),
    ("b.TAB", rows + [0x09, 0xE6, 0x0A], "files in .tab are only read if they are named directly"),
    ("b.csv.txt", Array("Hi".utf8), text), ("b.txt", [0xFF, 0xFE] + rows.flatMap { [$0, 0] }, text),
    ("b.xlsx.part", [], unfinished), ("b.xlsx.crdownload", [], unfinished), ("b (1).xlsx.tmp", [], unfinished),
    ("Unconfirmed 7.crdownload", [], unfinished), ("b.po.PARTIAL", [], unfinished), ("notes.txt", [], nil),
    ("notes.txt", Array("Dear \"all\",\nplease hurry.\n".utf8), nil), ("film.mp4.part", [], nil), ("x1.tmp", [], nil),
  ]

  @Test("that have another name or are not whole are named as left out, and what is no sheet is not", arguments: others)
  func leftOut(name: String, contents: [UInt8], reason: String?) throws {
    try withFolder([name], contents) { path in
      try Data().write(to: URL(filePath: path + "/a.csv"))
      var found = FoundSheets()
      try found.add(path, isRecursive: false)
      #expect(found.paths == [path + "/a.csv"])
      #expect(found.leftOut.map(\.path) == (reason == nil ? [] : ["\(path)/\(name)"]))
      #expect(found.leftOut.first?.message.hasPrefix(reason ?? "") ?? true)
      #expect(found.diagnostics.map(\.code.rawValue) == (reason == nil ? ["sheet.passed-over"] : []))
    }
  }

  @Test func `of folders inside are taken where that is asked for, those behind links are not`() throws {
    try withFolder(["a.csv", "inner/b.csv", "inner/deep/c.tsv"]) { path in
      try FileManager.default.createSymbolicLink(atPath: path + "/inner/loop", withDestinationPath: path)
      let (taken, codes) = try found(in: path)
      #expect(taken == ["a.csv"])
      #expect(codes == ["sheet.subfolder"])
      let (all, rest) = try found(in: path, recursive: true)
      #expect(all == ["a.csv", "inner/b.csv", "inner/deep/c.tsv"])
      #expect(rest == ["sheet.subfolder"])
    }
  }

  @Test func `beside many other files are not lost among their names`() throws {
    try withFolder(["a.csv"] + (1...50).map { "picture\($0).png" }) { path in
      var found = FoundSheets()
      try found.add(path, isRecursive: false)
      #expect(found.diagnostics.count == 21)
      #expect(found.diagnostics.last?.message == "… and 30 more entries of folders were not read.")
    }
  }

  @Test(arguments: [
    (Array("æ.csv".utf8), "æ.csv"), ([0x63, 0xE9, 0x2E], "c\\xE9."), ([0xE2, 0x82], "\\xE2\\x82"),
    ([0xC3, 0xA6, 0xFF], "æ\\xFF"),
  ]) func `names that are not UTF-8 are spelled out`(bytes: [UInt8], name: String) {
    #expect(FoundSheets.spelled(bytes) == name)
  }
}
