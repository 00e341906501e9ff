import Basics
import NStackAPI
import ReviewJournal
import ReviewReports
import Synchronization
import TranslationReview

/// The terminal as the dialog of an import session: questions, progress, notes and warnings.
final class TerminalDialog: ImportDialog {
  private let output: OutputOptions
  private let extent: ReportExtent
  private let isConsentGiven: Bool
  private let stop: StopSignal
  private let progress = Mutex<ProgressLine?>(nil)
  private let isPlanShown = Mutex(false)

  /// Whether the user saw the plan before it was sent.
  var wasPlanShown: Bool { isPlanShown.withLock(\.self) }

  /// - Parameters:
  ///   - extent: How much of a plan is shown before a question.
  ///   - isConsentGiven: Whether `--yes` was given.
  ///   - stop: Given by the first signal while calls are made.
  init(
    _ output: OutputOptions, _ extent: ReportExtent = .everything, isConsentGiven: Bool = false,
    stop: StopSignal = StopSignal()
  ) {
    self.output = output
    self.extent = extent
    self.isConsentGiven = isConsentGiven
    self.stop = stop
  }

  // MARK: - Questions

  func consent(to request: ConsentRequest) throws -> Consent {
    if request.purpose == .deletion { return try consentToDeletion(request) }
    let changeset = request.changeset
    let isUndo = request.purpose != .sheets
    let lost = Self.missingRows(of: changeset)
    let mustAsk = try TerminalConsent(isGiven: isConsentGiven).mustAsk(
      "the plan has \(Counted.text(changeset.changes.count, "change"))\(lost)",
      hint: "Look at it with \(isUndo ? "--dry-run" : "`nstack-review diff`"), then add --yes.",
      lines: [])
    guard mustAsk else { return .given(deletes: request.allowsDelete) }
    show(changeset)
    if isUndo {
      return Terminal.confirm("Undo that import: \(changeset.callsLine)?") ? .given(deletes: true) : .declined
    }
    var questions: [String] = []
    if changeset.proposeCount > 0 { questions.append("send \(Counted.text(changeset.proposeCount, "proposal"))") }
    let deletion = "delete \(Counted.text(changeset.deleteCount, "pending proposal"))"
    let hasDeletes = changeset.deleteCount > 0
    if hasDeletes, request.allowsDelete { questions.append(deletion) }
    guard questions.isEmpty || Terminal.confirm(Self.question(questions, lost)) else { return .declined }
    guard hasDeletes, !request.allowsDelete else { return .given(deletes: request.allowsDelete) }
    return .given(deletes: Terminal.confirm(Self.question([deletion], questions.isEmpty ? lost : "")))
  }

  /// Shows a plan that is to be consented to, and below more than a screenful once more the counts.
  private func show(_ changeset: Changeset) {
    // Whoever picked the changes has seen them.
    guard !wasPlanShown else { return changeset.countLines.forEach(Terminal.note) }
    let lines = Terminal.questionDisplay(output).lines(
      of: changeset, output.quiet ? .summary : extent, showsNotes: false)
    let isPaged = output.page(lines)
    for line in isPaged ? changeset.countLines : lines { Terminal.note(line) }
    isPlanShown.withLock { $0 = extent == .everything && !output.quiet }
  }

  private func consentToDeletion(_ request: ConsentRequest) throws -> Consent {
    let count = Counted.text(request.changeset.deleteCount, "pending proposal")
    let remarks = request.deletion?.remarks ?? []
    let preview = DeletionPreview(request.changeset, final: request.deletion?.finalIDs ?? [])
    let mustAsk = try TerminalConsent(isGiven: isConsentGiven && request.allowsDelete).mustAsk(
      "the plan deletes \(count)", hint: "Look at it with --dry-run, then add --yes --allow-delete.",
      lines: preview.lines(limit: Terminal.height - remarks.count) + remarks)
    guard mustAsk else { return .given(deletes: true) }
    return Terminal.confirm("Delete \(count)?") ? .given(deletes: true) : .declined
  }

  func resolutions(of request: ConflictRequest) -> [Int: ConflictResolution]? {
    ConflictQuestions(
      ask: Terminal.answer(to:), tell: Terminal.note, display: Terminal.questionDisplay(output),
      edit: TextEditor.command.map { command in { TextEditor.edit($0, with: command) } }
    ).resolutions(of: request)
  }

  func picks(from changeset: Changeset) -> Set<Int>? {
    let picks = PickingQuestions(
      ask: Terminal.answer(to:), tell: Terminal.note, display: Terminal.questionDisplay(output)
    ).picks(from: changeset)
    isPlanShown.withLock { $0 = true }
    return picks
  }

  private static func question(_ parts: [String], _ addition: String) -> String {
    let text = parts.joined(separator: " and ") + addition
    return text.prefix(1).uppercased() + text.dropFirst() + "?"
  }

  /// What a question about a plan adds if exported rows did not come back.
  private static func missingRows(of changeset: Changeset) -> String {
    let count = changeset.files.missingRowCount
    return count == 0 ? "" : ", although \(Counted.being(count, "exported row")) missing"
  }

  // MARK: - Events

  func note(_ event: ImportEvent) {
    switch event {
    case .readingBegan: begin("reading texts and proposals")
    case .reading(let done, let total): progress.withLock(\.self)?.advance(to: done, of: total)
    case .readingEnded: endProgress()
    case .sendingBegan:
      begin("sending")
      Interruption.beginStopping(stop)
    case .sent(let done, let total): progress.withLock(\.self)?.advance(to: done, of: total)
    case .sendingEnded:
      Interruption.endStopping()
      endProgress()
    case .resultFailed(let error): Terminal.note("error: \(Self.line(error))")
    case .signOffsFailed(let error):
      Terminal.note(
        "error: \(Self.line(error)) The rows with ok are not kept as reviewed; import the same sheets again.")
    case .memoryFailed(let error):
      Terminal.note("error: \(Self.line(error)) The next export with this memory, or the next import, tries again.")
    case .resultsFromBefore(let error?):
      Terminal.note("error: \(Self.line(error)) The sheets show all texts outside this import as they were before it.")
    case .read(let catalog):
      CatalogNames.keep(catalog)
      output.warn(of: catalog)
    case .unread(let items): output.warn(of: items)
    default: if let line = Self.line(of: event) { output.note(line) }
    }
  }

  private func begin(_ what: String) {
    let line = ProgressLine(output, what: what)
    progress.withLock { $0 = line }
  }

  private func endProgress() {
    let line = progress.withLock { progress in
      defer { progress = nil }
      return progress
    }
    line?.end()
  }

  static func line(_ error: any Error) -> String { Failure(error)?.shownLine ?? "\(error)" }
}
