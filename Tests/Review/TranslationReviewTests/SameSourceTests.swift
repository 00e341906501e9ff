import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// Texts with the same source text, in every format.
struct SameSourceTests {
  private static let texts: [(key: String, english: String, danish: String?)] =
    [
      ("a1", "Save the file", "Gem filen"), ("a2", "Save the file", "Gem filen"), ("a3", "Save the file", nil),
      ("b1", "Open", "Åbn"), ("b2", "Open", "Åbn"), ("b3", "Open", nil), ("c1", "Send it now", "Send nu"),
      ("c2", "Send it now", "Afsend nu"), ("d1", "Only here", "Kun her"), ("days.one", "Every day", nil),
      ("days.other", "Every day", nil),
    ] + (1...7).map { ("m\($0)", "Try it again", nil) }

  private static func catalog(_ proposals: [Proposal] = []) -> Catalog {
    Fixture.catalog(
      english: texts.map { ("login", $0.key, $0.english) }, danish: texts.map { ("login", $0.key, $0.danish) },
      proposals: proposals, reading: .now)
  }

  private static func edits(_ proposals: KeyValuePairs<String, String>, action: String = "") -> [RowEdit] {
    proposals.map { RowEdit(key: $0.key, proposal: $0.value, action: action) }
  }

  /// The edits, what is pending, and what is told in each row, with the texts that are offered its proposal.
  private static let cases: [(edits: [RowEdit], pending: [Proposal], told: String)] = [
    (edits(["a1": "Gem fil"]), [], "a1 note.sameSource > a2 a3"),
    (edits(["a1": "Gem fil"], action: "ok"), [], "a1 note.sameSource > a2 a3"),
    (edits(["a2": "Gem fil"]), [], "a2 note.sameSource > a1 a3"), (edits(["a3": "Gem filen"]), [], "a3"),
    (edits(["a3": "Gem"]), [], "a3"), (edits(["a1": "Gem fil", "a2": "Gem fil"]), [], "a1 note.sameSource > a3, a2"),
    (edits(["a1": "Gem fil", "a3": "Gem fil"]), [], "a1 note.sameSource > a2, a3"),
    (edits(["a1": "Gem fil", "a2": "Gem fil", "a3": "Gem fil"]), [], "a1, a2, a3"),
    (edits(["a1": "Gem fil", "a2": "Arkiver"]), [], "a1 note.otherAnswers, a2 note.otherAnswers"),
    (
      edits(["a1": "Gem fil", "a2": "Arkiver", "a3": "Gem fil"]), [],
      "a1 note.otherAnswers, a2 note.otherAnswers, a3 note.otherAnswers"
    ), (edits(["b1": "Luk op"]), [], "b1 note.sameSource > b3"),
    (edits(["b1": "Luk op", "b3": "Luk op"]), [], "b1 note.sameSource, b3"), (edits(["b3": "Åbn"]), [], "b3"),
    (edits(["b1": "Luk op", "b2": "Luk op"]), [], "b1 note.sameSource > b3, b2"),
    (edits(["b1": "Luk op", "b2": "Luk op", "b3": "Luk op"]), [], "b1, b2, b3"),
    (edits(["c1": "Send straks"]), [], "c1"), (edits(["c1": "Send straks", "c2": "Send straks"]), [], "c1, c2"),
    (edits(["c1": "Send straks", "c2": "Afsend"]), [], "c1 note.otherAnswers, c2 note.otherAnswers"),
    (edits(["d1": "Her alene"]), [], "d1"), (edits(["days.one": "Hver dag"]), [], "days.one"),
    (edits(["m1": "Prøv igen"]), [], "m1 note.sameSource > m2 m3 m4 m5 m6 m7"),
    (edits(["m1": "Prøv igen", "m7": "Prøv igen"]), [], "m1 note.sameSource > m2 m3 m4 m5 m6, m7"),
    (edits(["a1": "Gem fil", "c1": "Send straks"]), [], "a1 note.sameSource > a2 a3, c1"),
    ([RowEdit(key: "a1", note: "Gem fil?")], [], ""),
    (edits(["a1": "Gem fil"]), [.other(5, "a2", "Gem det")], "a1 note.sameSource > a3"),
    (edits(["a1": "Gem fil"]), [.own(5, "a1", "Gem fil")], "a1 note.sameSource > a2 a3"),
  ]

