import NStackSandbox
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

  @Test func `suggestions fill in missing texts, and are counted`() async throws {
    try await withSandbox { place, _ in
      try place.write(Self.memory, to: "team.tmx")
      try place.write(Self.similar, to: "similar.tmx")
      let fuzzy = try await place.run("export c.csv --memory similar.tmx --fuzzy 75 --json")
      let counts = try #require(try fuzzy.json()["suggestions"]?.elements.first)
      #expect(counts["memory"] == "similar.tmx")
      #expect(counts["suggestions"] == 1 && counts["fuzzy"] == 1)
      var sheet = CSVSheet(try place.read("c.csv"))
      #expect(
        sheet.cell("errors/tooLate", "ar-SA", "Note") == "[Suggestion: 77 % match in similar.tmx, entry 2; it lacks %@]"
      )

      let export = try await place.run("export a.csv --memory team.tmx", endsWith: 0)
      #expect(export.errorText.contains("1 suggestion from team.tmx: 1 apart from case and spaces"))
      sheet = CSVSheet(try place.read("a.csv"))
      #expect(sheet.cell("errors/tooLate", "ar-SA", "Proposal") == "فات الأوان: نبدأ في %@.")
      #expect(
        sheet.cell("errors/tooLate", "ar-SA", "Note")
          == "[Suggestion: match apart from case and spaces in team.tmx, entry 3]")
      #expect(sheet.cell("account/newsletter", "ar-SA", "Note") == "")
    }
  }

  @Test("the status says what is importable, imported, different and unknown, and changes with an import") func status()
    async throws
  {
    try await withSandbox { place, _ in
      try place.write(Self.memory, to: "team.tmx")
      func counts() async throws -> [[JSONTree?]] {
        let run = try await place.run("memory status team.tmx --json", endsWith: 0)
        let memory = try #require(try run.json()["memories"]?.elements.first)
        #expect(memory["entries"] == 4)
        return memory["locales"]?.elements.map { locale in
          ["locale", "importable", "imported", "unknown"].map { locale[$0] }
        } ?? []
      }
      func row(_ locale: String, _ importable: Double, _ imported: Double, _ unknown: Double) -> [JSONTree?] {
        [.string(locale), .number(importable), .number(imported), .number(unknown)]
      }
      let before = try await counts()
      #expect(before.count == 3)
      for expected in [row("da-DK", 0, 0, 1), row("ja-JP", 0, 0, 0), row("ar-SA", 1, 0, 0)] {
        #expect(before.contains(expected))
      }
      #expect(try await place.run(["proposals", "add", "errors", "payment", "ja-JP", "お支払いできませんでした。"]).status == 0)
      #expect(try await counts().contains(row("ja-JP", 0, 1, 0)))
      let lines = try await place.run("memory status team.tmx").text.split(separator: "\n")
      #expect(lines.first == "team.tmx: 4 entries")
      #expect(lines.contains("  ja-JP            0           1           0           0"))
    }
  }

  @Test func `memories with names are added, listed, searched, grown by an import and removed`() async throws {
    try await withSandbox { place, _ in
      try place.write(Self.memory, to: "team.tmx")
      let added = try await place.run("memory add acme team.tmx --json", endsWith: 0)
      let file = try #require(try added.json()["files"]?.elements.first)
      #expect(file["file"] == "team.tmx" && file["added"] == 4 && file["known"] == 0)
      #expect(try await place.run("memory add acme team.tmx").errorText.contains("0 entries added, 4 known already"))
      let list = try #require(try await place.run("memory list --json").json()["memories"]?.elements)
      #expect(list.count == 1 && list[0]["memory"] == "acme" && list[0]["entries"] == 4)
      #expect(try await place.run("memory status acme").text.hasPrefix("acme: 4 entries\n"))

      #expect(try await place.run("export a.csv --memory acme").status == 0)
      try place.edit("a.csv", as: "b.csv") { sheet in
        #expect(
          sheet.cell("errors/tooLate", "ar-SA", "Note")
            == "[Suggestion: match apart from case and spaces in acme (team.tmx), entry 3]")
        try sheet.set("errors/tooLate", "ar-SA", "Action", to: "accept")
      }
      let imported = try await place.run("import b.csv --yes --memory other")
      #expect(imported.status == 0 && imported.errorText.contains("memory other: 1 entry added"))
      #expect(try await place.run("memory list").text.contains("other  1 entry; 1 from imports"))
      let undone = try await place.run("history undo last --yes")
      #expect(undone.status == 0 && undone.errorText.contains("memory other: 1 entry taken out"))

      try place.write("no memory", to: "acme")
      #expect(try await place.run("memory status acme --json").errorCode() == "memory.ambiguous")
      #expect(try await place.run("memory remove acme").status == 0)
      #expect(try await place.run("memory remove acme --json").errorCode() == "memory.unknown")
      #expect(try await place.run("memory add imports team.tmx --json").errorCode() == "memory.name")
    }
  }

  @Test(
    "a flag that cannot be used, or a file that is no memory, is refused",
    arguments: [
      ("export a.csv --memory team.tmx --fuzzy 60", "usage.fuzzy"), ("export a.csv --fuzzy 85", "usage.fuzzy"),
      ("export a.csv --memory team.json", "exchange.unknown"), ("memory status missing.tmx", "file.not-found"),
    ]) func refusals(arguments: String, code: String) async throws
  {
    try await withSandbox { place, _ in
      try place.write(Self.memory, to: "team.tmx")
      try place.write("{}", to: "team.json")
      let run = try await place.run("\(arguments) --json")
      #expect(run.status != 0)
      #expect(try run.errorCode() == code)
      #expect(!(try place.names()).contains("a.csv"))
    }
  }
}
