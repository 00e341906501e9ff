import ArgumentParser
import TranslationReview

/// `diff`: what an import would do now.
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Plan: show what an import of returned sheets would do now. Sends nothing.",
    discussion: """
      A saved plan can be read by someone else and applied later: `import --plan` sends exactly what it contains, and \
      refuses what changed on the server since.

      Examples:

        nstack-review diff returned.xlsx
        nstack-review diff returned/ --output plan.json --report plan.html
      """)

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup var planning: PlanningFlags
  @Option(
    name: [.customLong("output"), .customShort("o")],
    help: ArgumentHelp("Save the plan, for import --plan.", valueName: "file"))
  var planFile: String?
  @OptionGroup var results: ResultFiles
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      // The sheets are read while the server answers; what is wrong with them is told before anything else.
      let reading = Task.detached { [sheets, planning, results, planFile] in
        let source = try PlanSource(sheets, planning)
        try results.check(against: source.files, source.foreignFiles, planToWrite: planFile)
        return source
      }
      do {
        try await Connection.withConnection(connection, output) { connection in
          let (source, catalog) = try await Self.read(reading) { try await connection.fetchCatalog(output) }
          let changeset = try source.changeset(against: catalog, connection, output)
          if let planFile { try PlanFiles.write(changeset, to: planFile, connection, output) }
          try results.write(changeset, catalog: catalog, connection, csv: try sheets.csv(), output)
          try Self.tell(changeset, output)
        }
      } catch {
        _ = try await reading.value
        throw error
      }
    }
  }

  /// The rows of a large sheet take longer than the catalog, one after the other, so nothing should keep them from their
  /// processor. Linux runs what is in the background where a processor is free, Darwin holds it back even then.
  #if canImport(Darwin)
    private static let patience = TaskPriority.utility
  #else
    private static let patience = TaskPriority.background
  #endif

  /// Waits for the sheets, and for a catalog that is fetched meanwhile.
  private static func read(
    _ reading: Task<PlanSource, any Error>, fetch: @escaping @Sendable () async throws -> Catalog
  ) async throws -> (PlanSource, Catalog) {
    try await withThrowingTaskGroup(of: Catalog.self) { group in
      group.addTask(priority: patience) { try await fetch() }
      let source = try await reading.value
      guard let catalog = try await group.next() else { throw CancellationError() }
      return (source, catalog)
    }
  }

  /// Prints a plan; ends with the code for findings where a row was refused or is in conflict, or a file left out.
  static func tell(_ changeset: Changeset, _ output: OutputOptions) throws {
    try output.tell(
      changeset.json, lines: { Terminal.lines(of: changeset, output) + ["plan: \(changeset.callsLine)"] },
      problems: { changeset.problemLines })
    if changeset.hasRefusals || changeset.hasConflicts || changeset.hasErrors { throw ExitStatus.findings.error }
  }
}
