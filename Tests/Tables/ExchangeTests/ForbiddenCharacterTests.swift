import Foundation
import Spreadsheet
import Testing

@testable import Exchange

/// Files with characters that XML does not allow: the entry with one is left out and told, and the others are read.
struct ForbiddenCharacterTests {
  /// What a file may have in the place of a character, and the name that is told. XMLMarkupGuardTests have all that are found.
  private let characters = [
    "\u{B}": "U+000B", "&#11;": "U+000B", "&#x0001F;": "U+001F", "\u{FFFE}": "U+FFFE", "&#0;": "U+0000",
    "&#xD800;": "U+D800", "&#x110000;": "a number above U+10FFFF, the last character",
  ]

  private static let tmx =
    "<tmx version=\"1.4\"><header srclang=\"en\"/><body><tu tuid=\"@a\"><note>n@n</note><tuv xml:lang=\"en\"><seg>One"
    + "</seg></tuv><tuv xml:lang=\"da\"><seg>E@n</seg></tuv></tu>\n<tu><tuv xml:lang=\"en\"><seg>Two</seg></tuv>"
    + "<tuv xml:lang=\"da\"><seg>To</seg></tuv></tu></body></tmx>"
  private static let tbx =
    "<tbx type=\"TBX-Core\" xml:lang=\"en\"><text><body><conceptEntry id=\"@a\"><note>n@n</note><langSec xml:lang=\"en\">"
    + "<termSec><term>One</term></termSec></langSec><langSec xml:lang=\"da\"><termSec><term>E@n</term></termSec></langSec>"
    + "</conceptEntry>\n<conceptEntry id=\"b\"><langSec xml:lang=\"en\"><termSec><term>Two</term></termSec></langSec>"
    + "<langSec xml:lang=\"da\"><termSec><term>To</term></termSec></langSec></conceptEntry></body></text></tbx>"
  private static let xliff1 =
    "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"da\"><body><trans-unit id=\"@a\"><note>n@n</note>"
    + "<source>One</source><target state=\"final\">E@n</target></trans-unit>\n<trans-unit id=\"b\"><source>Two</source>"
    + "<target state=\"final\">To</target></trans-unit></body></file></xliff>"
  private static let xliff2 =
    "<xliff version=\"2.0\" srcLang=\"en\" trgLang=\"da\"><file id=\"f\"><unit id=\"@a\"><notes><note>n@n</note></notes>"
    + "<segment state=\"final\"><source>One</source><target>E@n</target></segment></unit>\n<unit id=\"b\">"
    + "<segment state=\"final\"><source>Two</source><target>To</target></segment></unit></file></xliff>"

  private static let documents: [(text: String, coding: any UnitCoding)] = [
    (tmx, TMXCoding()), (tbx, TBXCoding()), (xliff1, XLIFFCoding()), (xliff2, XLIFFCoding()),
  ]

  /// A document with a text in one of its three places: an attribute, a note and the text itself.
  private func filled(_ document: String, place: Int, with text: String) -> String {
    let parts = document.components(separatedBy: "@")
    var filled = parts[0]
    for (index, part) in parts.dropFirst().enumerated() { filled += (index == place ? text : "") + part }
    return filled
  }

  @Test(arguments: 0..<4, [0, 2]) func `the entry is left out, the character named, and the rest read`(
    document: Int, place: Int
  ) throws {
    for (written, name) in characters {
      let text = filled(Self.documents[document].text, place: place, with: written)
      let remarks = Remarks()
      var options = UnitReadingOptions()
      options.remark = { remarks.add($0) }
      let file = try ExchangeFile(text)
      let units = try file.units(Self.documents[document].coding, options)
      #expect(units.map(\.lines) == [["en: Two", "da: To"]], "\(name)")
      let remark = try #require(remarks.found.first)
      #expect(remarks.found.count == 1 && remark.code == .exchangeCharacter)
      #expect(remark.message == "this entry has a character that XML does not allow (\(name)), and was left out.")
      #expect(remark.place == SpreadsheetError.Place(file: file.path, line: 1))
    }
  }

  @Test(arguments: 0..<4) func `in a note it is left out alone`(document: Int) throws {
    for (written, name) in characters {
      let remarks = Remarks()
      var options = UnitReadingOptions()
      options.remark = { remarks.add($0) }
      let units = try ExchangeFile(filled(Self.documents[document].text, place: 1, with: written)).units(
        Self.documents[document].coding, options)
      #expect(units.map(\.lines) == [["en: One", "da: En"], ["en: Two", "da: To"]], "\(name)")
      #expect(remarks.found.isEmpty)
    }
  }

  @Test func `a character outside of every entry changes nothing, and one in a name is an error`() throws {
    let text = Self.tmx.replacing("@", with: "")
    let header = text.replacing("<header ", with: "<header creationtool=\"a&#xB;\u{C}\" ")
    #expect(try ExchangeFile(header).units(TMXCoding()).count == 2)
    let name = text.replacing("<tu ", with: "<tu\u{B} ")
    #expect(try ExchangeFile(name).refusal(TMXCoding())?.code == "xml.malformed")
  }
}
