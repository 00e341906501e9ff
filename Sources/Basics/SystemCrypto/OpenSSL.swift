#if !canImport(CryptoKit)
  import CLibCrypto

  /// OpenSSL, in a separate context: the system's configuration may disable algorithms, and sheets would then be refused on
  /// that machine only. Neither the context nor what is fetched from it changes once it is made, and OpenSSL lets any thread
  /// use them.
  package struct OpenSSL: @unchecked Sendable {
    package static let shared = OpenSSL()

    package let context = OSSL_LIB_CTX_new()
    let sha256: OpaquePointer?
    let md5: OpaquePointer?

    private init() {
      sha256 = EVP_MD_fetch(context, "SHA256", "provider=default")
      md5 = EVP_MD_fetch(context, "MD5", "provider=default")
    }
  }

  final class DigestState {
    private let context = EVP_MD_CTX_new()
    private let size: Int

    init(_ algorithm: MessageDigest.Algorithm) {
      let function = algorithm == .sha256 ? OpenSSL.shared.sha256 : OpenSSL.shared.md5
      size = algorithm == .sha256 ? 32 : 16
      // The algorithms are built in, so only a lack of memory can make this fail.
      precondition(EVP_DigestInit_ex2(context, function, nil) == 1, "OpenSSL has no memory for a digest")
    }

    deinit { EVP_MD_CTX_free(context) }

    func add(_ bytes: UnsafeRawBufferPointer) { _ = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }

    var value: [UInt8] {
      // A finished context accepts no more bytes.
      let copy = EVP_MD_CTX_new()
      defer { EVP_MD_CTX_free(copy) }
      var value = [UInt8](repeating: 0, count: size)
      precondition(
        EVP_MD_CTX_copy_ex(copy, context) == 1 && EVP_DigestFinal_ex(copy, &value, nil) == 1,
        "OpenSSL has no memory for a digest")
      return value
    }
  }

  // Signing does not change a key, and OpenSSL's reference counts are atomic.
  final class RSAPrivateKey: @unchecked Sendable {
    private let key: OpaquePointer

    init?(pem: String) {
      let key = Array(pem.utf8).withUnsafeBytes { bytes in
        // OpenSSL reads the bytes in place.
        let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count))
        defer { BIO_free(bio) }
        // Without a callback OpenSSL asks on the terminal for the password of an encrypted key.
        return PEM_read_bio_PrivateKey_ex(bio, nil, { _, _, _, _ in -1 }, nil, OpenSSL.shared.context, nil)
      }
      guard let key, EVP_PKEY_is_a(key, "RSA") == 1, EVP_PKEY_get_bits(key) >= 2048 else {
        EVP_PKEY_free(key)
        return nil
      }
      self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    func signature(for bytes: [UInt8]) -> [UInt8]? {
      let context = EVP_MD_CTX_new()
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestSignInit_ex(context, nil, "SHA256", OpenSSL.shared.context, nil, key, nil) == 1 else {
        return nil
      }
      var size = Int(EVP_PKEY_get_size(key))
      var signature = [UInt8](repeating: 0, count: size)
      guard EVP_DigestSign(context, &signature, &size, bytes, bytes.count) == 1 else { return nil }
      return Array(signature.prefix(size))
    }
  }
#endif
