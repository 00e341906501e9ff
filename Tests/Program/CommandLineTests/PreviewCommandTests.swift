import NStackSandbox
import ProgramRuns
import Testing

struct PreviewCommandTests {
  private let locales = ["en-GB", "da-DK", "de-DE", "ar-SA", "ja-JP"]

  @Test func `a preview has a file for each locale and the list of languages, and replaces the one before`()
    async throws
  {
    try await withSandbox { place, server in
      let run = try await place.done("preview --output out/p --json")
      let object = try run.json()
      #expect(object["folder"] == "out/p")
      #expect(object["files"].all("locale") == locales.map { .string($0) })
      #expect(object["files"].all("proposals") == [2, 2, 3, 2, 2])
      #expect(object["files"][1]["file"] == "out/p/resource-da-DK.json")
      #expect(server.writes == [])
      let list = try FoundationJSON(Array(place.read("out/p/languages.json").utf8))
      #expect(list["data"].all("locale") == locales.map { .string($0) })
      #expect(list["data"].all("is_default") == [true, false, false, false, false])
      #expect(list["data"][3]["direction"] == "RML")

      // The second preview replaces the first one.
      let own = try await place.done("preview --output out/p --only mine --locale de-DE --locale en-GB")
      #expect(
        own.errorText == """
          wrote out/p/resource-en-GB.json: 1 proposal
          wrote out/p/resource-de-DE.json: 1 proposal
          removed out/p/resource-da-DK.json: this preview does not have its locale
          removed out/p/resource-ar-SA.json: this preview does not have its locale
          removed out/p/resource-ja-JP.json: this preview does not have its locale

          """)
      #expect(throws: (any Error).self) { try place.read("out/p/resource-da-DK.json") }
    }
  }

  @Test func `--pseudo writes every text in another form, as generate --pseudo does`() async throws {
    try await withSandbox { place, _ in
      let run = try await place.done("preview --output p --pseudo rtl --locale da-DK --only mine")
      #expect(run.errorText == "wrote p/resource-da-DK.json: 2 proposals\n")
      #expect(try place.read("p/languages.json").contains(#""direction": "RML""#))
      try await place.runAll(
        "preview --output p --pseudo upper --locale da-DK --only mine", "preview --output q --locale da-DK --only mine",
        "generate i18next --input q --output two --pseudo upper")
      for texts in [try place.read("p/resource-da-DK.json"), try place.read("two/da-DK/translation.json")] {
        #expect(texts.contains(#""DIN KURV""#) && texts.contains(#""SEND MIG UGENS BRØD""#))
      }
      try await place.refuses("generate i18next --input p --output one", "usage.input")
    }
  }

  @Test func `a row in conflict is told, and the rest of the sheet is shown`() async throws {
    try await withSandbox { place, _ in
      try await place.runAll("export sheet.csv --locale da-DK")
      try place.edit("sheet.csv", as: "returned.csv") { sheet in
        try sheet.set("basket/title", "da-DK", "Proposal", to: "Kurven")
        try sheet.set("default/save", "da-DK", "Proposal", to: "Gem nu")
      }
      try await place.runAll("proposals add basket title da-DK Indkøb")
      let run = try await place.run("preview returned.csv --output p --locale da-DK", endsWith: 3)
      #expect(run.errorText.contains("basket/title"))
      let text = try place.read("p/resource-da-DK.json")
      #expect(text.contains(#""Indkøb""#) && text.contains(#""Gem nu""#) && !text.contains(#""Kurven""#))
    }
  }

  @Test(arguments: [
    "languages.json": #"{"en": "English"}"#, "resource-ja-JP.json": "Section,Key\n", "proposals.json": #"{"data": []}"#,
  ]) func `what is not a preview is not replaced, and nothing is written`(name: String, text: String) async throws {
    try await withSandbox { place, _ in
      try place.write(text, to: "p/\(name)")
      try await place.refuses("preview --output p", "preview.target")
      #expect(try place.read("p/\(name)") == text)
      #expect(throws: (any Error).self) { try place.read("p/resource-en-GB.json") }
    }
  }

  @Test func `a server that fails leaves an earlier preview as it was`() async throws {
    let fault = Scenario.Fault("GET", path: "localize/resources") { ($0.status, $0.from) = (404, 15) }
    try await withSandbox(faults: [fault]) { place, _ in
      try await place.runAll("preview --output p")
      let before = try place.read("p/resource-ja-JP.json")
      try await place.runAll("proposals add basket title ja-JP x")
      #expect(try await place.run("preview --output p --json").status != 0)
      #expect(try place.read("p/resource-ja-JP.json") == before)
    }
  }
}
