import Foundation
import NStackAPI
import Synchronization
import Testing
import TranslationReview

@testable import ReviewJournal

/// A dialog that picks changes, decides conflicts, chooses among sheets that disagree, and keeps all that.
final class DecidingDialog: ImportDialog {
  /// The places of the picked changes; nil ends the import.
  let picked: Set<Int>?
  /// The decisions about the conflicts, in order.
  let decisions: [ConflictResolution]
  /// The choices among the sheets, in order; nil ends the import.
  let choices: [Disagreement.Choice]?
  let consent: Consent
  private let seen = Mutex<
    (earlier: [[Int: ConflictResolution]], choices: [[Int: Disagreement.Choice]], consents: Int)
  >(([], [], 0))

  init(
    picked: Set<Int>? = [], decisions: [ConflictResolution] = [], choices: [Disagreement.Choice]? = nil,
    consent: Consent = .given(deletes: true)
  ) { (self.picked, self.decisions, self.choices, self.consent) = (picked, decisions, choices, consent) }

  /// The decisions of earlier runs that each request came with.
  var earlier: [[Int: ConflictResolution]] { seen.withLock(\.earlier) }
  /// The choices of earlier runs that each request came with.
  var earlierChoices: [[Int: Disagreement.Choice]] { seen.withLock(\.choices) }
  /// How often consent was asked for.
  var consents: Int { seen.withLock(\.consents) }

  func consent(to request: ConsentRequest) -> Consent {
    seen.withLock { $0.consents += 1 }
    return consent
  }

  func picks(from changeset: Changeset) -> Set<Int>? { picked }

  func resolutions(of request: ConflictRequest) throws -> [Int: ConflictResolution]? {
    seen.withLock { $0.earlier.append(request.earlier) }
    let decided = Dictionary(uniqueKeysWithValues: zip(request.conflicts.indices, decisions))
    try request.keep(decided)
    return request.byRow(decided)
  }

  func choices(amongDisagreementsOf request: ConflictRequest) throws -> [Int: Disagreement.Choice]? {
    seen.withLock { $0.choices.append(request.earlierChoices) }
    let choices = choices.map { Dictionary(uniqueKeysWithValues: zip(request.disagreements.indices, $0)) }
    try choices.map(request.keep)
    return choices
  }
}

struct PickingAndDecidingTests {
  private let fixture = SessionFixture()

  private func pickingRequest() async throws -> ImportRequest {
    var options = ImportOptions()
    options.picksChanges = true
    let sheet = try await fixture.sheet(SessionFixture.proposals)
    return try ImportRequest(sheet, options: options)
  }

  // MARK: - Picking

  @Test func `what is not picked is skipped with a note, and not sent`() async throws {
    let outcome = try await fixture.run(pickingRequest(), DecidingDialog(picked: [1]))
    #expect(fixture.server.writes == ["propose button: Ind"])
    #expect(outcome.report.changeset.counts == [.unchanged: 2, .skipped: 1, .propose: 1])
    let skipped = outcome.report.changeset.items.first { $0.verdict == .skipped }
    #expect(skipped?.row.text.key == "title")
    #expect(skipped?.notes.map(\.description) == ["Left out when the changes were picked; nothing is sent for it."])
    #expect(!outcome.report.isIncomplete)
    // The same sheet asks for it again.
    try await fixture.run(fixture.source("sheet.csv"), DecidingDialog())
    #expect(fixture.server.proposals == ["button: Ind", "title: Hej"])
  }

  @Test func `no one is asked for consent if nothing was picked, and leaving the questions sends nothing`() async throws
  {
    let (request, dialog) = (try await pickingRequest(), DecidingDialog(picked: []))
    #expect(try await !fixture.run(request, dialog).report.wasAnythingSent)
    #expect(dialog.consents == 0)
    await #expect(throws: ImportError(.declined, "Nothing was sent.")) {
      try await fixture.run(request, DecidingDialog(picked: nil))
    }
    #expect(fixture.server.writes == [])
  }

  @Test func `a dialog that cannot pick sends every change`() async throws {
    try await fixture.run(pickingRequest())
    #expect(fixture.server.writes == ["propose title: Hej", "propose button: Ind"])
  }

  // MARK: - Decisions

  private func conflictingRequest(_ proposal: String = "Hej") async throws -> ImportRequest {
    if !FileManager.default.fileExists(atPath: fixture.path("sheet.csv")) {
      _ = try await fixture.sheet([:])
      fixture.server.add("title", "Dav", guid: "rival")
    }
    try fixture.edit(["title": ["Proposal": proposal]])
    var options = SessionFixture.unchecked
    options.onConflict = .ask
    return try ImportRequest(fixture.source("sheet.csv", options))
  }

  /// Decides and declines; what is decided is kept although nothing is sent.
  private func decide(_ decision: ConflictResolution) async throws {
    let request = try await conflictingRequest()
    let dialog = DecidingDialog(decisions: [decision], consent: .declined)
    _ = try? await fixture.run(request, dialog)
    #expect(dialog.earlier == [[:]])
    #expect(fixture.server.writes == [])
  }

  @Test(arguments: [.sheet, .edited("Hej,\n\"du\"")] as [ConflictResolution])
  func `a decision survives a run that sends nothing`(decision: ConflictResolution) async throws {
    try await decide(decision)
    let dialog = DecidingDialog(decisions: [decision], consent: .declined)
    await #expect(throws: ImportError.self) { try await fixture.run(conflictingRequest(), dialog) }
    #expect(dialog.earlier == [[0: decision]])
    #expect(dialog.consents == 1)
  }

  @Test(arguments: ["row", "server", "guid"])
  func `a decision lapses with the row, with what the server has, and with the guid`(with change: String) async throws {
    try await decide(.sheet)
    if change == "server" { fixture.server.add("title", "Davs", guid: "rival") }
    let request = try await conflictingRequest(change == "row" ? "Hejsa" : "Hej")
    let dialog = DecidingDialog(consent: .declined)
    _ = try? await fixture.run(
      request, dialog, try fixture.profile(guid: change == "guid" ? "another-guid" : SessionServer.guid))
    #expect(dialog.earlier == [[:]])
  }

  @Test func `a line that was cut off, or that a later version wrote, is no decision, and the file stays short`() throws
  {
    let file = DecisionFile(path: fixture.path("decisions.jsonl"))
    try file.keep([("a", .conflict(.sheet)), ("b", .conflict(.edited("x")))], at: "2026-01-31T10:00:00Z")
    let text = try String(contentsOfFile: file.path, encoding: .utf8)
    #expect(
      text == """
        {"at":"2026-01-31T10:00:00Z","decision":{"conflict":{"_0":{"sheet":{}}}},"key":"a"}
        {"at":"2026-01-31T10:00:00Z","decision":{"conflict":{"_0":{"edited":{"_0":"x"}}}},"key":"b"}

        """)
    try (text + #"{"at":"","decision":{"later":{}},"key":"c"}"# + "\n" + #"{"at":"","decision":{"con"#).write(
      toFile: file.path, atomically: true, encoding: .utf8)
    #expect(try file.decisions().mapValues(\.decision) == ["a": .conflict(.sheet), "b": .conflict(.edited("x"))])
    try file.keep((0..<20_000).map { ("k\($0)", .conflict(.server)) }, at: "")
    #expect(try file.decisions().count == 10_000)
    #expect(try file.decisions()["k19999"]?.decision == .conflict(.server))
    #expect(try DecisionFile(path: fixture.path("none")).decisions() == [:])
  }
}
