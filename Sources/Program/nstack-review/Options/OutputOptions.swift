public import ArgumentParser
public import ReviewReports

enum LogFormat: String, CaseIterable { case text, json }

struct OutputOptions: TitledFlags {
  static let title = "Output"

  @Flag("Print the result as JSON on standard output.") var json = false
  @Flag("Print errors only, and what --json or - asks for.", name: .shortAndLong) var quiet = false
  @Flag(.rare("Print each call to a server."), name: .shortAndLong) var verbose = false

  func validate() throws { try require(!quiet || !verbose, "--quiet and --verbose exclude each other.") }

  /// Whether a setting about what is printed is on. A file that cannot be read turns nothing off: the commands that need its
  /// settings say what is wrong with it.
  func isOn(_ setting: String) -> Bool { (try? SettingLayers.ofMachine())?.isOn(setting) ?? true }

  var allowsColor: Bool {
    EnvironmentVariables.value("NO_COLOR") == nil && EnvironmentVariables.value("TERM") != "dumb" && isOn("color")
  }
}

struct ExtentFlags: TitledFlags {
  static let title = "Output"

  @Option("rows", "What to print of the rows.") var show = ReportExtent.everything
}

extension ReportExtent: ExpressibleByArgument {}
