import NStackSandbox
import Testing

@Suite("Memories on the command line")
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

  @Test("suggestions fill in missing texts, are counted, sent if they are accepted, and not sent again")
  func suggestions() async throws {
    try await withSandbox { place, server in
      try place.write(Self.memory, to: "team.tmx")
      let export = try await place.run("export a.csv --memory team.tmx")
      #expect(export.status == 0, "\(export.errorText)")
      #expect(
        export.errorText.contains(
          "2 suggestions from team.tmx: 1 exact in the language, 1 apart from case and spaces"))
      var sheet = CSVSheet(try place.read("a.csv"))
      #expect(sheet.cell("errors/payment", "ja-JP", "Proposal") == "お支払いできませんでした。")
      #expect(
        sheet.cell("errors/payment", "ja-JP", "Note")
          == "[Suggestion: exact match, in the language in team.tmx, entry 2]")
      #expect(sheet.cell("errors/tooLate", "ar-SA", "Proposal") == "فات الأوان: نبدأ في %@.")
      #expect(sheet.cell("account/newsletter", "ar-SA", "Note") == "")

      #expect(try await place.run("import a.csv --yes").status == 0)
      #expect(server.writes == [])
      try place.edit("a.csv", as: "b.csv") { sheet in
        try sheet.set("errors/payment", "ja-JP", "Action", to: "accept")
      }
      #expect(try await place.run("import b.csv --yes").status == 0)
      #expect(server.writes.count == 1)
      #expect(try await place.run("import b.csv --yes").status == 0)
      #expect(server.writes.count == 1)

      try place.write(Self.similar, to: "similar.tmx")
      let second = try await place.run("export c.csv --memory similar.tmx --fuzzy 75 --json")
      let counts = try #require(try second.json()["suggestions"]?.elements.first)
      #expect(counts["memory"] == .string("similar.tmx"))
      #expect(counts["suggestions"] == .number(1) && counts["fuzzy"] == .number(1))
      sheet = CSVSheet(try place.read("c.csv"))
      #expect(
        sheet.cell("errors/tooLate", "ar-SA", "Note")
          == "[Suggestion: 77 % match in similar.tmx, entry 2; it lacks %@]")
    }
  }

  @Test("the status says what is importable, imported, different and unknown, and changes with an import")
  func status() async throws {
    try await withSandbox { place, _ in
      try place.write(Self.memory, to: "team.tmx")
      func counts() async throws -> [[JSONTree?]] {
        let run = try await place.run("memory status team.tmx --json")
        #expect(run.status == 0, "\(run.errorText)")
        let memory = try #require(try run.json()["memories"]?.elements.first)
        #expect(memory["entries"] == .number(4))
        return memory["locales"]?.elements.map { locale in
          ["locale", "importable", "imported", "unknown"].map { locale[$0] }
        } ?? []
      }
      func row(_ locale: String, _ importable: Double, _ imported: Double, _ unknown: Double) -> [JSONTree?] {
        [.string(locale), .number(importable), .number(imported), .number(unknown)]
      }
      let before = try await counts()
      #expect(before.count == 3)
      for expected in [row("da-DK", 0, 0, 1), row("ja-JP", 1, 0, 0), row("ar-SA", 1, 0, 0)] {
        #expect(before.contains(expected))
      }
      #expect(
        try await place.run(["proposals", "add", "errors", "payment", "ja-JP", "お支払いできませんでした。"]).status == 0)
      #expect(try await counts().contains(row("ja-JP", 0, 1, 0)))
      let lines = try await place.run("memory status team.tmx").text.split(separator: "\n")
      #expect(lines.first == "team.tmx: 4 entries")
      #expect(lines.contains("  ja-JP            0           1           0           0"))
    }
  }

  @Test(
    "a flag that cannot be used, or a file that is no memory, is refused",
    arguments: [
      ("export a.csv --memory team.tmx --fuzzy 60", "usage.fuzzy"), ("export a.csv --fuzzy 85", "usage.fuzzy"),
      ("export a.csv --memory team.json", "exchange.unknown"), ("memory status missing.tmx", "file.not-found"),
    ])
  func refusals(arguments: String, code: String) async throws {
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
