import Testing

@testable import ReviewSheets

@Suite("The words beside the cells of a workbook")
struct SheetWordsTests {
  @Test("are in the language of the texts if they have one")
  func language() {
    #expect(SheetWords.words(for: ["da-DK"]).fixedTitle == "Må ikke rettes")
    #expect(SheetWords.words(for: ["de-DE", "de_AT"]).fixedTitle == "Nicht ändern")
    #expect(SheetWords.words(for: ["da-DK", "de-DE"]) == .english)
    #expect(SheetWords.words(for: ["nb-NO"]) == .english)
    #expect(SheetWords.words(for: []) == .english)
  }

  @Test("fit into what spreadsheet programs take", arguments: SheetWords.byLanguage.keys.sorted())
  func lengths(language: String) throws {
    let words = try #require(SheetWords.byLanguage[language])
    #expect(words.fixedTitle.utf16.count <= 32)
    for prompt in [words.action, words.actionWithSuggestions] { #expect(prompt.utf16.count <= 255, "\(prompt)") }
    for accept in [words.acceptAfterImport, words.acceptSuggestion] {
      #expect("\(words.otherAction) \(accept)".utf16.count <= 225, "\(accept)")
    }
    #expect(words.fixed.utf16.count <= 225)
  }

  @Test("name every action and column as the sheet does", arguments: SheetWords.byLanguage.keys.sorted())
  func names(language: String) throws {
    let words = try #require(SheetWords.byLanguage[language])
    for action in ["ok", "delete", "skip"] {
      #expect(words.action.contains(action) && words.otherAction.contains(action))
      #expect(words.actionWithSuggestions.contains(action))
    }
    #expect(words.actionWithSuggestions.contains("accept"))
    #expect(words.acceptAfterImport.contains("accept") && words.acceptSuggestion.contains("accept"))
    #expect(words.acceptAfterImport.contains("Result") && words.acceptAfterImport.contains("Problem"))
    for column in ["Proposal", "Action", "Note"] { #expect(words.fixed.contains(column)) }
  }

  @Test("instructions are in English and in the language of the texts")
  func guide() {
    #expect(SheetWords.guides(for: ["da-DK"]).map(\.title) == ["How to edit", "Sådan redigerer du"])
    #expect(SheetWords.guides(for: ["zh-TW"]) == [.english])
    #expect(SheetWords.byLanguage.count == 8)
  }
}
