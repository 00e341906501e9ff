import Basics
import Exchange
import NStackAPI
import TranslationMemory
import TranslationReview

/// What a file of a translator does not say about its texts.
public struct MemoryReading: Hashable, Sendable {
  /// The language of the source texts, for files that do not name it, such as a glossary of two columns.
  public var sourceLanguage: String?
  /// The language of the translations, for files that do not name it.
  public var targetLanguage: String?

  /// Creates a description that says nothing.
  public init() {}

  /// - Throws: `memory.language` for a text that is not a language tag.
  func options() throws(MemoryError) -> UnitReadingOptions {
    var options = UnitReadingOptions()
    options.sourceLanguage = try Self.tag(sourceLanguage)
    options.targetLanguage = try Self.tag(targetLanguage)
    return options
  }

  private static func tag(_ text: String?) throws(MemoryError) -> LanguageTag? {
    guard let text else { return nil }
    guard let tag = LanguageTag(text) else {
      throw MemoryError(.language, "\"\(text)\" is not a language.", hint: "Write it as a tag, such as da or pt-BR.")
    }
    return tag
  }
}

/// The memories that a state folder keeps under names. Each is a file of its own, so that customers' texts do not mix.
///
/// ```swift
/// let memories = try NamedMemories(stateFolder: StateFolder.standard)
/// try memories.add(["team.tmx", "terms.tbx"], to: "acme")
/// for listing in try memories.list() { print(listing.name, listing.entries) }
/// ```
public struct NamedMemories: Sendable {
  /// A memory as a list shows it.
  public struct Listing: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The number of entries that look-ups find.
    public let entries: Int
    /// How many of them imports made.
    public let fromImports: Int
    /// The names of the files that were added, in the order of their adding.
    public let files: [String]
    /// The size of the file in bytes.
    public let bytes: Int
  }

  /// What became of a file that was added.
  public struct Addition: Hashable, Sendable {
    /// The path of the file.
    public let file: String
    /// The number of its entries that are new to the memory.
    public let added: Int
    /// The number of its entries that the memory had already.
    public let known: Int
  }

  let folder: MemoryFolder

  /// - Parameter stateFolder: The folder of the journals.
  /// - Throws: ``MemoryError`` `memory.state-folder` for no folder.
  public init(stateFolder: String?) throws(MemoryError) {
    guard let stateFolder else { throw Self.noFolder }
    folder = MemoryFolder(path: StateFolder.memories(in: stateFolder))
  }

  static let noFolder = MemoryError(
    .noFolder, "there is no folder for memories.", hint: "Set XDG_STATE_HOME or HOME.")

  /// All memories that can be read, by name.
  ///
  /// - Parameter unreadable: Receives the error of each memory that cannot be read. By default the first one is thrown.
  public func list(unreadable: (MemoryError) throws -> Void = { throw $0 }) throws -> [Listing] {
    try folder.names().compactMap { name -> Listing? in
      do {
        return try listing(of: name)
      } catch let error as MemoryError {
        try unreadable(error)
        return nil
      }
    }
  }

  private func listing(of name: String) throws -> Listing {
    let memory = try StoredMemory(name, in: folder, for: .reading)
    defer { memory.close() }
    let counts = try memory.counts()
    return Listing(
      name: name, entries: counts.ofFiles + counts.ofImports, fromImports: counts.ofImports,
      files: try memory.files(), bytes: PlainFile.size(of: folder.path(of: name)) ?? 0)
  }

  /// Adds the entries of files to a memory, which is created if there is none. An entry that the memory has is not added
  /// again. Each file is added whole or not at all.
  ///
  /// - Parameters:
  ///   - files: The paths of the files, in any format that translators exchange.
  ///   - name: The name of the memory.
  ///   - reading: What the files do not say.
  ///   - time: The time of the entries, in seconds since 1970; nil for now. Of equal matches, a look-up offers the newest.
  ///   - each: Receives each file after it was added.
  /// - Throws: ``MemoryError``; `SpreadsheetError` of a file that cannot be read. The files before it were added then; a
  ///   memory without any is not created.
  @discardableResult
  public func add(
    _ files: [String], to name: String, reading: MemoryReading = MemoryReading(),
    time: Double? = nil, each: (Addition) throws -> Void = { _ in }
  ) throws -> [Addition] {
    try MemoryFolder.check(name)
    let options = try reading.options()
    let time = Int(time ?? RetryClock.system.calendarNow())
    // A file that is not a memory is refused before anything is added.
    let sources = try files.map { try MemoryFile($0, options: options, others: [EarlierSheetCoding()]) }
    let memory = try StoredMemory(name, in: folder, for: .writing)
    defer { memory.close() }
    var additions: [Addition] = []
    for source in sources {
      let count: StoredMemory.Added
      do {
        count = try memory.add(source, time: time)
      } catch {
        if additions.isEmpty { memory.discardIfNew() }
        throw error
      }
      additions.append(Addition(file: source.path, added: count.added, known: count.known))
      try additions.last.map(each)
    }
    return additions
  }

  /// Removes a memory with all its entries.
  ///
  /// - Throws: ``MemoryError``: `unknown`, `locked`, `unusable`.
  public func remove(_ name: String) throws {
    try MemoryFolder.check(name)
    try StoredMemory.remove(name, in: folder)
  }
}
