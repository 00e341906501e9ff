import Basics
import Exchange
import Foundation
import NStackAPI
import Spreadsheet
import Testing
import TranslationMemory
import TranslationReview

@testable import ReviewJournal

@Suite("What was imported, as a memory")
struct ImportMemoryTests {
  private let fixture: SessionFixture

  init() throws {
    fixture = try SessionFixture()
  }

  /// The entries for the server's texts: `Welcome = Hej`.
  private func entries(application: String = "app") async throws -> [String] {
    let profile = try fixture.profile(application: application)
    let catalog = try await profile.readCatalog(ScriptedDialog())
    let memory = try ImportMemory(of: profile, in: catalog)
    var lines: [String] = []
    try memory.read { entry in
      let unit = entry.unit
      #expect(unit.variants.map(\.language.description) == ["en-GB", "da-DK"])
      #expect(entry.time != nil)
      lines.append(unit.variants.map(\.text).joined(separator: " = "))
    }
    return lines
  }

  /// Imports proposals, and returns the id of the import.
  private func imported(_ proposals: [String: String]) async throws -> String {
    let sheet = try await fixture.sheet(proposals.mapValues { ["Proposal": $0] })
    return try #require(try await fixture.run(try ImportRequest(sheet)).id)
  }

  private func undo(_ id: String) async throws -> String {
    let outcome = try await ImportSession.open(try fixture.profile(), ScriptedDialog()) {
      try await $0.undo(id, choosing: UndoChoice(), postsOverridden: false)
    }
    return try #require(outcome.id)
  }

  @Test("nothing was imported before the first import")
  func none() async throws {
    #expect(try await entries() == [])
  }

  @Test("proposals are entries by the source texts, and a later one of a text replaces an earlier one")
  func proposed() async throws {
    _ = try await imported(["title": "Hej", "button": "Ind"])
    #expect(try await entries() == ["Welcome = Hej", "Log in = Ind"])
    _ = try await imported(["title": "Dav"])
    #expect(try await entries() == ["Log in = Ind", "Welcome = Dav"])
  }

  @Test("an undone import takes its entries out, and an undone undo puts them back")
  func undone() async throws {
    _ = try await imported(["button": "Ind"])
    let id = try await imported(["title": "Hej"])
    let undoing = try await undo(id)
    #expect(try await entries() == ["Log in = Ind"])
    _ = try await undo(undoing)
    #expect(try await entries() == ["Log in = Ind", "Welcome = Hej"])
  }

  @Test("of an import that was cut off, only the calls that were carried out count")
  func cutOff() async throws {
    _ = try await fixture.cutOff(
      try await fixture.sheet(["title": ["Proposal": "Hej"], "button": ["Proposal": "Ind"]]))
    #expect(try await entries() == ["Welcome = Hej"])
  }

  @Test("another application has other entries")
  func applications() async throws {
    _ = try await imported(["title": "Hej"])
    #expect(try await entries(application: "other") == [])
  }

  @Test("the source text is the one of the sheet, even if the application has another one now")
  func sourceText() async throws {
    _ = try await imported(["title": "Hej"])
    fixture.server.setTitle("Goodbye")
    #expect(try await entries() == ["Welcome = Hej"])
  }

  @Test("an export fills in the same source text elsewhere, and says where it is from")
  func suggested() async throws {
    let id = try await imported(["title": "Hej"])
    let english = LocalizationResource.Section(
      name: "home", texts: [LocalizationResource.Text(key: "greeting", value: "Welcome")])
    let language = { (id: Int, locale: String) in
      Language(id: id, name: locale, locale: locale, direction: .leftToRight, isDefault: id == 1, isBestFit: id == 1)
    }
    let catalog = Catalog(
      resources: [
        LocalizationResource(
          language: language(1, "en-GB"),
          sections: [
            english,
            LocalizationResource.Section(
              name: "login", texts: [LocalizationResource.Text(key: "title", value: "Welcome")]),
          ], findings: []),
        LocalizationResource(language: language(2, "da-DK"), sections: [], findings: []),
      ], proposals: [])
    let profile = try fixture.profile()
    let sheet = try ReviewSheet(catalog: catalog, scope: profile.scope)
    let choice = MemoryChoice([MemoryChoice.imports])
    let suggestions = try await choice.suggestions(for: sheet, of: profile, ScriptedDialog())
    #expect(
      suggestions.suggestion(forKeyAt: 0, inLanguageAt: 1)
        == SheetSuggestions.Suggestion(text: "Hej", memory: "imports", entry: 1, match: .exact, origin: "import \(id)"))
  }
}
