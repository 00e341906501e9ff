import Basics

/// A status as a table of text, on a terminal with bars.
package struct StatusDisplay: Sendable {
  /// The width of the terminal in characters; nil for no bars.
  package var width: Int?
  /// Whether to use colours.
  package var usesColor = false
  /// The share of translated texts, in percent, below which a locale is marked; nil marks none.
  package var limit: Double?

  /// The widths of a bar in characters.
  private static let barWidths = 8...40

  /// The width of the longest legend.
  private static let legendWidth = "█ reviewed ▒ translated".count

  /// Creates a display without bars and colours.
  package init() {}

  /// Creates a display for a terminal.
  package init(width: Int?, usesColor: Bool, limit: Double?) {
    (self.width, self.usesColor, self.limit) = (width, usesColor, limit)
  }

  /// Returns a line for each locale after a header, and one for all locales if there are several.
  package func lines(of status: CatalogStatus) -> [String] {
    let locales = status.locales + (status.locales.count > 1 ? [status.total] : [])
    let isReviewKnown = locales.allSatisfy { $0.reviewed != nil }
    let head = ["locale", "texts", "missing", "proposed", "mine", "translated"] + (isReviewKnown ? ["reviewed"] : [])
    let rows = locales.map { Self.cells(of: $0) }
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    let bar = barWidth(beside: widths.reduce(0) { $0 + $1 + 2 })
    // A legend that is wider than the bars would go on to the next line.
    let hasLegend = bar.map { $0 >= Self.legendWidth } ?? false
    var lines = [padded(head, widths) + (hasLegend ? "  " + legend(isReviewKnown) : "")]
    for (locale, row) in zip(locales, rows) {
      let line = padded(row, widths)
      let isUnder = limit.map(locale.isTranslated(under:)) ?? false
      lines.append(colored(line, isUnder ? "31" : "") + (bar.map { "  " + self.bar(of: locale, $0) } ?? ""))
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

  /// A share in percent, cut to one digit after the point: only a whole is `100.0 %`.
  package static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let tenths = part * 1_000 / whole
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private func padded(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).enumerated().map { column, cell in
      let space = String(repeating: " ", count: cell.1 - cell.0.count)
      return column == 0 ? cell.0 + space : space + cell.0
    }.joined(separator: "  ")
  }

  // MARK: - Bars

  private func barWidth(beside table: Int) -> Int? {
    guard let width, width - table >= Self.barWidths.lowerBound else { return nil }
    return min(width - table, Self.barWidths.upperBound)
  }

  private func legend(_ isReviewKnown: Bool) -> String {
    (isReviewKnown ? colored("█", "32") + " reviewed " : "") + colored("▒", "36") + " translated"
  }

  /// A bar of a locale's texts: the reviewed ones, the other translated ones, the missing ones.
  private func bar(of locale: CatalogStatus.Locale, _ width: Int) -> String {
    guard locale.texts > 0 else { return "" }
    let reviewed = min(locale.reviewed ?? 0, locale.texts) * width / locale.texts
    let translated = max(locale.translated * width / locale.texts, reviewed)
    return colored(String(repeating: "█", count: reviewed), "32")
      + colored(String(repeating: "▒", count: translated - reviewed), "36")
      + colored(String(repeating: "·", count: width - translated), "2")
  }

  private func colored(_ text: String, _ code: String) -> String {
    usesColor && !text.isEmpty && !code.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
