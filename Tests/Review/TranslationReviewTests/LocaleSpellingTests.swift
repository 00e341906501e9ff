import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets
@testable import TranslationReview

/// Rows whose locale has another spelling, or none at all: their bases prove it, or they are refused.
struct LocaleSpellingTests {
  /// `login/title` and `login/button` in English and in a language of that locale.
  private func catalog(_ locale: String) -> Catalog {
    let texts: [(section: String, key: String, value: String?)] = [
      ("login", "title", "T \(locale)"), ("login", "button", "B \(locale)"),
    ]
    return Catalog(
      resources: [
        Fixture.resource(Fixture.language(1, "en-GB", isDefault: true), texts),
        Fixture.resource(Fixture.language(2, locale), texts),
      ], proposals: [])
  }

  /// The plan of a sheet in which each row of a locale has another word there, and one of them another proposal; without a
  /// word, the column is gone.
  private func plan(_ locale: String, _ word: String?, _ name: String, _ layout: SheetLayout = .rows) throws
    -> Changeset
  {
    try EditedSheet(catalog: catalog(locale), layout: layout, name: name).plan { tables in
      for table in tables.indices {
        let column = try tables[table].column("Locale")
        for row in tables[table].cells.indices.dropFirst() where tables[table].cells[row][column] == locale {
          if try tables[table][row, "Key"] == "title" { try tables[table].set("New", in: "Proposal", row: row) }
          if let word { try tables[table].set(word, in: "Locale", row: row) }
        }
        if word == nil { try tables[table].removeColumn("Locale") }
      }
    }
  }

