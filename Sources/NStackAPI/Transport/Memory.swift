import NIOCore
import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether the system gives memory, where the errors of others do not say that it did not.
package enum Memory {
  /// Whether the system gives so many bytes now; they are given back.
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
    // The system's certificates are as good as ever, so something else kept them from being read.
    case NIOSSLError.failedToLoadCertificate: !gives(4 << 20)
    case is NIOSSLError, is BoringSSLError: "\(error)".lowercased().contains("malloc failure")
    default: false
    }
  }
}
