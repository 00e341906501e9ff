import Foundation
import Testing

@testable import TextChecks

@Suite("The article about checks")
struct ChecksArticleTests {
  @Test("lists every check with its level, and no other")
  func table() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appending(path: "Sources/TranslationReview/TranslationReview.docc/Checks.md"), encoding: .utf8)
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }
    let known = StandardChecks.all.map { check in
      "`\(check.id)` " + (check.isIndispensable ? "always" : CheckSettings.defaultLevel(of: check).rawValue)
    }
    #expect(Set(rows) == Set(known))
    #expect(rows.count == known.count)
  }
}
