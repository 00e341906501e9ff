import Testing

/// The folders of each target form layers: none uses the types of a folder that uses its own.
struct FolderLayersTests {
  @Test(arguments: [
    "AppCatalogs", "Basics", "Exchange", "GoogleDrive", "HTTPMessages", "NStackAPI", "NStackSandbox", "ReviewJournal",
    "ReviewPage", "ReviewReports", "ReviewSheets", "Spreadsheet", "TextChecks", "TextStore", "TranslationMemory",
    "TranslationReview", "nstack-review",
  ]) func `no two folders use each other's types, directly or through others`(target: String) throws {
    let sources = try SwiftSource.all(in: "Sources/\(target)")
    #expect(sources.count > 5)
    #expect(FolderLayers(sources).circularUses.isEmpty)
  }

  @Test(arguments: ["XLSX/", "ZIP/"]) func `neither do the folders in a folder`(folder: String) throws {
    #expect(FolderLayers(try SwiftSource.all(in: "Sources/Spreadsheet"), below: folder).circularUses.isEmpty)
  }

  @Test func `a circle is found, through a third folder too, and named with its types`() {
    let layers = FolderLayers([
      SwiftSource(path: "Top.swift", text: "struct Top {\n  let left: Left\n}"),
      SwiftSource(path: "A/Left.swift", text: "public struct Left {\n  let right: Right?\n}"),
      SwiftSource(path: "B/Right.swift", text: "enum Right {\n  case other(Other)\n}"),
      SwiftSource(path: "C/Other.swift", text: "final class Other {\n  func left() -> [Left] { [] }\n}"),
    ])
    #expect(layers.circularUses == ["A uses Right of B", "B uses Other of C", "C uses Left of A"])
  }

  @Test func `comments, strings, private types and types of one's own do not count`() {
    let layers = FolderLayers([
      SwiftSource(path: "A/Left.swift", text: "struct Left {}\nprivate struct Hidden {}\nstruct Name {}"),
      SwiftSource(
        path: "B/Right.swift",
        text: "// Left\nlet text = \"a \\\" Left // \\(count + 1) Left\"\nlet more = \"\"\"\n  \"Left\"\n  \"\"\"\n"
          + "struct Right {\n  struct Name {}\n  let name: Name\n}\nlet hidden = Hidden()"),
    ])
    #expect(layers.uses.isEmpty)
  }
}
