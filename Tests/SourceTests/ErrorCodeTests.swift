import Foundation
import Testing

/// The codes of errors in the sources, and those in the articles about error codes and limits.
@Suite("Error codes")
struct ErrorCodeTests {
  /// A target whose codes are constants.
  struct Target: Sendable, CustomTestStringConvertible {
    let name: String
    /// What its codes have before the dot.
    let families: Set<String>
    /// The files that declare the constants, below the target's folder.
    let files: Set<String>

    var testDescription: String { name }
  }

  private static let targets = [
    Target(
      name: "Spreadsheet", families: ["file", "io", "zip", "xml", "xlsx", "csv", "json", "convert", "limit"],
      files: ["SpreadsheetError+Codes.swift"]),
    Target(
      name: "NStackAPI", families: ["net", "api", "resource", "io"],
      files: ["Errors/NStackError+Codes.swift", "Model/LocalizationResource+Finding.swift"]),
    Target(name: "NStackSandbox", families: ["sandbox"], files: ["Configuration/SandboxError+Codes.swift"]),
  ]

  /// Targets with codes of these families that are not constants.
  private static let others = ["TranslationReview", "nstack-review"]

  /// The articles that list the codes, each with what to do about it.
  private static let articles = [
    "Sources/TranslationReview/TranslationReview.docc/ErrorCodes.md", "Sources/Spreadsheet/Spreadsheet.docc/Limits.md",
  ]

  private static let families = targets.reduce(into: Set<String>()) { $0.formUnion($1.families) }

  /// The codes of some families in a text, where each is between two marks.
  private static func codes(
    in text: String, between mark: Character, of families: Set<String> = families
  ) -> Set<String> {
    Set(
      text.split(separator: mark).map(String.init).filter { word in
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && families.contains(String(parts[0])) && !parts[1].isEmpty
          && parts[1].allSatisfy { $0.isASCII && $0.isLowercase || $0 == "-" }
      })
  }

  private static func constants(of target: Target) throws -> Set<String> {
    let declaring = try SwiftSource.all(in: "Sources/\(target.name)").filter { target.files.contains($0.path) }
    try #require(declaring.count == target.files.count)
    return declaring.reduce(into: []) { $0.formUnion(codes(in: $1.text, between: "\"", of: target.families)) }
  }

  private static func documented() throws -> Set<String> {
    let rows = try articles.flatMap { article in
      try String(contentsOf: SwiftSource.package.appendingPathComponent(article), encoding: .utf8)
        .split(separator: "\n").filter { $0.hasPrefix("| `") }
    }
    return codes(in: rows.joined(separator: "\n"), between: "`")
  }

  @Test("a target names each of its codes once, as a constant", arguments: targets)
  func constantsOnly(target: Target) throws {
    #expect(try Self.constants(of: target).count >= 5)
    for source in try SwiftSource.all(in: "Sources/\(target.name)") where !target.files.contains(source.path) {
      let lines = source.text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      let found = Self.codes(in: lines.joined(separator: "\n"), between: "\"", of: target.families)
      #expect(found.isEmpty, "\(source.path)")
    }
  }

  @Test("every constant is documented", arguments: targets)
  func areDocumented(target: Target) throws {
    #expect(try Self.constants(of: target).subtracting(Self.documented()).sorted() == [])
  }

  @Test("every code that is documented, or that a comment names, is one of the sources")
  func exist() throws {
    var codes: Set<String> = []
    for target in Self.targets { codes.formUnion(try Self.constants(of: target)) }
    for target in Self.others {
      for source in try SwiftSource.all(in: "Sources/\(target)") {
        codes.formUnion(Self.codes(in: source.text, between: "\""))
      }
    }
    #expect(try Self.documented().subtracting(codes).sorted() == [])
    for target in Self.targets {
      for source in try SwiftSource.all(in: "Sources/\(target.name)") {
        let comments = source.text.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("///") }
        let named = Self.codes(in: comments.joined(separator: "\n"), between: "`")
        #expect(named.subtracting(codes).sorted() == [], "\(target.name)/\(source.path)")
      }
    }
  }
}
