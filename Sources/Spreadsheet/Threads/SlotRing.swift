#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Says which of a few slots one thread fills and another one empties, in turn: a bounded queue between the two.
///
/// A slot belongs to one side at a time. What a side does to it before it gives it over, the other one sees.
///
/// A side that has waited is woken when half of the slots are there for it, unless it waits for all or there will be no
/// more: waking it costs as much as many rows do.
final class SlotRing: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let count: Int
  /// How many slots there are for a side when it is woken.
  private let half: Int
  /// How many slots were filled, and how many were emptied, since the start.
  private var filled = 0
  private var emptied = 0
  private var isEnded = false
  /// Whether the side that fills waits until all slots are empty.
  private var isWaitingForAll = false
  private var isCancelled = false

  /// - Parameter count: How many slots there are.
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

  /// Waits for a slot to fill; nil once nobody wants more.
  ///
  /// - Parameter isLast: Whether to wait until no other slot is filled.
  func slotToFill(afterAll isLast: Bool = false) -> Int? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    let most = isLast ? 0 : count - 1
    isWaitingForAll = isLast
    while filled - emptied > most && !isCancelled {
      // Whoever empties may sleep until there is more than there will be.
      if isLast { pthread_cond_signal(changed) }
      pthread_cond_wait(changed, lock)
    }
    isWaitingForAll = false
    return isCancelled ? nil : filled % count
  }

  /// Gives the slot over.
  func fill() {
    pthread_mutex_lock(lock)
    filled += 1
    if filled - emptied >= half { pthread_cond_signal(changed) }
    pthread_mutex_unlock(lock)
  }

  /// Says that no more slots will be filled.
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

  /// Says that no more slots are wanted.
  func cancel() {
    pthread_mutex_lock(lock)
    isCancelled = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
  }
}
