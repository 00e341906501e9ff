import Exchange
import Foundation
import Spreadsheet
import Testing

/// Files that want entities expanded, other files read, or the reader busy. None may be read, and none may end the
/// program.
struct HostileXMLTests {
  private static let codings: [any UnitCoding] = [TMXCoding(), TBXCoding(), XLIFFCoding()]

  private static let tmx =
    "<tmx version=\"1.4\"><header srclang=\"en\"/><body><tu><tuv xml:lang=\"en\"><seg>A&e;B<ph>%@</ph></seg></tuv>"
    + "<tuv xml:lang=\"da\"><seg a=\"x\">Æ</seg></tuv></tu></body></tmx>"
  private static let whole = tmx.replacing("&e;", with: "")

  private static func refusals(_ bytes: some Sequence<UInt8>) throws -> Set<String> {
    let file = try ExchangeFile(bytes)
    return Set(try codings.map { try file.refusal($0)?.code.rawValue ?? "read" })
  }

  @Test(arguments: [
    "[]", "[ ]", "SYSTEM \"tmx14.dtd\" []", "SYSTEM \"tmx14.dtd\" [<!ENTITY e \"x\">]", "[<!ENTITY e \"x\">]",
    "[<!ENTITY e SYSTEM \"file:///etc/passwd\">]", "[<!ENTITY % p SYSTEM \"http://127.0.0.1:9/x\"> %p;]",
    "PUBLIC \"a\" \"b\" [%p;]", "[<!ENTITY a \"&b;&b;\"><!ENTITY b \"&a;\"><!ENTITY e \"&a;\">]",
    "[<!ATTLIST seg b CDATA \"x\">]", "[<?pi?>]", "[<!-- -->]", "",
  ]) func `anything but an external identifier in a document type is refused`(rest: String) throws {
    for text in [Self.tmx, Self.whole] {
      #expect(try Self.refusals("<!DOCTYPE tmx \(rest)>\(text)".utf8) == ["xml.doctype"])
      let wide = Array("\u{FEFF}<!DOCTYPE tmx \(rest)>\(text)".utf16).flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
      }
      #expect(try Self.refusals(wide) == ["xml.doctype"])
    }
  }

  @Test func `a billion laughs is refused at the document type`() throws {
    var entities = "<!ENTITY l0 \"ha\">"
    for level in 1...10 {
      entities += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
    }
    let text = "<!DOCTYPE tmx [\(entities)<!ENTITY e \"&l10;\">]>\(Self.tmx)"
    #expect(try Self.refusals(text.utf8) == ["xml.doctype"])
  }

  @Test(arguments: ["", "<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">", "<!DOCTYPE tmx PUBLIC \"a\" \"b\">"])
  func `an entity that XML does not define never vanishes in silence`(type: String) throws {
    let file = try ExchangeFile(type + Self.tmx)
    let error = try #require(try file.refusal(TMXCoding()))
    #expect(error.code.rawValue == "xml.malformed")
    #expect(error.message.contains("&e;"))
    let attribute = Self.whole.replacing("a=\"x\"", with: "a=\"&nbsp;\"")
    #expect(try ExchangeFile(type + attribute).refusal(TMXCoding())?.code.rawValue == "xml.malformed")
  }

  @Test func `the file that an entity or a document type names is not read`() throws {
    let secret = try ExchangeFile("<!ENTITY e \"secret\">")
    let text = "<!DOCTYPE tmx SYSTEM \"file://\(secret.path)\">\(Self.tmx)"
    #expect(try ExchangeFile(text).refusal(TMXCoding())?.code.rawValue == "xml.malformed")
  }

  @Test func `deep nesting, many attributes, names and namespaces, and long tags end the reading`() throws {
    let depth = String(repeating: "<a>", count: 100_000)
    let attributes: String = (0..<1_000_000).lazy.map { " a\($0)=\"\"" }.joined()
    let some = (0..<200).map { " a\($0)=\"\"" }.joined()
    let names = (0..<20_000).map { "<a\($0)/>" }.joined()
    let namespaces = (0..<100).map { " xmlns:a\($0)=\"b\"" }.joined()
    for (expected, text) in [
      ("limit.xml-depth", depth), ("limit.xml-tag", "<a\(attributes)/>"), ("limit.xml-attributes", "<a\(some)/>"),
      ("limit.xml-names", names), ("limit.xml-attributes", "<a\(namespaces)/>"),
      ("limit.xml-tag", "<!--\(String(repeating: "x", count: 1 << 20))-->"),
    ] {
      for start in ["<tmx>", "<tmx><tu>"] {
        let code = try ExchangeFile(start + text).refusal(TMXCoding())?.code.rawValue
        #expect(code == expected, "\(text.prefix(20))")
      }
    }
  }

  @Test func `a file that ends anywhere is refused`() throws {
    let bytes = Array(Self.whole.utf8)
    for count in 0..<bytes.count {
      let codes = try Self.refusals(bytes.prefix(count))
      #expect(codes.isSubset(of: ["xml.malformed", "xml.encoding", "file.empty", "exchange.format"]), "\(count)")
    }
  }

  @Test func `300 files with one to four random bytes changed are read or refused with a code`() async throws {
    var generator = SystemRandomNumberGenerator()
    let documents = [
      Self.whole,
      "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"da\"><body><trans-unit id=\"1\">"
        + "<source>a<ph id=\"1\">%@</ph></source><target state=\"final\">b<x id=\"1\"/></target></trans-unit></body>"
        + "</file></xliff>",
    ].map { Array($0.utf8) }
    var read = 0
    var refused = 0
    for _ in 0..<150 {
      // Other tests share the thread.
      await Task.yield()
      for (coding, document) in zip([TMXCoding(), XLIFFCoding()] as [any UnitCoding], documents) {
        var bytes = document
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        if try ExchangeFile(bytes).refusal(coding) == nil { read += 1 } else { refused += 1 }
      }
    }
    #expect(read + refused == 300)
    #expect(read > 0)
    #expect(refused > 0)
  }

  @Test(arguments: ["UTF-7", "ISO-8859-1", "UTF-16", "UCS-4", "nonsense"]) func `other encodings are refused`(
    name: String
  ) throws {
    #expect(try Self.refusals("<?xml version=\"1.0\" encoding=\"\(name)\"?>\(Self.whole)".utf8) == ["xml.encoding"])
  }
}
