import Testing

@testable import Spreadsheet

/// Whether a guard with a limit of 100 lets a text pass, fed in chunks of a size.
private func accepts(_ text: String, chunkSize: Int) -> Bool {
  var guardian = MarkupGuard(limit: 100)
  let bytes = Array(text.utf8)
  for start in stride(from: 0, to: bytes.count, by: chunkSize) {
    let chunk = bytes[start..<min(start + chunkSize, bytes.count)]
    if !chunk.withUnsafeBytes({ guardian.accepts($0) }) { return false }
  }
  return true
}

private func x(_ count: Int) -> String { String(repeating: "x", count: count) }

struct XMLMarkupGuardTests {
  @Test(
    arguments: [
      x(1000), "<a>\(x(1000))</a>", "<a b='\(x(92))'>", "<a b='>\(x(91))'>", "<!--\(x(93))-->", "<?p \(x(94))?>",
      "<a><![CDATA[\(x(1000))]]></a>", "<a b=\"'\">\(x(1000))</a>", "<a>\(x(150))<b/>\(x(150))</a>",
      String(repeating: "<a b='1'>", count: 100),
    ], [1, 7, 49, 50, 51, 99, 100, 101, 4096]) func `Markup of 100 bytes passes, and text of any length`(
      text: String, chunkSize: Int
    )
  { #expect(accepts(text, chunkSize: chunkSize)) }

  @Test(
    arguments: [
      "<a b='\(x(94))'>", "<a b='>\(x(93))'>", "<a>text<b \(x(98))>", "<!--\(x(94))-->", "<!--\(x(90))>>>>-->",
      "<?p \(x(95))?>", "<a b=\"'\" c='\(x(87))'>", "<a>\(x(500))<b c='\(x(94))'>", "<\(x(100))", "<a b='\(x(500))",
    ], [1, 7, 49, 50, 51, 99, 100, 101, 4096]) func `Markup of 101 bytes does not`(text: String, chunkSize: Int)
  { #expect(!accepts(text, chunkSize: chunkSize)) }
}
