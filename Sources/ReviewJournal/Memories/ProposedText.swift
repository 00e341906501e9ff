import Basics
import NStackAPI

/// The journal and application of a profile, as memories know them.
struct JournalScope: Hashable, Sendable {
  /// The name of the journal's file. Memories are in the same state folder.
  let journal: String
  /// The application, platform and origin.
  let scope: String
}

/// A text for which an import proposed a translation.
struct ProposedText: Hashable, Sendable {
  let home: JournalScope
  /// The text, its locale in one spelling.
  let text: TextIdentity

  init(_ text: TextIdentity, in home: JournalScope) {
    self.home = home
    self.text = Self.normalized(text)
  }

  /// A text with its locale in one spelling.
  static func normalized(_ text: TextIdentity) -> TextIdentity {
    TextIdentity(section: text.section, key: text.key, locale: LocaleName.normalized(text.locale))
  }

  /// What tells it from other texts.
  var parts: [String] { [home.journal, home.scope, text.section, text.key, text.locale] }
}
