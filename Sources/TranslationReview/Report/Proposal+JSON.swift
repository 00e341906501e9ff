package import Basics
package import NStackAPI

extension Proposal {
  /// The proposal as an object.
  package var json: JSONValue {
    .object(
      [("id", .integer(id))] + text.jsonMembers + [("value", .string(value)), ("deletable", .boolean(canDelete))])
  }
}
