public import ArgumentParser
public import ReviewReports

enum LogFormat: String, CaseIterable { case text, json }

struct OutputOptions: TitledFlags {
  static let title = "Output"

  @Flag("Print the result as JSON on standard output.") var json = false
  @Flag("Print errors only, and what --json or - asks for.", name: .shortAndLong) var quiet = false
  @Flag(.rare("Print each call to a server."), name: .shortAndLong) var verbose = false

  func validate() throws { try require(!quiet || !verbose, "--quiet and --verbose exclude each other.") }
}

struct ExtentFlags: TitledFlags {
  static let title = "Output"

  @Option("rows", "What to print of the rows.") var show = ReportExtent.everything
}

extension ReportExtent: ExpressibleByArgument {}
