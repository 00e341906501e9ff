import NStackSandbox
import ProgramRuns
import Testing

/// The objects that `--json` prints, as the documentation lists them.
struct OutputObjectTests {
  static let proposal: [String: JSONShape] = [
    "id": .number, "section": .string, "key": .string, "locale": .string, "value": .string, "deletable": .boolean,
  ]
  static let row: [String: JSONShape] = [
    "file": .string, "worksheet": .optional(.string), "row": .number, "section": .string, "key": .string,
    "locale": .string, "verdict": .string, "message": .string, "notes": .emptyList, "currentValue": .string,
    "exportedProposal": .string, "proposal": .string, "action": .string, "serverValue": .string,
    "serverProposal": .optional(.object(proposal)),
  ]
  static let change: [String: JSONShape] = [
    "section": .string, "key": .string, "locale": .string, "operation": .string, "value": .string,
    "items": .list(.number),
  ]
  static let plan: [String: JSONShape] = [
    "summary": .object([
      "rows": .number, "groups": .members(.number), "verdicts": .members(.number), "propose": .number,
      "delete": .number,
    ]), "items": .list(.object(row)), "changes": .list(.object(change)),
    "notes": .list(
      .object([
        "file": .string, "worksheet": .optional(.string), "row": .number, "section": .string, "key": .string,
        "locale": .string, "note": .string,
      ])), "diagnostics": .emptyList, "foreignFiles": .emptyList,
    "files": .list(.object(["path": .string, "rows": .number, "sheetID": .optional(.string), "sha256": .string])),
  ]
  static let report: [String: JSONShape] = plan.merging([
    "items": .list(.object(row.merging(["outcome": .string, "outcomeMessage": .string]) { $1 })),
    "outcomes": .members(.number), "verification": .object(["result": .string]), "resumable": .boolean,
    "overrode": .number, "import": .string,
  ]) { $1 }
  static let keptImport: [String: JSONShape] = [
    "id": .string, "startedAt": .string, "files": .list(.string), "changes": .number, "outcomes": .members(.number),
    "complete": .boolean,
  ]

  @Test func `a round trip: export, check, diff, import, status and history`() async throws {
    try await withSandbox { place, _ in
      func expect(
        _ command: String, endsWith status: Int32 = 0, _ shape: [String: JSONShape],
        sourceLocation: SourceLocation = #_sourceLocation
      ) async throws {
        let run = try await place.run("\(command) --json", sourceLocation: sourceLocation)
        #expect(run.status == status, "\(command): \(run.text)", sourceLocation: sourceLocation)
        let object = try run.json()
        #expect(JSONShape.object(shape).faults(in: object) == [], sourceLocation: sourceLocation)
      }
      try await expect(
        "export review.csv --locale da-DK",
        [
          "file": .string, "rows": .number, "keys": .number, "locales": .number, "sheetID": .string,
          "proposals": .number, "orphanedProposals": .number,
        ])
      try place.edit("review.csv", as: "returned.csv", RoundTripTests.review)
      try place.edit("review.csv", as: "wrong.csv") { try $0.set("default/ok", "da-DK", "Action", to: "nonsense") }
      try await expect(
        "check wrong.csv", endsWith: 3,
        [
          "rows": .number, "edited": .number, "foreignFiles": .emptyList,
          "files": .list(.object(["file": .string, "rows": .number, "exportedRows": .optional(.number)])),
          "diagnostics": .list(
            .object([
              "code": .string, "severity": .string, "file": .string, "worksheet": .optional(.string), "row": .number,
              "column": .optional(.string), "message": .string,
            ])),
        ])
      try await expect("diff returned.csv", Self.plan)
      try await expect("import returned.csv --yes --allow-delete", Self.report)
      try await expect(
        "status",
        [
          "locales": .list(
            .object([
              "locale": .string, "texts": .number, "missing": .number, "proposed": .number, "deletable": .number,
              "translated": .number, "reviewed": .number,
            ])),
          "address": .object([
            "url": .string, "stage": .optional(.string), "country": .optional(.string), "source": .string,
          ]), "orphanedProposals": .number, "unfinishedImports": .emptyList, "underLimit": .emptyList,
          "sheets": .list(
            .object([
              "sheetID": .string, "file": .string, "exportedAt": .string, "rows": .number, "locales": .list(.string),
              "out": .boolean, "closedAt": .optional(.string), "preset": .optional(.string),
              "daysOut": .optional(.number), "dueDays": .optional(.number), "late": .boolean,
              "sent": .optional(.number), "notSent": .optional(.number),
              "returns": .list(
                .object([
                  "file": .string, "sha256": .string, "time": .string, "rows": .number, "outcomes": .members(.number),
                ])),
            ])),
        ])
      try await expect("history list", ["imports": .list(.object(Self.keptImport))])
      let imports = try await place.run("history list --json").json()["imports"]
      let id = try #require(imports?[0]?["id"]?.string)
      // A record of an import says less of the sheet and the server.
      let kept = Self.row.merging(["exportedProposal": .optional(.string), "serverValue": .optional(.string)]) { $1 }
      try await expect(
        "history show \(id)",
        Self.report.merging([
          "items": .list(.object(kept)), "listed": .object(Self.keptImport),
          "values": .list(
            .object([
              "number": .number, "section": .string, "key": .string, "locale": .string, "operation": .string,
              "current": .optional(.string), "before": .optional(.string), "after": .optional(.string),
              "outcome": .string,
            ])),
        ]) { $1 })
      var undone = Self.report
      undone["notes"] = .emptyList
      undone["files"] = .emptyList
      undone["items"] = .list(.object(kept))
      var undoneImport = Self.keptImport
      undoneImport["files"] = nil
      try await expect("history undo \(id) --yes", undone)
      let marked = try await place.run("history list --json").json()["imports"]
      let undo = try #require(marked?[1]?["id"]?.string)
      #expect(marked?[1]?["undoOf"] == .string(id))
      #expect(marked?[0]?["undone"] == .string("whole"))
      #expect(marked?[0]?["undoneBy"] == .array([.string(undo)]))
      try await expect(
        "history prune --keep 0 --yes",
        ["imports": .list(.object(undoneImport)), "kept": .emptyList, "freedBytes": .number])
    }
  }

