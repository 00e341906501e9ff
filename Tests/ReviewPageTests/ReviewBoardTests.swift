import NStackAPI
import Testing
import TranslationReview

@testable import ReviewPage

/// What a page shows of the server's texts and the drafts.
@Suite("Board of a review")
struct ReviewBoardTests {
  private static func catalog(_ locales: [String]) -> Catalog {
    Catalog(
      resources: locales.enumerated().map { id, locale in
        let language = Language(
          id: id, name: locale, locale: locale, direction: .leftToRight, isDefault: locale == "en-GB",
          isBestFit: false)
        let texts = ["a", "b", "c"].map { LocalizationResource.Text(key: $0, value: "\($0) in \(locale)") }
        return LocalizationResource(
          language: language, sections: [LocalizationResource.Section(name: "s", texts: texts)], findings: [])
      }, proposals: [])
  }

  @Test("a question names its locale, and is answered with that one after a reading in which languages moved")
  func movedLanguages() throws {
    let scope = SheetScope(applicationID: "app", platform: "mobile", origin: "https://nstack.io")
    var board = ReviewBoard(
      Self.catalog(["en-GB", "da-DK", "de-DE"]), DraftBook(), scope: scope, ReviewSettings(draftsFolder: "/"))
    let query = TextQuery(locale: "da-DK", section: nil, search: "in da", filter: .all)
    let before = try board.list(query)
    #expect(before.language == 1)
    #expect(before.keys == [0, 1, 2])
    board.read(Self.catalog(["da-DK", "de-DE", "en-GB"]))
    let after = try board.list(query)
    #expect(after.language == 0)
    #expect(after.keys == [0, 1, 2])
    board.read(Self.catalog(["de-DE", "en-GB"]))
    let error = #expect(throws: ReviewPageError.self) { _ = try board.list(query) }
    #expect(error?.code == .unknownText)
    #expect(error?.message == "The application does not have the locale da-DK. Choose another one.")
  }
}
