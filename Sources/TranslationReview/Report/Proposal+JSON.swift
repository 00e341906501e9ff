public import NStackAPI

extension Proposal {
  /// The proposal as an object.
  public var json: JSONValue {
    .object([
      ("id", .integer(id)), ("section", .string(text.section)), ("key", .string(text.key)),
      ("locale", .string(text.locale)), ("value", .string(value)), ("deletable", .boolean(canDelete)),
    ])
  }
}
