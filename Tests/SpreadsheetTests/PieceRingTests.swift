import Testing

@testable import Spreadsheet

@Suite("A ring of slots for several parsers", .serialized, .timeLimit(.minutes(5)))
struct PieceRingTests {
  /// Numbers that pass through a ring: one thread writes them, several double them, and one sums them up.
  private final class Passage: @unchecked Sendable {
    let ring: PieceRing
    let count: Int
    /// What is in each slot, and in how many steps it is handed over.
    let slots: UnsafeMutablePointer<(number: Int, steps: Int)>

    init(slots count: Int) {
      self.count = count
      ring = PieceRing(count: count)
      slots = .allocate(capacity: count)
      slots.initialize(repeating: (-1, 0), count: count)
    }

    deinit {
      slots.deallocate()
    }

    /// Fills slots with rising numbers, of which those from `restStart` on belong to the rest.
    func cut(_ numbers: Int, restStart: Int) {
      for number in 0..<numbers {
        guard let slot = ring.slotToCut() else { break }
        slots[slot] = (number, 0)
        ring.pass(isRest: number >= restStart)
      }
      ring.end()
    }

    /// Hands over each third number in two steps.
    ///
    /// - Returns: How many numbers of the rest this thread took.
    func parse(restStart: Int) -> Int {
      var restCount = 0
      while let slot = ring.slotToParse(hasRest: restCount > 0) {
        let number = slots[slot].number
        if number >= restStart { restCount += 1 }
        if number % 3 == 1 {
          slots[slot].steps = 1
          if !ring.handOver(slot) { break }
        }
        slots[slot].steps = 2
        ring.finish(slot)
      }
      return restCount
    }
  }

  @Test("hands everything over in order, and the rest to one parser", arguments: [1, 2, 5, 8], [0, 1, 500, 1_000])
  func order(parsers: Int, restStart: Int) throws {
    let passage = Passage(slots: parsers * 2 + 1)
    let restCounts = UnsafeMutablePointer<Int>.allocate(capacity: parsers)
    defer { restCounts.deallocate() }
    nonisolated(unsafe) let counts = restCounts
    let cutting = try #require(WorkerThread { passage.cut(1_000, restStart: restStart) })
    let parsing = try (0..<parsers).map { index in
      try #require(WorkerThread { counts[index] = passage.parse(restStart: restStart) })
    }
    var steps: [Int] = []
    while let slot = passage.ring.slotToEmpty() {
      let (number, step) = passage.slots[slot]
      steps.append(number * 10 + step)
      passage.ring.empty()
    }
    for thread in parsing + [cutting] { thread.join() }
    var expected: [Int] = []
    for number in 0..<1_000 {
      if number % 3 == 1 { expected.append(number * 10 + 1) }
      expected.append(number * 10 + 2)
    }
    #expect(steps == expected)
    let ofRest = (0..<parsers).map { restCounts[$0] }.filter { $0 > 0 }
    #expect(ofRest == (restStart < 1_000 ? [1_000 - restStart] : []))
  }

  @Test("lets all threads go as soon as nobody wants more", arguments: [1, 2, 5, 8], [0, 1, 2, 50])
  func cancelled(parsers: Int, taken: Int) throws {
    let passage = Passage(slots: parsers * 2 + 2)
    let cutting = try #require(WorkerThread { passage.cut(.max, restStart: .max) })
    let parsing = try (0..<parsers).map { _ in try #require(WorkerThread { _ = passage.parse(restStart: .max) }) }
    for _ in 0..<taken {
      _ = try #require(passage.ring.slotToEmpty())
      passage.ring.empty()
    }
    passage.ring.cancel()
    for thread in parsing + [cutting] { thread.join() }
  }
}
