import Basics
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// The sheets that an import hands back, annotated and to fix, for every outcome of a row, layout and format: returned untouched
/// they plan nothing and say how many rows are still to fix, and edited they plan exactly the edit.
struct HandedBackSheetTests {
  /// One row with what becomes of it. Its key is the case's name.
  struct Case: Sendable {
    let name: String
    /// The pending proposals when the sheet is exported, and when it comes back.
    var exported: [(id: Int, value: String, mine: Bool)] = []
    var server: [(id: Int, value: String, mine: Bool)]?
    /// The value that the server serves when the sheet comes back; nil for a text that it has not any more.
    var current: String? = "Gammel"
    /// What the reviewer writes, into the text's first row and into its second.
    var edit: [ReviewColumn: String] = [.proposal: "Ny"]
    var second: [ReviewColumn: String] = [:]
    /// What somebody decides about the conflict.
    var decision: ConflictResolution?
    /// How the call ends.
    var outcome = ChangeOutcome.done(nil)
    /// Whether the server holds it all the same.
    var isThere = false
    /// What the row shows under Proposal when it is handed back.
    var shows = "Ny"
    /// Whether `accept` sends that.
    var isSuggestion = false
    /// The proposal that `delete` withdraws then.
    var deletes: Int?
    var isToFix = false
    /// Whether another text is taken there.
    var takesEdits = true
  }

  private static let cases: [Case] = [
    Case(name: "applied"), Case(name: "applied over ours", exported: [(11, "Vores", true)]),
    Case(name: "applied with other edges", edit: [.proposal: "Ny "], outcome: .applied(proposalID: nil, altered: "Ny")),
    Case(name: "deleted", exported: [(12, "Vores", true)], edit: [.action: "delete"], shows: ""),
    Case(name: "deleted before", exported: [(13, "Vores", true)], server: [], edit: [.action: "delete"], shows: ""),
    Case(name: "proposed by somebody", server: [(14, "Ny", false)]),
    Case(name: "same as current", edit: [.proposal: "Gammel"], shows: "Gammel"),
    Case(
      name: "cleared", exported: [(15, "Vores", true)], edit: [.proposal: ""],
      outcome: .notAttempted(Reason(verbatim: "Deleting was not allowed.")), shows: "Vores", deletes: 15),
    Case(name: "theirs", server: [(16, "Deres", false)], decision: .server, shows: "Deres"),
    Case(
      name: "theirs, a deletion", exported: [(17, "Vores", true)], server: [(17, "Ændret", true)],
      edit: [.action: "delete"], decision: .server, shows: "Ændret", deletes: 17),
    Case(name: "mine", server: [(18, "Deres", false)], decision: .sheet),
    Case(name: "edited", server: [(19, "Deres", false)], decision: .edited("Lederens"), shows: "Lederens"),
    Case(
      name: "edited, a deletion", exported: [(20, "Vores", true)], server: [(20, "Ændret", true)],
      edit: [.action: "delete"], decision: .edited("Lederens"), shows: "Lederens"),
    Case(
      name: "edited and failed", server: [(21, "Deres", false)], decision: .edited("Lederens"),
      outcome: .failed(code: "api.server", message: "It failed."), shows: "Lederens", isSuggestion: true, isToFix: true),
    Case(name: "current value moved", current: "Anden", isSuggestion: true, isToFix: true),
    Case(
      name: "proposal appeared", exported: [(22, "Vores", true)], server: [(22, "Vores", true), (23, "Deres", false)],
      isSuggestion: true, deletes: 22, isToFix: true),
    Case(
      name: "ours moved", exported: [(24, "Vores", true)], server: [(25, "Ændret", true)], isSuggestion: true,
      deletes: 25, isToFix: true),
    Case(
      name: "ours moved, a deletion", exported: [(26, "Vores", true)], server: [(27, "Ændret", true)],
      edit: [.action: "delete"], shows: "Ændret", deletes: 27, isToFix: true),
    Case(
      name: "not ours to delete", exported: [(28, "Deres", false)], edit: [.action: "delete"], shows: "Deres",
      isToFix: true),
    Case(name: "unknown action", edit: [.proposal: "Ny", .action: "fjern"], isSuggestion: true, isToFix: true),
    Case(
      name: "unknown action alone", exported: [(29, "Vores", true)], edit: [.action: "fjern"], shows: "Vores",
      deletes: 29, isToFix: true),
    Case(name: "nothing to accept", edit: [.proposal: "Ny", .action: "accept"], isSuggestion: true, isToFix: true),
    Case(
      name: "deletes and changes", exported: [(30, "Vores", true)], edit: [.proposal: "Ny", .action: "delete"],
      isSuggestion: true, deletes: 30, isToFix: true),
    Case(
      name: "two requests", exported: [(31, "Vores", true), (32, "Deres", false)], second: [.proposal: "Nyere"],
      isSuggestion: true, deletes: 31, isToFix: true),
    Case(name: "damaged value", edit: [.proposal: "Ny", .currentValue: "Gamel"], isSuggestion: true, isToFix: true),
    Case(name: "damaged key", edit: [.proposal: "Ny", .key: "damaged"], isSuggestion: true, isToFix: true),
    Case(name: "unreadable character", edit: [.proposal: "Ny \u{FFFD}"], shows: "Ny \u{FFFD}", isToFix: true),
    Case(name: "gone", current: nil, isToFix: true, takesEdits: false),
    Case(
      name: "refused by the server", outcome: .refused(code: "api.rejected", message: "Locked."), isSuggestion: true,
      isToFix: true), Case(name: "overridden", outcome: .overridden(seen: "Andet"), isSuggestion: true, isToFix: true),
    Case(
      name: "failed", exported: [(33, "Vores", true)], outcome: .failed(code: "api.server", message: "It failed."),
      isSuggestion: true, deletes: 33, isToFix: true),
    Case(
      name: "failed, a deletion", exported: [(34, "Vores", true)], edit: [.action: "delete"],
      outcome: .failed(code: "api.server", message: "It failed."), shows: "Vores", deletes: 34, isToFix: true),
    Case(name: "unconfirmed", outcome: .unconfirmed(code: "net.timeout", message: "No answer."), isSuggestion: true),
    Case(
      name: "unconfirmed and there", exported: [(35, "Vores", true)],
      outcome: .unconfirmed(code: "net.timeout", message: "No answer."), isThere: true),
    Case(
      name: "not attempted", edit: [.proposal: "+1"], outcome: .notAttempted(Reason(verbatim: "It was stopped.")),
      shows: "+1", isSuggestion: true),
    Case(
      name: "not attempted, a deletion", exported: [(36, "Vores", true)], edit: [.action: "delete"],
      outcome: .notAttempted(Reason(verbatim: "Deleting was not allowed.")), shows: "Vores", deletes: 36),
  ]

