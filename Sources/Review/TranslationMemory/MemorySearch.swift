package import Basics
package import Exchange
import Spreadsheet

package enum MemorySearch {
  /// How many parts of a memory are read at the same time.
  package static let shares = WorkerThread.processors

  /// Reads the memories, each in a separate task, and keeps the better matches.
  ///
  /// A second reading looks for similar texts, for the texts that have no match yet.
  ///
  /// - Parameters:
  ///   - memories: The memories. Among equal matches, the one from the memory named first is used.
  ///   - threshold: The lowest score of similar texts, one of ``FuzzyIndex/scores``; nil if only the same texts count.
  package static func answers(to questions: MemoryQuestions, in memories: [any SearchableMemory], threshold: Int? = nil)
    async throws -> MemoryAnswers
  {
    var answers = MemoryAnswers(to: questions, memory: 0)
    let same = try await each(of: memories) { number, _ in
      var answers = MemoryAnswers(to: questions, memory: number)
      try memories[number].read(for: questions) { answers.add($0) }
      return answers
    }
    for found in same { answers.merge(found) }
    guard let threshold else { return answers }
    let indices = answers.textsWithoutMatch
    guard !indices.isEmpty else { return answers }
    let index = FuzzyIndex(questions.texts, indices: indices, threshold: threshold)
    let known = answers
    let similar = try await each(of: memories, shares: Self.shares) { number, share in
      var answers = MemoryAnswers(to: questions, index: index, memory: number, share: share, knowing: known)
      try memories[number].read(share, of: Self.shares, where: { answers.mayOfferSimilar($1, in: $0) }) {
        answers.addSimilar($0)
      }
      return answers
    }
    for found in similar { answers.merge(found) }
    return answers
  }

  private static func each(
    of memories: [any SearchableMemory], shares: Int = 1,
    _ body: @escaping @Sendable (_ number: Int, _ share: Int) throws -> MemoryAnswers
  ) async throws -> [MemoryAnswers] {
    let places = 0..<memories.count * shares
    let found = await withTaskGroup(of: (Int, Result<MemoryAnswers, any Error>).self) { group in
      for place in places { group.addTask { (place, Result { try body(place / shares, place % shares) }) } }
      return await group.reduce(into: [Int: Result<MemoryAnswers, any Error>]()) { $0[$1.0] = $1.1 }
    }
    return try places.compactMap { try found[$0]?.get() }
  }
}

/// A source of translations that is read from its first entry to its last.
package protocol SearchableMemory: Sendable {
  var name: String { get }

  func read(_ body: (MemoryEntry) throws -> Void) throws

  /// Reads the entries that have a source text of some questions, apart from case and spaces. It may include other
  /// entries.
  func read(for questions: MemoryQuestions, _ body: (MemoryEntry) throws -> Void) throws

  /// Reads one share of the entries: at least those with a text that may be wanted. The shares split the entries in
  /// their order, but a memory may put all of them into the first share. Shares are read at the same time.
  func read(
    _ share: Int, of shares: Int, where mayBeWanted: (LanguageTag, String) -> Bool, _ body: (MemoryEntry) throws -> Void
  ) throws
}

extension SearchableMemory {
  package func read(for questions: MemoryQuestions, _ body: (MemoryEntry) throws -> Void) throws { try read(body) }

  package func read(
    _ share: Int, of shares: Int, where mayBeWanted: (LanguageTag, String) -> Bool, _ body: (MemoryEntry) throws -> Void
  ) throws { if share == 0 { try read(body) } }
}

package struct MemoryFile: SearchableMemory {
  package let path: String
  private let coding: any UnitCoding
  package let options: UnitReadingOptions

  /// Creates a memory of a file.
  ///
  /// - Parameter others: Formats besides those of ``UnitCodings``.
  /// - Throws: `exchange.unknown` for a file of no known format; the errors of reading its start.
  package init(_ path: String, options: UnitReadingOptions = UnitReadingOptions(), others: [any UnitCoding] = []) throws
  { self.init(path, try UnitCodings.coding(ofFileAt: path, options: options, others: others), options: options) }

  package init(_ path: String, _ coding: any UnitCoding, options: UnitReadingOptions) {
    (self.path, self.coding, self.options) = (path, coding, options)
  }

  /// The name of the file or folder.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  package func read(_ body: (MemoryEntry) throws -> Void) throws {
    try coding.read(path, options: options) { try body(MemoryEntry($0, origin: $0.name)) }
  }

  package func read(
    _ share: Int, of shares: Int, where mayBeWanted: (LanguageTag, String) -> Bool, _ body: (MemoryEntry) throws -> Void
  ) throws {
    // The first reading already reported what it left out.
    if share == 0 { try quiet.read(body) }
  }

  /// The same memory, read without remarks on what is left out.
  package var quiet: MemoryFile {
    var options = options
    options.remark = { _ in }
    return MemoryFile(path, coding, options: options)
  }
}
