import Basics
import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

/// Notes that ask something, in every format, and their answers.
struct QuestionTests {
  private static let notes: [(key: String, note: String, isQuestion: Bool)] = [
    ("a01", "Is it a verb?", true), ("a02", "Un verbe ?", true), ("a03", "動詞ですか？", true), ("a04", "هل هو فعل؟", true),
    ("a05", "A verb.", false), ("a06", "Is it? No.", false), ("a07", "Too long (or not?)", true),
    ("a08", "“Gem” or “Spar”?", true), ("a09", "Why “Spar?”", true), ("a10", "What?!", false),
    ("a11", "Really??", true), ("a12", "?", true), ("a13", "? unclear", false), ("a14", "ignore: space.edge", false),
    ("a15", "Too long", false), ("a16", "Kan det forkortes?", true), ("a17", "«Gemme?»", true),
    ("a18", "See [where?]", true), ("a19", "Hvor? Se billedet", false), ("a20", "¿Es un verbo?", true),
    ("a21", "More than %d?", true), ("a22", "Is it {name}?", true),
  ]

  @Test(arguments: SheetCases.formats) func `a note that ends in a question mark is listed as a question`(
    format: SheetFormat
  ) throws {
    let catalog = Fixture.catalog(
      english: Self.notes.map { ("login", $0.key, "Save") }, danish: Self.notes.map { ("login", $0.key, "Gem") })
    let returned = try SheetCases.returned(
      SheetCases.sheet(catalog), as: format, by: "Anna", Self.notes.map { RowEdit(key: $0.key, note: $0.note) })
    let asked = Self.notes.filter(\.isQuestion)
    #expect(returned.notes.map(\.text.key) == Self.notes.map(\.key))
    #expect(returned.notes.filter(\.isQuestion).map(\.text.key) == asked.map(\.key))
    let plan = Fixture.plan(returned, against: catalog)
    let lines = ReportDisplay.plain.lines(of: plan).filter { $0.contains(": question by Anna: ") }
    #expect(lines.count == asked.count)
    let listed = try #require(try JSONValue(parsing: plan.jsonText)["notes"]?.elements)
    #expect(
      listed.map { $0["isQuestion"].map { String(decoding: $0.compactUTF8, as: UTF8.self) } }
        == Self.notes.map { "\($0.isQuestion)" })
  }

  /// A note in a sheet, or on the review page (nil).
  private typealias Said = (sheet: String?, locale: String, note: String)

  private static let question = "Verb or noun?"
  private static let asked: Said = ("a", "da-DK", question)
  private static let answer = "Asked in da-DK: Verb or noun?\nAnswer: A noun."

  private static let answers: [(said: [Said], expected: String?)] = [
    ([asked], nil), ([asked, ("b", "en-GB", "A noun.")], answer), ([asked, (nil, "da-DK", "A noun.")], answer),
    ([asked, ("a", "da-DK", "Never mind.")], nil), ([asked, ("b", "da-DK", "A noun.")], answer),
    ([asked, ("b", "da-DK", "Verb or noun? A noun.")], answer), ([("b", "en-GB", "Short, please."), asked], nil),
    ([("b", "en-GB", "Short, please."), asked, ("b", "en-GB", "A noun.")], answer),
    (
      [asked, ("c", "de-DE", "Ein Verb?"), ("b", "en-GB", "A noun.")],
      "Asked in da-DK: Verb or noun?\nAsked in de-DE: Ein Verb?\nAnswer: A noun."
    ), ([asked, ("b", "en-GB", "A noun."), asked], answer),
    ([asked, ("b", "da-DK", "A noun."), ("a", "da-DK", "In plural?")], nil),
    ([asked, (nil, "da-DK", "A noun."), (nil, "da-DK", "")], nil),
    ([asked, (nil, "en-GB", "A noun."), (nil, "en-GB", "")], nil), ([asked, ("b", "en-GB", "Who knows?")], nil),
    ([("a", "en-GB", question), ("b", "en-GB", "A noun.")], "Asked in en-GB: Verb or noun?\nAnswer: A noun."),
    ([("a", "da_DK", question), ("b", "en_GB", "A noun.")], answer), ([asked, ("b", "en-GB", "A\nnoun.")], answer),
    ([asked, ("b", "en-GB", "ignore: space.edge")], nil),
    ([asked, ("b", "en-GB", "ignore: space.edge\nA noun.")], answer),
    ([asked, ("b", "da-DK", "A noun."), ("b", "en-GB", "A noun.")], answer),
    (
      [asked, ("b", "da-DK", "A noun."), ("b", "en-GB", "As on the sign.")],
      "Asked in da-DK: Verb or noun?\nAnswer: A noun. As on the sign."
    ), ([("a", "da-DK", "Done."), ("b", "en-GB", "A noun.")], nil), ([("b", "en-GB", "A noun.")], nil),
  ]

  @Test(arguments: answers.indices) func `an answer is a later note on the source text, or another one in its place`(
    number: Int
  ) {
    let (said, expected) = Self.answers[number]
    let events = said.enumerated().map { index, said -> SheetEvent in
      let notes = [Fixture.text("title", said.locale): said.note]
      guard let sheet = said.sheet else { return .noted(notes, time: "") }
      return .returned(
        SheetEvent.Return(
          sheetID: sheet, file: sheet, digest: sheet, time: "", rows: 9, outcomes: [:], notes: notes,
          importID: "\(index)"))
    }
    let texts: [(section: String, key: String, value: String?)] = [("login", "title", "Save"), ("login", "hint", "Hi")]
    let catalog = Catalog(
      resources: [("en-GB", true), ("da-DK", false), ("de-DE", false)].enumerated().map { index, language in
        Fixture.resource(Fixture.language(index + 1, language.0, isDefault: language.1), texts)
      }, proposals: [])
    let title = TextKey(section: "login", key: "title")
    #expect(SheetRounds(events).answers(in: catalog) == (expected.map { [title: $0] } ?? [:]))
  }

  @Test func `an answer that the whole sheet no longer has is taken back`() {
    let text = Fixture.text("title", "en-GB")
    func returned(_ sheet: String, _ notes: [TextIdentity: String]) -> SheetEvent {
      .returned(
        SheetEvent.Return(
          sheetID: sheet, file: sheet, digest: "", time: "", rows: 9, outcomes: [:], notes: notes, importID: sheet))
    }
    let events: [SheetEvent] = [
      returned("a", [Fixture.text("title"): Self.question]), returned("b", [text: "A noun."]),
      .exported(SheetEvent.Export(sheetID: "c", file: "c", time: "", locales: [], rows: 9, notedTexts: [text])),
      returned("c", [:]),
    ]
    let title = TextKey(section: "login", key: "title")
    #expect(SheetRounds(Array(events.dropLast())).answers(in: Fixture.catalog()) == [title: Self.answer])
    #expect(SheetRounds(events).answers(in: Fixture.catalog()) == [:])
  }
}
