import NStackSandbox
import ProgramRuns
import Testing

struct MemoryCommandTests {
  private static func unit(_ english: String, _ other: String, _ language: String) -> String {
    "<tu><tuv xml:lang=\"en\"><seg>\(english)</seg></tuv><tuv xml:lang=\"\(language)\"><seg>\(other)</seg></tuv></tu>\n"
  }

  private static func document(_ units: String...) -> String {
    "<tmx version=\"1.4\"><header srclang=\"en\"/><body>\n\(units.joined())</body></tmx>"
  }

  /// The Arabic text of the third entry has a pending proposal.
  private static let memory = document(
    unit("The payment did not go through. Nothing was charged.", "お支払いできませんでした。", "ja"),
    unit("too late for TOMORROW:  we start baking at %@.", "فات الأوان: نبدأ في %@.", "ar"),
    unit("Send me the bread of the week", "خبز الأسبوع", "ar-SA"), unit("Nothing", "Intet", "da"))

  private static let similar = document(unit("Too late for tomorrow: we start baking at %d.", "فات الأوان", "ar-SA"))

  @Test func `similar texts are suggested where that is asked for, and counted`() async throws {
    try await withSandbox { place, _ in
      try place.write(Self.similar, to: "similar.tmx")
      let fuzzy = try await place.run("export c.csv --memory similar.tmx --fuzzy 75 --json")
      let counts = try fuzzy.json()["suggestions"][0]
      #expect(counts["memory"] == "similar.tmx")
      #expect(counts.has(["suggestions": 1, "fuzzy": 1]))
      #expect(
        CSVSheet(try place.read("c.csv")).cell("errors/tooLate", "ar-SA", "Note")
          == "[Suggestion: 77 % match in similar.tmx, entry 2; it lacks %@]")
    }
  }

  @Test func `the status counts what is importable, imported and unknown`() async throws {
    try await withSandbox { place, _ in
      try place.write(Self.memory, to: "team.tmx")
      try await place.run(["proposals", "add", "errors", "payment", "ja-JP", "お支払いできませんでした。"], endsWith: 0)
      let memory = try await place.done("status --memory team.tmx --json").json()["memories"][0]
      #expect(memory["entries"] == 4)
      let counts = memory["locales"].elements.map { locale in
        ["locale", "importable", "imported", "unknown"].map { locale[$0] }
      }
      let expected: [[FoundationJSON]] = [["da-DK", 0, 0, 1], ["ja-JP", 0, 1, 0], ["ar-SA", 1, 0, 0]]
      #expect(counts.count == 3 && expected.allSatisfy(counts.contains))
      let lines = try await place.done("status --memory team.tmx").text.split(separator: "\n")
      #expect(lines.contains("team.tmx: 4 entries"))
      #expect(lines.contains("  ja-JP            0           1           0           0"))
      let one = try await place.done("status --memory team.tmx --locale ar-SA --json").json()["memories"][0]
      #expect(one["locales"].all("locale") == ["ar-SA"])
    }
  }

  @Test func `memories with names are added, listed, searched, grown by an import and removed`() async throws {
    try await withSandbox { place, _ in
      try place.write(Self.memory, to: "team.tmx")
      let added = try await place.done("memory add acme team.tmx --json").json()["files"][0]
      #expect(added.has(["file": "team.tmx", "added": 4, "known": 0]))
      #expect(try await place.run("memory list --json").json()["memories"].all("memory") == ["acme"])
      try await place.runAll("export a.csv --memory acme")
      try place.edit("a.csv", as: "b.csv") { try $0.set("errors/tooLate", "ar-SA", "Action", to: "accept") }
      let imported = try await place.run("import b.csv --yes --memory other")
      #expect(imported.status == 0 && imported.errorText.contains("memory other: 1 entry added"))
      #expect(try await place.run("memory list").text.contains("other  1 entry; 1 from imports"))
      let undone = try await place.run("history undo last --yes")
      #expect(undone.status == 0 && undone.errorText.contains("memory other: 1 entry taken out"))

      try place.write("no memory", to: "acme")
      try await place.refuses("status --memory acme", "memory.ambiguous")
      try await place.runAll("memory remove acme")
      try await place.refuses("memory remove acme", "memory.unknown")
      try await place.refuses("memory add imports team.tmx", "memory.name")
    }
  }
}