  @Test(
    "one remark says what the column held, and the edit is planned",
    arguments: [
      ("da-DK", "DA-DK"), ("da-DK", "da_DK"), ("da-DK", "da"), ("da-DK", "Danish"), ("da-DK", " da-DK "),
      ("pt_BR", "pt-BR"), ("en_EN", "EN-EN"), ("es-419", "ES_419"), ("zh-Hant-TW", "ZH-HANT-TW"), ("fr", "FR"),
      ("pt-BR", "pt\u{2011}BR"), ("pt_BR", "pt\u{2011}BR"), ("da-DK", "da\u{2013}DK"), ("da-DK", ""), ("fr", ""),
    ], ["a.xlsx", "a.csv"]) func proven(words: (locale: String, found: String), name: String) throws
  {
    let plan = try plan(words.locale, words.found, name)
    #expect(plan.changes.map(\.text) == [Fixture.text("title", words.locale)])
    #expect(plan.counts == [.propose: 1, .unchanged: 3])
    #expect(
      plan.diagnostics.map(\.message) == [
        "Here and in 1 other row \"Locale\" \(words.found.isEmpty ? "is empty" : "holds \"\(words.found)\"") and was exported as \"\(words.locale)\". The rows are read "
          + "with the exported locale, which their Base proves."
      ])
  }

  @Test(
    "another locale is refused, and the row names the column",
    arguments: ["de-DE", "da-GL", "en-GB", "xx", "Danskk", "no"], ["a.xlsx", "a.csv"]) func refused(
      word: String, name: String
    ) throws
  {
    let plan = try plan("da-DK", word, name)
    #expect(plan.changes.isEmpty)
    #expect(plan.counts[.damaged] == 1)
    #expect(plan.counts[.readOnlyEdit] == 1)
    #expect(
      plan.items.allSatisfy {
        $0.message.contains("\"Locale\" now holds \"\(word)\" instead of the exported \"da-DK\"")
      })
  }

  @Test(
    "without the column the bases tell", arguments: ["da-DK", "pt_BR", "en_EN", "fr", "es-419", "fil"],
    ["a.xlsx", "a.csv"]) func gone(locale: String, name: String) throws
  {
    let plan = try plan(locale, nil, name)
    #expect(plan.changes.map(\.text) == [Fixture.text("title", locale)])
    #expect(plan.counts == [.propose: 1, .unchanged: 3])
    #expect(
      plan.diagnostics.map(\.message) == [
        "The column \"Locale\" is gone. The rows are read with the exported locale, \"en-GB\" and others, which their Base proves."
      ])
  }

  /// What a tool made of the language of a file, and what is told; nil if the file is refused.
  private static let files: [(format: SheetFormat, edits: [(old: String, new: String)], told: String?)] = [
    (
      .po, [("X-NStack-Locale: da-DK", "X-Old: 1"), ("Language: da_DK", "Language: da")],
      "The file's language is \"da\""
    ),
    (
      .po, [("X-NStack-Locale: da-DK", "X-Old: 1"), ("Language: da_DK", "X-Older: 1")],
      "The file does not name the language of its translations"
    ), (.po, [("X-NStack-Locale: da-DK", "X-NStack-Locale: da"), ("_DK", "")], "The file's language is \"da\""),
    (
      .xliff, [("target-language=\"da-DK\"", "target-language=\"da\""), ("=\"da-DK\"", "=\"f.txt\"")],
      "The file's language is \"da\""
    ),
    (
      .xliff, [("target-language=\"da-DK\"", ""), ("=\"da-DK\"", "=\"app\"")],
      "The file does not name the language of its translations"
    ),
    (
      .xliff, [("target-language=\"da-DK\"", "target-language=\"Danish\""), ("=\"da-DK\"", "=\"app\"")],
      "The file's language is \"Danish\""
    ), (.po, [("X-NStack-Locale: da-DK", "X-Old: 1"), ("Language: da_DK", "Language: de")], nil),
    (.xliff, [("target-language=\"da-DK\"", "target-language=\"de\""), ("=\"da-DK\"", "=\"f.txt\"")], nil),
  ]

  @Test(arguments: files.indices)
  func `a file whose language a tool rewrote counts as exported, and one of another language is refused once`(
    index: Int
  ) throws {
    let file = Self.files[index]
    let sheet = try ExportedUnits(Fixture.catalog(), as: file.format)
    for (old, new) in file.edits { try sheet.edit(old, new) }
    guard let told = file.told else {
      let error = #expect(throws: SpreadsheetError.self) { try ReviewSheetReader.read([sheet.path]) }
      #expect(error?.code == .sheetOtherLocale)
      return #expect(error?.message.contains("is \"de\", and the units were exported for \"da-DK\"") == true)
    }
    try sheet.edit(
      file.format == .po ? "msgstr \"Velkommen\"" : ">Velkommen</target>",
      file.format == .po ? "msgstr \"Hej\"" : ">Hej</target>")
    let plan = try sheet.plan()
    #expect(plan.changes.map(\.text) == [Fixture.text("title")])
    #expect(plan.counts == [.propose: 1, .unchanged: 2])
    #expect(
      plan.diagnostics.map(\.message) == [
        "\(told) and was exported as \"da-DK\". The units are read with the exported language, which their Base proves."
      ])
  }

  @Test(arguments: ["a.xlsx", "a.csv"]) func `a locale in a header may have another hyphen`(name: String) throws {
    let plan = try EditedSheet(catalog: catalog("pt-BR"), layout: .columns, name: name).plan { tables in
      try tables[0].set("New", in: "Proposal [pt-BR]", row: 1)
      tables[0].cells[0] = tables[0].cells[0].map { $0.replacing("pt-BR", with: "pt\u{2011}BR") }
    }
    #expect(plan.changes.map(\.text.locale) == ["pt-BR"])
    #expect(plan.counts == [.propose: 1, .unchanged: 3])
  }

  @Test func `without the column a worksheet's name is a locale, too`() throws {
    let plan = try plan("zh-Hant-TW", nil, "a.xlsx", .locales)
    #expect(plan.changes.map(\.text.locale) == ["zh-Hant-TW"])
    #expect(plan.counts == [.propose: 1, .unchanged: 3])
  }

  @Test func `a sheet without bases needs the column`() throws {
    let error = #expect(throws: SpreadsheetError.self) {
      _ = try EditedSheet(name: "a.csv").read { tables in
        for header in ["Locale", "Base"] { try tables[0].removeColumn(header) }
      }
    }
    #expect(error?.code == .sheetMissingColumn)
  }
}
