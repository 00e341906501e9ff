package import Basics
package import NStackAPI

extension Proposal {
  /// The proposal as an object.
  package var json: JSONValue {
    .object([
      ("id", .integer(id)), ("section", .string(text.section)), ("key", .string(text.key)),
      ("locale", .string(text.locale)), ("value", .string(value)), ("deletable", .boolean(canDelete)),
    ])
  }
}
