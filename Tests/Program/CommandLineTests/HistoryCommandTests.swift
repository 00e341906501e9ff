import NStackSandbox
import ProgramRuns
import Testing

@testable import nstack_review

@Suite("What history shows and takes back") struct HistoryCommandTests {
  private func deleteThree(_ place: Workplace) async throws -> String {
    let run = try await place.done("proposals delete 101 102 105 --json")
    return try #require(try run.json()["import"].string)
  }

  @Test func `show has the values of each change under its number`() async throws {
    try await withSandbox { place, _ in
      let id = try await deleteThree(place)
      let run = try await place.done("history show last")
      #expect(run.text.hasPrefix("import \(id)  "))
      #expect(
        run.text.contains(
          "\n2  proposal 102: delete applied account/newsletter [da-DK]\n     before   Send mig ugens brød\n"))
    }
  }

  @Test func `chosen changes are taken back, and then the rest`() async throws {
    try await withSandbox { place, server in
      let id = try await deleteThree(place)
      server.requests.removeAll()
      try await place.refuses("history undo last", "usage.consent")
      try await place.runAll("history undo last --only 2 --yes")
      #expect(server.writes == ["POST value=Send%20mig%20ugens%20br%C3%B8d"])
      let part = try await place.run("history list")
      #expect(part.text.contains("deletion of 3 proposals  3 calls: 3 applied  undone in part by "))
      try await place.runAll("history undo \(id) --locale de-DE --yes")
      let rest = try await place.done("history undo last --yes")
      #expect(rest.errorText.hasPrefix("import \(id) was undone in part by "))
      #expect(server.writes.count == 3)
      #expect(try await place.done("import --resume").errorText.hasPrefix("no import was cut off"))
    }
  }

  @Test func `what was cut off goes on without a terminal only with --yes, by its id or as the last one`() async throws
  {
    let fault = Scenario.Fault("POST", path: "proposals") { ($0.status, $0.body) = (401, #"{"message":"no"}"#) }
    try await withSandbox(faults: [fault]) { place, _ in
      try await RoundTripTests.export(place) { try $0.set("default/ok", "da-DK", "Proposal", to: "Fint") }
      try await place.run("import returned.csv --yes", endsWith: 4)
      let id = try #require(try await place.done("history --json").json()["imports"][0]["id"].string)
      for way in ["--resume", "--resume \(id)", "--resume=\(id)"] {
        try await place.refuses("import \(way)", "usage.consent")
        let run = try await place.run("import \(way) --yes", endsWith: 4)
        #expect(run.errorText.contains("resuming import \(id)  "))
      }
    }
  }

  @Test func `imports of another server are counted, and neither listed, shown nor undone`() async throws {
    try await withSandbox { place, server in
      let id = try await deleteThree(place)
      // Ports of this machine are one server, as a sandbox gets another at each start.
      let elsewhere = "--base-url https://nstack.example"
      let list = try await place.done("history list \(elsewhere)")
      #expect(list.text == "" && list.errorText.hasPrefix("0 imports\n1 import is of another application or server; "))
      #expect(try await place.done("history \(elsewhere) --json").json()["otherImports"] == 1)
      try await place.refuses("history show \(id) \(elsewhere)", "journal.unknown-import", status: 1)
      try await place.refuses("history show last \(elsewhere)", "journal.unknown-import", status: 1)
      try await place.refuses("history undo \(id) --yes \(elsewhere)", "journal.unknown-import", status: 1)
      #expect(try await place.done("history").errorText == "1 import\n")
    }
  }

  @Test func `a sheet's part of all imports is taken back, and the board and the history say so`() async throws {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place) { try $0.set("default/ok", "da-DK", "Proposal", to: "Fint") }
      try await place.runAll("import returned.csv --yes")
      try await place.refuses("history undo --sheet nope", "undo.sheet")
      try await place.refuses("history undo --sheet review.csv", "usage.consent")
      let plans = try await place.done("history undo --sheet review.csv --dry-run --json").json()["imports"]
      #expect(plans.elements.map { $0["summary"]["delete"] } == [1])
      #expect(plans[0]["sheet"] == "review.csv")
      #expect(server.writes.count == 1)
      let run = try await place.done("history undo --sheet returned.csv --yes")
      #expect(run.text.contains("default/ok [da-DK]"))
      #expect(server.writes.count == 2)
      #expect(try await place.done("history").text.contains("  undo of returned.csv in "))
      #expect(try await place.done("sheets").text.contains("  1, undone "))
      let again = try await place.done("history undo --sheet review.csv --yes --json")
      #expect(try again.json() == ["imports": []])
      try await place.refuses("history undo --sheet review.csv --only 1", "usage.arguments")
    }
  }

  @Test(
    arguments: [
      "3": [3], "3,7-9": [3, 7, 8, 9], " 1 , 2": nil, "": nil, "0": nil, "2-1": nil, "1-2-3": nil, "+1": nil, "1,": nil,
      "٣": nil, "8-9000000000000000000": [8, 9, 10], "3,20-30": [3, 20],
    ] as [String: [Int]?]) func `numbers are listed alone and in ranges`(text: String, numbers: [Int]?)
  { #expect(NumberRanges(text)?.numbers(upTo: 9) == numbers.map(Set.init)) }

  @Test func `a table of proposals is written to a file or to standard output`() async throws {
    try await withSandbox { place, _ in
      let csv = try await place.done("proposals list --locale da-DK --format csv --source de-DE")
      #expect(csv.text.contains("\"account\",\"newsletter\",\"da-DK\""))
      #expect(csv.errorText == "wrote standard output: 2 proposals\n")
      let book = try await place.run("proposals list --output list.xlsx --json")
      #expect(try book.json() == ["file": "list.xlsx", "rows": 12])
      // A review sheet is read back, and this is none.
      #expect(try await place.run("check list.xlsx").status == 1)
      let object = try await place.run("proposals list --only mine --format json").json()
      #expect(object["proposals"].elements.count == 6)
      #expect(object["proposals"][0]["firstSeen"] == .null)
      try await place.refuses("proposals list --output list.pdf", "usage.format")
      try await place.refuses("proposals list --source de-DE", "usage.format")
    }
  }
}
