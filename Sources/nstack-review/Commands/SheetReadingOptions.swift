import ArgumentParser
import Spreadsheet
import TranslationReview

/// The returned files, and the form of CSV among them.
struct SheetReadingOptions: ParsableArguments {
  @Argument(
    help: "Returned sheets (.xlsx, .csv, .xlf, .po), folders of them, or sheets in Drive (drive:ID, addresses).")
  var files: [String] = []
  @Flag(name: .long, help: "Read the folders inside a folder too.")
  var recursive = false
  @Option(name: .long, help: "The delimiter of CSV (default: found from the header).")
  var delimiter: String?
  @Option(name: .long, help: "The encoding of CSV (default: UTF-8, or UTF-16 by its byte order mark).")
  var encoding: String?
  @OptionGroup var drive: DriveOptions

  /// These options with files in place of the sheets in Drive, which are fetched.
  ///
  /// - Parameter folder: What the fetched files are put into. Remove it when nothing reads them any more.
  func fetched(
    into folder: TemporaryFolder, _ output: OutputOptions, proxy: String? = nil, caFile: String? = nil
  ) async throws -> SheetReadingOptions {
    var options = self
    options.files = try await DriveSheets.paths(
      of: files, fetchedInto: folder, drive, output, proxy: proxy, caFile: caFile)
    return options
  }

  /// Reads all files as one sheet.
  func read() throws -> ReturnedSheet {
    guard !files.isEmpty else {
      throw Failure.usage(.noSheet, "no sheet was named.", hint: "Name returned sheets, or a folder of them.")
    }
    var found = FoundSheets()
    for path in files { try found.add(path, isRecursive: recursive) }
    var sheet = try ReviewSheetReader.read(
      found.paths, csv: try csv(), leavesOutForeignFiles: found.paths.count > 1)
    sheet.diagnostics += found.diagnostics
    return sheet
  }

  /// How CSV files are read.
  func csv() throws -> CSVReadingOptions {
    CSVReadingOptions(delimiter: try delimiter.map(DelimiterName.byte(of:)), encoding: encoding)
  }
}
