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
      "Write the returned sheet with a Result column and refreshed cells (for several sheets: a folder).",
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

  func validate() throws {
    for (flag, path) in [("--annotate", annotate), ("--to-fix", toFix), ("--report", report)] {
      try DriveSheets.refuseWriting(flag, path)
    }
    if let toFix, [nil, .tsv].contains(SheetFormat(extensionOf: toFix)) {
      throw ValidationError("--to-fix \(toFix): the file name must end in .xlsx, .csv, .xlf or .po.")
    }
    if let report, ![".html", ".htm", ".json"].contains(where: report.lowercased().hasSuffix) {
      throw ValidationError("--report \(report): the file name must end in .html or .json.")
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
