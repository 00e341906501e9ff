import Testing

@testable import TextChecks

struct ConsistencyCheckTests {
  private func findings(
    _ proposal: String, _ source: String = "Delete all", _ others: String..., key: String = "title",
    isSource: Bool = false
  ) -> [String] {
    let text = CheckedText(
      proposal, source: source, locale: "da-DK", section: "login", key: key, isSource: isSource,
      sameSource: others.enumerated().map { CheckedText.Other($1, of: "list/key\($0)") })
    return Check.consistency.findings(text).map(\.message)
  }

  @Test func `the odd one out is told what the others have, the most common translation first`() {
    #expect(
      findings("Fjern alt", "Delete all", "Ryd", "Slet alle", "Slet alle", "slet alle!") == [
        "Other texts with this source text agree on another translation. They have \"Slet alle\" in 3 texts, such as list/key1; "
          + "\"Ryd\" in list/key0. Use the same words if the meaning is the same."
      ])
  }

  @Test func `a text that agrees with another one, or of which no two others agree, is left alone`() {
    #expect(findings("Fjern alt", "Delete all", "Slet alle", "Slet alle", "fjern alt.").isEmpty)
    #expect(findings("Fjern alt", "Delete all", "Slet alle", "Ryd").isEmpty)
    #expect(findings("Fjern alt", "Delete all").isEmpty)
  }

  @Test func `single words, plural forms, untranslated texts and the source locale are left alone`() {
    #expect(findings("Åbn", "Open", "Åben", "Åben").isEmpty)
    #expect(findings("Fjern alt", "Delete all", "Slet alle", "Slet alle", key: "delete.few").isEmpty)
    #expect(findings("Delete all", "Delete all", "Slet alle", "Slet alle").isEmpty)
    #expect(findings("Fjern alt", "Delete all", "Delete all", "Delete all").isEmpty)
    #expect(findings("Delete it", "Delete all", "Slet alle", "Slet alle", isSource: true).isEmpty)
  }

  @Test(arguments: [
    ("da-DK", true), ("pl", true), ("fr-CA", true), ("ja", false), ("ar-SA", false), ("tr-TR", false), ("hu", false),
    ("tlh", false),
  ]) func `a plural has two texts where the language tells one from others`(locale: String, isTold: Bool) {
    var text = CheckedText("5 x", source: "File", locale: locale, key: "file.one")
    text.counterpart = CheckedText.Counterpart("5 x", source: "Files", of: "file.other")
    let sentence =
      "The plural's form file.other has the same text, and the source texts differ. Keep it if the words have no other form."
    #expect(Check.samePluralForm.findings(text).map(\.message) == (isTold ? [sentence] : []))
  }
}
