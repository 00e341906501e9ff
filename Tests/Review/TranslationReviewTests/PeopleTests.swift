import NStackAPI
import ReviewFixtures
import ReviewReports
import Spreadsheet
import Testing

@testable import ReviewSheets
@testable import TranslationReview

struct PeopleTests {
  @Test(arguments: [
    ("Anna Holm", "Anna Holm"), ("  Bo\n Berg <bo@example.com>", "Bo Berg"), ("<bo@example.com>", "<bo@example.com>"),
    ("FULL NAME <EMAIL@ADDRESS>", nil), ("", nil),
    (String(repeating: "a", count: 300), String(repeating: "a", count: 100)),
    ("e" + String(repeating: "\u{301}", count: 300), "e" + String(repeating: "\u{301}", count: 99)),
  ]) func `a name is on one line, without an address`(text: String, name: String?) {
    #expect(AuthorName.of(text) == name)
  }

  @Test func `a disagreement names the people of both files, but not in what goes back to them`() throws {
    var rows = [
      try Fixture.row("title", of: Fixture.catalog()) { $0.proposal = "Hej" },
      try Fixture.row("title", of: Fixture.catalog(), file: 1) { $0.proposal = "Davs" },
    ]
    for (index, name) in ["Anna Holm", "Bo Berg"].enumerated() { rows[index].place.author = name }
    let plan = Fixture.plan(rows, against: Fixture.catalog())
    #expect(
      plan.items[0].reasonNamingRivals.description == plan.items[0].message
        + " Look at sheet1.xlsx: worksheet \"Review\", row 2, by Bo Berg.")
    #expect(plan.lines()[0].contains("disagreement login/title [da-DK] by Anna Holm: Another returned sheet"))
    #expect(!plan.results.contains { $0.reason.description.contains(/Berg|Holm/) })
    #expect(plan.jsonText.contains("\"author\": \"Bo Berg\""))
  }

  @Test func `a name that the user gives is for rows that have none`() throws {
    var sheet = ReturnedSheet()
    sheet.files = [ReturnedSheet.File(path: "a.csv", digest: "")]
    sheet.rows = try (2...3).map { line in
      try Fixture.row("title", of: Fixture.catalog(), at: line) { $0.proposal = "Hej" }
    }
    sheet.rows[0].place.author = "Anna Holm"
    sheet.attribute(to: "Bo Berg")
    #expect(sheet.rows.map(\.place.author) == ["Anna Holm", "Bo Berg"] && sheet.files[0].authors == ["Bo Berg"])
    #expect(RowPlace(fileIndex: 0, file: "sheet.xlsx", worksheet: "Review", row: 2) == sheet.rows[0].place)
  }

  // MARK: - Whose approvals count

  /// What a project asks for.
  enum Rules: Sendable {
    case required
    case other
    case machines
    case requiredAndMachines
    case otherAndMachines
    case overridden
    /// Another person than the author, where the register knows who wrote a text.
    case knowing(String, wrote: String, key: String)
    /// Machines, where the register knows who wrote the title.
    case machinesKnowing(String)

    var options: PlanningOptions {
      Fixture.options { options in
        switch self {
        case .required: options.requiresApproval = true
        case .machines: options.machines = ["deepl"]
        case .machinesKnowing(let author):
          options.machines = ["deepl"]
          options.history.writers = [WrittenText.hash("Gem brødet", of: Fixture.text("title")): [author]]
        case .requiredAndMachines: (options.requiresApproval, options.machines) = (true, ["deepl"])
        case .other, .otherAndMachines, .overridden, .knowing:
          (options.requiresApproval, options.requiresOther) = (true, true)
        }
        if case .otherAndMachines = self { options.machines = ["deepl"] }
        if case .overridden = self { options.accepted = [.unapproved] }
        if case .knowing(let author, let value, let key) = self {
          options.history.writers = [WrittenText.hash(value, of: Fixture.text(key)): [author]]
        }
      }
    }
  }

  private typealias Files = [(author: String?, edits: [RowEdit])]

  private static let edit = [RowEdit(key: "title", proposal: "Gem brødet")]
  private static let approved = [RowEdit(key: "title", proposal: "Gem brødet", action: "ok")]
  private static let otherText = [RowEdit(key: "title", proposal: "Bevar brødet", action: "ok")]
  private static let accepted = [RowEdit(key: "hint", action: "accept")]
  private static let rewritten = [RowEdit(key: "hint", proposal: "Gem det", action: "accept")]

  private static let sent = "title propose Gem brødet"
  private static let held = "title unapproved"

  private static let cases: [(files: Files, rules: Rules, outcome: String, unread: Int)] = [
    ([("Anna", approved)], .required, sent, 0), ([("Anna", approved)], .other, held, 0),
    ([("Anna", edit), ("Bo", approved)], .other, "\(sent), \(sent)", 0),
    ([("Anna", edit), ("anna", approved)], .other, "\(held), \(held)", 0),
    ([("Anna", edit), (nil, approved)], .other, "\(held), \(held)", 0),
    ([(nil, edit), ("Bo", approved)], .other, "\(held), \(held)", 0),
    ([("Anna", edit), ("Bo", otherText)], .other, "\(held), \(held)", 0),
    ([("Anna", edit), ("Bo", approved), ("Cia", otherText)], .other, "\(sent), \(sent), \(held)", 0),
    ([("Bo", approved)], .knowing("Anna", wrote: "Gem brødet", key: "title"), sent, 0),
    ([("Bo", approved)], .knowing("Bo", wrote: "Gem brødet", key: "title"), held, 0),
    ([("Bo", approved)], .knowing("Anna", wrote: "Gem brød", key: "title"), held, 0),
    ([("Anna", accepted)], .other, "hint propose Spar brødet", 0),
    ([("Anna", rewritten)], .other, "hint unapproved", 0), ([(nil, accepted)], .other, "hint unapproved", 0),
    ([("Anna", accepted)], .knowing("Anna", wrote: "Spar brødet", key: "hint"), "hint unapproved", 0),
    ([("Anna", rewritten)], .knowing("Bo", wrote: "Gem det", key: "hint"), "hint propose Gem det", 0),
    ([("DeepL Pro", approved)], .requiredAndMachines, held, 1),
    ([("DeepL", edit), ("Bo", approved)], .otherAndMachines, "\(sent), \(sent)", 0),
    ([("DeepL", edit)], .machines, sent, 1), ([("DeepL", approved)], .machines, sent, 1),
    ([("Deeplina", approved)], .requiredAndMachines, sent, 0), ([("Anna", edit)], .machines, sent, 0),
    ([("deepl", accepted)], .requiredAndMachines, "hint unapproved", 1), ([("Anna", approved)], .overridden, sent, 0),
    ([("Anna", approved), ("DeepL", edit)], .otherAndMachines, "\(sent), \(sent)", 0),
    ([("DeepL", edit)], .requiredAndMachines, held, 1), ([("DeepL", edit)], .machinesKnowing("Anna"), sent, 0),
    ([("DeepL", edit)], .machinesKnowing("DeepL"), sent, 1),
  ]

  @Test(arguments: SheetCases.formats, cases.indices) func `an approval counts from somebody else, and from a person`(
    format: SheetFormat, number: Int
  ) throws {
    let (files, rules, outcome, unread) = Self.cases[number]
    let catalog = Fixture.catalog()
    let exported = try SheetCases.sheet(catalog) { extras in
      extras.suggestions = try Fixture.suggestions(["hint": "Spar brødet"], in: catalog)
    }
    var sheet = ReturnedSheet()
    for (author, edits) in files {
      let index = sheet.files.count
      let file = try SheetCases.returned(exported, as: format, by: author, edits)
      sheet.rows += file.rows.map { row in
        var row = row
        row.place.fileIndex = index
        return row
      }
      sheet.files += file.files
    }
    let plan = Fixture.plan(sheet, against: catalog, options: rules.options)
    #expect(SheetCases.outcome(plan) == outcome)
    #expect(plan.unreadCount == unread)
    #expect(plan.lines().contains("1 text that no person read") == (unread == 1))
    #expect(plan.jsonText.contains("\"unread\": 1") == (unread == 1))
  }

  @Test func `a row says why its approval does not count, and a machine signs nothing off`() throws {
    func plan(by author: String?, _ rules: Rules, _ edit: (inout ReviewRow) -> Void) throws -> Changeset {
      var row = try Fixture.row("title", of: Fixture.catalog(), edit)
      row.place.author = author
      return Fixture.plan([row], against: Fixture.catalog(), options: rules.options)
    }
    let approve = { (row: inout ReviewRow) in (row.proposal, row.action) = ("Hej", "ok") }
    #expect(
      try plan(by: "Anna", .other, approve).items[0].message
        == "Anna wrote this text and approved it. Another person has to approve it.")
    #expect(
      try plan(by: nil, .other, approve).items[0].message
        == "The file does not say who approved this text, and only another person than its author can.")
    let signed = try plan(by: "DeepL", .machines) { $0.action = "ok" }
    #expect(signed.verdicts == [.unapproved] && signed.signOffs.isEmpty)
    #expect(
      signed.items[0].message == "DeepL is a machine, so its decision does not count. A person has to approve this row."
    )
    #expect(try plan(by: "Anna", .machines) { $0.action = "ok" }.verdicts == [.reviewed])
  }

  @Test(arguments: [
    (Proposal.other(1, "title", "Hej"), "reject", Rules.machines, Verdict.rejected),
    (.own(1, "title", "Hej"), "reject", .requiredAndMachines, .delete),
    (.own(1, "title", "Hej"), "delete", .requiredAndMachines, .delete),
  ]) func `a machine turns nobody's proposal down`(proposal: Proposal, word: String, rules: Rules, verdict: Verdict)
    throws
  {
    let catalog = Fixture.catalog(proposals: [proposal])
    let sheet = try SheetCases.sheet(catalog)
    for (author, expected) in [("Anna", verdict), ("DeepL", .unapproved)] {
      let edit = [RowEdit(key: "title", action: word)]
      let returned = try SheetCases.returned(sheet, as: .csv, by: author, edit)
      let plan = Fixture.plan(returned, against: catalog, options: rules.options)
      #expect(plan.verdicts == [expected])
      let isRejected = SheetEvent.rejections(plan, after: SheetRounds([]), at: "2026-01-31T10:00:00Z") != nil
      #expect(isRejected == (expected == .rejected))
    }
  }

  @Test(arguments: [("Bo", "title propose Hej"), ("Anna", "title unapproved")])
  func `the phases of XLIFF name the translator and the person who approved`(reviewer: String, outcome: String) throws {
    let sheet = try ExportedUnits(Fixture.catalog(), as: .xliff)
    try sheet.edit(
      "<header>",
      "<header><phase-group><phase phase-name=\"t\" process-name=\"translation\" contact-name=\"Anna\"/>"
        + "<phase phase-name=\"r\" process-name=\"review\" contact-name=\"\(reviewer)\"/></phase-group>")
    try sheet.edit(
      "<target state=\"translated\">Velkommen</target>", "<target state=\"final\" phase-name=\"t\">Hej</target>")
    #expect(SheetCases.outcome(try sheet.plan(Rules.other.options)) == outcome)
  }

  @Test func `the register knows who wrote a text that was not sent`() throws {
    var row = try Fixture.row("title", of: Fixture.catalog()) { $0.proposal = "Hej" }
    row.place.author = "Anna"
    var sheet = Fixture.sheet([row])
    sheet.files = [ReturnedSheet.File(path: "sheet.xlsx", digest: "")]
    let plan = Fixture.plan(sheet, against: Fixture.catalog(), options: Rules.other.options)
    let events = SheetEvent.returns(plan.unsent, of: "1", at: "2026-01-31T10:00:00Z")
    let read = try events.compactMap { SheetEvent.event(line: try $0.line(scope: Fixture.scope.hash, order: 1))?.event }
    #expect(read == events)
    #expect(SheetRounds(read).writers == [WrittenText.hash("Hej", of: row.text): ["Anna"]])
  }

  @Test(arguments: [("Anna", Verdict.unapproved), ("Bo", .propose)])
  func `a corrected source text is approved by somebody else than who corrected it`(approver: String, verdict: Verdict)
    throws
  {
    let catalog = Fixture.catalog()
    let mend = [RowEdit(key: "title", source: "Welcome home")]
    let returned = try SheetCases.returned(SheetCases.sheet(catalog), as: .csv, by: "Anna", mend)
    let plan = Fixture.plan(returned, against: catalog, options: Rules.other.options)
    #expect(plan.verdicts == [.readOnlyEdit])
    let rounds = SheetRounds(SheetEvent.returns(plan.unsent, of: "1", at: "2026-01-31T10:00:00Z"))
    let text = Fixture.text("title", "en-GB")
    #expect(rounds.writers == [WrittenText.hash("Welcome home", of: text): ["Anna"]])

    var options = Rules.other.options
    options.history.writers = rounds.writers
    var selection = ReviewSelection()
    selection.locales = ["en-GB"]
    let english = try ReviewSheet(catalog: catalog, scope: Fixture.scope, selection: selection)
    var offered = try #require(Fixture.rows(of: english).first { $0.text == text })
    (offered.proposal, offered.exportedProposal) = ("Welcome home", "Welcome home")
    offered.base = offered.base?.suggesting(TextHash("Welcome home"), isUndecided: true)
    var row = Fixture.returned(offered) { $0.action = "accept" }
    row.place.author = approver
    #expect(Fixture.plan([row], against: catalog, options: options).verdicts == [verdict])
  }

  @Test(arguments: ["a.xlsx", "a.csv", "a.html"])
  func `an annotated copy lacks a word that does not count, so that the next person has to write it`(name: String)
    throws
  {
    let folder = try ScratchFolder()
    let path = try EditedSheet(name: name).write(in: folder) { tables in
      try tables[0].set(["Proposal": "Hej", "Action": "ok"], ofDanish: "title")
    }
    let catalog = Fixture.catalog()
    let plan = try Fixture.plan(fileAt: path, against: catalog, options: Rules.other.options)
    #expect(plan.verdicts == [.unapproved])
    let copy = folder.file("copy-\(name)")
    try SheetAnnotation(plan, catalog: catalog, scope: Fixture.scope, provenance: Fixture.provenance).write(
      fileAt: 0, to: OutputFile(path: copy))
    let table = try EditedSheet.tables(of: copy)[0]
    let place = try #require(try table.danish("Action", of: "title"))
    #expect(table.cells[place.row][place.column].isEmpty)
    #expect(try Fixture.plan(fileAt: copy, against: catalog, options: Rules.other.options).verdicts == [.unapproved])
  }
}
