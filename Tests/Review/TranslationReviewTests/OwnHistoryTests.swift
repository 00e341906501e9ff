import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets
@testable import TranslationReview

/// What an own earlier import did is no conflict for the sheet that it came from, and one for any other.
struct OwnHistoryTests {
  private static let before = Catalog.pending(.own(7, "button", "Log på"))
  /// What the server holds after the title was proposed and the button's proposal deleted.
  private static let after = Catalog.pending(.own(9, "title", "Hej"))

  private struct Copy {
    var path = "back/a.csv"
    var digest = "aa"
    var sheetID: String? = "aaaaaaaaaa"
    /// Whether the rows' bases name the sheet, or the file alone does.
    var isNamedByRows = true

    func sheet(title: String, of catalog: Catalog = OwnHistoryTests.before, button: (inout ReviewRow) -> Void) throws
      -> ReturnedSheet
    {
      var sheet = ReturnedSheet()
      var file = ReturnedSheet.File(path: path, digest: digest)
      file.sheetID = isNamedByRows ? nil : sheetID
      sheet.files = [file]
      for (line, key) in ["title", "button"].enumerated() {
        var row = try Fixture.exportedRow(key, of: catalog)
        let text = isNamedByRows ? sheetID.map { "\(row.base?.text ?? "").\($0)" } : nil
        if let text { row.base = RowBase(text: text) }
        var edited = row
        if key == "title" { edited.proposal = title } else { button(&edited) }
        sheet.rows.append(
          ReturnedRow(
            place: RowPlace(fileIndex: 0, file: path, worksheet: nil, row: line + 2), cells: edited,
            isProposalChanged: edited.isProposalEdited))
      }
      sheet.exportedProposals = Fixture.exportedProposals(sheet.rows)
      return sheet
    }
  }

  @Test(
    arguments: [
      (
        ["aaaaaaaaaa": "berlin", "bbbbbbbbbb": "tokyo"], PlanningOptions.ConflictPolicy.skip, Verdict.conflict,
        "row.proposalOfAgency"
      ), (["aaaaaaaaaa": "berlin", "bbbbbbbbbb": "tokyo"], .propose, .delete, "note.sentInSpite"),
      (["aaaaaaaaaa": "berlin", "bbbbbbbbbb": "berlin"], .skip, .delete, nil),
      (["aaaaaaaaaa": "berlin"], .skip, .delete, nil), (["bbbbbbbbbb": "tokyo"], .skip, .delete, nil),
    ] as [([String: String], PlanningOptions.ConflictPolicy, Verdict, String?)])
  func `a sheet withdraws what another agency proposed only with consent, and says that it replaces it`(
    presets: [String: String], policy: PlanningOptions.ConflictPolicy, verdict: Verdict, code: String?
  ) throws {
    let imported = Fixture.plan(try Copy().sheet(title: "") { $0.proposal = "Ind" }, against: Self.before)
    let after = Catalog.pending(.own(9, "button", "Ind"))
    var options = PlanningOptions()
    options.history.add(
      imported, [.intent(change: 0, attempt: 1, time: 1), .outcome(change: 0, .done(nil), time: 2)], as: nil)
    options.history.presets = presets
    options.onConflict = policy
    let second = Copy(path: "back/b.csv", digest: "bb", sheetID: "bbbbbbbbbb")
    let plan = Fixture.plan(
      try second.sheet(title: "", of: after) { $0.action = "delete" }, against: after, options: options)
    #expect(plan.items.map(\.verdict) == [verdict])
    #expect(plan.changes.count == (verdict == .delete ? 1 : 0))
    let reasons = plan.items.flatMap { [$0.reason] + $0.notes }.flatMap(\.codes)
    #expect(code.map(reasons.contains) ?? reasons.isEmpty, "\(reasons)")
    let rejecting = Fixture.plan(
      try second.sheet(title: "", of: after) { $0.action = "reject" }, against: after, options: options)
    #expect(rejecting.items.map(\.verdict) == [code == nil ? .delete : .rejected])
    let replacing = Fixture.plan(
      try second.sheet(title: "", of: after) { $0.proposal = "Ud" }, against: after, options: options)
    #expect(replacing.items.map(\.verdict) == [.propose])
    let notes = replacing.items.flatMap(\.notes).flatMap(\.codes)
    #expect(notes.contains("note.replacesOfAgency") == (code != nil), "\(notes)")
  }

