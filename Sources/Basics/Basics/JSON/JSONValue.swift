/// A JSON value that keeps the order of its members, so that machine output reads as documented.
package indirect enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case string(String)
  case array([JSONValue])
  /// A list that is too long to keep as values: the number of its elements, and a function that makes each one from its
  /// position when it is written.
  case list(Int, @Sendable (Int) -> JSONValue)
  case object([(String, JSONValue)])
  case raw([UInt8])
}

extension JSONValue {
  /// The value of an object's first member with a name; nil if there is none, or if this value is not an object.
  package subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members.first { $0.0 == name }?.1 } else { nil }
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }

  package var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  /// A number that is whole, or that is written as a string of digits; nil for any other value.
  package var looseInteger: Int? { integer ?? string.flatMap { Int($0) } }

  package var isTrue: Bool { if case .boolean(true) = self { true } else { false } }

  package var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}

extension JSONValue {
  package struct Layout: Sendable {
    /// How deep values are on lines of their own; deeper ones share the line of what contains them.
    let indentedDepth: Int
    /// What comes between a name and its value.
    let colon: String
    let escapes: JSONString.Escapes

    /// Without white space. Only the characters that JSON requires to be escaped are.
    package static let compact = Layout(indentedDepth: 0, colon: ":", escapes: .required)
    /// Indented by two spaces, with invisible characters as escapes: the program's own output.
    package static let indented = Layout(indentedDepth: .max, colon: ": ", escapes: .invisible)
    /// ``indented``, with one line for each element of the arrays in the members of its members, such as a plan's rows.
    package static let rows = Layout(indentedDepth: 3, colon: ": ", escapes: .invisible)
    /// Indented by two spaces, with invisible characters as they are.
    package static let verbatim = Layout(indentedDepth: .max, colon: ": ", escapes: .required)
    /// As Xcode writes its catalogues, with a space before each colon.
    package static let xcode = Layout(indentedDepth: .max, colon: " : ", escapes: .required)
  }

  package var text: String { String(decoding: bytes(.indented), as: UTF8.self) }

  package var compactUTF8: [UInt8] { bytes(.compact) }

  package func bytes(_ layout: Layout) -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, layout, depth: 0) { _ in }
    return bytes
  }

  /// Writes the value piece by piece, in the form of ``text``.
  package func write(to output: inout some TextOutputStream) {
    var bytes: [UInt8] = []
    append(to: &bytes, .indented, depth: 0) { bytes in
      guard bytes.count >= Self.pieceSize else { return }
      output.write(String(decoding: bytes, as: UTF8.self))
      bytes.removeAll(keepingCapacity: true)
    }
    output.write(String(decoding: bytes, as: UTF8.self))
  }

  private static let pieceSize = 16 << 10

  /// - Parameter passOn: Called after each element; it may consume the bytes so far.
  private func append(to bytes: inout [UInt8], _ layout: Layout, depth: Int, passOn: (inout [UInt8]) -> Void) {
    let hasLines = depth < layout.indentedDepth
    func newLine(_ depth: Int) {
      guard hasLines else { return }
      bytes.append(0x0A)
      bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }
    func list(_ open: Unicode.Scalar, _ count: Int, _ close: Unicode.Scalar, _ element: (Int) -> Void) {
      bytes.append(UInt8(ascii: open))
      for index in 0..<count {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        newLine(depth + 1)
        element(index)
        passOn(&bytes)
      }
      if count > 0 { newLine(depth) }
      bytes.append(UInt8(ascii: close))
    }
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .string(let value): JSONString.append(value, to: &bytes, escaping: layout.escapes)
    case .raw(let json): bytes.append(contentsOf: json)
    case .array(let values):
      list("[", values.count, "]") { values[$0].append(to: &bytes, layout, depth: depth + 1, passOn: passOn) }
    case .list(let count, let value):
      list("[", count, "]") { value($0).append(to: &bytes, layout, depth: depth + 1, passOn: passOn) }
    case .object(let members):
      list("{", members.count, "}") { index in
        JSONString.append(members[index].0, to: &bytes, escaping: layout.escapes)
        bytes.append(contentsOf: layout.colon.utf8)
        members[index].1.append(to: &bytes, layout, depth: depth + 1, passOn: passOn)
      }
    }
  }
}
