import ReviewFixtures
import Spreadsheet
import Testing

@testable import TextChecks
@testable import TranslationReview

struct GlossaryFileTests {
  /// The glossary of a file.
  private func glossary(_ text: String, name: String = "terms.csv") throws -> Glossary {
    let folder = try ScratchFolder()
    return try Glossary(path: folder.write(text, to: name))
  }

  private func preferred(_ glossary: Glossary, _ source: String, _ locale: String) -> [[String]] {
    glossary.matches(in: ScannedText(source), locale: locale).map(\.term.preferred)
  }

  @Test func `a table names its locales in the first row`() throws {
    let glossary = try glossary(
      "Key,en,Description,da-DK,DA forbidden,da (old)\n1,account|accounts,x,konto, account | brugerkonto,y\n2,,,,pinkode,\n3,log,,,,\n"
    )
    #expect(glossary.count == 3)
    let matches = glossary.matches(in: ScannedText("Your accounts"), locale: "da-DK")
    #expect(matches.map(\.term.preferred) == [["konto"], []])
    #expect(matches.map(\.term.forbidden) == [[], ["account", "brugerkonto"]])
    #expect(glossary.bans(in: TermWords("Din Pinkode"), locale: "da-DK").map(\.source) == ["pinkode"])
    for text in ["Term,Word\na,b\n", "en,Note\na,b\n"] {
      #expect(Fixture.code { try self.glossary(text) } == "glossary.columns")
    }
  }

  @Test func `a column of terms has the source, and a status forbids`() throws {
    let glossary = try glossary(
      "term;description;status;da;de;en\naccount;;;konto;Konto;Account|accounts\nklient;;Forbidden;;;\n"
        + "user;;forbidden;klient;;user\n;;forbidden;pinkode;;\n")
    #expect(preferred(glossary, "Your account", "da-DK") == [["konto"]])
    #expect(preferred(glossary, "Your accounts", "de") == [["Konto"]])
    #expect(preferred(glossary, "Din konto", "de") == [])
    #expect(glossary.matches(in: ScannedText("A user"), locale: "da").map(\.term.forbidden) == [["klient"]])
    #expect(glossary.matches(in: ScannedText("A user"), locale: "en").isEmpty)
    #expect(glossary.bans(in: TermWords("Klient og pinkode"), locale: "da").map(\.source) == ["klient", "pinkode"])
    #expect(glossary.bans(in: TermWords("Klient og pinkode"), locale: "de").map(\.source) == ["klient"])
  }

  @Test func `a column of numbers is not a language, and a script stands for its regions`() throws {
    let glossary = try glossary("ID,en,da,zh-Hans\n1,account,konto,帐户\n2,sign in,log ind,登录\n")
    #expect(preferred(glossary, "Account", "da-DK") == [["konto"]])
    #expect(preferred(glossary, "Account", "zh-Hans-CN") == [["帐户"]])
    #expect(preferred(glossary, "Account", "zh-Hant-TW") == [])
  }

  @Test func `in TBX, the language of the file is that of the source, wherever its terms are`() throws {
    func section(_ language: String, _ term: String, _ status: String = "") -> String {
      "<langSec xml:lang=\"\(language)\"><termSec><term>\(term)</term>\(status)</termSec></langSec>"
    }
    let deprecated = "<termNote type=\"administrativeStatus\">deprecatedTerm-admn-sts</termNote>"
    let concepts = [
      section("da", "konto") + section("en", "account"),
      section("de", "Küche") + section("en", "kitchenette", deprecated),
      section("da", "log ind") + section("de", "anmelden"),
    ]
    let glossary = try glossary(
      "<tbx type=\"TBX-Basic\" xml:lang=\"en\" xmlns=\"urn:iso:std:iso:30042:ed-2\"><text><body>"
        + concepts.map { "<conceptEntry>\($0)</conceptEntry>" }.joined() + "</body></text></tbx>", name: "terms.tbx")
    #expect(preferred(glossary, "Your account", "da-DK") == [["konto"]])
    #expect(preferred(glossary, "Kitchenette", "de") == [["Küche"]])
    #expect(preferred(glossary, "log ind", "de") == [["anmelden"]])
    #expect(!glossary.hasBans(locale: "de"))
  }

  @Test func `a language of one row that is not known is told with its cell`() throws {
    let error = #expect(throws: SpreadsheetError.self) {
      try glossary("source,target,source_lang,target_lang\naccount,konto,en,da\nx,y,en,Klingonisch\n")
    }
    #expect(error?.code == "exchange.language")
    #expect(error?.place.cell == "D3")
  }
}
