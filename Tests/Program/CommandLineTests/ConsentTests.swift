import NStackSandbox
import ProgramRuns
import Testing

struct ConsentTests {
  @Test func `without a terminal nothing is sent that --yes does not allow`() async throws {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place)
      let run = try await place.run("import returned.csv --allow-delete", endsWith: 64)
      #expect(run.output.isEmpty)
      #expect(run.errorText.contains("--yes"))
      #expect(try await place.run("import returned.csv --json").errorCode() == "usage.consent")
      #expect(
        try await place.run("import returned.csv --on-conflict ask --yes --json").errorCode() == "usage.on-conflict")
      #expect(server.writes == [])
      #expect(try await place.run("history list --json").json()["imports"] == [])
    }
  }

  @Test func `--yes alone deletes nothing`() async throws {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place)
      let run = try await place.run("import returned.csv --yes --json", endsWith: 2)
      #expect(try run.json()["outcomes"] == ["applied": 1, "not-attempted": 1])
      #expect(server.writes == ["POST value=Kardemommeknude"])
    }
  }

  @Test(
    "too many deletions, or a refused row with --strict, keep everything back",
    arguments: [("--allow-delete --max-deletes 0", "plan.too-many-deletes"), ("--strict", "plan.strict")]) func nothing(
      flags: String, code: String
    ) async throws
  {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place) { sheet in
        try RoundTripTests.review(&sheet)
        try sheet.set("default/ok", "da-DK", "Action", to: "nonsense")
      }
      try await place.refuses("import returned.csv --yes \(flags)", code, status: 1)
      #expect(server.writes == [])
    }
  }
}
