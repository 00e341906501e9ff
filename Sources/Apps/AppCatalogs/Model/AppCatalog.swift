package import Basics
package import KeyGenerator

/// An application's texts as a catalogue holds them: plurals as one entry, and missing texts left out.
package struct AppCatalog: Sendable {
  package struct Entry: Sendable {
    /// The section, and the key without a plural category.
    package let name: TextName
    /// What a translator should know; nil if nothing is known.
    package let comment: String?
    /// The text in each of ``AppCatalog/locales``; nil where it is missing.
    package let texts: [CatalogText?]
    /// The names of the texts that are the forms of this plural; empty for another text.
    package var formNames: [PluralCategory: TextName] = [:]
  }

  /// The locales as NStack spells them, in its order.
  package let locales: [String]
  package let defaultIndex: Int
  package let entries: [Entry]
  package let findings: [CatalogFinding]

  /// Makes the catalogue of an application's texts.
  ///
  /// - Parameter groupsPlurals: Whether keys such as `files.one` and `files.other` become one entry, and ICU messages
  ///   are read. If not, each text is an entry as it is.
  package init(_ texts: AppTexts, groupsPlurals: Bool = true) {
    locales = texts.languages.map(\.locale)
    defaultIndex = texts.defaultIndex
    var findings: [CatalogFinding] = []
    let plan = PluralGroups(groupsPlurals ? texts.names : [])
    findings += plan.homonyms.map { name in
      CatalogFinding(
        code: .plural, text: name.path, locale: nil,
        message: "Another text has the name that the plural would have, so each form stays a separate text.")
    }
    let labels = AccessibilityLabels(texts.names)
    var entries: [Entry] = []
    for index in texts.names.indices {
      let name = texts.names[index]
      let comment = labels.comment(of: name, description: texts.descriptions[name])
      if let group = plan.groupByIndex[index] {
        guard group.first == index else { continue }
        let forms = texts.languages.map { Self.text(of: group, in: $0, &findings) }
        let described = group.forms.values.sorted().lazy.compactMap { texts.descriptions[texts.names[$0]] }.first
        entries.append(
          Entry(
            name: group.name, comment: described ?? comment, texts: forms,
            formNames: group.forms.mapValues { texts.names[$0] }))
      } else {
        let values = texts.languages.map { $0.values[index] }
        entries.append(
          Entry(
            name: name, comment: comment,
            texts: groupsPlurals
              ? Self.texts(of: values, name, locales, texts.defaultIndex, &findings)
              : values.map { $0.map { .plain($0) } }))
      }
    }
    self.entries = entries.filter { $0.texts.contains { $0 != nil } }
    self.findings = findings
  }

  /// The plural in a language; nil if it has none, or lacks the form `other`.
  private static func text(
    of group: PluralGroups.Group, in language: AppTexts.Language, _ findings: inout [CatalogFinding]
  ) -> CatalogText? {
    let texts = group.forms.compactMapValues { language.values[$0] }
    guard !texts.isEmpty else { return nil }
    guard texts[.other] != nil else {
      findings.append(
        CatalogFinding(
          code: .plural, text: group.name.path, locale: language.locale,
          message: "The plural lacks the form other, so it is left out. Translate that form."))
      return nil
    }
    return .forms(texts)
  }

  /// The texts of one name: messages in every language if the default language has a message.
  private static func texts(
    of values: [String?], _ name: TextName, _ locales: [String], _ defaultIndex: Int, _ findings: inout [CatalogFinding]
  ) -> [CatalogText?] {
    guard let lead = values[defaultIndex] ?? values.lazy.compactMap(\.self).first,
      ICUMessage.message(in: Array(lead.utf8)) != nil
    else { return values.map { $0.map { .plain($0) } } }
    return values.indices.map { index -> CatalogText? in
      guard let value = values[index] else { return nil }
      do throws(ICUSyntaxError) { return .message(try ICUMessageReader.read(Array(value.utf8)), value) } catch {
        findings.append(
          CatalogFinding(
            code: .message, text: name.path, locale: locales[index],
            message:
              "The text is an ICU message in the default language but not here, so it is left out. \(error.reason)"))
        return nil
      }
    }
  }
}

package enum CatalogText: Sendable {
  case plain(String)
  /// The forms of a plural that are separate texts in NStack, such as `files.one` and `files.other`. There is always an
  /// `other`.
  case forms([PluralCategory: String])
  case message(ICUMessage, String)
}

/// Texts that a screen reader speaks instead of another text: `title.accessibilityLabel` for `title`.
private struct AccessibilityLabels {
  /// The endings in lower case, without the separator before them.
  private static let endings: [(ending: String, role: String)] = [
    ("hint", "accessibilityhint, accessibility_hint, accessibility-hint, accessibility.hint"),
    ("value", "accessibilityvalue, accessibility_value, accessibility-value, accessibility.value"),
    (
      "label",
      """
      accessibilitylabel, accessibility_label, accessibility-label, accessibility.label, contentdescription,
      content_description, a11ylabel, a11y_label, a11y.label, accessibility, a11y
      """
    ),
  ].flatMap { role, endings in endings.commaSeparated.map { ($0, role) } }

  private let known: Set<TextName>

  init(_ names: [TextName]) { known = Set(names) }

  /// The comment of a text: its description, and its role for the text that it belongs to.
  func comment(of name: TextName, description: String?) -> String? {
    let parts = [description, role(of: name)].compactMap(\.self).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  /// The role of a text for the text that it belongs to, as a sentence; nil if it has none.
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
      // In camel case the ending must begin with a capital letter, because words such as "inaccessibility" end in it too.
      return nil
    }
    let beside = TextName(section: name.section.string, key: String(stem))
    return known.contains(beside) ? "Accessibility \(role) of \(beside.path)." : nil
  }
}
