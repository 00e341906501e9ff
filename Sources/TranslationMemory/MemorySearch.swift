import Basics
import Dispatch
package import Exchange
import Spreadsheet

package enum MemorySearch {
  /// The number of entries that are compared with similar texts at a time, by all processors.
  private static let portion = 4_096

  /// Reads the memories, each in a task of its own, and keeps the better matches.
  ///
  /// Similar texts are looked for in a second reading, for those texts that have no other match.
  ///
  /// - Parameters:
  ///   - memories: The memories. Of equal matches, that of the memory named first counts.
  ///   - threshold: The lowest score of similar texts, one of ``FuzzyIndex/scores``; nil if only the same texts count.
  package static func answers(
    to questions: MemoryQuestions, in memories: [any SearchableMemory], threshold: Int? = nil
  ) async throws -> MemoryAnswers {
    var answers = MemoryAnswers(to: questions, memory: 0)
    let same = try await each(of: memories) { index, memory in
      var answers = MemoryAnswers(to: questions, memory: index)
      try memory.read(for: questions) { answers.add($0) }
      return answers
    }
    for found in same { answers.merge(found) }
    guard let threshold else { return answers }
    let indices = answers.textsWithoutMatch
    guard !indices.isEmpty else { return answers }
    let index = FuzzyIndex(questions.texts, indices: indices, threshold: threshold)
    let known = answers
    let similar = try await each(of: memories) { number, memory in
      try self.similar(in: memory, MemoryAnswers(to: questions, index: index, memory: number, knowing: known))
    }
    for found in similar { answers.merge(found) }
    return answers
  }

  private static func each(
    of memories: [any SearchableMemory],
    _ body: @escaping @Sendable (_ index: Int, any SearchableMemory) throws -> MemoryAnswers
  ) async throws -> [MemoryAnswers] {
    let found = await withTaskGroup(of: (Int, Result<MemoryAnswers, any Error>).self) { group in
      for (index, memory) in memories.enumerated() { group.addTask { (index, Result { try body(index, memory) }) } }
      return await group.reduce(into: [Int: Result<MemoryAnswers, any Error>]()) { $0[$1.0] = $1.1 }
    }
    return try memories.indices.compactMap { try found[$0]?.get() }
  }

  /// The answers with similar texts of a memory. Its entries are read in portions, which all processors share.
  private static func similar(in memory: any SearchableMemory, _ none: MemoryAnswers) throws -> MemoryAnswers {
    let workers = Workers(none, count: WorkerThread.processors)
    var entries: [MemoryEntry] = []
    var first = 1
    try memory.read { entry in
      entries.append(entry)
      if entries.count == portion {
        workers.compare(entries, from: first)
        first += entries.count
        entries.removeAll(keepingCapacity: true)
      }
    }
    workers.compare(entries, from: first)
    return workers.answers()
  }
}

/// Answers that several threads collect, each its own.
///
/// Each thread writes only to its own index in `parts`, and one portion is compared at a time. An array or a lock would have
/// the threads wait for each other.
private final class Workers: @unchecked Sendable {
  private let parts: UnsafeMutableBufferPointer<MemoryAnswers>
  private let underway = DispatchGroup()

  init(_ none: MemoryAnswers, count: Int) {
    parts = .allocate(capacity: count)
    parts.initialize(repeating: none)
  }

  deinit {
    parts.deinitialize()
    parts.deallocate()
  }

  /// Shares entries among the threads, after those before them are done. The next entries can be read meanwhile.
  func compare(_ entries: [MemoryEntry], from first: Int) {
    underway.wait()
    DispatchQueue.global().async(group: underway) { [self] in
      DispatchQueue.concurrentPerform(iterations: parts.count) { worker in
        for index in stride(from: worker, to: entries.count, by: parts.count) {
          parts[worker].addSimilar(entries[index], order: first + index)
        }
      }
    }
  }

  func answers() -> MemoryAnswers {
    underway.wait()
    var answers = parts[0]
    for part in parts.dropFirst() { answers.merge(part) }
    return answers
  }
}

/// A source of translations that is read from its first entry to its last.
package protocol SearchableMemory: Sendable {
  var name: String { get }

  func read(_ body: (MemoryEntry) throws -> Void) throws

  /// Reads the entries that have a source text of some questions, apart from case and spaces. Others may be among them.
  func read(for questions: MemoryQuestions, _ body: (MemoryEntry) throws -> Void) throws
}

extension SearchableMemory {
  package func read(for questions: MemoryQuestions, _ body: (MemoryEntry) throws -> Void) throws { try read(body) }
}

package struct MemoryFile: SearchableMemory {
  package let path: String
  private let coding: any UnitCoding
  private let options: UnitReadingOptions

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
}