  /// A skipped row: the reviewer's own word stays.
  private static let skipped = Case(name: "skipped", edit: [.proposal: "Ny", .action: "skip"], shows: "Ny")

  private static func catalog(_ isBefore: Bool) -> Catalog {
    let all = cases + [skipped]
    func texts(_ value: (Case) -> String?) -> [(section: String, key: String, value: String?)] {
      all.filter { isBefore || $0.current != nil }.map { (section: "login", key: $0.name, value: value($0)) }
    }
    let proposals = all.flatMap { example in
      (isBefore ? example.exported : example.server ?? example.exported).map {
        Proposal(id: $0.id, text: Fixture.text(example.name), value: $0.value, canDelete: $0.mine)
      }
    }
    return Fixture.catalog(
      english: texts { "English \($0.name)" }, danish: texts { isBefore ? "Gammel" : $0.current }, proposals: proposals)
  }

  /// What the server holds after the calls were made.
  private static func catalog(after report: SubmissionReport, from server: Catalog) -> Catalog {
    var proposals = server.proposals.values.flatMap(\.self)
    for (index, change) in report.changeset.changes.enumerated() {
      let example = cases.first { $0.name == change.text.key }
      var seen: String?
      if case .overridden(let other) = report.outcomes[index] { seen = other }
      guard report.outcomes[index].isDone || example?.isThere == true || seen != nil else { continue }
      switch change.operation {
      case .propose(let value):
        var kept = value
        if case .applied(_, let altered?) = report.outcomes[index] { kept = altered }
        proposals.removeAll { $0.text.key == change.text.key && $0.canDelete }
        proposals.append(
          Proposal(id: 1_000 + index, text: Fixture.text(change.text.key), value: seen ?? kept, canDelete: seen == nil))
      case .delete(let id, _): proposals.removeAll { $0.id == id }
      }
    }
    let english = (cases + [skipped]).filter { $0.current != nil }
    return Fixture.catalog(
      english: english.map { ("login", $0.name, "English \($0.name)") },
      danish: english.map { ("login", $0.name, $0.current) }, proposals: proposals)
  }

