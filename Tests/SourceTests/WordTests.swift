import Testing

/// The words that names have: those of the field, and none that only this project understands.
struct WordTests {
  /// Words that no name has, each with those that say it. `settleTime` is left, because the setting is called so.
  private static let privateWords = [
    "doubt": "unconfirmed or uncertain", "doubts": "unconfirmed or uncertain", "doubtful": "uncertain",
    "deed": "action", "deeds": "actions", "trace": "action", "traces": "actions", "witness": "sample",
    "witnesses": "samples", "misfit": "mismatch", "misfits": "mismatches", "stray": "misplaced or unexpected",
    "strays": "unexpected", "settle": "reconcile, end or decide", "settled": "reconciled, ended or decided",
    "unsettled": "open", "meet": "report or note", "meets": "report or note",
  ]

  @Test(arguments: ["Sources"] + SwiftSource.storeys.map { "Tests/\($0.name)" }) func `no name has a private word`(
    folder: String
  ) throws {
    let sources = try SwiftSource.all(in: folder)
    #expect(!sources.isEmpty)
    for source in sources { #expect(Self.found(in: source.code) == [], "\(folder)/\(source.path)") }
  }

  @Test func `a private word is found within a name, and in no longer word`() {
    #expect(
      Self.found(in: "wasInDoubt = StrayCells(reports_stray)") == [
        "StrayCells: misplaced or unexpected", "reports_stray: misplaced or unexpected",
        "wasInDoubt: unconfirmed or uncertain",
      ])
    #expect(Self.found(in: "undoubted(settleTime, earlierSettleTime, meeting, retraced)") == [])
  }

  /// The names that have a private word, each with what says it.
  private static func found(in code: String) -> [String] {
    Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }).flatMap { name in
      let words = words(in: name)
      return zip(words, words.dropFirst() + [""]).compactMap { word, next in
        word == "settle" && next.hasPrefix("time") ? nil : privateWords[word].map { "\(name): \($0)" }
      }
    }.sorted()
  }

  /// The words of a name in lower case: `wasInDoubt` has `was`, `in` and `doubt`.
  private static func words(in name: Substring) -> [String] {
    var words: [String] = []
    for character in name {
      if character == "_" || character.isUppercase || words.isEmpty { words.append("") }
      if character != "_" { words[words.count - 1] += character.lowercased() }
    }
    return words
  }
}
