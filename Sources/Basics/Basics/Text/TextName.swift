/// The name of a text in every language: section and key, compared byte by byte.
package struct TextName: Hashable, Comparable, Sendable {
  package let section: ExactText
  package let key: ExactText

  package init(section: String, key: String) {
    self.section = ExactText(section)
    self.key = ExactText(key)
  }

  package var path: String { "\(section.string).\(key.string)" }

  package static func < (left: TextName, right: TextName) -> Bool {
    (left.section, left.key) < (right.section, right.key)
  }
}
