import ArgumentParser
import ReviewJournal
import TranslationReview

extension SheetReadingOptions {
  /// The sheets as files of this machine: those in Drive are fetched into a folder, which the caller removes.
  func fetched(into folder: TemporaryFolder, _ output: OutputOptions, _ connection: ConnectionOptions? = nil)
    async throws -> NamedSheets
  {
    let fetched = try await DriveSheets.fetch(files, into: folder, output)
    var options = self
    options.files = fetched.map(\.path)
    let folders = [connection?.application.folder, StateFolder.standard, StateFolder.sandbox]
    return NamedSheets(
      options: options, names: FetchedNames(of: fetched),
      registers: folders.compactMap { $0.map(StateFolder.register(in:)) })
  }
}

/// The sheets that a command line names, all of them as files of this machine.
struct NamedSheets: Sendable {
  fileprivate let options: SheetReadingOptions
  fileprivate let names: FetchedNames
  /// The paths of the registers of sheets, which need not exist.
  fileprivate let registers: [String]

  var isEmpty: Bool { options.files.isEmpty }

  /// Reads all files as one sheet, in which fetched files appear with their addresses.
  func read() throws -> ReturnedSheet { do { return try readFiles() } catch { throw names.named(error) } }

  private func readFiles() throws -> ReturnedSheet {
    guard !isEmpty else {
      throw Failure.usage(.noSheet, "no sheet was named.", hint: "Name returned sheets, or a folder of them.")
    }
    var found = FoundSheets()
    for path in options.files { try found.add(path, isRecursive: options.recursive) }
    var sheet = try ReviewSheetReader.read(
      found.paths, csv: try options.csv.reading(), leavesOutForeignFiles: found.paths.count > 1, names: names)
    sheet.foreignFiles += found.leftOut
    sheet.diagnostics += found.leftOut.map(\.diagnostic) + found.diagnostics
    if let author = options.author { sheet.attribute(to: author) }
    for index in sheet.files.indices where sheet.files[index].exportedRowCount == nil {
      // A CSV file does not contain the number of exported rows, and some programs drop it from other files. The
      // registers on this machine may have it.
      sheet.files[index].exportedRowCount = sheet.files[index].sheetID.flatMap {
        SheetRegisterFile.exportedRowCount(ofSheet: $0, inRegisters: registers)
      }
    }
    return sheet
  }
}

/// Sheets that are fetched and read while the server answers. Their errors come before all others.
struct SheetsAhead: Sendable {
  private let folder: TemporaryFolder
  private let reading: Task<ImportRequest, any Error>

  init(_ read: @escaping @Sendable (_ folder: TemporaryFolder) async throws -> ImportRequest) {
    let folder = TemporaryFolder()
    self.folder = folder
    reading = Task.detached { try await read(folder) }
  }

  /// Reading a large sheet takes longer than fetching the catalog and cannot be split, so it should keep a processor to
  /// itself. Linux runs background tasks on any free processor; Darwin holds them back even then.
  #if canImport(Darwin)
    private static let patience = TaskPriority.utility
  #else
    private static let patience = TaskPriority.background
  #endif

  /// Runs an operation on the sheets, and removes fetched ones afterwards.
  func run(_ body: () async throws -> Void) async throws {
    defer { folder.remove() }
    do { try await body() } catch {
      _ = try await reading.value
      throw error
    }
  }

  /// The plan of the sheets; nothing is sent.
  func plan(_ profile: ReviewProfile, _ dialog: TerminalDialog) async throws -> (ImportRequest, ImportPlan) {
    let (request, catalog) = try await request { try await profile.readCatalog(dialog) }
    return (request, try await profile.plan(request.source, against: catalog, dialog))
  }

  func request(fetch: @escaping @Sendable () async throws -> Catalog) async throws -> (ImportRequest, Catalog) {
    try await withThrowingTaskGroup(of: Catalog.self) { group in
      group.addTask(priority: Self.patience) { try await fetch() }
      let request = try await reading.value
      guard let catalog = try await group.next() else { throw CancellationError() }
      return (request, catalog)
    }
  }
}
