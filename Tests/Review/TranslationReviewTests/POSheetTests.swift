import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// A review that goes out as PO and comes back from an editor.
struct POSheetTests {
  private func exported(
    _ catalog: Catalog = Fixture.catalog(), extras: ReviewSheet.Extras = ReviewSheet.Extras(),
    locales: [String] = ["da-DK"]
  ) throws -> ExportedUnits { try ExportedUnits(catalog, as: .po, extras: extras, locales: locales) }

  private let mine = [Proposal.own(7, "button", "Log på")]

  // MARK: - Out

  @Test func `an entry has its name, its source, its translation and what a translator must know`() throws {
    var extras = ReviewSheet.Extras()
    extras.contexts = [
      TextKey(section: "login", key: "button"): TextContext(description: "On the button\nbelow", maximumLength: 20)
    ]
    let others = [Proposal.other(8, "button", "Logind")]
    let text = try exported(Fixture.catalog(proposals: mine + others), extras: extras).text
    for part in [
      "\"Language: da_DK\\n\"\n", "\"Content-Type: text/plain; charset=UTF-8\\n\"\n",
      "\"X-Source-Language: en-GB\\n\"\n", "\"X-NStack-Locale: da-DK\\n\"\n",
      "#. On the button\n#. below\n#. At most 20 characters.\n#. Current value: Log ind\n#. Pending proposal: Logind\n",
      "#. nstack_review.current=\"Log\\sind\"\n#. nstack_review.proposal=\"Log\\spå\"\n",
      "msgctxt \"login.button\"\nmsgid \"Log in\"\nmsgstr \"Log på\"\n",
      "msgctxt \"login.button #8\"\nmsgid \"Log in\"\nmsgstr \"Logind\"\n",
      "msgctxt \"login.hint\"\nmsgid \"Tap to go on\"\nmsgstr \"\"\n",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test func `placeholders of printf have their flag`() throws {
    #expect(try exported(ExportedUnits.catalog("Hi %1$@", nil)).text.contains("#, objc-format\n"))
    #expect(try exported(ExportedUnits.catalog("%d of %s", nil)).text.contains("#, c-format\n"))
    #expect(try !exported(ExportedUnits.catalog("{n} 100 %", nil)).text.contains("-format"))
  }

  @Test func `a file has one locale`() throws {
    #expect(Fixture.code { try exported(locales: ["en-GB", "da-DK"]) } == "exchange.locales")
  }

  // MARK: - Back

  /// Texts before which po2csv and spreadsheet programs leave an apostrophe, and an edit of each.
  private static let marked = [
    "-5 grader", "=1+1", "+45 12", "@vært", " -5", "\u{FF1D}1", "\u{A0}-1", "-", "=\"a\"", "''=x",
  ]

  @Test(arguments: marked, [true, false]) func `an apostrophe that a program left before a text is no edit`(
    text: String, isPending: Bool
  ) throws {
    let catalog = Fixture.catalog(
      english: [("login", "title", "a"), ("login", "button", "b")],
      danish: [("login", "title", isPending ? "x" : text), ("login", "button", "Ja")],
      proposals: isPending ? [.own(7, "title", text)] : [], reading: .now)
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let sheet = try exported(catalog)
    try sheet.edit("msgstr \"\(quoted)\"", "msgstr \"'\(quoted)\"")
    #expect(try sheet.plan().counts == [.unchanged: 2])
    // It shows where the other apostrophe comes from.
    try sheet.edit("msgstr \"Ja\"", "msgstr \"'-6 grader\"")
    #expect(try sheet.plan().sent == ["-6 grader"])
    let other = try exported(catalog)
    try other.edit("msgstr \"Ja\"", "msgstr \"'-6 grader\"")
    #expect(try other.plan().sent == ["'-6 grader"])
  }

  @Test("the last of several entries may have a text of several lines, if all entries came back or it is as it was")
  func divided() throws {
    let sheet = try exported(Fixture.catalog(hint: "Tryk\nher"))
    try sheet.edit("msgstr \"\"\n\"Tryk\\n\"\n\"her\"", "msgstr \"\"\n\"Tryk\\n\"\n\"nu\"")
    #expect(try sheet.plan().sent == ["Tryk\nnu"])
    // The header comes first.
    var entries = try sheet.text.components(separatedBy: "\n\n")
    entries.remove(at: 2)
    try sheet.write(entries.joined(separator: "\n\n"))
    let plan = try sheet.plan()
    #expect(plan.counts == [.unchanged: 1, .refused: 1])
    #expect(plan.diagnostics.codes == ["sheet.rows-missing"])
    #expect(
      plan.items.last?.message.contains("an uncertain end, because the file ends after it with 2 of 3 entries") == true)
  }

  @Test func `a fuzzy translation is not sent, nor a changed one of an obsolete entry, and both are told`() throws {
    let sheet = try exported()
    try sheet.edit(
      "msgctxt \"login.hint\"\nmsgid \"Tap to go on\"\nmsgstr \"\"",
      "#, fuzzy\nmsgctxt \"login.hint\"\nmsgid \"Tap to go on\"\nmsgstr \"Tryk\"")
    try sheet.edit(
      "msgctxt \"login.title\"\nmsgid \"Welcome\"\nmsgstr \"Velkommen\"",
      "#~ msgctxt \"login.title\"\n#~ msgid \"Welcome\"\n#~ msgstr \"Hej\"")
    let plan = try sheet.plan()
    #expect(plan.counts == [.unchanged: 2, .skipped: 1])
    #expect(plan.tells("The translation is not finished: the file has the flag \"fuzzy\"."))
    #expect(
      plan.diagnostics.map(\.message) == [
        "1 text in obsolete entries (#~) is not read: \"Hej\". Write translations into the exported entries, without #~."
      ])
    #expect(plan.diagnostics.first?.place?.row == 1)
  }

