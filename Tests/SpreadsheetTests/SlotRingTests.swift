import Testing

@testable import Spreadsheet

@Suite("A ring of slots", .serialized, .timeLimit(.minutes(5)))
struct SlotRingTests {
  /// What passed through a ring whose slots hold numbers.
  private final class Passage: @unchecked Sendable {
    let ring: SlotRing
    let slots: UnsafeMutablePointer<Int>
    let count: Int

    init(slots: Int) {
      count = slots
      ring = SlotRing(count: slots)
      self.slots = .allocate(capacity: slots)
      self.slots.initialize(repeating: -1, count: slots)
    }

    deinit {
      slots.deallocate()
    }

    /// Fills slots with rising numbers; every seventh waits until all others are empty.
    func fill(_ numbers: Int, pause: (Int) -> Bool) {
      for number in 0..<numbers {
        if pause(number) { Self.spend() }
        guard let slot = ring.slotToFill(afterAll: number % 7 == 6) else { break }
        slots[slot] = number
        ring.fill()
      }
      ring.end()
    }

    static func spend() {
      var sum = 0
      for number in 0..<20_000 { sum = sum &* 31 &+ number }
      #expect(sum != 1)
    }
  }

  @Test("hands everything over in order, whichever side is the slower one", arguments: 1...9, [0, 1, 2, 3])
  func order(slots: Int, slower: Int) throws {
    let passage = Passage(slots: slots)
    let thread = try #require(WorkerThread { passage.fill(2_000) { slower & 1 != 0 && $0 % 3 == 0 } })
    var next = 0
    while let slot = passage.ring.slotToEmpty() {
      #expect(passage.slots[slot] == next)
      next += 1
      if slower & 2 != 0, next % 5 == 0 { Passage.spend() }
      passage.ring.empty()
    }
    thread.join()
    #expect(next == 2_000)
  }

  @Test("lets the side that fills go as soon as nobody wants more", arguments: 1...9)
  func cancelled(slots: Int) throws {
    for taken in [0, 1, 2, 5, 50] {
      let passage = Passage(slots: slots)
      let thread = try #require(WorkerThread { passage.fill(.max) { _ in false } })
      for _ in 0..<taken {
        _ = try #require(passage.ring.slotToEmpty())
        passage.ring.empty()
      }
      passage.ring.cancel()
      thread.join()
    }
  }
}
