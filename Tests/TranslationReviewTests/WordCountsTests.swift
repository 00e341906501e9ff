import Basics
import NStackAPI
import Testing

@testable import TranslationReview

@Suite struct WordCountsTests {
  private static func catalog(_ proposals: [Proposal] = []) -> Catalog {
    let english: [(section: String, key: String, value: String?)] = [
      ("a", "one", "Log in now"), ("a", "two", "Log in now"), ("a", "three", "Ready"), ("a", "four", "Log in now"),
      ("a", "five", "See you"), ("a", "six", "Ready"),
    ]
    let danish: [(section: String, key: String, value: String?)] = [
      ("a", "one", nil), ("a", "two", nil), ("a", "three", "Klar"), ("a", "four", "Log ind"), ("a", "five", "Vi ses"),
      ("a", "six", nil), ("a", "extra", "Kun her"),
    ]
    return Catalog(
      resources: [
        Fixture.resource(Fixture.language(1, "en-GB", isDefault: true), english),
        Fixture.resource(Fixture.language(2, "da-DK"), danish),
      ], proposals: proposals)
  }

  private static func counts(
    _ proposals: [Proposal] = [], _ selection: ReviewSelection = ReviewSelection()
  ) throws -> WordCounts {
    WordCounts(try ReviewSheet(catalog: catalog(proposals), scope: Fixture.scope, selection: selection))
  }

  private static let proposal = Proposal(
    id: 1, text: TextIdentity(section: "a", key: "five", locale: "da-DK"), value: "På gensyn", canDelete: false)

  @Test func `Each text is counted once, by the words of its source text`() throws {
    let counts = try Self.counts([Self.proposal])
    #expect(counts.source == "en-GB")
    #expect(counts.locales.map(\.locale) == ["da-DK"])
    let danish = try #require(counts.locales.first)
    #expect([danish.new.segments, danish.new.measure.words, danish.new.measure.characters] == [2, 4, 13])
    #expect([danish.changed.segments, danish.changed.measure.words] == [1, 2])
    #expect([danish.repeated.segments, danish.repeated.measure.words] == [1, 3])
    // Its own words are counted for the text that the source lacks.
    #expect([danish.translated.segments, danish.translated.measure.words] == [3, 6])
  }

  @Test func `Only the selected texts are counted`() throws {
    var selection = ReviewSelection()
    selection.keys = ["two"]
    let danish = try #require(try Self.counts([], selection).locales.first)
    #expect(danish.new.segments == 1)
    #expect(danish.translated.segments == 0)
    #expect(danish.repeated.segments == 0)
  }

  @Test func `The table has a line for each unit, and their sums`() throws {
    #expect(
      try Self.counts([Self.proposal]).lines() == [
        "locale              new  changed  repeated  translated  all",
        "da-DK   words         4        2         3           6   15",
        "        characters   13        6         8          19   46",
        "        segments      2        1         1           3    7",
      ])
  }

  @Test func `The object has the same numbers`() throws {
    #expect(
      String(decoding: try Self.counts().json.compactUTF8, as: UTF8.self)
        == #"{"source":"en-GB","locales":[{"locale":"da-DK","#
        + #""new":{"words":4,"characters":13,"segments":2},"changed":{"words":0,"characters":0,"segments":0},"#
        + #""repeated":{"words":3,"characters":8,"segments":1},"#
        + #""translated":{"words":8,"characters":25,"segments":4}}]}"#)
  }
}
