import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets
@testable import TranslationReview

@Suite("Names of fetched sheets") struct FetchedNamesTests {
  private let address = "drive:1AbC/Spring.xlsx"

  @Test func `take the place of the files in rows, remarks and files, and the bytes stay where they are`() throws {
    var sheet = EditedSheet()
    sheet.name = "0.xlsx"
    try sheet.withFile { tables in
      try tables[0].set("Hej", in: "Proposal", row: 1)
      try tables[0].set("delete", in: "Note", row: 1)
      try tables[0].set("changed", in: "Current value", row: 2)
    } _: { path in
      let read = FetchedNames([path: address]).named(try ReviewSheetReader.read([path]))
      #expect(read.files.map(\.path) == [address])
      #expect(read.files.map(\.readablePath) == [path])
      #expect(read.files[0].isUnchanged == true)
      #expect(read.rows.map(\.place.file) == [address, address])
      #expect(read.notes.map(\.place.file) == [address])
      #expect(read.diagnostics.compactMap(\.place?.file) == [address])
    }
  }

  @Test func `take the place of the files in errors and in sentences about whole files`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("Name,Street\nAnna,Strandvejen\n", to: "0.csv")
    let names = FetchedNames([path: address])
    let error = #expect(throws: SpreadsheetError.self) {
      do { _ = try ReviewSheetReader.read([path]) } catch { throw names.named(error) }
    }
    #expect(error?.place.file == address)
    #expect(error?.description.contains(path) == false)
    var sheet = ReturnedSheet()
    sheet.diagnostics = [Diagnostic(code: .sheetForeign, severity: .error, message: "\(path): left out")]
    #expect(names.named(sheet).diagnostics.map(\.message) == ["drive:1AbC/Spring.xlsx: left out"])
  }
}
