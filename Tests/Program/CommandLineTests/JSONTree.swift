import Foundation

/// JSON as Foundation reads it.
enum JSONTree: Decodable, Equatable, Sendable {
  case object([String: JSONTree])
  case array([JSONTree])
  case string(String)
  case number(Double)
  case boolean(Bool)
  case null

  init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSONTree.self, from: Data(bytes)) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  subscript(member: String) -> JSONTree? { if case .object(let members) = self { members[member] } else { nil } }

  subscript(place: Int) -> JSONTree? {
    if case .array(let elements) = self, elements.indices.contains(place) { elements[place] } else { nil }
  }

  var string: String? { if case .string(let value) = self { value } else { nil } }

  var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }
}

extension JSONTree: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }

  init(integerLiteral value: Int) { self = .number(Double(value)) }

  init(floatLiteral value: Double) { self = .number(value) }

  init(booleanLiteral value: Bool) { self = .boolean(value) }

  init(arrayLiteral elements: JSONTree...) { self = .array(elements) }

  init(dictionaryLiteral elements: (String, JSONTree)...) { self = .object(Dictionary(elements) { $1 }) }
}

extension JSONTree {
  /// What is wrong with a value beside an example of it, each with its path. A list stands for one element or more like its
  /// first one, an empty list for itself, the member `*` for one or more of any name; a member whose name ends in `?` may be null.
  /// Members beside those that are named may be there.
  static func faults(in value: JSONTree?, like example: String) throws -> [String] {
    faults(in: value, like: try JSONTree(Array(example.utf8)), at: "$")
  }

  private static func faults(in value: JSONTree?, like example: JSONTree, at path: String) -> [String] {
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
        return faults(in: members[member], like: example, at: "\(path).\(member)")
      }
    default: return ["\(path): \(value.map { "\($0)" } ?? "missing")"]
    }
  }
}
