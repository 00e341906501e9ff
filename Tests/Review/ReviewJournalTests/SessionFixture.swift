import Foundation
import NStackAPI
import ProgramRuns
import ReviewJournal
import Spreadsheet
import Synchronization
import Testing
import TranslationReview

/// A dialog with fixed answers, which notes questions and events.
final class ScriptedDialog: ImportDialog {
  struct Refusal: Error, Equatable {}

  private let answer: @Sendable (ConsentRequest) throws -> Consent
  private let decisions: [ConflictResolution]?
  private let noted = Mutex<[String]>([])

  /// - Parameter decisions: The decisions about the conflicts, in order; nil quits.
  init(
    decisions: [ConflictResolution]? = [],
    answer: @escaping @Sendable (ConsentRequest) throws -> Consent = { _ in .given(deletes: true) }
  ) {
    self.decisions = decisions
    self.answer = answer
  }

  /// The questions and events in order, each as a word or a few; progress is left out.
  var log: [String] { noted.withLock(\.self) }

  func consent(to request: ConsentRequest) throws -> Consent {
    let changeset = request.changeset
    noted.withLock { $0.append("consent to \(changeset.proposeCount)+\(changeset.deleteCount)") }
    return try answer(request)
  }

  func resolutions(of request: ConflictRequest) -> [Int: ConflictResolution]? {
    noted.withLock { $0.append("decide \(request.conflicts.count)") }
    guard let decisions else { return nil }
    return request.byRow(Dictionary(uniqueKeysWithValues: zip(request.conflicts.indices, decisions)))
  }

  func note(_ event: ImportEvent) {
    guard let words = Self.words(event) else { return }
    noted.withLock { $0.append(words) }
  }

  private static func words(_ event: ImportEvent) -> String? {
    switch event {
    case .lostSteps(let lost, _, let wait): "lost steps of \(lost.importID), wait \(wait)"
    case .waitingForEarlierCalls(let wait): "earlier calls, wait \(wait)"
    case .readingBegan: "reading"
    case .resuming(let kept): "resuming \(kept.changes)"
    case .sendingBegan: "sending"
    case .sendingEnded: "sent"
    case .stillUnfinished(_, let changes): "unfinished \(changes)"
    case .signOffsFailed: "sign-offs failed"
    case .memoryChanged(let name, let added, let removed): "\(name) +\(added) -\(removed)"
    case .memoryFailed: "memory failed"
    case .wrote(let path): "wrote \(URL(fileURLWithPath: path).lastPathComponent)"
    case .nothingToFix(_, let open, let leftOut): "nothing to fix, \(open) open, \(leftOut) left out"
    case .resultFailed: "result failed"
    case .reading, .readingEnded, .read, .unread, .sent: nil
    default: "\(event)"
    }
  }
}

/// A clock that is a microsecond later at each look, and notes its waits instead of waiting.
final class SkippingClock: Sendable {
  private let state = Mutex<(ahead: Duration, waits: [Duration])>((.zero, []))

  var waits: [Duration] { state.withLock(\.waits) }

  func advance(by duration: Duration) { state.withLock { $0.ahead += duration } }

  /// - Parameter moment: The moment since the boot `b-1`.
  func clock(at moment: Duration = .zero) -> RetryClock {
    RetryClock(
      now: {
        self.state.withLock { state in
          state.ahead += .microseconds(1)
          return state.ahead
        }
      }, calendarNow: { 1_700_000_000 }, sleep: { wait in self.state.withLock { $0.waits.append(wait) } },
      random: { 0 }, moment: { SystemMoment(boot: "b-1", sinceBoot: moment) })
  }
}

/// A server, a state folder, and sheets that are exported, edited and read again.
struct SessionFixture: Sendable {
  let server = SessionServer()
  private let folder = TemporaryFolder()

  /// For rules that are not about checks, whatever the texts of a test are.
  static var unchecked: PlanningOptions {
    var options = PlanningOptions()
    options.checks = []
    return options
  }
  static let proposals = ["title": ["Proposal": "Hej"], "button": ["Proposal": "Ind"]]

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// The ids of the imports that were cut off.
  var unfinished: [String] { get throws { try profile().unfinishedImports().map(\.id) } }

