/// An RSA key that signs with SHA-256 and PKCS #1 v1.5: RS256 of RFC 7518.
package struct SigningKey: Sendable {
  private let key: RSAPrivateKey

  /// Reads a key.
  ///
  /// - Parameter pem: The private key in PEM, as PKCS #8 or PKCS #1, not encrypted.
  /// - Returns: nil if it is anything else, or a key of fewer than 2048 bits.
  package init?(pem: String) {
    guard let key = RSAPrivateKey(pem: pem) else { return nil }
    self.key = key
  }

  /// The signature of bytes; nil if the library cannot sign with this key.
  package func signature(for bytes: [UInt8]) -> [UInt8]? { key.signature(for: bytes) }
}
