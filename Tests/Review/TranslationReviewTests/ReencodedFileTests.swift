import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// Files that a program saved in another encoding, or read in a wrong one.
struct ReencodedFileTests {
  private static let texts = [
    ("a", "Æbler på bordet"), ("b", "Rødgrød med fløde"), ("c", "“Åben”, ikke før"), ("d", "Ærlig…"), ("e", "Blå"),
    ("f", "Gør det nu"), ("g", "Plain text"), ("h", "Så"),
  ]

  private static let catalog = Fixture.catalog(
    english: texts.map { ("login", $0.0, "English \($0.0)") }, danish: texts.map { ("login", $0.0, $0.1) },
    proposals: [.own(7, "f", "Gør det først")], reading: .now)

  /// Exports a sheet and changes its text.
  private func returned(_ format: String, _ change: (String) -> String) throws -> ReturnedSheet {
    let file = try ExportedUnits(Self.catalog, as: #require(SheetFormat.allCases.first { $0.name == format }))
    try file.write(change(file.text))
    return try ReviewSheetReader.read([file.path])
  }

  @Test(arguments: ["xlf", "po"]) func `an edit in a file whose characters are lost is refused, and sent on consent`(
    format: String
  ) throws {
    let plain = format == "po" ? ("msgstr \"Plain text\"", "msgstr \"G?r\"") : (">Plain text</t", ">G?r</t")
    let sheet = try returned(format) { text in
      text.unicodeScalars.map { $0.isASCII ? String($0) : "?" }.joined().replacing(plain.0, with: plain.1)
    }
    let plan = Fixture.plan(sheet, against: Self.catalog)
    #expect(plan.verdicts == [.damaged])
    #expect(plan.tells("another encoding"))
    let options = Fixture.options { $0.accepted = [.damaged] }
    #expect(Fixture.plan(sheet, against: Self.catalog, options: options).sent == ["G?r"])
  }

  @Test(arguments: ["csv", "xlf", "po"], [1, 2]) func `a file whose UTF-8 was read as Windows-1252 is refused`(
    format: String, times: Int
  ) throws {
    let error = #expect(throws: SpreadsheetError.self) {
      try returned(format) { text in
        (0..<times).reduce(text.replacing("\u{FEFF}", with: "")) { text, _ in Mojibake.made(of: text) }
      }
    }
    #expect(error?.code == .sheetWrongEncoding)
  }

  @Test func `an honest edit that leaves accents out is planned, and mojibake in one row does not refuse the file`()
    throws
  {
    let sheet = try returned("po") { $0.replacing("msgstr \"Blå\"", with: "msgstr \"Bla\"") }
    #expect(Fixture.plan(sheet, against: Self.catalog).sent == ["Bla"])
    #expect(try returned("po") { $0.replacing("msgstr \"Blå\"", with: "msgstr \"BlÃ¥\"") }.rows.count == 1)
  }

  @Test func `a header that names another encoding than the bytes have refuses the file`() throws {
    let error = #expect(throws: SpreadsheetError.self) {
      try returned("po") { $0.replacing("charset=UTF-8", with: "charset=ISO-8859-1") }
    }
    #expect(error?.message.contains("iso-8859-1") == true)
    #expect(error?.message.contains("UTF-8") == true)
  }
}
