import NStackSandbox
import ProgramRuns
import Testing

struct PlanFileCommandTests {
  @Test(
    "a file that is not a plan, or one of another profile, sends nothing",
    arguments: [
      ("missing.json", [:], "plan.missing", Int32(64)), ("empty.json", [:], "plan.malformed", 1),
      ("plan.json", ["NSTACK_GUID": "somebody-else"], "plan.other-guid", 1), ("newer.json", [:], "plan.version", 1),
    ]) func refused(file: String, variables: [String: String], code: String, status: Int32) async throws
  {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place)
      #expect(try await place.run("diff returned.csv --output plan.json").status == 0)
      try place.write("{}", to: "empty.json")
      try place.write(place.read("plan.json").replacing("\"version\": 2", with: "\"version\": 999"), to: "newer.json")
      let run = try await place.with(variables).run("import --plan \(file) --yes --allow-delete --json")
      #expect(try run.errorCode() == code)
      #expect(run.status == status)
      #expect(server.writes == [])
    }
  }
}
