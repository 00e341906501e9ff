package import Basics
import NStackAPI

/// The progress of each locale's translation and review.
public struct CatalogStatus: Sendable {
  /// The progress of one locale.
  public struct Locale: Hashable, Sendable {
    /// The locale as NStack spells it.
    public let locale: String
    /// The number of texts.
    public let texts: Int
    /// The number of texts that are not translated.
    public let missing: Int
    /// The number of texts with a pending proposal.
    public let proposed: Int
    /// The number of pending proposals that this profile may delete.
    public let deletable: Int
    /// The number of texts that reviewers signed off and that did not change since; nil if it is not known.
    public let reviewed: Int?

    /// The number of texts that are translated.
    public var translated: Int { texts - missing }

    /// Whether less than a share of the texts is translated. A locale without texts never is.
    ///
    /// - Parameter percent: The share in percent.
    public func isTranslated(under percent: Double) -> Bool { Double(translated) * 100 < percent * Double(texts) }
  }

  /// The locales in NStack's order.
  public let locales: [Locale]
  /// The number of pending proposals for texts that no longer exist.
  public let orphanedProposals: Int

  /// Counts the texts, proposals and reviewed texts of a catalog.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - selection: Its locales are counted; other parts of it have no effect.
  ///   - signOffs: What reviewers signed off; nil if it is not known.
  /// - Throws: ``SelectionError`` for a locale that the application does not have.
  public init(_ catalog: Catalog, selection: ReviewSelection, signOffs: SignOffs?) throws(SelectionError) {
    self.init(catalog, languages: try selection.languages(of: catalog), signOffs: signOffs)
  }

  /// Counts the texts and proposals of a catalog.
  public init(_ catalog: Catalog) {
    self.init(catalog, languages: Array(catalog.languages.indices), signOffs: nil)
  }

  private init(_ catalog: Catalog, languages: [Int], signOffs: SignOffs?) {
    let reviewed = signOffs?.texts(of: catalog)
    locales = languages.map { language in
      let locale = catalog.languages[language].locale
      let pending = catalog.proposals.filter { $0.key.locale == locale }
      return Locale(
        locale: locale, texts: catalog.keys.count,
        missing: catalog.keys.indices.count {
          !catalog.isTranslated(keyAt: $0, inLanguageAt: language)
        }, proposed: pending.count,
        deletable: pending.values.reduce(0) { $0 + $1.count(where: \.canDelete) },
        reviewed: reviewed?.count(inLanguageAt: language))
    }
    orphanedProposals = catalog.orphanedProposals.count
  }

  /// All locales together.
  var total: Locale {
    let isReviewKnown = locales.allSatisfy { $0.reviewed != nil }
    return Locale(
      locale: "all", texts: locales.reduce(0) { $0 + $1.texts }, missing: locales.reduce(0) { $0 + $1.missing },
      proposed: locales.reduce(0) { $0 + $1.proposed }, deletable: locales.reduce(0) { $0 + $1.deletable },
      reviewed: isReviewKnown ? locales.reduce(0) { $0 + ($1.reviewed ?? 0) } : nil)
  }

  /// Returns the status as a table, one line of text for each locale after a header.
  public func lines() -> [String] { StatusDisplay().lines(of: self) }

  /// The status as JSON text, an object: `locales`, `orphanedProposals`.
  public var jsonText: String { json.text }

  /// The status as ``jsonText`` has it.
  package var json: JSONValue {
    .object([
      (
        "locales",
        .array(
          locales.map {
            .object([
              ("locale", .string($0.locale)), ("texts", .integer($0.texts)), ("missing", .integer($0.missing)),
              ("proposed", .integer($0.proposed)), ("deletable", .integer($0.deletable)),
              ("translated", .integer($0.translated)), ("reviewed", $0.reviewed.map { .integer($0) } ?? .null),
            ])
          })
      ), ("orphanedProposals", .integer(orphanedProposals)),
    ])
  }
}
