import Basics
import Exchange
import NStackAPI
package import Spreadsheet
import TranslationMemory
import TranslationReview

/// The languages of a translator's file, for files that do not name them.
public struct MemoryReading: Hashable, Sendable {
  /// The language of the source texts, for files that do not name it, such as a glossary of two columns.
  package var sourceLanguage: String?
  /// The language of the translations, for files that do not name it.
  package var targetLanguage: String?

  /// Creates a description without languages.
  public init() {}

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

/// The named memories of a state folder. Each is a separate file, so that customers' texts do not mix.
package struct NamedMemories: Sendable {
  /// A memory as a list shows it.
  package struct Listing: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The number of entries that look-ups find.
    package let entries: Int
    /// The number of entries that came from imports.
    package let fromImports: Int
    /// The names of the files that were added, in the order in which they were added.
    package let files: [String]
    /// The size of the file in bytes.
    package let bytes: Int
  }

  /// The result of adding a file.
  package struct Addition: Hashable, Sendable {
    /// The path of the file.
    package let file: String
    /// The number of its entries that are new to the memory.
    package let added: Int
    /// The number of its entries that the memory had already.
    package let known: Int
  }

  /// The name that stands for what a profile's imports proposed. No memory can have it.
  static let reservedName = "imports"
  private static let longestName = 64
  private static let suffix = ".sqlite"

  let folder: String

  /// - Parameter stateFolder: The folder of the journals.
  /// - Throws: ``MemoryError`` `memory.state-folder` if there is no folder.
  package init(stateFolder: String?) throws(MemoryError) {
    try self.init(folder: stateFolder.map(StateFolder.memories(in:)))
  }

  init(folder: String?) throws(MemoryError) {
    guard let folder else {
      throw MemoryError(.noFolder, "there is no folder for memories.", hint: "Set XDG_STATE_HOME or HOME.")
    }
    self.folder = folder
  }

  // MARK: - Names

