import ProgramRuns
import Testing

struct SharedFlagsTests {
  @Test func `generate takes the locales that preview takes`() async throws {
    try await withSandbox { place, _ in
      try await place.runAll("preview --output texts")
      for (flags, files) in [
        ("--input texts --locale da", ["arb/app_da_DK.arb", "arb/app_da.arb"]),
        ("--except da-DK,de-DE,ja-JP,ar-SA", ["arb/app_en_GB.arb", "arb/app_en.arb"]),
      ] {
        let run = try await place.done("generate arb --output arb --json \(flags)")
        let written = try run.json()["files"].elements.filter { $0["change"] == "written" }
        #expect(written.map { $0["file"].string } == files)
      }
      try await place.refuses("generate swift --input texts --output L10n.swift --locale fr-FR", "selection.locale")
      try await place.refuses("diff --against a --key a*", "usage.arguments")
    }
  }

  @Test func `check prints as much as diff does`() async throws {
    let place = try Workplace()
    let header = "Section,Key,Locale,Current value,Proposal,Deletable,Action,Proposal ID,Note\n"
    try place.write("\(header)login,title,da-DK,,Hej,no,delete,7,why\n", to: "da.csv")
    let count = "1 row in 1 file: 1 edited, 1 refused\n"
    #expect(
      try await place.run("check da.csv --show summary", endsWith: 3).text == "not shown: 1 reviewer's note\n\(count)")
    let problems = try await place.run("check da.csv --show problems", endsWith: 3).text
    #expect(problems.hasPrefix("error: da.csv: row 2") && problems.hasSuffix(count) && !problems.contains("note: why"))
    #expect(try await place.run("check da.csv").text.contains("note: why"))
    try await place.refuses("check da.csv --show some", "usage.arguments")
  }

  @Test func `history undo takes the flags about deletions`() async throws {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place) { try $0.set("default/ok", "da-DK", "Proposal", to: "Fint") }
      try await place.runAll("import returned.csv --yes")
      for more in ["", " --dry-run"] {
        #expect(try await place.run("history undo last --yes --max-deletes 0\(more)").status == (more.isEmpty ? 1 : 3))
      }
      #expect(server.writes.count == 1)
      try await place.runAll("history undo last --yes --allow-delete --max-deletes 1")
      #expect(server.writes.count == 2)
    }
  }

  @Test func `init tries the embedded sandbox, and names no server in the file`() async throws {
    let place = try Workplace()
    let run = try await place.done("init --sandbox --json")
    #expect(try run.json()["connection"]["locales"].elements.count == 5)
    #expect(try !place.read(".nstack-review.yaml").contains("\nbase-url"))
    let other = try Workplace()
    try await other.refuses("init --sandbox --base-url http://127.0.0.1:1", "usage.sandbox")
    #expect((try? other.read(".nstack-review.yaml")) == nil)
  }

  @Test func `status counts the words of the source locale that is named`() async throws {
    try await withSandbox { place, _ in
      #expect(try await place.done("status --show words --source de-DE --json").json()["words"]["source"] == "de-DE")
      try await place.refuses("status --source de-DE", "usage.arguments")
    }
  }
}
