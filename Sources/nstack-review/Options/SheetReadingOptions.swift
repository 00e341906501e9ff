import ArgumentParser
import ReviewJournal
import Spreadsheet
import TranslationReview

/// The returned files, and the form of CSV among them.
struct SheetReadingOptions: ParsableArguments {
  @Argument(
    help: "Returned sheets (.xlsx, .csv, .xlf, .po), folders of them, or sheets in Drive (drive:ID, addresses).",
    completion: .sheets)
  var files: [String] = []
  @Flag(name: .long, help: "Read the folders inside a folder too.")
  var recursive = false
  @Option(name: .long, help: "The delimiter of CSV (default: found from the header).")
  var delimiter: String?
  @Option(name: .long, help: "The encoding of CSV (default: UTF-8, or UTF-16 by its byte order mark).")
  var encoding: String?
  @OptionGroup var drive: DriveOptions

  /// The sheets as files: those in Drive are fetched.
  ///
  /// - Parameters:
  ///   - folder: What the fetched files are put into. Remove it when nothing reads them any more.
  ///   - connection: The flags of the connection; nil for a command without one.
  func fetched(
    into folder: TemporaryFolder, _ output: OutputOptions, _ connection: ConnectionOptions? = nil
  ) async throws -> NamedSheets {
    let fetched = try await DriveSheets.fetch(
      files, into: folder, drive, output, proxy: connection?.proxy, caFile: connection?.caFile)
    var options = self
    options.files = fetched.map(\.path)
    let names = fetched.compactMap { file in file.address.map { (file.path, $0) } }
    let folders = [connection?.stateFolder, StateFolder.standard, StateFolder.sandbox]
    return NamedSheets(
      options: options, names: FetchedNames(Dictionary(uniqueKeysWithValues: names)),
      registers: folders.compactMap { $0.map(StateFolder.register(in:)) })
  }

  /// Reads all files as one sheet.
  fileprivate func read(registers: [String]) throws -> ReturnedSheet {
    guard !files.isEmpty else {
      throw Failure.usage(.noSheet, "no sheet was named.", hint: "Name returned sheets, or a folder of them.")
    }
    var found = FoundSheets()
    for path in files { try found.add(path, isRecursive: recursive) }
    var sheet = try ReviewSheetReader.read(
      found.paths, csv: try csv(), leavesOutForeignFiles: found.paths.count > 1)
    sheet.diagnostics += found.diagnostics
    for index in sheet.files.indices where sheet.files[index].exportedRowCount == nil {
      // A CSV file does not contain the number, and some programs drop it; the registers of this machine may have it.
      sheet.files[index].exportedRowCount = sheet.files[index].sheetID.flatMap {
        SheetRegisterFile.exportedRowCount(ofSheet: $0, inRegisters: registers)
      }
    }
    return sheet
  }

  /// How CSV files are read.
  func csv() throws -> CSVReadingOptions {
    CSVReadingOptions(delimiter: try delimiter.map(DelimiterName.byte(of:)), encoding: encoding)
  }
}

/// The sheets that a command line names, all of them as files of this machine.
struct NamedSheets: Sendable {
  fileprivate let options: SheetReadingOptions
  /// The addresses of those that were fetched.
  fileprivate let names: FetchedNames
  /// The paths of the registers of sheets, which need not exist.
  fileprivate let registers: [String]

  /// Whether no sheet was named.
  var isEmpty: Bool { options.files.isEmpty }

  /// Reads all files as one sheet, in which those that were fetched have their addresses.
  func read() throws -> ReturnedSheet {
    do {
      return names.named(try options.read(registers: registers))
    } catch {
      throw names.named(error)
    }
  }
}
