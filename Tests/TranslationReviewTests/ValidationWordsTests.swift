import Testing

@testable import TranslationReview

@Suite("The words beside the cells of a workbook")
struct ValidationWordsTests {
  @Test("are in the language of the texts if they have one")
  func language() {
    #expect(ValidationWords.words(for: ["da-DK"]).fixedTitle == "Må ikke rettes")
    #expect(ValidationWords.words(for: ["de-DE", "de_AT"]).fixedTitle == "Nicht ändern")
    #expect(ValidationWords.words(for: ["da-DK", "de-DE"]) == .english)
    #expect(ValidationWords.words(for: ["nb-NO"]) == .english)
    #expect(ValidationWords.words(for: []) == .english)
  }

  @Test("fit into what spreadsheet programs take", arguments: ValidationWords.byLanguage.keys.sorted())
  func lengths(language: String) throws {
    let words = try #require(ValidationWords.byLanguage[language])
    #expect(words.fixedTitle.utf16.count <= 32)
    for prompt in [words.action, words.actionWithSuggestions] { #expect(prompt.utf16.count <= 255, "\(prompt)") }
    for accept in [words.acceptAfterImport, words.acceptSuggestion] {
      #expect("\(words.otherAction) \(accept)".utf16.count <= 225, "\(accept)")
    }
    #expect(words.fixed.utf16.count <= 225)
  }

  @Test("name every action and column as the sheet does", arguments: ValidationWords.byLanguage.keys.sorted())
  func names(language: String) throws {
    let words = try #require(ValidationWords.byLanguage[language])
    for action in ["ok", "delete", "skip"] {
      #expect(words.action.contains(action) && words.otherAction.contains(action))
      #expect(words.actionWithSuggestions.contains(action))
    }
    #expect(words.actionWithSuggestions.contains("accept"))
    #expect(words.acceptAfterImport.contains("accept") && words.acceptSuggestion.contains("accept"))
    #expect(words.acceptAfterImport.contains("Result") && words.acceptAfterImport.contains("Problem"))
    for column in ["Proposal", "Action", "Note"] { #expect(words.fixed.contains(column)) }
  }

  @Test("are in the languages of the guide")
  func guide() {
    for language in ValidationWords.byLanguage.keys {
      #expect(EditingGuide.guides(for: [language]).count == 2, "\(language)")
    }
    #expect(ValidationWords.byLanguage.count == 8)
  }
}
