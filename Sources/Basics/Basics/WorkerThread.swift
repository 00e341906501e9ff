/// A separate thread for work that computes or waits for a long time: Swift runs only as many threads of its own as
/// there are processors.
package final class WorkerThread {
  // Musl's default is 128 KiB, which is little for a parser and its callbacks.
  private static let stackSize = 1 << 20

  private var thread: pthread_t?

  /// Starts work; patient work lets other threads go first. Returns nil if the system provides no thread; then the work
  /// has not begun.
  package init?(isPatient: Bool = false, _ work: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(
      Work {
        if isPatient { Self.giveWay() }
        work()
      })
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    defer { pthread_attr_destroy(&attributes) }
    let status = pthread_create(
      &thread, &attributes,
      { context in
        // The value is optional on some systems.
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    if status != 0 {
      context.release()
      return nil
    }
    self.thread = thread
  }

  deinit { if let thread { pthread_detach(thread) } }

  /// Blocks until the work is done. A thread that is not joined is freed when its work is done.
  package func join() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Lowers the priority of this thread only. If that fails, the work merely finishes earlier than necessary.
  private static func giveWay() {
    #if canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #else
      // The first zero is PRIO_PROCESS, whose type differs between C libraries. On Linux each thread has a priority of its own,
      // and the second zero is the calling thread. The priority is no lower than this, because the caller waits for the thread
      // even while other programs are busy.
      _ = setpriority(0, 0, 10)
    #endif
  }
}