  // MARK: - A round

  /// An import, and the sheets that it hands back.
  private struct Round {
    let folder: ScratchFolder
    let annotated: String
    let toFix: String
    let after: Catalog

    func plan(_ path: String, against catalog: Catalog? = nil, cleared: Bool = false, isBold: Bool = false) throws
      -> Changeset
    {
      var options = Fixture.unchecked
      options.cleared = cleared ? .delete : .keep
      options.onConflict = isBold ? .propose : .skip
      options.accepted = isBold ? [.damaged] : []
      return try Fixture.plan(fileAt: path, against: catalog ?? after, options: options)
    }
  }

  private static func round(_ shape: Shape) throws -> Round {
    let (layout, format) = (shape.layout, shape.format)
    let folder = try ScratchFolder()
    let server = catalog(false)
    let exported = folder.file("exported.\(format)")
    try write(ReviewSheet(catalog: catalog(true), scope: Fixture.scope), layout, to: exported)
    let path = folder.file("returned.\(format)")
    try edit(exported, to: path, (cases + [skipped]).flatMap { [($0.name, 0, $0.edit), ($0.name, 1, $0.second)] })
    let options = Fixture.options { $0.cleared = shape.cleared ? .delete : .keep }
    var plan = try Fixture.plan(fileAt: path, against: server, options: options)
    var decisions: [Int: ConflictResolution] = [:]
    for (index, item) in plan.items.enumerated() {
      decisions[index] = cases.first { $0.name == item.row.text.key }?.decision
    }
    plan = plan.resolving(decisions, against: server)
    let report = SubmissionReport(
      changeset: plan,
      outcomes: plan.changes.map { change in cases.first { $0.name == change.text.key }?.outcome ?? .alreadyThere },
      verification: .nothingToVerify)
    let after = catalog(after: report, from: server)
    let annotated = folder.file("annotated.\(format)")
    try SheetAnnotation(report.changeset, report, catalog: after, scope: Fixture.scope, provenance: Fixture.provenance)
      .write(fileAt: 0, to: OutputFile(path: annotated))
    let toFix = folder.file("fix.\(format)")
    let sheet = try #require(ToFixSheet(plan, results: report.results, catalog: after, scope: Fixture.scope)?.sheet)
    try write(sheet, layout, to: toFix)
    return Round(folder: folder, annotated: annotated, toFix: toFix, after: after)
  }

  /// Writes a copy of a sheet with other texts in the Danish rows of some keys.
  private static func edit(
    _ path: String, to copy: String, _ edits: [(key: String, proposal: Int, texts: [ReviewColumn: String])]
  ) throws {
    var tables = try EditedSheet.tables(of: path)
    for (key, proposal, texts) in edits {
      let cells = Dictionary(uniqueKeysWithValues: texts.map { ($0.key.header, $0.value) })
      try tables[tables.count - 1].set(cells, ofDanish: key, proposal: proposal)
    }
    try EditedSheet.write(tables, to: copy, propertiesOf: path)
  }

  private static func write(_ sheet: ReviewSheet, _ layout: SheetLayout, to path: String) throws {
    var options = ReviewSheetWriter.Options()
    options.layout = layout
    let writer = ReviewSheetWriter(sheet, provenance: Fixture.provenance, options: options)
    _ = try writer.write(toFileAt: path)
  }

  struct Shape: Sendable {
    let layout: SheetLayout
    let format: String
    let cleared: Bool
  }

  static let shapes = [SheetLayout.rows, .locales, .columns].flatMap { layout in
    ["xlsx", "csv"].flatMap { format in [false, true].map { Shape(layout: layout, format: format, cleared: $0) } }
  }

  // MARK: - What is asked

