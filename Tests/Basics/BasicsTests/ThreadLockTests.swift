import Basics
import Foundation
import Testing

struct ThreadLockTests {
  /// A number that threads change one after the other.
  private final class Turns: @unchecked Sendable {
    let lock = ThreadLock()
    let changed: ThreadCondition
    var count = 0

    init() { changed = ThreadCondition(lock) }

    /// Waits for the turns of one remainder, and takes them.
    func take(_ remainder: Int, of threads: Int, upTo end: Int) {
      lock.lock()
      while count < end {
        if count % threads == remainder {
          count += 1
          changed.broadcast()
        } else {
          changed.wait()
        }
      }
      lock.unlock()
    }
  }

  @Test func `threads that wait for each other's changes all come to the end`() {
    let turns = Turns()
    let threads = (0..<3).map { number in
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        turns.take(number, of: 3, upTo: 3_000)
        isDone.signal()
      }
      return isDone
    }
    for isDone in threads { isDone.wait() }
    #expect(turns.count == 3_000)
  }
}
