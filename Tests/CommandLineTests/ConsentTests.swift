import NStackSandbox
import ProgramRuns
import Testing

@Suite("Consent")
struct ConsentTests {
  @Test("without a terminal nothing is sent that --yes does not allow")
  func withoutTerminal() async throws {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place)
      let run = try await place.run("import returned.csv --allow-delete", endsWith: 64)
      #expect(run.output.isEmpty)
      #expect(run.errorText.contains("--yes"))
      #expect(try await place.run("import returned.csv --json").errorCode() == "usage.consent")
      #expect(
        try await place.run("import returned.csv --on-conflict ask --yes --json").errorCode() == "usage.on-conflict")
      #expect(server.writes == [])
      #expect(try await place.run("history list --json").json()["imports"] == .array([]))
    }
  }

  @Test("--yes alone deletes nothing")
  func deletions() async throws {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place)
      let run = try await place.run("import returned.csv --yes --json", endsWith: 2)
      #expect(try run.json()["outcomes"] == .object(["applied": .number(1), "not-attempted": .number(1)]))
      #expect(server.writes == ["POST value=Kardemommeknude"])
    }
  }

  @Test(
    "too many deletions, or a refused row with --strict, keep everything back",
    arguments: [
      ("--allow-delete --max-deletes 0", "plan.too-many-deletes"), ("--strict", "plan.strict"),
    ])
  func nothing(flags: String, code: String) async throws {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place) { sheet in
        try RoundTripTests.review(&sheet)
        try sheet.set("default/ok", "da-DK", "Action", to: "nonsense")
      }
      let run = try await place.run("import returned.csv --yes \(flags) --json", endsWith: 1)
      #expect(try run.errorCode() == code)
      #expect(server.writes == [])
    }
  }

  @Test("--dry-run shows the plan and asks nothing")
  func dryRun() async throws {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place)
      let run = try await place.run("import returned.csv --dry-run", endsWith: 0)
      #expect(run.text.hasSuffix("plan: 1 to propose, 1 to delete\n"))
      #expect(server.writes == [])
    }
  }

  @Test("history prune forgets only what --yes allows")
  func prune() async throws {
    try await withSandbox { place, _ in
      try await RoundTripTests.export(place)
      #expect(try await place.run("import returned.csv --yes").status == 2)
      try await place.refuses("history prune --keep 0", "usage.consent")
      let look = try await place.run("history prune --keep 0 --dry-run --json").json()
      #expect(look["imports"]?.elements.count == 1)
      #expect(look["freedBytes"] == .null)
      #expect(try await place.run("history list --json").json()["imports"]?.elements.count == 1)
      #expect(try await place.run("history prune --keep 1 --yes --json").json()["imports"] == .array([]))
      let pruned = try await place.run("history prune --keep 0 --yes --json", endsWith: 0)
      #expect(try pruned.json()["imports"]?.elements.count == 1)
      #expect(try await place.run("history list --json").json()["imports"] == .array([]))
    }
  }

  @Test("an export over a sheet with edits that were not sent needs --overwrite")
  func overwrite() async throws {
    try await withSandbox { place, _ in
      try await RoundTripTests.export(place)
      let before = try place.read("returned.csv")
      let run = try await place.run("export returned.csv --json", endsWith: 64)
      #expect(try run.errorCode() == "export.unsent-edits")
      #expect(try place.read("returned.csv") == before)
      try place.write("a,b\r\n", to: "other.csv")
      #expect(try await place.run("export other.csv --json").errorCode() == "export.target")
      #expect(try place.read("other.csv") == "a,b\r\n")
      try await place.runAll("export returned.csv --overwrite", "export returned.csv")
    }
  }
}
