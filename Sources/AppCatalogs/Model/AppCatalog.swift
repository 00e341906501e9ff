package import Basics
package import KeyGenerator

/// An application's texts as a catalogue holds them: plurals as one entry, and missing texts left out.
package struct AppCatalog: Sendable {
  /// A text in every language.
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
  /// The place of the default language in ``locales``.
  package let defaultPlace: Int
  /// The entries in NStack's order.
  package let entries: [Entry]
  /// What was found while texts were put together.
  package let findings: [CatalogFinding]

  /// Makes the catalogue of an application's texts.
  ///
  /// - Parameter groupsPlurals: Whether keys such as `files.one` and `files.other` become one entry, and ICU messages
  ///   are read. If not, each text is an entry as it is.
  package init(_ texts: AppTexts, groupsPlurals: Bool = true) {
    locales = texts.languages.map(\.locale)
    defaultPlace = texts.defaultPlace
    var findings: [CatalogFinding] = []
    let plan = PluralGroups(texts, isOff: !groupsPlurals, &findings)
    let labels = AccessibilityLabels(texts.names)
    var entries: [Entry] = []
    for place in texts.names.indices {
      let name = texts.names[place]
      let comment = labels.comment(of: name, description: texts.descriptions[name])
      if let group = plan.groupOfPlace[place] {
        guard group.first == place else { continue }
        let forms = texts.languages.map { group.text(in: $0, &findings) }
        entries.append(
          Entry(
            name: group.name, comment: group.comment(texts.descriptions) ?? comment, texts: forms,
            formNames: group.forms.mapValues { texts.names[$0] }))
      } else {
        let values = texts.languages.map { $0.values[place] }
        entries.append(
          Entry(
            name: name, comment: comment,
            texts: groupsPlurals
              ? Self.texts(of: values, name, locales, texts.defaultPlace, &findings)
              : values.map { $0.map { .plain($0) } }
          ))
      }
    }
    self.entries = entries.filter { $0.texts.contains { $0 != nil } }
    self.findings = findings
  }

  /// The texts of one name: messages in every language if the default language has a message.
  private static func texts(
    of values: [String?], _ name: TextName, _ locales: [String], _ defaultPlace: Int,
    _ findings: inout [CatalogFinding]
  ) -> [CatalogText?] {
    guard let lead = values[defaultPlace] ?? values.lazy.compactMap(\.self).first,
      ICUMessage.message(in: Array(lead.utf8)) != nil
    else { return values.map { $0.map { .plain($0) } } }
    return values.indices.map { place -> CatalogText? in
      guard let value = values[place] else { return nil }
      do throws(ICUSyntaxError) {
        return .message(try ICUMessageReader.read(Array(value.utf8)), value)
      } catch {
        findings.append(
          CatalogFinding(
            code: .message, text: name.path, locale: locales[place],
            message:
              "The text is not an ICU message, as it is in the default language, and is left out. \(error.message)"
          ))
        return nil
      }
    }
  }
}
