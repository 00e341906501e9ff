/// The name of a text in every language: section and key, compared byte by byte.
package struct TextName: Hashable, Comparable, Sendable {
  /// The section.
  package let section: ExactText
  /// The key within the section.
  package let key: ExactText

  /// Creates the name of a text.
  package init(section: String, key: String) {
    self.section = ExactText(section)
    self.key = ExactText(key)
  }

  /// Section and key with a dot between them, as developers write a text's name.
  package var path: String { "\(section.string).\(key.string)" }

  /// Whether the left name comes before the right one in the order of their bytes.
  package static func < (left: TextName, right: TextName) -> Bool {
    (left.section, left.key) < (right.section, right.key)
  }
}
