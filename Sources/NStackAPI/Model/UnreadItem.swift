import HTTPMessages

/// An item of a list that could not be read and is left out, with what is known of it.
public struct UnreadItem: Hashable, Sendable, CustomStringConvertible {
  /// The ``kind`` of an item in the list of proposals.
  package static let proposalKind = "proposal"

  /// The kind of item: `proposal`, `resource` or `language`.
  public let kind: String
  /// The item's number; nil if it could not be read.
  public let id: Int?
  /// The text that the item is for; nil if it could not be read. Only proposals have one.
  public let text: TextIdentity?
  /// The item's locale; nil if it could not be read.
  public let locale: String?
  /// What is wrong, with the place in the list, as the end of a sentence.
  public let message: String

  /// Creates an item from its parts.
  package init(kind: String, id: Int?, text: TextIdentity?, locale: String?, message: String) {
    self.kind = kind
    self.id = id
    self.text = text
    self.locale = locale
    self.message = message
  }

  /// What was left out, and why.
  public var description: String {
    var name = kind
    if let id { name += " \(id)" }
    if let text {
      name += " for \(Excerpt.visible(text.section))/\(Excerpt.visible(text.key)) [\(Excerpt.visible(text.locale))]"
    } else if let locale {
      name += " for \(Excerpt.visible(locale))"
    }
    return "a \(name) cannot be read and is left out: \(message)"
  }
}
