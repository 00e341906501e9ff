import Foundation

/// JSON as Foundation reads it.
package enum FoundationJSON: Decodable, Equatable, Sendable {
  case object([String: FoundationJSON])
  case array([FoundationJSON])
  case string(String)
  case number(Double)
  case boolean(Bool)
  case null
  /// What is there in place of a member or an element that is not.
  case missing

  package init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(FoundationJSON.self, from: Data(bytes)) }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([FoundationJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: FoundationJSON].self))
    }
  }

  package subscript(member: String) -> FoundationJSON {
    if case .object(let members) = self { members[member] ?? .missing } else { .missing }
  }

  package subscript(place: Int) -> FoundationJSON { elements.indices.contains(place) ? elements[place] : .missing }

  package var string: String? { if case .string(let value) = self { value } else { nil } }

  package var integer: Int? { if case .number(let value) = self { Int(exactly: value) } else { nil } }

  package var elements: [FoundationJSON] { if case .array(let elements) = self { elements } else { [] } }

  /// Whether an object has these members, whatever else it has.
  package func has(_ members: FoundationJSON) -> Bool {
    if case .object(let wanted) = members { wanted.allSatisfy { self[$0.key] == $0.value } } else { false }
  }

  /// A member of each element.
  package func all(_ member: String) -> [FoundationJSON] { elements.map { $0[member] } }
}

extension FoundationJSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }

  package init(integerLiteral value: Int) { self = .number(Double(value)) }

  package init(floatLiteral value: Double) { self = .number(value) }

  package init(booleanLiteral value: Bool) { self = .boolean(value) }

  package init(arrayLiteral elements: FoundationJSON...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, FoundationJSON)...) { self = .object(Dictionary(elements) { $1 }) }
}

extension FoundationJSON {
  /// What is wrong with a value beside an example of it, each with its path. A list stands for one element or more like its
  /// first one, an empty list for itself, the member `*` for one or more of any name; a member whose name ends in `?` may be null.
  /// Members beside those that are named may be there.
  package static func faults(in value: FoundationJSON, like example: String) throws -> [String] {
    faults(in: value, like: try FoundationJSON(Array(example.utf8)), at: "$")
  }

  private static func faults(in value: FoundationJSON, like example: FoundationJSON, at path: String) -> [String] {
    switch (example, value) {
    case (.string, .string), (.number, .number), (.boolean, .boolean): return []
    case (.array(let examples), .array(let elements)) where examples.isEmpty == elements.isEmpty:
      return elements.enumerated().flatMap { faults(in: $1, like: examples[0], at: "\(path)[\($0)]") }
    case (.object(let examples), .object(let members)):
      if let example = examples["*"], !members.isEmpty {
        return members.sorted { $0.key < $1.key }.flatMap { faults(in: $1, like: example, at: "\(path).\($0)") }
      }
      return examples.sorted { $0.key < $1.key }.flatMap { name, example in
        let member = name.hasSuffix("?") ? String(name.dropLast()) : name
        if member != name, members[member] == .null { return [] as [String] }
        return faults(in: members[member] ?? .missing, like: example, at: "\(path).\(member)")
      }
    default: return ["\(path): \(value)"]
    }
  }
}
