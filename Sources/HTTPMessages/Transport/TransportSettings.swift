import AsyncHTTPClient
import Basics
import NIOSSL

enum CertificateFile {
  static func certificates(at path: String) throws(TransportError) -> [NIOSSLCertificate] {
    let cause: String
    do {
      let certificates = try NIOSSLCertificate.fromPEMFile(path)
      if !certificates.isEmpty { return certificates }
      cause = "it has none"
    } catch { cause = "\(error)" }
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

/// Checks the configuration of an `HTTPClient` that the caller created.
enum ForeignClient {
  /// The configuration of a client that follows no redirect. async-http-client does not publish the configuration of a
  /// client, and a redirect that it follows takes the keys in the headers along, to any server. So the configuration is
  /// read by reflection, and a client without a readable one is refused.
  static func configuration(of client: HTTPClient) throws(TransportError) -> HTTPClient.Configuration {
    let children = Mirror(reflecting: client).children
    guard let configuration = children.lazy.compactMap({ $0.value as? HTTPClient.Configuration }).first else {
      throw .unusable("it cannot be found out whether the HTTPClient follows redirects")
    }
    let disallowed = HTTPClient.Configuration.RedirectConfiguration.disallow
    // The type has no comparison. Both are printed by the same version of the library.
    guard String(reflecting: configuration.redirectConfiguration) == String(reflecting: disallowed) else {
      throw .unusable(
        "the HTTPClient follows redirects, which would send the keys to other servers; create it with .disallow")
    }
    return configuration
  }
}
