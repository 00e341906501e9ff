import Crypto

/// The checksum that Drive gives for the content of a file.
struct MD5Sum {
  private var hash = Insecure.MD5()

  /// The checksum of a whole source.
  static func text(of source: some UploadSource) throws -> String {
    var sum = MD5Sum()
    let step = 1 << 20
    for start in stride(from: 0, to: source.size, by: step) {
      sum.add(try source.bytes(start..<min(start + step, source.size)))
    }
    return sum.text
  }

  /// Adds the next bytes.
  mutating func add(_ bytes: [UInt8]) {
    hash.update(data: bytes)
  }

  /// The checksum in hexadecimal digits.
  var text: String {
    hash.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
