import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewReports
@testable import ReviewSheets
@testable import TranslationReview

/// The errors that reviewers note in texts, as a number.
struct QualityTests {
  /// Notes, with the errors that they name.
  private static let cases: [(note: String, errors: String)] = [
    ("error: accuracy major", "accuracy major"), ("Error: Accuracy Major", "accuracy major"),
    ("ERROR : TERMINOLOGY CRITICAL", "terminology critical"), ("error：style minor", "style minor"),
    ("error: minor style", "style minor"), ("error: accuracy major, the name is style", "accuracy major"),
    ("error: accuracy/mistranslation major", "accuracy major"), ("error: mistranslation critical", "accuracy critical"),
    ("error: fluency minor", "linguistic conventions minor"),
    ("error: linguistic conventions neutral", "linguistic conventions neutral"),
    ("error: spelling minor - write Brød", "linguistic conventions minor"),
    ("error: locale conventions major", "locale conventions major"),
    ("error: date format minor", "locale conventions minor"),
    ("error: audience appropriateness major", "audience appropriateness major"),
    ("error: design and markup critical", "design and markup critical"),
    ("error: design/markup critical", "design and markup critical"),
    ("error: do-not-translate major", "accuracy major"), ("error: over-translation minor", "accuracy minor"),
    ("error: accuracy major; error: style minor", "accuracy major, style minor"),
    ("Nice. error: accuracy minor. error: accuracy minor", "accuracy minor, accuracy minor"),
    ("error: acuracy major", "other major"), ("error: other minor", "other minor"), ("error: major", "other major"),
    ("error: accuracy", ""), ("error: the key is missing", ""), ("(error: accuracy major)", ""),
    ("no error: all fine", ""), ("an error in the source", ""),
    ("error: Wrong term MAJOR wrong again", "terminology major"), ("Please shorten", ""),
  ]

  private static func key(_ number: Int) -> String { "a\(number < 10 ? "0" : "")\(number)" }

  /// Every other text is missing and gets a proposal of three words; the others have two words and only a note.
  private static func returned(as format: SheetFormat) throws -> (sheet: ReturnedSheet, catalog: Catalog) {
    let texts = cases.enumerated().map { (key: key($0), hasText: $0 % 2 == 1, note: $1.note) }
    let catalog = Fixture.catalog(
      english: texts.map { ("login", $0.key, "Three words \($0.key)") },
      danish: texts.map { ("login", $0.key, $0.hasText ? "Tekst \($0.key)" : nil) })
    let edits = texts.map { RowEdit(key: $0.key, proposal: $0.hasText ? nil : "Tre ord \($0.key)", note: $0.note) }
    return (try SheetCases.returned(SheetCases.sheet(catalog), as: format, by: "Anna Holm", edits), catalog)
  }

  private static let line = "quality: Acme, da-DK, Anna Holm: 26 errors, 165 points in 67 words, 2463 per 1,000 words"

  @Test(arguments: SheetCases.formats) func `the errors in the notes of a sheet are points for its words`(
    format: SheetFormat
  ) throws {
    let (sheet, catalog) = try Self.returned(as: format)
    let named = Dictionary(uniqueKeysWithValues: sheet.notes.map { ($0.text.key, NotedErrors($0.note).errors) })
    for (number, expected) in Self.cases.enumerated() {
      let errors = named[Self.key(number)]?.map { "\($0.category.rawValue) \($0.severity.rawValue)" }
      #expect(errors?.joined(separator: ", ") == expected.errors, "\(expected.note)")
    }
    #expect(sheet.diagnostics.count { $0.code == .rowErrorInNote } == 4)
    for (most, limit) in [(nil, ""), (2_463, ""), (2_462, "; the project takes 2462 at most")] as [(Int?, String)] {
      var options = Fixture.unchecked
      options.mostPoints = most
      let share = try #require(AgencyShares(Fixture.plan(sheet, against: catalog, options: options)).shares.first)
      #expect(share.quality.lines(of: "Acme") == [Self.line + limit])
      let check = SheetCheck(sheet, options: options)
      #expect(check.quality.map { $0.quality.lines(of: "Acme") } == [[Self.line + limit]])
      #expect(check.isQualityHeld == limit.isEmpty)
      #expect(check.problemLines.contains { $0.hasPrefix("error: quality: ") } == !limit.isEmpty)
      #expect(check.annotations.contains { $0.code == "quality" } == !limit.isEmpty)
    }
  }

