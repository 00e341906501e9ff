import Exchange
import Foundation
import NStackAPI
import Spreadsheet
import Testing
import TranslationMemory
import TranslationReview

@testable import ReviewJournal

@Suite("Memories that grow with imports")
struct GrowingMemoryTests {
  private let fixture: SessionFixture

  init() throws {
    fixture = try SessionFixture()
  }

  private func entries(_ name: String = "acme") throws -> [String] {
    let memory = try StoredMemory(name, in: MemoryFolder(path: fixture.path("state/memories")), for: .reading)
    defer { memory.close() }
    var lines: [String] = []
    try memory.read { entry in lines.append(entry.unit.variants.map(\.text).joined(separator: " = ")) }
    return lines
  }

  private func imported(
    _ proposals: [String: String], memory: String? = "acme", _ dialog: ScriptedDialog = ScriptedDialog()
  ) async throws -> String {
    var options = ImportOptions()
    options.memory = memory
    let sheet = try await fixture.sheet(proposals.mapValues { ["Proposal": $0] })
    return try #require(try await fixture.run(try ImportRequest(sheet, options: options), dialog).id)
  }

  private func undo(_ id: String) async throws -> String {
    let outcome = try await ImportSession.open(try fixture.profile(), ScriptedDialog()) { try await $0.undo(id) }
    return try #require(outcome.id)
  }

  @Test("an import adds what it proposed to the memory that was named, and to no other")
  func named() async throws {
    let dialog = ScriptedDialog()
    _ = try await imported(["title": "Hej", "button": "Ind"], dialog)
    #expect(try entries().sorted() == ["Log in = Ind", "Welcome = Hej"])
    #expect(dialog.log.contains("acme +2 -0"))
    _ = try await imported(["title": "Dav"], memory: nil)
    #expect(try entries() == ["Log in = Ind"])
    #expect(try NamedMemories(stateFolder: fixture.path("state")).list().map(\.name) == ["acme"])
  }

  @Test("an undone import takes its entries out, and an undone undo puts them back")
  func undone() async throws {
    _ = try await imported(["button": "Ind"])
    let id = try await imported(["title": "Hej"])
    let undoing = try await undo(id)
    #expect(try entries() == ["Log in = Ind"])
    _ = try await undo(undoing)
    #expect(try entries() == ["Log in = Ind", "Welcome = Hej"])
  }

  @Test("an undo brings back what an earlier import proposed")
  func replaced() async throws {
    _ = try await imported(["title": "Hej"])
    let id = try await imported(["title": "Dav"])
    #expect(try entries() == ["Welcome = Dav"])
    _ = try await undo(id)
    #expect(try entries() == ["Welcome = Hej"])
  }

  @Test("an import that was cut off and resumed adds its entries once")
  func resumed() async throws {
    var options = ImportOptions()
    options.memory = "acme"
    let source = try await fixture.sheet(["title": ["Proposal": "Hej"], "button": ["Proposal": "Ind"]])
    let stop = StopSignal()
    fixture.server.onWrite { stop.stop() }
    _ = try await fixture.run(
      try ImportRequest(source, options: options), ScriptedDialog(), try fixture.profile(stop: stop))
    fixture.server.onWrite {}
    #expect(try entries() == ["Welcome = Hej"])
    _ = try await ImportSession.open(try fixture.profile(), ScriptedDialog()) { try await $0.resume() }
    #expect(try entries().sorted() == ["Log in = Ind", "Welcome = Hej"])
    let again = try await fixture.sheet(["title": ["Proposal": "Hej"], "button": ["Proposal": "Ind"]])
    #expect(try await fixture.run(try ImportRequest(again, options: options)).id == nil)
    #expect(try entries().count == 2)
  }

  @Test("a memory that was not compared with the journal is compared at the next look-up")
  func killed() async throws {
    let profile = try fixture.profile()
    let home = try #require(JournalScope(profile))
    _ = try await imported(["title": "Hej"])
    // What a process leaves that is killed between its last call and the comparison.
    try profile.withMemory("acme", for: .writing) { memory in
      _ = try memory.settle(with: home) { Dictionary(uniqueKeysWithValues: $0.map { ($0, LastCall.removed) }) }
      try memory.prepare([], ofImport: nil, time: 0, in: home)
    }
    #expect(try entries() == [])
    let catalog = try await profile.readCatalog(ScriptedDialog())
    let status = try MemoryStatus.of(["acme"], profile, in: catalog, ScriptedDialog())
    #expect(status.first?.entries == 1)
    #expect(try entries() == ["Welcome = Hej"])
  }

  @Test("entries survive the forgetting of their imports")
  func pruned() async throws {
    _ = try await imported(["title": "Hej"])
    _ = try await ImportSession.open(try fixture.profile(), ScriptedDialog()) { session in
      try await session.prune(try session.pruningPlan(olderThan: nil, keeping: 0))
    }
    #expect(try fixture.profile().imports().isEmpty)
    _ = try await imported(["button": "Ind"])
    #expect(try entries().sorted() == ["Log in = Ind", "Welcome = Hej"])
  }

  @Test("two applications have different entries, unless they name the same memory")
  func applications() async throws {
    _ = try await imported(["title": "Hej"], memory: "first")
    var profile = try fixture.profile(application: "other")
    profile.memory = "second"
    let job = try ExportJob(to: .file(fixture.path("other.csv")))
    _ = try await job.run(profile, ScriptedDialog())
    try fixture.edit(["button": ["Proposal": "Ind"]], name: "other.csv")
    _ = try await fixture.run(try ImportRequest(try fixture.source("other.csv")), ScriptedDialog(), profile)
    #expect(try entries("first") == ["Welcome = Hej"])
    #expect(try entries("second") == ["Log in = Ind"])
    // The undoing of one leaves the other alone.
    _ = try await undo(try #require(try fixture.profile().imports().first).id)
    #expect(try entries("first") == [])
    #expect(try entries("second") == ["Log in = Ind"])
  }

  @Test("nothing is sent if the named memory cannot be used")
  func unusable() async throws {
    try FileManager.default.createDirectory(
      atPath: fixture.path("state/memories/acme.sqlite"), withIntermediateDirectories: true)
    await #expect(throws: MemoryError.self) { _ = try await imported(["title": "Hej"]) }
    await #expect(throws: MemoryError.self) { _ = try await imported(["title": "Hej"], memory: "no.name") }
    #expect(fixture.server.writes == [])
    // Another memory does not hold up an import that names none.
    let dialog = ScriptedDialog()
    _ = try await imported(["title": "Hej"], memory: nil, dialog)
    #expect(dialog.log.contains("memory failed"))
    #expect(fixture.server.writes.count == 1)
  }

  @Test("names, files and imports are told apart")
  func names() async throws {
    _ = try await imported(["title": "Hej"])
    let profile = try fixture.profile()
    let catalog = try await profile.readCatalog(ScriptedDialog())
    let status = { (name: String) in
      try MemoryStatus.of([name], profile, in: catalog, ScriptedDialog()).map(\.memory)
    }
    #expect(try status("acme") == ["acme"])
    #expect(try status("imports") == ["imports"])
    #expect(try #require(throws: MemoryError.self) { try status("unknown") }.code == .unknown)
    #expect(throws: SpreadsheetError.self) { try status("unknown.tmx") }
  }
}
