import Basics
import Testing

struct PluralRulesTests {
  @Test(
    "numbers have the categories of CLDR's own samples",
    arguments: [
      ("ar-SA", "zero: 0 0.0, one: 1 1.0, two: 2, few: 3 10 103 110, many: 11 99 111, other: 100 101 102 200 0.1"),
      ("pl", "one: 1, few: 2 3 4 22 104, many: 0 5 11 12 14 21 111 112, other: 1.0 1.5"),
      ("ru_RU", "one: 1 21 101 1000000000000000000000001, few: 2 22 104, many: 0 5 11 12 20 111, other: 1.0 0.5"),
      ("da-DK", "one: 1 1.0 0.1 1.6, other: 0 2 0.0 2.0 21"), ("ja", "other: 0 1 2 1.0"),
      ("cy", "zero: 0, one: 1 1.0, two: 2, few: 3, many: 6, other: 4 5 7 100"),
      ("en", "one: 1 -1, other: 0 1.0 10000000000000000001"), ("pt-BR", "one: 0 1 1.5, other: 2, many: 1000000"),
      ("pt_pt", "one: 1, other: 0 1.0"), ("fr", "one: 0 1.9, many: 1c6 1.2c6 2000000, other: 2 1c3 1200000.0"),
      ("lv", "zero: 0 10 11 30 0.11, one: 1 21 0.1, other: 2 22"), ("he", "one: 1 0.5, two: 2, other: 0 20"),
      ("iw", "two: 2"), ("zh-Hant-TW", "other: 1"), ("en", "one: 1e999999999999999999999, other: x . - 1.2.3"),
    ]) func cardinals(locale: String, expected: String) throws
  {
    let rules = try #require(PluralRules(locale: locale))
    for part in expected.split(separator: ", ") {
      let words = part.split(whereSeparator: { ": ".contains($0) }).map(String.init)
      for number in words.dropFirst() { #expect(rules.category(of: number).rawValue == words[0], "\(number)") }
    }
  }

  @Test func `ordinal numbers have rules of their own, and an unknown language has none`() throws {
    let english = try #require(PluralRules(locale: "en-GB", isOrdinal: true))
    #expect([1, 22, 103, 4, 11, 112].map { english.category(of: $0) } == [.one, .two, .few, .other, .other, .other])
    #expect(["tlh", "", "-"].allSatisfy { PluralRules(locale: $0) == nil })
  }

  @Test func `a language needs the categories that everyday numbers select`() throws {
    let french = try #require(PluralRules(locale: "fr"))
    #expect(french.known == [.one, .many, .other] && french.needed == [.one, .other])
    #expect(PluralRules(locale: "pl")?.needed == [.one, .few, .many, .other])
  }
}
