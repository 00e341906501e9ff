import NIOCore
import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds out whether memory is missing, for errors of other libraries that do not say so.
package enum Memory {
  /// Whether the system can provide a number of bytes now. They are released again.
  package static func gives(_ count: Int) -> Bool {
    let place = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let place, place != MAP_FAILED else { return false }
    munmap(place, count)
    return true
  }

  /// Whether an error means that there is not enough memory.
  static func isMissing(_ error: any Error) -> Bool {
    switch error {
    case let error as IOError: error.errnoCode == ENOMEM
    // The system's certificates were readable before, so the cause must be another one.
    case NIOSSLError.failedToLoadCertificate: !gives(4 << 20)
    case is NIOSSLError, is BoringSSLError: "\(error)".lowercased().contains("malloc failure")
    default: false
    }
  }
}
