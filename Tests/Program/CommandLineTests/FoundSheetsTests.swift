import Foundation
import Testing
import TranslationReview

@testable import nstack_review

@Suite("Sheets in folders") struct FoundSheetsTests {
  /// A folder with files of these names, each with the same contents.
  private func folder(_ names: [String], _ contents: [UInt8] = []) throws -> Workplace {
    let place = try Workplace()
    for name in names { try place.write(contents, to: "found/\(name)") }
    return place
  }

  private func found(in place: Workplace, recursive: Bool = false) throws -> (names: [String], codes: [String]) {
    var found = FoundSheets()
    try found.add(place.path("found"), isRecursive: recursive)
    return (
      found.paths.map { String($0.dropFirst(place.path("found/").count)) }, found.diagnostics.map(\.code.rawValue)
    )
  }

  @Test("are taken by name, formats that are refused among them; what programs hide is not, and the rest is named")
  func names() throws {
    let names = [
      "b.csv", "a.XLSM", "c.ods", "d.zip", "e.gsheet", "~$a.xlsx", ".hidden.csv", "notes.txt", "Thumbs.db",
      "desktop.ini",
    ]
    let (taken, codes) = try found(in: folder(names))
    #expect(taken == ["a.XLSM", "b.csv", "c.ods", "d.zip", "e.gsheet"])
    #expect(codes == ["sheet.passed-over"])
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
    let place = try folder([name], contents)
    try place.write("", to: "found/a.csv")
    var found = FoundSheets()
    try found.add(place.path("found"), isRecursive: false)
    #expect(found.paths == [place.path("found/a.csv")])
    #expect(found.leftOut.map(\.path) == (reason == nil ? [] : [place.path("found/\(name)")]))
    #expect(found.leftOut.first?.message.hasPrefix(reason ?? "") ?? true)
    #expect(found.diagnostics.map(\.code.rawValue) == (reason == nil ? ["sheet.passed-over"] : []))
  }

  @Test func `of web pages, those with a review are taken, whole or not`() throws {
    let place = try folder(["report.html"], Array("<html><body>46 rows</body></html>".utf8))
    try place.write("<html><script id=\"nstack-review-data\">{", to: "found/cut.htm")
    let (taken, codes) = try found(in: place)
    #expect(taken == ["cut.htm"])
    #expect(codes == ["sheet.passed-over"])
  }

  @Test func `of folders inside are taken where that is asked for, those behind links are not`() throws {
    let place = try folder(["a.csv", "inner/b.csv", "inner/deep/c.tsv"])
    try FileManager.default.createSymbolicLink(
      atPath: place.path("found/inner/loop"), withDestinationPath: place.path("found"))
    let (taken, codes) = try found(in: place)
    #expect(taken == ["a.csv"])
    #expect(codes == ["sheet.subfolder"])
    let (all, rest) = try found(in: place, recursive: true)
    #expect(all == ["a.csv", "inner/b.csv", "inner/deep/c.tsv"])
    #expect(rest == ["sheet.subfolder"])
  }

  @Test func `beside many other files are not lost among their names`() throws {
    var found = FoundSheets()
    let place = try folder(["a.csv"] + (1...50).map { "picture\($0).png" })
    try withExtendedLifetime(place) { try found.add(place.path("found"), isRecursive: false) }
    #expect(found.diagnostics.count == 21)
    #expect(found.diagnostics.last?.message == "… and 30 more entries of folders were not read.")
  }
}
