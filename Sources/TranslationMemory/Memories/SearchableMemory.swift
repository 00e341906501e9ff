/// A source of translations that is read from its first entry to its last.
package protocol SearchableMemory: Sendable {
  /// The name for people.
  var name: String { get }

  /// Reads the entries.
  func read(_ body: (MemoryEntry) throws -> Void) throws

  /// Reads the entries that have a source text of some questions, apart from case and spaces. Others may be among them.
  func read(for questions: MemoryQuestions, _ body: (MemoryEntry) throws -> Void) throws
}

extension SearchableMemory {
  /// Reads all entries.
  package func read(for questions: MemoryQuestions, _ body: (MemoryEntry) throws -> Void) throws { try read(body) }
}
