import Basics
import NStackAPI

/// The name of a text in every language: section and key, byte by byte.
struct TextName: Hashable {
  let section: ExactText
  let key: ExactText

  init(_ section: String, _ key: String) {
    self.section = ExactText(section)
    self.key = ExactText(key)
  }
}
