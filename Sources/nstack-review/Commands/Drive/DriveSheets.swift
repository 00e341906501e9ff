import ArgumentParser
import Basics
import GoogleDrive
import TranslationReview

/// Sheets in Drive that a command line names in place of files.
enum DriveSheets {
  /// The most files that are fetched at the same time.
  private static let concurrency = 12

  /// A file of this machine.
  struct File: Sendable {
    let path: String
    /// The address that it was fetched from; nil if it was here.
    let address: String?
  }

  /// Where one of the sheets is.
  private enum Place: Sendable {
    case path(String)
    case address(DriveAddress)
    case file(DriveFile)
  }

  /// Fetches the sheets among some names, several at the same time. A sheet that is named twice is in the result once.
  ///
  /// - Parameters:
  ///   - names: Paths and addresses.
  ///   - folder: What the fetched files are put into.
  ///   - proxy: The proxy's URL; nil for that of the environment.
  ///   - caFile: A file of certificate authorities; nil for that of the environment.
  static func fetch(
    _ names: [String], into folder: TemporaryFolder, _ options: DriveOptions, _ output: OutputOptions,
    proxy: String?, caFile: String?
  ) async throws -> [File] {
    guard names.contains(where: DriveAddress.isMeant) else { return names.map { File(path: $0, address: nil) } }
    let places = try names.map { DriveAddress.isMeant($0) ? .address(try DriveAddress($0)) : Place.path($0) }
    let root = try folder.path()
    return try await DriveConnection.withClient(
      options, output, scopes: [.readAll], proxy: proxy, caFile: caFile
    ) { client in
      let places = try await concurrently(places) { try await sheets(at: $0, client, output) }.flatMap(\.self)
      let line = ProgressLine(output, what: "fetching sheets from Drive")
      defer { line.end() }
      let count = Counter()
      let files = try await concurrently(Array(places.enumerated())) { number, place in
        defer { line.advance(to: count.next(), of: places.count) }
        return try await fetch(place, to: "\(root)/\(number).xlsx", client)
      }
      line.end()
      return once(files, output)
    }
  }

  /// Refuses an address in Drive for a file that is written on this machine.
  static func refuseWriting(_ flag: String, _ path: String?) throws {
    guard let path, DriveAddress.isMeant(path) else { return }
    throw ValidationError(
      "\(flag) \(path): this file is written on this machine. Name a file here; an .xlsx file can then be uploaded with "
        + "`nstack-review drive push FILE drive:FOLDER/`.")
  }

  /// Refuses an address in Drive for a file that is read on this machine.
  static func refuseReading(_ what: String, _ path: String?) throws {
    guard let path, DriveAddress.isMeant(path) else { return }
    throw ValidationError(
      "\(what) \(path): this file is read on this machine. Fetch it first: nstack-review drive pull \(path).")
  }

  /// The sheets in a folder; any other place as it is.
  private static func sheets(at place: Place, _ client: DriveClient, _ output: OutputOptions) async throws -> [Place] {
    guard case .address(.folder(let name)) = place else { return [place] }
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

  private static func fetch(_ place: Place, to path: String, _ client: DriveClient) async throws -> File {
    let file: DriveFile
    switch place {
    case .path(let path): return File(path: path, address: nil)
    case .address(let address): file = try await client.spreadsheet(at: address)
    case .file(let found): file = found
    }
    let target = FetchedFile(path: path)
    try await client.fetch(file, into: target)
    try target.finish()
    return File(path: path, address: file.address)
  }

  /// Leaves out a sheet that is there already, and tells of the others.
  private static func once(_ files: [File], _ output: OutputOptions) -> [File] {
    var taken: Set<String> = []
    return files.filter { file in
      guard let address = file.address else { return true }
      guard taken.insert(address).inserted else { return false }
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
      for (place, element) in elements.enumerated() {
        if place >= concurrency, let (done, value) = try await group.next() { results[done] = value }
        group.addTask { (place, try await operation(element)) }
      }
      for try await (place, value) in group { results[place] = value }
      return elements.indices.compactMap { results[$0] }
    }
  }
}
