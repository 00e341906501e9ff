import Testing

@testable import ReviewReports
@testable import TranslationReview

/// The progress of each locale, as numbers and as a table.
@Suite("Status") struct CatalogStatusTests {
  private func status(_ signOffs: SignOffs?, locales: [String] = []) throws -> CatalogStatus {
    var selection = ReviewSelection()
    selection.locales = locales
    return try CatalogStatus(SignOffTests.two, selection: selection, signOffs: signOffs)
  }

  private func signOffs() throws -> SignOffs {
    SignOffs([try SignOffTests.signOff(of: "title", in: SignOffTests.two)], at: "2026-01-01T00:00:00Z")
  }

  @Test func `counts what holds, for each locale and all`() throws {
    #expect(
      try status(signOffs()).lines() == [
        "locale  texts  missing  proposed  mine  translated  reviewed",
        "en-GB       3        0         0     0     100.0 %    0 of 3",
        "da-DK       3        1         1     1      66.6 %    1 of 3",
        "all         6        1         1     1      83.3 %    1 of 6",
      ])
  }

  @Test func `leaves out what it does not know, and other locales`() throws {
    #expect(
      try status(nil, locales: ["da-DK"]).lines() == [
        "locale  texts  missing  proposed  mine  translated", "da-DK       3        1         1     1      66.6 %",
      ])
  }

  @Test func `compares the share of translated texts without rounding it`() throws {
    let danish = try #require(try status(nil, locales: ["da-DK"]).locales.first)
    #expect(danish.isTranslated(under: 67))
    #expect(!danish.isTranslated(under: 66))
    #expect(ReportDisplay.percent(999_999, of: 1_000_000) == "99.9 %")
    #expect(ReportDisplay.percent(0, of: 0) == "–")
  }

  @Test func `draws bars as wide as the terminal allows, and none where it is narrow`() throws {
    let status = try status(signOffs(), locales: ["da-DK"])
    let wide = ReportDisplay(width: 74, usesColor: false).lines(of: status)
    #expect(wide[0] == status.lines()[0], "the legend would not fit beside the header")
    #expect(wide[1].hasSuffix("1 of 3  ████▒▒▒▒····"))
    #expect(wide[1].count == 74)
    let wider = ReportDisplay(width: 85, usesColor: false).lines(of: status)
    #expect(wider[0].hasSuffix("reviewed  █ reviewed ▒ translated"))
    #expect(wider.allSatisfy { $0.count <= 85 })
    #expect(ReportDisplay(width: 60, usesColor: false).lines(of: status) == status.lines())
    #expect(ReportDisplay(width: nil, usesColor: true).lines(of: status, limit: 95)[1].hasPrefix("\u{1B}[31mda-DK"))
  }
}
