import Basics
import GoogleDrive
import ReviewJournal
import Spreadsheet
import Synchronization
import TranslationReview

/// Sheets in Drive that a command line names in place of files.
enum DriveSheets {
  private static let concurrency = 12

  struct File: Sendable {
    /// The path on this machine. Until the file is fetched, it is the name that was given.
    var path: String
    /// The file in Drive; nil for a local file.
    var source: DriveFile?
    /// Whether a folder was named that has it.
    var isListed = false

    var address: String? { source?.address }
  }

  /// Runs an operation on files, fetching those in Drive first. Errors name the addresses in Drive.
  static func with<Value>(_ names: [String], _ output: OutputOptions, _ body: (_ files: [File]) async throws -> Value)
    async throws -> Value
  {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let files = try await fetch(names, into: folder, output)
    do { return try await body(files) } catch { throw FetchedNames(of: files).named(error) }
  }

  /// Fetches the sheets in Drive among some names, several at the same time. A sheet that is named twice is in the
  /// result once.
  static func fetch(_ names: [String], into folder: TemporaryFolder, _ output: OutputOptions) async throws -> [File] {
    guard names.contains(where: DriveAddress.isMeant) else { return names.map { File(path: $0) } }
    let named: [(name: String, address: DriveAddress?)] = try names.map {
      ($0, DriveAddress.isMeant($0) ? try DriveAddress($0) : nil)
    }
    return try await GoogleSettings.withClient(output, scopes: [.readAll]) { client in
      let files = try await fetch(try await find(named, client, output), into: folder, client, output)
      for file in files { if let address = file.address { output.note("fetched \(address)") } }
      let isLeftOut = { (file: File) in
        file.isListed && file.source?.isPage == true && !ReviewSheetReader.isPage(file.path)
      }
      for page in files.filter(isLeftOut) {
        output.note("left out: \(page.address ?? ""), as the page is not a review")
      }
      guard !files.allSatisfy(isLeftOut) else { throw emptyFolder(named.first?.name ?? "") }
      return files.filter { !isLeftOut($0) }
    }
  }

  /// The sheets that names refer to, including those in named folders. A sheet that is named twice is in the result once.
  static func find(_ named: [(name: String, address: DriveAddress?)], _ client: DriveClient, _ output: OutputOptions)
    async throws -> [File]
  {
    let found = try await concurrently(named) { name, address -> [File] in
      guard let address else { return [File(path: name)] }
      guard case .folder = address else { return [File(path: name, source: try await client.spreadsheet(at: address))] }
      return try await sheets(in: address, client, output).map { File(path: name, source: $0, isListed: true) }
    }.flatMap(\.self)
    var seen: Set<String> = []
    return found.filter { $0.source.map { seen.insert($0.id).inserted } ?? true }
  }

  /// Fetches sheets into files that have their names, each in a separate folder.
  static func fetch(_ sheets: [File], into folder: TemporaryFolder, _ client: DriveClient, _ output: OutputOptions)
    async throws -> [File]
  {
    let root = try folder.path()
    let line = ProgressLine(output, what: "fetching sheets from Drive")
    defer { line.end() }
    let count = Atomic(0)
    return try await concurrently(Array(sheets.enumerated())) { number, sheet in
      defer { line.advance(to: count.add(1, ordering: .relaxed).newValue, of: sheets.count) }
      guard let source = sheet.source else { return sheet }
      let path = "\(root)/\(number)/\(DriveName.file(source.name, ending: source.ending))"
      try PlainFile.makeFolders(above: path)
      try await client.fetch(source, intoFile: path)
      return File(path: path, source: source, isListed: sheet.isListed)
    }
  }

  /// The sheets in a folder; the sheet itself if the name is that of one.
  private static func sheets(in address: DriveAddress, _ client: DriveClient, _ output: OutputOptions) async throws
    -> [DriveFile]
  {
    let folder = try await client.item(at: address)
    guard folder.isFolder else { return [try await client.spreadsheet(at: .item(folder.id))] }
    // A copy that an upload kept is an old version.
    let listing = try await client.list(of: folder)
    output.warn(listing.warnings)
    let all = listing.files
    let files = all.filter { !$0.isKeptCopy }
    if files.count < all.count {
      output.note(
        "left out: \(Counted.text(all.count - files.count, "copy", "copies")) that uploads kept in \(folder.address)/; "
          + "name a copy by its id to read it")
    }
    guard !files.isEmpty else { throw emptyFolder("\(folder.address)/") }
    return files.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  private static func emptyFolder(_ name: String) -> Failure {
    Failure.usage(
      .emptyFolder, "the folder \(name) has no spreadsheet.", hint: "Name another folder, or the sheets by their ids.")
  }

  /// Runs an operation for each element, some at the same time; the results are in order.
  static func concurrently<Element: Sendable, Value: Sendable>(
    _ elements: [Element], _ operation: @escaping @Sendable (Element) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
      var results: [Int: Value] = [:]
      for (index, element) in elements.enumerated() {
        if index >= concurrency, let (done, value) = try await group.next() { results[done] = value }
        group.addTask { (index, try await operation(element)) }
      }
      for try await (index, value) in group { results[index] = value }
      return elements.indices.compactMap { results[$0] }
    }
  }
}

extension DriveListing {
  /// What the list lacks.
  var warnings: [String] {
    (isIncomplete ? ["Google did not search everywhere; name the folder or the shared drive"] : [])
      + brokenShortcuts.map {
        "left out: the shortcut \($0.address) leads to a sheet that does not exist, is in the bin, or is not shared with you"
      }
  }
}

extension FetchedNames {
  init(of files: [DriveSheets.File]) {
    self.init(Dictionary(uniqueKeysWithValues: files.compactMap { file in file.address.map { (file.path, $0) } }))
  }
}

/// A file on this machine that a file of Drive is fetched into. It appears complete or not at all.
final class FetchedFile: FetchTarget {
  private let path: String
  private let output = Mutex<OutputFile?>(nil)

  init(path: String) { self.path = path }

  func restart() throws { try output.withLock { $0 = try OutputFile(path: path) } }

  func write(_ bytes: [UInt8]) throws {
    try output.withLock { output in try bytes.withUnsafeBytes { try output?.write($0) } }
  }

  func copy(_ source: InputFile) throws {
    try restart()
    let step = 1 << 20
    for start in stride(from: 0, to: source.size, by: step) {
      try write(try source.bytes(start..<min(start + step, source.size)))
    }
    try finish()
  }

  func finish() throws { try output.withLock { try $0?.finish() } }
}

extension InputFile: UploadSource {
  package func bytes(_ range: Range<Int>) throws -> [UInt8] { try bytes(range.count, at: range.lowerBound) }

  /// Refuses a file that has the name of a workbook but is not one.
  func requireXLSX() throws {
    guard size >= 4, try bytes(0..<4) == [0x50, 0x4B, 0x03, 0x04] else {
      throw SpreadsheetError(
        .fileUnsupportedFormat, "the file is not an XLSX file.", hint: "Save it as .xlsx in a spreadsheet program.",
        place: SpreadsheetError.Place(file: path))
    }
  }
}

extension DriveClient {
  func fetch(_ file: DriveFile, intoFile path: String) async throws {
    let target = FetchedFile(path: path)
    try await fetch(file, into: target)
    try target.finish()
  }
}
