import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// Rows whose source text changed on the server after their export, in every format.
struct ChangedSourceTests {
  /// What the user who imports chose.
  enum Policy: Sendable {
    case sending
    case holding
    case inSpite
    case level(String)
    case accepting

    func options() throws -> PlanningOptions {
      var settings = CheckSettings()
      if case .level(let level) = self { try settings.set(level, for: "source.changed") }
      if case .accepting = self { try settings.set("error", for: "source.changed") }
      return Fixture.options { options in
        options.checks = settings.checks.filter { $0.id == "source.changed" }
        switch self {
        case .sending: break
        case .holding, .level: options.holdsChangedSources = true
        case .inSpite: (options.holdsChangedSources, options.onConflict) = (true, .propose)
        case .accepting: options.accepted = [.refusedByCheck]
        }
      }
    }
  }

  private static let old = "Keep the fresh bread"
  private static let new = "Keep the old bread"

  private static func catalog(_ source: String) -> Catalog {
    Fixture.catalog(
      english: [("login", "title", source), ("login", "button", "Log in"), ("login", "hint", source + "!")],
      danish: [("login", "title", "Behold brødet"), ("login", "button", "Log ind"), ("login", "hint", nil)],
      reading: .now)
  }

  /// The texts as they are exported: `hint` is missing, and a memory has a suggestion for it.
  private static func exported(hasSource: Bool = true) throws -> ReviewSheet {
    let catalog = catalog(old)
    return try SheetCases.sheet(catalog) { extras in
      extras.suggestions = try Fixture.suggestions(["hint": "Spar brødet"], in: catalog)
      if !hasSource { extras.sourceLocale = nil }
    }
  }

  private static let edit = [RowEdit(key: "title", proposal: "Gem brødet")]
  private static let approved = [RowEdit(key: "title", proposal: "Gem brødet", action: "ok")]
  private static let ignoring = [RowEdit(key: "title", proposal: "Gem brødet", note: "ignore: source.changed")]
  private static let both = edit + [RowEdit(key: "button", proposal: "Ind")]
  private static let accepted = [RowEdit(key: "hint", action: "accept")]
  private static let rewritten = [RowEdit(key: "hint", proposal: "Gem det", action: "accept")]

  private static let sent = "title propose Gem brødet"
  private static let told = "title propose Gem brødet (source.changed)"
  private static let held = "title conflict (source.changed)"

  private static let cases: [(edits: [RowEdit], source: String, policy: Policy, outcome: String)] = [
    (edit, old, .sending, sent), (edit, new, .sending, told), (edit, "", .sending, told), (edit, old, .holding, sent),
    (edit, new, .holding, held), (edit, "", .holding, held), (edit, old + " ", .holding, held),
    (edit, old + "\n", .sending, told), (approved, old, .holding, sent), (approved, new, .sending, told),
    (approved, new, .holding, held), (ignoring, new, .sending, sent), (ignoring, new, .holding, sent),
    (edit, new, .inSpite, told), (edit, new, .level("off"), sent), (edit, new, .level("info"), told),
    (edit, new, .level("error"), "title refused-by-check (source.changed)"), (edit, new, .accepting, sent),
    (both, new, .holding, "\(held), button propose Ind"), (both, old, .holding, "\(sent), button propose Ind"),
    (accepted, old, .holding, "hint propose Spar brødet"),
    (accepted, new, .sending, "hint propose Spar brødet (source.changed)"),
    (accepted, new, .holding, "hint conflict (source.changed)"), (rewritten, old, .holding, "hint propose Gem det"),
    (rewritten, new, .holding, "hint conflict (source.changed)"),
  ]

  @Test(arguments: SheetCases.formats, cases.indices) func `a changed source text is told, or holds its row back`(
    format: SheetFormat, number: Int
  ) throws {
    let (edits, source, policy, outcome) = Self.cases[number]
    let sheet = try SheetCases.returned(Self.exported(), as: format, edits)
    let plan = Fixture.plan(sheet, against: Self.catalog(source), options: try policy.options())
    #expect(SheetCases.outcome(plan) == outcome)
  }

  @Test(arguments: SheetCases.formats) func `the row says what was removed and added, word by word`(format: SheetFormat)
    throws
  {
    let sheet = try SheetCases.returned(Self.exported(), as: format, Self.edit)
    let plan = Fixture.plan(sheet, against: Self.catalog(Self.new), options: try Policy.holding.options())
    let sentence =
      "source.changed: The source text changed. Check that the translation still fits: "
      + "Keep the [-fresh-]{+old+} bread"
    #expect(plan.items[0].message == sentence && plan.items[0].notes.isEmpty)
    #expect(plan.items[0].findings.map(\.sentence) == [sentence])
  }

