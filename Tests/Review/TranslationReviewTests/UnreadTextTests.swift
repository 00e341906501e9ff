import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets
@testable import TranslationReview

/// Texts where no import looks for them: each is told once, and a strict import sends nothing.
struct UnreadTextTests {
  /// `login/title`, `login/button` and `login/hint` in English and Danish; the Danish hint is missing.
  private let catalog = Catalog.pending(.own(7, "button", "Log på"))

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// The header of the added column; nil if the case adds none.
    var header: String?
    /// Its texts, by key, in the Danish rows.
    var texts: [String: String] = [:]
    /// Rows above the header, rows below the table, and a worksheet of one's own.
    var above: [[String]] = []
    var below: [[String]] = []
    var worksheet: [[String]] = []
    /// The texts that become read-only edits, by key.
    var taken: [String: String] = [:]
    /// What is told.
    var message = ""
    var formats = ["a.xlsx", "a.csv"]

    var testDescription: String { name }
  }

  private static let three = ["title": "Velkommen her", "hint": "Tryk videre"]

  /// A column that is plainly for translations.
  static let translations = [
    Case(name: "language", header: "Danish (new)", texts: three, message: "2 texts in \"Danish (new)\" are"),
    Case(
      name: "language among words", header: "New Danish text", texts: three,
      message: "2 texts in \"New Danish text\" are not read: the first is \"Velkommen her\"."),
    Case(name: "locale", header: "da-DK", texts: three, message: "2 texts in \"da-DK\" are"),
    Case(name: "locale in other spelling", header: "DA_dk", texts: three, message: "2 texts in \"DA_dk\" are"),
    Case(
      name: "translation", header: "Translation", texts: ["hint": "Tryk"],
      message: "1 text in \"Translation\" is not read: \"Tryk\"."),
    Case(
      name: "no header", header: "", texts: three,
      message: "2 texts in \"column O\" are not read: the first is \"Velkommen her\".", formats: ["a.xlsx"]),
    Case(
      name: "Proposal of the language", header: "Proposal [da]", texts: three,
      message: "2 texts in \"Proposal [da]\" are not read: the first is \"Velkommen her\"."),
    Case(
      name: "another Proposal of the language", header: "New proposal [Danish]", texts: ["title": "Hej"],
      message: "1 text in \"New proposal [Danish]\" is not read: \"Hej\"."),
    Case(name: "any header", header: "Nyt", texts: three, message: "2 texts in \"Nyt\" are"),
    Case(
      name: "number alone", header: "da-DK", texts: ["hint": "24/7"],
      message: "1 text in \"da-DK\" is not read: \"24/7\"."),
    Case(
      name: "beside a pending proposal", header: "Danish", texts: ["button": "Log ind her"],
      message: "1 text in \"Danish\" is not read: \"Log ind her\"."),
    Case(
      name: "another Proposal", header: "Proposal (new)", texts: ["title": "Hej"],
      message: "1 text in \"Proposal (new)\" is not read: \"Hej\"."),
  ].map { example in
    var example = example
    example.taken = example.texts
    return example
  }

  static let others = [
    Case(
      name: "another Proposal in few rows", header: "Proposal (new)", texts: ["button": "Hej"],
      message: "1 text in the column \"Proposal (new)\" is not read: \"Hej\"."),
    Case(
      name: "another language", header: "German", texts: three,
      message: "2 texts in the column \"German\" are not read: the first is \"Velkommen her\". This sheet is for "
        + "\"en-GB\", \"da-DK\", and not for the language of that column. Ask for a sheet in that language, and write the "
        + "texts there, under Proposal."),
    Case(
      name: "a number for another language", header: "pl-PL", texts: ["hint": "2025"],
      message: "1 text in the column \"pl-PL\" is not read: \"2025\". This sheet is for \"en-GB\", \"da-DK\", and"),
    Case(
      name: "remarks", header: "Remarks", texts: ["title": "Look", "button": "Look", "hint": "Look"],
      message: "3 texts in the column \"Remarks\" are not read: the first is \"Look\"."),
    Case(
      name: "few texts", header: "From Bo", texts: ["button": "Why?"],
      message: "1 text in the column \"From Bo\" is not read: \"Why?\"."),
    Case(
      name: "a locale that the sheet does not have", header: "Proposal [pl-PL]", texts: ["title": "Witaj"],
      message: "1 text in the column \"Proposal [pl-PL]\" is not read: \"Witaj\". This sheet is for "),
    Case(
      name: "above", above: [["Please hurry"], ["Sent by Anna", "to Bo"]],
      message: "3 texts in lines above the header are not read: the first is \"Please hurry\"."),
    Case(
      name: "below", below: [["Reviewed by Anna"], ["", "Question: verb or noun?"]],
      message: "2 texts in rows without a section, key and locale are not read: the first is \"Reviewed by Anna\"."),
    Case(
      name: "note beside no text", below: [["", "", "", "", "", "", "", "", "Checked"]],
      message: "1 text in rows without a section, key and locale is not read: \"Checked\"."),
    Case(
      name: "worksheet", worksheet: [["Key", "New"], ["hint", "Tryk"]],
      message: "4 texts in the worksheet \"Own\" are not read: the first is \"Key\".", formats: ["a.xlsx"]),
  ]

  private func sheet(_ example: Case, _ name: String, layout: SheetLayout = .rows) throws -> ReturnedSheet {
    try EditedSheet(catalog: catalog, layout: layout, name: name).read { tables in
      if let header = example.header {
        tables[0].addColumn(header)
        for (key, text) in example.texts { try tables[0].set([header: text], ofDanish: key) }
      }
      tables[0].cells = example.above + tables[0].cells + example.below
      if !example.worksheet.isEmpty { tables.append(EditedSheet.Table(name: "Own", cells: example.worksheet)) }
    }
  }

  private func refusal(_ plan: Changeset) -> SubmissionRefusal? {
    var options = SubmissionOptions()
    options.isStrict = true
    do { try Submission.refuse(plan, deletes: 0, options) } catch { return error }
    return nil
  }

  @Test(arguments: translations + others, ["a.xlsx", "a.csv"])
  func `each is told once, with its number and the first of them`(example: Case, name: String) throws {
    guard example.formats.contains(name) else { return }
    let sheet = try sheet(example, name)
    let plan = Fixture.plan(sheet, against: catalog)
    #expect(plan.diagnostics.map { String($0.message.prefix(example.message.count)) } == [example.message])
    #expect(plan.diagnostics.allSatisfy { $0.severity == .warning })
    #expect(
      SheetCheck(sheet, options: Fixture.unchecked).diagnostics.contains { $0.message.hasPrefix(example.message) })
    #expect(sheet.unreadRemarks().count == (example.taken.isEmpty ? 1 : 0))
    #expect(sheet.unreadRemarks(besides: sheet).isEmpty)
    #expect(plan.rowCount == 6)
    #expect(plan.changes.isEmpty)
    #expect(
      Dictionary(uniqueKeysWithValues: plan.items.map { ($0.row.text.key, $0.row.misplacedText ?? "") })
        == example.taken)
    #expect(plan.items.allSatisfy { $0.verdict == .readOnlyEdit })
    let refusal = try #require(self.refusal(plan))
    #expect(refusal.code == .strict)
    #expect(refusal.message.contains(example.message))
  }

  @Test(arguments: translations, ["a.xlsx", "a.csv"])
  func `translations become the proposals if that is asked for, and are not told then`(example: Case, name: String)
    throws
  {
    guard example.formats.contains(name) else { return }
    let options = Fixture.options { $0.accepted = [.readOnlyEdit] }
    let plan = Fixture.plan(try sheet(example, name), against: catalog, options: options)
    #expect(
      Dictionary(uniqueKeysWithValues: plan.changes.map { ($0.text.key, $0.operation) })
        == example.taken.mapValues { .propose(value: $0) })
    #expect(plan.diagnostics.isEmpty)
    #expect(refusal(plan) == nil)
  }

  @Test func `a row whose proposal was written too keeps it, and the other text is told`() throws {
    let sheet = try EditedSheet(catalog: self.catalog).read { tables in
      tables[0].addColumn("Danish")
      try tables[0].set(["Danish": "Tryk her", "Proposal": "Tryk"], ofDanish: "hint")
    }
    let plan = Fixture.plan(sheet, against: self.catalog, options: Fixture.options { $0.accepted = [.readOnlyEdit] })
    #expect(plan.sent == ["Tryk"])
    #expect(plan.diagnostics.map(\.code) == [.sheetUnreadText])
  }

  @Test(arguments: [["Action": "ok"], ["Action": "delete"], ["Action": "accept"], ["Proposal": ""]], [false, true])
  func `a request without a text beside one in an added column is asked about`(edit: [String: String], adopts: Bool)
    throws
  {
    let sheet = try EditedSheet(catalog: self.catalog).read { tables in
      tables[0].addColumn("Danish (new)")
      try tables[0].set(edit.merging(["Danish (new)": "Log ind her"]) { $1 }, ofDanish: "button")
    }
    let options = Fixture.options { ($0.accepted, $0.cleared) = (adopts ? [.readOnlyEdit] : [], .delete) }
    let plan = Fixture.plan(sheet, against: self.catalog, options: options)
    #expect(plan.verdicts == [.disagreement] && plan.changes == [] && plan.signOffs == [])
    #expect(plan.tells("\"Danish (new)\" was changed too, to \"Log ind her\". Keep only one of the two."))
    #expect(SheetCheck(sheet, options: options).diagnostics.codes == ["row.disagreement"])
    #expect(try #require(Fixture.toFix(plan, self.catalog)).rows.map(\.proposal) == ["Log ind her"])
  }

  @Test(arguments: ["Dansk", "Proposal [da]"]) func `beside groups of columns the language tells the group`(
    header: String
  ) throws {
    let example = Case(name: "", header: header, texts: Self.three)
    for name in ["a.xlsx", "a.csv"] {
      let plan = Fixture.plan(try sheet(example, name, layout: .columns), against: catalog)
      #expect(
        plan.items.map { "\($0.row.text.key) \($0.row.text.locale) \($0.verdict)" }.sorted() == [
          "hint da-DK readOnlyEdit", "title da-DK readOnlyEdit",
        ])
    }
    let own = Case(name: "", header: "Translation", texts: Self.three)
    let plan = Fixture.plan(try sheet(own, "a.xlsx", layout: .columns), against: catalog)
    #expect(plan.items.isEmpty)
    #expect(plan.diagnostics.map(\.code) == [.sheetUnreadText])
  }

  @Test func `numbers and marks beside the table are no texts`() throws {
    let example = Case(
      name: "", header: "#", texts: ["title": "1", "hint": "2"], below: [["", "", "", "12"]], worksheet: [["1", "2"]])
    #expect(try sheet(example, "a.xlsx").diagnostics.isEmpty)
  }
}
