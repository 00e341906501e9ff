import Basics

/// Finds tags, comments and processing instructions that are too long, before libxml2 sees their end.
///
/// libxml2 needs time that grows with the square of the number of attributes in a tag, and it calls back only after the
/// tag.
///
/// A tag may not contain `<`, so a tag longer than the limit covers at least one whole block of half that size without
/// one. It is enough to look at the last `<` of each block, and at the bytes after it.
struct MarkupGuard {
  private enum Kind {
    /// Text, or markup that has ended.
    case none
    /// After `<`, of a kind that is not yet known.
    case opening
    case tag
    case comment
    case instruction
  }

  private let limit: Int
  private let blockSize: Int
  private var kind = Kind.none
  private var length = 0
  private var quote: UInt8 = 0
  /// The last four bytes, the latest one lowest.
  private var recent: UInt32 = 0

  init(limit: Int) {
    self.limit = limit
    blockSize = max(1, min(limit / 2, 16 << 10))
  }

  /// Checks the next bytes of a part. Returns false if markup is longer than the limit.
  mutating func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start < bytes.count {
      let end = min(start + blockSize, bytes.count)
      if !accepts(block: UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { return false }
      start = end
    }
    return true
  }

  private mutating func accepts(block: UnsafeRawBufferPointer) -> Bool {
    guard let base = block.baseAddress else { return true }
    var last = block.count - 1
    while last >= 0, block[last] != UInt8(ascii: "<") { last -= 1 }
    if kind != .none, last < 0 || length + block.count > limit {
      var first = block.count
      if last >= 0, let found = memchr(base, Int32(UInt8(ascii: "<")), block.count) {
        first = UnsafeRawPointer(found) - base
      }
      for index in 0..<first where !follow(block[index]) { return false }
    }
    if last >= 0 {
      kind = .opening
      length = 0
      quote = 0
      recent = 0
      for index in last..<block.count where !follow(block[index]) { return false }
    }
    return true
  }

  private mutating func follow(_ byte: UInt8) -> Bool {
    if kind == .none { return true }
    length += 1
    if length > limit { return false }
    recent = recent << 8 | UInt32(byte)
    switch kind {
    case .none: break
    case .opening: kind = kindOpening(with: byte)
    case .tag:
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        kind = .none
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    case .comment: if recent & 0xFF_FFFF == 0x2D_2D3E { kind = .none }
    case .instruction: if recent & 0xFFFF == 0x3F3E { kind = .none }
    }
    return true
  }

  /// The kind of markup that `<` and the bytes after it open, as far as it is known.
  private func kindOpening(with byte: UInt8) -> Kind {
    switch (length, byte) {
    case (1, _), (2, UInt8(ascii: "!")), (3, UInt8(ascii: "-")): .opening
    case (2, UInt8(ascii: "?")): .instruction
    // A CDATA section is text.
    case (3, UInt8(ascii: "[")) where recent & 0xFF00 == 0x2100: .none
    case (4, UInt8(ascii: "-")): .comment
    case (_, UInt8(ascii: ">")): .none
    default: .tag
    }
  }
}
