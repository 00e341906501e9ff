extension JSONValue {
  /// The value of an object's first member with a name; nil if there is none, or for any other value.
  package subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members.first { $0.0 == name }?.1 } else { nil }
  }

  /// The text of a string; nil for any other value.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a whole number; nil for any other value.
  package var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The elements of a list; nil for any other value.
  package var elements: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }
}
