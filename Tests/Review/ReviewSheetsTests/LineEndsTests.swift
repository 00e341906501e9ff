import Testing

@testable import ReviewSheets

struct LineEndsTests {
  @Test(
    "a text takes CR LF only where all line ends of its model are CR LF",
    arguments: [
      ("a\nb", "x\r\ny", "a\r\nb"), ("a\r\nb", "x\r\ny", "a\r\nb"), ("a\r\nb", "x\ny", "a\nb"), ("a\r\nb", "x", "a\nb"),
      ("a\nb", "x\r\ny\nz", "a\nb"), ("a\nb", "x\r\ny\rz", "a\nb"), ("a", "x\r\ny", "a"),
    ]) func adapting(text: String, model: String, expected: String)
  { #expect(Array(LineEnds.adapting(text, to: model).utf8) == Array(expected.utf8)) }
}
