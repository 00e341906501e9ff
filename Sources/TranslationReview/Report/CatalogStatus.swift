package import Basics
import NStackAPI

/// The progress of each locale's translation.
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
  }

  /// The locales in NStack's order.
  public let locales: [Locale]
  /// The number of pending proposals for texts that no longer exist.
  public let orphanedProposals: Int

  /// Counts the texts and proposals of a catalog.
  public init(_ catalog: Catalog) {
    locales = catalog.languages.indices.map { language in
      let locale = catalog.languages[language].locale
      let pending = catalog.proposals.filter { $0.key.locale == locale }
      return Locale(
        locale: locale, texts: catalog.keys.count,
        missing: catalog.keys.indices.count {
          !catalog.isTranslated(keyAt: $0, inLanguageAt: language)
        }, proposed: pending.count,
        deletable: pending.values.reduce(0) { $0 + $1.count(where: \.canDelete) })
    }
    orphanedProposals = catalog.orphanedProposals.count
  }

  /// Returns the status as a table, one line of text for each locale after a header.
  public func lines() -> [String] {
    let head = ["locale", "texts", "missing", "proposed", "deletable"]
    let rows = locales.map { [$0.locale, "\($0.texts)", "\($0.missing)", "\($0.proposed)", "\($0.deletable)"] }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    var lines = ([head] + rows).map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + space : space + row[column]
      }.joined(separator: "  ")
    }
    if orphanedProposals > 0 {
      lines.append("\(Counted.being(orphanedProposals, "proposal")) for texts that no longer exist")
    }
    return lines
  }

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
            ])
          })
      ), ("orphanedProposals", .integer(orphanedProposals)),
    ])
  }
}
