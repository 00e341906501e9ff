import Foundation
import ReviewFixtures
import ReviewJournal
import Testing
import TranslationReview

struct AnsweredQuestionTests {
  private let fixture = SessionFixture()

  @Test(arguments: ["xlsx", "csv", "xlf", "po", "html"])
  func `a question and its answer are beside the text in the next sheet of every locale`(format: String) async throws {
    _ = try await fixture.sheet(["title": ["Note": "Verb or noun?"]], name: "asked.csv")
    try await fixture.run(fixture.source("asked.csv"))
    _ = try await fixture.sheet([:], name: "answered.csv")
    try fixture.edit(["title": ["Note": "A noun."]], in: "en-GB", name: "answered.csv")
    try await fixture.run(fixture.source("answered.csv"))
    var job = try ExportJob(to: .file(fixture.path("next.\(format)")))
    job.selection.locales = ["da-DK"]
    _ = try await job.run(fixture.profile(), ScriptedDialog())
    let path = fixture.path("next.\(format)")
    let text =
      format == "xlsx"
      ? try EditedSheet.tables(of: path)[0].cells.joined().joined(separator: "\n")
      : try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("Asked in da-DK: Verb or noun?"))
    #expect(text.split(separator: "Answer: A noun.").count == 2, "it is beside the one text")
  }
}
