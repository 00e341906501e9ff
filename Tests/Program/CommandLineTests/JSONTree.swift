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

/// What JSON of a command has to look like. Members beside those that are named may be there.
indirect enum JSONShape: Sendable {
  case string
  case number
  case boolean
  /// This, or null.
  case optional(JSONShape)
  /// One element or more, each like this.
  case list(JSONShape)
  case emptyList
  /// Members of any name, one or more, each like this.
  case members(JSONShape)
  case object([String: JSONShape])

  /// What is wrong with a value, each with its path.
  func faults(in value: JSONTree?, at path: String = "$") -> [String] {
    switch (self, value) {
    case (.string, .string), (.number, .number), (.boolean, .boolean), (.optional, .null): return []
    case (.optional(let shape), .some): return shape.faults(in: value, at: path)
    case (.emptyList, .array(let elements)) where elements.isEmpty: return []
    case (.list(let shape), .array(let elements)) where !elements.isEmpty:
      return elements.enumerated().flatMap { shape.faults(in: $1, at: "\(path)[\($0)]") }
    case (.members(let shape), .object(let members)) where !members.isEmpty:
      return members.sorted { $0.key < $1.key }.flatMap { shape.faults(in: $1, at: "\(path).\($0)") }
    case (.object(let shapes), .object(let members)):
      return shapes.sorted { $0.key < $1.key }.flatMap { $1.faults(in: members[$0], at: "\(path).\($0)") }
    default: return ["\(path): \(value.map { "\($0)" } ?? "missing")"]
    }
  }
}
