import Basics

/// A bounded queue: one thread fills slots, ahead of the thread that empties them in the same order.
///
/// A slot belongs to one thread at a time. Whatever a thread does to a slot before it passes the slot on is visible to
/// the other. The memory of the slots is used again and again.
///
/// A waiting thread is woken when half of the slots are ready for it, unless there will be no more: waking a thread costs
/// as much as processing many rows.
final class SlotsAhead<Slot, Failure: Error>: @unchecked Sendable {
  private let lock = ThreadLock()
  private let changed: ThreadCondition
  private let count: Int
  /// How many slots must be ready for a thread to be woken.
  private let half: Int
  /// Raw memory, because both threads access it at once, each its own slots.
  fileprivate let slots: UnsafeMutablePointer<Slot>
  private let free: (Slot) -> Void
  /// The work of the thread that fills, until it is closed.
  private var work: ((SlotsAhead) throws(Failure) -> Void)?
  private var thread: WorkerThread?
  /// How many slots were filled, and how many were emptied, since the start.
  private var filled = 0
  private var emptied = 0
  private var isEnded = false
  private var isCancelled = false
  private var failure: Failure?
  private var holdsSlot = false

  init(count: Int, make: () -> Slot, free: @escaping (Slot) -> Void) {
    (self.count, self.free) = (count, free)
    half = max(1, count / 2)
    changed = ThreadCondition(lock)
    slots = .allocate(capacity: count)
    for slot in 0..<count { (slots + slot).initialize(to: make()) }
  }

  deinit {
    for slot in 0..<count { free(slots[slot]) }
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  /// Starts the thread whose work fills slots with ``slotToFill()`` and ``pass()``. Its error comes after the
  /// slots passed. Returns false if the system provides no thread.
  func start(_ work: @escaping (SlotsAhead) throws(Failure) -> Void) -> Bool {
    self.work = work
    thread = WorkerThread { [self] in
      do throws(Failure) { try self.work?(self) } catch { failure = error }
      lock.lock()
      isEnded = true
      changed.signal()
      lock.unlock()
    }
    if thread == nil { self.work = nil }
    return thread != nil
  }

  // MARK: - The thread that fills

  /// Waits for a slot to fill; nil once no more are wanted.
  func slotToFill() -> UnsafeMutablePointer<Slot>? {
    lock.lock()
    defer { lock.unlock() }
    while filled - emptied == count && !isCancelled { changed.wait() }
    return isCancelled ? nil : slots + filled % count
  }

  func pass() {
    lock.lock()
    filled += 1
    if filled - emptied >= half { changed.signal() }
    lock.unlock()
  }

  // MARK: - The thread that empties

  /// The next slot, which is given back with the next call; nil at the end.
  func next() throws(Failure) -> UnsafeMutablePointer<Slot>? {
    lock.lock()
    defer { lock.unlock() }
    if holdsSlot {
      emptied += 1
      if count - (filled - emptied) >= half { changed.signal() }
    }
    while filled == emptied && !isEnded { changed.wait() }
    holdsSlot = filled > emptied
    if holdsSlot { return slots + emptied % count }
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
    thread = nil
    work = nil
  }
}

/// Slots that are filled one after the other: when the next one is asked for, or ahead of that on a separate thread.
final class FilledSlots<Slot, Failure: Error> {
  private let slots: SlotsAhead<Slot, Failure>
  private let fill: (inout Slot) throws(Failure) -> Bool
  private let isAhead: Bool

  /// - Parameter count: How many slots are filled ahead; zero for none.
  init(
    ahead count: Int, make: () -> Slot, free: @escaping (Slot) -> Void,
    fill: @escaping (inout Slot) throws(Failure) -> Bool
  ) {
    let slots = SlotsAhead<Slot, Failure>(count: max(1, count), make: make, free: free)
    (self.slots, self.fill) = (slots, fill)
    isAhead =
      count > 0
      && slots.start { slots throws(Failure) in
        while let slot = slots.slotToFill(), try fill(&slot.pointee) { slots.pass() }
      }
  }

  /// The next slot, valid until the next call; nil at the end.
  func next() throws(Failure) -> Slot? {
    if isAhead { return try slots.next()?.pointee }
    return try fill(&slots.slots.pointee) ? slots.slots.pointee : nil
  }

  /// Ends the thread. Must be called before the last reference is released.
  func close() { if isAhead { slots.close() } }
}
