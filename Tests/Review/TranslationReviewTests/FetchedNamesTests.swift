import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets
@testable import TranslationReview

@Suite("Names of fetched sheets") struct FetchedNamesTests {
  private let address = "drive:1AbC/Spring.xlsx"

  private func read(_ paths: [String], _ names: FetchedNames) throws -> ReturnedSheet {
    do {
      return try ReviewSheetReader.read(
        paths, csv: CSVReadingOptions(), leavesOutForeignFiles: paths.count > 1, names: names)
    } catch { throw names.named(error) }
  }

  @Test func `take the place of the files in rows, remarks and files, and the bytes stay where they are`() throws {
    var sheet = EditedSheet()
    sheet.name = "0.xlsx"
    try sheet.withFile { tables in
      try tables[0].set("Hej", in: "Proposal", row: 1)
      try tables[0].set("delete", in: "Note", row: 1)
      try tables[0].set("changed", in: "Current value", row: 2)
    } _: { path in
      let sheet = try read([path], FetchedNames([path: address]))
      #expect(sheet.files.map(\.path) == [address])
      #expect(sheet.files.map(\.readablePath) == [path])
      #expect(sheet.files[0].isUnchanged == true)
      #expect(sheet.rows.map(\.place.file) == [address, address])
      #expect(sheet.notes.map(\.place.file) == [address])
      #expect(sheet.diagnostics.compactMap(\.place?.file) == [address])
    }
  }

  @Test func `take the place of the files in errors and in sentences about whole files`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("Name,Street\nAnna,Strandvejen\n", to: "0.csv")
    let names = FetchedNames([path: address])
    let error = #expect(throws: SpreadsheetError.self) { try read([path], names) }
    #expect(error?.place.file == address)
    #expect(error?.description.contains(path) == false)
    try EditedSheet().withFile { _ in
    } _: { good in
      let sheet = try read([path, good], names)
      #expect(sheet.foreignFiles.map(\.path) == [address])
      #expect(
        sheet.diagnostics.first?.message.hasPrefix("\(address): left out because it cannot be read as a review sheet:")
          == true)
      #expect(sheet.diagnostics.allSatisfy { !$0.message.contains(path) })
    }
  }
}
