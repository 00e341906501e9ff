import Basics
import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

extension Check {
  /// Warns of two spaces in a row.
  fileprivate static let singleSpaces = Check("sample.spaces", .warning) { text in
    text.proposal.contains("  ") ? [CheckFinding(Reason(verbatim: "The text has two spaces in a row."))] : []
  }

  /// Finds a fault in every text, and says what it was given.
  fileprivate static let echo = Check("sample.echo", .warning) { text in
    let limit = text.maximumLength.map(String.init) ?? "none"
    let values = [text.proposal, text.source ?? "none", text.currentValue, limit].joined(separator: "|")
    return [CheckFinding(Reason(verbatim: "\(text.section)/\(text.key) \(text.locale) \(values)"))]
  }
}

struct CheckTests {
  /// A text whose English value has two placeholders, and one without any.
  private static func catalog(_ proposals: [Proposal] = []) -> Catalog {
    Fixture.catalog(
      english: [("login", "title", "Hi %@ on %d days"), ("login", "button", "Log in")],
      danish: [("login", "title", "Hej %@ i %d dage"), ("login", "button", "Log ind")], proposals: proposals)
  }

  private func options(_ checks: Check...) -> PlanningOptions { Fixture.options { $0.checks = checks } }

  private func plan(
    _ texts: [String: String], _ options: PlanningOptions, catalog: Catalog = catalog(),
    _ edit: (inout ReviewRow) -> Void = { _ in }
  ) throws -> Changeset {
    let rows = try texts.sorted { $0.key > $1.key }.enumerated().map { index, text in
      try Fixture.row(text.key, of: Self.catalog(), at: index + 2) { row in
        row.proposal = text.value
        edit(&row)
      }
    }
    return Fixture.plan(rows, against: catalog, options: options)
  }

