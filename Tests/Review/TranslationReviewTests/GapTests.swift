import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

/// In the layout with a group of columns for each locale, a text with two proposals in one locale has a second row, in
/// which the other locales show nothing but their current value.
struct GapTests {
  private static func catalog(english: String = "Welcome", _ more: [Proposal] = []) -> Catalog {
    Fixture.catalog(
      english: [("login", "title", english), ("login", "button", "Log in")],
      danish: [("login", "title", "Velkommen"), ("login", "button", "Log ind")],
      proposals: [.own(7, "title", "Hej"), .other(8, "title", "Goddag")] + more)
  }

  private static let own = [Proposal.own(9, "title", "Hello", locale: "en-GB")]

  /// What is written into the English group of the second row of `title`, with an English proposal in the export or
  /// without, and what the server has then.
  private static let cases:
    [(header: String, text: String, exported: [Proposal], server: Catalog, Verdict, says: String?)] = [
      ("Proposal", "Hi", [], catalog(), .propose, ""),
      (
        "Proposal", "Hi", [], catalog(english: "Welcome back"), .conflict,
        "Changed since the export: the server's current value is now \"Welcome back\"."
      ), ("Proposal", "Hi", own, catalog(own), .propose, "It replaces the proposal \"Hello\" of this profile."),
      ("Proposal", "Hi", [], catalog(own), .conflict, nil), ("Action", "ok", own, catalog(own), .reviewed, nil),
      ("Action", "ok", [], catalog(english: "Welcome back"), .conflict, nil),
      ("Action", "delete", own, catalog(own), .refused, nil),
    ]

  @Test(arguments: cases.indices, ["a.xlsx", "a.csv"])
  func `what is written there is compared with what the sheet shows of the text`(index: Int, file: String) throws {
    let (header, text, exported, server, verdict, says) = Self.cases[index]
    let sheet = EditedSheet(catalog: Self.catalog(exported), layout: .columns, sourceLocale: "en-GB", name: file)
    let returned = try sheet.read { tables in
      let second = try tables[0].row("Goddag", in: "Proposal [da-DK]")
      #expect(try tables[0][second, "Base [en-GB]"] == "")
      try tables[0].set(text, in: "\(header) [en-GB]", row: second)
    }
    let plan = Fixture.plan(returned, against: server)
    #expect(plan.verdicts == [verdict])
    #expect(plan.items.map(\.row.text) == [Fixture.text("title", "en-GB")])
    if let says, let item = plan.items.first {
      #expect(says.isEmpty ? item.notes == [] : ([item.message] + item.notes.map(\.description)).contains(says))
    }
    #expect(plan.signOffs.map(\.pending) == (verdict == .reviewed ? [[TextHash("Hello")]] : []))
  }
}
