import Basics
import Exchange
import Spreadsheet
import Testing

struct TBXCodingTests {
  private func units(_ text: String) throws -> [TranslationUnit] { try ExchangeFile(text).units(TBXCoding()) }

  private let third = """
    <tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2"><text><body>
    <conceptEntry id="c1"><descrip type="definition">A person</descrip>
    <langSec xml:lang="en"><termSec><term>user</term><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></termSec>
    <termSec><term>client</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></termSec></langSec>
    <langSec xml:lang="da"><note>Common</note><termSec><term>bruger</term></termSec></langSec></conceptEntry>
    <conceptEntry id="c2"><langSec xml:lang="en"><termSec><term>alone</term></termSec></langSec></conceptEntry>
    </body></text></tbx>
    """

  @Test func `version 3 has its terms with how they are recommended`() throws {
    let units = try units(third)
    #expect(units.map(\.lines) == [["en: user", "en: client", "da: bruger"]])
    #expect(units.first?.variants.map(\.standing) == [.preferred, .forbidden, .unstated])
    #expect(units.first?.number == 2)
    #expect(units.first?.source == nil)
  }

  @Test func `the style with an element for each kind of data means the same`() throws {
    let text = """
      <tbx style="dct" type="TBX-Min" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="http://x"><text><body>
      <conceptEntry id="c1"><langSec xml:lang="en"><termSec><term>sign in</term></termSec></langSec>
      <langSec xml:lang="da"><termSec><term>log ind</term><min:administrativeStatus>admittedTerm-admn-sts\
      </min:administrativeStatus></termSec></langSec></conceptEntry></body></text></tbx>
      """
    #expect(try units(text).first?.variants.map(\.standing) == [.unstated, .admitted])
  }

  @Test func `version 2 with its document type, groups and authorisations`() throws {
    let text = """
      <!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
      <martif type="TBX" xml:lang="en"><text><body><termEntry id="e"><descripGrp><descrip type="definition">D</descrip>\
      </descripGrp><langSet xml:lang="en"><tig><term>mail</term></tig></langSet>
      <langSet xml:lang="da-DK"><ntig><termGrp><term>post</term><termNote type="normativeAuthorization">\
      supersededTerm</termNote></termGrp></ntig></langSet></termEntry></body></text></martif>
      """
    let units = try units(text)
    #expect(units.map(\.lines) == [["en: mail", "da-DK: post"]])
    #expect(units.first?.variants.map(\.standing) == [.unstated, .forbidden])
  }

  @Test(arguments: ["notRecommended", "obsoleteTerm", "superseded", "deprecatedTerm-admn-sts"])
  func `a term that is not recommended any more is forbidden`(value: String) throws {
    let text = third.replacing("deprecatedTerm-admn-sts", with: value)
    #expect(try units(text).first?.variants.map(\.standing) == [.preferred, .forbidden, .unstated])
  }

  @Test func `the language that the caller names is the source`() throws {
    var options = UnitReadingOptions()
    options.sourceLanguage = LanguageTag("da-DK")
    #expect(try ExchangeFile(third).units(TBXCoding(), options).first?.source == 2)
  }

  @Test func `another document is refused`() throws {
    #expect(try ExchangeFile("<tmx/>").refusal(TBXCoding())?.code == "exchange.format")
    let nameless = third.replacing("langSec xml:lang=\"da\"", with: "langSec")
    #expect(try ExchangeFile(nameless).refusal(TBXCoding())?.code == "exchange.language")
  }
}
