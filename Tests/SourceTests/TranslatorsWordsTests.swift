import Testing

struct TranslatorsWordsTests {
  /// The folders whose sentences translators read. Options are named in ``Changeset/Item/option`` and by the program.
  @Test(arguments: [
    "Sources/ReviewPage", "Sources/TranslationReview/Annotation", "Sources/TranslationReview/Plan/Rules",
    "Sources/TranslationReview/Plan/Programs", "Sources/TranslationReview/Submission", "Sources/ReviewSheets/Row",
    "Sources/ReviewSheets/Look", "Sources/TextChecks",
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
