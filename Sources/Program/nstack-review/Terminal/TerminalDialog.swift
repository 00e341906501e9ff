import Basics
import NStackAPI
import ReviewJournal
import ReviewReports
import Spreadsheet
import Synchronization

/// The terminal as the dialog of an import session: questions, progress, notes and warnings.
final class TerminalDialog: ImportDialog {
  let output: OutputOptions
  let extent: ReportExtent
  let isConsentGiven: Bool
  private let stop: StopSignal
  private let progress = Mutex<ProgressLine?>(nil)
  let isPlanShown = Mutex(false)
  private let written = Mutex<[String]>([])

  /// The sheets of rows to fix that were written.
  var filesToFix: [String] { written.withLock(\.self) }

  /// Whether the user saw the plan before it was sent.
  var wasPlanShown: Bool { isPlanShown.withLock(\.self) }

  init(
    _ output: OutputOptions, _ extent: ReportExtent = .everything, isConsentGiven: Bool = false,
    stop: StopSignal = StopSignal()
  ) {
    self.output = output
    self.extent = extent
    self.isConsentGiven = isConsentGiven
    self.stop = stop
  }

  private var questions: PlanQuestions {
    PlanQuestions(
      ask: Terminal.answer(to:), show: Terminal.note, display: Terminal.questionDisplay(output),
      edit: TextEditor.command.map { command in { TextEditor.edit($0, with: command) } })
  }

  func choices(amongDisagreementsOf request: ConflictRequest) -> [Int: Disagreement.Choice]? {
    questions.choices(amongDisagreementsOf: request)
  }

  func resolutions(of request: ConflictRequest) -> [Int: ConflictResolution]? { questions.resolutions(of: request) }

  func picks(from changeset: Changeset) -> Set<Int>? {
    let picks = questions.picks(from: changeset)
    isPlanShown.withLock { $0 = true }
    return picks
  }

  func note(_ event: ImportEvent) {
    if case .wroteToFix(let path, _) = event { written.withLock { $0.append(path) } }
    switch event {
    case .readingBegan: begin("reading texts and proposals")
    case .reading(let done, let total), .sent(let done, let total):
      progress.withLock(\.self)?.advance(to: done, of: total)
    case .readingEnded: endProgress()
    case .sendingBegan:
      begin("sending")
      Interruption.beginStopping(stop)
    case .sendingEnded:
      Interruption.endStopping()
      endProgress()
    case .resultFailed(let error): note(error)
    case .signOffsFailed(let error):
      note(error, " The rows with ok are not kept as reviewed; import the same sheets again.")
    case .memoryRemark(let remark): output.warn(["\(remark)"])
    case .memoryFailed(let error): note(error, " The next export with this memory, or the next import, tries again.")
    case .resultsFromBefore(let error?):
      note(error, " The sheets show all texts outside this import as they were before it.")
    case .read(let catalog):
      CatalogNames.keep(catalog)
      output.warn(of: catalog)
    case .unread(let items): output.warn(items.map { "\($0)" })
    default: if let line = Self.line(of: event) { output.note(line) }
    }
  }

  private func note(_ error: any Error, _ advice: String = "") {
    Terminal.note("error: \(Failure.line(error))\(advice)")
  }

  private func begin(_ what: String) {
    let line = ProgressLine(output, what: what)
    progress.withLock { $0 = line }
  }

  private func endProgress() { progress.withLock { $0.take() }?.end() }

  /// The line for an event; nil for an event that is shown in another way.
  private static func line(of event: ImportEvent) -> String? {
    switch event {
    case .lostSteps(let lost, let journal, let wait):
      return
        "warning: the journal \(journal) lost steps of import \(lost.importID): its file was damaged, or replaced by an "
        + "older copy. Calls may have been made that are no longer in it: the proposals are read in "
        + "\(Int(wait.inSeconds)) s, before anything is sent"
    case .waitingForEarlierCalls(let wait):
      return
        "an earlier import left unconfirmed calls: waiting \(Int(wait.inSeconds) + 1) s until their outcome is certain"
    case .waitingForOwnCalls(let wait):
      return "the outcome of some calls is unknown: waiting \(Int(wait.inSeconds) + 1) s until it is certain"
    case .resuming(let kept): return "resuming import \(kept.summary)"
    case .stillUnfinished(let kept, let left):
      return
        "import \(kept.id) is still unfinished: \(Counted.text(left, "change")) of it \(left == 1 ? "is" : "are") neither "
        + "done nor in this import; resume it: nstack-review import --resume \(kept.id)"
    case .olderImportsUnknown(let error):
      return "warning: it is not known what earlier imports still have to do: \(Failure.line(error))"
    case .registerFailed(let error): return "warning: \((error as? SpreadsheetError)?.description ?? "\(error)")"
    case .resultsFromBefore:
      return "the server was not read again: the sheets show all texts outside this import as they were before it"
    case .memoryChanged(let name, let added, let removed):
      let parts = [(added, "added"), (removed, "taken out")].filter { $0.0 > 0 }
      return "memory \(name): "
        + parts.map { "\(Counted.text($0.0, "entry", "entries")) \($0.1)" }.joined(separator: ", ")
    case .wrote(let path): return "wrote \(path)"
    case .wroteToFix(let path, let rows): return "wrote \(path): \(Counted.text(rows, "row")) to fix"
    case .nothingToFix(let path, 0, 0): return "no row needs fixing, so \(path) was not written"
    case .nothingToFix(let path, 0, let leftOut):
      return
        "\(path) was not written: the plan does not contain the \(Counted.text(leftOut, "row")) that it left out; to get "
        + "the rows to fix, import the sheets themselves with --to-fix"
    case .nothingToFix(let path, let open, _):
      return
        "no row needs fixing yet, so \(path) was not written: \(Counted.being(open, "row")) still without an outcome"
    default: return nil
    }
  }
}
