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

  /// Writes something into the English group of the second row of `title`.
  private static func plan(
    _ text: String, in header: String, of file: String, exported: [Proposal] = [], against server: Catalog
  ) throws -> Changeset {
    let sheet = try EditedSheet(catalog: catalog(exported), layout: .columns, sourceLocale: "en-GB", name: file).read {
      tables in
      let second = try tables[0].row("Goddag", in: "Proposal [da-DK]")
      #expect(try tables[0][second, "Base [en-GB]"] == "")
      try tables[0].set(text, in: "\(header) [en-GB]", row: second)
    }
    return Fixture.plan(sheet, against: server)
  }

  @Test(arguments: ["a.xlsx", "a.csv"]) func `it is an edit of its text, compared with what the sheet shows`(
    file: String
  ) throws {
    let plan = try Self.plan("Hi", in: "Proposal", of: file, against: Self.catalog())
    #expect(plan.verdicts == [.propose])
    #expect(plan.items.map(\.row.text) == [Fixture.text("title", "en-GB")])
    #expect(plan.items.map(\.notes) == [[]])
    let moved = try Self.plan("Hi", in: "Proposal", of: file, against: Self.catalog(english: "Welcome back"))
    #expect(moved.verdicts == [.conflict])
    #expect(moved.items.map(\.message) == ["Not as exported: the server's current value is now \"Welcome back\"."])
  }

  @Test(arguments: ["a.xlsx", "a.csv"]) func `a proposal in the first row is known, and another one is a conflict`(
    file: String
  ) throws {
    let known = try Self.plan("Hi", in: "Proposal", of: file, exported: Self.own, against: Self.catalog(Self.own))
    #expect(known.verdicts == [.propose])
    #expect(
      known.items.map { $0.notes.map(\.description) } == [["It replaces the proposal \"Hello\" of this profile."]])
    let new = try Self.plan("Hi", in: "Proposal", of: file, against: Self.catalog(Self.own))
    #expect(new.verdicts == [.conflict])
  }

  @Test func `ok signs off what the sheet shows, and there is nothing to delete`() throws {
    let ok = try Self.plan("ok", in: "Action", of: "a.xlsx", exported: Self.own, against: Self.catalog(Self.own))
    #expect(ok.verdicts == [.reviewed])
    #expect(ok.signOffs.map(\.pending) == [[TextHash("Hello")]])
    #expect(
      try Self.plan("ok", in: "Action", of: "a.xlsx", against: Self.catalog(english: "Welcome back")).verdicts == [
        .conflict
      ])
    let delete = try Self.plan("delete", in: "Action", of: "a.csv", exported: Self.own, against: Self.catalog(Self.own))
    #expect(delete.verdicts == [.refused])
  }
}
