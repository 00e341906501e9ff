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

  private static let asked = ", so write them in the note for its developers"

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
    // A section is one plural only if it has nothing else.
    let others = one == "one" ? [] : ["title", "hint"]
    for (locale, oneNote, otherNote) in Self.locales {
      let sheet = try Self.sheet([other] + others.prefix(1) + [one] + others.suffix(1), in: locale)
      #expect(
        try Self.shown(sheet, as: format) == ["\(one) \(oneNote)", "\(other) \(otherNote)"] + others.map { "\($0) " },
        "\(locale)")
    }
    let mixed = try Self.sheet(["other", "title", "one"], in: "da-DK")
    #expect(try Self.shown(mixed, as: format) == ["other ", "title ", "one "])
  }

  @Test(arguments: SheetCases.formats) func `all forms are in the order of the categories`(format: SheetFormat) throws {
    let keys = [
      "seed_few", "seed_many", "seed_one", "seed_other", "seed_zero", "seed", "step_few", "step_two", "day_ordinal_one",
    ]
    let sheet = try Self.sheet(keys + ["day_ordinal_other"], in: "pl-PL")
    #expect(
      try Self.shown(sheet, as: format) == [
        "seed_zero [Plural, zero: 0]", "seed_one [Plural, one: 1]", "seed_few [Plural, few: 2–4, 22–24, …]",
        "seed_many [Plural, many: 0, 5–21, …]", "seed_other [Plural, other: 1.5, …]", "seed ", "step_few ", "step_two ",
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

  /// The English and Danish texts of two keys that end in the suffixes, what was proposed for both, and what comes of it.
  private typealias Case = (
    suffixes: [String], english: [String?], danish: [String?], proposals: [String?], note: String, outcome: [String]
  )

  private static let points = [".one", ".other"]
  private static let english: [String?] = ["File", "Files"]
  private static let missing: [String?] = [nil, nil]
  private static let found = "(plural.same)"

  private static let cases: [Case] = [
    (points, english, missing, ["Fil", "Filer"], "", ["propose Fil", "propose Filer"]),
    (points, english, missing, ["Fil", "Fil"], "", ["propose Fil \(found)", "propose Fil"]),
    (points, english, missing, ["Fil", "fil"], "", ["propose Fil", "propose fil"]),
    (points, english, missing, ["Fil", nil], "", ["propose Fil", ""]),
    (points, english, missing, [nil, "Fil"], "", ["", "propose Fil"]),
    (points, english, ["Fil", "Filer"], ["Filer", nil], "", ["propose Filer \(found)", ""]),
    (points, english, ["Fil", "Filer"], [nil, "Fil"], "", ["", "propose Fil \(found)"]),
    (points, english, ["Fil", "Filer"], ["En fil", nil], "", ["propose En fil", ""]),
    (points, english, ["Fil", "Filer"], ["Filer", "Flere"], "", ["propose Filer", "propose Flere"]),
    (points, english, ["Fil", "Filer"], ["En", "Fil"], "", ["propose En", "propose Fil"]),
    (points, english, ["Fil", "Filer"], ["Ark", "Ark"], "", ["propose Ark \(found)", "propose Ark"]),
    (points, ["Sheep", "Sheep"], missing, ["Får", "Får"], "", ["propose Får", "propose Får"]),
    (points, ["Sheep", "Sheep"], ["Får", nil], [nil, "Får"], "", ["", "propose Får"]),
    (points, english, missing, ["Ark", "Ark"], "ignore: plural.same", ["propose Ark", "propose Ark"]),
    (points, english, missing, ["Ark", "Ark"], "Anna: ark", ["propose Ark \(found)", "propose Ark"]),
    (["_one", "_other"], english, missing, ["Fil", "Fil"], "", ["propose Fil \(found)", "propose Fil"]),
    (["-one", "-other"], english, missing, ["Fil", "Fil"], "", ["propose Fil \(found)", "propose Fil"]),
    (["_ONE", "_OTHER"], english, missing, ["Fil", "Fil"], "", ["propose Fil \(found)", "propose Fil"]),
    (["", "_plural"], english, missing, ["Fil", "Fil"], "", ["propose Fil \(found)", "propose Fil"]),
    ([".few", ".other"], english, missing, ["Fil", "Fil"], "", ["propose Fil", "propose Fil"]),
    ([".one", ".few"], english, missing, ["Fil", "Fil"], "", ["propose Fil", "propose Fil"]),
    (["_one", ".other"], english, missing, ["Fil", "Fil"], "", ["propose Fil", "propose Fil"]),
    (["_ordinal_one", "_ordinal_other"], english, missing, ["Fil", "Fil"], "", ["propose Fil", "propose Fil"]),
    ([".none", ".another"], english, missing, ["Fil", "Fil"], "", ["propose Fil", "propose Fil"]),
  ]

  private static let options = Fixture.options { $0.checks = CheckSettings().checks.filter { $0.id == "plural.same" } }

  private static let texts = cases.enumerated().flatMap { number, one in
    one.suffixes.indices.map { (key: "case\(number)x\(one.suffixes[$0])", index: $0, one: one) }
  }

  @Test(arguments: SheetCases.formats) func `one text for two forms that the source text tells apart is told`(
    format: SheetFormat
  ) throws {
    let catalog = Fixture.catalog(
      english: Self.texts.map { ("login", $0.key, $0.one.english[$0.index]) },
      danish: Self.texts.map { ("login", $0.key, $0.one.danish[$0.index]) })
    let edits = Self.texts.compactMap { text in
      text.one.proposals[text.index].map { proposal in
        RowEdit(key: text.key, proposal: proposal, note: text.index == 0 ? text.one.note : "")
      }
    }
    let returned = try SheetCases.returned(SheetCases.sheet(catalog), as: format, edits)
    let expected = Self.texts.filter { !$0.one.outcome[$0.index].isEmpty }.map {
      "\($0.key) \($0.one.outcome[$0.index])"
    }
    let plan = Fixture.plan(returned, against: catalog, options: Self.options)
    #expect(SheetCases.outcome(plan) == expected.joined(separator: ", "))
  }

  @Test func `live texts are told once, and a sheet is judged without a server`() throws {
    let english = [("login", "file.one", "File" as String?), ("login", "file.other", "Files")]
    let live = Fixture.catalog(english: english, danish: english.map { ($0.0, $0.1, "Ark") })
    let check = try PublishedCheck(live, checks: Self.options.checks)
    #expect(check.diagnostics.map { "\($0.text?.key ?? "") \($0.checks)" } == ["file.one [\"plural.same\"]"])
    let missing = Fixture.catalog(english: english, danish: english.map { ($0.0, $0.1, nil) })
    let edits = english.map { RowEdit(key: $0.1, proposal: "Ark") }
    let returned = try SheetCases.returned(SheetCases.sheet(missing), as: .csv, edits)
    #expect(SheetCheck(returned, options: Self.options).diagnostics.flatMap(\.checks) == ["plural.same"])
  }
}
