import Testing

@testable import TranslationReview

struct ParallelMapTests {
  @Test(arguments: [0, 1, 511, 512, 513, 1_024, 100_003]) func `the results are in the order of the elements`(
    count: Int
  ) {
    let results = Array(0..<count).parallelMap { "\($0 * 3)" }
    #expect(results.count == count)
    #expect(zip(results, 0...).allSatisfy { $0 == "\($1 * 3)" })
    #expect((7..<count + 7).parallelMap { $0 } == Array(7..<count + 7))
    #expect((7..<count + 7).parallelFilter { $0 % 3 == 0 } == (7..<count + 7).filter { $0 % 3 == 0 })
    #expect(Array(0..<count).dropFirst(3).parallelMap { $0 } == Array(Array(0..<count).dropFirst(3)))
  }
}
