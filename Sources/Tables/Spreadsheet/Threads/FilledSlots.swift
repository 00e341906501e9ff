import Basics

/// A bounded queue of slots, filled in order, either on demand or ahead of it on a separate thread.
///
/// A slot belongs to one thread at a time. Whatever a thread does to a slot before it passes the slot on is visible to
/// the other. The memory of the slots is used again and again.
///
/// A waiting thread is woken only when half of the slots are ready for it, or at the end, because waking a thread costs
/// as much as processing many rows.
final class FilledSlots<Slot, Failure: Error>: @unchecked Sendable {
  private let lock = ThreadLock()
  private let changed: ThreadCondition
  private let count: Int
  /// How many slots must be ready for a thread to be woken.
  private let half: Int
  /// Raw memory, because both threads access it at once, each its own slots.
  private let slots: UnsafeMutablePointer<Slot>
  private let free: (Slot) -> Void
  private let fill: (inout Slot) throws(Failure) -> Bool

  /// Nil if the slots are filled on demand.
  private var thread: WorkerThread?
  /// How many slots were filled, and how many were emptied, since the start.
  private var filled = 0
  private var emptied = 0
  private var isEnded = false
  private var isCancelled = false
  private var failure: Failure?
  private var holdsSlot = false

  /// - Parameters:
  ///   - count: How many slots are filled ahead; zero for none.
  ///   - fill: Fills a slot. Returns false, or throws, at the end.
  init(
    ahead count: Int, make: () -> Slot, free: @escaping (Slot) -> Void,
    fill: @escaping (inout Slot) throws(Failure) -> Bool
  ) {
    self.count = max(1, count)
    (self.free, self.fill) = (free, fill)
    half = max(1, count / 2)
    changed = ThreadCondition(lock)
    slots = .allocate(capacity: self.count)
    for slot in 0..<self.count { (slots + slot).initialize(to: make()) }
    // If the system provides no thread, this one does the work.
    if count > 0 { thread = WorkerThread { [self] in fillAhead() } }
  }

  deinit {
    for slot in 0..<count { free(slots[slot]) }
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  // MARK: - The thread that fills

  private func fillAhead() {
    do throws(Failure) { while let slot = slotToFill(), try fill(&slot.pointee) { pass() } } catch { failure = error }
    lock.lock()
    isEnded = true
    changed.signal()
    lock.unlock()
  }

  /// Waits for a slot to fill; nil once no more are wanted.
  private func slotToFill() -> UnsafeMutablePointer<Slot>? {
    lock.lock()
    defer { lock.unlock() }
    while filled - emptied == count && !isCancelled { changed.wait() }
    return isCancelled ? nil : slots + filled % count
  }

  private func pass() {
    lock.lock()
    filled += 1
    if filled - emptied >= half { changed.signal() }
    lock.unlock()
  }

  // MARK: - The thread that empties

  /// The next slot, valid until the next call; nil at the end.
  func next() throws(Failure) -> Slot? {
    guard thread != nil else { return try fill(&slots.pointee) ? slots.pointee : nil }
    lock.lock()
    defer { lock.unlock() }
    if holdsSlot {
      emptied += 1
      if count - (filled - emptied) >= half { changed.signal() }
    }
    while filled == emptied && !isEnded { changed.wait() }
    holdsSlot = filled > emptied
    if holdsSlot { return slots[emptied % count] }
    if let failure { throw failure }
    return nil
  }

  /// Ends the thread, whether or not all was used. Must be called before the last reference is released.
  func close() {
    lock.lock()
    isCancelled = true
    changed.signal()
    lock.unlock()
    thread?.join()
  }
}