  /// Whether a text has the form of a name: letters without accents, digits, `-` and `_`, beginning with a letter or
  /// digit.
  static func isName(_ text: String) -> Bool {
    let isPlain = { (byte: UInt8) in byte.isASCIILetter || byte.isASCIIDigit }
    guard let first = text.utf8.first, isPlain(first), text.utf8.count <= longestName else { return false }
    return text.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// Refuses a text that cannot be the name of a memory.
  package static func check(_ name: String) throws(MemoryError) {
    guard name != reservedName else {
      throw MemoryError(
        .name, "\"\(name)\" is reserved: it means what this profile's imports proposed.",
        hint: "Choose another name for the memory.")
    }
    guard isName(name) else {
      throw MemoryError(
        .name, "\"\(name)\" is not the name of a memory.",
        hint:
          "Names have up to \(longestName) characters: letters from a to z, digits, - and _, first a letter or digit.")
    }
  }

  func path(of name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

  func has(_ name: String) -> Bool { Self.isName(name) && PlainFile.exists(path(of: name)) }

  /// The names of all memories, in order; empty if the folder does not exist.
  ///
  /// - Throws: `io.read` if the folder cannot be read.
  package func names() throws -> [String] {
    try PlainFile.names(in: folder).filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
      .filter(Self.isName).sorted()
  }

  func unknown(_ name: String) -> MemoryError {
    func isIn(_ stateFolder: String?) -> Bool {
      guard let other = try? NamedMemories(stateFolder: stateFolder), other.folder != folder else { return false }
      return other.has(name)
    }
    let hint =
      if isIn(StateFolder.standard) {
        "There is one outside of the sandbox: leave --sandbox and NSTACK_SANDBOX out."
      } else if isIn(StateFolder.sandbox) { "There is one of the sandbox: add --sandbox." } else {
        "`nstack-review memory list` shows the memories, and `nstack-review memory add` makes one."
      }
    return MemoryError(.unknown, "there is no memory \"\(name)\", and no file of that name.", hint: hint)
  }

  // MARK: - Contents

  /// All memories that can be read, by name.
  ///
  /// - Parameter unreadable: Receives the error of each memory that cannot be read. By default the first one is thrown.
  package func list(unreadable: (MemoryError) throws -> Void = { throw $0 }) throws -> [Listing] {
    try names().compactMap { name -> Listing? in
      do {
        return try with(name, for: .reading) { memory in
          let counts = try memory.counts()
          return Listing(
            name: name, entries: counts.ofFiles + counts.ofImports, fromImports: counts.ofImports,
            files: try memory.files(), bytes: PlainFile.size(of: path(of: name)) ?? 0)
        }
      } catch let error as MemoryError {
        try unreadable(error)
        return nil
      }
    }
  }

  /// Adds the entries of files to a memory, which is created if it does not exist. Entries that the memory already has
  /// are not added again. Each file is added as a whole or not at all.
  ///
  /// - Parameters:
  ///   - files: The paths of the files, in any format that translators exchange.
  ///   - name: The name of the memory.
  ///   - reading: The languages of files that do not name them.
  ///   - time: The time of the entries, in seconds since 1970; nil for now. Of equal matches, a look-up offers the
  ///     newest.
  ///   - remark: Receives what was left out of a file: an entry, or a worksheet.
  ///   - each: Receives each file after it was added.
  /// - Throws: ``MemoryError``; `SpreadsheetError` of a file that cannot be read. The files before that one stay added.
  ///   A new memory to which no file was added is removed.
  @discardableResult package func add(
    _ files: [String], to name: String, reading: MemoryReading = MemoryReading(), time: Double? = nil,
    remark: @escaping @Sendable (SpreadsheetError) -> Void = { _ in }, each: (Addition) throws -> Void = { _ in }
  ) throws -> [Addition] {
    try Self.check(name)
    var options = try reading.options()
    options.remark = remark
    let time = Int(time ?? RetryClock.system.calendarNow())
    // A file that is not a memory is refused before anything is added.
    let sources = try files.map { try MemoryFile(named: $0, options) }
    return try with(name, for: .writing) { memory in
      var additions: [Addition] = []
      for source in sources {
        do {
          let count = try memory.add(source, time: time)
          additions.append(Addition(file: source.path, added: count.added, known: count.known))
        } catch {
          if additions.isEmpty { memory.discardIfNew() }
          throw error
        }
        try additions.last.map(each)
      }
      return additions
    }
  }

  /// Counts the entries of a file that ``add(_:to:reading:time:remark:each:)`` would add to a memory, and those that
  /// the memory already has. A memory to which nothing was added yet is empty.
  package func comparison(of file: String, with name: String, reading: MemoryReading) throws -> Addition {
    let source = try MemoryFile(named: file, try reading.options())
    let count =
      has(name)
      ? try with(name, for: .reading) { try $0.comparison(with: source) }
      : try StoredMemory.comparison(with: source) { _ in false }
    return Addition(file: file, added: count.added, known: count.known)
  }

  /// Returns these memories if one of them can have a name, and otherwise throws.
  package func having(_ name: String) throws(MemoryError) -> NamedMemories {
    try Self.check(name)
    return self
  }

  /// Removes a memory with all its entries.
  ///
  /// - Throws: ``MemoryError``: `unknown`, `locked`, `unusable`.
  package func remove(_ name: String) throws {
    try Self.check(name)
    try StoredMemory.remove(name, in: self)
  }

  /// Opens a memory for a closure.
  func with<Value>(_ name: String, for access: StoredMemory.Access, _ body: (StoredMemory) throws -> Value) throws
    -> Value
  {
    let memory = try StoredMemory(name, in: self, for: access)
    defer { memory.close() }
    return try body(memory)
  }
}

/// A file in which entries are searched. Pseudo-localised suggestions are refused later.
struct SearchedFile: SearchableMemory {
  let file: MemoryFile

  var name: String { file.name }

  func read(_ body: (MemoryEntry) throws -> Void) throws { try file.readTranslations(isPseudo: { _ in false }, body) }

  func read(
    _ share: Int, of shares: Int, where mayBeWanted: (LanguageTag, String) -> Bool, _ body: (MemoryEntry) throws -> Void
  ) throws { if share == 0 { try SearchedFile(file: file.quiet).read(body) } }
}

extension MemoryFile {
  /// Reads the entries, except pseudo-localised ones, which are reported once.
  ///
  /// - Parameter isPseudo: Whether a text is pseudo-localised. Asked only in languages that have lower-case letters.
  func readTranslations(
    isPseudo: (String) -> Bool = { PseudoLocalization.form(of: $0) != nil }, _ body: (MemoryEntry) throws -> Void
  ) throws {
    let capitals = try languagesInCapitals()
    var (count, first) = (0, 0)
    try read { entry in
      guard entry.unit.variants.contains(where: { capitals.contains($0.language) || isPseudo($0.text) }) else {
        return try body(entry)
      }
      if count == 0 { first = entry.unit.number }
      count += 1
    }
    guard count > 0 else { return }
    let entries = Counted.text(count, "entry that is", "entries that are")
    options.remark(
      SpreadsheetError(
        .exchangePseudo, "\(entries) pseudo-localised left out, the first of them entry \(first).",
        hint: "Add the file with the texts themselves.", place: SpreadsheetError.Place(file: path)))
  }

  /// The languages whose texts consist of capitals only.
  private func languagesInCapitals() throws -> Set<LanguageTag> {
    struct Enough: Error {}
    var (texts, count): ([LanguageTag: CapitalTexts], Int) = ([:], 0)
    do {
      try quiet.read { entry in
        for variant in entry.unit.variants { texts[variant.language, default: CapitalTexts()].add(variant.text) }
        count += 1
        // The first entries nearly always have lower-case letters. Languages that first appear after them are not
        // checked.
        if count >= Self.fewestEntries, !texts.values.contains(where: \.areOpen) { throw Enough() }
      }
    } catch is Enough {}
    return Set(texts.filter(\.value.areUpper).keys)
  }

  private static let fewestEntries = 100
}
