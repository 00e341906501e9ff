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

  @Test func `a review as a page goes round as any sheet does, and to CSV and back`() async throws {
    try await withSandbox { place, server in
      try await place.runAll("export review.html --locale da-DK", "convert review.html review.csv")
      try place.edit("review.csv", as: "returned.csv", Self.review)
      try await place.runAll("convert returned.csv returned.html")
      #expect(try place.read("review.html").utf8.allSatisfy { $0 < 0x80 })
      let (page, csv) = (try await place.done("diff returned.html"), try await place.done("diff returned.csv"))
      #expect(page.text.contains("46 rows: 2 to send (1 to delete, 1 to propose), 44 nothing to do"))
      #expect(page.text == csv.text.replacing("returned.csv", with: "returned.html"))
      #expect(try await place.run("sheets compare review.html returned.html --json", endsWith: 1).json()["edited"] == 3)
      try await place.refuses("diff returned.html --annotate result.csv", "usage.annotate")
      try await place.refuses("export returned.html --locale da-DK", "export.unsent-edits")
      try await place.runAll("import returned.html --yes --allow-delete --annotate result.html")
      #expect(server.writes.count == 2 && server.writes.contains("POST value=Kardemommeknude"))
      try await place.runAll("convert result.html result.csv")
      let result = CSVSheet(try place.read("result.csv"))
      #expect(result.cell("products/cardamomBun", "da-DK", "Proposal") == "Kardemommeknude")
      #expect(result.cell("products/cardamomBun", "da-DK", "Result")?.isEmpty == false)
    }
  }

  @Test func `a page has what was reviewed, whether approval is required, and pictures of the context`() async throws {
    try await withSandbox { place, _ in
      try place.write("approval: required\n", to: ".nstack-review.yaml")
      try await Self.export(place) { try $0.set("basket/total", "da-DK", "Action", to: "ok") }
      try await place.runAll("import returned.csv --yes")
      let pictures = [
        ("a.gif", "GIF89a"), ("b.svg", "<svg/>"), ("large.gif", "GIF89a" + String(repeating: " ", count: 2_000_000)),
      ]
      for (name, bytes) in pictures { try place.write(bytes, to: "shots/\(name)") }
      try place.write(
        "Section,Key,Screenshot\n"
          + "basket,total,a.gif\nbasket,note,b.svg\nbasket,title,large.gif\nbasket,empty,gone.png\nbasket,remove,https://example.com/x.png\n",
        to: "shots/about.csv")
      let run = try await place.done("export page.html --locale da-DK --section basket --context shots/about.csv")
      let page = try place.read("page.html")
      for part in [
        "\"approval\":\"required\"", "\"reviewed\":{\"da-DK\":{\"basket\":[\"total\"]}}",
        "\"pictures\":{\"a.gif\":\"data:image/gif;base64,R0lGODlh\"}",
      ] { #expect(page.contains(part), "\(part)") }
      for told in [
        "b.svg, which is not a PNG, JPEG, GIF or WebP picture.", "large.gif, which is larger than 2 MB.",
        "gone.png, which does not exist.",
      ] { #expect(run.errorText.contains("the page lacks the screenshot shots/\(told)"), "\(run.errorText)") }
      #expect(run.errorText.ranges(of: "lacks").count == 3)
    }
  }

  @Test func `rows to fix are a page too`() async throws {
    try await withSandbox { place, _ in
      try await Self.export(place) { try $0.set("basket/total", "da-DK", "Proposal", to: "I alt %d") }
      try await place.run("diff returned.csv --to-fix fix.html", endsWith: 3)
      try await place.runAll("convert fix.html fix.csv")
      let fix = CSVSheet(try place.read("fix.csv"))
      #expect(fix.rows.count == 2 && fix.header.contains("Problem"))
      #expect(fix.cell("basket/total", "da-DK", "Proposal") == "I alt %d")
    }
  }

  @Test func `a page shows review sheets only, and one worksheet of a workbook`() async throws {
    try await withSandbox { place, _ in
      try place.write("Price,Bun\n1,2\n", to: "prices.csv")
      try await place.refuses("convert prices.csv prices.html", "usage.format")
      try await place.runAll("export c.xlsx --locale da,de --layout columns")
      try await place.refuses("convert c.xlsx c.html", "usage.format")
      try await place.runAll(
        "export a.xlsx --locale da-DK", "convert a.xlsx a.html", "export b.xlsx --locale da,de --layout locales",
        "convert b.xlsx b.html --worksheet da-DK")
      #expect(try await place.done("sheets compare a.xlsx a.html").text == "46 rows and 46 rows: no difference\n")
      try await place.refuses("convert b.xlsx c.html", "usage.format")
      try await place.refuses("convert b.xlsx c.html --worksheet About", "usage.format")
      #expect(try !place.names().contains { ["prices.html", "c.html"].contains($0) })
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
