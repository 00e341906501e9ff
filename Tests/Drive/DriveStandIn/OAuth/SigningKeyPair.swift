import Foundation

#if canImport(CryptoKit)
  import Security
#else
  import CLibCrypto
  import SystemCrypto
#endif

/// A pair of RSA keys with 2048 bits: the client signs with one, the stand-in checks with the other.
// OpenSSL's and Apple's keys do not change once they are made.
package struct SigningKeyPair: Hashable, @unchecked Sendable {
  /// No pair could be made.
  struct Failure: Error {}

  #if canImport(CryptoKit)
    // Not tried: written without a Mac.
    private let key: SecKey

    init() throws {
      let attributes = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048] as CFDictionary
      guard let key = SecKeyCreateRandomKey(attributes, nil) else { throw Failure() }
      self.key = key
    }

    /// The private key in PKCS #1 and PEM.
    func pem() throws -> String {
      guard let bytes = SecKeyCopyExternalRepresentation(key, nil) else { throw Failure() }
      let lines = (bytes as Data).base64EncodedString(options: .lineLength64Characters)
      return "-----BEGIN RSA PRIVATE KEY-----\n\(lines)\n-----END RSA PRIVATE KEY-----\n"
    }

    func accepts(_ signature: Data, of bytes: Data) -> Bool {
      guard let key = SecKeyCopyPublicKey(key) else { return false }
      return SecKeyVerifySignature(key, .rsaSignatureMessagePKCS1v15SHA256, bytes as CFData, signature as CFData, nil)
    }
  #else
    private let key: OpaquePointer

    init() throws {
      guard let key = nstack_rsa_key(OpenSSL.shared.context, 2048) else { throw Failure() }
      self.key = key
    }

    /// The private key in PKCS #8 and PEM.
    func pem() throws -> String {
      let bio = BIO_new(BIO_s_mem())
      defer { BIO_free(bio) }
      var bytes: UnsafeMutablePointer<CChar>?
      guard PEM_write_bio_PrivateKey(bio, key, nil, nil, 0, nil, nil) == 1 else { throw Failure() }
      let count = nstack_bio_bytes(bio, &bytes)
      return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func accepts(_ signature: Data, of bytes: Data) -> Bool {
      let context = EVP_MD_CTX_new()
      defer { EVP_MD_CTX_free(context) }
      let (signature, bytes) = (Array(signature), Array(bytes))
      return EVP_DigestVerifyInit_ex(context, nil, "SHA256", OpenSSL.shared.context, nil, key, nil) == 1
        && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
    }
  #endif
}
