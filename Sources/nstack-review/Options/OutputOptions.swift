import ReviewReports
import ArgumentParser
import TranslationReview

/// The form of each line of `--verbose`.
enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case text
  case json
}

struct OutputOptions: ParsableArguments {
  @Flag(help: "Print machine output on standard output.")
  var json = false
  @Flag(name: .shortAndLong, help: "Print errors only, and what --json or - asks for.")
  var quiet = false
  @Flag(name: .shortAndLong, help: "Print each call to the server: method, path, status, time, pauses.")
  var verbose = false
  @Option(help: "Print the calls as text, as --verbose does, or as json (an object on each line).")
  var logFormat: LogFormat?
  @Flag(help: "Show no progress.")
  var noProgress = false
  @Flag(help: "Use no colours (so does the variable NO_COLOR).")
  var noColor = false
  @Flag(help: "Print long output at once, not page by page with $PAGER.")
  var noPager = false

  func validate() throws {
    try require(!quiet || !verbose, "--quiet and --verbose exclude each other.")
    try require(!quiet || logFormat == nil, "--quiet and --log-format exclude each other.")
  }

  var printsCalls: Bool { verbose || logFormat != nil }
}

struct ExtentFlags: ParsableArguments {
  @Flag(help: "Print the counts only, and errors that are not about a single row.")
  var summary = false
  @Flag(help: "Of the rows, print only those that were refused, are in conflict, failed or have warnings.")
  var onlyProblems = false

  func validate() throws {
    try require(!summary || !onlyProblems, "--summary and --only-problems exclude each other.")
  }

  var extent: ReportExtent { summary ? .summary : onlyProblems ? .problems : .everything }
}
