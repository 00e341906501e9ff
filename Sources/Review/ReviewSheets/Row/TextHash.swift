#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A short fingerprint of a text: 50 bits, as ten letters and digits. All line ends count as line feeds.
///
/// The hash is XXH64 (https://github.com/Cyan4973/xxHash, specification 0.1.1). It shows whether a text was damaged. It
/// is not secret, and it does not prove who wrote a text.
public struct TextHash: Hashable, Sendable {
  /// The upper 50 bits of the hash, or one of the special values.
  package let bits: UInt64

  package static let empty = TextHash(bits: 1 << 62)
  /// The value for a text that is too long for a cell and was not written in full; its ``text`` is `!`.
  package static let tooLong = TextHash(bits: 1 << 63)

  package init(bits: UInt64) { self.bits = bits }

  package init(_ text: String) {
    var text = text
    self = text.withUTF8 { TextHash(utf8: $0) }
  }

  package init(utf8: UnsafeBufferPointer<UInt8>) {
    self.init(bits: utf8.isEmpty ? Self.empty.bits : TextHash.hash(utf8, seed: 0) >> 14)
  }

  /// Creates the hash of several texts in sequence. The same characters divided in another way give another hash.
  package init(chain texts: [String]) {
    var chain = Chain()
    for text in texts { chain.append(text) }
    self = chain.hash
  }

  /// The hash of several texts in sequence, added one by one.
  struct Chain: Sendable {
    /// The full hash so far, which is the seed for the next text.
    private(set) var bits: UInt64 = 0

    var hash: TextHash { TextHash(bits: bits >> 14) }

    mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) { bits = TextHash.hash(utf8, seed: bits) }

    mutating func append(_ text: String) {
      var text = text
      text.withUTF8 { append($0) }
    }
  }

  private static func hash(_ utf8: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    guard let start = utf8.baseAddress, memchr(start, 0x0D, utf8.count) != nil else { return xxh64(utf8, seed: seed) }
    return LineEnds.normalized(utf8).withUnsafeBufferPointer { xxh64($0, seed: seed) }
  }

  // MARK: - Text form

  /// The hash as ten letters and digits; empty for an empty text, `!` for a text that is too long.
  public var text: String {
    if self == .empty { return "" }
    if self == .tooLong { return "!" }
    return String(unsafeUninitializedCapacity: Self.longestText) { buffer in
      buffer.baseAddress.map { writeText(to: $0) - $0 } ?? 0
    }
  }

  /// The most bytes that ``writeText(to:)`` writes.
  static let longestText = 10

  /// Writes ``text``, and returns the address after it.
  func writeText(to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    if self == .empty { return start }
    if self == .tooLong {
      start.pointee = UInt8(ascii: "!")
      return start + 1
    }
    for index in 0..<10 {
      let digit = UInt8(truncatingIfNeeded: bits >> UInt64(45 - 5 * index)) & 31
      // `a` to `z`, then `2` to `7`.
      start[index] = digit < 26 ? digit + UInt8(ascii: "a") : digit - 26 + UInt8(ascii: "2")
    }
    return start + 10
  }

  /// Reads ``text`` back; nil if it is not a hash.
  package init?(text: UnsafeBufferPointer<UInt8>) {
    var offset = 0
    guard let hash = TextHash(at: &offset, after: 0, in: text), offset == text.count else { return nil }
    self = hash
  }

  /// Reads the ``text`` that begins `skipped` bytes after `offset`, and moves `offset` past it; nil if there is none.
  /// If there is a point, a colon or the end instead, the hash is that of an empty text.
  init?(at offset: inout Int, after skipped: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    offset += skipped
    if offset == bytes.count || bytes[offset] == UInt8(ascii: ".") || bytes[offset] == UInt8(ascii: ":") {
      self = .empty
    } else if bytes[offset] == UInt8(ascii: "!") {
      self = .tooLong
      offset += 1
    } else {
      guard offset + Self.longestText <= bytes.count else { return nil }
      var bits: UInt64 = 0
      var isWrong: UInt8 = 0
      for index in offset..<(offset + Self.longestText) {
        // Without a branch: a processor cannot predict whether a letter (`a` to `z`) or a digit (`2` to `7`) comes
        // next.
        let isLetter = bytes[index] >> 6
        let digit = bytes[index] &- (24 &+ isLetter &* 73)
        isWrong |= digit >> 5 | ((digit &+ 6) >> 5 ^ isLetter ^ 1)
        bits = bits << 5 | UInt64(digit & 31)
      }
      guard isWrong == 0 else { return nil }
      self.bits = bits
      offset += Self.longestText
    }
  }
}

extension TextHash: Codable {
  /// Reads ``text`` back; nil if it is not a hash.
  package init?(spelled text: String) {
    var text = text
    guard let hash = text.withUTF8({ TextHash(text: $0) }) else { return nil }
    self = hash
  }

  /// Reads ``text`` back.
  public init(from decoder: any Decoder) throws {
    guard let hash = TextHash(spelled: try String(from: decoder)) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no hash"))
    }
    self = hash
  }

  /// Writes ``text``.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