  @Test func `what is not of MQM is told`() {
    #expect(
      ["error: acuracy major", "error: major", "error: accuracy"].map { NotedErrors($0).remarks } == [
        ["\"acuracy\" is no category of MQM, so it counts as other. Did you mean accuracy?"],
        [
          "An error has no category, so it counts as other. Write one of terminology, accuracy, linguistic conventions, "
            + "style, locale conventions, audience appropriateness, design and markup, other."
        ],
        [
          "\"error: accuracy\" has no severity after its category and is not counted. Write neutral, minor, major or "
            + "critical, as in error: accuracy major."
        ],
      ])
  }

  @Test(arguments: [
    ("Shorter\nerror: accuracy major", "Shorter\n(error: accuracy major)"),
    ("error: accuracy major; error: style minor.", "(error: accuracy major); (error: style minor)."),
    ("(error: accuracy major)", "(error: accuracy major)"), ("no error: fine", "no error: fine"),
    ("ignore: space.edge\nerror: style minor", "(error: style minor)"),
  ]) func `the next sheet has counted errors in brackets`(note: String, next: String) {
    #expect(IgnoredChecks.removed(from: note) == next)
    #expect(NotedErrors(next).errors.isEmpty)
  }

  @Test(arguments: SheetCases.formats, [("", 1), ("reject", 0)])
  func `an error in a text that is rejected is not of the sheet that rejects it`(
    format: SheetFormat, rejecting: (word: String, lines: Int)
  ) throws {
    let catalog = Fixture.catalog(proposals: [.other(1, "title", "Hej")])
    let edit = RowEdit(key: "title", action: rejecting.word, note: "error: accuracy major")
    let returned = try SheetCases.returned(SheetCases.sheet(catalog), as: format, [edit])
    #expect(returned.notes.map(\.note) == ["error: accuracy major"])
    #expect(Fixture.plan(returned, against: catalog).qualityLines(nil).count == rejecting.lines)
  }

  /// The import of two files of one sheet, which have the same row; only the note in the first names an error.
  private func report() throws -> SubmissionReport {
    let catalog = Fixture.catalog()
    let rows = try (0..<2).map { file in
      try Fixture.row("title", of: catalog, file: file) { $0.proposal = "Velkommen hjem" }
    }
    var noted = rows[0]
    noted.cells.note = "error: accuracy major"
    var sheet = Fixture.sheet(rows)
    sheet.notes = [ReturnedSheet.Note(of: noted, NotedErrors(noted.note))]
    sheet.files = ["a.csv", "b.csv"].map { path in
      var file = ReturnedSheet.File(path: path, digest: path)
      (file.sheetID, file.agency) = ("abc", "Acme")
      return file
    }
    return Fixture.plan(sheet, against: catalog).report([.done(1)])
  }

  @Test func `a row counts once for its sheet, and an undo takes its errors off`() throws {
    let report = try report()
    func events(_ id: String, _ hour: Int) -> [SheetEvent] {
      SheetEvent.returns(report, of: id, at: "2026-03-06T1\(hour):00:00Z")
    }
    func undo(_ id: String, isRedone: Bool = false) -> [SheetEvent] {
      SheetEvent.undoings(
        of: [report.changeset.items[0].row.text.normalized], in: report, of: "i", by: id, isRedone: isRedone,
        at: "2026-03-06T13:00:00Z")
    }
    func quality(_ events: [SheetEvent]) throws -> String {
      let board = SheetBoard(SheetRounds(events).rounds, at: 0, mostPoints: 20)
      return try #require(board.json.elements?.first?["quality"]).text.filter { !$0.isWhitespace }
    }
    let one =
      #"[{"locale":"da-DK","person":null,"words":2,"errors":[{"category":"accuracy","severity":"major","count":1}],"#
      + #""points":5,"pointsPerThousand":2500,"most":20,"over":true}]"#
    #expect(AgencyShares(report.changeset, report).shares.map { $0.quality.map(\.errorCount) } == [[1]])
    #expect(try quality(events("i", 0)) == one)
    #expect(try quality(events("i", 0) + events("j", 1)) == one)
    #expect(try quality(events("i", 0) + undo("u")) == "[]")
    #expect(try quality(events("i", 0) + events("j", 1) + undo("u")) == "[]")
    #expect(try quality(events("i", 0) + undo("u") + events("j", 1)) == one)
    #expect(try quality(events("i", 0) + undo("u") + undo("v", isRedone: true)) == one)
    let scope = Fixture.scope.hash
    let lines = try (events("i", 0) + undo("u")).enumerated().map { try $1.line(scope: scope, order: $0) }
    #expect(SheetEvent.events(in: lines.map { $0[...] }, scope: scope).map(\.event) == events("i", 0) + undo("u"))
    let board = SheetBoard(SheetRounds(events("i", 0)).rounds, at: 0, mostPoints: 20)
    #expect(
      board.lines().suffix(2).map { $0.split(separator: " ").joined(separator: " ") } == [
        "quality locale person words errors points per 1,000", "b.csv da-DK – 2 1 5 2500 (at most 20)",
      ])
  }
}
