/// Base64 for URLs, without padding (RFC 4648, section 5).
enum Base64URL {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func text(_ source: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in source {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        result.append(digits[Int(bits >> count & 63)])
      }
    }
    if count > 0 { result.append(digits[Int(bits << (6 - count) & 63)]) }
    return String(decoding: result, as: UTF8.self)
  }

  static func random(bytes count: Int) -> String {
    // The system's generator is made for cryptography on all platforms.
    var generator = SystemRandomNumberGenerator()
    return text((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}
