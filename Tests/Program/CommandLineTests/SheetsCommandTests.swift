import NStackAPI
import NStackSandbox
import ProgramRuns
import Testing

struct SheetsCommandTests {
  /// Writes `ok` beside Danish texts of a sheet.
  private func signOff(_ texts: [String], in name: String, as copy: String, _ place: Workplace) throws {
    try place.edit(name, as: copy) { sheet in for text in texts { try sheet.set(text, "da-DK", "Action", to: "ok") } }
  }

  @Test func `ok signs off without a question and sends nothing, and lapses when the text changes`() async throws {
    try await withSandbox { place, server in
      try await place.runAll("export a.csv --locale da-DK --source en-GB")
      try signOff(["default/ok", "default/cancel", "default/title"], in: "a.csv", as: "b.csv", place)
      let run = try await place.done("import b.csv")
      #expect(run.text.contains("b.csv: row 2: reviewed default/title [da-DK]\n"))
      #expect(run.text.contains("46 rows: 46 nothing to do (43 unchanged, 3 reviewed)\n"))
      #expect(server.writes == [])
      #expect(try await place.run("status --locale da-DK").text.contains("3 of 46"))
      let some = try await place.run("export some.csv --locale da-DK --only translated,unreviewed")
      #expect(some.errorText.contains("42 rows"))
      try await place.runAll("proposals add default ok da-DK Fint")
      #expect(
        try await place.run("sheets reviewed").text.hasPrefix("da-DK: 3 texts reviewed, 1 of them lapsed, the last"))
    }
  }

  @Test(
    "a sheet with a text that no import reads is not overwritten, and neither is one with a note",
    arguments: [
      ("a.csv", nil, "\"Checked by Bo\"\r\n", "texts that are not read"),
      ("a.po", nil, "\n#~ msgid \"Rake\"\n#~ msgstr \"Riv\"\n", "texts that are not read"),
      (
        "a.xlf", "</body>", "<trans-unit id=\"own\"><source>Hi</source><target>Hej</target></trans-unit></body>",
        "texts that are not read"
      ), ("b.csv", "\"\",\"\",\"translated\"", "\"Too long\",\"\",\"translated\"", "1 note"),
    ]) func unreadTexts(name: String, old: String?, new: String, lost: String) async throws
  {
    try await withSandbox { place, _ in
      try await place.runAll("export \(name) --locale da-DK", "export \(name) --locale da-DK", "export c.csv")
      var text = try place.read(name)
      if let old { text.replaceSubrange(try #require(text.firstRange(of: old)), with: new) } else { text += new }
      try place.write(text, to: name)
      let run = try await place.run("export \(name) --locale da-DK", endsWith: 64)
      #expect(run.errorText.hasPrefix("error: \(name) has \(lost), which an export would overwrite."))
      if name.hasSuffix(".csv") {
        #expect(
          try await place.run("convert c.csv \(name)", endsWith: 64).errorText.hasPrefix(
            "error: \(name) is a review sheet with \(lost), so it is not overwritten."))
      }
      #expect(try place.read(name) == text)
    }
  }

  @Test func `two people exchange what they reviewed and which sheets are out, and others' files are refused`()
    async throws
  {
    try await withSandbox { place, server in
      try await place.runAll("export a.csv --locale da-DK")
      try signOff(["default/ok"], in: "a.csv", as: "b.csv", place)
      try await place.runAll("import b.csv")
      #expect(try await place.run("sheets reviewed --export anna.json").errorText == "wrote anna.json: 1 text\n")
      let file = try place.read("anna.json")
      #expect(!file.contains(server.guid) && !file.contains(server.restAPIKey.reveal()))

      var other = place
      other.variables["XDG_STATE_HOME"] = place.path("bo")
      #expect(try await other.run("sheets reviewed").text == "no text is reviewed\n")
      let first = try await other.run("sheets reviewed --import anna.json")
      #expect(first.errorText == "imported: 1 new, 0 renewed, 0 already known\n")
      let again = try await other.run("sheets reviewed --import anna.json --json").json()
      #expect(again["imported"]["known"] == 1 && again["reviewed"] == 1)

      #expect(try await place.run("sheets --export board.jsonl").errorText == "wrote board.jsonl: 2 events\n")
      for line in ["imported: 2 new, 0 already known\n", "imported: 0 new, 2 already known\n"] {
        let board = try await other.run("sheets --import board.jsonl")
        #expect(board.errorText == line)
        #expect(board.text.contains("\na.csv  da-DK"))
      }

      other.variables["NSTACK_PLATFORM"] = "web"
      try await other.refuses("sheets --import board.jsonl", "shared.other-application", status: 1)
      try await other.refuses("sheets reviewed --import anna.json", "shared.other-application", status: 1)
      #expect(try await place.run("sheets reviewed --import no.json --json").errorCode() == "shared.missing")
    }
  }

  @Test func `sheets are listed while they are out, and closed by their names or ids`() async throws {
    try await withSandbox { place, _ in
      for name in ["a.csv", "b.csv"] { try await place.runAll("export \(name) --locale da-DK") }
      try await place.runAll("import b.csv")
      let sheets = try await place.run("sheets list --json").json()["sheets"]
      #expect(sheets.all("file").map(\.string) == [place.path("a.csv"), place.path("b.csv")])
      #expect(sheets.all("out") == [true, false])
      let id = try #require(sheets[0]["sheetID"].string)
      try await place.refuses("sheets close \(id) b.csv", "sheet.unknown-id")
      #expect(try await place.run("sheets close a.csv").text.contains("closed     –         –\n"))
      let danish = try await place.run("sheets --locale da,xx-XX")
      #expect(danish.errorText == "da selects da-DK\nwarning: no sheet has the locale \"xx-XX\"\n")
      let text = "0 sheets are out; 1 came back, 1 was closed; --all lists 1 more\n"
      #expect(try await place.run("sheets").text.hasSuffix(text))
    }
  }

  @Test func `a sheet is out until all rows are back, and a sheet to fix is under it`() async throws {
    try await withSandbox { place, _ in
      try await place.runAll("export a.csv --locale da-DK")
      try place.edit("a.csv", as: "edited.csv") { try $0.set("basket/total", "da-DK", "Proposal", to: "I alt %d") }
      let lines = try place.read("edited.csv").split(separator: "\r\n")
      for (name, rows) in [("first.csv", 1..<21), ("second.csv", 11..<47)] {
        try place.write(([lines[0]] + lines[rows]).map { $0 + "\r\n" }.joined(), to: name)
      }
      try await place.runAll("import first.csv")
      let first = try await place.run("sheets --json").json()["sheets"]
      #expect(first[0]["rowsBack"] == 20 && first[0]["rows"] == 46 && first[0]["out"] == true)
      try await place.run("import second.csv --yes --to-fix fix.csv", endsWith: 2)
      let sheets = try await place.run("sheets --json").json()["sheets"]
      #expect(sheets.all("rowsBack") == [46, 0] && sheets.all("out") == [false, true])
      #expect(sheets[1]["fixes"] == sheets[0]["sheetID"] && sheets[1]["rows"] == 1)
      #expect(try await place.run("sheets").text.contains("\n  to fix: fix.csv  da-DK"))
    }
  }

  @Test func `--fail-under ends with 3 where less is translated, and names the locales`() async throws {
    try await withSandbox { place, _ in
      let good = try await place.run("status --fail-under 90")
      #expect(good.status == 0 && good.errorText == "")
      let bad = try await place.run("status --fail-under 97.5 --json", endsWith: 3)
      #expect(try bad.json()["underLimit"] == ["ar-SA"])
      #expect(bad.errorText == "error: ar-SA: 95.6 % of the texts are translated, and --fail-under asks for 97.5 %.\n")
      try await place.run("status --fail-under 101", endsWith: 64)
      try await place.refuses("status --locale xx-XX", "selection.locale")
    }
  }

  @Test func `a copy of the edits that are read may be written over, and the table that is read may not`() async throws
  {
    try await withSandbox { place, _ in
      try await RoundTripTests.export(place) { try $0.set("basket/total", "da-DK", "Proposal", to: "I alt %d") }
      try place.write(place.read("returned.csv") + "\"Checked by Bo\"\r\n", to: "returned.csv")
      for _ in 0..<2 {
        try await place.run("diff returned.csv --to-fix fix.csv --annotate result.csv --json", endsWith: 3)
        try await place.done("convert returned.csv copy.xlsx")
      }
      try place.edit("fix.csv", as: "fix.csv") { try $0.set("basket/total", "da-DK", "Proposal", to: "I alt: %@") }
      try await place.refuses("diff returned.csv --to-fix fix.csv", "export.unsent-edits")
      try await place.run("convert returned.csv returned.csv", endsWith: 64)
    }
  }

  @Test func `compare tells what differs, and ends with 0, 1 or 2 as diff does`() async throws {
    try await withSandbox { place, _ in
      try await place.runAll("export a.csv --locale da-DK", "export b.xlsx --locale da-DK")
      #expect(try await place.done("sheets compare a.csv b.xlsx").text == "46 rows and 46 rows: no difference\n")
      try place.edit("a.csv", as: "c.csv") { try $0.set("default/ok", "da-DK", "Note", to: "short") }
      let run = try await place.run("sheets compare b.xlsx c.csv --report c.html --json", endsWith: 1)
      #expect(try run.json()["edited"] == 1)
      #expect(try place.read("c.html").contains("    Note, new: <ins>short</ins>\n"))
      #expect(try await place.run("sheets compare a.csv missing.csv", endsWith: 2).errorText.contains("no such file"))
      try await place.run("sheets compare a.csv b.xlsx --report c.txt", endsWith: 64)
    }
  }
}
