import Basics
import Testing

@Suite("Times in UTC")
struct UTCTimeTests {
  @Test(
    "a text is read back, and no other one",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2024-02-29T23:59:59Z", 1_709_251_199), ("1969-12-31T23:59:58Z", -2),
      ("2023-02-29T00:00:00Z", nil), ("2024-02-29T24:00:00Z", nil), ("2024-02-29", nil), ("", nil),
      ("2024-02-29T23:59:59+01:00", nil),
    ] as [(String, Int?)])
  func seconds(text: String, expected: Int?) {
    #expect(UTCTime.seconds(of: text) == expected)
  }
}
