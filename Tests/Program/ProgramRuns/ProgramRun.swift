#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One run of a program in a process of its own, and what it took.
package struct ProgramRun: Sendable {
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    /// A signal; a trap is one.
    case killed(Int32)
    /// Still running when the time was over.
    case timedOut
  }

  /// What the system does not let the process exceed.
  package struct Limits: Sendable {
    /// Seconds that it may compute.
    let processorSeconds: Int
    /// Bytes of memory (where the system keeps to that; Linux does).
    let memory: Int

    package init(processorSeconds: Int, memory: Int) {
      self.processorSeconds = processorSeconds
      self.memory = memory
    }
  }

  /// A signal that is sent once, at a moment of the run.
  package struct Signal {
    let number: Int32
    let isDue: (_ output: [UInt8]) throws -> Bool

    /// - Parameter isDue: Asked every few milliseconds with the output so far. It may wait, and run other programs.
    package init(_ number: Int32, isDue: @escaping (_ output: [UInt8]) throws -> Bool) {
      self.number = number
      self.isDue = isDue
    }
  }

  package let ending: Ending
  package let output: [UInt8]
  package let errors: [UInt8]
  /// Seconds that the process computed.
  package let processorTime: Double
  /// The most memory that was resident, in bytes.
  package let peakMemory: Int

  /// Bytes of standard output that are kept.
  private static let keptOutput = 8 << 20

  /// The first folder has programs that must not be the machine's.
  private static let path =
    "/\(#filePath.split(separator: "/").dropLast(3).joined(separator: "/"))/Fixtures/bin:/usr/bin:/bin"

  /// Runs a program in a folder, which is its home too, and waits for its end.
  ///
  /// - Parameters:
  ///   - variables: Environment variables beside `PATH`, `HOME`, `TMPDIR` and `LC_ALL`, or in their place.
  ///   - wallSeconds: After as many the process is killed.
  package init(
    _ program: String, _ arguments: [String], in folder: String, variables: [String: String] = [:],
    limits: Limits? = nil, wallSeconds: Double, signal: Signal? = nil
  ) throws {
    var outputEnds: [Int32] = [0, 0]
    var errorEnds: [Int32] = [0, 0]
    guard pipe(&outputEnds) == 0, pipe(&errorEnds) == 0 else { throw Folder.Failure(call: "pipe", number: errno) }
    for descriptor in outputEnds + errorEnds { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let environment = [
      "PATH": Self.path, "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ].merging(variables) { $1 }.map { "\($0.key)=\($0.value)" }
    let process = try Self.spawn(
      Self.words(program, arguments, in: folder, limits), environment, output: outputEnds[1], errors: errorEnds[1])
    close(outputEnds[1])
    close(errorEnds[1])
    defer {
      close(outputEnds[0])
      close(errorEnds[0])
    }
    var streams = [outputEnds[0], errorEnds[0]].map { Stream(descriptor: $0, limit: Self.keptOutput) }
    let deadline = Clock.seconds + wallSeconds
    var peak = 0
    var status: Int32 = 0
    var usage = rusage()
    var isTimedOut = false
    var due = signal
    while true {
      var waiting = streams.map { pollfd(fd: $0.isOpen ? $0.descriptor : -1, events: Int16(POLLIN), revents: 0) }
      _ = poll(&waiting, nfds_t(waiting.count), 4)
      for index in streams.indices { streams[index].take() }
      if limits != nil { peak = max(peak, Self.residentPeak(of: process)) }
      if wait4(process, &status, WNOHANG, &usage) == process { break }
      do {
        if let signal = due, try signal.isDue(streams[0].bytes) {
          due = nil
          kill(process, signal.number)
        }
      } catch {
        kill(process, SIGKILL)
        while wait4(process, &status, 0, &usage) == -1, errno == EINTR {}
        throw error
      }
      if !isTimedOut, Clock.seconds > deadline {
        isTimedOut = true
        kill(process, SIGKILL)
      }
    }
    for index in streams.indices { streams[index].take() }
    let signal = status & 0x7F
    ending = isTimedOut ? .timedOut : signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
    output = streams[0].bytes
    errors = streams[1].bytes
    processorTime = Clock.seconds(usage.ru_utime) + Clock.seconds(usage.ru_stime)
    #if canImport(Darwin)
      peakMemory = usage.ru_maxrss
    #else
      // What wait4 tells includes the memory of whoever started the process.
      peakMemory = peak
    #endif
  }

  /// The command line of a run; a shell sets the limits.
  private static func words(_ program: String, _ arguments: [String], in folder: String, _ limits: Limits?) -> [String]
  {
    var script = "cd \"$1\" && shift && ulimit -c 0"
    if let limits { script += " && ulimit -t \(limits.processorSeconds) && ulimit -d \(limits.memory >> 10)" }
    return ["/bin/sh", "-c", script + "; exec \"$@\"", "sh", folder, program] + arguments
  }

  private static func spawn(_ words: [String], _ environment: [String], output: Int32, errors: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Tests in the background inherit ignored signals, which the program would go on to ignore.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var process: pid_t = 0
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    let status = posix_spawn(&process, words[0], &actions, &attributes, arguments, variables)
    guard status == 0 else { throw Folder.Failure(call: "posix_spawn", number: status) }
    return process
  }

  /// The most memory that a process has held so far, in bytes.
  private static func residentPeak(of process: Int32) -> Int {
    guard let text = try? Folder.read("/proc/\(process)/status") else { return 0 }
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "VmHWM:".utf8) {
      let digits = line.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) << 10
    }
    return 0
  }

  /// One end of a pipe, read without waiting; what is beyond a limit is thrown away.
  private struct Stream {
    let descriptor: Int32
    let limit: Int
    var bytes: [UInt8] = []
    var isOpen = true

    init(descriptor: Int32, limit: Int) {
      self.descriptor = descriptor
      self.limit = limit
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    mutating func take() {
      var block = [UInt8](repeating: 0, count: 64 << 10)
      while isOpen {
        let count = read(descriptor, &block, block.count)
        if count == 0 { isOpen = false }
        if count <= 0 { return }
        if bytes.count < limit { bytes += block[..<count] }
      }
    }
  }
}

/// Seconds since some moment.
package enum Clock {
  package static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
