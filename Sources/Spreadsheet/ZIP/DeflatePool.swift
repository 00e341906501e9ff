import Basics

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
  private let compressor: DeflateCompressor
  /// How many threads compress, including the one that waits for them.
  let concurrency: Int

  init(threads count: Int, level: DeflateLevel) {
    concurrency = max(1, count)
    compressor = DeflateCompressor(level: level)
    workArrived = ThreadCondition(lock)
    workDone = ThreadCondition(lock)
    for _ in 1..<concurrency {
      // Without other threads, the waiting one does all the work.
      if let thread = WorkerThread({ [self] in work(level: level) }) { threads.append(thread) }
    }
  }

  /// Passes a job to the pool.
  func submit(_ job: DeflateJob) {
    lock.lock()
    job.isDone = false
    waiting.append(job)
    workArrived.signal()
    lock.unlock()
  }

  /// Whether a job is done, without waiting.
  func isDone(_ job: DeflateJob) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    return job.isDone
  }

  /// Blocks until a job is done.
  func wait(for job: DeflateJob) {
    lock.lock()
    while !job.isDone {
      if waiting.isEmpty {
        workDone.wait()
      } else {
        runFirst(with: compressor)
      }
    }
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

  private func work(level: DeflateLevel) {
    let compressor = DeflateCompressor(level: level)
    lock.lock()
    while !isClosed {
      if waiting.isEmpty {
        workArrived.wait()
      } else {
        runFirst(with: compressor)
      }
    }
    lock.unlock()
  }
}
