/// Something in a resource that was left out: a repeated key, a value that is not a string.
package struct ResourceFinding: Hashable, Sendable {
  /// What kind of thing it is.
  package enum Code: Sendable {
    /// A key or a section occurs more than once.
    case repeatedKey
    /// A value is not a string.
    case notAString
  }

  package let code: Code
  package let section: String
  /// The key; empty if the finding is about the whole section.
  package let key: String
  package let message: String
}