  @Test(arguments: shapes)
  func `left alone they plan nothing, whatever the server holds by then and whatever is consented to`(shape: Shape)
    throws
  {
    let round = try Self.round(shape)
    let strict = SubmissionTests().options { $0.isStrict = true }
    let moved = Fixture.catalog(
      english: Self.cases.map { ("login", $0.name, "Other") },
      danish: Self.cases.map { ("login", $0.name, "Helt andet") })
    for path in [round.annotated, round.toFix] {
      for catalog in [round.after, moved] {
        for (cleared, isBold) in [(false, false), (true, false), (true, true)] {
          let plan = try round.plan(path, against: catalog, cleared: cleared, isBold: isBold)
          #expect(plan.changes.map(\.text.key) == [])
          #expect(plan.items.map(\.row.text.key) == (path == round.annotated ? ["skipped"] : []))
          let count = path == round.toFix ? 20 : shape.cleared ? 24 : 23
          #expect(Self.undecided(plan) == ["\(count) rows still to fix"])
          let refusal = #expect(throws: SubmissionRefusal.self) { try Submission.refuse(plan, deletes: 0, strict) }
          #expect(refusal?.message.hasPrefix("rows are still to fix, and a strict import") == true)
        }
      }
    }
  }

  private static func undecided(_ plan: Changeset) -> [Substring] {
    plan.diagnostics.filter { $0.code == .rowUndecided }.map { $0.message.prefix { $0 != ":" } }
  }

  @Test(arguments: shapes) func `they show what was decided, and keep what was not carried out`(shape: Shape) throws {
    let round = try Self.round(shape)
    let annotated = try #require(try EditedSheet.tables(of: round.annotated).last)
    let toFix = try #require(try EditedSheet.tables(of: round.toFix).last)
    func shown(_ column: ReviewColumn, _ key: String, proposal: Int = 0, in table: EditedSheet.Table? = nil) throws
      -> String?
    {
      let table = table ?? annotated
      guard let place = try table.danish(column.header, of: key, proposal: proposal) else { return nil }
      let text = table.cells[place.row][place.column]
      return shape.format == "csv" ? FormulaGuard.unescape(text) : text
    }
    for example in Self.cases {
      #expect(try shown(.proposal, example.name) == example.shows, "\(example.name)")
      #expect(try shown(.action, example.name) == "", "\(example.name)")
      let fix = try shown(.proposal, example.name, in: toFix)
      #expect(fix == (example.isToFix ? example.shows : nil), "\(example.name)")
    }
    #expect(try shown(.proposal, "two requests", proposal: 1) == "Nyere")
    #expect(try shown(.currentValue, "damaged value") == "Gammel")
    #expect(try shown(.action, "skipped") == "skip")
  }

  @Test(arguments: shapes) func `what is accepted, edited or deleted in them is planned, and nothing else`(shape: Shape)
    throws
  {
    let round = try Self.round(shape)
    for (path, all) in [(round.annotated, Self.cases), (round.toFix, Self.cases.filter(\.isToFix))] {
      func plan(_ cases: [Case], _ column: ReviewColumn, _ text: (Case) -> String) throws -> Changeset {
        let returned = round.folder.file("again.\(shape.format)")
        try Self.edit(path, to: returned, cases.map { ($0.name, 0, [column: text($0)]) })
        return try round.plan(returned)
      }
      func proposed(_ plan: Changeset) -> [String: String] {
        Dictionary(zip(plan.changes.map(\.text.key), plan.sent)) { "\($0), \($1)" }
      }
      let offered = all.filter(\.isSuggestion)
      let accepted = try plan(offered, .action) { _ in "accept" }
      #expect(proposed(accepted) == Dictionary(uniqueKeysWithValues: offered.map { ($0.name, $0.shows) }))
      #expect(!accepted.hasRefusals && !accepted.hasConflicts)

      let edited = try plan(all, .proposal) { "Rettet \($0.name)" }
      let taken = all.filter(\.takesEdits)
      #expect(proposed(edited) == Dictionary(uniqueKeysWithValues: taken.map { ($0.name, "Rettet \($0.name)") }))
      #expect(edited.counts[.gone, default: 0] == all.count - taken.count)
      #expect(!edited.hasConflicts)
      #expect(Self.undecided(edited) == ["1 row still to fix"], "the second row of the two requests")

      let withdrawn = all.filter { $0.deletes != nil }
      let deletes = try plan(withdrawn, .action) { _ in "delete" }.changes.map { change in
        if case .delete(let id, _) = change.operation { (change.text.key, id) } else { (change.text.key, 0) }
      }
      #expect(
        Dictionary(deletes) { $0 + $1 }
          == Dictionary(uniqueKeysWithValues: withdrawn.map { ($0.name, $0.deletes ?? 0) }))
    }
  }
}