  @Test(arguments: SheetCases.formats, cases.indices) func `an answer is told, and offered where it fits`(
    format: SheetFormat, number: Int
  ) throws {
    let (edits, pending, told) = Self.cases[number]
    let sheet = try SheetCases.returned(SheetCases.sheet(Self.catalog()), as: format, edits)
    let plan = Fixture.plan(sheet, against: Self.catalog(pending))
    let found = plan.items.map { item in
      let offered = item.offer.map { [">"] + $0.texts.map(\.key) } ?? []
      return ([item.row.text.key] + item.notes.flatMap(\.codes) + offered).joined(separator: " ")
    }
    #expect(found.joined(separator: ", ") == told)
    #expect(Set(plan.changes.map(\.text.key)).isSubset(of: edits.map(\.key)))
  }

  @Test func `the texts are named, the first five of them`() throws {
    func notes(_ edits: [RowEdit]) throws -> [String] {
      let sheet = try SheetCases.returned(SheetCases.sheet(Self.catalog()), as: .xlsx, edits)
      return Fixture.plan(sheet, against: Self.catalog()).items.flatMap(\.notes).map(\.description)
    }
    #expect(
      try notes(Self.edits(["m1": "Prøv igen"])) == [
        "The same source text is also in login/m2, login/m3, login/m4, login/m5, login/m6 +1. If the translation fits "
          + "there, propose it there too."
      ])
    #expect(
      try notes(Self.edits(["c1": "Send straks", "c2": "Afsend"])) == [
        "Other rows translate the same source text differently: login/c2: Afsend.",
        "Other rows translate the same source text differently: login/c1: Send straks.",
      ])
  }

  @Test(arguments: SheetCases.formats) func `an export names them beside a missing text, until the sheet comes back`(
    format: SheetFormat
  ) throws {
    let sheet = try SheetCases.sheet(Self.catalog())
    let notes = Fixture.rows(of: sheet).filter { $0.note.contains("Same source") }.map { "\($0.text.key) \($0.note)" }
    #expect(notes.count == 9)
    #expect(
      notes.prefix(3) == [
        "a3 [Same source: login/a1: Gem filen, login/a2: Gem filen]", "b3 [Same source: login/b1: Åbn, login/b2: Åbn]",
        "m1 [Same source: login/m2, login/m3, login/m4, login/m5, login/m6 +1]",
      ])
    #expect(try SheetCases.returned(sheet, as: format, []).notes.isEmpty)
    let noted = try SheetCases.returned(sheet, as: format, [RowEdit(key: "d1", note: "Hvor?")])
    #expect(noted.notes.map(\.note) == ["Hvor?"])
  }

  @Test(
    arguments: [("a.xlsx", SheetLayout.rows), ("a.csv", .rows), ("a.html", .rows), ("a.xlsx", .columns)], [true, false])
  func `accept in an annotated copy sends the translation for another text`(
    form: (name: String, layout: SheetLayout), isSent: Bool
  ) throws {
    let server = Self.catalog()
    let folder = try ScratchFolder()
    let path = try EditedSheet(catalog: server, layout: form.layout, name: form.name).write(in: folder) {
      try $0[0].set(["Proposal": "Gem fil"], ofDanish: "a1")
    }
    let plan = try Fixture.plan(fileAt: path, against: server)
    #expect(plan.sent == ["Gem fil"])
    let after = isSent ? Self.catalog([.own(9, "a1", "Gem fil")]) : server
    let report = isSent ? plan.report([.applied(proposalID: 9, altered: nil)]) : nil
    let copy = folder.file("annotated-\(form.name)")
    try SheetAnnotation(plan, report, catalog: after, scope: Fixture.scope, provenance: Fixture.provenance).write(
      fileAt: 0, to: OutputFile(path: copy))
    #expect(
      try Fixture.plan(fileAt: copy, against: after).counts
        == (isSent ? [.unchanged: 36] : [.unchanged: 35, .propose: 1]))
    var tables = try EditedSheet.tables(of: copy)
    try tables[0].set(["Action": "accept"], ofDanish: "a3")
    try EditedSheet.write(tables, to: path, propertiesOf: copy)
    let again = try Fixture.plan(fileAt: path, against: after)
    #expect(again.changes.map(\.text.key) == (isSent ? ["a3"] : ["a1", "a3"]))
    #expect(Set(again.sent) == ["Gem fil"])
  }
}
