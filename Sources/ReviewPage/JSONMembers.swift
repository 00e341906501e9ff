import Basics

/// A value that has one form in JSON.
protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
  var json: JSONValue { self }

  /// An object with these members, in this order.
  static func members(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSONValue {
    .object(members.map { ($0.key, $0.value?.json ?? .null) })
  }

  /// An object with the members of this one, and more at its end.
  func with(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSONValue {
    members.reduce(self) { $0.adding($1.key, $1.value?.json ?? .null) }
  }
}

extension String: JSONConvertible {
  var json: JSONValue { .string(self) }
}

extension Int: JSONConvertible {
  var json: JSONValue { .integer(self) }
}

extension Bool: JSONConvertible {
  var json: JSONValue { .boolean(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  var json: JSONValue { .array(map(\.json)) }
}
