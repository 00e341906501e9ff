import Basics
import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import ReviewSheets
@testable import TranslationReview

/// What became of the rows of each agency, and the words that it sent.
struct AgencySharesTests {
  private func plan() throws -> Changeset {
    let catalog = Fixture.catalog()
    var rows = [
      try Fixture.row("title", of: catalog) { ($0.proposal, $0.action) = ("Velkommen hjem", "ok") },
      try Fixture.row("button", of: catalog, at: 3) { $0.proposal = "Log på" },
      try Fixture.row("button", of: catalog, file: 1) { $0.proposal = "Ind" },
      try Fixture.row("hint", of: catalog, at: 3, file: 1) { $0.proposal = "Tryk nu" },
      try Fixture.row("hint", of: catalog, file: 2) { $0.proposal = "Tryk nu" },
    ]
    for index in 0..<2 { rows[index].place.author = "Anna Holm" }
    var sheet = Fixture.sheet(rows)
    sheet.files = ["back/da.csv", "back/other.csv", "back/good.csv"].map { ReturnedSheet.File(path: $0, digest: $0) }
    (sheet.files[0].sheetID, sheet.files[0].rowCount, sheet.files[0].exportedRowCount) = ("abc", 8, 10)
    (sheet.files[1].rowCount, sheet.files[2].rowCount) = (3, 1)
    sheet.nameAgencies(["abc": "da-alpha"])
    return Fixture.plan(sheet, against: catalog)
  }

