import ArgumentParser
import ReviewReports

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

  @Flag("Print the counts only, and errors about whole files.") var summary = false
  @Flag("Print only rows that a person should look at.") var onlyProblems = false

  func validate() throws { try require(!summary || !onlyProblems, "--summary and --only-problems exclude each other.") }

  var extent: ReportExtent { summary ? .summary : onlyProblems ? .problems : .everything }
}
