public import ArgumentParser
public import ReviewReports

enum LogFormat: String, CaseIterable, ExpressibleByArgument, Sendable { case text, json }

struct OutputOptions: TitledFlags {
  static let title = "Output"

  @Flag("Print the result as JSON on standard output.") var json = false
  @Flag("Print errors only, and what --json or - asks for.", name: .shortAndLong) var quiet = false
  @Flag(.rare("Print each call to a server."), name: .shortAndLong) var verbose = false
  @Option("form", .rare("Print the calls in this form, json as an object on each line.")) var logFormat: LogFormat?
  @Flag(.rare("Show no progress.")) var noProgress = false
  @Flag(.rare("Use no colours (NO_COLOR).")) var noColor = false
  @Flag(.rare("Print long output at once, not page by page with $PAGER.")) var noPager = false

  func validate() throws {
    try require(!quiet || !verbose, "--quiet and --verbose exclude each other.")
    try require(!quiet || logFormat == nil, "--quiet and --log-format exclude each other.")
  }

  var printsCalls: Bool { verbose || logFormat != nil }
}

struct ExtentFlags: TitledFlags {
  static let title = "Output"

  @Option("rows", "What to print of the rows.") var show = ReportExtent.everything
}

extension ReportExtent: ExpressibleByArgument {}
