import NStackAPI
import TranslationMemory
import TranslationReview

extension ReviewProfile {
  /// Opens the memories that a person names.
  ///
  /// - Parameters:
  ///   - texts: Paths of files, names of memories in the state folder, and `imports`.
  ///   - reading: What the files do not say.
  ///   - catalog: The texts of the application, for the memory of imports.
  /// - Throws: ``MemoryError``: `unknown`, `ambiguous` and others; `SpreadsheetError` of a file; `JournalError`.
  func memories(
    _ texts: [String], _ reading: MemoryReading, in catalog: Catalog, _ dialog: any ImportDialog
  ) throws -> [any SearchableMemory] {
    let options = try reading.options()
    return try texts.map { text in
      if text == MemoryFolder.reservedName { return try ImportMemory(of: self, in: catalog) }
      guard MemoryFolder.isName(text) else { return try MemoryFile(text, for: catalog, options: options) }
      let folder = memoriesFolder.map(MemoryFolder.init)
      guard let folder, folder.has(text) else {
        guard PlainFile.exists(text) else { throw StoredMemory.unknown(text, in: folder) }
        return try MemoryFile(text, for: catalog, options: options)
      }
      guard !PlainFile.exists(text) else {
        throw MemoryError(
          .ambiguous, "\"\(text)\" is the name of a memory and of a file.", hint: "Write ./\(text) for the file.")
      }
      try settleMemory(text, dialog)
      return try StoredMemory(text, in: folder, for: .reading)
    }
  }
}

/// The names that people see for memories.
enum MemoryNames {
  /// The names of memories, each once: `team.tmx`, `team.tmx (2)`. Folders are left out, because a sheet with the names
  /// goes to others.
  static func names(of memories: [any SearchableMemory]) -> [String] {
    var counts: [String: Int] = [:]
    return memories.map { memory in
      let count = counts[memory.name, default: 0] + 1
      counts[memory.name] = count
      return count == 1 ? memory.name : "\(memory.name) (\(count))"
    }
  }
}
