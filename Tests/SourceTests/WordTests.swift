import Foundation
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

  // MARK: - Terms

  /// The lines of the table of terms in the article about the command line.
  private static let table = Result {
    let path = "Sources/Review/TranslationReview/TranslationReview.docc/CommandLine.md"
    let lines = try text(path).split(separator: "\n").drop { $0 != "### Terms" }.dropFirst()
    return lines.prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("| `") }.map(String.init)
  }

  /// What the program says, without its articles: the strings of the sources, and the English words.
  private static let sentences = Result {
    let folder = SwiftSource.package.appendingPathComponent("Sources").path
    return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().flatMap { path in
      switch URL(fileURLWithPath: path).pathExtension {
      case "swift", "js": try SwiftSource.strings(in: text("Sources/\(path)"))
      case "tsv": try text("Sources/\(path)").split(separator: "\n").map { String($0.split(separator: "\t")[1]) }
      default: [String]()
      }
    }
  }

  @Test func `the program uses every term of the table`() throws {
    let terms = try Self.table.get().flatMap { line in
      line.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
    #expect(terms.count > 25)
    let sentences = [try Self.sentences.get().joined(separator: "\n")]
    #expect(try terms.filter { try Self.texts(with: [$0], among: sentences).isEmpty } == [])
  }

  @Test func `no sentence and no article has a word that a term replaces`() throws {
    let table = try Self.table.get()
    let replaced = table.flatMap { $0.split(separator: "|")[2].split { ", ".contains($0) }.map(String.init) }
    #expect(replaced.contains("contradiction") && replaced.contains("theirs"))
    let articles = try ArticleTests.paths.flatMap { try Self.text($0).split(separator: "\n").map(String.init) }
    let read = try Self.sentences.get() + articles.filter { !table.contains($0) }
    #expect(try Self.texts(with: replaced, among: read) == [])
  }

  @Test func `a word is found alone and in the plural, and in no longer word`() throws {
    let texts = ["2 Rows", "a browser, rowdy", "It clashes.", "a row"]
    #expect(try Self.texts(with: ["row", "clash"], among: texts) == ["2 Rows", "It clashes.", "a row"])
    #expect(try SwiftSource.strings(in: #"f("a \(b)") // "c""#) == [#""a \(b)""#])
  }

  private static func texts(with words: [String], among texts: [String]) throws -> [String] {
    let pattern = "\\b(\(words.joined(separator: "|")))(e?s)?\\b"
    let expression = try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
    return texts.filter { text in
      let range = NSRange(location: 0, length: text.utf16.count)
      return expression.firstMatch(in: text, range: range) != nil
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftSource.package.appendingPathComponent(path), encoding: .utf8)
  }
}
