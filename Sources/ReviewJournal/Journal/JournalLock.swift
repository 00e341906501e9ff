import Synchronization
import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lock that keeps two imports on one machine apart. The kernel releases it when the process ends, however it ends.
final class JournalLock: Sendable {
  private let descriptor: Mutex<Int32?>

  /// - Throws: `locked` with the id of the process that holds it; `unusable`.
  init(path: String) throws(JournalError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw JournalFile.failure("The lock \(path) cannot be opened", errno)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      var buffer = [UInt8](repeating: 0, count: 32)
      let count = read(descriptor, &buffer, buffer.count)
      close(descriptor)
      guard reason == EWOULDBLOCK else { throw JournalFile.failure("The lock \(path) cannot be taken", reason) }
      let holder = String(decoding: buffer.prefix(max(0, count)).filter { (0x30...0x39).contains($0) }, as: UTF8.self)
      throw JournalError(
        .locked,
        "Another import of this profile is running on this machine"
          + (holder.isEmpty ? "." : " (process \(holder)).") + " Wait until it has ended.")
    }
    // The number is only for people; the lock works without it.
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
    self.descriptor = Mutex(descriptor)
  }

  deinit {
    release()
  }

  func release() {
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
