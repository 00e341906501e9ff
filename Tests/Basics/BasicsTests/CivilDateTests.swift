import Basics
import Testing

struct CivilDateTests {
  @Test(arguments: [
    0: [1970, 1, 1], -1: [1969, 12, 31], 59: [1970, 3, 1], 11_016: [2000, 2, 29], 11_017: [2000, 3, 1],
    -25_567: [1900, 1, 1], -25_508: [1900, 3, 1], 20_484: [2026, 1, 31], 2_932_896: [9999, 12, 31],
    -719_468: [0, 3, 1], -719_469: [0, 2, 29], -719_528: [0, 1, 1],
  ]) func `a day is the same number in both directions`(number: Int, parts: [Int]) {
    #expect(CivilDate(year: parts[0], month: parts[1], day: parts[2]).daysSince1970 == number)
    let date = CivilDate(daysSince1970: number)
    #expect([date.year, date.month, date.day] == parts)
  }

  @Test func `every fourth year has a leap day, but of the centuries only every fourth`() {
    #expect(
      (1...12).map { CivilDate.length(ofMonth: $0, year: 2026) } == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    #expect([2024, 1900, 2000].map { CivilDate.length(ofMonth: 2, year: $0) } == [29, 28, 29])
  }

  @Test(arguments: [
    0: "1970-01-01T00:00:00Z", -1: "1969-12-31T23:59:59Z", 86_399: "1970-01-01T23:59:59Z",
    1_769_853_600: "2026-01-31T10:00:00Z", -62_167_219_200: "0000-01-01T00:00:00Z",
  ]) func `a time is ISO 8601 to the second, before 1970 too`(seconds: Int, text: String) {
    #expect(UTCTime.text(secondsSince1970: seconds) == text)
  }

  @Test func `a time spells its zone as it is asked to`() {
    #expect(UTCTime.text(secondsSince1970: 1_769_853_600, zone: "+00:00") == "2026-01-31T10:00:00+00:00")
  }
}

struct UTCTimeTests {
  @Test(
    arguments: [
      "1970-01-01T00:00:00Z": 0, "2024-02-29T23:59:59Z": 1_709_251_199, "1969-12-31T23:59:58Z": -2,
      "2023-02-29T00:00:00Z": nil, "2024-02-29T24:00:00Z": nil, "2024-02-29": nil, "": nil,
      "2024-02-29T23:59:59+01:00": nil,
    ] as [String: Int?]) func `a text is read back, and no other one`(text: String, expected: Int?)
  { #expect(UTCTime.seconds(of: text) == expected) }
}
