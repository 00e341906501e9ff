import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing
import TextChecks

@testable import TranslationReview

/// Texts that nobody meant as proposals, in every format, with a server and without one.
struct UnmeantTextTests {
  /// A returned file of the Danish texts, by the form in which it was exported.
  enum Form: CaseIterable, Sendable {
    case workbook, columns, csv, csvColumns, xliff, xliff21, po

    /// The files that came back with new Danish texts, by key.
    func read(_ texts: [String: String], of catalog: Catalog = Fixture.catalog()) throws -> ReturnedSheet {
      switch self {
      case .workbook, .columns, .csv, .csvColumns:
        let name = self == .workbook || self == .columns ? "a.xlsx" : "a.csv"
        let layout = self == .columns || self == .csvColumns ? SheetLayout.columns : .rows
        return try EditedSheet(catalog: catalog, layout: layout, name: name).read { tables in
          for (key, text) in texts { try tables[0].set(["Proposal": text], ofDanish: key) }
        }
      case .xliff, .xliff21, .po:
        let units = try ExportedUnits(
          catalog, as: self == .po ? .po : .xliff, version: self == .xliff21 ? .version21 : .version12)
        for (key, text) in texts {
          let old = catalog.value(of: Fixture.text(key)) ?? ""
          if self == .po {
            let escaped = text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            try units.edit("msgstr \"\(old)\"", "msgstr \"\(escaped)\"")
          } else {
            try units.edit(">\(old)</target>", ">\(text.replacing("<", with: "&lt;"))</target>")
          }
        }
        return try ReviewSheetReader.read([units.path])
      }
    }
  }

  private let options = Fixture.options { $0.checks = StandardChecks.all }

  @Test(
    "is refused by its check in every format, in a plan and in a check without a server, and is among the rows to fix",
    arguments: Form.allCases,
    [
      ("#N/A", "text.error"), ("#NAME?", "text.error"), ("Err:508", "text.error"), ("########", "text.error"),
      ("Loading…", "text.error"), ("TBD", "text.standin"), ("???", "text.standin"), ("see note", "text.standin"),
      ("ok", "text.action"), ("Skip", "text.action"), ("accept", "text.action"), ("LÖSCHEN", "text.action"),
      ("删除", "text.action"), ("\"En\n\"\"to\"\"\"", "text.quoted"),
    ]) func refused(form: Form, example: (text: String, check: String)) throws
  {
    let sheet = try form.read(["title": example.text])
    let plan = Fixture.plan(sheet, against: Fixture.catalog(), options: options)
    #expect(plan.verdicts == [.refusedByCheck])
    #expect(plan.items.first?.findings.contains { $0.check == example.check && $0.severity == .error } == true)
    let fixes = try #require(Fixture.toFix(plan, Fixture.catalog())).rows
    #expect(fixes.map(\.problem).first?.contains(example.check) == true)
    let check = SheetCheck(sheet, options: options)
    #expect(check.hasErrors)
    #expect(check.diagnostics.contains { $0.code == .row(.refusedByCheck) && $0.checks.contains(example.check) })
  }

  // MARK: - Action words

  /// What a word may translate, judged by hand for words of several languages: all others are slips.
  @Test(
    "a word for an action is right where the source text or the current value means the same",
    arguments: [
      ("Delete", "Slet", true), ("Remove", "Usuń", true), ("Remove", "削除", true), ("Clear", "Löschen", true),
      ("Uninstall", "Удалить", true), ("Ignore", "Ignorer", true), ("Dismiss", "Bỏ qua", true),
      ("Verified", "Verificado", true), ("Done", "OK", true), ("Got it", "Ok", true), ("OK", "Aceptar", true),
      ("Confirm", "확인", true), ("Remove…", "Verwijderen", true), ("Skip", "Spring over", true),
      ("Move to Trash", "Slet", true), ("Delete it", "Excluir", true), ("Discard", "Ignorer", true),
      ("Verify", "확인", true), ("Decline", "Odmítnout", true), ("Don’t allow", "거부", true), ("Save", "reject", false),
      ("Delete account", "Slet", false), ("Move to Trash", "skip", false), ("Close", "ok", false),
      ("Welcome", "Slet", false), ("Remove", "ok", false), ("Delete", "skip", false), ("Ignore", "Delete", false),
      ("Remove the whole list", "Slet", false), ("Arrow", "Ok", false), ("Save", "accept", false),
    ]) func actionWord(source: String, word: String, isRight: Bool) throws
  {
    for current in [nil, "Noget andet"] {
      let catalog = ExportedUnits.catalog(source, current)
      let plan = try EditedSheet(catalog: catalog).plan(options: options) { tables in
        try tables[0].set(["Proposal": word], ofDanish: "title")
      }
      #expect(plan.verdicts == [isRight ? .propose : .refusedByCheck])
    }
  }

