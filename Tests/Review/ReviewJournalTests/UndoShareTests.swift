import Foundation
import NStackAPI
import ReviewJournal
import ReviewReports
import ReviewSheets
import Testing
import TranslationReview

@Suite("One sheet's part of imports is taken back") struct UndoShareTests {
  private let fixture = SessionFixture()

  /// Exports a sheet, and sets Danish proposals in it.
  private func sheet(_ name: String, for preset: String? = nil, of agency: String? = nil, _ proposals: [String: String])
    async throws
  {
    var job = try ExportJob(to: .file(fixture.path(name)), overwritesEdits: true)
    (job.preset, job.agency) = (preset, agency)
    _ = try await job.run(fixture.profile(), ScriptedDialog())
    try fixture.edit(proposals.mapValues { ["Proposal": $0] }, name: name)
  }

  private func imported(_ names: String..., by author: String? = nil) async throws -> String {
    var sheet = try ReviewSheetReader.read(names.map(fixture.path))
    if let author { sheet.attribute(to: author) }
    return try #require(try await fixture.run(.sheets(sheet, PlanningOptions())).id)
  }

  private func shares(of name: String) throws -> [(kept: KeptImport, share: UndoShare)] {
    let profile = try fixture.profile()
    return try profile.shares(of: name, in: profile.importsOfSheets(), ScriptedDialog())
  }

  /// Takes the part back, and returns the verdicts of each undo by key.
  @discardableResult private func undo(_ name: String) async throws -> [[String: Verdict]] {
    var verdicts: [[String: Verdict]] = []
    for (kept, share) in try shares(of: name) {
      let items = try await fixture.undo(kept.id) { $0.share = share }.report.changeset.items
      verdicts.append(Dictionary(uniqueKeysWithValues: items.map { ($0.row.text.key, $0.verdict) }))
    }
    return verdicts
  }

  private func undoneRows() throws -> [String: Int] {
    let rounds = try fixture.profile().rounds().rounds
    return Dictionary(uniqueKeysWithValues: rounds.map { ($0.export?.preset ?? "", $0.undoneRows) })
  }

  @Test(arguments: ["berlin", "Berlin", "Berlin GmbH", "berlin gmbh", "out.csv", "the path", "the id"])
  func `the rest stays on the server, and the board says how much was undone`(way: String) async throws {
    try await sheet("out.csv", for: "berlin", of: "Berlin GmbH", ["title": "Hej"])
    try await sheet("other.csv", for: "tokyo", ["button": "Ind"])
    let id = try await imported("out.csv", "other.csv")
    let rounds = try fixture.profile().rounds().rounds
    let name =
      switch way {
      case "the path": fixture.path("out.csv")
      case "the id": try #require(rounds.first { $0.export?.preset == "berlin" }?.id)
      default: way
      }
    #expect(try await undo(name) == [["title": .delete]])
    #expect(fixture.server.proposals == ["button: Ind"])
    let profile = try fixture.profile()
    #expect(try profile.keptImport(named: id).undoings.map(\.isWhole) == [false])
    #expect(try profile.imports().map(\.share) == [nil, name])
    #expect(try undoneRows() == ["berlin": 1, "tokyo": 0])
    let undo = try #require(try profile.imports().last)
    try await fixture.undo(undo.id)
    #expect(fixture.server.proposals == ["button: Ind", "title: Hej"])
    #expect(try undoneRows() == ["berlin": 0, "tokyo": 0])
  }

  @Test func `a text that another sheet asked about too is left alone, until that sheet's part is taken back`()
    async throws
  {
    try await sheet("out.csv", for: "berlin", ["title": "Hej", "button": "Ind"])
    try await sheet("other.csv", for: "tokyo", ["title": "Hej"])
    _ = try await imported("out.csv", "other.csv")
    #expect(try await undo("berlin") == [["title": .skipped, "button": .delete]])
    #expect(fixture.server.proposals == ["title: Hej"])
    #expect(try await undo("tokyo") == [["title": .delete]])
    #expect(fixture.server.proposals == [])
    #expect(try undoneRows() == ["berlin": 2, "tokyo": 1])
  }

