extension JSONValue {
  /// The value as JSON without white space, in UTF-8. Only the characters that JSON requires to be escaped are.
  package var compactUTF8: [UInt8] {
    var bytes: [UInt8] = []
    appendCompact(to: &bytes)
    return bytes
  }

  private func appendCompact(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .string(let value): JSONString.append(value, to: &bytes)
    case .raw(let json): bytes.append(contentsOf: json)
    case .array(let values):
      Self.append("[", values.count, "]", to: &bytes) { values[$0].appendCompact(to: &$1) }
    case .list(let count, let value):
      Self.append("[", count, "]", to: &bytes) { value($0).appendCompact(to: &$1) }
    case .object(let members):
      Self.append("{", members.count, "}", to: &bytes) { index, bytes in
        JSONString.append(members[index].0, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        members[index].1.appendCompact(to: &bytes)
      }
    }
  }

  private static func append(
    _ open: Unicode.Scalar, _ count: Int, _ close: Unicode.Scalar, to bytes: inout [UInt8],
    _ element: (Int, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for index in 0..<count {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      element(index, &bytes)
    }
    bytes.append(UInt8(ascii: close))
  }
}
