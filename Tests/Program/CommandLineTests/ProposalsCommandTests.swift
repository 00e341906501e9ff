import NStackAPI
import NStackSandbox
import ProgramRuns
import ReviewReports
import Testing

@testable import nstack_review

struct ProposalsCommandTests {
  @Test func `filters list what fits all of them`() async throws {
    try await withSandbox { place, _ in
      let run = try await place.run("proposals list --only mine --locale da-DK --section account")
      #expect(run.text == "102  account/newsletter  da-DK  deletable  Send mig ugens brød\n")
      #expect(run.errorText == "1 proposal\n")
      try await place.refuses("proposals list --only failing=nope", "usage.failing")
      try await place.refuses("proposals list --section nope*", "selection.section")
    }
  }

  @Test func `new is what no report had, and ends with 3 if there is any`() async throws {
    try await withSandbox { place, _ in
      let first = try await place.run("proposals list --only new --json", endsWith: 3).json()
      #expect(first["proposals"].elements.count == 12 && first["since"] == .null)
      try await place.run("proposals list --only new --locale da-DK --report digest.html", endsWith: 3)
      let page = try place.read("digest.html")
      #expect(page.contains("<h1>New proposals</h1>\n<p>da-DK: 2.</p>") && page.contains("Send mig ugens brød"))
      let none = try await place.done("proposals list --only new --locale da-DK --report digest.html")
      #expect(none.text == "" && none.errorText.contains("0 proposals new since 20"))
      let all = try await place.run("proposals list --only new --report all.html", endsWith: 3)
      #expect(all.errorText.hasSuffix("\n10 proposals are no longer new\n"))
      // Another value is another proposal, also if the server keeps its id.
      try await place.runAll("proposals add account newsletter da-DK Brød")
      let changed = try await place.run("proposals list --only new", endsWith: 3)
      #expect(changed.text == "102  account/newsletter  da-DK  deletable  Brød\n")
      let status = try await place.done("status").text
      #expect(
        status.contains("\n1 proposal new since 20")
          && status.hasSuffix(": `nstack-review proposals list --only new`\n"))
      try await place.run("proposals list --only new --report digest.txt", endsWith: 64)
    }
  }

  @Test(arguments: [true, false]) func `on a terminal, what this profile may delete is blue`(isOwn: Bool) {
    let text = TextIdentity(section: "a", key: "b", locale: "da")
    let line = Proposal(id: 1, text: text, value: "x", canDelete: isOwn).line(ReportDisplay(width: 80, usesColor: true))
    #expect(line == (isOwn ? "\u{1B}[34m1  a/b  da  deletable  x\u{1B}[0m" : "1  a/b  da  -  x"))
  }

  @Test("a value is checked before it is proposed; an error refuses it, and --accept sends it with a warning")
  func addedWithChecks() async throws {
    try await withSandbox { place, server in
      let add = ["proposals", "add", "products", "allergens", "da-DK"]
      let line = try await place.run(add + ["Indeholder <b>hvede</b>, <b>mælk</b> og <b>æg."], endsWith: 3)
      #expect(
        line.errorText.hasPrefix(
          "error: Checks refuse the value, and nothing was sent. html.tags (\"</b>\"): The source text has this tag"))
      #expect(line.errorText.hasSuffix(" To send it anyway, add --accept refused-by-check.\n"))
      #expect(server.writes == [])
      let forced = try await place.run(add + ["Hvede og mælk.", "--accept", "refused-by-check", "--json"], endsWith: 0)
        .json()
      #expect(forced["value"] == "Hvede og mælk.")
      #expect(
        forced["warnings"][0].string?.hasPrefix("Sent in spite of a check: html.tags (\"<b>\"): The source") == true)
      let warned = try await place.run(["proposals", "add", "basket", "title", "da-DK", "Kurv "], endsWith: 0)
      #expect(warned.errorText.hasPrefix("warning: space.edge (\"␠\"): "))
    }
  }

  @Test func `failing names what fails in each text: in the list, in JSON and in the preview of a deletion`()
    async throws
  {
    try await withSandbox { place, _ in
      let add = ["proposals", "add", "basket", "title", "da-DK", "Kurv  her", "--accept", "refused-by-check"]
      try await place.run(add, endsWith: 0)
      let found = "space.double (\"␠␠\"): "
      let list = try await place.done("proposals list --only failing --locale da-DK")
      let lines = list.text.split(separator: "\n")
      #expect(lines.count == 2 && lines[0].hasSuffix("Kurv  her") && lines[1].hasPrefix("    \(found)"))
      let json = try await place.done("proposals list --only failing=space.double --json").json()
      #expect(json["proposals"][0]["findings"][0].string?.hasPrefix(found) == true)
      let preview = try await place.done("proposals delete --only failing --locale da-DK --dry-run")
      #expect(preview.text.contains("  title  Kurv  her  (space.double)\nplan: 1 to delete\n"))
    }
  }

  @Test func `without a terminal a filter needs both --yes and --allow-delete`() async throws {
    try await withSandbox { place, server in
      for flags in ["", " --yes", " --allow-delete"] {
        try await place.refuses("proposals delete --only mine\(flags)", "usage.consent")
      }
      try await place.refuses(
        "proposals delete --only mine --yes --allow-delete --max-deletes 5", "plan.too-many-deletes", status: 1)
      #expect(server.writes == [])
    }
  }

  @Test("a dry run shows every proposal by locale and section, and what the real run would refuse, and sends nothing")
  func dryRun() async throws {
    try await withSandbox { place, server in
      let run = try await place.done("proposals delete --locale de-DE --dry-run")
      #expect(run.text == "de-DE  default  1 proposal\n    105  retry  Noch einmal versuchen\nplan: 1 to delete\n")
      #expect(
        run.errorText == "3 proposals of other users match too and will stay: only their authors can delete them\n")
      let aged = try await place.done("proposals delete --locale de-DE --older-than 1 --dry-run")
      #expect(aged.text == "plan: 0 to delete\n")
      #expect(aged.errorText == "1 proposal has no known age, because no import of this profile saw it; left alone\n")
      let object = try await place.run("proposals delete --locale de-DE --dry-run --json").json()
      #expect(object["summary"]["delete"] == 1)
      #expect(object.has(["othersMatching": 3, "unknownAge": 0, "final": 0]))
      #expect(object["items"][0]["currentValue"].string?.isEmpty == false)
      let many = try await place.run("proposals delete --only mine --dry-run --max-deletes 5", endsWith: 3)
      #expect(
        many.errorText
          == "error: the plan deletes 6 proposals, and --max-deletes allows 5, so an import would send nothing\n")
      #expect(server.writes == [])
    }
  }

  @Test func `ids need no consent, and each that stays is told with the reason`() async throws {
    try await withSandbox { place, server in
      let run = try await place.run("proposals delete 101 108 9999", endsWith: 2)
      #expect(run.text == "proposal 101: deleted\nproposal 9999: already gone\n")
      #expect(
        run.errorText.hasPrefix(
          "error: proposal 108: refused: Proposal 108 was made by another user; only that user can delete it.\n"
            + "3 proposals: 1 already gone, 1 deleted, 1 refused\nimport "))
      #expect(server.writes == ["DELETE 101"])
    }
  }

  @Test("deleted is said only of a proposal that left the list, and a deletion of nothing advises no undo")
  func honest() async throws {
    let fault = Scenario.Fault("DELETE", path: "proposals") {
      ($0.status, $0.body) = (200, #"{"message":"Proposal deleted"}"#)
    }
    try await withSandbox(faults: [fault]) { place, _ in
      let run = try await place.run("proposals delete 101 --json", endsWith: 2)
      #expect(
        try run.json()["proposals"] == [
          ["id": 101, "outcome": "refused", "message": "the server answered that it is gone, but still lists it"]
        ])
      let again = try await place.run("proposals delete 101")
      #expect(again.errorText.contains("\nimport ") && !again.errorText.contains("history undo"))
    }
  }
}
