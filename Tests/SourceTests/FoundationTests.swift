import Testing

/// What several targets need is in `Basics`, and nowhere else; what no user can name is not public.
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

  @Test func `a public member is one of a public type`() throws {
    var (publicTypes, faults) = (0, [String]())
    for target in SwiftSource.targets {
      let sources = try SwiftSource.all(in: SwiftSource.folder(of: target)).map { source in
        (source.path, lines: source.code.split(separator: "\n"))
      }
      // The types of the target's top level, and whether one of this name is public.
      let isPublic = sources.flatMap(\.lines).reduce(into: [Substring: Bool]()) { types, line in
        guard let type = Self.type(in: line), !line.contains("extension ") else { return }
        types[type] = types[type] == true || line.contains("public ")
      }
      publicTypes += isPublic.values.count { $0 }
      for (path, lines) in sources {
        var type: Substring?
        for line in lines {
          type = Self.type(in: line) ?? type
          guard let type, isPublic[type] == false, line.hasPrefix(" ") else { continue }
          if line.drop(while: { $0 == " " }).hasPrefix("public ") { faults.append("\(path): \(line)") }
        }
      }
    }
    #expect(publicTypes > 100)
    #expect(faults == [])
  }

  /// The type that a line of a file's top level declares or extends.
  private static func type(in line: Substring) -> Substring? {
    line.hasPrefix(" ")
      ? nil : line.prefixMatch(of: /(?:[a-z@][A-Za-z]* )*?(?:struct|class|enum|actor|protocol|extension) (\w+)/)?.1
  }
}
