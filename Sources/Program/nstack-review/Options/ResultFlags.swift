import ArgumentParser
import ReviewJournal
import Spreadsheet
import TranslationReview

struct ResultFlags: TitledFlags {
  static let title = "Result files"

  @Option("file", "Write the returned rows and their results; a folder for several sheets.", completion: .sheets)
  var annotate: String?
  @Option("file", "Write the rows that were not sent, to be fixed; a folder for several sheets.", completion: .sheets)
  var toFix: String?
  @Option("file", .report, completion: .reports) var report: String?

  // Written out, because the optimiser of Swift 6.3 crashes on a loop over pairs.
  func validate() throws {
    try requireToWrite("--annotate", annotate)
    try requireToWrite("--to-fix", toFix)
    try requireReport(report)
    if let toFix {
      let format = SheetFormat(extensionOf: toFix)
      let isFolder = format == nil && toFix.last != "." && toFix.split(separator: "/").last?.contains(".") != true
      try require(
        format != .tsv && (format != nil || isFolder || toFix.hasSuffix("/")),
        "--to-fix \(toFix): the file name must end in .xlsx, .csv, .xlf, .po or .html, and that of a folder in a slash."
      )
    }
  }

  /// The files, with the flags as their names in messages.
  func files(csv: CSVReadingOptions) -> ResultFiles {
    var files = ResultFiles()
    (files.annotated, files.toFix, files.report, files.csv) = (annotate, toFix, report, csv)
    files.names.annotated = "--annotate"
    files.names.toFix = "--to-fix"
    files.names.report = "--report"
    files.names.plan = "--output"
    return files
  }
}
