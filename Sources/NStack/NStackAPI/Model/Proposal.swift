import Basics
import HTTPMessages

/// A text in one language, identified by its section, key and locale.
///
/// Journals of imports contain its encoded form, so the names of its properties are part of their format.
public struct TextIdentity: Hashable, Codable, Sendable {
  /// The section as NStack spells it.
  public let section: String
  /// The key within the section as NStack spells it.
  public let key: String
  /// The locale as NStack spells it.
  public let locale: String

  /// Creates the identity of a text.
  public init(section: String, key: String, locale: String) {
    (self.section, self.key, self.locale) = (section, key, locale)
  }

  /// Whether section, key and locale are the same bytes.
  public static func == (left: TextIdentity, right: TextIdentity) -> Bool {
    ExactText(left.key) == ExactText(right.key) && ExactText(left.section) == ExactText(right.section)
      && ExactText(left.locale) == ExactText(right.locale)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(section))
    hasher.combine(ExactText(key))
    hasher.combine(ExactText(locale))
  }

  /// The identity with its locale in the normalized spelling, as the key of look-ups: every spelling of a locale gives the
  /// same key.
  package var normalized: TextIdentity {
    TextIdentity(section: section, key: key, locale: LocaleName.normalized(locale))
  }
}

/// One person's suggestion of another value for one text.
///
/// Journals of imports contain its encoded form, so the names of its properties are part of their format.
public struct Proposal: Hashable, Codable, Sendable {
  /// NStack's number of the proposal.
  public let id: Int
  /// The text that it is for.
  public let text: TextIdentity
  /// The value that is suggested.
  public let value: String
  /// Whether the requesting guid made it, and so may delete it.
  public let canDelete: Bool

  /// Creates a proposal from its parts.
  public init(id: Int, text: TextIdentity, value: String, canDelete: Bool) {
    (self.id, self.text, self.value, self.canDelete) = (id, text, value, canDelete)
  }
}

/// Which proposals a list holds.
public enum ProposalState: String, Sendable, CaseIterable {
  /// Still pending, which is what NStack lists by default.
  case unaccepted
  /// Accepted.
  case accepted
  /// Both.
  case all
}

/// The proposals of one platform, as a list returned them.
public struct ProposalList: Sendable {
  /// The proposals that could be read, in the order of the list; each number once.
  public let proposals: [Proposal]
  /// The items that could not be read.
  public let unread: [UnreadItem]
  /// The numbers of proposals for other platforms, which are left out.
  package let otherPlatformIDs: Set<Int>
  /// Whether the list came in several pages. Items may move between pages while they are read, so an item that is not
  /// listed may still exist.
  package let isPaged: Bool

  /// Creates a list from its parts.
  public init(proposals: [Proposal], unread: [UnreadItem] = [], otherPlatformIDs: Set<Int> = [], isPaged: Bool = false)
  {
    (self.proposals, self.unread, self.otherPlatformIDs) = (proposals, unread, otherPlatformIDs)
    self.isPaged = isPaged
  }
}

/// An item of a list that could not be read and is left out, with what is known of it.
public struct UnreadItem: Hashable, Sendable, CustomStringConvertible {
  /// The ``kind`` of an item in the list of proposals.
  package static let proposalKind = "proposal"

  /// The kind of item: `proposal`, `resource` or `language`.
  package let kind: String
  /// The item's number; nil if it could not be read.
  package let id: Int?
  /// The text that the item is for; nil if it could not be read. Only proposals have one.
  package let text: TextIdentity?
  /// The item's locale; nil if it could not be read.
  package let locale: String?
  /// What is wrong, with the place in the list, as the end of a sentence.
  package let message: String

  package init(kind: String, id: Int?, text: TextIdentity?, locale: String?, message: String) {
    (self.kind, self.id, self.text, self.locale, self.message) = (kind, id, text, locale, message)
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
