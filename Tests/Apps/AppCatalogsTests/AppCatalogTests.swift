import AppCatalogs
import Basics
import KeyGenerator
import Testing

struct AppCatalogTests {
  @Test func `keys that end in one and other become one plural, and keys that only look so stay`() throws {
    let catalog = try CatalogSamples.catalog(
      ["en"],
      [
        "files.one": ["%d file"], "files.other": ["%d files"], "category.other": ["Other"], "cardinality_one": ["One"],
        "cardinality_many": ["Many"], "people_one": ["a person"], "people_other": ["people"], "one": ["1"],
        "other": ["2"],
      ])
    #expect(
      catalog.entries.map(\.name.path) == [
        "a.files", "a.category.other", "a.cardinality_one", "a.cardinality_many", "a.people", "a.one", "a.other",
      ])
    #expect(catalog.findings.isEmpty)
  }

  @Test func `a plural whose name another text has stays in its forms, and one without other is left out`() throws {
    let catalog = try CatalogSamples.catalog(
      ["en", "da"],
      [
        "files": ["Files", nil], "files.one": ["%d file", nil], "files.other": ["%d files", nil],
        "days.one": ["%d day", "%d dag"], "days.other": ["%d days", nil],
      ])
    #expect(catalog.entries.map(\.name.path) == ["a.files", "a.files.one", "a.files.other", "a.days"])
    #expect(catalog.entries[3].texts[1] == nil)
    #expect(
      catalog.findings.map(\.line) == [
        "a.files: Another text has the name that the plural would have, so each form stays a separate text.",
        "a.days (da): The plural lacks the form other, so it is left out. Translate that form.",
      ])
  }

  @Test func `comments are descriptions, and say which text an accessibility label belongs to`() throws {
    let catalog = try CatalogSamples.catalog(
      ["en"],
      [
        "title": ["Log in"], "title.accessibilityLabel": ["Log in to your account"],
        "titleAccessibilityHint": ["Opens a page"], "icon.accessibility": ["Icon"], "inaccessibility": ["x"],
        "in": ["y"],
      ], descriptions: ["title": "Headline", "title.accessibilityLabel": "Spoken"])
    #expect(
      catalog.entries.map(\.comment) == [
        "Headline", "Spoken\nAccessibility label of a.title.", "Accessibility hint of a.title.", nil, nil, nil,
      ])
  }

  @Test func `missing texts are left out, and an entry without any text too`() throws {
    let catalog = try CatalogSamples.catalog(
      ["en", "da"], ["x": ["X", "__x"], "y": ["__y", "__y"], "z": ["", "Z"]])
    #expect(catalog.entries.map(\.name.path) == ["a.x", "a.z"])
    #expect(catalog.entries.map { $0.texts.map { $0 == nil } } == [[false, true], [true, false]])
  }
}
