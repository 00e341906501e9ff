import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

/// Plans in lines: on a terminal, and in a file.
struct ReportDisplayTests {
  private let before = Catalog.pending(.own(7, "button", "Log på"))
  private static let after = Fixture.catalog(title: "Ny titel", proposals: [.own(7, "button", "Log på")])

  /// A conflict, a deletion, a new text, and a row that is refused.
  private func plan(against catalog: Catalog = Self.after) throws -> Changeset {
    try Fixture.plan(
      [
        ("title", { $0.proposal = "Velkommen her" }), ("button", { $0.action = "delete" }),
        ("hint", { $0.proposal = "Tryk\u{A0}her  nu " }),
      ], of: before, against: catalog, options: PlanningOptions())
  }

  @Test func `a file has each row under its place, and each text under its label`() throws {
    #expect(
      try plan().lines() == [
        "sheet.xlsx: worksheet \"Review\", row 2: conflict login/title [da-DK]: "
          + "Changed since the export: the server's current value is now \"Ny titel\".", "    source  Welcome",
        "    base    Velkommen", "    server  [-Velkommen-]{+Ny titel+}", "    sheet   Velkommen{+␠her+}",
        "sheet.xlsx: worksheet \"Review\", row 3: delete login/button [da-DK]", "    source  Log in",
        "    base    Log på", "    sheet   [-Log på-]",
        "sheet.xlsx: worksheet \"Review\", row 4: propose login/hint [da-DK]", "    source  Tap to go on",
        "    sheet   {+Tryk<U+A0>her␠␠nu␠+}",
        "    warning: space.edge (\"␠\"): The proposal ends with a space, and the source text does not. Remove it.",
        "    warning: space.double (\"␠␠\"): The text has two spaces in a row. Remove one.",
        "3 rows: 2 to send (1 to delete, 1 to propose), 1 undecided (1 conflict)",
        "checks: 2 warnings (space.double 1, space.edge 1)",
      ])
  }

  @Test func `a terminal has the rows under their worksheet and locale, and breaks texts between words`() throws {
    #expect(
      ReportDisplay(width: 34, usesColor: false).lines(of: try plan()).prefix(9) == [
        "sheet.xlsx: worksheet \"Review\" [da-DK] (3 rows)", "  row 2  conflict  login/title",
        "    Changed since the export:", "      the server's current value", "      is now \"Ny titel\".",
        "    source  Welcome", "    base    Velkommen", "    server  [-Velkommen-]{+Ny", "            titel+}",
      ])
  }

  @Test func `rows of several locales in turns are in one group and name their locale`() throws {
    let plan = try Fixture.plan(
      ["title", "button", "hint"].map { key in
        (
          key,
          {
            $0.proposal = "Ny"
            if key == "button" { $0.text = Fixture.text(key, "nb-NO") }
          }
        )
      }, of: before)
    let lines = ReportDisplay(width: 80, usesColor: false).lines(of: plan)
    #expect(lines.first == "sheet.xlsx: worksheet \"Review\" (3 rows)")
    #expect(lines.filter { $0.hasPrefix("  row") }.map { String($0.suffix(7)) } == ["[da-DK]", "[nb-NO]", "[da-DK]"])
  }

  @Test func `only the problems, or only the counts, are shown if asked for`() throws {
    let plan = try plan()
    let problems = plan.lines(.problems)
    #expect(problems.filter { $0.hasPrefix("sheet.xlsx") }.count == 2)
    #expect(!problems.contains { $0.contains("delete login/button") })
    #expect(
      plan.lines(.summary) == [
        "3 rows: 2 to send (1 to delete, 1 to propose), 1 undecided (1 conflict)",
        "checks: 2 warnings (space.double 1, space.edge 1)",
      ])
    #expect(
      plan.report([.done(nil), .failed(code: "x", message: "No.")]).lines(.problems, showsTexts: false).filter {
        $0.hasPrefix("sheet.xlsx")
      } == [
        "sheet.xlsx: worksheet \"Review\", row 2: conflict login/title [da-DK]: "
          + "Changed since the export: the server's current value is now \"Ny titel\".",
        "sheet.xlsx: worksheet \"Review\", row 4: propose failed login/hint [da-DK]: No.",
      ])
  }

  @Test func `a long text is cut where nothing changed`() throws {
    let long = String(repeating: "ord ", count: 1_000)
    let plan = try Fixture.plan([("title", { $0.proposal = "Velkommen \(long)x" })], of: before)
    let sheet = try #require(plan.lines().first { $0.hasPrefix("    sheet") })
    #expect(sheet.count < 2_100)
    let moved = ReportDisplay.plain.lines(
      of: RowSide(label: .sheet, pieces: WordDiff(from: long + "old", to: long + "new").pieces), indent: 0)
    #expect(moved.count == 1 && moved[0].hasSuffix("ord [-old-]{+new+}") && moved[0].contains(" … "))
  }

  @Test func `what is put in is shown, however much was taken out or stays`() {
    let drawing = ReportDisplay.plain
    func line(_ old: String, _ new: String) -> String {
      drawing.lines(of: RowSide(label: .sheet, pieces: WordDiff(from: old, to: new).pieces), indent: 0).joined()
    }
    let long = (0..<1_200).map { "ord\($0)" }
    #expect(line(long.joined(separator: " "), "Kort tekst.").hasSuffix("{+Kort tekst.+}"))
    let edited = line(
      long.joined(separator: " "), (["Først"] + long.dropFirst().dropLast() + ["sidst"]).joined(separator: " "))
    #expect(edited.contains("[-ord0-]{+Først+} ord1 ") && edited.hasSuffix(" ord1198 [-ord1199-]{+sidst+}"))
    #expect(edited.count < 400)
    let everySecond = line(
      long.joined(separator: " "),
      long.enumerated().map { $0.isMultiple(of: 2) ? "nyt\($0)" : $1 }.joined(separator: " "))
    #expect(everySecond.contains("{+nyt0+}") && everySecond.contains("{+nyt300+}") && everySecond.contains("…"))
  }
}