  @Test func `a split export is a list of files`() async throws {
    try await withSandbox { place, _ in
      let files = try await place.run("export review.csv --split locale --json").json()
      #expect(
        files.elements.map { $0["file"]?.string } == [
          "review.en-GB.csv", "review.da-DK.csv", "review.de-DE.csv", "review.ar-SA.csv", "review.ja-JP.csv",
        ])
      #expect(files.elements.map { $0["rows"] } == [46, 46, 47, 46, 46].map { .number($0) })
      #expect(files.elements.map { $0["proposals"] } == [2, 2, 4, 2, 2].map { .number($0) })
      #expect(Set(files.elements.map { $0["sheetID"]?.string }).count == 5)
    }
  }

  @Test func `proposals: a list, one that was added, and what became of those to delete`() async throws {
    try await withSandbox { place, server in
      let list = try await place.run("proposals list --mine --json").json()
      #expect(JSONShape.object(["proposals": .list(.object(Self.proposal))]).faults(in: list) == [])
      #expect(list["proposals"]?.elements.count == 6)
      let added = try await place.run("proposals add default save da-DK Gem! --json")
      #expect(added.status == 0)
      let proposal = try added.json()
      #expect(JSONShape.object(Self.proposal).faults(in: proposal) == [])
      guard case .number(let number)? = proposal["id"] else { return }
      let deleted = try await place.run("proposals delete \(Int(number)) 108 9999 --json")
      #expect(deleted.status == 2)
      let outcomes = try deleted.json()["proposals"]?.elements ?? []
      #expect(
        outcomes.map { $0["outcome"]?.string }.sorted { ($0 ?? "") < ($1 ?? "") } == [
          "already-gone", "deleted", "refused",
        ])
      #expect(outcomes.filter { $0["message"] != nil }.map { $0["id"] } == [.number(108)])
      #expect(
        try await place.run(["proposals", "add", "a", "b", "da-DK", " ", "--json"]).errorCode() == "usage.empty-value")
      #expect(server.requests.count("POST") == 1)
    }
  }

  @Test func `an error names its file, its place and what to do`() async throws {
    let place = try Workplace()
    try place.write("Section,Key,Locale\r\n\"a,b\r\n", to: "sheet.csv")
    let run = try await place.run("check sheet.csv --json")
    #expect(run.status == 1)
    let error = try run.json()["error"]
    let shape: [String: JSONShape] = [
      "code": .string, "message": .string, "file": .string, "worksheet": .optional(.string), "cell": .optional(.string),
      "line": .number, "hint": .optional(.string),
    ]
    #expect(JSONShape.object(shape).faults(in: error) == [])
    #expect(error?["code"] == .string("csv.unterminated-quote"))
    #expect(error?["line"] == .number(2))
    #expect(try place.names() == ["sheet.csv"])
  }
}
