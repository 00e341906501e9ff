import ProgramRuns
import Testing

struct ConvertCommandTests {
  @Test func `oddities of CSV pass with a warning each, on standard error`() async throws {
    let place = try Workplace()
    try place.write("a,b\nc,d,e\n\0,x\n", to: "odd.csv")
    let run = try await place.done("convert odd.csv - --format json")
    #expect(run.text.contains(#"["\u0000", "x"]"#))
    let warnings = run.errorText.split(separator: "\n")
    #expect(warnings.count == 2 && warnings.allSatisfy { $0.hasPrefix("warning: odd.csv: line ") })
    let told = try await place.run("convert odd.csv odd.xlsx --json").json()["warnings"]
    #expect(told.all("code") == ["csv.nul", "csv.field-count"])
    #expect(told.all("line") == [3, 2])
    #expect(told.all("lines") == [[3], [2]])
  }

  @Test func `another quote is read where it is named`() async throws {
    let place = try Workplace()
    try place.write("a;'b;c';'it''s'\n", to: "single.csv")
    let run = try await place.run("convert single.csv - --format json --quote single")
    #expect(run.status == 0 && run.errorText.isEmpty)
    #expect(run.text.contains(#"["a", "b;c", "it's"]"#))
    let none = try await place.run("convert single.csv - --format json --quote none --delimiter semicolon")
    #expect(none.text.contains(#"["a", "'b", "c'", "'it''s'"]"#))
    for arguments in ["--quote both", "--quote ; --delimiter ;"] {
      try await place.refuses("convert single.csv out.json \(arguments)", "usage.quote")
    }
  }

  @Test func `over a review sheet without Base, edited rows and those that may be are told apart`() async throws {
    let place = try Workplace()
    let sheet = "Section,Key,Locale,Current value,Proposal,Deletable\ns,a,da-DK,A,,\ns,b,da-DK,B,Ny,\n"
    try place.write(sheet, to: "own.csv")
    try place.write("a\n", to: "in.csv")
    #expect(
      try await place.run("convert in.csv own.csv", endsWith: 64).errorText.contains(
        "own.csv is a review sheet with 1 edited row and 1 row without Base that may be edited, so it is not overwritten."
      ))
    #expect(try place.read("own.csv") == sheet)
  }
}
