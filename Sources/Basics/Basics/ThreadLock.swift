/// A lock for threads that wait for a ``ThreadCondition``. `Mutex` has no conditions. Any thread may use it, because the
/// system guards its only state.
package final class ThreadLock: @unchecked Sendable {
  // The system keeps the address of a mutex, so it must not move.
  fileprivate let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }

  package func unlock() { pthread_mutex_unlock(mutex) }
}

/// A change that threads wait for while they hold a lock. Any thread may use it, because the system guards its state.
package final class ThreadCondition: @unchecked Sendable {
  private let lock: ThreadLock
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ lock: ThreadLock) {
    self.lock = lock
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Releases the lock, blocks until a signal, and takes the lock again. It may also return without a signal.
  package func wait() { pthread_cond_wait(condition, lock.mutex) }

  package func signal() { pthread_cond_signal(condition) }

  package func broadcast() { pthread_cond_broadcast(condition) }
}
