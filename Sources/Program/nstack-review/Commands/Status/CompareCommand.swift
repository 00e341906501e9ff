import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports
import Spreadsheet
import TranslationReview

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "compare", "Show what differs between two review sheets; needs no connection to NStack.",
    discussion: """
      Rows are compared by section, key, locale and proposal, whatever the order, format and layout of the sheets. Exits \
      with 0 if nothing differs, with 1 if something does, and with 2 if a sheet cannot be read.
      """,
    examples: [
      "sheets compare sent.xlsx returned.xlsx", "sheets compare sent.xlsx returned.xlsx --json --report changes.html",
    ])

  @Argument(help: "The earlier sheet.", completion: .file()) var old: String
  @Argument(help: "The later sheet.", completion: .file()) var new: String
  @Option("file", .report, completion: .reports) var report: String?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    for sheet in [old, new] { try requireToRead("The sheet", sheet) }
    try requireReport(report)
  }

  func run() async throws {
    if let report { try EditedSheet.refuseOverwriting(report) }
    let comparison: SheetComparison
    do {
      comparison = try SheetComparison(from: old, to: new)
      try output.writeReport(report, comparison.json) { comparison.writeHTML(to: &$0) }
    } catch {
      // As with the diff of Unix, 1 says that the sheets differ.
      guard let failure = Failure(error) else { throw error }
      throw failure.ending(with: .partial)
    }
    try output.print(comparison.json, lines: { Terminal.display(output).lines(of: comparison) })
    if !comparison.isAlike { throw ExitStatus.failure.error }
  }
}
