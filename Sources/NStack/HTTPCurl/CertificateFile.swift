import Basics
import HTTPMessages

/// The files of certificates that TLS trusts.
enum CertificateFile {
  /// Where systems keep the certificates of authorities: Debian, Fedora, openSUSE, Alpine.
  private static let usual = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]

  /// The system's file, which a program built on another system may not know; nil to leave it to the library.
  static var system: String? { usual.first { access($0, R_OK) == 0 } }

  /// Whether a Linux system has no certificates of authorities at all, so no server's certificate can be checked.
  static var isSystemBare: Bool {
    #if os(Linux)
      system == nil && access("/etc/ssl/certs", R_OK) != 0
    #else
      false
    #endif
  }

  /// The most bytes that are read. The systems' own bundles have 200 KB to 500 KB.
  private static let most = 16 << 20

  /// The bytes of a file with certificates, which may be a pipe. Whether each certificate is complete is checked only when a
  /// connection is made.
  ///
  /// - Throws: `configuration` if it cannot be read or has no certificate.
  static func bytes(of path: String) throws(TransportError) -> [UInt8] {
    let name = Excerpt.visible(path)
    var status = stat()
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .unusable("the file of certificates \(name) cannot be read: \(String(cString: strerror(errno)))")
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw .unusable("the file of certificates \(name) cannot be read: it is a folder")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= most {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    guard bytes.count <= most, bytes.firstRange(of: "-----BEGIN ".utf8) != nil,
      bytes.firstRange(of: "CERTIFICATE-----".utf8) != nil
    else { throw .unusable("\(name) has no certificates in PEM that can be read") }
    return bytes
  }
}
