import Exchange
import Foundation
import Spreadsheet
import Testing

/// Files that want entities expanded, other files read, or the reader busy. None may be read, and none may end the
/// program.
struct HostileXMLTests {
  private let codings: [any UnitCoding] = [TMXCoding(), TBXCoding(), XLIFFCoding()]

  private static let tmx =
    "<tmx version=\"1.4\"><header srclang=\"en\"/><body><tu><tuv xml:lang=\"en\"><seg>A&e;B<ph>%@</ph></seg></tuv>"
    + "<tuv xml:lang=\"da\"><seg a=\"x\">Æ</seg></tuv></tu></body></tmx>"
  private static let whole = tmx.replacing("&e;", with: "")

  private func refusals(_ bytes: some Sequence<UInt8>) throws -> Set<String> {
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
      #expect(try refusals("<!DOCTYPE tmx \(rest)>\(text)".utf8) == ["xml.doctype"])
      let wide = Array("\u{FEFF}<!DOCTYPE tmx \(rest)>\(text)".utf16).flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
      }
      #expect(try refusals(wide) == ["xml.doctype"])
    }
  }

  @Test(arguments: ["", "<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">", "<!DOCTYPE tmx PUBLIC \"a\" \"b\">"])
  func `an entity that XML does not define never vanishes in silence`(type: String) throws {
    let file = try ExchangeFile(type + Self.tmx)
    let error = try #require(try file.refusal(TMXCoding()))
    #expect(error.code == "xml.malformed")
    #expect(error.message.contains("&e;"))
    let attribute = Self.whole.replacing("a=\"x\"", with: "a=\"&nbsp;\"")
    #expect(try ExchangeFile(type + attribute).refusal(TMXCoding())?.code == "xml.malformed")
  }

  @Test func `the file that an entity or a document type names is not read`() throws {
    let secret = try ExchangeFile("<!ENTITY e \"secret\">")
    let text = "<!DOCTYPE tmx SYSTEM \"file://\(secret.path)\">\(Self.tmx)"
    #expect(try ExchangeFile(text).refusal(TMXCoding())?.code == "xml.malformed")
  }

  @Test func `a file that ends anywhere is refused`() throws {
    let bytes = Array(Self.whole.utf8)
    for count in 0..<bytes.count {
      let codes = try refusals(bytes.prefix(count))
      #expect(codes.isSubset(of: ["xml.malformed", "xml.encoding", "file.empty", "exchange.format"]), "\(count)")
    }
  }
}
