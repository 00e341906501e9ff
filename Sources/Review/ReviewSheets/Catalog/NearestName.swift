import Basics
package import NStackAPI

extension Catalog {
  /// A sentence that the application does not have a text, with the nearest name; nil if it has the text.
  package func fault(of text: TextIdentity) -> String? {
    let isLocale = languageIndex(ofLocale: text.locale) == nil
    guard isLocale || !keys.contains(TextKey(text)) else { return nil }
    let name =
      isLocale ? "locale \(Visible.text(text.locale))" : "text \(Visible.text(text.section))/\(Visible.text(text.key))"
    return "the application has no \(name).\(NearestName(catalog: self).suggestion(for: text))"
  }

  /// A sentence about each name that the application does not have, with the nearest name, in the order of the names.
  package func faults(of names: some Collection<TextKey>) -> [String] {
    let known = Set(keys)
    let nearest = NearestName(catalog: self)
    let locale = languages.first?.locale ?? ""
    return names.filter { !known.contains($0) }.sorted {
      (ExactText($0.section), ExactText($0.key)) < (ExactText($1.section), ExactText($1.key))
    }.map { name in
      let text = TextIdentity(section: name.section, key: name.key, locale: locale)
      return "the application has no text \(Visible.text(name.section))/\(Visible.text(name.key))."
        + nearest.suggestion(for: text)
    }
  }
}

/// Finds the names on the server that are closest to an unknown name.
package final class NearestName {
  /// The number of unknown names that get a suggestion; each costs a comparison with every key.
  private static let mostSuggestions = 50

  private let catalog: Catalog
  private var given = 0

  package init(catalog: Catalog) { self.catalog = catalog }

  /// The locale that was probably meant; nil if there is none. For a language this is its first locale, for a locale
  /// its language, and otherwise a locale with a similar name.
  ///
  /// - Parameter most: The most letters that may differ.
  package static func locale(to asked: String, among known: [String], most: Int) -> String? {
    let language = LocaleName.normalized(asked)
    return known.first { LocaleName.normalized($0).hasPrefix("\(language)-") } ?? known.first {
      language.hasPrefix("\(LocaleName.normalized($0))-")
    } ?? CloseName.nearest(to: asked, among: known, most: most)
  }

  /// Returns a sentence that names the nearest text; empty if no name is near.
  package func suggestion(for text: TextIdentity) -> String {
    guard given < Self.mostSuggestions else { return "" }
    given += 1
    if catalog.languageIndex(ofLocale: text.locale) == nil {
      let locales = catalog.languages.map(\.locale)
      let near = Self.locale(to: text.locale, among: locales, most: 2)
      return near.map { " Did you mean the locale \($0)?" } ?? " Its locales are \(locales.joined(separator: ", "))."
    }
    let names = catalog.keys.map { "\($0.section)/\($0.key)" }
    return CloseName.nearest(to: "\(text.section)/\(text.key)", among: names).map { near in
      let difference = hiddenDifference(near, "\(text.section)/\(text.key)")
      return " Did you mean \(Visible.text(near))?\(difference)"
    } ?? ""
  }

  /// Returns a sentence about the invisible difference between two names that look the same.
  private func hiddenDifference(_ left: String, _ right: String) -> String {
    guard left == right || Visible.text(left) != left || Visible.text(right) != right else { return "" }
    let points = right.unicodeScalars.filter { $0.value > 0x7E || $0.value < 0x20 }.map {
      "U+" + String($0.value, radix: 16, uppercase: true)
    }
    return points.isEmpty ? "" : " The sheet's name contains \(points.joined(separator: ", "))."
  }
}
