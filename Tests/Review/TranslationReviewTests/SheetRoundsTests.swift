import Foundation
import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

/// Which sheets are out, which came back, and what reviewers noted.
struct SheetRoundsTests {
  private func exported(_ id: String, rows: Int = 10, file: String = "a.xlsx", noted: [TextIdentity] = []) -> SheetEvent
  {
    .exported(
      SheetEvent.Export(
        sheetID: id, file: file, time: "2026-01-01T00:00:00Z", locales: ["da-DK"], rows: rows, notedTexts: noted))
  }

  private func returned(
    _ id: String?, digest: String = "d", rows: Int = 10, file: String = "back/a.xlsx",
    notes: [TextIdentity: String] = [:], applied: Int = 2, importID: String = UUID().uuidString
  ) -> SheetEvent {
    .returned(
      SheetEvent.Return(
        sheetID: id, file: file, digest: digest, time: "2026-01-02T00:00:00Z", rows: rows,
        outcomes: ["sent": applied, "unchanged": 8], notes: notes, importID: importID))
  }

  @Test func `each import of a file is listed, and one that was resumed once, as it ended`() {
    let rounds = SheetRounds([
      exported("one"), returned("one", applied: 1, importID: "a"),
      returned("one", digest: "e", applied: 5, importID: "a"), returned("one", applied: 0, importID: "b"),
      returned("one", applied: 3, importID: "a"), returned("one", applied: 0, importID: "c"),
      returned("one", applied: 0, importID: "d"),
    ]).rounds
    #expect(rounds.map { $0.returns.map { $0.outcomes["sent"] } } == [[3, 5, 0, 0, 0]])
    #expect(rounds[0].returns.map(\.importID) == ["a", "a", "b", "c", "d"])
  }

  @Test func `a sheet without rows is not waited for, but replaces the one that it overwrote`() {
    #expect(SheetRounds([exported("one"), exported("two", rows: 0)]).rounds == [])
  }

  @Test func `a file without an id is known by its name`() {
    let rounds = SheetRounds([
      exported("one", file: "x/list.csv"), returned(nil, file: "back/list.csv"),
      returned(nil, digest: "e", file: "other.csv"),
    ]).rounds
    #expect(rounds.map(\.isOut) == [false, false])
    #expect(rounds.map { $0.returns.map(\.file) } == [["back/list.csv"], ["other.csv"]])
  }

  @Test func `a sheet that was exported twice came back as the last one`() {
    let rounds = SheetRounds([
      exported("one", file: "a.xlsx"), exported("one", file: "b.xlsx"), returned("one"),
      exported("one", file: "a.xlsx"),
    ]).rounds
    #expect(rounds.map(\.export?.file) == ["b.xlsx", "a.xlsx"])
    #expect(rounds.map(\.isOut) == [false, true])
  }

  @Test func `a sheet in Drive is known by its id, whatever its name`() {
    let rounds = SheetRounds([
      exported("one", file: "drive:a1/spring.xlsx"), exported("two", file: "drive:b2/spring.xlsx"),
      exported("three", file: "drive:a1/summer.xlsx"), returned(nil, file: "drive:b2/other.xlsx"),
    ]).rounds
    #expect(rounds.map(\.id) == ["two", "three"])
    #expect(rounds.map(\.isOut) == [false, true])
  }

  @Test func `a note stands until a whole sheet comes back without it`() {
    let text = Fixture.text("title")
    let noted = [exported("one"), returned("one", notes: [text: "too long?"])]
    #expect(SheetRounds(noted).notes == [text: "too long?"])
    #expect(SheetRounds(noted + [returned("one", digest: "e", rows: 4)]).notes == [text: "too long?"])
    #expect(SheetRounds(noted + [returned("one", digest: "e")]).notes.isEmpty)
  }

