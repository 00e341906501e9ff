import Basics
package import NStackAPI

/// A text of one row that may fit other texts too. It is sent for none of them unless a person accepts it there.
package struct OfferedText: Hashable, Codable, Sendable {
  /// Why the text may fit.
  package enum Kind: String, Codable, Sendable {
    /// A person wrote it over the source value of the row.
    case mendedSource = "mended-source"
    /// It translates the source text that the others have too.
    case sameSource = "same-source"
  }

  package let kind: Kind
  package let value: String
  /// The texts that are offered it.
  package let texts: [TextIdentity]
  /// What to tell beside the suggestion.
  let reason: Reason
}
