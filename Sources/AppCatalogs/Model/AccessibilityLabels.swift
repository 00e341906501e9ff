import Basics
import KeyGenerator

/// Texts that a screen reader speaks in place of another text: `title.accessibilityLabel` beside `title`.
struct AccessibilityLabels {
  /// What a text is to the one beside it.
  private enum Role: String {
    case label = "Accessibility label"
    case hint = "Accessibility hint"
    case value = "Accessibility value"
  }

  /// The endings in lower case, without the mark before them; longer ones first.
  private static let endings: [(ending: String, role: Role)] = [
    ("accessibilitylabel", .label), ("accessibility_label", .label), ("accessibility-label", .label),
    ("accessibility.label", .label), ("accessibilityhint", .hint), ("accessibility_hint", .hint),
    ("accessibility-hint", .hint), ("accessibility.hint", .hint), ("accessibilityvalue", .value),
    ("accessibility_value", .value), ("accessibility-value", .value), ("accessibility.value", .value),
    ("contentdescription", .label), ("content_description", .label), ("a11ylabel", .label), ("a11y_label", .label),
    ("a11y.label", .label), ("accessibility", .label), ("a11y", .label),
  ]

  private let known: Set<TextName>

  init(_ names: [TextName]) { known = Set(names) }

  /// The comment of a text: its description, and what it is to the text beside it.
  func comment(of name: TextName, description: String?) -> String? {
    let parts = [description, role(of: name)].compactMap(\.self).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  /// What a text is to one beside it, as a sentence; nil if it is nothing.
  private func role(of name: TextName) -> String? {
    let key = name.key.string
    let lower = key.lowercased()
    guard lower.utf8.count == key.utf8.count,
      let (ending, role) = Self.endings.first(where: { lower.hasSuffix($0.ending) })
    else { return nil }
    var stem = Substring(key.utf8.dropLast(ending.utf8.count))
    if let last = stem.utf8.last, ".-_".utf8.contains(last) {
      stem = stem.dropLast()
    } else if key.dropFirst(stem.count).first?.isUppercase != true {
      // In camel case the ending begins with a capital letter: "inaccessibility" is a word.
      return nil
    }
    let beside = TextName(section: name.section.string, key: String(stem))
    return known.contains(beside) ? "\(role.rawValue) of \(beside.path)." : nil
  }
}
