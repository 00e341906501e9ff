import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// A sign-off holds for the source value that its reviewer saw, in the locale that the sheet took it from.
@Suite("The locale of source values") struct SourceLocalesTests {
  private let english = ["title": "Welcome", "button": "Log in", "hint": "Tap to go on", "end": "Goodbye"]

  /// A catalog in which two locales have the same English texts, with some of them changed in one of the two, or without the
  /// British one.
  private func catalog(british: [String: String]? = [:], american: [String: String] = [:]) -> Catalog {
    func resource(_ language: Language, _ changed: [String: String]) -> LocalizationResource {
      Fixture.resource(
        language, english.sorted { $0.key < $1.key }.map { ("login", $0.key, changed[$0.key] ?? $0.value) })
    }
    let first = british.map { [resource(Fixture.language(1, "en-GB", isDefault: true), $0)] } ?? []
    return Catalog(
      resources: first + [
        resource(Fixture.language(3, "en-US", isDefault: british == nil), american),
        Fixture.resource(Fixture.language(2, "da-DK"), english.keys.sorted().map { ("login", $0, "da \($0)") }),
      ], proposals: [])
  }

  static let forms = [
    ExportForm(name: "a.xlsx", layout: .rows), ExportForm(name: "a.xlsx", layout: .locales),
    ExportForm(name: "a.xlsx", layout: .columns), ExportForm(name: "a.csv", layout: .rows),
    ExportForm(name: "a.csv", layout: .columns),
  ]

  /// Signs all Danish texts off in a sheet with British source values, and plans it against another catalog.
  ///
  /// - Returns: The verdict on each key.
  private func signOff(
    _ form: ExportForm, source: String = "en-GB", against server: Catalog,
    _ edit: (inout [EditedSheet.Table]) throws -> Void = { _ in }
  ) throws -> [String: Verdict] {
    let sheet = try EditedSheet(catalog: self.catalog(), layout: form.layout, sourceLocale: source, name: form.name)
      .read { tables in
        for key in english.keys { try tables[tables.count - 1].set(["Action": "ok"], ofDanish: key) }
        try edit(&tables)
      }
    let plan = Fixture.plan(sheet, against: server)
    return Dictionary(uniqueKeysWithValues: plan.items.map { ($0.row.text.key, $0.verdict) })
  }

  private let all: [String: Verdict] = ["title": .reviewed, "button": .reviewed, "hint": .reviewed, "end": .reviewed]

  @Test(arguments: forms) func `a changed source value lapses a sign-off although another locale has the old one`(
    form: ExportForm
  ) throws {
    let server = catalog(british: ["title": "Welcome back"])
    let lapsed = all.merging(["title": .conflict]) { $1 }
    #expect(try signOff(form, against: catalog()) == all)
    #expect(try signOff(form, against: server) == lapsed)
    #expect(
      try signOff(form, against: server) { tables in for table in tables.indices { tables[table].cells[1...].reverse() }
      } == lapsed)
    #expect(
      try signOff(form, against: server) { tables in
        for table in tables.indices { try tables[table].removeColumn("Source value") }
      } == lapsed)
    let howdy = catalog(american: ["title": "Howdy"])
    #expect(try signOff(form, against: howdy) == all)
    // The locale is the one that the sheet has, and not the default one.
    #expect(try signOff(form, source: "en-US", against: server) == all)
    #expect(try signOff(form, source: "en-US", against: howdy) == lapsed)
  }

  /// The Danish row of `title` with `ok`, as a sheet has it.
  private func row(of catalog: Catalog, source: String?) throws -> ReturnedRow {
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = source
    let sheet = try ReviewSheet(catalog: catalog, scope: Fixture.scope, extras: extras)
    let key = try #require(catalog.keyIndex(of: TextKey(section: "login", key: "title")))
    return Fixture.returned(sheet.row(0, ofKeyAt: key, inLanguageAt: 2)) { $0.action = "ok" }
  }

  @Test func `a source value that is missing counts, and one that is added lapses the sign-off`() throws {
    let catalog = catalog(british: ["title": ""])
    let row = try row(of: catalog, source: "en-GB")
    let plan = Fixture.plan([row], against: catalog)
    #expect(plan.signOffs.map(\.sourceValue) == [.empty])
    #expect(plan.signOffs.first?.holds(in: self.catalog()) == false)
    #expect(Fixture.plan([row], against: self.catalog()).counts == [.conflict: 1])
  }

  @Test func `a locale that the server no longer has lapses the sign-off`() throws {
    #expect(try signOff(Self.forms[0], against: catalog(british: nil)).values.allSatisfy { $0 == .conflict })
  }

  /// Takes the locale of the source values from the bases.
  private func takeLocales(_ tables: inout [EditedSheet.Table]) throws {
    for table in tables.indices {
      let column = try tables[table].column("Base")
      for row in tables[table].cells.indices.dropFirst() {
        let changed = tables[table].cells[row][column].replacing(/:[a-z2-7]{10}/, with: "")
        #expect(changed != tables[table].cells[row][column])
        tables[table].cells[row][column] = changed
      }
    }
  }

  @Test func `in a sheet that does not say the locale, it is the default one`() throws {
    let form = Self.forms[0]
    let british = catalog(british: ["title": "Welcome back"])
    #expect(try signOff(form, against: catalog(), takeLocales) == all)
    #expect(try signOff(form, against: british, takeLocales) == all.merging(["title": .conflict]) { $1 })
  }

  @Test("beside a source text that the sheet does not have in full, nothing is signed off", arguments: [nil, "en-GB"])
  func tooLong(sourceLocale: String?) throws {
    let catalog = catalog(british: ["title": String(repeating: "a", count: 40_000)])
    let plan = Fixture.plan([try row(of: catalog, source: sourceLocale)], against: catalog)
    #expect(plan.verdicts == [.refused])
    #expect(plan.items[0].message.contains("source text is too long"))
  }
}
