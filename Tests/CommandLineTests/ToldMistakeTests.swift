import Testing

@Suite("What a mistake leaves out is told")
struct ToldMistakeTests {
  @Test("a misspelt column of a table for --context is refused with the right name")
  func context() async throws {
    let place = try Workplace()
    for (header, meant) in [("Discription", "Description"), ("Max length", "Maximum length")] {
      try place.write("Section,Key,\(header)\naccount,newsletter,12\n", to: "context.csv")
      let run = try await place.run("export a.csv --sandbox --context context.csv", endsWith: 64)
      #expect(
        run.errorText.contains("row 1: the column \"\(header)\" is not known. Did you mean \(meant)?"),
        "\(run.errorText)")
    }
    try place.write("Section,Key,Description,Ticket\naccount,newsletter,A switch,7\n", to: "context.csv")
    #expect(try await place.run("export a.csv --sandbox --context context.csv").status == 0)
  }

  @Test("the journal is listed without credentials")
  func history() async throws {
    let place = try Workplace()
    let run = try await place.run("history list --json", endsWith: 0)
    #expect(try run.json()["imports"]?.elements.isEmpty == true)
    #expect(try await place.run("history list --platform web").status == 64)
  }

  @Test("sections and locales of the last catalog are kept for completion")
  func completion() async throws {
    let place = try Workplace()
    _ = try await place.run("status --sandbox")
    let kept = try await place.shell("find . -name catalog-names -exec cat {} +").text
    #expect(kept.contains("locale da-DK\n") && kept.contains("section account\n"), "\(kept)")
    #expect(kept.split(separator: "\n").count { $0 == "section account" } == 1)
  }

  @Test("calls are printed as objects with the status and the time")
  func log() async throws {
    let run = try await Workplace().run("status --sandbox --log-format json")
    #expect(run.status == 0)
    let lines = run.errorText.split(separator: "\n").filter { $0.hasPrefix("{") }
    #expect(!lines.isEmpty)
    for line in lines {
      let object = try JSONTree(Array(line.utf8))
      #expect(object["status"]?.string == "200")
      #expect(object["milliseconds"]?.string.flatMap(Int.init) != nil)
    }
  }
}
