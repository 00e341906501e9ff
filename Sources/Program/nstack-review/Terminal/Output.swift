import ArgumentParser
import Basics
import Logging
import NStackAPI
import ReviewJournal
import ReviewReports
import Spreadsheet

extension OutputOptions {
  /// Prints a line on standard error, unless `--quiet` was given. Invisible characters in it are made visible.
  func note(_ text: String) { if !quiet { Terminal.note(Visible.text(text, limit: 4_000)) } }

  /// With `--json`, prints the object; with `--quiet`, the problems on standard error; otherwise the lines, through the
  /// pager if they are more than a screen. It is not a failure if the reader has closed the output.
  func print(_ object: @autoclosure () -> JSONValue, lines: () -> [String], problems: () -> [String] = { [] }) throws {
    do { try write(object(), lines, problems, pages: true) } catch {
      guard Failure(error)?.isReaderGone == true else { throw error }
    }
  }

  /// Prints the result of a command that sent something. If it cannot be printed, standard error has the summary.
  ///
  /// - Returns: Whether it was printed; if not, the command was done in part.
  func printSent(
    _ object: @autoclosure () -> JSONValue, summary: String, lines: () -> [String], problems: () -> [String] = { [] }
  ) -> Bool {
    do {
      try write(object(), lines, problems)
      return true
    } catch {
      Terminal.note("error: \(summary), but the result could not be printed: \(Failure.line(error))")
      return false
    }
  }

  /// Shows lines with the pager if they take more than a screen of a terminal, and returns whether they were shown.
  func page(_ lines: [String]) -> Bool {
    guard !json, !quiet, Terminal.isOutputATerminal, !Terminal.fitsScreen(lines), isOn("pager") else { return false }
    return Pager.show(lines)
  }

  private func write(
    _ object: @autoclosure () -> JSONValue, _ lines: () -> [String], _ problems: () -> [String], pages: Bool = false
  ) throws {
    if json { return try Terminal.print(object()) }
    if quiet { return problems().forEach(Terminal.note) }
    let lines = lines()
    if pages, page(lines) { return }
    try Terminal.print(lines: lines)
  }

  /// Prints a plan, and ends as ``requireNoFindings(in:_:)`` does.
  ///
  /// - Parameters:
  ///   - toFix: The files with the rows to fix; nil if there can be none.
  ///   - collect: Takes the object of `--json` if a list of them is printed later.
  func print(
    _ changeset: Changeset, _ extent: ReportExtent = .everything, failOn: PlanningFlags.Failing = .error,
    maximumDeletes: Int? = nil, toFix: [String]? = nil, collect: ((JSONValue) -> Void)? = nil
  ) throws {
    if json, let collect {
      collect(changeset.json)
    } else {
      try print(
        changeset.json, lines: { Terminal.display(self).lines(of: changeset, extent) + [changeset.planLine] },
        problems: { changeset.problemLines })
    }
    close(RowCounts(changeset), toFix)
    try requireDeletes(of: changeset, atMost: maximumDeletes)
    try Self.requireNoFindings(in: changeset, failOn)
  }

  /// Prints what is left for a person to do, after everything else.
  ///
  /// - Parameter toFix: The files with the rows to fix; nil if there can be none.
  func close(_ counts: RowCounts, _ toFix: [String]?) {
    let advice = counts.hasRowsToFix ? toFix.map { _ in "To get the rows to fix as a sheet, add --to-fix." } : nil
    guard !json, let line = counts.closingLine(fixedIn: toFix ?? [], otherwise: advice) else { return }
    let choice = " Where sheets disagree, --prefer FILE or --on-conflict ask chooses one."
    note(line + (counts.haveFilesDisagreed ? choice : ""))
  }

  /// Ends a dry run whose real run would send nothing because of `--max-deletes`, and says so.
  func requireDeletes(of changeset: Changeset, atMost most: Int?) throws {
    guard let most, changeset.deleteCount > most else { return }
    Terminal.note(
      "error: the plan deletes \(Counted.text(changeset.deleteCount, "proposal")), and --max-deletes allows \(most), so "
        + "an import would send nothing")
    throw ExitStatus.findings.error
  }

