import NStackSandbox
import ProgramRuns
import Testing

struct RoundTripTests {
  /// A proposal to change, one to delete, and a note.
  static func review(_ sheet: inout CSVSheet) throws {
    try sheet.set("products/cardamomBun", "da-DK", "Proposal", to: "Kardemommeknude")
    try sheet.set("account/newsletter", "da-DK", "Action", to: "delete")
    try sheet.set("basket/note", "da-DK", "Note", to: "ask Anna")
  }

  /// Exports the Danish texts and saves what a reviewer makes of them as `returned.csv`.
  static func export(_ place: Workplace, _ review: (inout CSVSheet) throws -> Void = Self.review) async throws {
    try await place.runAll("export review.csv --locale da-DK --overwrite")
    try place.edit("review.csv", as: "returned.csv", review)
  }

  @Test func `diff shows each edit where the person wrote it, and sends nothing`() async throws {
    try await withSandbox { place, server in
      try await Self.export(place)
      let run = try await place.done("diff returned.csv")
      #expect(
        run.text == """
          returned.csv: row 18: propose products/cardamomBun [da-DK]
              source  Cardamom bun
              base    Kardemommesnegl
              sheet   [-Kardemommesnegl-]{+Kardemommeknude+}
          returned.csv: row 41: delete account/newsletter [da-DK]
              source  Send me the bread of the week
              base    Send mig ugens brød
              sheet   [-Send mig ugens brød-]
          returned.csv: row 30: note: ask Anna
          46 rows: 2 to send (1 to delete, 1 to propose), 44 nothing to do (44 unchanged)
          plan: 1 to propose, 1 to delete (2 rows ask for 2 calls)

          """)
      #expect(run.errors.isEmpty)
      #expect(server.writes == [])
    }
  }

  @Test func `rows to fix in several locales are refused for a format with one, before anything is sent`() async throws
  {
    try await withSandbox { place, server in
      try await place.runAll("export review.csv")
      try place.edit("review.csv", as: "returned.csv") { sheet in
        try sheet.set("products/cardamomBun", "da-DK", "Proposal", to: "Kardemommeknude")
        try sheet.set("products/cardamomBun", "ja-JP", "Proposal", to: "カルダモンパン")
        try sheet.set("products/cardamomBun", "ar-SA", "Action", to: "skip")
      }
      for command in ["import returned.csv --yes", "diff returned.csv"] {
        try await place.refuses("\(command) --to-fix fix.po", "usage.results")
      }
      #expect(server.writes == [])
      #expect(!(try place.names()).contains("fix.po"))
      try await place.runAll("import returned.csv --yes --to-fix fix.xlf")
      #expect(server.writes.count == 2)
    }
  }

  @Test func `--yes alone deletes nothing`() async throws {
    try await withSandbox { place, server in
      try await Self.export(place)
      let run = try await place.run("import returned.csv --yes --json", endsWith: 2)
      #expect(try run.json()["outcomes"] == ["applied": 1, "not-attempted": 1])
      #expect(server.writes == ["POST value=Kardemommeknude"])
    }
  }
}
