import Basics
import NStackAPI
import ReviewJournal
import Spreadsheet
import TranslationReview

extension TerminalDialog {
  /// An event as a line; nil for an event that is shown in another way.
  static func line(of event: ImportEvent) -> String? {
    switch event {
    case .lostSteps(let lost, let journal, let wait):
      let what = lost.count.map { "the last \(Counted.text($0, "step")) of" } ?? "steps of"
      return
        "warning: the journal \(journal) lost \(what) import \(lost.importID): its file was damaged, or replaced by an "
        + "older copy. Calls may have been made that are no longer in it: the proposals are read in "
        + "\(Int(wait.inSeconds)) s, before anything is sent"
    case .waitingForDoubts(let wait):
      return
        "an earlier import left calls in doubt: waiting \(Int(wait.inSeconds) + 1) s until their outcome is certain"
    case .resuming(let kept): return "resuming import \(kept.summary)"
    case .stillUnfinished(let kept, let left):
      return
        "import \(kept.id) is still unfinished: \(Counted.text(left, "change")) of it \(left == 1 ? "is" : "are") neither "
        + "done nor in this import; resume it: nstack-review import --resume-id \(kept.id)"
    case .olderImportsUnknown(let error):
      return "warning: it is not known what earlier imports still have to do: \(Failure(error)?.line ?? "\(error)")"
    case .registerFailed(let error): return "warning: \((error as? SpreadsheetError)?.description ?? "\(error)")"
    case .resultsFromBefore:
      return "the server was not read again: the sheets show all texts outside this import as they were before it"
    case .memoryChanged(let name, let added, let removed):
      let parts = [(added, "added"), (removed, "taken out")].filter { $0.0 > 0 }
      return "memory \(name): "
        + parts.map { "\(Counted.text($0.0, "entry", "entries")) \($0.1)" }.joined(separator: ", ")
    case .wrote(let path): return "wrote \(path)"
    case .wroteToFix(let path, let rows): return "wrote \(path): \(Counted.text(rows, "row")) to fix"
    case .nothingToFix(let path, 0): return "no row needs fixing, so \(path) was not written"
    case .nothingToFix(let path, let unsettled):
      return "no row needs fixing yet, so \(path) was not written: \(Counted.being(unsettled, "row")) not settled"
    default: return nil
    }
  }
}

extension OutputOptions {
  /// Warns of what a catalog was read without.
  func warn(of catalog: Catalog) {
    if !catalog.unprotectedHosts.isEmpty {
      let hosts = catalog.unprotectedHosts.joined(separator: ", ")
      note("warning: texts come from \(hosts) over plain http, where they could be changed on the way")
    }
    warn(of: catalog.unread)
    for finding in catalog.findings.prefix(20) {
      note("warning: \(finding.section)/\(finding.key): \(finding.message)")
    }
    if catalog.findings.count > 20 { note("warning: … and \(catalog.findings.count - 20) more like these") }
  }
}
