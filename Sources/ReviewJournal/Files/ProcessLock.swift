import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock that one process on this machine has at a time. The kernel releases it when the process ends, however it
/// ends.
package final class ProcessLock: Sendable {
  /// Why the lock was not taken.
  package enum Failure: Error {
    /// Another process has it. The number is its id; nil if it is not known.
    case held(by: String?)
    /// The system refused it, with this `errno`. The words say what, as in "The lock … cannot be opened".
    case system(String, Int32)
  }

  private let path: String
  private let descriptor: Mutex<Int32?>

  /// Takes the lock.
  ///
  /// - Parameter path: The file of the lock, which is created if there is none. Its folder must exist.
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
      throw .held(by: holder.isEmpty ? nil : holder)
    }
    // The number is only for people; the lock works without it.
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
    self.path = path
    self.descriptor = Mutex(descriptor)
  }

  deinit {
    release()
  }

  /// Whether the lock still keeps others out: nobody removed or moved its file, at whose path they look for it.
  package var holds: Bool {
    descriptor.withLock { descriptor in
      var (own, there) = (stat(), stat())
      guard let descriptor, fstat(descriptor, &own) == 0, stat(path, &there) == 0 else { return false }
      return own.st_ino == there.st_ino && own.st_dev == there.st_dev
    }
  }

  /// Releases the lock.
  package func release() {
    descriptor.withLock { descriptor in
      if let open = descriptor {
        // A process that was forked a moment ago still has the descriptor, and would keep the lock until it calls exec.
        _ = flock(open, LOCK_UN)
        close(open)
      }
      descriptor = nil
    }
  }
}
