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

  private static let formats = ["csv", "xlf", "po"]

  /// Exports a sheet and changes its text.
  private static func returned(_ format: String, _ change: (String) -> String) throws -> ReturnedSheet {
    let file = try ExportedUnits(catalog, as: #require(SheetFormat.allCases.first { $0.name == format }))
    try file.write(change(file.text))
    return try ReviewSheetReader.read([file.path])
  }

  /// Replaces the characters that are not ASCII.
  private static func replacing(with form: @escaping @Sendable (Unicode.Scalar) -> String)
    -> @Sendable (String) -> String
  { { text in text.unicodeScalars.map { $0.isASCII ? String($0) : form($0) }.joined() } }

  private static let damages: [(name: String, change: @Sendable (String) -> String)] = [
    ("?", replacing { _ in "?" }),
    ("? for each byte", replacing { String(repeating: "?", count: String($0).utf8.count) }),
    ("U+FFFD", replacing { _ in "\u{FFFD}" }), ("nothing", replacing { _ in "" }),
    ("entities", replacing { "&amp;#\($0.value);" }), ("decomposed", { $0.decomposedStringWithCanonicalMapping }),
    (
      "other letters",
      {
        ["æ": "ae", "Æ": "Ae", "ø": "oe", "å": "aa", "Å": "A", "“": "'", "”": "'", "…": "..."].reduce($0) {
          $0.replacing($1.key, with: $1.value)
        }
      }
    ),
  ]

  @Test(arguments: formats, damages.map(\.name)) func `a file that only a program changed plans nothing`(
    format: String, damage: String
  ) throws {
    let change = try #require(Self.damages.first { $0.name == damage }).change
    let sheet = try Self.returned(format, change)
    let plan = Fixture.plan(sheet, against: Self.catalog)
    #expect(plan.changes.isEmpty)
    #expect(plan.rowCount == 8)
  }

  @Test(arguments: ["xlf", "po"]) func `an edit in a file whose characters are lost is refused, and sent on consent`(
    format: String
  ) throws {
    let lose = Self.replacing { _ in "?" }
    let plain = format == "po" ? ("msgstr \"Plain text\"", "msgstr \"G?r\"") : (">Plain text</t", ">G?r</t")
    let sheet = try Self.returned(format) { lose($0).replacing(plain.0, with: plain.1) }
    let plan = Fixture.plan(sheet, against: Self.catalog)
    #expect(plan.changes.isEmpty)
    #expect(plan.verdicts == [.damaged])
    #expect(plan.tells("another encoding"))
    let options = Fixture.options { $0.acceptsDamaged = true }
    let accepted = Fixture.plan(sheet, against: Self.catalog, options: options)
    #expect(accepted.sent == ["G?r"])
  }

  @Test(arguments: formats, [1, 2]) func `a file whose UTF-8 was read as Windows-1252 is refused`(
    format: String, times: Int
  ) throws {
    let error = #expect(throws: SpreadsheetError.self) {
      try Self.returned(format) { text in
        (0..<times).reduce(text.replacing("\u{FEFF}", with: "")) { text, _ in Mojibake.made(of: text) }
      }
    }
    #expect(error?.code == .sheetWrongEncoding)
  }

  @Test func `an honest edit that leaves accents out is planned, and mojibake in one row does not refuse the file`()
    throws
  {
    let sheet = try Self.returned("po") { $0.replacing("msgstr \"Blå\"", with: "msgstr \"Bla\"") }
    let plan = Fixture.plan(sheet, against: Self.catalog)
    #expect(plan.sent == ["Bla"])
    #expect(try Self.returned("po") { $0.replacing("msgstr \"Blå\"", with: "msgstr \"BlÃ¥\"") }.rows.count == 1)
  }

  private static let headers = [
    ("xlf", "target-language=\"da-DK\"", "target-language=\"de-DE\""), ("xlf", "original=\"da-DK\"", "original=\"sv\""),
    ("po", "Language: da_DK", "Language: nb"), ("po", "X-NStack-Locale: da-DK", "X-NStack-Locale: de-DE"),
  ]

  @Test("a header that names another locale than the export refuses the file", arguments: headers) func otherLocale(
    format: String, old: String, new: String
  ) throws {
    let error = #expect(throws: SpreadsheetError.self) { try Self.returned(format) { $0.replacing(old, with: new) } }
    #expect(error?.code == .sheetOtherLocale)
    #expect(error?.message.contains("da-DK") == true)
  }

  @Test(arguments: [
    ("xlf", "target-language=\"da-DK\"", "target-language=\"da\""), ("po", "Language: da_DK", "Language: DA"),
    ("xlf", "original=\"da-DK\"", "original=\"review.xlf\""), ("xlf", "original=\"da-DK\"", "original=\"app\""),
  ]) func `a header that names the locale less exactly does not`(format: String, old: String, new: String) throws {
    #expect(try Self.returned(format) { $0.replacing(old, with: new) }.rows.isEmpty)
  }

  @Test func `a header that names another encoding than the bytes have refuses the file`() throws {
    let error = #expect(throws: SpreadsheetError.self) {
      try Self.returned("po") { $0.replacing("charset=UTF-8", with: "charset=ISO-8859-1") }
    }
    #expect(error?.message.contains("iso-8859-1") == true)
    #expect(error?.message.contains("UTF-8") == true)
  }

  /// Units without the group that names their text, in the file of another locale or under another name.
  @Test(
    "a unit whose id was written for another text or locale is refused",
    arguments: [("login", "a", "de-DE"), ("login", "b", "da-DK")]) func otherText(
      section: String, key: String, locale: String
    ) throws
  {
    let sheet = try Self.returned("xlf") { text in
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for index in lines.indices where lines[index].contains("resname=\"login.a\"") {
        lines[index] =
          "<trans-unit id=\"\(TextHash(chain: [section, key, locale]).text)\" resname=\"login.a\" xml:space=\"preserve\">"
        lines[index + 2] = "<target state=\"final\">Nicht gemeint</target>"
        lines[index + 3] = ""
      }
      return lines.joined(separator: "\n")
    }
    let plan = Fixture.plan(sheet, against: Self.catalog)
    #expect(plan.changes.isEmpty)
    #expect(plan.verdicts == [.damaged])
  }

  @Test func `units that swapped their names are refused`() throws {
    let sheet = try Self.returned("xlf") { text in
      text.replacing("\"login.a\"", with: "\"login.x\"").replacing("\"login.b\"", with: "\"login.a\"").replacing(
        "\"login.x\"", with: "\"login.b\""
      ).replacing(">Blå</t", with: ">Ny</t").replacing(">Æbler på bordet</t", with: ">Frugt</t")
    }
    let plan = Fixture.plan(sheet, against: Self.catalog)
    #expect(plan.sent == ["Ny"])
  }
}
