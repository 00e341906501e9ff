import Basics

/// A moment by the clock that runs since the machine's boot and cannot be set.
///
/// Other processes of the same boot can compare it with theirs, even if the calendar clock was set meanwhile. It keeps
/// running while the machine sleeps.
public struct SystemMoment: Hashable, Codable, Sendable {
  /// The id of the boot, which is new at every start of the machine.
  package let boot: String
  /// The time since that boot.
  package let sinceBoot: Duration

  package init(boot: String, sinceBoot: Duration) { (self.boot, self.sinceBoot) = (boot, sinceBoot) }

  /// The current moment; nil if the system does not identify the boot.
  package static func now() -> SystemMoment? {
    guard let boot = bootID else { return nil }
    var time = timespec()
    #if canImport(Darwin)
      let result = clock_gettime(CLOCK_MONOTONIC_RAW, &time)
    #else
      let result = clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    guard result == 0 else { return nil }
    return SystemMoment(boot: boot, sinceBoot: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }

  /// The time from an earlier moment to this one; nil if they are of different boots, or if the clock ran backwards.
  package func elapsed(since earlier: SystemMoment?) -> Duration? {
    guard let earlier, earlier.boot == boot, sinceBoot >= earlier.sinceBoot else { return nil }
    return sinceBoot - earlier.sinceBoot
  }

  private static let bootID: String? = {
    var bytes = [UInt8](repeating: 0, count: 128)
    #if canImport(Darwin)
      var count = bytes.count
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 else { return nil }
    #else
      let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      let count = read(file, &bytes, bytes.count)
      guard count > 0 else { return nil }
    #endif
    let id = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    return id.isEmpty ? nil : id
  }()
}
