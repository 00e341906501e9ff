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

struct HTMLReportTests {
  private static let catalog = Catalog.pending(.own(7, "button", "Log på"))

  private func plan(
    _ edits: [(key: String, edit: (inout ReviewRow) -> Void)], exported: Catalog = Self.catalog,
    server: Catalog = Self.catalog, options: PlanningOptions = Fixture.unchecked
  ) throws -> Changeset { try Fixture.plan(edits, of: exported, against: server, options: options) }

  /// The lines of a row: what stands for each name.
  private func lines(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("<dt>") && !$0.contains("Profile") && !$0.contains("<kbd>") }.map
    { line in line.replacing(/<\/?(?:dt|dd)[^>]*>/, with: "|").split(separator: "|").joined(separator: ": ") }
  }

  @Test func `each text of a row is named, and its differences are marked`() throws {
    let plan = try plan([("title", { $0.proposal = "Velkommen hjem" })])
    var report = HTMLReport(plan)
    report.catalog = Self.catalog
    #expect(
      lines(report.text) == [
        "Source: Welcome", "Base, server: Velkommen", "Sheet: Velkommen<ins><span class=\"space\"> </span>hjem</ins>",
      ])
    #expect(report.text.contains("<dd dir=\"ltr\" lang=\"da-DK\">Velkommen</dd>"))
    #expect(report.text.contains("<span class=\"verdict\">propose</span>"))
  }

  @Test func `only a deletion looks like one`() throws {
    let plan = try plan([
      ("button", { $0.action = "delete" }), ("button", { $0.action = "nonsense" }), ("title", { $0.action = "x" }),
      ("hint", { $0.action = "delete" }),
    ])
    #expect(plan.verdicts == [.delete, .unknownAction, .unknownAction, .refused])
    let page = HTMLReport(plan).text
    #expect(
      lines(page) == [
        "Source: Log in", "To delete: <del>Log på</del>", "Current value: Log ind", "Source: Log in", "Base: Log på",
        "Source: Welcome", "Base, server: Velkommen", "Source: Tap to go on",
        "Base, server: <span class=\"none\">empty</span>",
        "Sheet: <span class=\"none\">asks to delete the proposal</span>",
      ])
    #expect(page.ranges(of: "class=\"verdict deletion\"").count == 1)
    var cleared = HTMLReport(try self.plan([("button", { $0.proposal = "" })]))
    let end = ["Sheet: <span class=\"none\">the cell is empty</span>"]
    #expect(lines(cleared.text) == ["Source: Log in", "Base: Log på"] + end)
    cleared.catalog = Self.catalog
    #expect(lines(cleared.text) == ["Source: Log in", "Base, server: Log på"] + end)
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
    #expect(
      lines(report.text) == [
        "Source: Hi %@ on <mark class=\"error\">%d</mark> days",
        "Base, server: Hej %@ i <del>%d<span class=\"space\"> </span></del>dage",
        "Sheet: Hej %@ i dage<ins><mark class=\"warning\">!</mark></ins>",
      ])
    #expect(
      report.text.contains(
        """
        <ul class="findings">
        <li class="error"><b>error</b> <code>sample.placeholder</code> <mark class="error" dir="auto">%d</mark> \
        The source text has this placeholder. Write it into the proposal.</li>
        <li class="warning"><b>warning</b> <code>sample.calm</code> <mark class="warning" dir="auto">!</mark> Be calm.</li>
        </ul>
        <p class="reason" dir="auto">A check refused the text, so it is not sent.</p>
        """))
    #expect(report.text.contains("<option value=\"any\" data-name=\"any finding (1)\">"))
  }

  @Test func `texts, notes, names and facts are shown and obeyed nowhere`() throws {
    let hostile = "<b>Hej</b> & \"du\"\u{202E}</noscript><script>x</script>"
    let plan = try plan([("title", { ($0.proposal, $0.note) = (hostile, "</article><img src=x>") })])
    var report = HTMLReport(plan)
    report.facts = [("Profile", "<i>'")]
    let page = report.text
    #expect(
      page.contains(
        "<ins>&lt;b&gt;Hej&lt;/b&gt; &amp; &quot;du&quot;<span class=\"code\">U+202E</span>&lt;/noscript&gt;"))
    #expect(page.contains("&lt;/article&gt;&lt;img src=x&gt;"))
    #expect(page.contains("<dt>Profile</dt><dd dir=\"auto\">&lt;i&gt;&#39;</dd>"))
    #expect(page.ranges(of: "<script").count == 1)
    #expect(page.ranges(of: "</article>").count == 1)
    #expect(!page.contains("<img") && !page.contains("<b>Hej"))
  }

  @Test func `names are plain text in attributes and in the choices of filters`() throws {
    let name = "od\u{A0}d\" data-f=\"9 9 9\u{202E}<b>"
    let danish = Fixture.language(2, "da-DK", isDefault: true)
    let catalog = Catalog(
      resources: [Fixture.resource(danish, [(section: name, key: "title", value: "Hej")])], proposals: [], unread: [],
      reading: .now)
    let sheet = try ReviewSheet(catalog: catalog, scope: Fixture.scope)
    let row = Fixture.returned(sheet.row(0, ofKeyAt: 0, inLanguageAt: 0)) { $0.proposal = "Hej med dig" }
    let page = HTMLReport(Fixture.plan([row], against: catalog)).text
    let spelled = "odU+A0d&quot; data-f=&quot;9 9 9U+202E&lt;b&gt;"
    #expect(page.contains("aria-label=\"planned: \(spelled)/title, da-DK\" data-f=\"0 0 0\""))
    #expect(page.contains("data-name=\"\(spelled) (1)\">\(spelled) (1)</option>"))
  }

  @Test func `the policy allows the page's own script and style sheets and nothing else`() throws {
    let page = HTMLReport(try plan([("title", { $0.proposal = "Hej" })])).text
    let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.1)
    func hashes(_ pattern: Regex<(Substring, Substring)>) -> [String] {
      page.matches(of: pattern).map { "'\(HTMLReportPage.hash(String($0.1)))'" }
    }
    #expect(HTMLReportPage.hash("abc") == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    let styles = hashes(/<style>((?s).*?)<\/style>/)
    let scripts = hashes(/<script>((?s).*?)<\/script>/)
    #expect(styles.count == 2 && scripts.count == 1)
    #expect(
      policy == "default-src 'none'; style-src \(styles.joined(separator: " ")); script-src \(scripts[0]); "
        + "base-uri 'none'; form-action 'none'")
    #expect(!page.contains(" style=") && !page.contains("http://") && !page.contains("https://"))
    #expect(!page.contains(" src=") && !page.contains("url("))
  }

  @Test func `a sandbox is said first, and an import says whether it was verified, and at its row what was not`() throws
  {
    let plan = try plan([("title", { $0.proposal = "Hej" })])
    var report = HTMLReport(SubmissionReport(changeset: plan, outcomes: [.done(9)], verification: .verified))
    report.facts = [("Import", "20260131-101500-abc")]
    #expect(!report.text.contains("Sandbox"))
    report.isSandbox = true
    let page = report.text
    let header = try #require(page.firstMatch(of: /(?s)<header>\n(.*?)\n<h1>(.*?)<\/h1>\n(.*?)\n/))
    #expect(header.1.hasPrefix("<p class=\"sandbox\">Sandbox: "))
    #expect(header.2 == "Import of translations")
    #expect(header.3 == "<p class=\"status good\">1 of 1 row with a change was sent to NStack.</p>")
    #expect(page.contains("<dt>Import</dt><dd dir=\"auto\">20260131-101500-abc</dd>"))
    #expect(page.contains("<article class=\"row sent\""))
    let difference = SubmissionReport.Difference(change: 0, seen: "Andet")
    let other = HTMLReport(
      SubmissionReport(changeset: plan, outcomes: [.done(9)], verification: .differences([difference]))
    ).text
    #expect(other.contains("<p class=\"status bad\">1 of 1 row with a change was sent to NStack.</p>"))
    #expect(
      other.contains("<p>1 row asked for 1 call: 1 applied; not verified: 1 change is not on the server as asked.</p>"))
    #expect(other.contains("The last reading did not find it: the server now holds &quot;Andet&quot;.</p>"))
  }

  @Test func `the top says what is planned, and totals count rows by locale and outcome`() throws {
    let plan = try plan([
      ("title", { $0.proposal = "Hej" }), ("button", { $0.action = "x" }), ("hint", { $0.action = "y" }),
    ])
    let page = HTMLReport(plan).text
    #expect(
      page.contains(
        """
        <p class="status bad">This is a plan, and nothing was sent. 1 of 3 rows with a change can be sent to NStack; \
        2 rows are refused.</p>
        """))
    #expect(
      page.contains(
        """
        <tr><th scope="row">da-DK</th><td data-f="0 0" data-name="da-DK, planned">1</td>\
        <td data-f="1 0" data-name="da-DK, refused">2</td><td class="sum" data-f=" 0" data-name="da-DK">3</td></tr>
        """))
    #expect(
      page.matches(of: /<article class="row (\S+)" tabindex="-1" aria-label="[^"]*" data-f="([^"]*)">/).map {
        "\($0.1) \($0.2)"
      } == ["planned 0 0 0", "refused 1 0 0", "refused 1 0 0"])
  }

  @Test func `all rows are in the page once, the first as elements and the others where scripts are off`() throws {
    let row = try Fixture.exportedRow("title", of: Self.catalog)
    let rows = (0..<1_205).map { place in Fixture.returned(row, at: place + 2) { $0.action = "unknown \(place)" } }
    let report = HTMLReport(Fixture.plan(rows, against: Self.catalog))
    let page = report.text
    let blocks = page.split(separator: "<noscript class=\"rows\">", omittingEmptySubsequences: false)
    #expect(blocks.map { $0.ranges(of: "<article class=").count } == [100, 1_000, 105])
    #expect(page.matches(of: /unknown (\d+)&quot;/).map(\.1) == (0..<1_205).map { "\($0)" })
    var pieces = Pieces()
    report.write(to: &pieces)
    #expect(pieces.lengths.count > 1_205 && pieces.lengths.reduce(0, +) == page.utf8.count)
    #expect(pieces.lengths.allSatisfy { $0 < 64_000 })
  }

  @Test(arguments: [
    "products/cardamomBun": "products/<wbr>cardamom<wbr>Bun", "default/a.b_c-d": "default/<wbr>a.<wbr>b_<wbr>c-<wbr>d",
    "x/URLs": "x/<wbr>URLs", "<&>/1A": "&lt;&amp;&gt;/<wbr>1<wbr>A",
  ]) func `a key breaks after a sign and before a capital, and nowhere else`(name: String, markup: String) {
    #expect(HTMLText.name(name) == markup)
  }

  @Test func `a row calls its file by its name, or by its path where two files have one name`() throws {
    func page(_ paths: [String]) throws -> String {
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
      return HTMLReport(Fixture.plan(sheet, against: Self.catalog)).text
    }
    let places = /<p class="place">(.*)<\/p>/
    #expect(
      try page(["a/one.xlsx", "b/two.xlsx"]).matches(of: places).map(\.1) == [
        "one.<wbr>xlsx, Review, row 7", "two.<wbr>xlsx, Review, row 7",
      ])
    #expect(
      try page(["a/one.xlsx", "b/one.xlsx"]).matches(of: places).map(\.1) == [
        "a/<wbr>one.<wbr>xlsx, Review, row 7", "b/<wbr>one.<wbr>xlsx, Review, row 7",
      ])
  }

  @Test func `a note on a row that is not listed is told after the rows`() throws {
    var sheet = ReturnedSheet()
    let row = try Fixture.row("title", of: Self.catalog, at: 2) { $0.action = "x" }
    sheet.rows = [row]
    sheet.notes = [
      ReturnedSheet.Note(place: row.place, text: row.text, note: "At the row"),
      ReturnedSheet.Note(
        place: RowPlace(fileIndex: 0, file: "sheet.xlsx", worksheet: "Review", row: 9), text: Fixture.text("hint"),
        note: "After the rows"),
    ]
    let page = HTMLReport(Fixture.plan(sheet, against: Self.catalog)).text
    let parts = page.split(separator: "<h2>Notes on rows without a change</h2>")
    #expect(parts.count == 2)
    #expect(parts.first?.contains("<p class=\"note\"><b>Note</b> <span dir=\"auto\">At the row</span></p>") == true)
    #expect(parts.last?.contains("After the rows") == true && parts.last?.contains("At the row") == false)
    #expect(page.contains("data-f=\"0 0 0 note\""))
  }
}
