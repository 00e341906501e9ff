/// Fills a few slots in turn on a separate thread, ahead of the thread that uses them.
///
/// The thread is worthwhile for large inputs only. Safe for both threads: the ring says whose a slot is, and orders what
/// they do to it.
final class SlotsAhead<Slot>: @unchecked Sendable {
  private let ring: SlotRing
  private let count: Int
  /// Raw memory, because both threads access it at once, each its own slots.
  private let slots: UnsafeMutablePointer<Slot>
  private let fill: (inout Slot) throws(SpreadsheetError) -> Bool
  private let free: (Slot) -> Void
  /// The error that ended the filling; set before the end of the ring.
  private var failure: SpreadsheetError?
  private var holdsSlot = false
  private var thread: WorkerThread?

  /// - Parameters:
  ///   - count: The number of slots.
  ///   - make: Makes an empty slot.
  ///   - free: Frees the memory of a slot.
  ///   - fill: Fills a slot, on the other thread; false at the end.
  /// - Returns: Nil if the system provides no thread.
  init?(
    count: Int, make: () -> Slot, free: @escaping (Slot) -> Void,
    fill: @escaping (inout Slot) throws(SpreadsheetError) -> Bool
  ) {
    ring = SlotRing(count: count)
    self.count = count
    self.fill = fill
    self.free = free
    slots = .allocate(capacity: count)
    for slot in 0..<count { (slots + slot).initialize(to: make()) }
    guard let thread = WorkerThread({ [self] in work() }) else { return nil }
    self.thread = thread
  }

  deinit {
    for slot in 0..<count { free(slots[slot]) }
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  /// The next slot, valid until the next call; nil at the end.
  func next() throws(SpreadsheetError) -> Slot? {
    if holdsSlot {
      holdsSlot = false
      ring.empty()
    }
    if let slot = ring.slotToEmpty() {
      holdsSlot = true
      return slots[slot]
    }
    if let failure { throw failure }
    return nil
  }

  /// Ends the thread, whether or not all was used. Must be called before the last reference is released.
  func close() {
    ring.cancel()
    thread?.join()
    thread = nil
  }

  private func work() {
    while let slot = ring.slotToFill() {
      do throws(SpreadsheetError) {
        if try !fill(&slots[slot]) { break }
      } catch {
        failure = error
        break
      }
      ring.fill()
    }
    ring.end()
  }
}
