package import Basics
import NStackAPI

/// The progress of translation and review in each locale.
package struct CatalogStatus: Sendable {
  /// The progress of one locale.
  package struct Locale: Hashable, Sendable {
    /// The locale as NStack spells it.
    package let locale: String
    /// The number of texts.
    package let texts: Int
    /// The number of texts that are not translated.
    package let missing: Int
    /// The number of texts with a pending proposal.
    package let proposed: Int
    /// The number of pending proposals that this profile may delete.
    package let deletable: Int
    /// The number of texts that reviewers signed off and that did not change since; nil if this number is not known.
    package let reviewed: Int?

    /// The number of texts that are translated.
    package var translated: Int { texts - missing }

    /// Whether less than a share of the texts is translated. Never true for a locale without texts.
    ///
    /// - Parameter percent: The share in percent.
    package func isTranslated(under percent: Double) -> Bool { Double(translated) * 100 < percent * Double(texts) }
  }

  /// The locales in NStack's order.
  package let locales: [Locale]
  /// The number of pending proposals for texts that no longer exist.
  package let orphanedProposals: Int

  /// Counts the texts, proposals and reviewed texts of a catalog.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - selection: Only the locales in it count.
  ///   - signOffs: The sign-offs of reviewers; nil if they are not known.
  /// - Throws: `SelectionError` for a locale that the application does not have.
  package init(_ catalog: Catalog, selection: ReviewSelection, signOffs: SignOffs?) throws(SelectionError) {
    let reviewed = signOffs?.texts(of: catalog)
    locales = try selection.languages(of: catalog).map { language in
      let locale = catalog.languages[language].locale
      let pending = catalog.proposals.filter { $0.key.locale == locale }
      return Locale(
        locale: locale, texts: catalog.keys.count,
        missing: catalog.keys.indices.count { !catalog.isTranslated(keyAt: $0, inLanguageAt: language) },
        proposed: pending.count, deletable: pending.values.reduce(0) { $0 + $1.count(where: \.canDelete) },
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

  /// Returns the status as a table: a header, and one line of text for each locale.
  package func lines() -> [String] { ReportDisplay.plain.lines(of: self) }

  package var json: JSONValue {
    [
      "locales": locales.map {
        JSONValue.members([
          "locale": $0.locale, "texts": $0.texts, "missing": $0.missing, "proposed": $0.proposed,
          "deletable": $0.deletable, "translated": $0.translated, "reviewed": $0.reviewed,
        ])
      }, "orphanedProposals": orphanedProposals,
    ]
  }
}

extension ReportDisplay {
  /// The widths of a bar in characters.
  private static let barWidths = 8...40

  private static let legendWidth = "█ reviewed ▒ translated".count

  /// Returns a status as a table: a header, a line for each locale, and a line for all locales if there are several. On
  /// a terminal, each line has a bar.
  ///
  /// - Parameter limit: The share of translated texts, in percent, below which a locale is marked; nil marks none.
  package func lines(of status: CatalogStatus, limit: Double? = nil) -> [String] {
    let locales = status.locales + (status.locales.count > 1 ? [status.total] : [])
    let isReviewKnown = locales.allSatisfy { $0.reviewed != nil }
    let head = ["locale", "texts", "missing", "proposed", "mine", "translated"] + (isReviewKnown ? ["reviewed"] : [])
    let table = ([head] + locales.map { Self.cells(of: $0) }).aligned(left: 1)
    let bar = barWidth(beside: table[0].count + 2)
    // A legend that is wider than the bars would wrap.
    let hasLegend = bar.map { $0 >= Self.legendWidth } ?? false
    var lines = [table[0] + (hasLegend ? "  " + legend(isReviewKnown) : "")]
    for (locale, line) in zip(locales, table.dropFirst()) {
      let isUnder = limit.map(locale.isTranslated(under:)) ?? false
      lines.append(styled(line, isUnder ? "31" : "") + (bar.map { "  " + self.bar(of: locale, $0) } ?? ""))
    }
    if status.orphanedProposals > 0 {
      lines.append("\(Counted.being(status.orphanedProposals, "proposal")) for texts that no longer exist")
    }
    return lines
  }

  private static func cells(of locale: CatalogStatus.Locale) -> [String] {
    let numbers = [locale.texts, locale.missing, locale.proposed, locale.deletable].map(String.init)
    return [Visible.text(locale.locale)] + numbers + [percent(locale.translated, of: locale.texts)]
      + (locale.reviewed.map { ["\($0) of \(locale.texts)"] } ?? [])
  }

  /// A share in percent, cut off after one decimal, so that only a complete share is `100.0 %`.
  package static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let tenths = part * 1_000 / whole
    return "\(tenths / 10).\(tenths % 10) %"
  }

  // MARK: - Bars

  private func barWidth(beside table: Int) -> Int? {
    guard let width, width - table >= Self.barWidths.lowerBound else { return nil }
    return min(width - table, Self.barWidths.upperBound)
  }

  private func legend(_ isReviewKnown: Bool) -> String {
    (isReviewKnown ? styled("█", "32") + " reviewed " : "") + styled("▒", "36") + " translated"
  }

  /// A bar of a locale's texts: the reviewed ones, the other translated ones, the missing ones.
  private func bar(of locale: CatalogStatus.Locale, _ width: Int) -> String {
    guard locale.texts > 0 else { return "" }
    let reviewed = min(locale.reviewed ?? 0, locale.texts) * width / locale.texts
    let translated = max(locale.translated * width / locale.texts, reviewed)
    return styled(String(repeating: "█", count: reviewed), "32")
      + styled(String(repeating: "▒", count: translated - reviewed), "36")
      + styled(String(repeating: "·", count: width - translated), "2")
  }
}
