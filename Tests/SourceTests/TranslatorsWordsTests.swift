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
      let named = lines.filter { $0.contains(#/--[a-z]|nstack-review (import|export|check|history)/#) }
      #expect(named.isEmpty, "\(path)")
    }
  }
}
