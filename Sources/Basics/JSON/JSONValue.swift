/// A JSON value that keeps the order of its members, so that machine output reads as documented.
package indirect enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// A list that is too long to keep as values: their number, and a function that makes each one from its position when
  /// it is written.
  case list(Int, @Sendable (Int) -> JSONValue)
  /// An object, its members in order.
  case object([(String, JSONValue)])
  /// Bytes that are JSON already.
  case raw([UInt8])

  /// A text, or null for nil.
  package static func optional(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }

  /// An object with one more member at its end; any other value as it is.
  package func adding(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members + [(name, value)])
  }

  /// The value as JSON text, indented by two spaces.
  package var text: String {
    var result = ""
    write(to: &result)
    return result
  }

  /// Writes the value piece by piece, in the form of ``text``.
  package func write(to output: inout some TextOutputStream) {
    write(to: &output, indent: 0)
  }

  private func write(to output: inout some TextOutputStream, indent: Int) {
    switch self {
    case .null: output.write("null")
    case .boolean(let value): output.write(value ? "true" : "false")
    case .integer(let value): output.write(String(value))
    case .string(let value): output.write(Self.quoted(value))
    case .raw(let json): output.write(String(decoding: json, as: UTF8.self))
    case .array(let values):
      Self.writeList(values.count, "[", "]", to: &output, indent: indent) { index, output in
        values[index].write(to: &output, indent: indent + 1)
      }
    case .list(let count, let value):
      Self.writeList(count, "[", "]", to: &output, indent: indent) { index, output in
        value(index).write(to: &output, indent: indent + 1)
      }
    case .object(let members):
      Self.writeList(members.count, "{", "}", to: &output, indent: indent) { index, output in
        output.write(Self.quoted(members[index].0) + ": ")
        members[index].1.write(to: &output, indent: indent + 1)
      }
    }
  }

  private static func writeList<Output: TextOutputStream>(
    _ count: Int, _ open: String, _ close: String, to output: inout Output, indent: Int,
    _ element: (Int, inout Output) -> Void
  ) {
    guard count > 0 else { return output.write(open + close) }
    let space = String(repeating: "  ", count: indent + 1)
    output.write(open)
    for index in 0..<count {
      output.write((index == 0 ? "\n" : ",\n") + space)
      element(index, &output)
    }
    output.write("\n" + String(repeating: "  ", count: indent) + close)
  }

  private static func quoted(_ text: String) -> String {
    isClean(text) ? "\"" + text + "\"" : JSONString.quoted(text)
  }

  /// Whether a text certainly needs no escape. Most texts need none, and looking at bytes takes a tenth of the time
  /// that looking at scalars takes.
  private static func isClean(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      // 0xC2, 0xD8 and 0xE2 may begin a control character, a direction mark or a line separator.
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: false
      default: true
      }
    }
  }
}
