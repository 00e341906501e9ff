#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of its own, for work that computes or waits for long: Swift's own threads are as few as the processors.
package final class WorkerThread {
  // Musl gives 128 KiB, which is little for a parser and whoever it calls back.
  private static let stackSize = 1 << 20

  private var thread: pthread_t?

  /// Starts the work.
  ///
  /// - Parameter isPatient: Whether the work may wait while the processors have other work to do.
  /// - Returns: Nil where the system gives no thread; the work was not begun then.
  package init?(isPatient: Bool = false, _ work: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Work(isPatient: isPatient, work))
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
        // Optional on some systems and not on others.
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

  /// Blocks until the work is done. Must be called once before the last reference goes, unless the work never ends.
  package func join() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }

  private final class Work: Sendable {
    private let isPatient: Bool
    private let body: @Sendable () -> Void

    init(isPatient: Bool, _ body: @escaping @Sendable () -> Void) {
      self.isPatient = isPatient
      self.body = body
    }

    func run() {
      if isPatient { giveWay() }
      body()
    }

    /// Lowers the priority of this thread alone; where that can't be done it only finishes earlier than it has to.
    private func giveWay() {
      #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
      #else
        // PRIO_PROCESS, which C libraries give different types. On Linux the priority is each thread's own, and zero is
        // the one that calls. No lower than this: somebody waits for the end, also where other programs are busy.
        _ = setpriority(0, 0, 10)
      #endif
    }
  }
}
