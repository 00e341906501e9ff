/// JSON to be written, its members in the order given.
enum JSONText {
  case string(String)
  case number(Int)
  case bool(Bool)
  case null
  /// Bytes that are JSON already.
  case bytes([UInt8])
  case array([JSONText])
  case members([Member])

  /// A member of an object. It is a struct because the compiler cannot handle an enum case with tuples of its own enum.
  struct Member {
    let name: String
    let value: JSONText
  }

  /// An object with members in the order given.
  static func object(_ members: [(name: String, value: JSONText)]) -> JSONText {
    .members(members.map { Member(name: $0.name, value: $0.value) })
  }

  /// A string; null for nil.
  static func text(_ text: String?) -> JSONText {
    text.map { .string($0) } ?? .null
  }

  /// The bytes, without any white space.
  var utf8: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .string(let text): Self.write(text, to: &bytes)
    case .number(let number): bytes.append(contentsOf: "\(number)".utf8)
    case .bool(let truth): bytes.append(contentsOf: (truth ? "true" : "false").utf8)
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bytes(let json): bytes.append(contentsOf: json)
    case .array(let elements):
      Self.write("[", elements, "]", to: &bytes) { $0.write(to: &$1) }
    case .members(let members):
      Self.write("{", members, "}", to: &bytes) { member, bytes in
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }

  private static func write<Element>(
    _ start: Unicode.Scalar, _ elements: [Element], _ end: Unicode.Scalar, to bytes: inout [UInt8],
    _ body: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: start))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      body(element, &bytes)
    }
    bytes.append(UInt8(ascii: end))
  }

  /// Writes a string with its quotation marks.
  static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x00..<0x20:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
