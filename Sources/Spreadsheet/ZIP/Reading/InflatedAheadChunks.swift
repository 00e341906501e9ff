#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Inflates on a thread of its own, a few chunks ahead of whoever parses them.
///
/// Worth its thread for large parts only. The lock guards every property that both sides touch; a chunk belongs to one
/// side at a time.
final class InflatedAheadChunks: ByteChunks, @unchecked Sendable {
  private static let slots = 8

  private let reader: ZIPEntryReader
  private let buffers: [UnsafeMutableRawBufferPointer]
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var counts = Array(repeating: 0, count: slots)
  /// How many chunks were filled, and how many were given back, since the start.
  private var filled = 0
  private var released = 0
  private var isEnded = false
  private var isCancelled = false
  private var failure: SpreadsheetError?
  private var holdsChunk = false
  private var thread: pthread_t?

  /// - Returns: Nil where the system gives no thread.
  init?(_ reader: ZIPEntryReader) {
    self.reader = reader
    buffers = (0..<Self.slots).map { _ in .allocate(byteCount: InflatedChunks.size, alignment: 64) }
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
    if !start() { return nil }
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
    for buffer in buffers { buffer.deallocate() }
  }

  func next() throws(SpreadsheetError) -> UnsafeRawBufferPointer? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if holdsChunk {
      holdsChunk = false
      released += 1
      pthread_cond_signal(changed)
    }
    while filled == released && !isEnded { pthread_cond_wait(changed, lock) }
    if filled > released {
      holdsChunk = true
      let slot = released % Self.slots
      return UnsafeRawBufferPointer(rebasing: buffers[slot][..<counts[slot]])
    }
    if let failure { throw failure }
    return nil
  }

  /// Ends the thread, whether or not all was read. Must be called before the last reference goes.
  func close() {
    pthread_mutex_lock(lock)
    isCancelled = true
    pthread_cond_signal(changed)
    let thread = self.thread
    self.thread = nil
    pthread_mutex_unlock(lock)
    if let thread { pthread_join(thread, nil) }
  }

  private func work() {
    while let slot = freeSlot() {
      var count = 0
      var failure: SpreadsheetError?
      do throws(SpreadsheetError) {
        count = try reader.read(into: buffers[slot])
      } catch {
        failure = error
      }
      pthread_mutex_lock(lock)
      if count > 0, failure == nil {
        counts[slot] = count
        filled += 1
      } else {
        self.failure = failure
        isEnded = true
      }
      pthread_cond_signal(changed)
      let goesOn = !isEnded
      pthread_mutex_unlock(lock)
      if !goesOn { return }
    }
  }

  private func freeSlot() -> Int? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while filled - released == Self.slots && !isCancelled { pthread_cond_wait(changed, lock) }
    return isCancelled ? nil : filled % Self.slots
  }

  private func start() -> Bool {
    let context = Unmanaged.passRetained(self)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread, nil,
      { context in
        // Optional on some systems and not on others.
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<InflatedAheadChunks>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, context.toOpaque())
    if status != 0 {
      context.release()
      return false
    }
    self.thread = thread
    return true
  }
}
