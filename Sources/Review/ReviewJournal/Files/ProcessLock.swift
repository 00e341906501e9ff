import Basics
import Synchronization

/// A lock that only one process on this machine can hold at a time. The kernel releases it when the process ends.
package final class ProcessLock: Sendable {
  /// Why the lock was not acquired.
  package enum Failure: Error {
    /// Another process has it. The text names the process, as in " (process 12)", or is empty.
    case held(by: String)
    /// The system refused it, with this `errno`. The text says what failed, as in "The lock … cannot be opened".
    case system(String, Int32)
  }

  private let path: String
  private let descriptor: Mutex<Int32?>

  /// Acquires the lock. Its file is created if it does not exist, in a folder that must exist.
  package init(path: String) throws(Failure) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system("The lock \(path) cannot be opened", errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      var buffer = [UInt8](repeating: 0, count: 32)
      let count = read(descriptor, &buffer, buffer.count)
      close(descriptor)
      guard reason == EWOULDBLOCK else { throw .system("The lock \(path) cannot be taken", reason) }
      let holder = String(decoding: buffer.prefix(max(0, count)).filter { (0x30...0x39).contains($0) }, as: UTF8.self)
      throw .held(by: holder.isEmpty ? "" : " (process \(holder))")
    }
    // The process id is only for messages; the lock works without it.
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
    self.path = path
    self.descriptor = Mutex(descriptor)
  }

  deinit { release() }

  /// Whether the lock still keeps other processes out: its file is still at the path where they look for it.
  package var holds: Bool {
    descriptor.withLock { descriptor in
      var (own, there) = (stat(), stat())
      guard let descriptor, fstat(descriptor, &own) == 0, stat(path, &there) == 0 else { return false }
      return own.st_ino == there.st_ino && own.st_dev == there.st_dev
    }
  }

  package func release() {
    descriptor.withLock { descriptor in
      if let open = descriptor {
        // A process that was just forked still has the descriptor, and would keep the lock until it calls exec.
        _ = flock(open, LOCK_UN)
        close(open)
      }
      descriptor = nil
    }
  }
}
