import Basics
import CZlib

/// One block of a part, compressed on any thread that is free.
///
/// The thread that made a job passes it on in ``DeflatePool/submit(_:)``, and gets it back when the pool reports it as
/// done. In between, only the thread that runs it may access it.
final class DeflateJob: @unchecked Sendable {
  /// How many of the preceding bytes are used to compress a block. The full window of 32 KiB takes 2 % longer, and makes files
  /// only 0.06 % smaller.
  static let dictionarySize = 8 << 10

  /// The bytes to compress, with the dictionary in the headroom before them.
  var input: ByteBuffer
  var dictionaryCount = 0
  var isLast = false
  var output: ByteBuffer
  var checksum: UInt = 0
  /// Whether the work is done; guarded by the pool's lock.
  var isDone = false
  private let isText: Bool

  init(capacity: Int, isText: Bool) {
    self.isText = isText
    input = ByteBuffer(capacity: capacity, headroom: Self.dictionarySize)
    output = ByteBuffer(capacity: capacity / 4)
  }

  deinit {
    input.deallocate()
    output.deallocate()
  }

  /// Prepares the job for the next block: the end of this input becomes its dictionary.
  func leaveDictionary(to next: DeflateJob) {
    let known = min(dictionaryCount + input.count, Self.dictionarySize)
    (next.input.base - known).update(from: input.base + input.count - known, count: known)
    next.dictionaryCount = known
  }

  func run(with compressor: DeflateCompressor) {
    output.truncate(to: 0)
    checksum = crc32(0, input.base, UInt32(input.count))
    compressor.compress(
      input.base, count: input.count, dictionaryCount: dictionaryCount, isLast: isLast, isText: isText, into: &output)
  }
}

/// zlib's state for raw DEFLATE, reused for every block.
final class DeflateCompressor {
  // zlib keeps the address of its stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // The smaller hash table of memory level 7 stays in the processor's first cache.
    let status = nstack_deflate_init_raw(stream, 1, 7)
    precondition(status == Z_OK, "zlib has no memory for a stream")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Compresses one block so that it can be joined with the blocks before and after it.
  func compress(
    _ start: UnsafeMutablePointer<UInt8>, count: Int, dictionaryCount: Int, isLast: Bool, isText: Bool,
    into output: inout ByteBuffer
  ) {
    deflateReset(stream)
    // For markup, compresses as well as level 5 at the speed of level 3, by inserting longer matches and comparing more
    // candidates than level 1. Texts repeat at any place, so few of their bytes are inserted: 16 % less time, for 4 % more
    // bytes.
    if isText { deflateTune(stream, 4, 6, 16, 4) } else { deflateTune(stream, 4, 64, 20, 6) }
    if dictionaryCount > 0 { deflateSetDictionary(stream, start - dictionaryCount, UInt32(dictionaryCount)) }
    stream.pointee.next_in = start
    stream.pointee.avail_in = UInt32(count)
    while true {
      let room = max(Int(stream.pointee.avail_in) / 2, 4 << 10)
      stream.pointee.next_out = output.reserve(room)
      stream.pointee.avail_out = UInt32(room)
      let status = deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
      output.advance(by: room - Int(stream.pointee.avail_out))
      if isLast ? status == Z_STREAM_END : stream.pointee.avail_out > 0 { break }
      precondition(status == Z_OK || status == Z_BUF_ERROR, "zlib refused a block")
    }
  }
}

/// A few threads that compress blocks.
///
/// A thread that waits for one block compresses other waiting blocks meanwhile. So one thread fewer than there are
/// processors is enough, and none on a machine with one processor.
final class DeflatePool: @unchecked Sendable {
  private let lock = ThreadLock()
  private let workArrived: ThreadCondition
  private let workDone: ThreadCondition
  private var waiting: [DeflateJob] = []
  private var isClosed = false
  private var threads: [WorkerThread] = []
  private let compressor = DeflateCompressor()
  /// How many threads compress, including the one that waits for them.
  let concurrency: Int

  init(threads count: Int) {
    concurrency = max(1, count)
    workArrived = ThreadCondition(lock)
    workDone = ThreadCondition(lock)
    for _ in 1..<concurrency {
      // Without other threads, the waiting one does all the work.
      if let thread = WorkerThread({ [self] in work() }) { threads.append(thread) }
    }
  }

  func submit(_ job: DeflateJob) {
    lock.lock()
    job.isDone = false
    waiting.append(job)
    workArrived.signal()
    lock.unlock()
  }

  func isDone(_ job: DeflateJob) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return job.isDone
  }

  func wait(for job: DeflateJob) {
    lock.lock()
    while !job.isDone { if waiting.isEmpty { workDone.wait() } else { runFirst(with: compressor) } }
    lock.unlock()
  }

  /// Ends the threads. Jobs that have not begun are left undone.
  func close() {
    lock.lock()
    isClosed = true
    for job in waiting { job.isDone = true }
    waiting.removeAll()
    workArrived.broadcast()
    lock.unlock()
    for thread in threads { thread.join() }
    threads.removeAll()
  }

  /// Runs the first waiting job. The lock must be held; it is released while the job runs, and held again afterwards.
  private func runFirst(with compressor: DeflateCompressor) {
    let job = waiting.removeFirst()
    lock.unlock()
    job.run(with: compressor)
    lock.lock()
    job.isDone = true
    workDone.broadcast()
  }

  private func work() {
    let compressor = DeflateCompressor()
    lock.lock()
    while !isClosed { if waiting.isEmpty { workArrived.wait() } else { runFirst(with: compressor) } }
    lock.unlock()
  }
}