  func profile(
    guid: String = SessionServer.guid, application: String = "app", clock: RetryClock = .system,
    stop: StopSignal = StopSignal(), hasJournal: Bool = true
  ) throws -> ReviewProfile {
    let configuration = try NStackConfiguration(
      baseURL: "https://nstack.example", applicationID: Secret(application), restAPIKey: Secret("key"), guid: guid)
    let client = NStackClient(configuration: configuration, transport: server, clock: clock, stop: stop)
    var profile = ReviewProfile(client: client, stateFolder: path("state"), stop: stop)
    if !hasJournal { profile.journalPath = nil }
    profile.concurrency = 1
    profile.settleTime = .zero
    profile.date = { 1_700_000_000 }
    return profile
  }

  /// Exports a sheet, and sets Danish proposals or actions in it.
  ///
  /// - Parameter edits: For each key the cells to set, by their headers.
  func sheet(_ edits: [String: [String: String]], name: String = "sheet.csv") async throws -> PlanSource {
    let job = try ExportJob(to: .file(path(name)), overwritesEdits: true)
    _ = try await job.run(profile(), ScriptedDialog())
    try edit(edits, name: name)
    return try source(name)
  }

  func source(_ name: String, _ options: PlanningOptions = unchecked) throws -> PlanSource {
    .sheets(try ReviewSheetReader.read([path(name)]), options)
  }

  /// Sets cells of an exported sheet, by keys and headers.
  func edit(_ edits: [String: [String: String]], in locale: String = "da-DK", name: String = "sheet.csv") throws {
    var sheet = CSVSheet(try String(contentsOfFile: path(name), encoding: .utf8))
    for (key, cells) in edits {
      for (header, value) in cells { try sheet.set("login/\(key)", locale, header, to: value) }
    }
    try sheet.text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  @discardableResult func run(
    _ request: ImportRequest, _ dialog: any ImportDialog = ScriptedDialog(), _ profile: ReviewProfile? = nil
  ) async throws -> ImportOutcome {
    try await ImportSession.open(profile ?? self.profile(), dialog) { try await $0.run(request) }
  }

  @discardableResult func run(
    _ source: PlanSource, _ dialog: any ImportDialog = ScriptedDialog(), _ profile: ReviewProfile? = nil
  ) async throws -> ImportOutcome { try await run(ImportRequest(source), dialog, profile) }

  /// Undoes an import, or the changes of it that are chosen.
  @discardableResult func undo(
    _ id: String, _ profile: ReviewProfile? = nil, choosing choose: (inout UndoChoice) -> Void = { _ in }
  ) async throws -> ImportOutcome {
    var choice = UndoChoice()
    choose(&choice)
    return try await ImportSession.open(profile ?? self.profile(), ScriptedDialog()) { [choice] in
      try await $0.undo(id, choosing: choice)
    }
  }

  @discardableResult func resume(
    _ id: String? = nil, _ dialog: ScriptedDialog = ScriptedDialog(), _ profile: ReviewProfile? = nil
  ) async throws -> ImportOutcome? {
    try await ImportSession.open(profile ?? self.profile(), dialog) { try await $0.resume(id) }
  }

  /// Imports Danish proposals, and returns the id of the import.
  func imported(_ proposals: [String: String], memory: String? = nil, _ dialog: ScriptedDialog = ScriptedDialog())
    async throws -> String
  {
    var options = ImportOptions()
    options.memory = memory
    let sheet = try await sheet(proposals.mapValues { ["Proposal": $0] })
    return try #require(try await run(ImportRequest(sheet, options: options), dialog).id)
  }

  /// Imports two proposals, and stops after the first call.
  @discardableResult func cutOff(_ source: PlanSource, _ options: ImportOptions = ImportOptions()) async throws
    -> ImportOutcome
  {
    let stop = StopSignal()
    server.onWrite { stop.stop() }
    defer { server.onWrite {} }
    return try await run(ImportRequest(source, options: options), ScriptedDialog(), profile(stop: stop))
  }
}
