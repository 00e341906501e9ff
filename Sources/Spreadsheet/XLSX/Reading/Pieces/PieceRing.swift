import Basics

/// Tells the threads that read a part in pieces which slot is theirs: one cuts pieces, several parse them, and one takes
/// the contents in the order of the part.
///
/// A slot belongs to one thread at a time. Whatever a thread does to a slot before it passes the slot on is visible to
/// the next one. Pieces are parsed in the order in which they were cut, so the next one to be emptied is always being
/// parsed, and no thread waits forever.
final class PieceRing: @unchecked Sendable {
  /// How far the parsing of a slot has come.
  private enum State {
    case open
    /// Part of its contents must be taken before the parsing goes on.
    case partlyParsed
    case parsed
  }

  private let lock = ThreadLock()
  private let canCut: ThreadCondition
  private let canParse: ThreadCondition
  private let canEmpty: ThreadCondition
  private let canContinue: ThreadCondition
  private let count: Int
  private var states: [State]
  /// How many slots were filled by cutting, taken for parsing, and emptied, since the start.
  private var cut = 0
  private var taken = 0
  private var emptied = 0
  /// The first slot of the rest, which only one parser reads.
  private var restStart = Int.max
  private var isEnded = false
  private var isCancelled = false

  /// - Parameter count: The number of slots.
  init(count: Int) {
    self.count = count
    states = Array(repeating: .open, count: count)
    canCut = ThreadCondition(lock)
    canParse = ThreadCondition(lock)
    canEmpty = ThreadCondition(lock)
    canContinue = ThreadCondition(lock)
  }

  // MARK: - The thread that cuts

  /// Waits for a slot to fill; nil once no more are wanted.
  func slotToCut() -> Int? {
    lock.lock()
    defer { lock.unlock() }
    while cut - emptied == count && !isCancelled { canCut.wait() }
    return isCancelled ? nil : cut % count
  }

  /// Passes the slot on to the parsers.
  ///
  /// - Parameter isRest: Whether this slot and all after it must be read by one parser.
  func pass(isRest: Bool) {
    lock.lock()
    if isRest { restStart = min(restStart, cut) }
    states[cut % count] = .open
    cut += 1
    canParse.signal()
    lock.unlock()
  }

  /// Announces that no more slots will be filled.
  func end() {
    lock.lock()
    isEnded = true
    canParse.broadcast()
    canEmpty.signal()
    lock.unlock()
  }

  // MARK: - The threads that parse

  /// Waits for the next slot to parse; nil if there will be none for this thread.
  ///
  /// - Parameter hasRest: Whether this thread has taken the first slot of the rest.
  func slotToParse(hasRest: Bool) -> Int? {
    lock.lock()
    defer { lock.unlock() }
    while true {
      if isCancelled || (taken > restStart && !hasRest) { return nil }
      if taken < cut { break }
      if isEnded { return nil }
      canParse.wait()
    }
    let slot = taken % count
    taken += 1
    // The other parsers have nothing more to do.
    if taken > restStart { canParse.broadcast() }
    return slot
  }

  /// Blocks until the contents of a slot have been taken, so that there is room for more.
  ///
  /// - Returns: False once no more are wanted.
  func handOver(_ slot: Int) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    states[slot] = .partlyParsed
    if emptied % count == slot { canEmpty.signal() }
    while states[slot] == .partlyParsed && !isCancelled { canContinue.wait() }
    return !isCancelled
  }

  /// Passes a parsed slot on.
  func finish(_ slot: Int) {
    lock.lock()
    states[slot] = .parsed
    if emptied % count == slot { canEmpty.signal() }
    lock.unlock()
  }

  // MARK: - The thread that takes the contents

  /// Waits for the next contents; nil at the end.
  func slotToEmpty() -> Int? {
    lock.lock()
    defer { lock.unlock() }
    while true {
      if emptied < cut {
        if states[emptied % count] != .open { return emptied % count }
      } else if isEnded {
        return nil
      }
      canEmpty.wait()
    }
  }

  /// Gives the slot back: to its parser if there is more in it, else to the thread that cuts.
  func empty() {
    lock.lock()
    let slot = emptied % count
    if states[slot] == .partlyParsed {
      states[slot] = .open
      canContinue.broadcast()
    } else {
      emptied += 1
      canCut.signal()
    }
    lock.unlock()
  }

  /// Announces that no more contents are wanted.
  func cancel() {
    lock.lock()
    isCancelled = true
    canCut.signal()
    canParse.broadcast()
    canContinue.broadcast()
    lock.unlock()
  }
}