  /// Ends with the code for findings if a row was refused or is in conflict, or a file was left out.
  static func requireNoFindings(in changeset: Changeset, _ failOn: PlanningFlags.Failing) throws {
    let hasWarnings = failOn == .warning && changeset.hasCheckWarnings
    if changeset.hasRefusals || changeset.hasConflicts || changeset.hasErrors || hasWarnings {
      throw ExitStatus.findings.error
    }
  }

  /// Writes the report that a flag names, as JSON or as a page, by the name's extension.
  func writeReport(_ path: String?, _ json: JSONValue, page: (inout CheckedTextOutput<OutputFile>) -> Void) throws {
    guard let path else { return }
    try PlainFile.replace(path) { file in
      guard path.lowercased().hasSuffix(".json") else { return page(&file) }
      json.write(to: &file)
      file.write("\n")
    }
    note("wrote \(path)")
  }

  func warn(_ lines: [String]) {
    for line in lines.prefix(20) { note("warning: \(line)") }
    if lines.count > 20 { note("warning: … and \(lines.count - 20) more like these") }
  }

  func warn(of catalog: Catalog) {
    if !catalog.unprotectedHosts.isEmpty {
      let hosts = catalog.unprotectedHosts.joined(separator: ", ")
      note("warning: texts come from \(hosts) over plain http, where they could be changed on the way")
    }
    warn(catalog.unread.map { "\($0)" })
    warn(catalog.findings.map { "\($0.section)/\($0.key): \($0.message)" })
  }
}

/// The output of `--verbose`: a line on standard error for each call, retry and pause. Without `--verbose` only the
/// pauses are received, and shown in the progress line.
struct CallLog: LogHandler {
  let isVerbose: Bool
  let format: LogFormat
  private let notesWaits: Bool

  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel: Logger.Level

  /// The shortest wait that is logged, in seconds.
  private static let longWait = 5.0

  /// - Parameter notesWaits: Whether long waits are printed where standard error is not a terminal.
  init(isVerbose: Bool, format: LogFormat, notesWaits: Bool) {
    (self.isVerbose, self.format, self.notesWaits) = (isVerbose, format, notesWaits)
    logLevel = isVerbose ? .info : .notice
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let seconds = event.metadata?["seconds"].flatMap { Double("\($0)") }
    guard isVerbose else {
      guard let seconds, seconds > 0 else { return }
      ProgressLine.wait(.seconds(seconds))
      // A line that counts down is of no use in a log.
      if notesWaits, seconds >= Self.longWait, !Terminal.isErrorATerminal {
        Terminal.note("the server is busy: waiting \(Int(seconds.rounded(.up))) s")
      }
      return
    }
    Terminal.note(
      Self.line(event.message.description, event.level, event.metadata ?? [:], format, at: EnvironmentVariables.time()))
  }

  static func line(
    _ message: String, _ level: Logger.Level, _ metadata: Logger.Metadata, _ format: LogFormat, at time: Double
  ) -> String {
    let shown = Visible.text(message, limit: 1_000)
    guard format == .json else { return shown }
    var members: [(String, JSONValue)] = [
      ("time", .string(UTCTime.text(time))), ("level", .string(level.rawValue)), ("message", .string(shown)),
    ]
    for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
      members.append((name, .string(Visible.text("\(value)", limit: 1_000))))
    }
    // JSONValue's own description has several lines.
    return "{" + members.map { "\(JSONValue.string($0).text): \($1.text)" }.joined(separator: ", ") + "}"
  }
}

extension OutputOptions {
  var logger: Logger {
    let format = logFormat
    return Logger(label: "nstack-review") { [verbose, quiet] _ in
      CallLog(isVerbose: verbose, format: format, notesWaits: !quiet)
    }
  }
}
