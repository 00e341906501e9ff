import Basics

/// The members of an object in JSON, by name.
struct JSONMembers {
  private let members: [(String, JSONValue)]

  /// The members of a value; nil if it is not an object.
  init?(_ value: JSONValue) {
    guard case .object(let members) = value else { return nil }
    self.members = members
  }

  /// The names, in order.
  var names: [String] { members.map(\.0) }

  /// The text of a member; nil for a missing member and for one of another kind.
  func string(_ name: String) -> String? {
    if case .string(let text)? = value(name) { text } else { nil }
  }

  /// The whole number of a member.
  func integer(_ name: String) -> Int? {
    if case .integer(let number)? = value(name) { number } else { nil }
  }

  /// Whether a member is `true`.
  func isTrue(_ name: String) -> Bool {
    if case .boolean(true)? = value(name) { true } else { false }
  }

  /// The members of a member that is an object.
  func object(_ name: String) -> JSONMembers? {
    value(name).flatMap(JSONMembers.init)
  }

  private func value(_ name: String) -> JSONValue? {
    members.first { $0.0 == name }?.1
  }
}