  /// Plans a second sheet after a first one was imported: the verdicts on a new title, and on a new text for the button.
  private static func verdicts(_ second: Copy, after first: Copy, as files: [ReturnedSheet.File]? = nil) throws
    -> [Verdict]
  {
    let imported = Fixture.plan(try first.sheet(title: "Hej") { $0.action = "delete" }, against: before)
    #expect(imported.changes.count == 2)
    var options = Fixture.unchecked
    options.history.add(
      imported,
      imported.changes.indices.flatMap { index -> [JournalEntry] in
        [.intent(change: index, attempt: 1, time: 1), .outcome(change: index, .done(nil), time: 2)]
      }, as: files)
    let sheet = try second.sheet(title: "Hejsa") { $0.proposal = "Ind" }
    return Fixture.plan(sheet, against: after, options: options).verdicts
  }

  @Test(arguments: [
    (true, "back/a.csv", "bb", "aaaaaaaaaa" as String?, Verdict.propose),
    // A copy that somebody else worked on, another export under the same name, and both.
    (true, "back/b.csv", "bb", "aaaaaaaaaa", .conflict), (true, "back/a.csv", "bb", "bbbbbbbbbb", .conflict),
    (true, "back/b.csv", "bb", "bbbbbbbbbb", .conflict), (false, "back/a.csv", "bb", "bbbbbbbbbb", .conflict),
    (false, "back/a.csv", "bb", "aaaaaaaaaa", .propose),
    // Without an id the file alone tells.
    (true, "back/a.csv", "bb", nil, .propose), (true, "back/b.csv", "bb", nil, .conflict),
  ]) func `an earlier import is a sheet's own where sheet and file are the same`(
    isNamedByRows: Bool, path: String, digest: String, sheetID: String?, verdict: Verdict
  ) throws {
    var first = Copy()
    first.isNamedByRows = isNamedByRows
    let second = Copy(path: path, digest: digest, sheetID: sheetID, isNamedByRows: isNamedByRows)
    #expect(try Self.verdicts(second, after: first) == [verdict, verdict])
  }

  @Test(arguments: ["back/a.csv", "renamed.csv"])
  func `a file that was not edited since does not override what was decided instead of it`(path: String) throws {
    // What was deleted it wanted itself.
    #expect(try Self.verdicts(Copy(path: path), after: Copy()) == [.conflict, .propose])
  }

  @Test func `a deletion that the sheet's own import made is over, whatever this profile proposed since`() throws {
    let sheet = try Copy().sheet(title: "Hej") { $0.action = "delete" }
    let imported = Fixture.plan(sheet, against: Self.before)
    let place = imported.changes.firstIndex(where: \.isDelete)
    let deletion = try #require(place)
    var options = Fixture.unchecked
    options.history.add(
      imported, [.intent(change: deletion, attempt: 1, time: 1), .outcome(change: deletion, .done(nil), time: 2)])
    let since = Catalog.pending(.own(12, "button", "Log ind nu"))
    func verdict(_ options: PlanningOptions) -> Verdict? {
      Fixture.plan(sheet, against: since, options: options).items.last?.verdict
    }
    #expect(verdict(options) == .alreadyGone)
    #expect(verdict(Fixture.unchecked) == .conflict)
  }

  @Test func `what was taken back counts as work on the files that it came from`() throws {
    let file = ReturnedSheet.File(path: "other.csv", digest: "cc")
    #expect(
      try Self.verdicts(Copy(path: "renamed.csv", digest: "cc"), after: Copy(), as: [file]) == [.propose, .propose])
    #expect(
      try Self.verdicts(Copy(path: "other.csv", digest: "dd"), after: Copy(), as: [file]) == [.propose, .propose])
    #expect(try Self.verdicts(Copy(), after: Copy(), as: [file]) == [.conflict, .conflict])
  }

  @Test func `rows that were picked carry the id of their sheet too`() throws {
    let plan = Fixture.plan(
      [try Fixture.row("title", of: Self.before) { $0.action = "nonsense" }], against: Self.before)
    let sheet = try #require(ToFixSheet(plan, results: plan.results, catalog: Self.before, scope: Fixture.scope)?.sheet)
    let folder = try ScratchFolder()
    let path = folder.file("fix.csv")
    let written = try ReviewSheetWriter(
      sheet, provenance: SheetProvenance(profile: "default", exportedAt: nil, tool: "test", salt: 3)
    ).write(toFileAt: path)
    #expect(try ReviewSheetReader.read([path]).files[0].sheetID == written.sheetID)
  }
}

extension OwnHistory {
  /// Adds what an import did, for an undo as work on the files of the import that it undid.
  fileprivate mutating func add(
    _ changeset: Changeset, _ entries: [JournalEntry], as files: [ReturnedSheet.File]? = nil
  ) {
    for action in Self.actions(of: changeset, entries, isUndo: files != nil) {
      let sources = files?.map(source) ?? action.items.map { source(of: changeset.items[$0].row, in: changeset.files) }
      add(action.question, Set(sources))
    }
  }
}
