import Basics
package import NStackAPI

/// Selections of proposals, whose texts the application may no longer have.
extension ReviewSelection {
  /// Whether each locale and pattern matches a proposal.
  package func fits(_ proposals: [Proposal]) -> Bool {
    let known = Self.locales(of: proposals)
    guard locales.allSatisfy({ known.contains(LocaleName.normalized($0)) }) else { return false }
    return (try? refuseUnmatched(among: proposals.map { TextKey($0.text) })) != nil
  }

  /// Refuses a locale or pattern that matches neither a text nor a proposal.
  ///
  /// - Throws: ``SelectionError``.
  package func refuseUnmatched(in catalog: Catalog, and proposals: [Proposal]) throws(SelectionError) {
    let known = Self.locales(of: proposals)
    var rest = ReviewSelection()
    rest.locales = locales.filter { !known.contains(LocaleName.normalized($0)) }
    _ = try rest.languages(of: catalog)
    try refuseUnmatched(among: catalog.keys + proposals.map { TextKey($0.text) })
  }

  private static func locales(of proposals: [Proposal]) -> Set<String> {
    Set(proposals.map { LocaleName.normalized($0.text.locale) })
  }
}
