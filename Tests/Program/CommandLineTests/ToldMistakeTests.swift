import ProgramRuns
import Testing

struct ToldMistakeTests {
  @Test func `a misspelt column of a table for --context is refused with the right name`() async throws {
    let place = try Workplace()
    for (header, meant) in [("Discription", "Description"), ("Max length", "Maximum length")] {
      try place.write("Section,Key,\(header)\naccount,newsletter,12\n", to: "context.csv")
      let run = try await place.run("export a.csv --sandbox --context context.csv", endsWith: 64)
      #expect(
        run.errorText.contains("row 1: the column \"\(header)\" is not known. Did you mean \(meant)?"),
        "\(run.errorText)")
    }
    try place.write("Section,Key,Description,Ticket\naccount,newsletter,A switch,7\n", to: "context.csv")
    try await place.runAll("export a.csv --sandbox --context context.csv")
  }

  @Test func `sections and locales of the last catalog are kept for completion`() async throws {
    let place = try Workplace()
    _ = try await place.run("status --sandbox")
    let kept = try await place.shell("find . -name catalog-names -exec cat {} +").text
    #expect(kept.contains("locale da-DK\n") && kept.contains("section account\n"), "\(kept)")
    #expect(kept.split(separator: "\n").count { $0 == "section account" } == 1)
  }

  @Test func `names of memories, ids of imports and ids of checks are completed, in the sandbox as well`() async throws
  {
    let place = try Workplace()
    try place.write("en,da\nbread,brød\n", to: "words.csv")
    try await place.runAll("memory add bakery words.csv --sandbox", "proposals delete 101 --sandbox")
    func offered(_ words: String...) async throws -> [String] {
      try await place.run(words).text.split(separator: "\n").map(String.init)
    }
    let memory = "--memory"
    #expect(
      try await offered(
        "---completion", "import", "--", memory, "4", "0", "nstack-review", "import", "--sandbox", memory, "") == [
          "bakery"
        ])
    #expect(
      try await offered("---completion", "import", "--", memory, "3", "0", "nstack-review", "import", memory, "") == [])
    let mixed = try await offered(
      "---completion", "export", "--", memory, "4", "0", "nstack-review", "export", "--sandbox", memory, "")
    #expect(Set(["bakery", "imports", "words.csv"]).isSubset(of: mixed), "\(mixed)")
    let imports = try await offered(
      "---completion", "history", "undo", "--", "positional@0", "4", "0", "nstack-review", "history", "undo",
      "--sandbox", "")
    let list = try await place.run("history list --sandbox --json").json()["imports"]
    #expect(imports == ["last"] + list.all("id").compactMap(\.string) && imports.count == 2)
    #expect(try await place.run("--generate-completion-script bash").text.contains("printf.missing"))
  }

  @Test func `calls are printed as objects with the status and the time`() async throws {
    let run = try await Workplace(variables: ["NSTACK_LOG_FORMAT": "json"]).done("status --sandbox --verbose")
    let lines = run.errorText.split(separator: "\n").filter { $0.hasPrefix("{") }
    #expect(!lines.isEmpty)
    for line in lines {
      let object = try FoundationJSON(Array(line.utf8))
      #expect(object["status"] == "200")
      #expect(object["milliseconds"].string.flatMap(Int.init) != nil)
    }
  }
}
