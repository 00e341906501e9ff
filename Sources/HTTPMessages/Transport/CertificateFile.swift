import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of certificate authorities in PEM.
enum CertificateFile {
  /// The certificates of a file.
  ///
  /// - Throws: `configuration` if the file cannot be read or has none, `memory`.
  static func certificates(at path: String) throws(TransportError) -> [NIOSSLCertificate] {
    let cause: String
    do {
      let certificates = try NIOSSLCertificate.fromPEMFile(path)
      if !certificates.isEmpty { return certificates }
      cause = "it has none"
    } catch {
      cause = "\(error)"
    }
    throw failure(path, cause)
  }

  /// The reason why no certificate was read. BoringSSL reports a missing file, a broken one and missing memory alike.
  private static func failure(_ path: String, _ cause: String) -> TransportError {
    let name = Excerpt.visible(path)
    func failure(_ code: TransportError.Code, _ message: String) -> TransportError {
      TransportError(code, delivery: .notSent, request: "configuration", message: message, cause: cause)
    }
    var status = stat()
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let reason = errno
      if descriptor >= 0 { close(descriptor) }
      return failure(
        .configuration, "the file of certificates \(name) cannot be read: \(String(cString: strerror(reason)))")
    }
    close(descriptor)
    if status.st_mode & S_IFMT == S_IFDIR {
      return failure(.configuration, "the file of certificates \(name) cannot be read: it is a folder")
    }
    // BoringSSL needs more memory than the size of the file.
    guard Memory.gives(max(4 << 20, 8 * Int(clamping: status.st_size))) else {
      return failure(.memory, "there is not enough memory to read the certificates in \(name)")
    }
    return failure(.configuration, "\(name) has no certificates in PEM that can be read")
  }
}
