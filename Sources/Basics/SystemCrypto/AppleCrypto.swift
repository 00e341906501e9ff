// Untested, because it was written without a Mac.
#if canImport(CryptoKit)
  import CryptoKit
  import Foundation
  import Security

  final class DigestState {
    private var hash: any HashFunction

    init(_ algorithm: MessageDigest.Algorithm) { hash = algorithm == .sha256 ? SHA256() : Insecure.MD5() }

    func add(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

    var value: [UInt8] { Self.bytes(of: hash) }

    private static func bytes(of hash: some HashFunction) -> [UInt8] { Array(hash.finalize()) }
  }

  // Signing does not change a key.
  final class RSAPrivateKey: @unchecked Sendable {
    private let key: SecKey

    init?(pem: String) {
      guard let bytes = Self.bytes(ofPEM: pem) else { return nil }
      let attributes = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate] as CFDictionary
      guard let key = SecKeyCreateWithData(bytes as CFData, attributes, nil), SecKeyGetBlockSize(key) >= 256 else {
        return nil
      }
      self.key = key
    }

    func signature(for bytes: [UInt8]) -> [UInt8]? {
      SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA256, Data(bytes) as CFData, nil).map {
        Array($0 as Data)
      }
    }

    /// The key in the form of PKCS #1, which Security reads. PKCS #8 puts 26 bytes before a key of 2048 bits or more:
    /// the sequence, the version, the algorithm and the octet string.
    private static func bytes(ofPEM pem: String) -> Data? {
      let lines = pem.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      guard let first = lines.first(where: { $0.hasPrefix("-----BEGIN ") }) else { return nil }
      let body = lines.drop { $0 != first }.dropFirst().prefix { !$0.hasPrefix("-----END ") }.joined()
      guard let bytes = Data(base64Encoded: body) else { return nil }
      switch first {
      case "-----BEGIN RSA PRIVATE KEY-----": return bytes
      case "-----BEGIN PRIVATE KEY-----": return bytes.count > 26 ? Data(bytes.dropFirst(26)) : nil
      default: return nil
      }
    }
  }
#endif
