import Basics
import GoogleDrive
import Spreadsheet
import Synchronization

/// Sheets in Drive that a command line names in place of files.
enum DriveSheets {
  private static let concurrency = 12

  struct File: Sendable {
    let path: String
    /// The address that it was fetched from; nil if it was here.
    let address: String?
  }

  private enum Named: Sendable {
    case path(String)
    case address(DriveAddress)
    case file(DriveFile)
  }

  /// Fetches the sheets among some names, several at the same time. A sheet that is named twice is in the result once.
  static func fetch(
    _ names: [String], into folder: TemporaryFolder, _ options: DriveOptions, _ network: NetworkOptions,
    _ output: OutputOptions
  ) async throws -> [File] {
    guard names.contains(where: DriveAddress.isMeant) else { return names.map { File(path: $0, address: nil) } }
    let named = try names.map { DriveAddress.isMeant($0) ? .address(try DriveAddress($0)) : Named.path($0) }
    let root = try folder.path()
    return try await DriveConnection.withClient(options, network, output, scopes: [.readAll]) { client in
      let sheets = try await concurrently(named) { try await inFolder($0, client, output) }.flatMap(\.self)
      let line = ProgressLine(output, what: "fetching sheets from Drive")
      defer { line.end() }
      let count = Counter()
      let files = try await concurrently(Array(sheets.enumerated())) { number, sheet in
        defer { line.advance(to: count.next(), of: sheets.count) }
        return try await fetch(sheet, to: "\(root)/\(number).xlsx", client)
      }
      line.end()
      return withoutDuplicates(files, output)
    }
  }

  /// The sheets in a folder; any other sheet as it is.
  private static func inFolder(_ named: Named, _ client: DriveClient, _ output: OutputOptions) async throws -> [Named] {
    guard case .address(.folder(let name)) = named else { return [named] }
    let folder = try await client.folder(name)
    guard folder.isFolder else { return [.file(try await client.spreadsheet(at: .item(folder.id)))] }
    // A copy that an upload kept is a sheet of the past.
    let all = try await client.list(of: folder).files
    let files = all.filter { !$0.isKeptCopy }
    if files.count < all.count {
      output.note(
        "\(Counted.text(all.count - files.count, "copy", "copies")) that uploads kept in \(folder.address)/ left out; "
          + "name a copy by its id to read it")
    }
    guard !files.isEmpty else {
      throw Failure.usage(
        .emptyFolder, "the folder \(folder.address)/ has no spreadsheet.",
        hint: "Name another folder, or the sheets by their ids.")
    }
    return files.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map { .file($0) }
  }

  private static func fetch(_ named: Named, to path: String, _ client: DriveClient) async throws -> File {
    let file: DriveFile
    switch named {
    case .path(let path): return File(path: path, address: nil)
    case .address(let address): file = try await client.spreadsheet(at: address)
    case .file(let found): file = found
    }
    try await client.fetch(file, intoFile: path)
    return File(path: path, address: file.address)
  }

  /// Leaves out a sheet that is there already, and prints the addresses of the others.
  private static func withoutDuplicates(_ files: [File], _ output: OutputOptions) -> [File] {
    var seen: Set<String> = []
    return files.filter { file in
      guard let address = file.address else { return true }
      guard seen.insert(address).inserted else { return false }
      output.note("fetched \(address)")
      return true
    }
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

  /// Refuses a file that only has the name of a workbook.
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
