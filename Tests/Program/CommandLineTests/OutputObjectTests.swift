import NStackSandbox
import ProgramRuns
import Testing

/// The objects that `--json` prints, as the documentation lists them.
struct OutputObjectTests {
  private static let text = "\"section\": \"\", \"key\": \"\", \"locale\": \"\""
  private static let proposal = """
    {"id": 0, \(text), "value": "", "deletable": false}
    """
  private static let row = """
    "file": "", "worksheet?": "", "row": 0, \(text), "verdict": "", "message": "", "reasons": [], "notes": [],
    "currentValue": "",
    "exportedProposal": "", "proposal": "", "action": "", "serverValue": "", "serverProposal?": \(proposal)
    """
  private static let notes = """
    [{"file": "", "worksheet?": "", "row": 0, \(text), "note": "", "isQuestion": false}]
    """
  private static let files = """
    [{"path": "", "rows": 0, "sheetID?": "", "sha256": ""}]
    """
  private static let words = """
    [{"locale": "", "person?": "", "typed": false, "rows": 0, "words": 0, "changed": 0, "unchanged": 0, "edits": 0,
    "length": 0, "editDistance": 0}]
    """
  private static let quality = """
    [{"locale": "", "person?": "", "words": 0, "errors": [], "points": 0,
    "pointsPerThousand": 0, "most?": 0, "over": false}]
    """
  private static let agencies = """
    [{"agency": "", "asked": 0, "back": 0, "sent": 0, "refused": 0, "undecided": 0, "approved": 0, "approvedBy": [],
    "words": \(words), "quality": \(quality)}]
    """
  private static let keptImport = """
    "id": "", "startedAt": "", "changes": 0, "outcomes": {"*": 0}, "complete": false
    """

  private static func plan(_ row: String = row, notes: String = notes, files: String = files) -> String {
    """
    "summary": {"rows": 0, "groups": {"*": 0}, "verdicts": {"*": 0}, "propose": 0, "delete": 0}, "items": [{\(row)}],
    "changes": [{\(text), "operation": "", "value": "", "items": [0]}], "notes": \(notes), "diagnostics": [],
    "foreignFiles": [], "files": \(files), "agencies": \(files == "[]" ? "[]" : agencies)
    """
  }

  /// A plan that was carried out, with the outcomes.
  private static func report(_ row: String = row, notes: String = notes, files: String = files) -> String {
    """
    \(plan("\(row), \"outcome\": \"\", \"outcomeMessage\": \"\", \"outcomeReasons\": []", notes: notes, files: files)), "outcomes": {"*": 0},
    "verification": {"result": ""}, "resumable": false, "overrode": 0, "import": ""
    """
  }

