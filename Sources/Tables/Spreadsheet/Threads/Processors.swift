import Basics
internal import CLinux

extension WorkerThread {
  /// The number of processors on which this process may run.
  package static var processors: Int {
    #if os(Linux)
      // The set of processors of a container, or `taskset`, may leave it fewer than there are.
      let allowed = Int(nstack_allowed_processors())
      if allowed > 0 { return allowed }
    #endif
    return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}
