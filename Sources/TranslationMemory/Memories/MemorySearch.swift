/// A search in several memories at once.
package enum MemorySearch {
  /// Reads the memories, each in a task of its own, and keeps the better matches.
  ///
  /// - Parameters:
  ///   - questions: The texts to look up.
  ///   - memories: The memories. Of equal matches, that of the memory named first counts.
  ///   - threshold: The lowest score of similar texts, one of ``FuzzyIndex/scores``; nil if only the same texts count.
  /// - Throws: The error of the first memory that cannot be read.
  package static func answers(
    to questions: MemoryQuestions, in memories: [any SearchableMemory], threshold: Int? = nil
  ) async throws -> MemoryAnswers {
    let index = threshold.map { FuzzyIndex(questions.texts, threshold: $0) }
    let found = await withTaskGroup(of: (Int, Result<MemoryAnswers, any Error>).self) { group in
      for (place, memory) in memories.enumerated() {
        group.addTask {
          (
            place,
            Result {
              var answers = MemoryAnswers(to: questions, index: index, memory: place)
              try memory.read { answers.take($0, time: $1) }
              return answers
            }
          )
        }
      }
      return await group.reduce(into: [Int: Result<MemoryAnswers, any Error>]()) { $0[$1.0] = $1.1 }
    }
    var answers = MemoryAnswers(to: questions, memory: 0)
    for place in memories.indices {
      if let result = found[place] { answers.merge(try result.get()) }
    }
    return answers
  }
}
