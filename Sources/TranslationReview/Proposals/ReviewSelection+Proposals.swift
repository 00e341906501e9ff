import Basics
package import NStackAPI

/// Selections of proposals, whose texts the application may no longer have.
extension ReviewSelection {
  /// Whether each locale and pattern matches a proposal.
  package func fits(_ proposals: [Proposal]) -> Bool {
    let known = Self.locales(of: proposals)
    guard (locales + exceptions).allSatisfy({ asked in known.contains { means(asked, $0) } }) else { return false }
    return (try? refuseUnmatched(among: proposals.map { TextKey($0.text) })) != nil
  }

  /// Refuses a locale or pattern that matches neither a text nor a proposal.
  ///
  /// - Throws: ``SelectionError``.
  package func refuseUnmatched(in catalog: Catalog, and proposals: [Proposal]) throws(SelectionError) {
    let known = Self.locales(of: proposals)
    var rest = ReviewSelection()
    rest.takesLanguages = takesLanguages
    // Each by itself, as proposals may have locales that the application has no more.
    for locale in locales + exceptions where !known.contains(where: { means(locale, $0) }) {
      rest.locales = [locale]
      _ = try rest.languages(of: catalog)
    }
    try refuseUnmatched(among: catalog.keys + proposals.map { TextKey($0.text) })
  }

  private static func locales(of proposals: [Proposal]) -> Set<String> {
    Set(proposals.map { LocaleName.normalized($0.text.locale) })
  }
}
