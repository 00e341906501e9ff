import Basics
import NStackAPI

/// The system's resources that the program needs before it begins. Dispatch, SwiftNIO and Swift itself trap or wait
/// forever without a descriptor, thread or memory, so this is checked first.
enum SystemLimits {
  typealias Needs = (descriptors: Int, memory: Int)

  static let files: Needs = (12, 32 << 20)

  /// A command that calls a server: event loops, connections, journal, cached texts.
  ///
  /// - Parameter isEmbedded: Whether the server is the embedded one, which has the other end of each connection.
  static func calls(concurrency: Int, isEmbedded: Bool) -> Needs {
    // An event loop has three descriptors, and a connection is tried over IPv4 and IPv6 at the same time.
    let loops = 3 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let connections = min(concurrency, 64) + 2
    return (20 + loops + connections * (isEmbedded ? 2 : 1), 96 << 20)
  }

  static var server: Needs { calls(concurrency: 16, isEmbedded: false) }

  private static let mostDescriptors: rlim_t = 1_024

  /// Opens the standard descriptors that the parent process closed.
  ///
  /// Otherwise a file that is opened later would get their number, and output would be written into it. They are opened
  /// for reading, so that writing to them is still an error.
  static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The system assigns the lowest free number. The root folder exists even without `/dev`.
      if open("/dev/null", O_RDONLY) < 0 { _ = open("/", O_RDONLY) }
    }
  }

  /// Raises the limit of descriptors as far as allowed, and takes less address space for each thread if that is limited.
  static func adapt() {
    var limit = rlimit()
    if getrlimit(descriptorLimit, &limit) == 0, limit.rlim_cur < mostDescriptors {
      limit.rlim_cur = min(mostDescriptors, limit.rlim_max)
      _ = setrlimit(descriptorLimit, &limit)
    }
    #if canImport(Glibc)
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < 4 << 30 else { return }
      // By default, each thread reserves 64 MiB for its own heap and 8 MiB for its stack.
      useOneArena()
      useSmallStacks()
    #endif
  }

  #if canImport(Glibc)
    // Swift's module of the C library has neither function.

    private static func useOneArena() {
      typealias Function = @convention(c) (Int32, Int32) -> Int32
      let arenaMax: Int32 = -8
      guard let function = dlsym(nil, "mallopt") else { return }
      _ = unsafeBitCast(function, to: Function.self)(arenaMax, 1)
    }

    private static func useSmallStacks() {
      typealias Function = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32
      guard let function = dlsym(nil, "pthread_setattr_default_np") else { return }
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstacksize(&attributes, 1 << 20)
      _ = unsafeBitCast(function, to: Function.self)(&attributes)
      pthread_attr_destroy(&attributes)
    }
  #endif

  /// Throws an error if the system does not give what a command needs.
  static func require(_ needs: Needs) throws {
    let free = freeDescriptors(atMost: needs.descriptors)
    guard free >= needs.descriptors else {
      throw Failure(
        .failure, .descriptors,
        "the system lets the program open only \(free) more files and connections at once, but the program needs "
          + "\(needs.descriptors).", adding: "Raise the limit, for example with `ulimit -n 1024`.")
    }
    guard Memory.gives(needs.memory) else {
      throw Failure(
        .failure, .memory,
        "the system does not give the program the \(needs.memory >> 20) MiB of memory that it needs to start.",
        adding: "Raise the limit (`ulimit -v`), or end other programs.")
    }
  }

  private static func freeDescriptors(atMost most: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(descriptorLimit, &limit) == 0 else { return most }
    var free = 0
    var descriptor: Int32 = 0
    while free < most, rlim_t(descriptor) < limit.rlim_cur {
      if fcntl(descriptor, F_GETFD) < 0, errno == EBADF { free += 1 }
      descriptor += 1
    }
    return free
  }

  #if canImport(Glibc)
    private static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let descriptorLimit = RLIMIT_NOFILE
  #endif
}
