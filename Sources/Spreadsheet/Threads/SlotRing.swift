#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells one thread which slot to fill and another one which to empty, in turn: a bounded queue between the two.
///
/// A slot belongs to one side at a time. Whatever one side does to a slot before it passes the slot on is visible to
/// the other.
///
/// A waiting side is woken when half of the slots are ready for it, unless it waits for all or there will be no more:
/// waking a thread costs as much as processing many rows.
final class SlotRing: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
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
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  // MARK: - The side that fills

  /// Waits for a slot to fill; nil once no more are wanted.
  ///
  /// - Parameter isLast: Whether to wait until no other slot is filled.
  func slotToFill(afterAll isLast: Bool = false) -> Int? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    let most = isLast ? 0 : count - 1
    isWaitingForAll = isLast
    while filled - emptied > most && !isCancelled {
      // The side that empties may be asleep, and wait for more slots than it will get.
      if isLast { pthread_cond_signal(changed) }
      pthread_cond_wait(changed, lock)
    }
    isWaitingForAll = false
    return isCancelled ? nil : filled % count
  }

  /// Passes the slot to the other side.
  func fill() {
    pthread_mutex_lock(lock)
    filled += 1
    if filled - emptied >= half { pthread_cond_signal(changed) }
    pthread_mutex_unlock(lock)
  }

  /// Announces that no more slots will be filled.
  func end() {
    pthread_mutex_lock(lock)
    isEnded = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
  }

  // MARK: - The side that empties

  /// Waits for the next slot to empty; nil at the end.
  func slotToEmpty() -> Int? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while filled == emptied && !isEnded { pthread_cond_wait(changed, lock) }
    return filled > emptied ? emptied % count : nil
  }

  /// Gives the slot back.
  func empty() {
    pthread_mutex_lock(lock)
    emptied += 1
    let left = filled - emptied
    if isWaitingForAll ? left == 0 : count - left >= half { pthread_cond_signal(changed) }
    pthread_mutex_unlock(lock)
  }

  /// Announces that no more slots are wanted.
  func cancel() {
    pthread_mutex_lock(lock)
    isCancelled = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
  }
}
