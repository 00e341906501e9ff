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
    #expect(try await place.run("export review.csv --locale da-DK --overwrite").status == 0)
    try place.edit("review.csv", as: "returned.csv", review)
  }

  @Test(arguments: ["csv", "xlsx"]) func `a sheet that was not edited asks for nothing`(format: String) async throws {
    try await withSandbox { place, server in
      #expect(try await place.run("export review.\(format)").status == 0)
      let diff = try await place.run("diff review.\(format)", endsWith: 0)
      #expect(diff.text == "231 rows: 231 nothing to do (231 unchanged)\nplan: 0 to propose, 0 to delete\n")
      #expect(try await place.run("import review.\(format)").status == 0)
      #expect(server.writes == [])
    }
  }

  @Test func `diff shows each edit where the person wrote it, and sends nothing`() async throws {
    try await withSandbox { place, server in
      try await Self.export(place)
      let run = try await place.run("diff returned.csv", endsWith: 0)
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
          plan: 1 to propose, 1 to delete

          """)
      #expect(run.errors.isEmpty)
      #expect(server.writes == [])
    }
  }

  @Test func `rows to fix in several locales are refused for a format with one, before anything is sent`() async throws
  {
    try await withSandbox { place, server in
      #expect(try await place.run("export review.csv").status == 0)
      try place.edit("review.csv", as: "returned.csv") { sheet in
        try sheet.set("products/cardamomBun", "da-DK", "Proposal", to: "Kardemommeknude")
        try sheet.set("products/cardamomBun", "ja-JP", "Proposal", to: "カルダモンパン")
        try sheet.set("products/cardamomBun", "ar-SA", "Action", to: "skip")
      }
      for command in ["import returned.csv --yes --to-fix fix.po --json", "diff returned.csv --to-fix fix.po --json"] {
        let run = try await place.run(command)
        #expect(try run.errorCode() == "usage.results")
      }
      #expect(server.writes == [])
      #expect(!(try place.names()).contains("fix.po"))
      #expect(try await place.run("import returned.csv --yes --to-fix fix.xlf").status == 0)
      #expect(server.writes.count == 2)
    }
  }

  @Test func `an import sends what was asked for, verifies it, and sends nothing the second time`() async throws {
    try await withSandbox { place, server in
      try await Self.export(place)
      let run = try await place.run("import returned.csv --yes --allow-delete", endsWith: 0)
      #expect(run.text.contains("\n2 calls: 2 applied\nverified:"))
      #expect(server.writes.sorted() == ["DELETE 102", "POST value=Kardemommeknude"])
      let list = try await place.run("proposals list --locale da-DK --json").json()
      #expect(list["proposals"]?.elements.map { $0["value"] } == ["Kardemommeknude"])

      let again = try await place.run("import returned.csv --yes --allow-delete", endsWith: 0)
      #expect(again.text.contains("\n46 rows: 46 nothing to do (44 unchanged, 1 already gone, 1 already proposed)\n"))
      #expect(server.requests.count("POST") + server.requests.count("DELETE") == 2)
    }
  }

  @Test func `a text that changed on the server is in conflict, and is sent only where that is asked for`() async throws
  {
    try await withSandbox { place, server in
      try await Self.export(place)
      let other = try await place.run([
        "proposals", "add", "products", "cardamomBun", "da-DK", "Kardemommehorn", "--guid", "somebody-else",
      ])
      #expect(other.status == 0)
      let run = try await place.run("import returned.csv --yes --json", endsWith: 2)
      #expect(try run.json()["summary"]?["verdicts"]?["conflict"] == 1)
      #expect(server.writes == ["POST value=Kardemommehorn"])
      try await place.run("diff returned.csv --json", endsWith: 3)
      let sent = try await place.run("import returned.csv --yes --on-conflict propose")
      #expect(sent.text.contains("propose applied products/cardamomBun [da-DK]"))
      #expect(server.writes == ["POST value=Kardemommehorn", "POST value=Kardemommeknude"])
    }
  }
}