  @Test(arguments: SheetCases.formats) func `a hidden source text is compared too, except for its spaces`(
    format: SheetFormat
  ) throws {
    let sheet = try SheetCases.returned(Self.exported(hasSource: false), as: format, Self.edit)
    for (source, outcome) in [(Self.old, Self.sent), (Self.new, Self.held), (Self.old + " ", Self.sent)] {
      let plan = Fixture.plan(sheet, against: Self.catalog(source), options: try Policy.holding.options())
      #expect(SheetCases.outcome(plan) == outcome)
    }
  }

  /// What `accept`, and nothing, in a row of a sheet to fix ask for.
  @Test(arguments: SheetCases.formats, [true, false]) func `accept sends the row once its sheet shows the new source`(
    format: SheetFormat, hasSource: Bool
  ) throws {
    let options = try Policy.holding.options()
    let server = Self.catalog(Self.new)
    let returned = try SheetCases.returned(Self.exported(hasSource: hasSource), as: format, Self.edit)
    let plan = Fixture.plan(returned, against: server, options: options)
    let fixes = try #require(
      ToFixSheet(plan, results: plan.results, catalog: server, scope: Fixture.scope, format: format)?.sheet)
    func outcome(_ edits: [RowEdit], _ source: String) throws -> String {
      let sheet = try SheetCases.returned(fixes, as: format, edits)
      return SheetCases.outcome(Fixture.plan(sheet, against: Self.catalog(source), options: options))
    }
    let accepting = [RowEdit(key: "title", action: "accept")]
    #expect(try outcome([], Self.new) == "")
    #expect(try outcome(accepting, Self.new) == Self.sent)
    #expect(try outcome(accepting, "Keep the stale bread") == Self.held)
  }

  @Test(arguments: SheetCases.formats, [true, false])
  func `an export since an earlier sheet has the texts whose source changed, and says how`(
    format: SheetFormat, hasSource: Bool
  ) throws {
    let previous = try SheetCases.withFile(Self.exported(hasSource: hasSource), as: format, []) {
      try PreviousSheet(path: $0)
    }
    let sheet = try SheetCases.sheet(Self.catalog(Self.new)) { extras in
      extras.previous = previous
      if !hasSource { extras.sourceLocale = nil }
    }
    let rows = Fixture.rows(of: sheet)
    #expect(rows.map(\.text.key) == ["title", "hint"])
    #expect(rows.map(\.note) == ["", "!"].map { "[Source changed: Keep the [-fresh-]{+old+} bread\($0)]" })
    let returned = try SheetCases.returned(sheet, as: format, Self.edit)
    #expect(returned.notes.isEmpty)
    let plan = Fixture.plan(returned, against: Self.catalog(Self.new), options: try Policy.holding.options())
    #expect(SheetCases.outcome(plan) == Self.sent)
  }

  @Test(arguments: [("a.xlsx", SheetLayout.rows), ("a.csv", .rows), ("a.html", .rows), ("a.xlsx", .columns)])
  func `accept in the annotated copy of a plan sends the row`(name: String, layout: SheetLayout) throws {
    let options = try Policy.holding.options()
    let server = Self.catalog(Self.new)
    let folder = try ScratchFolder()
    let path = try EditedSheet(catalog: Self.catalog(Self.old), layout: layout, sourceLocale: "en-GB", name: name)
      .write(in: folder) { try $0[0].set(["Proposal": "Gem brødet"], ofDanish: "title") }
    let plan = try Fixture.plan(fileAt: path, against: server, options: options)
    #expect(SheetCases.outcome(plan) == Self.held)
    let copy = folder.file("annotated-\(name)")
    try SheetAnnotation(plan, catalog: server, scope: Fixture.scope, provenance: Fixture.provenance).write(
      fileAt: 0, to: OutputFile(path: copy))
    #expect(try Fixture.plan(fileAt: copy, against: server, options: options).counts == [.unchanged: 6])
    var tables = try EditedSheet.tables(of: copy)
    try tables[0].set(["Action": "accept"], ofDanish: "title")
    try EditedSheet.write(tables, to: path, propertiesOf: copy)
    let again = try Fixture.plan(fileAt: path, against: server, options: options)
    #expect(SheetCases.outcome(again) == Self.sent)
  }
}
