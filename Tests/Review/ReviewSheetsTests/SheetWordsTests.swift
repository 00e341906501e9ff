import Basics
import Testing

@testable import ReviewSheets

@Suite("The words beside the cells of a workbook") struct SheetWordsTests {
  @Test func `are in the language of the texts if they have one`() {
    #expect(Words.ofTable(in: ["da-DK"])["guide.fixedTitle"] == "Må ikke rettes")
    #expect(Words.ofTable(in: ["de-DE", "de_AT"])["guide.fixedTitle"] == "Nicht ändern")
    for locales in [["da-DK", "de-DE"], ["nb-NO"], []] { #expect(Words.ofTable(in: locales) == .english) }
  }

  @Test(arguments: Words.languages) func `fit into what spreadsheet programs take, and name every action and column`(
    language: String
  ) throws {
    let words = try #require(Words(in: language))
    let (action, other, fixed) = (words["guide.action"], words["guide.otherAction"], words["guide.fixed"])
    let actionWithSuggestions = words["guide.actionWithSuggestions"]
    #expect(words["guide.fixedTitle"].utf16.count <= 32)
    #expect(fixed.utf16.count <= 225)
    for prompt in [action, actionWithSuggestions] { #expect(prompt.utf16.count <= 255, "\(prompt)") }
    for accept in [words["guide.acceptAfterImport"], words["guide.acceptSuggestion"]] {
      #expect("\(other) \(accept)".utf16.count <= 225 && accept.contains("accept"), "\(accept)")
    }
    for word in ["ok", "delete", "reject", "skip"] {
      #expect(action.contains(word) && other.contains(word) && actionWithSuggestions.contains(word))
    }
    #expect(actionWithSuggestions.contains("accept"))
    for column in ["Result", "Problem"] { #expect(words["guide.acceptAfterImport"].contains(column)) }
    for column in ["Proposal", "Action", "Note"] { #expect(fixed.contains(column)) }
  }

  @Test func `instructions are in English and in the language of the texts`() {
    #expect(Words.guides(for: ["da-DK"]).map { $0["guide.title"] } == ["How to edit", "Sådan redigerer du"])
    #expect(Words.guides(for: ["zh-TW"]) == [.english])
    #expect(Words.languages.count == 9)
  }
}
