import Basics

/// Tells one thread which slot to fill and another one which to empty, in turn: a bounded queue between the two.
///
/// A slot belongs to one side at a time. Whatever one side does to a slot before it passes the slot on is visible to
/// the other.
///
/// A waiting side is woken when half of the slots are ready for it, unless it waits for all or there will be no more:
/// waking a thread costs as much as processing many rows.
final class SlotRing: @unchecked Sendable {
  private let lock = ThreadLock()
  private let changed: ThreadCondition
  private let count: Int
  /// How many slots must be ready for a side to be woken.
  private let half: Int
  /// How many slots were filled, and how many were emptied, since the start.
  private var filled = 0
  private var emptied = 0
  private var isEnded = false
  /// Whether the side that fills is waiting until all slots are empty.
  private var isWaitingForAll = false
  private var isCancelled = false

  /// - Parameter count: The number of slots.
  init(count: Int) {
    self.count = count
    half = max(1, count / 2)
    changed = ThreadCondition(lock)
  }

  // MARK: - The side that fills

  /// Waits for a slot to fill; nil once no more are wanted.
  ///
  /// - Parameter isLast: Whether to wait until no other slot is filled.
  func slotToFill(afterAll isLast: Bool = false) -> Int? {
    lock.lock()
    defer { lock.unlock() }
    let most = isLast ? 0 : count - 1
    isWaitingForAll = isLast
    while filled - emptied > most && !isCancelled {
      // The side that empties may be asleep, and wait for more slots than it will get.
      if isLast { changed.signal() }
      changed.wait()
    }
    isWaitingForAll = false
    return isCancelled ? nil : filled % count
  }

  /// Passes the slot to the other side.
  func fill() {
    lock.lock()
    filled += 1
    if filled - emptied >= half { changed.signal() }
    lock.unlock()
  }

  /// Announces that no more slots will be filled.
  func end() {
    lock.lock()
    isEnded = true
    changed.signal()
    lock.unlock()
  }

  // MARK: - The side that empties

  /// Waits for the next slot to empty; nil at the end.
  func slotToEmpty() -> Int? {
    lock.lock()
    defer { lock.unlock() }
    while filled == emptied && !isEnded { changed.wait() }
    return filled > emptied ? emptied % count : nil
  }

  /// Gives the slot back.
  func empty() {
    lock.lock()
    emptied += 1
    let left = filled - emptied
    if isWaitingForAll ? left == 0 : count - left >= half { changed.signal() }
    lock.unlock()
  }

  /// Announces that no more slots are wanted.
  func cancel() {
    lock.lock()
    isCancelled = true
    changed.signal()
    lock.unlock()
  }
}