  @Test func `comments that a program wrapped still tell the row`() throws {
    let sheet = try exported(Fixture.catalog(title: "Vel-kommen hertil"))
    try sheet.edit("nstack_review.current=\"Vel-", "nstack_review.current=\"Vel-\n#. ")
    try sheet.edit("nstack_review.base=\"v1", "nstack_review.base=\"v\n#.  1")
    #expect(try sheet.plan().counts == [.unchanged: 3])
    try sheet.edit("msgstr \"Vel-kommen hertil\"", "msgstr \"Hej\"")
    let plan = try sheet.plan()
    #expect(plan.items.map(\.row.currentValue) == ["Vel-kommen hertil"])
    #expect(plan.verdicts == [.propose])
  }

  @Test func `without its comments, a row is found by its name and planned against the server`() throws {
    let sheet = try exported(Fixture.catalog(proposals: mine))
    try sheet.write(sheet.text.replacing(/#\..*\n/, with: ""))
    try sheet.edit("msgstr \"Velkommen\"", "msgstr \"Hej\"")
    let plan = try sheet.plan()
    #expect(plan.counts == [.damaged: 1, .alreadyProposed: 1, .unchanged: 1])
    let reason =
      "The entry lost the comment \"nstack_review.base\", so it is not known whether the translation was changed after the export."
    #expect(
      plan.items.first?.reasonNamingRivals.description == reason + " Restore it, or write the text into a new export.")
    #expect(
      SheetCheck(try ReviewSheetReader.read([sheet.path])).diagnostics.filter { $0.code == .row(.damaged) }.map(
        \.message) == [
          "From here on, 2 texts lost the comment \"nstack_review.base\", so it is not known whether the translation was "
            + "changed. An import refuses what the server does not have."
        ])
    // The to-fix file has the comment again, so that the translator only decides.
    let fix = try #require(
      ToFixSheet(plan, results: plan.results, catalog: sheet.catalog, scope: Fixture.scope, format: .po)?.sheet)
    #expect(
      Fixture.rows(of: fix).map(\.problem) == [
        "refused: Posten har mistet noget: the comment \"nstack_review.base\". Derfor vides det ikke, om oversættelsen er ændret "
          + "efter eksporten. Ret oversættelsen for at foreslå den, eller fjern dens mærke »fuzzy« for at foreslå den, som den er."
      ])
    let options = Fixture.options { $0.accepted = [.damaged] }
    #expect(try sheet.plan(options).sent == ["Hej"])
  }

  @Test func `a text that is too long is neither shown nor emptied, and one may begin with a combining mark`() throws {
    for danish in [String(repeating: "æ", count: 40_000), "\u{301}a \"b\"", "\u{200D}x"] {
      let sheet = try exported(Fixture.catalog(hint: danish))
      #expect(try sheet.plan().counts == [.unchanged: 3])
      #expect(try sheet.plan().diagnostics.isEmpty)
    }
    let sheet = try exported(Fixture.catalog(hint: "\u{301}a"))
    try sheet.edit("msgstr \"\u{301}a\"", "msgstr \"b\"")
    #expect(try sheet.plan().verdicts == [.propose])
    #expect(try sheet.plan().items.map(\.row.currentValue) == ["\u{301}a"])
  }

  @Test func `an entry that is there twice with different translations is a disagreement`() throws {
    let sheet = try exported(Fixture.catalog(hint: "Tryk"))
    let entry = try #require(try sheet.text.components(separatedBy: "\n\n").last)
    for (texts, counts) in [
      (["Nu", "Her"], [Verdict.disagreement: 2]), (["Nu", "Tryk"], [.propose: 1]), (["Nu", "Nu"], [.propose: 2]),
    ] {
      let whole = try sheet.text
      let copies = texts.map { entry.replacing("msgstr \"Tryk\"", with: "msgstr \"\($0)\"") }
      try sheet.write(whole.replacing(entry, with: copies.joined(separator: "\n\n")))
      let plan = try sheet.plan()
      #expect(plan.counts.filter { $0.key != .unchanged } == counts)
      #expect(plan.changes.count == (counts[.disagreement] == nil ? 1 : 0))
      try sheet.write(whole)
    }
  }

  @Test func `an export without rows comes back without rows`() throws {
    let sheet = try exported()
    let end = try #require(try sheet.text.firstRange(of: "\n\n"))
    try sheet.write(sheet.text[..<end.lowerBound] + "\n")
    #expect(try sheet.plan().counts == [:])
  }

  @Test func `a text without a source is translated under its name`() throws {
    let sheet = try exported(ExportedUnits.catalog("", "B", key: "a.b.c"))
    #expect(try sheet.text.contains("msgid \"login.a.b.c\"\nmsgstr \"B\"\n"))
  }

  @Test func `plural forms are not read as one text`() throws {
    let plural = try exported()
    try plural.edit(
      "msgid \"Welcome\"\nmsgstr \"Velkommen\"",
      "msgid \"Welcome\"\nmsgid_plural \"x\"\nmsgstr[0] \"a\"\nmsgstr[1] \"b\"")
    #expect(try plural.plan().verdicts == [.refused])
  }
}