  @Test func `each agency has its rows in the groups of the whole, who approved them, and its words`() throws {
    let plan = try plan()
    #expect(plan.verdicts == [.propose, .disagreement, .disagreement, .propose, .propose])
    let report = plan.report([.done(1), .failed(code: "x", message: "No.")])
    #expect(
      AgencyShares(plan, report).json.text.filter { !$0.isWhitespace }
        == #"""
        [{"agency":"da-alpha","asked":10,"back":8,"sent":1,"refused":0,"undecided":1,"approved":1,
        "approvedBy":["AnnaHolm"],"words":[{"locale":"da-DK","person":"AnnaHolm","typed":false,"rows":1,"words":2,"changed":1,
        "unchanged":1,"edits":5,"length":14,"editDistance":36}],"quality":[{"locale":"da-DK","person":"AnnaHolm","words":2,
        "errors":[],"points":0,"pointsPerThousand":0,"most":null,"over":false}]},
        {"agency":"other.csv","asked":null,"back":3,"sent":0,"refused":1,"undecided":1,"approved":0,"approvedBy":[],
        "words":[],"quality":[]},
        {"agency":"good.csv","asked":null,"back":1,"sent":0,"refused":1,"undecided":0,"approved":0,"approvedBy":[],
        "words":[],"quality":[]}]
        """#.filter { !$0.isWhitespace })
    #expect(
      RowCounts(plan, report).sentence
        == "1 of 5 rows with a change was sent to NStack; 2 rows wait for a decision; 2 rows were refused (2 failed).")
    #expect(RowCounts(plan).sentence == "3 of 5 rows with a change can be sent to NStack; 2 rows wait for a decision.")
    #expect(plan.planLine == "plan: 2 to propose, 0 to delete (3 rows ask for 2 calls)")
    #expect(plan.askingWords(deletes: false) == " for 3 rows")
  }

  @Test func `lines, objects, agencies and the table of sheets have the same numbers`() throws {
    let plan = try plan()
    let report = plan.report([.done(1), .done(2)])
    #expect(plan.countLines(report).contains("5 rows: 3 sent (3 proposed), 2 undecided (2 disagreements)"))
    #expect(
      report.json.text.filter { !$0.isWhitespace }.contains(
        #""groups":{"sent":3,"nothingToDo":0,"refused":0,"undecided":2}"#))
    let shares = AgencyShares(plan, report).shares
    #expect(shares.map { [$0.counts.count(.sent), $0.counts.count(.undecided)] } == [[1, 1], [1, 1], [1, 0]])
    let events = SheetEvent.returns(report, of: "i", at: "2026-03-06T10:00:00Z")
    let table = SheetBoard(SheetRounds(events).rounds, at: 0).table().dropFirst().map { $0.split(separator: " ") }
    #expect(
      table.map { "\($0[0]): \($0[$0.count - 2]) sent, \($0[$0.count - 1]) not" }.sorted() == [
        "da.csv: 1 sent, 1 not", "good.csv: 1 sent, 0 not", "other.csv: 1 sent, 1 not",
      ])
  }

  @Test func `a row that came back in several files of one sheet counts once`() throws {
    let catalog = Fixture.catalog()
    let edit = { (row: inout ReviewRow) in row.proposal = "Velkommen hjem" }
    let rows = [
      try Fixture.row("title", of: catalog, edit), try Fixture.row("button", of: catalog, at: 3) { $0.action = "skip" },
      try Fixture.row("title", of: catalog, file: 1, edit),
      try Fixture.row("button", of: catalog, at: 3, file: 1) { $0.action = "x" },
    ]
    var sheet = Fixture.sheet(rows)
    sheet.files = ["a.csv", "a (1).csv"].map { path in
      var file = ReturnedSheet.File(path: path, digest: path)
      (file.sheetID, file.rowCount, file.exportedRowCount) = ("abc", 3, 4)
      file.rowMarks = Set(rows.prefix(2).compactMap(\.base?.rowMark) + [TextHash(bits: UInt64(path.count))])
      return file
    }
    sheet.nameAgencies(["abc": "da-alpha"])
    let plan = Fixture.plan(sheet, against: catalog)
    #expect(plan.verdicts == [.propose, .skipped, .propose, .unknownAction])
    let report = plan.report([.done(1)])
    let share = try #require(AgencyShares(plan, report).shares.first)
    #expect([share.asked, share.back, share.counts.count(.sent), share.counts.count(.refused)] == [4, 4, 1, 1])
    #expect(share.counts.count(.nothingToDo) == 0 && share.words.map(\.numbers) == [[1, 2, 1, 5, 14]])
    #expect(
      HTMLReport(report).text.contains(
        "<p class=\"status bad\">1 of 2 rows with a change was sent to NStack; 1 row was refused.</p>"))
    let board = SheetBoard(SheetRounds(SheetEvent.returns(report, of: "i", at: "")).rounds, at: 0)
    let round = try #require(board.json.elements?.first)
    #expect(round["sent"]?.integer == 1 && round["notSent"]?.integer == 1)
    #expect(round["words"]?.text == share.words.json.text)
    let undoings = SheetEvent.undoings(
      of: [rows[0].text.normalized], in: report, of: "i", by: "u", isRedone: false, at: "")
    #expect(undoings.map { if case .undone(let undone) = $0 { undone.rows } else { 0 } } == [1])
    let after = SheetRounds(SheetEvent.returns(report, of: "i", at: "") + undoings)
    #expect(SheetBoard(after.rounds, at: 0).json.elements?.first?["words"]?.elements?.isEmpty == true)
  }

  @Test func `the page knows which agencies did all as asked, and who wrote what was sent`() throws {
    let data = try HTMLReport(try plan().report([.done(1), .done(2)])).data
    let agencies = try #require(data["agencies"]?.elements)
    #expect(
      agencies.map { "\($0["agency"]?.string ?? "") \($0["isDone"]?.text ?? "")" } == [
        "da-alpha false", "other.csv false", "good.csv true",
      ])
    #expect(agencies[0]["words"]?.elements?.first?["person"]?.string == "Anna Holm")
  }

  @Test func `a text that was typed in a question is not a text of the person who wrote in the sheet`() throws {
    let (exported, moved) = (Fixture.catalog(), Fixture.catalog(title: "Ny titel"))
    var row = try Fixture.row("title", of: exported) { $0.proposal = "Velkommen hjem" }
    row.place.author = "Anna Holm"
    let plan = Fixture.plan([row], against: moved).resolving([0: .edited("Ny")], against: moved)
    let sent = plan.sentWords(plan.report([.done(1)]), without: []).values.flatMap(\.self)
    #expect(
      sent.map(\.json.text).map { $0.filter { !$0.isWhitespace } } == [
        #"{"locale":"da-DK","person":null,"typed":true,"rows":1,"words":1,"changed":1,"unchanged":0,"edits":9,"#
          + #""length":9,"editDistance":100}"#
      ])
    #expect(sent.map(\.writer) == ["who imported"])
  }

  @Test func `a row that was skipped by a decision, was emptied or lost to another is not as asked`() throws {
    let (exported, moved) = (Fixture.catalog(), Fixture.catalog(title: "Ny titel"))
    var rows = [
      try Fixture.row("title", of: exported) { $0.proposal = "Velkommen hjem" },
      try Fixture.row("button", of: exported, at: 3) { $0.proposal = "Log på" },
      try Fixture.row("button", of: exported, file: 1) { $0.proposal = "Ind" },
      try Fixture.row("hint", of: exported, at: 3, file: 1) { $0.action = "x" },
    ]
    rows.append(try Fixture.row("button", of: exported, at: 4, file: 2) { $0.action = "skip" })
    var options = Fixture.unchecked
    options.preference = .file(0)
    var sheet = Fixture.sheet(rows)
    sheet.files = ["a.csv", "b.csv", "c.csv"].map { ReturnedSheet.File(path: $0, digest: $0) }
    let plan = Fixture.plan(sheet, against: moved, options: options).resolving([0: .server], against: moved)
    #expect(plan.verdicts == [.skipped, .propose, .notChosen, .unknownAction, .skipped])
    let report = plan.report([.done(1)])
    #expect(
      RowCounts(plan, report).sentence
        == "1 of 4 rows with a change was sent to NStack; 2 rows were refused (1 not chosen); 1 row was skipped.")
    #expect(AgencyShares(plan, report).shares.map(\.counts.isDone) == [false, false, true])
    let pending = Catalog.pending(.own(7, "button", "Log på"))
    let emptied = Fixture.plan([try Fixture.row("button", of: pending) { $0.proposal = "" }], against: pending)
    #expect(RowCounts(emptied).sentence == "0 of 1 row with a change can be sent to NStack; 1 row was emptied.")
    #expect(!RowCounts(emptied).isDone)
  }

  @Test(arguments: [
    ("Log ind", "Log ud", [2, 1, 2, 7], 29), ("", "Hej verden", [2, 0, 10, 10], 100), ("Hej", "Hej", [1, 1, 0, 3], 0),
    ("Velkommen", "Velkommen {name} hjem", [2, 1, 12, 21], 57), ("保存", "保存する", [4, 2, 2, 4], 50),
    // Too long for the exact distance: what changed counts as replaced.
    (String(repeating: "ab ", count: 2_000), String(repeating: "xy ", count: 2_000), [2_000, 0, 5_999, 6_000], 100),
  ]) func `the words and the edit distance are those between the text before and the text that was sent`(
    before: String, text: String, numbers: [Int], percent: Int
  ) {
    var sent = SentWords(locale: "da-DK", person: nil)
    sent.add(text, before: before)
    #expect(sent.numbers == [1] + numbers)
    #expect(sent.editDistance == percent)
  }
}
