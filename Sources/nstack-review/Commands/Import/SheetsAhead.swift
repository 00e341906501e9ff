import ReviewJournal
import TranslationReview

/// Sheets that are fetched and read while the server answers. Their errors are told before anything else.
struct SheetsAhead: Sendable {
  private let folder: TemporaryFolder
  private let reading: Task<ImportRequest, any Error>

  /// Begins to read.
  ///
  /// - Parameter read: Fetches sheets into a folder, and reads them.
  init(_ read: @escaping @Sendable (_ folder: TemporaryFolder) async throws -> ImportRequest) {
    let folder = TemporaryFolder()
    self.folder = folder
    reading = Task.detached { try await read(folder) }
  }

  /// Reading a large sheet takes longer than fetching the catalog and cannot be split, so nothing else should take its
  /// processor. Linux runs background tasks on any free processor; Darwin holds them back even then.
  #if canImport(Darwin)
    private static let patience = TaskPriority.utility
  #else
    private static let patience = TaskPriority.background
  #endif

  /// Runs what needs the sheets, and removes those that were fetched.
  func run(_ body: () async throws -> Void) async throws {
    defer { folder.remove() }
    do {
      try await body()
    } catch {
      _ = try await reading.value
      throw error
    }
  }

  /// Waits for the sheets, and fetches the catalog meanwhile.
  func request(
    fetch: @escaping @Sendable () async throws -> Catalog
  ) async throws -> (ImportRequest, Catalog) {
    try await withThrowingTaskGroup(of: Catalog.self) { group in
      group.addTask(priority: Self.patience) { try await fetch() }
      let request = try await reading.value
      guard let catalog = try await group.next() else { throw CancellationError() }
      return (request, catalog)
    }
  }
}
