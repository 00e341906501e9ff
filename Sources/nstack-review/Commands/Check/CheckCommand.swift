import ArgumentParser
import Basics
import ReviewReports
import TranslationReview

/// `check`: lists the errors in returned sheets, without a connection to NStack.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Read returned sheets and say what an import would refuse; needs no connection to NStack.",
    discussion: """
      Exits with 3 if an import would refuse a row or leave out a file, and with 0 otherwise.

      Examples:

        nstack-review check returned.xlsx
        nstack-review check returned/ --recursive --json
        nstack-review check returned/ --format github
      """)

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup var planning: PlanningFlags
  @Option(
    name: .long,
    help: "The form of the findings: text, github (annotations of GitHub Actions) or gitlab (a Code Quality report).")
  var format = CheckFormat.text
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if output.json, format != .text { throw ValidationError("--json and --format \(format) exclude each other.") }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      let folder = TemporaryFolder()
      defer { folder.remove() }
      let check: SheetCheck
      do {
        check = try await self.check(fetchedInto: folder)
      } catch {
        if let failure = Failure(error) { try format.print(failure, files: sheets.files, output) }
        throw error
      }
      if format == .text {
        try output.tell(check.json, lines: { check.lines() }, problems: { check.problemLines })
      } else {
        try format.print(check.annotations, summary: [check.countLine], files: sheets.files, output)
      }
      if check.hasErrors || planning.checks.failOn == .warning && check.hasCheckWarnings {
        throw ExitStatus.findings.error
      }
    }
  }

  private func check(fetchedInto folder: TemporaryFolder) async throws -> SheetCheck {
    SheetCheck(try await sheets.fetched(into: folder, output).read(), options: try planning.options())
  }
}
