import Basics
import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct WordCountsTests {
  private func catalog(_ proposals: [Proposal] = []) -> Catalog {
    let english: [(section: String, key: String, value: String?)] = [
      ("a", "one", "Log in now"), ("a", "two", "Log in now"), ("a", "three", "Ready"), ("a", "four", "Log in now"),
      ("a", "five", "See you"), ("a", "six", "Ready"),
    ]
    let danish: [(section: String, key: String, value: String?)] = [
      ("a", "one", nil), ("a", "two", nil), ("a", "three", "Klar"), ("a", "four", "Log ind"), ("a", "five", "Vi ses"),
      ("a", "six", nil), ("a", "extra", "Kun her"),
    ]
    return Fixture.catalog(english: english, danish: danish, proposals: proposals)
  }

  private func counts(_ proposals: [Proposal] = [], _ selection: ReviewSelection = ReviewSelection()) throws
    -> WordCounts
  { WordCounts(try ReviewSheet(catalog: catalog(proposals), scope: Fixture.scope, selection: selection)) }

  private let proposal = Proposal(
    id: 1, text: TextIdentity(section: "a", key: "five", locale: "da-DK"), value: "På gensyn", canDelete: false)

  @Test func `Where only the source locale is chosen, a sentence says that it is not counted`() throws {
    var selection = ReviewSelection()
    selection.locales = ["en-GB"]
    let counts = try counts([], selection)
    #expect(counts.lines() == ["no texts to count: en-GB is the source locale, whose texts are not translated"])
  }

  @Test func `Only the selected texts are counted`() throws {
    var selection = ReviewSelection()
    selection.keys = ["two"]
    let danish = try #require(try counts([], selection).locales.first)
    #expect(danish.new.segments == 1)
    #expect(danish.translated.segments == 0)
    #expect(danish.repeated.segments == 0)
  }

  @Test func `Each text is counted once, by the words of its source text, and the table has a line for each unit`()
    throws
  {
    // The text that the source lacks is counted by its own words.
    #expect(
      try counts([proposal]).lines() == [
        "locale              new  changed  repeated  translated  all",
        "da-DK   words         4        2         3           6   15",
        "        characters   13        6         8          19   46",
        "        segments      2        1         1           3    7",
      ])
  }

  @Test func `The object has the same numbers`() throws {
    #expect(
      String(decoding: try counts().json.compactUTF8, as: UTF8.self)
        == #"{"source":"en-GB","locales":[{"locale":"da-DK","#
        + #""new":{"words":4,"characters":13,"segments":2},"changed":{"words":0,"characters":0,"segments":0},"#
        + #""repeated":{"words":3,"characters":8,"segments":1},"#
        + #""translated":{"words":8,"characters":25,"segments":4}}]}"#)
  }

  // MARK: - Memories

  /// What memories have for Danish texts, by their keys.
  private func counts(matching matches: [String: SheetSuggestions.Match], threshold: Int? = nil) throws -> WordCounts {
    let catalog = catalog([proposal])
    var suggestions = SheetSuggestions(of: catalog)
    for (key, match) in matches {
      let place = try #require(catalog.keyIndex(of: TextKey(section: "a", key: key)))
      suggestions.insert(
        SheetSuggestions.Suggestion(text: "x", memory: "team.tmx", entry: 1, match: match), forKeyAt: place,
        inLanguageAt: 1)
    }
    return WordCounts(
      try ReviewSheet(catalog: catalog, scope: Fixture.scope), matching: suggestions, threshold: threshold)
  }

  /// The words and segments of the Danish texts in each column.
  private func columns(_ counts: WordCounts) throws -> [String] {
    let danish = try #require(counts.locales.first)
    let sizes = [danish.new, danish.changed] + danish.matched + [danish.repeated, danish.translated]
    return sizes.map { "\($0.words)/\($0.segments)" }
  }

  @Test
  func `Texts that are in a memory exactly are counted apart each time, others once, translated ones as no match`()
    throws
  {
    // "Log in now" is missing twice. "See you" has a proposal, and "Ready" is missing once.
    #expect(try columns(counts(matching: [:])) == ["4/2", "2/1", "0/0", "0/0", "3/1", "6/3"])
    let exact = try columns(counts(matching: ["one": .exact, "two": .language, "three": .exact]))
    #expect(exact == ["1/1", "2/1", "6/2", "0/0", "0/0", "6/3"])
    let folded = try columns(counts(matching: ["one": .folded, "two": .folded, "five": .exact]))
    #expect(folded == ["1/1", "0/0", "2/1", "3/1", "3/1", "6/3"])
  }

  private static let bands: [(Int?, [ClosedRange<Int>])] = [
    (nil, []), (99, [99...99]), (95, [95...99]), (90, [95...99, 90...94]), (70, [95...99, 85...94, 75...84, 70...74]),
  ]

  @Test(arguments: bands) func `Similar texts are counted in the bands of agencies, down to what was asked for`(
    threshold: Int?, bands: [ClosedRange<Int>]
  ) throws {
    let expected: [WordCounts.Match] = [.exact, .folded] + bands.map { WordCounts.Match.similar($0) }
    #expect(try counts(matching: [:], threshold: threshold).matches == expected)
  }

  @Test func `A similar text is in the band of its score`() throws {
    let matches: [String: SheetSuggestions.Match] = [
      "one": .fuzzy(95), "two": .fuzzy(95), "five": .fuzzy(94), "six": .fuzzy(75),
    ]
    let counts = try counts(matching: matches, threshold: 75)
    #expect(try columns(counts) == ["0/0", "0/0", "0/0", "0/0", "3/1", "2/1", "1/1", "3/1", "6/3"])
    #expect(
      Array(counts.lines().prefix(2)) == [
        "locale              new  changed  exact  folded  95-99 %  85-94 %  75-84 %  repeated  translated  all",
        "da-DK   words         0        0      0       0        3        2        1         3           6   15",
      ])
    let json = String(decoding: counts.json.compactUTF8, as: UTF8.self)
    let matched = """
      "matched":[{"match":"exact","words":0,"characters":0,"segments":0},\
      {"match":"folded","words":0,"characters":0,"segments":0},\
      {"match":"95-99","words":3,"characters":8,"segments":1},\
      {"match":"85-94","words":2,"characters":6,"segments":1},\
      {"match":"75-84","words":1,"characters":5,"segments":1}],"repeated"
      """
    #expect(json.contains(matched))
  }
}