  @Test func `a sheet takes out no note that never stood in it`() {
    let text = Fixture.text("title")
    let noted = [exported("all"), returned("all", notes: [text: "too long?"])]
    let part = [exported("part", rows: 1), returned("part", digest: "e", rows: 1)]
    #expect(SheetRounds(noted + part).notes == [text: "too long?"])
    let next = exported("next", noted: [text])
    #expect(SheetRounds(noted + part + [next]).notes == [text: "too long?"])
    #expect(SheetRounds(noted + part + [next, returned("next", digest: "f")]).notes.isEmpty)
    #expect(SheetRounds(noted + part + [next, returned("next", digest: "f", rows: 4)]).notes.count == 1)
  }

  @Test func `a file without an id that comes back again is the same one, whatever it went out as`() {
    let rounds = SheetRounds([
      exported("one", file: "/x/list.csv"), returned(nil, file: "/back/other.csv"),
      returned(nil, file: "/back/other.csv"), returned(nil, file: "/again/list.csv"),
    ]).rounds
    #expect(rounds.map { $0.returns.map(\.file) } == [[], ["/back/other.csv", "/back/other.csv", "/again/list.csv"]])
  }

  @Test func `a note stands in the row of the next export`() throws {
    var extras = ReviewSheet.Extras()
    extras.notes[Fixture.text("title")] = "too long?"
    let sheet = try ReviewSheet(catalog: Fixture.catalog(), scope: Fixture.scope, extras: extras)
    #expect(sheet.notedTexts == [Fixture.text("title")])
    var buttons = ReviewSelection()
    buttons.keys = ["button"]
    #expect(
      try ReviewSheet(catalog: Fixture.catalog(), scope: Fixture.scope, selection: buttons, extras: extras).notedTexts
        .isEmpty)
    #expect(sheet.row(0, ofKeyAt: 0, inLanguageAt: 1).note == "too long?")
    #expect(sheet.row(0, ofKeyAt: 1, inLanguageAt: 1).note == "")
  }

  @Test func `a closed sheet is not waited for, and still comes back`() {
    let closed = SheetEvent.closed(sheetID: "one", time: "2026-01-03T00:00:00Z")
    let rounds = SheetRounds([exported("one"), exported("two", file: "b.xlsx"), closed])
    #expect(rounds.rounds.map(\.isOut) == [false, true])
    #expect(rounds.rounds.map(\.closedAt) == ["2026-01-03T00:00:00Z", nil])
    #expect(SheetRounds([exported("one"), closed, returned("one")]).rounds.map(\.returns.count) == [1])
    let again = [exported("one"), closed, exported("two")]
    #expect(SheetRounds(again).rounds.map(\.id) == ["two"], "its file was overwritten")
  }

  @Test func `an event is one line and is read again as it was`() throws {
    let events = [
      exported("one", noted: [Fixture.text("title"), Fixture.text("hint")]),
      returned(nil, notes: [Fixture.text("title"): "two\nlines, \"quoted\" \u{2028}"]),
      .exported(
        SheetEvent.Export(
          sheetID: "two", file: "b.csv", time: "2026-01-01T00:00:00Z", locales: [], rows: 1, preset: "berlin",
          dueDays: 14)), .closed(sheetID: "one", time: "2026-01-03T00:00:00Z"),
      .undone(
        SheetEvent.Undoing(
          undoID: "u", importID: "i", digest: "d", rows: 2, isRedone: false, time: "2026-03-01T00:00:00Z")),
      .seen(["a", "b"], profile: "anna", time: "2026-01-03T00:00:00Z"),
    ]
    for event in events {
      let line = try event.line(scope: Fixture.scope.hash, order: 7)
      #expect(!line.contains("\n"))
      let read = try #require(SheetEvent.event(line: line))
      #expect(read.event == event)
      #expect(read.scope == Fixture.scope.hash && read.order == 7)
      #expect(SheetEvent.event(line: String(line.dropLast(5))) == nil)
      let large = line.replacing(/":[0-9]+/, with: "\":9223372036854775807")
      #expect(large == line || SheetEvent.event(line: large) == nil)
    }
  }
}
