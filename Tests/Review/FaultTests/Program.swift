import NStackAPI
import Synchronization
import TranslationReview

/// One installation of the program: a profile, a disk, and runs of imports on it.
struct Program: Sendable {
  let server: FaultServer
  let guid: String
  var concurrency = 4

  func options() -> SubmissionOptions {
    var options = SubmissionOptions()
    options.concurrency = concurrency
    options.allowsDelete = true
    options.clock = server.clock
    options.settleTime = .seconds(60)
    return options
  }

  /// The plan with a reading that began at this moment.
  func readNow(_ changeset: Changeset) -> Changeset {
    var changeset = changeset
    changeset.reading = Catalog.Reading(begun: server.clock.now())
    return changeset
  }

  func client(_ transport: any HTTPTransport, pacing: CallPacing = CallPacing(), stop: StopSignal? = nil) throws
    -> NStackClient
  {
    var configuration = try NStackConfiguration(
      baseURL: FaultServer.host, applicationID: Secret("app"), restAPIKey: Secret("key"), guid: guid,
      limits: NStackLimits(requestTimeout: .seconds(60)), retryPolicy: RetryPolicy())
    configuration.pacing = pacing
    return NStackClient(configuration: configuration, transport: transport, clock: server.clock, stop: stop)
  }

  /// An import from its start.
  ///
  /// - Parameter plannedLongAgo: Whether the plan keeps its own reading; otherwise it gets one that begins now.
  func submit(
    _ changeset: Changeset, on journal: DiskJournal, life: Life = Life(), plannedLongAgo: Bool = false,
    _ change: (inout SubmissionOptions) -> Void = { _ in }
  ) async throws -> SubmissionReport {
    var options = options()
    change(&options)
    let changeset = plannedLongAgo ? changeset : readNow(changeset)
    return try await Submission.submit(
      changeset, to: client(transport(life, journal.kept, changeset), stop: options.stop), options: options,
      journal: journal)
  }

  /// The import gone on with after a new start.
  func resume(_ disk: InMemoryJournal) async throws -> SubmissionReport? {
    guard let record = disk.record else { return nil }
    return try await Submission.resume(
      record.changeset, after: disk.entries, with: client(transport(Life(), disk, record.changeset)),
      options: options(), journal: DiskJournal(disk))
  }

  /// A transport that proves with each write that its intent is on the disk (I7).
  private func transport(_ life: Life, _ disk: InMemoryJournal, _ changeset: Changeset) -> FaultTransport {
    FaultTransport(server: server, life: life) { [server] text, id in
      let states = SubmissionProgress(count: changeset.changes.count, entries: disk.entries).states
      let index = changeset.changes.firstIndex { change in
        switch change.operation {
        case .propose: change.text == text
        case .delete(let deleted, _): deleted == id
        }
      }
      let isKept = index.map { if case .unconfirmed? = states[$0].outcome { true } else { false } } ?? false
      if !isKept { server.state.withLock { $0.overlaps.append("no intent for \(text?.key ?? "id \(id ?? 0)")") } }
    }
  }
}

enum PlanFixture {
  static func text(_ number: Int) -> TextIdentity { TextIdentity(section: "s", key: "k\(number)", locale: "da-DK") }

  static func value(_ number: Int) -> String { "ny & \(number) é=+\n" + "." }

  /// A plan of so many changes: of four, two are new proposals, one overrides, one deletes; what has to stand on the server
  /// for it is put there.
  static func plan(_ count: Int, for guid: String, on server: FaultServer, onlyNew: Bool = false) -> Changeset {
    var changes: [(text: TextIdentity, operation: Changeset.Change.Operation)] = []
    for number in 0..<count {
      let text = text(number)
      switch onlyNew ? 0 : number % 4 {
      case 2:
        _ = server.seed(text, "gammel \(number)", guid: guid)
        changes.append((text, .propose(value: value(number))))
      case 3:
        let id = server.seed(text, "væk \(number)", guid: guid)
        changes.append((text, .delete(proposalID: id, value: "væk \(number)")))
      default: changes.append((text, .propose(value: value(number))))
      }
    }
    return changeset(changes, against: server.catalog(for: guid))
  }

  static func changeset(
    _ changes: [(text: TextIdentity, operation: Changeset.Change.Operation)], against proposals: [Proposal]
  ) -> Changeset {
    var items: [Changeset.Item] = []
    var counts: [Verdict: Int] = [:]
    for (index, change) in changes.enumerated() {
      var row = ReviewRow(text: change.text)
      var verdict = Verdict.propose
      switch change.operation {
      case .propose(let value): row.proposal = value
      case .delete: verdict = .delete
      }
      counts[verdict, default: 0] += 1
      let place = RowPlace(fileIndex: 0, file: "sheet.xlsx", worksheet: "Review", row: index + 2)
      items.append(
        Changeset.Item(
          row: ReturnedRow(place: place, cells: row, isProposalChanged: true), verdict: verdict, serverValue: ""))
    }
    let planned = changes.enumerated().map { index, change in
      Changeset.Change(
        text: change.text, operation: change.operation, items: [index],
        pending: proposals.filter { $0.text == change.text })
    }
    return Changeset(
      items: items, changes: planned, counts: counts, files: [ReturnedSheet.File(path: "sheet.xlsx", digest: "00")])
  }
}
