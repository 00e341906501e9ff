import Testing

/// What several targets need is in `Basics`, and nowhere else.
struct FoundationTests {
  /// The file with public declarations: the error that libraries re-export.
  private let open: Set = ["CodedError.swift", "Words/Reason.swift"]

  @Test func `every declaration of the foundation is for this package only, and it needs nothing but C`() throws {
    let exported: Set = ["CodedError.swift", "SystemLibrary.swift"]
    let sources = try SwiftSource.all(in: "Sources/Basics/Basics").filter { !exported.contains($0.path) }
    #expect(sources.count > 10)
    for source in sources {
      #expect(source.code.contains("public ") == open.contains(source.path), "\(source.path)")
      let imports = source.code.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("import ") }
      #expect(
        Set(imports).isSubset(of: ["import CEmbedded", "import Glibc", "import Musl", "import Darwin"]),
        "\(source.path)")
    }
  }
}
