import NStackSandbox
import ProgramRuns
import Testing

struct WordCountCommandTests {
  private static let units = """
    {"words": 0, "characters": 0, "segments": 0}
    """
  private static let counts = """
    {"source": "", "locales": [{"locale": "", "new": \(units), "changed": \(units), "repeated": \(units),
    "translated": \(units)}]}
    """

  /// The Japanese source text is the same, the Arabic one differs in case, and the other Arabic one in a letter.
  private static let memory = """
    <tmx version="1.4"><header srclang="en"/><body>
    <tu><tuv xml:lang="en"><seg>The payment did not go through. Nothing was charged.</seg></tuv>
    <tuv xml:lang="ja"><seg>お支払いできませんでした。</seg></tuv></tu>
    <tu><tuv xml:lang="en"><seg>too late for TOMORROW:  we start baking at %@.</seg></tuv>
    <tuv xml:lang="ar"><seg>فات الأوان: نبدأ في %@.</seg></tuv></tu>
    <tu><tuv xml:lang="en"><seg>Send me the bread of the weeks</seg></tuv>
    <tuv xml:lang="ar-SA"><seg>خبز الأسبوع</seg></tuv></tu>
    </body></tmx>
    """

  /// The words of a locale in each column.
  private static func words(_ counts: FoundationJSON, _ locale: String) throws -> [String: Double] {
    let found = try #require(counts["locales"].elements.first { $0["locale"] == .string(locale) })
    var words: [String: Double] = [:]
    func note(_ name: String, _ size: FoundationJSON) {
      if case .number(let number) = size["words"], number > 0 { words[name] = number }
    }
    for name in ["new", "changed", "repeated", "translated"] { note(name, found[name]) }
    for match in found["matched"].elements { note(match["match"].string ?? "", match) }
    return words
  }

  @Test func `status --show words counts each locale's texts, and without the flag none`() async throws {
    try await withSandbox { place, _ in
      #expect(try await place.run("status --json").json()["words"] == .missing)
      let counts = try await place.run("status --show words --json").json()["words"]
      #expect(try FoundationJSON.faults(in: counts, like: Self.counts) == [])
      #expect(counts["locales"].all("locale") == ["da-DK", "de-DE", "ar-SA", "ja-JP"])
      #expect(try Self.words(counts, "ar-SA") == ["new": 8, "changed": 9, "translated": 146])
      let lines = try await place.run("status --show words --locale ar-SA").text.split(separator: "\n")
      #expect(lines.contains("ar-SA   words         8        9         0         146  163"))
    }
  }

  @Test func `export --dry-run counts the texts that the sheet would have, and writes nothing`() async throws {
    try await withSandbox { place, server in
      let run = try await place.done("export a.xlsx --dry-run --only missing --json")
      #expect(try Self.words(run.json(), "ar-SA") == ["new": 8, "changed": 7])
      #expect(try Self.words(run.json(), "da-DK") == ["changed": 7])
      #expect(try place.names() == [])
      try await place.runAll("export a.csv --locale da-DK", "proposals add basket title da-DK Kurven")
      let since = try await place.run("export b.csv --locale da-DK --since a.csv --dry-run --json")
      #expect(try Self.words(since.json(), "da-DK") == ["changed": 2])
      #expect(try await place.run("sheets list --all --json").json()["sheets"].elements.count == 1)
    }
  }

  @Test func `with a memory, what it knows is counted apart, and similar texts if they are asked for`() async throws {
    try await withSandbox { place, _ in
      try place.write(Self.memory, to: "team.tmx")
      let exact = try await place.done("status --show words --memory team.tmx --json")
      #expect(try Self.words(exact.json()["words"], "ja-JP") == ["changed": 2, "exact": 9, "translated": 152])
      let similar = try await place.run("export a.xlf --dry-run --memory team.tmx --fuzzy 80 --locale ar-SA --json")
      #expect(try Self.words(similar.json(), "ar-SA") == ["changed": 2, "folded": 8, "95-99": 7, "translated": 146])
    }
  }
}
