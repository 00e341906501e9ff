import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports
import TranslationReview

extension ImportOutcome {
  /// Prints the report, and ends with its exit code.
  ///
  /// - Parameter showsTexts: Whether rows that were carried out are shown with their texts.
  func tell(
    _ output: OutputOptions, _ extent: ReportExtent = .everything, showsTexts: Bool = true
  ) throws {
    let printing = Result {
      try isPrinted(output) { Terminal.lines(of: report, output, extent, showsTexts: showsTexts) }
    }
    if let id, !output.json, report.wasAnythingSent {
      let advice = report.canBeUndone ? "; to take it back: nstack-review history undo \(id)" : ""
      output.note("import \(id)\(advice)")
    }
    if report.isResumable { output.note("resume it: nstack-review import --resume") }
    if report.wereCredentialsRefused { throw ExitStatus.credentials.error }
    if let signal = Interruption.signalReceived { throw ExitCode(128 + signal) }
    if try !printing.get() || report.isIncomplete || !areFilesWritten || !areSignOffsKept {
      throw ExitStatus.partial.error
    }
  }

  private var json: JSONValue { report.json.adding("import", .optional(id)) }

  /// Whether the sent changes were printed, or nothing was sent.
  private func isPrinted(_ output: OutputOptions, lines: () -> [String]) throws -> Bool {
    guard report.wasAnythingSent else {
      try output.tell(json, lines: lines, problems: { report.problemLines })
      return true
    }
    return output.tellSent(
      json, summary: "the import was carried out (\(report.summaryLine))", lines: lines,
      problems: { report.problemLines })
  }
}
