import Testing

@testable import Spreadsheet

@Suite("Slots that are filled on one thread and emptied on another", .serialized, .timeLimit(.minutes(5)))
struct FilledSlotsTests {
  private struct Stop: Error {}

  /// A queue of rising numbers.
  private func queue(
    slots count: Int, numbers: Int, fails: Bool = false, pause: @escaping (Int) -> Bool = { _ in false }
  ) -> FilledSlots<Int, any Error> {
    var number = 0
    return FilledSlots(ahead: count, make: { -1 }, free: { _ in }) { slot in
      if number == numbers {
        guard fails else { return false }
        throw Stop()
      }
      if pause(number) { spend() }
      slot = number
      number += 1
      return true
    }
  }

  private func spend() {
    var sum = 0
    for number in 0..<20_000 { sum = sum &* 31 &+ number }
    #expect(sum != 1)
  }

  @Test(arguments: 0...9, [0, 1, 2, 3]) func `arrive in order, whichever side is the slower one`(
    slots: Int, slower: Int
  ) throws {
    let queue = queue(slots: slots, numbers: 2_000, fails: slots == 3) { slower & 1 != 0 && $0 % 3 == 0 }
    defer { queue.close() }
    var next = 0
    func empty() throws {
      while let slot = try queue.next() {
        #expect(slot == next)
        next += 1
        if slower & 2 != 0, next % 5 == 0 { spend() }
      }
    }
    if slots == 3 { #expect(throws: Stop.self) { try empty() } } else { try empty() }
    #expect(next == 2_000)
  }

  @Test(arguments: 0...9) func `are filled no more once no more are wanted`(slots: Int) throws {
    for taken in [0, 1, 2, 5, 50] {
      let queue = queue(slots: slots, numbers: .max)
      for _ in 0..<taken { _ = try #require(try queue.next()) }
      queue.close()
    }
  }
}
