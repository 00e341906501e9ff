import Foundation
import NStackSandbox
import ProgramRuns
import Testing

struct InterruptedImportTests {
  @Test("a killed import is named by status and goes on where it stopped, and while it runs no other one begins")
  func killed() async throws {
    // The second call is carried out, and its answer does not come.
    let fault = Scenario.Fault("POST", path: "proposals") { ($0.late, $0.from, $0.to) = (600, 2, 2) }
    try await withSandbox(faults: [fault]) { place, server in
      try await RoundTripTests.export(place) { sheet in
        for (number, key) in ["save", "back", "retry"].enumerated() {
          try sheet.set("default/\(key)", "da-DK", "Proposal", to: "value\(number)")
        }
      }
      let killed = try await place.run(
        ["import", "returned.csv", "--yes", "--concurrency", "1"],
        signal: ProgramRun.Signal(SIGKILL) { _ in
          guard server.requests.count("POST") == 2 else { return false }
          let second = try place.runNow(["import", "returned.csv", "--yes", "--json"])
          #expect(try second.status == 1 && second.errorCode() == "journal.locked")
          let look = try place.runNow(["diff", "returned.csv"])
          #expect(look.status == 0, "\(look.errorText)")
          return true
        })
      #expect(killed.ending == .killed(SIGKILL))
      #expect(server.requests.count("POST") == 2)
      func unfinished() async throws -> [JSONTree] {
        try await place.run("status --json").json()["unfinishedImports"]?.elements ?? []
      }
      let left = try await unfinished()
      #expect(left.map { $0["complete"] } == [false])
      #expect(left.first?["outcomes"] == ["applied": 1, "in-doubt": 1, "not-attempted": 1])

      let run = try await place.run("import --resume --settle-time 0 --json", endsWith: 0)
      #expect(try run.json()["outcomes"] == ["applied": 3])
      #expect(try run.json()["verification"]?["result"] == "verified")
      let held = try await place.run("proposals list --locale da-DK --section default --json").json()["proposals"]
      #expect(held?.elements.map { $0["value"]?.string ?? "" }.sorted() == ["value0", "value1", "value2"])
      #expect(try await unfinished() == [])
      let last = try await place.run("import --resume")
      #expect(last.status == 0 && last.errorText.hasPrefix("no import was cut off"))
    }
  }
}
