import GoogleDrive
import ReviewJournal
import TranslationReview

/// Sheets in Drive that a command line names in place of files.
enum DriveSheets {
  /// The most files that are fetched at the same time.
  private static let concurrency = 8

  /// Fetches the sheets among some names, several at the same time.
  ///
  /// - Parameters:
  ///   - folder: What the fetched files are put into.
  ///   - proxy: The proxy's URL; nil for that of the environment.
  ///   - caFile: A file of certificate authorities; nil for that of the environment.
  /// - Returns: The paths: files as they were named, and what was fetched in place of addresses.
  static func paths(
    of names: [String], fetchedInto folder: TemporaryFolder, _ options: DriveOptions, _ output: OutputOptions,
    proxy: String?, caFile: String?
  ) async throws -> [String] {
    guard names.contains(where: DriveAddress.isMeant) else { return names }
    let addresses = try names.map { DriveAddress.isMeant($0) ? try DriveAddress($0) : nil }
    let place = try folder.path()
    let fetched = try await DriveConnection.withClient(
      options, output, scopes: [.readAll], proxy: proxy, caFile: caFile
    ) { client in
      let found = try await Self.files(at: addresses, client)
      return try await Self.fetch(found, into: place, client, output)
    }
    return zip(names, fetched).flatMap { name, paths in paths ?? [name] }
  }

  /// The files that each address means; nil where there is none.
  private static func files(at addresses: [DriveAddress?], _ client: DriveClient) async throws -> [[DriveFile]?] {
    try await concurrently(addresses) { address in
      switch address {
      case nil: return nil
      case .folder(let id)?:
        let item = try await client.item(id)
        guard item.isFolder else { return [try await client.spreadsheet(at: .item(id))] }
        // A copy that an upload kept is a sheet of the past.
        let files = try await client.list(DriveQuery(folder: id)).files.filter { !$0.isKeptCopy }
        guard !files.isEmpty else {
          throw Failure.usage(.emptyFolder, "the folder drive:\(id)/ has no spreadsheet.")
        }
        return files.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      case let address?: return [try await client.spreadsheet(at: address)]
      }
    }
  }

  private static func fetch(
    _ found: [[DriveFile]?], into folder: String, _ client: DriveClient, _ output: OutputOptions
  ) async throws -> [[String]?] {
    var taken: Set<String> = []
    let named = found.map { files in
      files?.map { file in
        var name = DriveName.file(file.name, ending: ".xlsx")
        // Drive has several files of one name; file systems that fold case have fewer.
        if !taken.insert(name.lowercased()).inserted { name = "\(name.dropLast(5)) \(file.id).xlsx" }
        return (file: file, path: "\(folder)/\(name)")
      }
    }
    _ = try await concurrently(named.flatMap { $0 ?? [] }) { entry in
      let target = FetchedFile(path: entry.path)
      try await client.fetch(entry.file, into: target)
      try target.finish()
      output.note("fetched \(entry.file.name) (drive:\(entry.file.id))")
    }
    return named.map { $0?.map(\.path) }
  }

  /// Runs an operation for each element, some at the same time; the results are in order.
  private static func concurrently<Element: Sendable, Value: Sendable>(
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
