import Testing

struct TranslatorsWordsTests {
  /// The folders whose sentences translators read. Options are named in ``Changeset/Item/option`` and by the program.
  @Test(arguments: [
    "Sources/Review/ReviewPage", "Sources/Review/TranslationReview/Annotation",
    "Sources/Review/TranslationReview/Plan/Rules", "Sources/Review/TranslationReview/Plan/Programs",
    "Sources/Review/TranslationReview/Submission", "Sources/Review/ReviewSheets/Row",
    "Sources/Review/ReviewSheets/Look", "Sources/Review/TextChecks",
  ]) func `sentences for translators name no flag of the program`(folder: String) throws {
    let sources = try SwiftSource.texts(in: folder)
    #expect(!sources.isEmpty)
    for (path, text) in sources {
      let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      #expect(lines.filter(namesFlag).isEmpty, "\(path)")
    }
  }

  @Test func `and neither does the table of reasons, in any language`() throws {
    #expect(try ReasonTableTests.table.get().filter { $0.contains(where: namesFlag) }.map { $0[0] } == [])
  }

  private func namesFlag(_ text: some StringProtocol) -> Bool {
    Substring(text).contains(#/--[a-z]|nstack-review (import|export|check|history)/#)
  }
}
