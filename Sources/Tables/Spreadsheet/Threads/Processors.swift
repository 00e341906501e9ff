import Basics
internal import CLinux

extension WorkerThread {
  /// The number of processors on which this process may run.
  package static var processors: Int {
    #if os(Linux)
      // A container's CPU set, or `taskset`, may leave it fewer than exist.
      let allowed = Int(nstack_allowed_processors())
      if allowed > 0 { return allowed }
    #endif
    return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}
