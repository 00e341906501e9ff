import Foundation
import NStackSandbox
import ProgramRuns
import Testing

@Suite("Imports that were cut off")
struct InterruptedImportTests {
  /// The second call is carried out, and its answer does not come.
  static let fault = "POST proposals: late=600 only=2"

  private static func review(_ sheet: inout CSVSheet) throws {
    for (place, key) in ["save", "back", "retry"].enumerated() {
      try sheet.set("default/\(key)", "da-DK", "Proposal", to: "value\(place)")
    }
  }

  /// Runs an import until its second call is under way, and sends a signal.
  private static func cutOff(
    _ place: Workplace, _ server: SandboxServer, by signal: Int32 = SIGKILL
  ) async throws -> ProgramRun {
    try await RoundTripTests.export(place, review)
    return try await place.run(
      ["import", "returned.csv", "--yes", "--concurrency", "1"],
      signal: ProgramRun.Signal(signal) { _ in server.requests.count("POST") == 2 })
  }

  /// The values that are pending in Danish, beside those of the sample texts.
  private static func held(_ place: Workplace) async throws -> [String] {
    let list = try await place.run("proposals list --locale da-DK --section default --json").json()["proposals"]
    return (list?.elements ?? []).compactMap { $0["value"]?.string }.sorted()
  }

  private static func unfinished(_ place: Workplace) async throws -> [JSONTree] {
    try await place.run("status --json").json()["unfinishedImports"]?.elements ?? []
  }

  @Test("a killed import is named by status, and goes on where it stopped")
  func killed() async throws {
    try await withSandbox(faults: [Self.fault]) { place, server in
      #expect(try await Self.cutOff(place, server).ending == .killed(SIGKILL))
      let unfinished = try await Self.unfinished(place)
      #expect(unfinished.count == 1)
      #expect(unfinished.first?["complete"] == .boolean(false))
      #expect(
        unfinished.first?["outcomes"]
          == .object(["applied": .number(1), "in-doubt": .number(1), "not-attempted": .number(1)]))

      let run = try await place.run("import --resume --settle-time 0 --json", endsWith: 0)
      #expect(try run.json()["outcomes"] == .object(["applied": .number(3)]))
      #expect(try run.json()["verification"]?["result"] == .string("verified"))
      #expect(try await Self.held(place) == ["value0", "value1", "value2"])
      #expect(try await Self.unfinished(place) == [])
      let last = try await place.run("import --resume")
      #expect(last.status == 0 && last.errorText.hasPrefix("no import was cut off"))
    }
  }

  @Test("an interrupted import says how to go on, and can be named")
  func interrupted() async throws {
    try await withSandbox(faults: ["POST proposals: 503 retry-after=100 from=2"]) { place, server in
      let run = try await Self.cutOff(place, server, by: SIGINT)
      #expect(run.status == 130, "\(run.ending): \(run.errorText)")
      #expect(run.errorText.contains("import --resume"))
      let unfinished = try await Self.unfinished(place)
      #expect(unfinished.count == 1)
      #expect(try await Self.held(place) == ["value0"])
    }
  }

  @Test("an import that was cut off can be left as it is")
  func abandoned() async throws {
    try await withSandbox(faults: [Self.fault]) { place, server in
      _ = try await Self.cutOff(place, server)
      let id = try #require(try await Self.unfinished(place).first?["id"]?.string)
      #expect(try await place.run("history abandon \(id) --settle-time 0").status == 0)
      #expect(try await Self.unfinished(place) == [])
      #expect(try await place.run("history abandon \(id) --json").errorCode() == "journal.unknown-import")
      let resumed = try await place.run("import --resume")
      #expect(resumed.status == 0 && server.requests.count("POST") == 2)
    }
  }

  @Test("a sheet that was edited since is not gone on with, nor is another person's import")
  func changed() async throws {
    try await withSandbox(faults: [Self.fault]) { place, server in
      _ = try await Self.cutOff(place, server)
      try await place.refuses("import --resume --guid somebody-else", "resume.other-guid")
      try place.edit("returned.csv", as: "returned.csv") { try $0.set("default/ok", "da-DK", "Note", to: "later") }
      try await place.refuses("import --resume --settle-time 0", "resume.changed-sheet")
      #expect(server.requests.count("POST") == 2)
    }
  }

  @Test("a second import on the same machine is kept out while one runs")
  func locked() async throws {
    try await withSandbox(faults: [Self.fault]) { place, server in
      try await RoundTripTests.export(place, Self.review)
      _ = try await place.run(
        ["import", "returned.csv", "--yes", "--concurrency", "1"],
        signal: ProgramRun.Signal(SIGKILL) { _ in
          guard server.requests.count("POST") == 2 else { return false }
          let second = try place.runNow(["import", "returned.csv", "--yes", "--json"])
          #expect(second.status == 1)
          #expect(try second.errorCode() == "journal.locked")
          let look = try place.runNow(["diff", "returned.csv"])
          #expect(look.status == 0, "\(look.errorText)")
          return true
        })
      #expect(server.requests.count("POST") == 2)
    }
  }
}