  @Test func `an error refuses its row and no other, and names the check, the token and the fault`() throws {
    let plan = try plan(["title": "Hej i dage", "button": "Ind"], options(.keepsPlaceholders()))
    #expect(plan.verdicts == [.refusedByCheck, .propose])
    #expect(
      plan.items[0].message
        == "sample.placeholder (\"%@\"): The source text has this placeholder. Write it into the proposal. "
        + "sample.placeholder (\"%d\"): The source text has this placeholder. Write it into the proposal.")
    #expect(plan.changes.map(\.text.key) == ["button"])
    #expect(plan.counts == [.refusedByCheck: 1, .propose: 1])
    #expect(plan.hasRefusals)
  }

  @Test func `lines, JSON and results tell of it`() throws {
    let plan = try plan(["title": "Hej %@"], options(.keepsPlaceholders()))
    let told = "sample.placeholder (\"%d\")"
    #expect(plan.lines().contains { $0.contains("refused-by-check") && $0.contains(told) })
    #expect(plan.json.text.contains("\"refused-by-check\"") && plan.json.text.contains("sample.placeholder"))
    #expect(plan.results.map(\.kind) == [.refused])
    #expect(plan.results[0].text(in: .english).hasPrefix("refused: \(told)"))
  }

  @Test func `the sheet to fix keeps the maximum length, and does not keep what the note ignores`() throws {
    let catalog = Self.catalog()
    let row = try Fixture.row("button", of: catalog) {
      $0.proposal = "Log venligst ind"
      $0.context = TextContext(maximumLength: 8)
      $0.note = "Hej\nignore: end.stop"
    }
    var options = Fixture.unchecked
    options.checks = StandardChecks.all.filter { $0.id == "length.maximum" }
    let plan = Fixture.plan([row], against: catalog, options: options)
    #expect(plan.verdicts == [.refusedByCheck])
    let (fixing, rows) = try #require(Fixture.toFix(plan, catalog))
    #expect(fixing.columns.contains(.maximumLength))
    #expect(rows.map(\.context?.maximumLength) == [8])
    #expect(rows.map(\.note) == ["Hej"])
    #expect(rows.first?.problem.hasSuffix("Skriv en anden tekst under Proposal.") == true)
    let accepted = Fixture.returned(try #require(rows.first)) { $0.action = "accept" }
    #expect(Fixture.plan([accepted], against: catalog, options: options).verdicts == [.refusedByCheck])
  }

  @Test func `a warning is told and the row is sent`() throws {
    let plan = try plan(["button": "Log  ind nu"], options(.singleSpaces))
    #expect(plan.verdicts == [.propose])
    #expect(plan.items[0].notes.map(\.description) == ["sample.spaces: The text has two spaces in a row."])
    #expect(plan.changes.count == 1)
    #expect(
      plan.results[0].text(in: .english)
        == "planned: will be proposed. sample.spaces: The text has two spaces in a row.")
  }

  @Test func `findings come in the order of the checks, and warnings beside an error are told too`() throws {
    let mild = Check.keepsPlaceholders(.warning)
    let text = ["title": "Hej  %@"]
    let both = try plan(text, options(.singleSpaces, mild))
    #expect(both.items[0].notes.map { $0.description.prefix(14) } == ["sample.spaces:", "sample.placeho"])
    let turned = try plan(text, options(mild, .singleSpaces))
    #expect(turned.items[0].notes.map { $0.description.prefix(14) } == ["sample.placeho", "sample.spaces:"])
    let refused = try plan(text, options(.singleSpaces, .keepsPlaceholders()))
    #expect(refused.items[0].verdict == .refusedByCheck)
    #expect(refused.items[0].notes.map(\.description) == ["sample.spaces: The text has two spaces in a row."])
  }

  @Test(
    "an unknown check in a note is told, whatever becomes of the row",
    arguments: [
      ("Log ind", [], Verdict.sameAsCurrent), ("Ind", [Proposal.own(7, "button", "Ind")], .alreadyProposed),
      ("Ind", [Proposal.other(7, "button", "Andet")], .conflict), ("Ind", [], .propose),
    ]) func unknownIgnored(text: String, pending: [Proposal], verdict: Verdict) throws
  {
    let plan = try plan(["button": text], options(), catalog: Self.catalog(pending)) {
      // The server's value was another one when the sheet was exported.
      if verdict == .sameAsCurrent { ($0.currentValue, $0.base) = ("", nil) }
      $0.note = "ignore: space.doubl, space.double"
    }
    #expect(plan.verdicts == [verdict])
    #expect(
      plan.items.first?.notes.map(\.description).filter { $0.contains("ignore") } == [
        "Note asks to ignore a check. There is no check \"space.doubl\". Did you mean space.double?"
      ])
  }

  @Test func `a check gets the text, its source, its current value and its context`() throws {
    let plan = try plan(["title": "Hej\r\nigen"], options(.echo)) {
      $0.context = TextContext(description: "A greeting", screenshot: "", maximumLength: 20)
    }
    #expect(
      plan.items[0].notes.map(\.description) == [
        "sample.echo: login/title da-DK Hej\nigen|Hi %@ on %d days|Hej %@ i %d dage|20"
      ])
  }

  @Test(
    "a text that nobody changed, or that is not to be proposed, is not judged",
    arguments: [
      ("Hej %@ i %d dage", "", Verdict.sameAsCurrent), ("Ny", "skip", .skipped), ("", "", .unchanged),
      ("Ventende", "", .alreadyProposed), ("Ny", "delete", .disagreement),
    ]) func notJudged(proposal: String, action: String, verdict: Verdict) throws
  {
    let pending = Self.catalog([Proposal.other(7, "title", "Ventende")])
    let plan = try plan(["title": proposal], options(.echo, .keepsPlaceholders()), catalog: pending) {
      $0.action = action
    }
    #expect(plan.counts == [verdict: 1])
    #expect(
      !plan.items.contains {
        $0.notes.contains { $0.description.hasPrefix("sample.") } || $0.message.contains("sample.")
      })
  }

  @Test func `a row in conflict is judged when it is decided to send it`() throws {
    let moved = Self.catalog([Proposal.other(7, "title", "Andens")])
    let plan = try plan(["title": "Hej"], options(.keepsPlaceholders(), .singleSpaces), catalog: moved)
    #expect(plan.verdicts == [.conflict])
    let mine = plan.resolving([0: .sheet], against: moved)
    #expect(mine.counts == [.refusedByCheck: 1])
    #expect(mine.items[0].message.hasPrefix("sample.placeholder (\"%@\")"))
    let edited = plan.resolving([0: .edited("Hej  %@ %d")], against: moved)
    #expect(edited.counts == [.propose: 1])
    #expect(edited.items[0].notes.last?.description == "sample.spaces: The text has two spaces in a row.")
    #expect(plan.resolving([0: .server], against: moved).counts == [.skipped: 1])
  }

  @Test func `a check without a server compares with the source value in the sheet`() throws {
    let row = try Fixture.exportedRow("title", of: Self.catalog())
    var sheet = ReturnedSheet()
    sheet.rows = ["Hej  %@", "Hej %@"].enumerated().map { index, text in
      Fixture.returned(row, at: index + 2, file: index) { row in
        (row.proposal, row.sourceText) = (text, nil)
        row.sourceValue = index == 0 ? nil : "Hi %@ on %d"
        row.base = nil
        row.text = Fixture.text("title\(index)")
      }
    }
    let check = SheetCheck(sheet, options: self.options(.keepsPlaceholders(), .singleSpaces))
    #expect(check.diagnostics.codes == ["row.check-finding", "row.refused-by-check"])
    #expect(check.diagnostics.map(\.severity) == [.warning, .error])
    #expect(check.diagnostics[0].message == "sample.spaces: The text has two spaces in a row.")
    #expect(check.diagnostics[1].message.hasPrefix("sample.placeholder (\"%d\")"))
  }
}
