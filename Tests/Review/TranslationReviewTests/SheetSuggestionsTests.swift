import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets
@testable import TranslationReview

/// Sheets whose missing texts are filled in from a memory.
struct SheetSuggestionsTests {
  /// The texts of ``Fixture/catalog``, of which `hint` and, in this catalog, `button` are missing in Danish.
  private static let catalog = Fixture.catalog(button: nil)
  private static let layouts: [(name: String, layout: SheetLayout)] = [
    ("a.xlsx", .rows), ("a.xlsx", .locales), ("a.xlsx", .columns), ("a.csv", .rows), ("a.csv", .columns),
  ]

  /// Suggests `Tryk her` for `hint` and `Log på` for `button`.
  private static func suggestions() throws -> SheetSuggestions {
    try Fixture.suggestions(["hint": "Tryk her", "button": "Log på"], in: catalog)
  }

  private func edited(_ form: (name: String, layout: SheetLayout)) throws -> EditedSheet {
    var edited = EditedSheet(catalog: Self.catalog, layout: form.layout)
    edited.name = form.name
    edited.suggestions = try Self.suggestions()
    return edited
  }

  @Test(arguments: layouts) func `a sheet that nobody touched sends nothing and has no notes`(
    name: String, layout: SheetLayout
  ) throws {
    let returned = try edited((name, layout)).read { tables in
      let table = tables[tables.count - 1]
      let shown = try table.column(layout == .columns ? "Proposal [da-DK]" : "Proposal")
      let texts = Set(table.cells.dropFirst().map { $0[shown] })
      #expect(texts == ["", "Log på", "Tryk her"])
      let note = try table.column(layout == .columns ? "Note [da-DK]" : "Note")
      let notes = table.cells.dropFirst().map { $0[note] }.filter { !$0.isEmpty }
      #expect(notes == Array(repeating: "[Suggestion: exact match in team.tmx, entry 12]", count: 2))
    }
    #expect(returned.rows.isEmpty)
    #expect(returned.notes.isEmpty)
    #expect(returned.diagnostics.isEmpty)
    #expect(Fixture.plan(returned, against: Self.catalog).counts == [.unchanged: 6])
  }

  @Test(arguments: [PseudoLocalization.accents, .long, .rtl]) func `a pseudo-localised text is never suggested`(
    form: PseudoLocalization
  ) {
    var suggestions = SheetSuggestions(of: Self.catalog)
    for (text, isTaken) in [("Tryk her for mere", true), (form.text(of: "Tryk her for mere"), false)] {
      let suggestion = SheetSuggestions.Suggestion(text: text, memory: "team.tmx", entry: 12, match: .exact)
      #expect(suggestions.insert(suggestion, forKeyAt: 0, inLanguageAt: 1) == isTaken)
    }
  }

  @Test(
    "the line about a suggestion names the match, the memory with its file, the entry and ten lacking placeholders",
    arguments: [
      (SheetSuggestions.Match.exact, [], "a.tmx", nil, "[Suggestion: exact match in a.tmx, entry 3]"),
      (.language, [], "a.tmx", nil, "[Suggestion: exact match, in the language in a.tmx, entry 3]"),
      (.folded, [], "a].tmx", nil, "[Suggestion: match apart from case and spaces in a).tmx, entry 3]"),
      (.fuzzy(91), ["%@", "{n}"], "a\n.tmx", nil, "[Suggestion: 91 % match in a .tmx, entry 3; it lacks %@ {n}]"),
      (
        .fuzzy(90), (1...30).map { "{\($0)}" }, "acme", "team, terms.tbx",
        "[Suggestion: 90 % match in acme (team, terms.tbx), entry 3; it lacks {1} {2} {3} {4} {5} {6} {7} {8} {9} "
          + "{10} and 20 more]"
      ),
    ] as [(SheetSuggestions.Match, [String], String, String?, String)]) func line(
      match: SheetSuggestions.Match, lacked: [String], memory: String, origin: String?, expected: String
    )
  {
    let suggestion = SheetSuggestions.Suggestion(
      text: "x", memory: memory, entry: 3, match: match, origin: origin, lackedPlaceholders: lacked)
    #expect(SuggestionNote.added(to: "", about: suggestion) == expected)
    for note in ["", "mine", "two\nlines [x]"] {
      #expect(SuggestionNote.removed(from: SuggestionNote.added(to: note, about: suggestion)) == note)
    }
    #expect(SuggestionNote.removed(from: "mine\n\(expected)\n\(expected) too") == "mine\ntoo")
  }

  @Test(arguments: [
    "[Suggestion: mine", "[Suggestion: use Gem instead]",
    "[Suggestion: exact match in a.tmx, entry 3 - wrong, ask Bob]", "[Suggestion: exact match in a.tmx]",
    "[Suggestion: 91 % match in a.tmx, entry three]", "see [Suggestion: x] of Bob",
    "See [Suggestion: exact match in a.tmx, entry 3]",
  ]) func `what a reviewer writes in brackets, or into the line about a suggestion, is a note`(note: String) {
    #expect(SuggestionNote.removed(from: note) == nil)
  }

  private static let hidden: Set = ["Base", "Exported proposal", "Proposal ID", "Source for checks"]
  private static let withoutHidden: [(name: String, layout: SheetLayout)] = [
    ("a.xlsx", .rows), ("a.csv", .rows), ("a.xlsx", .locales),
  ]

