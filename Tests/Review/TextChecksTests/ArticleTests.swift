import Foundation
import Testing
import TextChecks

struct ArticleTests {
  private func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "../../../\(path)"), encoding: .utf8)
  }

  @Test func `the table lists every check with its level, and no other`() throws {
    let article = try text("Sources/Review/TranslationReview/TranslationReview.docc/Checks.md")
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }
    let known = StandardChecks.all.map { check in
      "`\(check.id)` " + (check.isIndispensable ? "always" : check.severity.rawValue)
    }
    #expect(Set(rows) == Set(known))
    #expect(rows.count == known.count)
  }

  @Test func `the example of the landing page prints what the page says`() throws {
    var printed: [String] = []
    func print(_ line: String) { printed.append(line) }
    // Example
    let text = CheckedText("Du har %@ beskeder", source: "You have %d messages", locale: "da-DK")
    for finding in CheckSettings().findings(in: text) { print("\(finding.severity.rawValue): \(finding.sentence)") }
    // End
    let source = try self.text("Tests/Review/TextChecksTests/ArticleTests.swift")
    let code = try #require(source.components(separatedBy: "    // Example\n").dropFirst().first)
    let lines = code.components(separatedBy: "    // End\n")[0].replacingOccurrences(of: "\n    ", with: "\n")
    let article = try self.text("Sources/Review/TextChecks/TextChecks.docc/TextChecks.md")
    #expect(article.contains("```swift\n\(lines.trimmingCharacters(in: .whitespaces))```"))
    #expect(printed.count == 1)
    #expect(article.contains("```\n\(printed.joined(separator: "\n"))\n```"))
  }
}
