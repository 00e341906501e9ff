import NStackAPI
import ReviewFixtures
import ReviewReports
import Testing

@testable import ReviewSheets
@testable import TranslationReview

struct PeopleTests {
  @Test(arguments: [
    ("Anna Holm", "Anna Holm"), ("  Bo\n Berg <bo@example.com>", "Bo Berg"), ("<bo@example.com>", "<bo@example.com>"),
    ("FULL NAME <EMAIL@ADDRESS>", nil), ("", nil),
    (String(repeating: "a", count: 300), String(repeating: "a", count: 100)),
    ("e" + String(repeating: "\u{301}", count: 300), "e" + String(repeating: "\u{301}", count: 99)),
  ]) func `a name is on one line, without an address`(text: String, name: String?) {
    #expect(AuthorName.of(text) == name)
  }

  @Test func `a disagreement names the people of both files, but not in what goes back to them`() throws {
    var rows = [
      try Fixture.row("title", of: Fixture.catalog()) { $0.proposal = "Hej" },
      try Fixture.row("title", of: Fixture.catalog(), file: 1) { $0.proposal = "Davs" },
    ]
    for (index, name) in ["Anna Holm", "Bo Berg"].enumerated() { rows[index].place.author = name }
    let plan = Fixture.plan(rows, against: Fixture.catalog())
    #expect(
      plan.items[0].reasonNamingRivals.description == plan.items[0].message
        + " Look at sheet1.xlsx: worksheet \"Review\", row 2, by Bo Berg.")
    #expect(plan.lines()[0].contains("disagreement login/title [da-DK] by Anna Holm: Another returned sheet"))
    #expect(!plan.results.contains { $0.reason.description.contains(/Berg|Holm/) })
    #expect(plan.jsonText.contains("\"author\": \"Bo Berg\""))
  }

  @Test func `a name that the user gives is for rows that have none`() throws {
    var sheet = ReturnedSheet()
    sheet.files = [ReturnedSheet.File(path: "a.csv", digest: "")]
    sheet.rows = try (2...3).map { line in
      try Fixture.row("title", of: Fixture.catalog(), at: line) { $0.proposal = "Hej" }
    }
    sheet.rows[0].place.author = "Anna Holm"
    sheet.attribute(to: "Bo Berg")
    #expect(sheet.rows.map(\.place.author) == ["Anna Holm", "Bo Berg"] && sheet.files[0].authors == ["Bo Berg"])
    #expect(RowPlace(fileIndex: 0, file: "sheet.xlsx", worksheet: "Review", row: 2) == sheet.rows[0].place)
  }
}