  @Test func `every word of every action is found beside another text, in small and in capital letters`() throws {
    for action in ReviewAction.allCases {
      for word in action.words.flatMap({ [$0, $0.uppercased(), " \($0)"] }) where ReviewAction(word: word) != nil {
        let row = try Fixture.row("hint", of: Fixture.catalog()) { $0.proposal = word }
        let plan = Fixture.plan([row], against: Fixture.catalog(), options: options)
        #expect(plan.items[0].findings.map(\.check).contains("text.action"), "\(word)")
        #expect(plan.changes == [], "\(word)")
      }
    }
  }

  // MARK: - Capitals

  @Test(arguments: [("", 5), ("ignore: text.pseudo", 4)])
  func `new texts that are all the old ones in capitals are refused, unless the note says so`(
    note: String, refused: Int
  ) throws {
    let texts = [
      ("k0", "Save the file", "Gem filen", "GEM FILEN"), ("k1", "Close the door", "Luk døren", "LUK DØREN"),
      ("k2", "Open %d files", "Åbn %d filer", "ÅBN %d FILER"), ("k3", "Log in", "Log ind", "LOG IND"),
      ("k4", "Back", "Tilbage", "TILBAGE"),
    ]
    let catalog = Fixture.catalog(
      english: texts.map { ("login", $0.0, $0.1) }, danish: texts.map { ("login", $0.0, $0.2) })
    let sheet = try EditedSheet(catalog: catalog).read { tables in
      for (key, _, _, text) in texts {
        try tables[0].set(["Proposal": text, "Note": key == "k0" ? note : ""], ofDanish: key)
      }
    }
    let plan = Fixture.plan(sheet, against: catalog, options: options)
    #expect(plan.counts[.refusedByCheck] == refused)
    let found = plan.items.filter {
      $0.verdict == .refusedByCheck && $0.findings.contains { $0.check == "text.pseudo" }
    }
    #expect(found.count == refused)
    #expect(SheetCheck(sheet, options: options).diagnostics.contains { $0.checks.contains("text.pseudo") })
  }

  // MARK: - Filling down

  @Test(arguments: Form.allCases) func `one new text over different source texts is told`(form: Form) throws {
    let catalog = Fixture.catalog(hint: "Tryk")
    let sheet = try form.read(["title": "Nyt", "button": "Nyt", "hint": "Nyt"], of: catalog)
    let plan = Fixture.plan(sheet, against: catalog, options: options)
    #expect(plan.counts[.propose] == 3)
    for item in plan.items {
      #expect(item.findings.filter { $0.check == "text.repeated" }.map(\.severity) == [.warning])
      #expect(item.notes.contains { $0.description.contains("3 consecutive rows have this new text") })
    }
    #expect(plan.hasCheckWarnings)
    let check = SheetCheck(sheet, options: options)
    #expect(check.diagnostics.count { $0.checks == ["text.repeated"] && $0.severity == .warning } == 3)
  }

  @Test(arguments: [
    ("Save|Store|Keep", "Gem|Gem|Gem", 3), ("Save|Store|Keep|Hold", "Gem|Gem|Gem|Hold fast", 3),
    ("Save|Store", "Gem|Gem", 0), ("Save|Save!|SAVE|save…", "Gem|Gem|Gem|Gem", 0),
    ("Save|Store|Open|Keep", "Gem|Gem|Luk op|Gem", 0),
  ]) func `two rows, rows with one source text, and rows that another edit parts are not`(
    english: String, danish: String, found: Int
  ) throws {
    let texts = english.split(separator: "|").enumerated().map { ("login", "k\($0)", String($1)) }
    let catalog = Fixture.catalog(
      english: texts, danish: texts.map { ("login", $0.1, "Gammel \($0.1)") }, reading: .now)
    let new = danish.split(separator: "|")
    let plan = try EditedSheet(catalog: catalog).plan(options: options) { tables in
      for (index, text) in new.enumerated() { try tables[0].set(["Proposal": String(text)], ofDanish: "k\(index)") }
    }
    #expect(plan.counts[.propose] == new.count)
    #expect(plan.items.count { $0.findings.contains { $0.check == "text.repeated" } } == found)
  }
}
