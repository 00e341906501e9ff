import Basics
public import Spreadsheet
import TranslationReview

/// The files that show what became of the rows of returned sheets.
public struct ResultFiles: Sendable {
  /// The names of the files in messages. A program with other words for them, such as its flags, sets its own.
  public struct Names: Sendable {
    /// The annotated copies.
    public var annotated = "the annotated copy"
    /// The sheet of rows to fix.
    public var toFix = "the sheet to fix"
    /// The report.
    public var report = "the report"
    /// The saved plan.
    public var plan = "the plan"

    /// Creates the plain names.
    public init() {}
  }

  /// The path of the returned rows with a Result column and refreshed cells, in the format of the returned sheet; for
  /// several sheets, a folder. Nil writes none.
  public var annotated: String?
  /// The path of a sheet with the rows that were refused, in conflict or failed, `.xlsx` or `.csv`; nil writes none.
  public var toFix: String?
  /// The path of a report, `.html` or `.json`; nil writes none.
  public var report: String?
  /// How the returned CSV files were read.
  public var csv = CSVReadingOptions()
  /// The names of the files in messages.
  public var names = Names()

  /// Creates a choice of no files.
  public init() {}

  /// Where the annotated copy of each file goes: to the path itself, or for several files to their own names in that
  /// folder.
  func annotationTargets(
    of files: [ReturnedSheet.File], _ foreignFiles: [ReturnedSheet.ForeignFile]
  ) throws(ImportError) -> [String] {
    guard let annotated else { return [] }
    if !annotatesIntoFolder(files, foreignFiles) {
      return [annotated]
    }
    guard !TableFormat.isSpreadsheet(named: annotated) else {
      throw ImportError(
        .annotatedName,
        "\(names.annotated) \(annotated) names one file, and there are \(files.count) sheets to annotate.",
        hint: "Name a folder.")
    }
    var taken = PathComponents()
    var targets: [String] = []
    for file in files {
      let name = file.copyName
      guard taken.insert(name) else {
        throw ImportError(
          .annotatedName, "two of the sheets are called \(name), so one folder cannot hold both.",
          hint: "Import them one after the other.")
      }
      targets.append("\(annotated.hasSuffix("/") ? String(annotated.dropLast()) : annotated)/\(name)")
    }
    return targets
  }

  /// Whether annotated copies go into a folder: there are several files, or were before some were left out.
  func annotatesIntoFolder(_ files: [ReturnedSheet.File], _ foreignFiles: [ReturnedSheet.ForeignFile]) -> Bool {
    guard files.count == 1 else { return true }
    return !foreignFiles.isEmpty && !(annotated.map(TableFormat.isSpreadsheet) ?? false)
  }
}

extension ReturnedSheet.File {
  /// The name of its annotated copy in a folder. A sheet that was fetched may have a name without an ending.
  fileprivate var copyName: String {
    var name = path.split(separator: "/").last.map { PathComponent(String($0), otherwise: "sheet").text } ?? "sheet"
    // The copy of a workbook with macros has none.
    if TableFormat(ofFileNamed: name) == .xlsx, TableFormat(extensionOf: name) == nil,
      let dot = name.lastIndex(of: ".")
    {
      name = name[..<dot] + ".xlsx"
    }
    guard let fetchedPath, let dot = fetchedPath.lastIndex(of: ".") else { return name }
    let ending = fetchedPath[dot...]
    return name.lowercased().hasSuffix(ending) ? name : name + ending
  }
}
