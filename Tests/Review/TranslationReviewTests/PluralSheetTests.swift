import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// The forms of plurals in sheets of every format.
struct PluralSheetTests {
  /// How keys name the forms `one` and `other`.
  private static let spellings = [
    ("seed.one", "seed.other"), ("seed_one", "seed_other"), ("SEED-ONE", "SEED-OTHER"), ("one", "other"),
    ("seed", "seed_plural"),
  ]

  private static let asked = ", so write them in this note for its developers"

  /// What the rows of `one` and of `other` say.
  private static let locales = [
    ("da-DK", "[Plural, one: 1]", "[Plural, other: 0, 2, 3, 4, …]"),
    ("fr-FR", "[Plural, one: 0, 1]", "[Plural, other: 2, 3, 4, …]"),
    ("ja-JP", "[Plural, one: no number, so it may stay empty]", "[Plural, other: 0, 1, 2, …]"),
    (
      "pl-PL", "[Plural, one: 1]",
      "[Plural, other: 1.5, …; the app has no text for few (2–4, 22–24, …), many (0, 5–21, …)\(asked)]"
    ),
    (
      "ar-SA", "[Plural, one: 1]",
      "[Plural, other: 100–102, 200–202, …; the app has no text for zero (0), two (2), few (3–10, 103–110, …), "
        + "many (11–99, 111–199, …)\(asked)]"
    ), ("tlh", "", ""),
  ]

  private static func sheet(_ keys: [String], in locale: String) throws -> ReviewSheet {
    let texts = keys.map { (section: "login", key: $0, value: $0 as String?) }
    let catalog = Catalog(
      resources: [
        Fixture.resource(Fixture.language(1, "en-GB", isDefault: true), texts),
        Fixture.resource(Fixture.language(2, locale), texts.map { ($0.section, $0.key, nil) }),
      ], proposals: [])
    var (selection, extras) = (ReviewSelection(), ReviewSheet.Extras())
    selection.locales = [locale]
    extras.sourceLocale = "en-GB"
    return try ReviewSheet(catalog: catalog, scope: Fixture.scope, selection: selection, extras: extras)
  }

  /// The keys in the order of a file, each with the line about its plural.
  private static func shown(_ sheet: ReviewSheet, as format: SheetFormat) throws -> [String] {
    try SheetCases.withFile(sheet, as: format, []) { path in
      guard format == .xliff || format == .po else {
        let table = try EditedSheet.tables(of: path)[0]
        return try table.cells.indices.dropFirst().map { "\(try table[$0, "Key"]) \(try table[$0, "Note"])" }
      }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      return text.components(separatedBy: format == .po ? "\n\n" : "</trans-unit>").compactMap { unit in
        guard let key = unit.firstMatch(of: #/(?:msgctxt |resname=)"login\.([^"]*)"/#)?.1 else { return nil }
        return "\(key) \(unit.firstMatch(of: #/\[Plural, [^\]]*\]/#)?.0 ?? "")"
      }
    }
  }

  @Test(arguments: SheetCases.formats, spellings.indices)
  func `the forms of a plural stand together, with the numbers that they are for`(format: SheetFormat, spelling: Int)
    throws
  {
    let (one, other) = Self.spellings[spelling]
    for (locale, oneNote, otherNote) in Self.locales {
      let sheet = try Self.sheet([other, "title", one, "hint"], in: locale)
      #expect(
        try Self.shown(sheet, as: format) == ["\(one) \(oneNote)", "\(other) \(otherNote)", "title ", "hint "],
        "\(locale)")
    }
  }

  @Test(arguments: SheetCases.formats) func `all forms are in the order of the categories`(format: SheetFormat) throws {
    let keys = ["seed_few", "seed_many", "seed_one", "seed_other", "seed", "step_few", "step_two", "day_ordinal_one"]
    let sheet = try Self.sheet(keys + ["day_ordinal_other"], in: "pl-PL")
    #expect(
      try Self.shown(sheet, as: format) == [
        "seed_one [Plural, one: 1]", "seed_few [Plural, few: 2–4, 22–24, …]", "seed_many [Plural, many: 0, 5–21, …]",
        "seed_other [Plural, other: 1.5, …]", "seed ", "step_few ", "step_two ",
        "day_ordinal_one [Plural, one: no number, so it may stay empty]",
        "day_ordinal_other [Plural, other: 0, 1, 2, …]",
      ])
  }

  @Test(arguments: SheetCases.formats) func `only what a person wrote comes back as a note`(format: SheetFormat) throws
  {
    let sheet = try Self.sheet(["seed.one", "seed.other"], in: "da-DK")
    func notes(_ note: String) throws -> [String] {
      try SheetCases.returned(sheet, as: format, [RowEdit(key: "seed.other", proposal: "frø", note: note)]).notes.map(
        \.note)
    }
    #expect(try notes("") == [])
    #expect(try notes("few: nasiona") == ["few: nasiona"])
    let answered = "[Plural, other: 1.5, …; the app has no text for few (nasiona)]"
    #expect(try notes(answered) == [answered])
  }
}
