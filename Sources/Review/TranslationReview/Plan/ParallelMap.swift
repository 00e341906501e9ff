import Basics
import Spreadsheet
import Synchronization

extension RandomAccessCollection where Self: Sendable, Element: Sendable, Index == Int {
  /// The number of elements that a thread takes at a time. With fewer, starting a thread would cost more than it saves.
  private static var portion: Int { 512 }

  /// Returns the results of a function for all elements, in their order. All processors share the work.
  ///
  /// - Parameter transform: Makes the result of one element, independent of earlier results.
  func parallelMap<Result: Sendable>(_ transform: @escaping @Sendable (Element) -> Result) -> [Result] {
    let portions = (count + Self.portion - 1) / Self.portion
    let threads = Swift.min(portions, WorkerThread.processors)
    guard threads > 1 else { return map(transform) }
    return [Result](unsafeUninitializedCapacity: count) { results, initialized in
      // Each portion of the memory is written by one thread, and all threads have ended when this returns.
      nonisolated(unsafe) let results = results
      let taken = TakenPortions()
      let work: @Sendable () -> Void = {
        while true {
          let first = taken.next() * Self.portion
          guard first < count else { return }
          for index in first..<Swift.min(first + Self.portion, count) {
            results.initializeElement(at: index, to: transform(self[startIndex + index]))
          }
        }
      }
      let others = (1..<threads).compactMap { _ in WorkerThread(work) }
      work()
      for thread in others { thread.join() }
      initialized = count
    }
  }

  /// Returns the elements that pass a test, in their order. All processors share the work.
  ///
  /// - Parameter isIncluded: The test, independent of earlier results.
  func parallelFilter(_ isIncluded: @escaping @Sendable (Element) -> Bool) -> [Element] {
    zip(self, parallelMap(isIncluded)).compactMap { $1 ? $0 : nil }
  }
}

/// The number of portions that all threads together have taken.
private final class TakenPortions: Sendable {
  private let count = Atomic(0)

  /// The index of a portion that no other thread has taken.
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
