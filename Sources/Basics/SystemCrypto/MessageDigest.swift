/// A digest of bytes that come in pieces, computed by the system's library: OpenSSL, or CryptoKit on Apple's systems.
package final class MessageDigest {
  /// The algorithm of the digest.
  package enum Algorithm: Sendable {
    /// SHA-256 (FIPS 180-4), 32 bytes.
    case sha256
    /// MD5 (RFC 1321), 16 bytes. It finds damage but proves nothing. Drive gives it as a file's checksum.
    case md5
  }

  private let state: DigestState

  package init(_ algorithm: Algorithm) { state = DigestState(algorithm) }

  /// Adds bytes after those that were added before.
  package func add(_ bytes: UnsafeRawBufferPointer) { state.add(bytes) }

  package func add(_ bytes: some Sequence<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ add(UnsafeRawBufferPointer($0)) }) == nil { add(Array(bytes)) }
  }

  /// The digest of all bytes that were added so far.
  package var value: [UInt8] { state.value }

  /// SHA-256 of bytes: 32 bytes.
  package static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let digest = MessageDigest(.sha256)
    digest.add(bytes)
    return digest.value
  }
}
