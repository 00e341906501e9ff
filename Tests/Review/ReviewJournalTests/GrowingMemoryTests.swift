import Exchange
import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing
import TranslationMemory
import TranslationReview

@testable import ReviewJournal

struct GrowingMemoryTests {
  private let fixture = SessionFixture()

  /// The entries of a memory, as `Welcome = Hej`: of a named one, or of what an application's imports proposed.
  private func entries(_ name: String = "acme", application: String = "app") async throws -> [String] {
    let profile = try fixture.profile(application: application)
    let memory: any SearchableMemory
    if name == "imports" {
      memory = try ImportMemory(of: profile, in: await profile.readCatalog(ScriptedDialog()))
    } else {
      memory = try StoredMemory(name, in: NamedMemories(stateFolder: fixture.path("state")), for: .reading)
    }
    var lines: [String] = []
    try memory.read { entry in
      #expect(entry.unit.variants.map(\.language.description) == ["en-GB", "da-DK"])
      #expect(entry.time != nil)
      lines.append(entry.unit.variants.map(\.text).joined(separator: " = "))
    }
    return lines
  }

  private func imported(_ proposals: [String: String], memory: String? = "acme") async throws -> String {
    try await fixture.imported(proposals, memory: memory)
  }

  private func undo(_ id: String) async throws -> String { try #require(try await fixture.undo(id).id) }

  private static let memories = ["acme", "imports"]

  @Test func `an import adds what it proposed to the memory that was named, and to no other`() async throws {
    let dialog = ScriptedDialog()
    _ = try await fixture.imported(["title": "Hej", "button": "Ind"], memory: "acme", dialog)
    #expect(try await entries().sorted() == ["Log in = Ind", "Welcome = Hej"])
    #expect(dialog.log.contains("acme +2 -0"))
    _ = try await imported(["title": "Dav"], memory: nil)
    #expect(try await entries() == ["Log in = Ind"])
    #expect(try NamedMemories(stateFolder: fixture.path("state")).list().map(\.name) == ["acme"])
  }

  @Test(arguments: memories) func `an undone import takes its entries out, and an undone undo puts them back`(
    memory: String
  ) async throws {
    _ = try await imported(["button": "Ind"])
    let id = try await imported(["title": "Hej"])
    let undoing = try await undo(id)
    #expect(try await entries(memory) == ["Log in = Ind"])
    _ = try await undo(undoing)
    #expect(try await entries(memory) == ["Log in = Ind", "Welcome = Hej"])
    let later = try await imported(["title": "Dav"])
    #expect(try await entries(memory).sorted() == ["Log in = Ind", "Welcome = Dav"], "it replaces the earlier one")
    _ = try await undo(later)
    #expect(try await entries(memory).sorted() == ["Log in = Ind", "Welcome = Hej"])
  }

  @Test func `an import that was cut off adds what was carried out, and when resumed the rest, once`() async throws {
    var options = ImportOptions()
    options.memory = "acme"
    let source = try await fixture.sheet(SessionFixture.proposals)
    try await fixture.cutOff(source, options)
    #expect(try await entries() == ["Welcome = Hej"])
    #expect(try await entries("imports") == ["Welcome = Hej"])
    try await fixture.resume()
    #expect(try await entries().sorted() == ["Log in = Ind", "Welcome = Hej"])
    let again = try await fixture.sheet(SessionFixture.proposals)
    #expect(try await fixture.run(ImportRequest(again, options: options)).id == nil)
    #expect(try await entries().count == 2)
  }

  @Test func `a memory that was not compared with the journal is compared at the next look-up`() async throws {
    let profile = try fixture.profile()
    let home = try #require(JournalScope(profile))
    _ = try await imported(["title": "Hej"])
    // What a process leaves that is killed between its last call and the comparison.
    try profile.withMemory("acme", for: .writing) { memory in
      _ = try memory.reconcile(with: home) { Dictionary(uniqueKeysWithValues: $0.map { ($0, LastCall.removed) }) }
      try memory.prepare([], ofImport: nil, time: 0, in: home)
    }
    #expect(try await entries() == [])
    let catalog = try await profile.readCatalog(ScriptedDialog())
    #expect(try MemoryStatus.of(["acme"], profile, in: catalog, ScriptedDialog()).first?.entries == 1)
    #expect(try await entries() == ["Welcome = Hej"])
  }

  @Test func `entries survive the forgetting of their imports`() async throws {
    _ = try await imported(["title": "Hej"])
    _ = try await ImportSession.open(fixture.profile(), ScriptedDialog()) { session in
      try await session.prune(session.pruningPlan(olderThan: nil, keeping: 0))
    }
    #expect(try fixture.profile().imports().isEmpty)
    _ = try await imported(["button": "Ind"])
    #expect(try await entries().sorted() == ["Log in = Ind", "Welcome = Hej"])
  }

  @Test func `two applications have different entries, unless they name the same memory`() async throws {
    #expect(try await entries("imports") == [], "nothing was imported yet")
    let id = try await imported(["title": "Hej"], memory: "first")
    #expect(try await entries("imports", application: "other") == [])
    var profile = try fixture.profile(application: "other")
    profile.memory = "second"
    let job = try ExportJob(to: .file(fixture.path("other.csv")))
    _ = try await job.run(profile, ScriptedDialog())
    try fixture.edit(["button": ["Proposal": "Ind"]], name: "other.csv")
    try await fixture.run(fixture.source("other.csv"), ScriptedDialog(), profile)
    #expect(try await entries("first") == ["Welcome = Hej"])
    #expect(try await entries("second") == ["Log in = Ind"])
    // The undoing of one leaves the other alone.
    _ = try await undo(id)
    #expect(try await entries("first") == [])
    #expect(try await entries("second") == ["Log in = Ind"])
  }

  @Test func `nothing is sent if the named memory cannot be used`() async throws {
    try FileManager.default.createDirectory(
      atPath: fixture.path("state/memories/acme.sqlite"), withIntermediateDirectories: true)
    await #expect(throws: MemoryError.self) { _ = try await imported(["title": "Hej"]) }
    await #expect(throws: MemoryError.self) { _ = try await imported(["title": "Hej"], memory: "no.name") }
    #expect(fixture.server.writes == [])
    // Another memory does not hold up an import that names none.
    let dialog = ScriptedDialog()
    _ = try await fixture.imported(["title": "Hej"], dialog)
    #expect(dialog.log.contains("memory failed"))
    #expect(fixture.server.writes.count == 1)
  }

  @Test func `the source text is the one of the sheet, even if the application has another one now`() async throws {
    _ = try await imported(["title": "Hej"])
    fixture.server.setTitle("Goodbye")
    #expect(try await entries("imports") == ["Welcome = Hej"])
  }

  @Test func `an export fills in the same source text elsewhere, and says where it is from`() async throws {
    let id = try await imported(["title": "Hej"])
    let catalog = Fixture.catalog(
      english: [("home", "greeting", "Welcome"), ("login", "title", "Welcome")], danish: [])
    let profile = try fixture.profile()
    let sheet = try ReviewSheet(catalog: catalog, scope: profile.scope)
    let choice = MemoryChoice(["imports"])
    let suggestions = try await choice.suggestions(for: sheet, of: profile, ScriptedDialog())
    #expect(
      suggestions.suggestion(forKeyAt: 0, inLanguageAt: 1)
        == SheetSuggestions.Suggestion(text: "Hej", memory: "imports", entry: 1, match: .exact, origin: "import \(id)"))
  }
}
