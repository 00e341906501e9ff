import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct ChangedSheetTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.file("sheet.csv")
    try save("first")
  }

  /// Saves a sheet in place of the one that is there, as programs do: under another name first.
  private func save(_ proposal: String) throws {
    try folder.write(
      "Section,Key,Locale,Current value,Proposal,Deletable\nlogin,title,da-DK,Velkommen,\(proposal),\n", to: "sheet.csv"
    )
  }

  private func read(_ afterRows: (String) -> Void) throws -> ReturnedSheet {
    try ReviewSheetReader.read([path], csv: CSVReadingOptions(), names: FetchedNames([:]), afterRows: afterRows)
  }

  @Test func `it is read once more, and digest, rows and counts are those of what was saved`() throws {
    var readings = 0
    let sheet = try read { _ in
      readings += 1
      if readings == 1 { try? save("second") }
    }
    #expect(readings == 2)
    #expect(sheet.rows.map(\.proposal) == ["second"])
    #expect(sheet.rowCount == 1)
    #expect(sheet.files.map(\.digest) == [try FileDigest.sha256(ofFileAt: path)])
  }

  @Test func `it is refused where it is saved again and again`() throws {
    var readings = 0
    let error = #expect(throws: SpreadsheetError.self) {
      try read { _ in
        readings += 1
        try? save("number \(readings)")
      }
    }
    #expect(readings == 2)
    #expect(error?.code == "file.changed")
    #expect(error?.place.file == path)
  }

  @Test func `it is refused where it went away`() throws {
    let error = #expect(throws: SpreadsheetError.self) { try read { _ in unlink(path) } }
    #expect(error?.code == "file.not-found")
  }

  @Test(arguments: ["/dev/zero", "/dev/null", "/"]) func `what is no file is refused before a byte of it is read`(
    path: String
  ) {
    let error = #expect(throws: SpreadsheetError.self) { try ReviewSheetReader.read([path]) }
    #expect(error?.code == (path == "/" ? "file.is-directory" : "file.not-regular"))
  }
}