  @Test func `an import in which a sheet sent nothing has no part of it`() async throws {
    try await sheet("out.csv", for: "berlin", ["title": "Hej"])
    let first = try await imported("out.csv")
    try await sheet("other.csv", for: "tokyo", ["button": "Ind"])
    let second = try await imported("out.csv", "other.csv")
    #expect(try shares(of: "berlin").map(\.kept.id) == [first])
    #expect(try shares(of: "tokyo").map(\.kept.id) == [second])
  }

  @Test func `the sheet to fix of an agency is part of what the agency asked for`() async throws {
    try await sheet("out.csv", for: "berlin", of: "Berlin GmbH", ["title": "Hej"])
    try await sheet("fix.csv", ["button": "Ind"])
    let profile = try fixture.profile()
    let exports = try profile.rounds().rounds.compactMap(\.export)
    let fix = SheetEvent.Export(
      sheetID: exports[1].sheetID, file: exports[1].file, time: exports[1].time, locales: ["da-DK"], rows: 2,
      fixes: exports[0].sheetID)
    try profile.requiredRegister().append([.exported(fix)], scope: profile.scope.hash)
    _ = try await imported("out.csv")
    _ = try await imported("fix.csv")
    #expect(fixture.server.proposals.sorted() == ["button: Ind", "title: Hej"])
    #expect(try await undo("Berlin GmbH") == [["button": .delete], ["title": .delete]])
    #expect(fixture.server.proposals == [])
  }

  @Test func `a person's part is what the person wrote`() async throws {
    try await sheet("out.csv", ["title": "Hej"])
    try await sheet("other.csv", ["button": "Ind"])
    _ = try await imported("out.csv", by: "Anna Holm")
    _ = try await imported("other.csv", by: "Bo")
    #expect(try await undo("anna holm") == [["title": .delete]])
    #expect(fixture.server.proposals == ["button: Ind"])
  }

  @Test func `of several imports the newest comes first, and a plan of all expects that`() async throws {
    try await sheet("out.csv", for: "berlin", ["title": "Hej"])
    _ = try await imported("out.csv")
    try fixture.edit(["title": ["Proposal": "Hejsa"]], name: "out.csv")
    _ = try await imported("out.csv")
    #expect(fixture.server.proposals == ["title: Hejsa"])
    let verdicts = try await ImportSession.open(fixture.profile(), ScriptedDialog()) { session in
      var plans: [ImportPlan] = []
      for (kept, share) in try shares(of: "berlin") {
        var choice = UndoChoice()
        choice.share = share
        plans.append(try await session.planUndo(kept.id, choosing: choice, after: plans))
      }
      return plans.flatMap(\.changeset.items).map(\.verdict)
    }
    #expect(verdicts == [.propose, .delete])
    #expect(try await undo("berlin") == [["title": .propose], ["title": .delete]])
    #expect(fixture.server.proposals == [])
    #expect(try undoneRows() == ["berlin": 2])
  }

  @Test func `a name that fits nothing, or several sheets, is refused with the choices`() async throws {
    for folder in ["a", "b"] {
      try FileManager.default.createDirectory(atPath: fixture.path(folder), withIntermediateDirectories: true)
    }
    try await sheet("a/list.csv", ["title": "Hej"])
    try await sheet("b/list.csv", ["button": "Ind"])
    _ = try await imported("a/list.csv", "b/list.csv", by: "Anna Holm")
    let several = #expect(throws: ImportError.self) { try shares(of: "list.csv") }
    #expect(several?.code == .undoesNoSheet)
    #expect(
      several?.message
        == "\"list.csv\" is more than one thing: \(fixture.path("a/list.csv")), \(fixture.path("b/list.csv")).")
    let nothing = #expect(throws: ImportError.self) { try shares(of: "oslo") }
    #expect(nothing?.message == "no sheet, agency or person of what was imported is called \"oslo\".")
    #expect(
      nothing?.hint == "Choose one of these: \(fixture.path("a/list.csv")), \(fixture.path("b/list.csv")), Anna Holm.",
      "list.csv would be refused")
  }
}