  @Test func `a round trip: export, check, diff, import, status and history`() async throws {
    try await withSandbox { place, _ in
      func expect(
        _ command: String, endsWith status: Int32 = 0, _ example: String,
        sourceLocation: SourceLocation = #_sourceLocation
      ) async throws {
        let run = try await place.run("\(command) --json", sourceLocation: sourceLocation)
        #expect(run.status == status, "\(command): \(run.text)", sourceLocation: sourceLocation)
        #expect(try FoundationJSON.faults(in: run.json(), like: "{\(example)}") == [], sourceLocation: sourceLocation)
      }
      try await expect(
        "export review.csv --locale da-DK",
        """
        "file": "", "rows": 0, "keys": 0, "locales": 0, "sheetID": "", "proposals": 0, "orphanedProposals": 0
        """)
      try place.edit("review.csv", as: "returned.csv", RoundTripTests.review)
      try place.edit("review.csv", as: "wrong.csv") { try $0.set("default/ok", "da-DK", "Action", to: "nonsense") }
      try await expect(
        "check wrong.csv", endsWith: 3,
        """
        "rows": 0, "edited": 0, "foreignFiles": [], "files": [{"file": "", "rows": 0, "exportedRows?": 0}],
        "diagnostics": [{"code": "", "severity": "", "file": "", "worksheet?": "", "row": 0, "column?": "", "message": ""}]
        """)
      try await expect("diff returned.csv", Self.plan())
      try await expect("import returned.csv --yes --allow-delete", Self.report())
      try await expect(
        "status",
        """
        "locales": [{"locale": "", "texts": 0, "missing": 0, "proposed": 0, "deletable": 0, "translated": 0, "reviewed": 0}],
        "address": {"url": "", "stage?": "", "country?": "", "source": ""}, "orphanedProposals": 0, "unfinishedImports": [],
        "underLimit": [], "sheets": [{"sheetID": "", "file": "", "exportedAt": "", "rows": 0, "locales": [""], "out": false,
        "rowsBack": 0, "fixes?": "", "agency?": "", "words": \(Self.words),
        "closedAt?": "", "preset?": "", "daysOut?": 0, "dueDays?": 0, "late": false, "sent?": 0, "notSent?": 0, "undone?": 0,
        "returns": [{"file": "", "sha256": "", "time": "", "rows": 0, "outcomes": {"*": 0}}]}]
        """)
      let listed = "\(Self.keptImport), \"files\": [\"\"]"
      try await expect("history list", "\"imports\": [{\(listed)}], \"otherImports\": 0")
      let imports = try await place.run("history list --json").json()["imports"]
      let id = try #require(imports[0]["id"].string)
      // A record of an import says less of the sheet and the server.
      let kept = Self.row.replacing("exportedProposal\"", with: "exportedProposal?\"").replacing(
        "serverValue\"", with: "serverValue?\"")
      try await expect(
        "history show \(id)",
        """
        \(Self.report(kept)), "listed": {\(listed)}, "values": [{"number": 0, \(Self.text), "operation": "",
        "current?": "", "before?": "", "after?": "", "outcome": ""}]
        """)
      try await expect(
        "history undo \(id) --sheet returned.csv --yes",
        "\(Self.report(kept, notes: "[]", files: "[]")), \"undoOf\": \"\", \"sheet\": \"\"")
      let marked = try await place.run("history list --json").json()["imports"]
      let undo = try #require(marked[1]["id"].string)
      #expect(marked[1]["undoOf"] == .string(id))
      #expect(marked[0]["undone"] == "whole")
      #expect(marked[0]["undoneBy"] == .array([.string(undo)]))
      try await expect(
        "history prune --keep 0 --yes", "\"imports\": [{\(Self.keptImport)}], \"kept\": [], \"freedBytes\": 0")
    }
  }

  @Test func `a split export is a list of files`() async throws {
    try await withSandbox { place, _ in
      let files = try await place.run("export review.csv --split locale --json").json()
      #expect(
        files.all("file") == [
          "review.en-GB.csv", "review.da-DK.csv", "review.de-DE.csv", "review.ar-SA.csv", "review.ja-JP.csv",
        ])
      #expect(files.all("rows") == [46, 46, 47, 46, 46])
      #expect(files.all("proposals") == [2, 2, 4, 2, 2])
      #expect(Set(files.elements.map { $0["sheetID"].string }).count == 5)
    }
  }

  @Test func `proposals: a list, and one that was added`() async throws {
    try await withSandbox { place, server in
      let list = try await place.run("proposals list --only mine --json").json()
      #expect(try FoundationJSON.faults(in: list, like: "{\"proposals\": [\(Self.proposal)]}") == [])
      #expect(list["proposals"].elements.count == 6)
      let added = try await place.done("proposals add default save da-DK Gem! --json").json()
      #expect(try FoundationJSON.faults(in: added, like: Self.proposal) == [])
      #expect(
        try await place.run(["proposals", "add", "a", "b", "da-DK", " ", "--json"]).errorCode() == "usage.empty-value")
      #expect(server.requests.count("POST") == 1)
    }
  }

  @Test func `an error names its file, its place and what to do`() async throws {
    let place = try Workplace()
    try place.write("Section,Key,Locale\r\n\"a,b\r\n", to: "sheet.csv")
    let run = try await place.run("check sheet.csv --json", endsWith: 1)
    let error = try run.json()["error"]
    let example = """
      {"code": "", "message": "", "file": "", "worksheet?": "", "cell?": "", "line": 0, "hint?": ""}
      """
    #expect(try FoundationJSON.faults(in: error, like: example) == [])
    #expect(error.has(["code": "csv.unterminated-quote", "line": 2]))
    #expect(try place.names() == ["sheet.csv"])
  }
}
