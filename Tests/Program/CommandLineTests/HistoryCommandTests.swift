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
      let object = try await place.run("proposals list --mine --format json").json()
      #expect(object["proposals"].elements.count == 6)
      #expect(object["proposals"][0]["firstSeen"] == .null)
      try await place.refuses("proposals list --output list.pdf", "usage.format")
      try await place.refuses("proposals list --source de-DE", "usage.format")
    }
  }
}
