import ArgumentParser
import ReviewReports

enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable { case text, json }

struct OutputOptions: TitledFlags {
  static let title = "Output"

  @Flag(help: "Print machine output on standard output.") var json = false
  @Flag(name: .shortAndLong, help: "Print errors only, and what --json or - asks for.") var quiet = false
  @Flag(name: .shortAndLong, help: .rare("Print each call to a server.")) var verbose = false
  @Option(help: .rare("Print the calls in this form, json as an object on each line.", value: "form")) var logFormat:
    LogFormat?
  @Flag(help: .rare("Show no progress.")) var noProgress = false
  @Flag(help: .rare("Use no colours (NO_COLOR).")) var noColor = false
  @Flag(help: .rare("Print long output at once, not page by page with $PAGER.")) var noPager = false

  func validate() throws {
    try require(!quiet || !verbose, "--quiet and --verbose exclude each other.")
    try require(!quiet || logFormat == nil, "--quiet and --log-format exclude each other.")
  }

  var printsCalls: Bool { verbose || logFormat != nil }
}

struct ExtentFlags: TitledFlags {
  static let title = "Output"

  @Flag(help: "Print the counts only, and errors about whole files.") var summary = false
  @Flag(help: "Print only rows that a person should look at.") var onlyProblems = false

  func validate() throws { try require(!summary || !onlyProblems, "--summary and --only-problems exclude each other.") }

  var extent: ReportExtent { summary ? .summary : onlyProblems ? .problems : .everything }
}
