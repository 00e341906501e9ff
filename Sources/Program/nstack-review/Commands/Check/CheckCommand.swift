import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports
import Spreadsheet

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "check", "Say what an import of returned sheets would refuse, or check the live texts.",
    discussion: """
      Sheets are read without a connection to NStack. Exits with 3 if an import would refuse a row or leave out a file, \
      or if the errors in notes are more than the project takes, and with 0 otherwise. Without a sheet, it checks all texts that NStack serves to apps, and exits with 3 if a check \
      finds an error.
      """,
    examples: [
      "check returned.xlsx", "check returned/ --recursive --json", "check returned/ --format github",
      "check --json > known.json", "check --baseline known.json --fail-on warning",
    ])

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup var planning: PlanningFlags
  @OptionGroup(title: "Part of the sheets", visibility: .rare) var parts: SelectionOptions
  @Option("form", "Findings as text, annotations or a Code Quality report.") var format = CheckFormat.text
  @Option(
    "file", "Findings of live texts to leave out, as --json printed them.", completion: .file(extensions: ["json"]))
  var baseline: String?
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var shown: ExtentFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require(!output.json || format == .text, "--json and --format \(format) exclude each other.")
    guard sheets.files.isEmpty else {
      let flags = connection.setFlags
      return try refuse(
        (baseline == nil ? [] : ["--baseline"]) + flags,
        "is about the live texts, and sheets are checked without a server.")
    }
    try refuse(
      (sheets.givenFlags + planning.givenFlags).filter { !["--fail-on", "--glossary"].contains($0) },
      "is about sheets, and none was named.")
    try requireToRead("--baseline", baseline)
  }

  func run() async throws {
    if sheets.files.isEmpty { return try await checkPublished() }
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let check: SheetCheck
    do {
      let sheet = try await sheets.fetched(into: folder, output).read()
      check = SheetCheck(sheet, options: try planning.options(for: sheet, parts))
    } catch {
      if let failure = Failure(error) { try format.print(failure, files: sheets.files, output) }
      throw error
    }
    if format == .text {
      try output.print(check.json, lines: { check.lines(shown.show) }, problems: { check.problemLines })
    } else {
      try format.print(check.annotations, summary: [check.countLine], files: sheets.files, output)
    }
    if check.hasErrors || !check.isQualityHeld || planning.failOn == .warning && check.hasCheckWarnings {
      throw ExitStatus.findings.error
    }
  }

  private func checkPublished() async throws {
    let checks = try SettingsFile.checkSettings(glossary: planning.glossary).checks
    let known = try baseline.map(Self.baseline)
    var connection = connection
    connection.published = true
    let check = try await connection.withProfile(output) { profile in
      let catalog = try await profile.readCatalog(TerminalDialog(output))
      return try PublishedCheck(catalog, checks: checks, selection: parts.selection, baseline: known)
    }
    if format == .text {
      try output.print(check.json, lines: { check.lines(shown.show) }, problems: { check.diagnostics.errorLines })
    } else {
      try format.print(Annotation.list(of: check.diagnostics), summary: [check.countLine], files: [], output)
    }
    if check.has(.error) || planning.failOn == .warning && check.has(.warning) { throw ExitStatus.findings.error }
  }

  private static func baseline(at path: String) throws -> FindingBaseline {
    try PlainFile.read(
      path,
      orThrow: SpreadsheetError(.checkBaseline, "there is no such file.", hint: "Make one with check --json.").inFile(
        path)
    ) { try FindingBaseline(text: $0) }
  }
}

/// The form in which `check` prints its findings.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case text, github, gitlab

  /// Prints findings; the counts follow (for GitLab on standard error, because standard output is the report).
  func print(_ annotations: [Annotation], summary: [String], files: [String], _ output: OutputOptions) throws {
    let annotations = annotations.map(Self.fromRepository)
    switch self {
    case .text: break
    case .github: try Terminal.print(lines: annotations.map(\.gitHubLine) + (output.quiet ? [] : summary))
    case .gitlab:
      try Terminal.print(Annotation.gitLabReport(annotations, folder: files.first ?? "."))
      summary.forEach(output.note)
    }
  }

  /// An annotation with the path of its file from the root of the repository, if the service says where that is.
  private static func fromRepository(_ annotation: Annotation) -> Annotation {
    guard let root = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].lazy.compactMap(EnvironmentVariables.value).first,
      root.hasPrefix("/"), let folder = EnvironmentVariables.workingFolder
    else { return annotation }
    return annotation.from(root: root, in: folder)
  }

  func print(_ failure: Failure, files: [String], _ output: OutputOptions) throws {
    let annotation = Annotation(
      severity: .error, file: failure.place.file ?? (files.count == 1 ? files[0] : nil), code: failure.code,
      message: failure.shownLine)
    try print([annotation], summary: [], files: files, output)
  }
}
