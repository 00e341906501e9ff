import Testing

@testable import Spreadsheet

/// Whether a guard with a limit of 100 lets a text pass, fed in chunks of a size.
private func accepts(_ text: String, chunkSize: Int) -> Bool {
  var guardian = MarkupGuard(limit: 100)
  let bytes = Array(text.utf8)
  for start in stride(from: 0, to: bytes.count, by: chunkSize) {
    let chunk = bytes[start..<min(start + chunkSize, bytes.count)]
    if !chunk.withUnsafeBytes({ guardian.passes($0) { _ in } }) { return false }
  }
  return true
}

/// What a guard gives to libxml2 of a text, fed in chunks of a size, and the characters that it found.
private func passed(_ text: String, _ forbidden: ForbiddenCharacters, chunkSize: Int) -> (
  text: String, found: (first: UInt32, count: Int)?
) {
  var guardian = MarkupGuard(limit: 1000, forbidden: forbidden)
  var output: [UInt8] = []
  let bytes = Array(text.utf8)
  for start in stride(from: 0, to: bytes.count, by: chunkSize) {
    #expect(bytes[start..<min(start + chunkSize, bytes.count)].withUnsafeBytes { guardian.passes($0) { output += $0 } })
  }
  return (String(decoding: output + guardian.held, as: UTF8.self), guardian.found)
}

/// The noncharacter that begins a code.
private let noncharacter = String(decoding: [0xEF, 0xB7, 0x90] as [UInt8], as: UTF8.self)

private func code(_ digits: String) -> String { "\(noncharacter)\(digits);" }

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

  /// A text, what is left of it where characters are encoded, and the code points that XML does not allow.
  private static let characters: [(String, String, [UInt32])] = [
    ("<a>\u{B}\u{1F}</a>", "<a>\(code("b"))\(code("1f"))</a>", [0xB, 0x1F]),
    ("<a>&#x000000B;x</a>", "<a>\(code("b"))x</a>", [0xB]),
    ("<a>\u{FFFE}&#xFFFF;</a>", "<a>\(code("fffe"))\(code("ffff"))</a>", [0xFFFE, 0xFFFF]),
    ("<a>&#x110000;&#99999999999;</a>", "<a>\(code("110000"))\(code("110000"))</a>", [0x11_0000, 0x11_0000]),
    ("<a b='&#x8;' c=\"\u{8}'&#8;\"/>", "<a b='\(code("8"))' c=\"\(code("8"))'\(code("8"))\"/>", [8, 8, 8]),
    ("<a><![CDATA[&#xB;\u{B}]]>&#xB;</a>", "<a><![CDATA[&#xB;\(code("b"))]]>\(code("b"))</a>", [0xB, 0xB]),
    ("<!--&#xB;\u{B}--><?p &#xB;\u{B}?>", "<!--&#xB;\u{FFFD}--><?p &#xB;\u{FFFD}?>", []),
    // What libxml2 refuses, and what XML allows.
    ("<a\u{B} b/>", "<a\u{B} b/>", []), ("&amp;#xB; _x000B_", "&amp;#xB; _x000B_", []),
    ("&#xB &#;&#x;&#xG;& &", "&#xB &#;&#x;&#xG;& &", []),
    (
      "&#x9;&#10;&#xD;&#x20;&#xFFFD;&#x1F600;&amp;\u{7F}\u{85}",
      "&#x9;&#10;&#xD;&#x20;&#xFFFD;&#x1F600;&amp;\u{7F}\u{85}", []
    ), ("<a>\r\nb\rc\n\r\r\n</a>", "<a>\nb\nc\n\n\n</a>", []),
    ("<a b='\r\n'><![CDATA[\r\n\r]]><!--\r--></a>", "<a b='\n'><![CDATA[\n\n]]><!--\n--></a>", []),
    ("\(noncharacter)b;&#xFDD0;", "\(code("fdd0"))b;\(code("fdd0"))", []),
    ("<!--> <a> --><a>\u{B}</a>", "<!--> <a> --><a>\(code("b"))</a>", [0xB]),
    ("<a><![CDATA[<b c='\u{B}]]>\u{B}", "<a><![CDATA[<b c='\(code("b"))]]>\(code("b"))", [0xB, 0xB]),
  ]

  @Test(arguments: characters.indices) func `Characters that XML does not allow are encoded where they count`(
    index: Int
  ) {
    let (text, expected, found) = Self.characters[index]
    for size in 1...40 {
      let read = passed(text, .encoded, chunkSize: size)
      #expect(read.text == expected, "chunks of \(size) bytes")
      #expect(read.found?.first == found.first && read.found?.count ?? 0 == found.count)
    }
    #expect(ForbiddenCharacters.decoded(expected.utf8).found == found.first)
  }

  @Test func `An encoded text is read as it was`() {
    #expect(
      ForbiddenCharacters.decoded("a\(code("b"))c\(code("d800"))\(code("110000"))".utf8).text
        == "a\u{B}c\u{FFFD}\u{FFFD}")
    #expect(ForbiddenCharacters.decoded("a\(code("fdd0"))b;".utf8).text == "a\(noncharacter)b;")
    #expect(ForbiddenCharacters.name(of: 0xB) == "U+000B")
  }

  @Test func `In a workbook such a character is escaped in text, and left to libxml2 elsewhere`() {
    for size in 1...12 {
      let text = "<t>a&#xB;\u{1}&#xD800;&#x110000;\u{FFFE}</t>"
      #expect(passed(text, .escaped, chunkSize: size).text == "<t>a_x000b__x0001__xd800__xd800__xfffe_</t>")
      #expect(passed("<t>a</t><t b='&#xB;'>b</t>", .escaped, chunkSize: size).text == "<t>a</t><t b='&#xB;'>b</t>")
      #expect(passed(text, .refused, chunkSize: size).text == text)
    }
  }
}
