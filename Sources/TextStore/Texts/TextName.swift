import Basics
import NStackAPI

/// The name of a text within a language: section and key, byte by byte.
struct TextName: Hashable, Sendable {
  let section: ExactText
  let key: ExactText

  init(section: String, key: String) {
    self.section = ExactText(section)
    self.key = ExactText(key)
  }
}

/// A text in a language, as it is compared: the spelling of the locale does not count.
struct NamedText: Hashable, Sendable {
  let name: TextName
  /// The locale in the form in which locales are compared.
  let locale: String

  init(_ text: TextIdentity) {
    name = TextName(section: text.section, key: text.key)
    locale = LocaleName.normalized(text.locale)
  }
}
