import Foundation
import Testing

/// The codes of errors and remarks in the sources, and those in the articles about error codes and limits.
struct ErrorCodeTests {
  /// The targets in which every code is a constant with a documentation comment.
  private static let targets = [
    "AppCatalogs", "Exchange", "GoogleDrive", "HTTPMessages", "NStackAPI", "NStackSandbox", "Resources",
    "ReviewJournal", "ReviewPage", "ReviewSheets", "Spreadsheet", "TranslationReview", "nstack-review",
  ]
  /// The articles that list the codes, each with what to do about it.
  private static let articles = [
    "Sources/Review/TranslationReview/TranslationReview.docc/ErrorCodes.md",
    "Sources/Tables/Spreadsheet/Spreadsheet.docc/Limits.md",
  ]
  private static let families = Set(
    """
    annotate api catalog check config context convert csv drafts drive exchange export file generate history html import init io
    journal json limit memory net plan resource resume review row sandbox selection shared sheet undo usage xlsx xml zip
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
  /// The ends of names of files, such as `plan.json`, and of a content type, which look like codes.
  private static let extensions: Set = ["binary", "csv", "html", "js", "json", "md", "po", "tsv", "txt", "xlsx"]

  /// The codes of sentences, which have a table of their own.
  private static let reasons = Set((try? ReasonTableTests.table.get().map { $0[0] }) ?? [])

  /// The codes in a text, each between two marks.
  private static func codes(in text: Substring, between mark: Character) -> [String] {
    text.split(separator: mark).map(String.init).filter { word in
      let parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 1, families.contains(parts[0]), !extensions.contains(parts[1]) else { return false }
      return parts.dropFirst().allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) || $0 == "-" }
      }
    }
  }

  /// The lines of a file with their codes, comments apart.
  private static func codes(of text: String) -> [(line: Int, text: Substring, codes: [String])] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
      guard line.utf8.contains(UInt8(ascii: "\"")) else { return nil }
      let text = line.drop { $0 == " " }
      guard !text.hasPrefix("//") else { return nil }
      let codes = codes(in: text, between: "\"").filter { !reasons.contains($0) }
      return codes.isEmpty ? nil : (number, text, codes)
    }
  }

  private static func codes(ofTarget target: String) throws -> [String] {
    try SwiftSource.texts(in: SwiftSource.folder(of: target)).flatMap { codes(of: $0.text).flatMap(\.codes) }
  }

  /// The codes of rows, which are put together from the outcomes of a plan's rules.
  private func composed() throws -> [String] {
    let sources = try SwiftSource.texts(in: "Sources/Review/TranslationReview/Plan")
    let verdict = try #require(sources.first { $0.path == "Verdict.swift" })
    let cases = verdict.text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("case ") }
    return cases.compactMap { line in line.split { " \"=".contains($0) }.last.map { "row.\($0)" } }
  }

  private static func documented() throws -> Set<String> {
    let rows = try articles.flatMap { article in
      try String(contentsOf: SwiftSource.package.appendingPathComponent(article), encoding: .utf8).split(
        separator: "\n"
      ).filter { $0.hasPrefix("| `") || $0.hasPrefix("- `") }
    }
    return Set(codes(in: rows.joined(separator: "\n")[...], between: "`"))
  }

  @Test(arguments: targets) func `a target names each code once, as a constant with a documentation comment`(
    target: String
  ) throws {
    for source in try SwiftSource.texts(in: SwiftSource.folder(of: target)) {
      let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (line, text, _) in Self.codes(of: source.text) {
        let isConstant =
          text.hasPrefix("case ") && !text.hasPrefix("case .")
          || ["public ", "package ", ""].contains { text.hasPrefix("\($0)static let ") }
        #expect(isConstant, "\(source.path): line \(line + 1)")
        let before = line > 0 ? lines[line - 1].drop { $0 == " " } : ""
        #expect(before.hasPrefix("///"), "\(source.path): line \(line + 1)")
      }
    }
    #expect(try Self.codes(ofTarget: target).count > 2)
    for source in try SwiftSource.texts(in: SwiftSource.folder(of: target)) {
      let codes = Self.codes(of: source.text).flatMap(\.codes)
      #expect(codes.count == Set(codes).count, "\(source.path)")
    }
  }

  @Test(arguments: targets) func `every code in the sources is documented`(target: String) throws {
    #expect(try Set(Self.codes(ofTarget: target)).subtracting(Self.documented()).sorted() == [])
  }

  @Test func `every code that is documented, or that a comment names, is one of the sources`() throws {
    let codes = Set(try Self.targets.flatMap(Self.codes(ofTarget:))).union(try composed())
    #expect(try Self.documented().subtracting(codes).sorted() == [])
    for target in Self.targets {
      for source in try SwiftSource.texts(in: SwiftSource.folder(of: target)) {
        let comments = source.text.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("///") }
        let named = Set(Self.codes(in: comments.joined(separator: "\n")[...], between: "`"))
        #expect(named.subtracting(codes).sorted() == [], "\(target)/\(source.path)")
      }
    }
  }
}
