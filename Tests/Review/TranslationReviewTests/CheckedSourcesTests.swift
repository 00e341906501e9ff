import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

struct CheckedSourcesTests {
  private let catalog = Fixture.catalog(
    english: [
      ("login", "reply.one", "A reply"), ("login", "reply.other", "%d replies"), ("login", "step_two", "Add %d"),
      ("login", "TITLE_ONE", "A day"), ("login", "TITLE_OTHER", "%d days"), ("login", "title", "Log in"),
    ],
    danish: [
      ("login", "reply.one", "Et svar"), ("login", "reply.other", "%d svar"), ("login", "step_two", "Føj %d til"),
      ("login", "TITLE_ONE", "En dag"), ("login", "TITLE_OTHER", "%d dage"), ("login", "title", "Log ind"),
    ])

  private var options: PlanningOptions { PlanningOptions() }

  /// The edited rows of a sheet, each given as its key and its proposal.
  private func rows(_ edits: [(String, String)], language: Int = 1, source: String? = nil) throws -> [ReturnedRow] {
    var extras = ReviewSheet.Extras()
    extras.sourceLocale = source
    let sheet = try ReviewSheet(catalog: catalog, scope: Fixture.scope, extras: extras)
    return try edits.enumerated().map { index, edit in
      let key = try #require(catalog.keyIndex(of: TextKey(section: "login", key: edit.0)))
      return Fixture.returned(sheet.row(0, ofKeyAt: key, inLanguageAt: language), at: index + 2) {
        $0.proposal = edit.1
      }
    }
  }

  /// The ids of the checks with a finding, without a server and with one.
  private func found(_ rows: [ReturnedRow]) -> (offline: [String], online: [String]) {
    let sheet = Fixture.sheet(rows)
    let plan = Fixture.plan(rows, against: catalog, options: options)
    return (
      SheetCheck(sheet, options: options).diagnostics.flatMap(\.checks), plan.items.flatMap { $0.findings.map(\.check) }
    )
  }

  @Test(
    "a plural form is compared with its other form, and a key that only ends in such a word with its own source text",
    arguments: [
      ("reply.other", "%d svar %@", ["printf.extra"]), ("step_two", "Føj %d venner til %@", ["printf.extra"]),
      ("reply.one", "%@ svar", ["printf.type"]), ("reply.one", "%d svar", []), ("TITLE_ONE", "%d dag", []),
      ("TITLE_ONE", "%d dag %@", ["printf.extra"]),
    ]) func plurals(key: String, proposal: String, expected: [String]) throws
  {
    let edits = [(key, proposal), ("reply.other", "%d svar i alt"), ("TITLE_OTHER", "%d dage i alt")].filter {
      $0.0 != key || $0.1 == proposal
    }
    let found = found(try rows(edits))
    #expect(found.offline == expected)
    #expect(found.online == expected)
  }

  @Test func `without a server, a form whose other form is not in the sheet may have or lack one number`() throws {
    #expect(found(try rows([("reply.one", "%d svar")])).offline == [])
    #expect(found(try rows([("reply.one", "%d svar %d")])).offline == ["printf.extra"])
    #expect(found(try rows([("step_two", "Føj %d venner til %@")])).offline == ["printf.extra"])
  }

  @Test(arguments: [nil, "en-GB"])
  func `rows in the source locale are known without a server, with source values and without`(source: String?) throws {
    let own = found(try rows([("title", "Log in?")], language: 0, source: source))
    #expect(own.offline == [])
    #expect(own.online == [])
    let other = found(try rows([("title", "Log ind?")], source: source))
    #expect(other.offline == ["end.question"])
    #expect(other.online == ["end.question"])
  }

  @Test func `a sheet without a column for source values names the source locale in its own rows alone`() throws {
    #expect(try rows([("title", "x")], language: 0)[0].base?.sourceLocale == TextHash("en-gb"))
    #expect(try rows([("title", "x")], language: 1)[0].base?.sourceLocale == .empty)
    let base = try #require(try rows([("title", "x")], language: 0)[0].base)
    #expect(RowBase(text: base.text) == base)
  }

  @Test func `spaces are mended in the same rows with a server and without`() throws {
    var options = options
    options.mendsSpaces = true
    let rows = try rows([("title", "Log in now ")], language: 0)
    #expect(Fixture.plan(rows, against: catalog, options: options).sent == ["Log in now "])
    #expect(RowChecks(options).mended(rows[0], against: Catalog(resources: [], proposals: [])) == nil)
  }
}
