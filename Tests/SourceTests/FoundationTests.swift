import Testing

/// What several targets need is in `Basics`, and nowhere else.
@Suite("One foundation")
struct FoundationTests {
  private static let targets = [
    "AppCatalogs", "Exchange", "GoogleDrive", "HTTPMessages", "KeyGenerator", "Loopback", "NStackAPI", "NStackSandbox",
    "Resources",
    "ReviewJournal", "ReviewPage", "ReviewSheets", "Spreadsheet", "TextStore", "TranslationReview",
    "nstack-review",
  ]

  /// The files whose functions are inlined into other targets, which the compiler does with public ones only.
  private static let inlined: Set = ["Text/ASCII.swift", "Text/Digits.swift", "Text/UTF16Length.swift"]

  @Test("every declaration of the foundation is for this package only, and it needs nothing but the C library")
  func packageOnly() throws {
    let sources = try SwiftSource.all(in: "Sources/Basics")
    #expect(sources.count > 10)
    for source in sources {
      #expect(source.code.contains("public ") == Self.inlined.contains(source.path), "\(source.path)")
      let imports = source.code.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("import ") }
      #expect(Set(imports).isSubset(of: ["import Glibc", "import Musl", "import Darwin"]), "\(source.path)")
    }
  }

  @Test("no target declares a type with the name of one in the foundation", arguments: targets)
  func noSecondName(target: String) throws {
    let shared = try SwiftSource.all(in: "Sources/Basics").reduce(into: Set<String>()) { $0.formUnion($1.sharedTypes) }
    for source in try SwiftSource.all(in: "Sources/\(target)") {
      #expect(source.sharedTypes.intersection(shared).sorted() == [], "\(target)/\(source.path)")
    }
  }

  @Test(
    "what tells a second copy occurs in one file only",
    arguments: [
      ("days of the calendar", "719_468", "Time/CivilDate.swift"),
      ("a lock with conditions", "pthread_cond_wait", "Threads/ThreadLock.swift"),
      ("surrogate pairs", "- 0xDC00", "Text/SurrogatePair.swift"),
      ("hexadecimal digits of an escape", #"out[1] = UInt8(ascii: "u")"#, "JSON/JSONString.swift"),
      ("characters spelled out", #""<U+""#, "Text/Visible.swift"),
      ("the spelling of locales", #"replacing("_", with: "-")"#, "Locale/LocaleName.swift"),
      ("hexadecimal digits", #"UInt8(ascii: "a") + 10"#, "Text/HexDigit.swift"),
      ("the letters of columns", "% 26", "Cells/CellName.swift"),
    ])
  func noSecondCopy(what: String, sign: String, path: String) throws {
    var places: [String] = []
    for target in ["Basics"] + Self.targets {
      for source in try SwiftSource.all(in: "Sources/\(target)") where source.text.contains(sign) {
        places.append("\(target)/\(source.path)")
      }
    }
    #expect(places == ["Basics/\(path)"], "\(what)")
  }
}
