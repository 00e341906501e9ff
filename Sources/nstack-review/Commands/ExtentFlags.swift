import ArgumentParser
import ReviewReports
import TranslationReview

/// The flags that choose how much of a plan or report is printed.
struct ExtentFlags: ParsableArguments {
  @Flag(name: .long, help: "Print the counts only, and errors that are not about a single row.")
  var summary = false
  @Flag(name: .long, help: "Of the rows, print only those that were refused, are in conflict, failed or have warnings.")
  var onlyProblems = false

  func validate() throws {
    if summary, onlyProblems { throw ValidationError("--summary and --only-problems exclude each other.") }
  }

  /// How much is printed.
  var extent: ReportExtent { summary ? .summary : onlyProblems ? .problems : .everything }
}
