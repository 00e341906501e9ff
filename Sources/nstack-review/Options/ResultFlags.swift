import ArgumentParser
import Basics
import ReviewJournal
import Spreadsheet
import TranslationReview

/// The flags that name the files to write about the rows of returned sheets.
struct ResultFlags: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the returned rows with a Result column and refreshed cells, as XLSX or CSV (for several sheets: a folder).",
      valueName: "file"), completion: .sheets)
  var annotate: String?
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write a sheet of the rows that were refused, in conflict or failed (.xlsx, .csv, .xlf or .po).",
      valueName: "file"), completion: .sheets)
  var toFix: String?
  @Option(
    name: .long, help: ArgumentHelp("Write a report (.html or .json).", valueName: "file"),
    completion: .file(extensions: ["html", "json"]))
  var report: String?

  // Written out: with a loop over pairs the optimiser of Swift 6.3 crashes.
  func validate() throws {
    try DriveSheets.refuseWriting("--annotate", annotate)
    try DriveSheets.refuseWriting("--to-fix", toFix)
    try DriveSheets.refuseWriting("--report", report)
    if let toFix {
      let format = SheetFormat(extensionOf: toFix)
      if format == nil || format == .tsv {
        throw ValidationError("--to-fix \(toFix): the file name must end in .xlsx, .csv, .xlf or .po.")
      }
    }
    if let report {
      let name = report.lowercased()
      guard name.hasSuffix(".html") || name.hasSuffix(".htm") || name.hasSuffix(".json") else {
        throw ValidationError("--report \(report): the file name must end in .html or .json.")
      }
    }
  }

  /// The files, with the flags as their names in messages.
  ///
  /// - Parameter csv: How the returned CSV files are read.
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
