#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A few threads that compress blocks.
///
/// A thread that waits for one block compresses other waiting blocks meanwhile. So one thread fewer than there are
/// processors is enough, and none on a machine with one processor.
final class DeflatePool: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let workArrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let workDone = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var waiting: [DeflateJob] = []
  private var isClosed = false
  private var threads: [WorkerThread] = []
  private let compressor: DeflateCompressor
  /// How many threads compress, including the one that waits for them.
  let concurrency: Int

  init(threads count: Int, level: DeflateLevel) {
    concurrency = max(1, count)
    compressor = DeflateCompressor(level: level)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(workArrived, nil)
    pthread_cond_init(workDone, nil)
    for _ in 1..<concurrency {
      // Without other threads, the waiting one does all the work.
      if let thread = WorkerThread({ [self] in work(level: level) }) { threads.append(thread) }
    }
  }

  deinit {
    pthread_cond_destroy(workArrived)
    pthread_cond_destroy(workDone)
    pthread_mutex_destroy(lock)
    workArrived.deallocate()
    workDone.deallocate()
    lock.deallocate()
  }

  /// Passes a job to the pool.
  func submit(_ job: DeflateJob) {
    pthread_mutex_lock(lock)
    job.isDone = false
    waiting.append(job)
    pthread_cond_signal(workArrived)
    pthread_mutex_unlock(lock)
  }

  /// Whether a job is done, without waiting.
  func isDone(_ job: DeflateJob) -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return job.isDone
  }

  /// Blocks until a job is done.
  func wait(for job: DeflateJob) {
    pthread_mutex_lock(lock)
    while !job.isDone {
      if waiting.isEmpty {
        pthread_cond_wait(workDone, lock)
      } else {
        runFirst(with: compressor)
      }
    }
    pthread_mutex_unlock(lock)
  }

  /// Ends the threads. Jobs that have not begun are left undone.
  func close() {
    pthread_mutex_lock(lock)
    isClosed = true
    for job in waiting { job.isDone = true }
    waiting.removeAll()
    pthread_cond_broadcast(workArrived)
    pthread_mutex_unlock(lock)
    for thread in threads { thread.join() }
    threads.removeAll()
  }

  /// Runs the first waiting job. The lock must be held; it is released while the job runs, and held again afterwards.
  private func runFirst(with compressor: DeflateCompressor) {
    let job = waiting.removeFirst()
    pthread_mutex_unlock(lock)
    job.run(with: compressor)
    pthread_mutex_lock(lock)
    job.isDone = true
    pthread_cond_broadcast(workDone)
  }

  private func work(level: DeflateLevel) {
    let compressor = DeflateCompressor(level: level)
    pthread_mutex_lock(lock)
    while !isClosed {
      if waiting.isEmpty {
        pthread_cond_wait(workArrived, lock)
      } else {
        runFirst(with: compressor)
      }
    }
    pthread_mutex_unlock(lock)
  }
}
