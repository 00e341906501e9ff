package protocol JSONConvertible { var json: JSONValue { get } }

extension JSONValue: JSONConvertible {
  package var json: JSONValue { self }

  /// An object, for places where Swift cannot tell the type of a literal.
  package static func members(_ object: JSONValue) -> JSONValue { object }

  /// An object with the members of this one, and those of another one after them.
  package func with(_ other: JSONValue) -> JSONValue {
    guard case .object(let members) = self, case .object(let more) = other else { return self }
    return .object(members + more)
  }

  /// Counts by their names, in the order of the names.
  package static func counts(_ counts: [String: Int]) -> JSONValue {
    .object(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object with these members, in this order; nil is null.
  package init(dictionaryLiteral members: (String, (any JSONConvertible)?)...) {
    self = .object(members.map { ($0, $1?.json ?? .null) })
  }
}

extension String: JSONConvertible { package var json: JSONValue { .string(self) } }

extension Int: JSONConvertible { package var json: JSONValue { .integer(self) } }

extension Bool: JSONConvertible { package var json: JSONValue { .boolean(self) } }

extension Array: JSONConvertible where Element: JSONConvertible { package var json: JSONValue { .array(map(\.json)) } }
