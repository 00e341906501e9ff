import Foundation
import Testing

/// The codes of `SpreadsheetError` in the sources, and those in the articles about error codes and limits.
@Suite("Error codes of sheet files")
struct ErrorCodeTests {
  private static let families: Set = ["file", "io", "zip", "xml", "xlsx", "csv", "json", "convert", "limit"]

  /// The codes of these families in a text, where each is `mark` on both sides.
  private static func codes(in text: String, between mark: Character) -> Set<String> {
    Set(
      text.split(separator: mark).map(String.init).filter { word in
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && families.contains(String(parts[0])) && !parts[1].isEmpty
          && parts[1].allSatisfy { $0.isASCII && $0.isLowercase || $0 == "-" }
      })
  }

  private static func constants() throws -> Set<String> {
    let sources = try SwiftSource.all(in: "Sources/Spreadsheet")
    let declaring = try #require(sources.first { $0.path == "SpreadsheetError+Codes.swift" })
    return codes(in: declaring.text, between: "\"")
  }

  /// The articles that list the codes, each with what to do about it.
  private static let articles = [
    "Sources/TranslationReview/TranslationReview.docc/ErrorCodes.md", "Sources/Spreadsheet/Spreadsheet.docc/Limits.md",
  ]

  private static func documented() throws -> Set<String> {
    let rows = try articles.flatMap { article in
      try String(contentsOf: SwiftSource.package.appendingPathComponent(article), encoding: .utf8)
        .split(separator: "\n").filter { $0.hasPrefix("| `") }
    }
    return codes(in: rows.joined(separator: "\n"), between: "`")
  }

  @Test("the module names each code once, as a constant")
  func constantsOnly() throws {
    #expect(try Self.constants().count > 70)
    for source in try SwiftSource.all(in: "Sources/Spreadsheet") where source.path != "SpreadsheetError+Codes.swift" {
      let lines = source.text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      #expect(Self.codes(in: lines.joined(separator: "\n"), between: "\"").isEmpty, "\(source.path)")
    }
  }

  @Test("every constant is documented")
  func areDocumented() throws {
    #expect(try Self.constants().subtracting(Self.documented()).sorted() == [])
  }

  @Test("every code that is documented, or that a comment names, is one of the sources")
  func exist() throws {
    var codes = try Self.constants()
    for target in ["TranslationReview", "nstack-review"] {
      for source in try SwiftSource.all(in: "Sources/\(target)") {
        codes.formUnion(Self.codes(in: source.text, between: "\""))
      }
    }
    #expect(try Self.documented().subtracting(codes).sorted() == [])
    for source in try SwiftSource.all(in: "Sources/Spreadsheet") {
      let comments = source.text.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("///") }
      let named = Self.codes(in: comments.joined(separator: "\n"), between: "`")
      #expect(named.subtracting(codes).sorted() == [], "\(source.path)")
    }
  }
}
