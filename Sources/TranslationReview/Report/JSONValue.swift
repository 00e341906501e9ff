/// A JSON value that keeps the order of its members, so that machine output reads as documented.
public indirect enum JSONValue: Sendable {
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
  /// An object, its members in order.
  case object([(String, JSONValue)])

  /// A text, or null where there is none.
  public static func optional(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }

  /// An object with one more member at its end; any other value as it is.
  public func adding(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members + [(name, value)])
  }

  /// The value as JSON text, indented by two spaces.
  public var text: String {
    var result = ""
    write(to: &result, indent: 0)
    return result
  }

  private func write(to result: inout String, indent: Int) {
    switch self {
    case .null: result += "null"
    case .boolean(let value): result += value ? "true" : "false"
    case .integer(let value): result += String(value)
    case .string(let value): Self.write(value, to: &result)
    case .array(let values):
      Self.writeList(values, open: "[", close: "]", to: &result, indent: indent) { value, result in
        value.write(to: &result, indent: indent + 1)
      }
    case .object(let members):
      Self.writeList(members, open: "{", close: "}", to: &result, indent: indent) { member, result in
        Self.write(member.0, to: &result)
        result += ": "
        member.1.write(to: &result, indent: indent + 1)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], open: String, close: String, to result: inout String, indent: Int,
    _ body: (Element, inout String) -> Void
  ) {
    guard !elements.isEmpty else {
      result += open + close
      return
    }
    let space = String(repeating: "  ", count: indent + 1)
    result += open
    for (index, element) in elements.enumerated() {
      result += index == 0 ? "\n" : ",\n"
      result += space
      body(element, &result)
    }
    result += "\n" + String(repeating: "  ", count: indent) + close
  }

  private static func write(_ text: String, to result: inout String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }
}
