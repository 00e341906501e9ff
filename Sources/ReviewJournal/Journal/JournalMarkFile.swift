import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file beside a journal with its mark.
///
/// It is written after each commit and not synced. Whichever mark a power cut leaves was true once, so the journal must
/// contain at least as much. If the mark cannot be written, damage goes unnoticed and nothing else.
final class JournalMarkFile: Sendable {
  private let path: String
  private let descriptor: Mutex<Int32>

  init(path: String) {
    self.path = path
    descriptor = Mutex(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600))
  }

  deinit {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
    }
  }

  /// The mark; nil if there is none, or only a part after a power cut.
  func read() -> JournalMark? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = descriptor.withLock { pread($0, &buffer, buffer.count, 0) }
    guard count > 0, let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")),
      let line = String(validating: buffer[..<end], as: UTF8.self)
    else { return nil }
    return JournalMark(line: line)
  }

  func write(_ mark: JournalMark) {
    let bytes = Array((mark.line + "\n").utf8)
    descriptor.withLock { _ = pwrite($0, bytes, bytes.count, 0) }
  }

  /// Removes the mark durably, before the steps that it describes are removed.
  func clear() {
    descriptor.withLock { descriptor in
      _ = ftruncate(descriptor, 0)
      _ = fsync(descriptor)
    }
  }
}
