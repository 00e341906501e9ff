import Basics
import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

extension Check {
  /// Warns of exclamation marks.
  fileprivate static let calm = Check("sample.calm", .warning) { text in
    text.proposal.contains("!") ? [CheckFinding(Reason(verbatim: "Be calm."), token: "!")] : []
  }
}

/// The lengths of what was written.
private struct Pieces: TextOutputStream {
  var lengths: [Int] = []

  mutating func write(_ text: String) { lengths.append(text.utf8.count) }
}

extension HTMLReport {
  /// What the page's script reads.
  var data: JSONValue {
    get throws {
      let found = text.firstMatch(of: /(?s)id="nstack-review-report">(.*?)<\/script>/)?.1
      return try JSONValue(parsing: String(try #require(found)))
    }
  }
}

extension JSONValue {
  /// The strings of members.
  fileprivate func strings(_ names: String...) -> [String] { names.map { self[$0]?.string ?? "" } }
}

struct HTMLReportTests {
  private static let catalog = Catalog.pending(.own(7, "button", "Log på"))

  private func plan(
    _ edits: [(key: String, edit: (inout ReviewRow) -> Void)], exported: Catalog = Self.catalog,
    server: Catalog = Self.catalog, options: PlanningOptions = Fixture.unchecked
  ) throws -> Changeset { try Fixture.plan(edits, of: exported, against: server, options: options) }

  /// The lines of rows that a browser without scripts shows.
  private func lines(_ page: String) -> [String] {
    let shown = page.split(separator: "<main id=\"main\">").last?.split(separator: "</main>").first ?? ""
    return shown.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }

  /// The texts of a row as the script reads them: each piece with the sign of its kind, and with the severity of its mark.
  private func texts(_ row: JSONValue?) -> [String] {
    (row?["texts"]?.elements ?? []).map { line in
      let pieces = (line["pieces"]?.elements ?? []).map { piece in
        let sign = ["same": "", "added": "+", "removed": "-"][piece["kind"]?.string ?? ""] ?? "?"
        return "\(sign)[\(piece["text"]?.string ?? "")]\(piece["mark"]?.string ?? "")"
      }
      return "\(line["label"]?.string ?? ""): \(line["none"]?.string ?? pieces.joined())"
    }
  }

  @Test func `each text of a row is named, and its differences are marked`() throws {
    let plan = try plan([("title", { $0.proposal = "Velkommen hjem" })])
    var report = HTMLReport(plan)
    report.catalog = Self.catalog
    #expect(
      lines(report.text).prefix(3) == [
        "Source: Welcome", "Base, server: Velkommen", "Sheet: Velkommen<ins> hjem</ins>",
      ])
    let data = try report.data
    let row = data["rows"]?.elements?.first
    #expect(texts(row) == ["source: [Welcome]", "baseAndServer: [Velkommen]", "sheet: [Velkommen]+[ hjem]"])
    #expect(row?["verdict"]?.string == "propose" && row?["isDeletion"]?.text == "false")
    #expect(data["directions"]?["da-DK"]?.string == "ltr")
  }

  @Test func `only a deletion looks like one`() throws {
    let plan = try plan([
      ("button", { $0.action = "delete" }), ("button", { $0.action = "nonsense" }), ("title", { $0.action = "x" }),
      ("hint", { $0.action = "delete" }),
    ])
    #expect(plan.verdicts == [.delete, .unknownAction, .unknownAction, .refused])
    let report = HTMLReport(plan)
    let rows = try #require(try report.data["rows"]?.elements)
    #expect(
      rows.flatMap(texts) == [
        "source: [Log in]", "toDelete: -[Log på]", "current: [Log ind]", "source: [Log in]", "base: [Log på]",
        "source: [Welcome]", "baseAndServer: [Velkommen]", "source: [Tap to go on]", "baseAndServer: empty",
        "sheet: asksToDelete",
      ])
    #expect(rows.map { $0["isDeletion"]?.text } == ["true", "false", "false", "false"])
    #expect(
      lines(report.text).filter { $0.hasPrefix("To delete") || $0.hasPrefix("Sheet") } == [
        "To delete: <del>Log på</del>", "Sheet: (asks to delete the proposal)",
      ])
    var cleared = HTMLReport(try self.plan([("button", { $0.proposal = "" })]))
    #expect(
      texts(try cleared.data["rows"]?.elements?.first) == ["source: [Log in]", "base: [Log på]", "sheet: cellIsEmpty"])
    cleared.catalog = Self.catalog
    #expect(
      texts(try cleared.data["rows"]?.elements?.first) == [
        "source: [Log in]", "baseAndServer: [Log på]", "sheet: cellIsEmpty",
      ])
  }

  @Test func `a finding stands beside its text, with what it found marked in the text that has it`() throws {
    let catalog = Fixture.catalog(
      english: [("login", "title", "Hi %@ on %d days")], danish: [("login", "title", "Hej %@ i %d dage")])
    var options = Fixture.unchecked
    options.checks = [.keepsPlaceholders(), .calm]
    let plan = try plan(
      [("title", { $0.proposal = "Hej %@ i dage!" })], exported: catalog, server: catalog, options: options)
    var report = HTMLReport(plan)
    report.catalog = catalog
    let row = try #require(try report.data["rows"]?.elements?.first)
    #expect(
      texts(row) == [
        "source: [Hi %@ on ][%d]error[ days]", "baseAndServer: [Hej %@ i ]-[%d ][dage]",
        "sheet: [Hej %@ i dage]+[!]warning",
      ])
    #expect(
      row["findings"]?.elements?.map { $0.strings("severity", "rule", "token", "message").joined(separator: " | ") }
        == [
          "error | sample.placeholder | %d | The source text has this placeholder. Write it into the proposal.",
          "warning | sample.calm | ! | Be calm.",
        ])
    #expect(row["reason"]?.string == "A check refused the text, so it is not sent.")
    #expect(
      lines(report.text).suffix(3).first
        == "error: sample.placeholder: The source text has this placeholder. Write it into the proposal.")
  }

  @Test func `texts, notes, names and facts are shown and obeyed nowhere`() throws {
    let hostile = "<b>Hej</b> & \"du\"\u{202E}</noscript><script>x</script>"
    let plan = try plan([("title", { ($0.proposal, $0.note) = (hostile, "</pre><img src=x>") })])
    var report = HTMLReport(plan)
    report.facts = [("Profile", "<i>'")]
    let page = report.text
    #expect(page.contains("<ins>&lt;b&gt;Hej&lt;/b&gt; &amp; &quot;du&quot;&lt;U+202E&gt;&lt;/noscript&gt;"))
    #expect(page.contains("Note: &lt;/pre&gt;&lt;img src=x&gt;\n"))
    #expect(page.contains("\nProfile: &lt;i&gt;'\n"))
    #expect(page.contains(#"\u003c/noscript\u003e\u003cscript\u003ex\u003c/script\u003e"#))
    // The words of the page, its script, and the data.
    #expect(page.ranges(of: "<script").count == 3 && page.ranges(of: "</script>").count == 3)
    #expect(page.ranges(of: "</pre>").count == 1 && !page.contains("<noscript"))
    #expect(!page.contains("<img") && !page.contains("<b>Hej"))
    // A page with this mark and without a sheet is one that lost it.
    #expect(!page.contains("nstack-review review"))
    let row = try report.data["rows"]?.elements?.first
    #expect(row?["notes"]?.elements?.map(\.string) == ["</pre><img src=x>"])
  }

  @Test func `the policy allows the page's own script and style sheet and nothing else`() throws {
    let page = HTMLReport(try plan([("title", { $0.proposal = "Hej" })])).text
    let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.1)
    let style = try #require(page.firstMatch(of: /(?s)<style [^>]*>(.*?)<\/style>/)?.1)
    let script = try #require(page.firstMatch(of: /(?s)<script type="module"[^>]*>(.*?)<\/script>/)?.1)
    #expect(WebPage.hash("abc") == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    #expect(
      policy == "default-src 'none'; script-src '\(WebPage.hash(String(script)))'; "
        + "style-src '\(WebPage.hash(String(style)))'; base-uri 'none'; form-action 'none'")
    #expect(!page.contains(" style=") && !page.contains("http://") && !page.contains("https://"))
    #expect(!page.contains(" src=") && !page.contains("url(") && !page.contains("<link"))
  }

  @Test func `a sandbox is said first, and an import says whether it was verified, and at its row what was not`() throws
  {
    let plan = try plan([("title", { $0.proposal = "Hej" })])
    var report = HTMLReport(SubmissionReport(changeset: plan, outcomes: [.done(9)], verification: .verified))
    report.facts = [("Import", "20260131-101500-abc")]
    #expect(!report.text.contains("class=\"sandbox\""))
    report.isSandbox = true
    let header = try #require(report.text.firstMatch(of: /(?s)<header>\n(.*?)\n<h1>(.*?)<\/h1>\n(.*?)\n/))
    #expect(header.1.hasPrefix("<p class=\"sandbox\">Sandbox: "))
    #expect(header.2 == "Import of translations")
    #expect(header.3 == "<p class=\"status good\">1 of 1 row with a change was sent to NStack.</p>")
    let data = try report.data
    #expect(data["title"]?.string == "importTitle" && data["rows"]?.elements?.first?["kind"]?.string == "sent")
    #expect(data["facts"]?.elements?.first?.elements?.map(\.string) == ["Import", "20260131-101500-abc"])
    let difference = SubmissionReport.Difference(change: 0, seen: "Andet")
    let other = HTMLReport(
      SubmissionReport(changeset: plan, outcomes: [.done(9)], verification: .differences([difference])))
    let page = other.text
    #expect(page.contains("<p class=\"status bad\">1 of 1 row with a change was sent to NStack.</p>"))
    #expect(
      page.contains("<p>1 row asked for 1 call: 1 applied; not verified: 1 change is not on the server as asked.</p>"))
    #expect(page.contains("\nerror: missing on the server: login/title [da-DK]: it now holds &quot;Andet&quot;\n"))
    #expect(
      try other.data["rows"]?.elements?.first?["reason"]?.string
        == "The last reading did not find it: the server now holds \"Andet\".")
  }

  @Test func `the top says what is planned, and each row what becomes of it`() throws {
    let plan = try plan([
      ("title", { $0.proposal = "Hej" }), ("button", { $0.action = "x" }), ("hint", { $0.action = "y" }),
    ])
    let report = HTMLReport(plan)
    #expect(
      report.text.contains(
        """
        <p class="status bad">This is a plan, and nothing was sent. 1 of 3 rows with a change can be sent to NStack; \
        2 rows are refused.</p>
        """))
    #expect(
      try report.data["rows"]?.elements?.map { $0.strings("key", "locale", "kind") } == [
        ["title", "da-DK", "planned"], ["button", "da-DK", "refused"], ["hint", "da-DK", "refused"],
      ])
  }

  @Test
  func `all rows are in the page as data, and as lines where scripts are off, the first ones for a mail program too`()
    throws
  {
    let row = try Fixture.exportedRow("title", of: Self.catalog)
    let rows = (0..<1_205).map { place in Fixture.returned(row, at: place + 2) { $0.action = "unknown \(place)" } }
    let report = HTMLReport(Fixture.plan(rows, against: Self.catalog))
    let page = report.text
    let blocks = page.split(separator: "<noscript><pre>", omittingEmptySubsequences: false)
    #expect(blocks.map { $0.ranges(of: "\n<b>refused</b>").count } == [100, 1_105])
    #expect(page.matches(of: /unknown (\d+)&quot;/).map(\.1) == (0..<1_205).map { "\($0)" })
    #expect(try report.data["rows"]?.elements?.count == 1_205)
    var pieces = Pieces()
    report.write(to: &pieces)
    #expect(pieces.lengths.count > 2_410 && pieces.lengths.reduce(0, +) == page.utf8.count)
    // The first piece has the style sheet, the words and the script.
    #expect(pieces.lengths.dropFirst().allSatisfy { $0 < 64_000 })
  }

  @Test func `a row calls its file by its name, or by its path where two files have one name`() throws {
    func places(_ paths: [String]) throws -> [String?]? {
      var sheet = ReturnedSheet()
      sheet.files = paths.map { ReturnedSheet.File(path: $0, digest: "") }
      let row = try Fixture.exportedRow("title", of: Self.catalog)
      sheet.rows = paths.enumerated().map { index, path in
        var cells = row
        cells.action = "x"
        return ReturnedRow(
          place: RowPlace(fileIndex: index, file: path, worksheet: "Review", row: 7), cells: cells,
          isProposalChanged: false)
      }
      return try HTMLReport(Fixture.plan(sheet, against: Self.catalog)).data["rows"]?.elements?.map {
        $0["place"]?.string
      }
    }
    #expect(try places(["a/one.xlsx", "b/two.xlsx"]) == ["one.xlsx, Review, row 7", "two.xlsx, Review, row 7"])
    #expect(try places(["a/one.xlsx", "b/one.xlsx"]) == ["a/one.xlsx, Review, row 7", "b/one.xlsx, Review, row 7"])
  }

  @Test func `a note on a row that is not listed is told apart`() throws {
    var sheet = ReturnedSheet()
    let row = try Fixture.row("title", of: Self.catalog, at: 2) { $0.action = "x" }
    sheet.rows = [row]
    sheet.notes = [
      ReturnedSheet.Note(place: row.place, text: row.text, note: "At the row"),
      ReturnedSheet.Note(
        place: RowPlace(fileIndex: 0, file: "sheet.xlsx", worksheet: "Review", row: 9), text: Fixture.text("hint"),
        note: "After the rows"),
    ]
    let report = HTMLReport(Fixture.plan(sheet, against: Self.catalog))
    let data = try report.data
    #expect(data["rows"]?.elements?.map { $0["notes"]?.elements?.map(\.string) } == [["At the row"]])
    #expect(data["notes"]?.elements?.map { $0["note"]?.string } == ["After the rows"])
    #expect(report.text.contains(": login/hint [da-DK]: note: After the rows\n"))
  }
}
