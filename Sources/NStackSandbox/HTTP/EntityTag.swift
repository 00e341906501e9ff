import Crypto

/// Entity tags: what identifies an answer's bytes in `ETag`.
enum EntityTag {
  /// A strong tag that stays the same as long as the bytes do, from one start to the next.
  static func tag(of bytes: [UInt8]) -> String {
    let digits = SHA256.hash(data: bytes).prefix(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\"\(digits.joined())\""
  }

  /// Whether the value of `If-None-Match` names a tag; weak and strong ones are the same here.
  ///
  /// Source: RFC 9110, 13.1.2.
  static func list(_ list: String, holds tag: String) -> Bool {
    // The tags made here have no comma.
    list.split(separator: ",").contains { entry in
      let entry = entry.drop { $0 == " " }.prefix { $0 != " " }
      return entry == "*" || opaque(entry) == opaque(tag[...])
    }
  }

  /// The weak form of a tag, for a compressed answer.
  static func weak(_ tag: String) -> String {
    tag.hasPrefix("W/") ? tag : "W/" + tag
  }

  private static func opaque(_ tag: Substring) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
  }
}