  /// Takes columns out, as when somebody copies the others to a new workbook.
  private func drop(_ headers: Set<String>, from tables: inout [EditedSheet.Table]) throws {
    for place in tables.indices {
      for header in headers where tables[place].cells[0].contains(header) { try tables[place].removeColumn(header) }
    }
  }

  @Test(
    "a suggestion that nobody touched is not sent from a sheet without its hidden columns", arguments: withoutHidden)
  func withoutHiddenColumns(name: String, layout: SheetLayout) throws {
    let plan = try edited((name, layout)).plan { try drop(Self.hidden, from: &$0) }
    #expect(plan.changes.isEmpty)
    #expect(plan.counts[.refused] == 2)
    #expect(plan.notes.isEmpty)
    #expect(
      plan.items.filter { $0.verdict == .refused }.allSatisfy {
        $0.message.hasSuffix("Write \"accept\" under Action to send it.")
      })
    let accepted = try edited((name, layout)).plan {
      try $0[$0.count - 1].set(["Action": "accept"], ofDanish: "hint")
      try drop(Self.hidden, from: &$0)
    }
    #expect(accepted.sent == ["Tryk her"])
  }

  @Test("where only the base is gone, the hidden copy tells what was edited, and an emptied suggestion deletes nothing")
  func withoutBase() throws {
    let mine = Fixture.catalog(
      english: [("login", "hint", "Press here")], danish: [], proposals: [.own(7, "hint", "Tryk her")])
    let options = Fixture.options { $0.cleared = .delete }
    for form in [Self.withoutHidden[0], Self.withoutHidden[1]] {
      let untouched = try self.edited(form).plan { try drop(["Base"], from: &$0) }
      #expect(untouched.changes.isEmpty)
      #expect(untouched.notes.isEmpty)
      let edited = try edited(form).plan {
        try $0[$0.count - 1].set(["Proposal": "Tryk nu"], ofDanish: "hint")
        try drop(["Base"], from: &$0)
      }
      #expect(edited.sent == ["Tryk nu"])
      let emptied = try self.edited(form).read {
        try $0[$0.count - 1].set(["Proposal": ""], ofDanish: "hint")
        try drop(["Base"], from: &$0)
      }
      #expect(Fixture.plan(emptied, against: mine, options: options).changes.isEmpty)
    }
  }

  @Test(arguments: ["a.xlsx", "a.csv"])
  func `the line is not a note of a row whose hidden cells were left behind by a sort`(name: String) throws {
    let returned = try edited((name, .rows)).read { tables in
      for header in Self.hidden where tables[0].cells[0].contains(header) {
        try tables[0].rearrange(header) { $0.reversed() }
      }
    }
    #expect(returned.notes.isEmpty)
  }

  @Test func `the proposals of suggestions have a tint`() throws {
    let styles = SheetStyles(registeringWith: try XLSXWriter(to: MemoryOutput()))
    func style(_ column: ReviewColumn, isSuggested: Bool) -> Int {
      let look = SheetTable.Look(column: column, language: 1, isSuggested: isSuggested)
      return styles.style(of: look, isRightToLeft: false, isDivided: false)
    }
    #expect(style(.proposal, isSuggested: true) != style(.proposal, isSuggested: false))
    #expect(style(.note, isSuggested: true) == style(.note, isSuggested: false))
  }

  @Test func `a sheet counts its suggestions by memory and match, a part only its own`() throws {
    var suggestions = try Self.suggestions()
    let place = try #require(Self.catalog.keyIndex(of: TextKey(section: "login", key: "hint")))
    suggestions.insert(
      SheetSuggestions.Suggestion(text: "x", memory: "b.xlf", entry: 1, match: .fuzzy(90)), forKeyAt: place,
      inLanguageAt: 1)
    var extras = ReviewSheet.Extras()
    extras.suggestions = suggestions
    let sheet = try ReviewSheet(catalog: Self.catalog, scope: Fixture.scope, extras: extras)
    #expect(sheet.suggestionCounts.map(\.memory) == ["b.xlf", "team.tmx"])
    #expect(sheet.suggestionCounts.map(\.fuzzy) == [1, 0])
    #expect(sheet.suggestionCounts.map(\.exact) == [0, 1])
    #expect(sheet.hasSuggestions && sheet.part(inLanguageAt: 1).hasSuggestions)
    #expect(sheet.part(inLanguageAt: 0).suggestionCounts.isEmpty && !sheet.part(inLanguageAt: 0).hasSuggestions)
    var missing: [Int] = []
    sheet.forEachMissingText { key, language in missing.append(language * 10 + key) }
    #expect(missing == [11, 12])
  }

  @Test func `a suggestion that no cell shows in full is left out`() {
    var suggestions = SheetSuggestions(of: Self.catalog)
    let long = String(repeating: "x", count: 32_768)
    let added = ["", long, "Log på"].map { text in
      suggestions.insert(
        SheetSuggestions.Suggestion(text: text, memory: "a.tmx", entry: 1, match: .exact), forKeyAt: 0, inLanguageAt: 1)
    }
    #expect(added == [false, false, true])
    #expect(suggestions.suggestion(forKeyAt: 0, inLanguageAt: 1)?.text == "Log på")
  }
}
