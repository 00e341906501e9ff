import ArgumentParser
import TranslationReview

/// The flags about checks of changed texts.
struct CheckFlags: ParsableArguments {
  /// The least severity of a finding that ends a command with the code for findings.
  enum Failing: String, CaseIterable, ExpressibleByArgument, Sendable {
    case error
    case warning
  }

  @Flag(name: .long, help: "Send texts that a check refuses, except for what is never meant. The report names each.")
  var force = false
  @Flag(name: .long, help: "Mend spaces at the edges of proposals, and doubled spaces, before they are compared.")
  var fix = false
  @Option(
    name: .long,
    help: """
      The least severity of a check that check and diff exit with 3 for: error or warning. With warning, import sends \
      nothing in that case.
      """)
  var failOn = Failing.error

  @Option(
    name: .long,
    help: ArgumentHelp("A glossary (CSV, XLSX or TBX) whose terms the translations must keep to.", valueName: "file"),
    completion: .file(extensions: ["csv", "xlsx", "tbx"]))
  var glossary: String?

  /// The flags given that only have a meaning where sheets are read.
  var flagsOfSheets: [(String, Bool)] {
    [
      ("--force", force), ("--fix", fix), ("--glossary", glossary != nil), ("--fail-on warning", failOn == .warning),
    ]
  }

  /// Puts the flags and the project's settings into the options of a plan.
  func apply(to options: inout PlanningOptions) throws {
    options.overridesChecks = force
    options.mendsSpaces = fix
    options.checks = try Self.settings(glossary: glossary).checks
  }

  /// The project's severities, with the terms of a glossary.
  ///
  /// - Parameter glossary: The glossary's path; nil for the project's.
  static func settings(glossary: String? = nil) throws -> CheckSettings {
    let project = try SettingsFile.ofProject()
    var settings = project?.checks ?? CheckSettings()
    settings.glossary = try (glossary ?? project?.glossaryPath).map { try Glossary(path: $0) }
    return settings
  }
}
