import ArgumentParser
import Basics
import ReviewJournal
import TranslationReview

/// `check`: lists the errors in returned sheets, without a connection.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read returned sheets and say what an import would refuse; needs no connection.",
    discussion: """
      Exits with 3 if an import would refuse a row or leave out a file, and with 0 otherwise.

      Examples:

        nstack-review check returned.xlsx
        nstack-review check returned/ --recursive --json
      """)

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup var planning: PlanningFlags
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      let folder = TemporaryFolder()
      defer { folder.remove() }
      var sheet = try await sheets.fetched(into: folder, output).read()
      let registers = StateFolder.standard.map { [$0, "\($0)/sandbox"].map(StateFolder.register(in:)) } ?? []
      for index in sheet.files.indices where sheet.files[index].exportedRowCount == nil {
        // A CSV file does not contain the number; the registers of this machine may.
        sheet.files[index].exportedRowCount = sheet.files[index].sheetID.flatMap {
          SheetRegisterFile.exportedRowCount(ofSheet: $0, inRegisters: registers)
        }
      }
      let check = SheetCheck(sheet, options: try planning.options())
      try output.tell(check.json, lines: { check.lines() }, problems: { check.problemLines })
      if check.hasErrors || planning.checks.failOn == .warning && check.hasCheckWarnings {
        throw ExitStatus.findings.error
      }
    }
  }
}
