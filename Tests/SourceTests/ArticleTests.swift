import Foundation
import Testing

/// The README, the files for GitHub, and the articles of the DocC catalogues, which are also read as plain files.
struct ArticleTests {
  /// The paths of all of them below the package.
  static let paths: [String] = {
    let sources = SwiftSource.package.appendingPathComponent("Sources").path
    let found = (try? FileManager.default.subpathsOfDirectory(atPath: sources)) ?? []
    return ["README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md", "Tests/Benchmarks/README.md"]
      + found.filter { $0.hasSuffix(".md") }.map { "Sources/\($0)" }.sorted()
  }()

  @Test func `the articles are found`() { #expect(Self.paths.count > 15) }

  @Test(arguments: paths) func `every link to a file of the package leads to one`(path: String) throws {
    let folder = SwiftSource.package.appendingPathComponent(path).deletingLastPathComponent()
    for match in try text(path).matches(of: /\]\(([^)#]+)\)/) {
      let target = String(match.1)
      guard !target.contains("://") else { continue }
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(target).path), "\(target)")
    }
  }

  @Test(arguments: paths) func `every link to an article of a catalogue leads to one, and no article is without a link`(
    path: String
  ) throws {
    let file = SwiftSource.package.appendingPathComponent(path)
    for match in try text(path).matches(of: /<doc:([^>]+)>/) {
      let article = file.deletingLastPathComponent().appendingPathComponent("\(match.1).md").path
      #expect(FileManager.default.fileExists(atPath: article), "\(match.1)")
    }
    let catalogue = file.deletingLastPathComponent()
    guard catalogue.pathExtension == "docc" else { return }
    let name = file.deletingPathExtension().lastPathComponent
    let library = catalogue.deletingPathExtension().lastPathComponent
    let landing = try String(contentsOf: catalogue.appendingPathComponent("\(library).md"), encoding: .utf8)
    #expect(name == library || landing.contains("<doc:\(name)>"))
  }

  @Test(arguments: paths) func `every file and folder of the package that an article names exists`(path: String) throws
  {
    for match in try text(path).matches(of: /`((?:Sources|Tests|Samples|\.github)\/[A-Za-z0-9_\/.+-]+)`/) {
      let named = SwiftSource.package.appendingPathComponent(String(match.1)).path
      #expect(FileManager.default.fileExists(atPath: named), "\(match.1)")
    }
  }

  @Test func `the article about the command line lists every command`() throws {
    let article = try text("Sources/Review/TranslationReview/TranslationReview.docc/CommandLine.md")
    // The first column of the table, such as `history undo ID`.
    let calls = article.matches(of: /\n\| (`[^|]+`) \|/).map { $0.1 }
    let words = Set(calls.flatMap { $0.split { !$0.isLetter } }.map(String.init))
    let names = try SwiftSource.all(in: "Sources/Program/nstack-review").flatMap { source in
      source.text.matches(of: /CommandConfiguration\(\n *"([a-z]+)"/).map { String($0.1) }
    }
    #expect(names.count > 15)
    #expect(Set(names).subtracting(words).sorted() == [])
  }

  @Test func `the article about connecting lists every setting in its table`() throws {
    let article = try text("Sources/NStack/NStackAPI/NStackAPI.docc/ConnectingToNStack.md")
    let rules = try text("Sources/Program/nstack-review/Settings/SettingRule.swift").matches(
      of: /SettingRule\("([a-z-]+)"/)
    #expect(rules.count > 20)
    for rule in rules { #expect(article.contains(try Regex("\n\\| [^|]*`\(rule.1)`")), "\(rule.1)") }
  }

  @Test func `the newest version in the changelog is that of the program`() throws {
    let number = try text("Sources/Basics/Basics/ProgramVersion.swift").firstMatch(of: /number = "([0-9.]+)"/)?.1
    let newest = try text("Sources/Review/TranslationReview/TranslationReview.docc/Changelog.md").firstMatch(
      of: /\n## ([0-9.]+)/)?.1
    #expect(number != nil)
    #expect(newest == number)
  }

  @Test func `the worked example of a call is the one that a test runs`() throws {
    let source = try text("Tests/NStack/NStackAPITests/WorkedExample.swift")
    let example = try #require(source.firstRange(of: "/// A continent"))
    #expect(
      try text("Sources/NStack/NStackAPI/NStackAPI.docc/Requests.md").contains(
        "```swift\n\(source[example.lowerBound...])```"))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftSource.package.appendingPathComponent(path), encoding: .utf8)
  }
}
