import Foundation
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TextChecks
@testable import TranslationReview

struct GlossaryFileTests {
  @Test func `a table names its locales in the first row`() throws {
    let folder = try ScratchFolder()
    let path = folder.file("terms.csv")
    try Data(
      "Key,en,Description,da-DK,DA forbidden,da (old)\n1,account|accounts,x,konto, account | brugerkonto,y\n2,,,,pinkode,\n3,log,,,,\n"
        .utf8
    ).write(to: URL(filePath: path))
    let glossary = try Glossary(path: path)
    #expect(glossary.count == 3)
    let matches = glossary.matches(in: ScannedText("Your accounts"), locale: "da-DK")
    #expect(matches.map(\.term.preferred) == [["konto"], []])
    #expect(matches.map(\.term.forbidden) == [[], ["account", "brugerkonto"]])
    #expect(glossary.bans(in: TermWords("Din Pinkode"), locale: "da-DK").map(\.source) == ["pinkode"])
    for (text, code) in [("Term,Word\na,b\n", "glossary.columns"), ("en,Note\na,b\n", "glossary.columns")] {
      try Data(text.utf8).write(to: URL(filePath: path))
      let error = #expect(throws: SpreadsheetError.self) { try Glossary(path: path) }
      #expect(error?.code.rawValue == code)
      #expect(error?.place.file == path)
    }
  }

  @Test func `a column of terms has the source, and a status forbids`() throws {
    let folder = try ScratchFolder()
    let path = folder.file("terms.csv")
    try Data(
      ("term;description;status;da;de;en\naccount;;;konto;Konto;Account|accounts\nklient;;Forbidden;;;\n"
        + "user;;forbidden;klient;;user\n;;forbidden;pinkode;;\n").utf8
    ).write(to: URL(filePath: path))
    let glossary = try Glossary(path: path)
    func preferred(_ source: String, _ locale: String) -> [[String]] {
      glossary.matches(in: ScannedText(source), locale: locale).map(\.term.preferred)
    }
    #expect(preferred("Your account", "da-DK") == [["konto"]])
    #expect(preferred("Your accounts", "de") == [["Konto"]])
    #expect(preferred("Din konto", "de") == [])
    #expect(glossary.matches(in: ScannedText("A user"), locale: "da").map(\.term.forbidden) == [["klient"]])
    #expect(glossary.matches(in: ScannedText("A user"), locale: "en").isEmpty)
    #expect(glossary.bans(in: TermWords("Klient og pinkode"), locale: "da").map(\.source) == ["klient", "pinkode"])
    #expect(glossary.bans(in: TermWords("Klient og pinkode"), locale: "de").map(\.source) == ["klient"])
  }

  @Test func `a column of numbers is not a language, and a script stands for its regions`() throws {
    let folder = try ScratchFolder()
    let path = folder.file("terms.csv")
    try Data("ID,en,da,zh-Hans\n1,account,konto,帐户\n2,sign in,log ind,登录\n".utf8).write(to: URL(filePath: path))
    let glossary = try Glossary(path: path)
    #expect(glossary.matches(in: ScannedText("Account"), locale: "da-DK").map(\.term.preferred) == [["konto"]])
    #expect(glossary.matches(in: ScannedText("Account"), locale: "zh-Hans-CN").map(\.term.preferred) == [["帐户"]])
    #expect(glossary.matches(in: ScannedText("Account"), locale: "zh-Hant-TW").isEmpty)
  }

  @Test func `in TBX, the language of the file is that of the source, wherever its terms are`() throws {
    func section(_ language: String, _ term: String, _ status: String = "") -> String {
      "<langSec xml:lang=\"\(language)\"><termSec><term>\(term)</term>\(status)</termSec></langSec>"
    }
    let deprecated = "<termNote type=\"administrativeStatus\">deprecatedTerm-admn-sts</termNote>"
    let folder = try ScratchFolder()
    let path = folder.file("terms.tbx")
    let concepts = [
      section("da", "konto") + section("en", "account"),
      section("de", "Küche") + section("en", "kitchenette", deprecated),
      section("da", "log ind") + section("de", "anmelden"),
    ]
    try Data(
      ("<tbx type=\"TBX-Basic\" xml:lang=\"en\" xmlns=\"urn:iso:std:iso:30042:ed-2\"><text><body>"
        + concepts.map { "<conceptEntry>\($0)</conceptEntry>" }.joined() + "</body></text></tbx>").utf8
    ).write(to: URL(filePath: path))
    let glossary = try Glossary(path: path)
    #expect(glossary.matches(in: ScannedText("Your account"), locale: "da-DK").map(\.term.preferred) == [["konto"]])
    #expect(glossary.matches(in: ScannedText("Kitchenette"), locale: "de").map(\.term.preferred) == [["Küche"]])
    #expect(glossary.matches(in: ScannedText("log ind"), locale: "de").map(\.term.preferred) == [["anmelden"]])
    #expect(!glossary.hasBans(locale: "de"))
  }

  @Test func `a language of one row that is not known is told with its cell`() throws {
    let folder = try ScratchFolder()
    let path = folder.file("terms.csv")
    try Data("source,target,source_lang,target_lang\naccount,konto,en,da\nx,y,en,Klingonisch\n".utf8).write(
      to: URL(filePath: path))
    let error = #expect(throws: SpreadsheetError.self) { try Glossary(path: path) }
    #expect(error?.code.rawValue == "exchange.language")
    #expect(error?.place.cell == "D3")
  }
}
