import Foundation
import NStackSandbox
import ProgramRuns
import Testing

struct PluralPageTests {
  @Test func `the forms of a plural are together, with the numbers that they are for`() async throws {
    let folder = TemporaryFolder()
    let english = #""seed_few": "seeds", "title": "Seeds", "seed_one": "seed", "seed_other": "seeds""#
    let polish = #""seed_few": "nasiona", "title": "Nasiona", "seed_one": "nasiono", "seed_other": """#
    let languages = """
      {"data": [
        {"id": 1, "name": "English", "locale": "en-GB", "direction": "LRM", "is_default": true, "is_best_fit": true},
        {"id": 2, "name": "Polish", "locale": "pl-PL", "direction": "LRM", "is_default": false, "is_best_fit": false}
      ]}
      """
    for (name, text) in [
      ("languages", languages), ("resource-en-GB", #"{"data": {"seed": {\#(english)}}}"#),
      ("resource-pl-PL", #"{"data": {"seed": {\#(polish)}}}"#),
    ] { try text.write(toFile: "\(folder.path)/\(name).json", atomically: true, encoding: .utf8) }
    try await PageFixture.with(Scenario { $0.data = folder.path }) { page in
      let texts = try await page.get("/api/texts?locale=pl-PL&section=seed").json["texts"]
      #expect(texts.all("key") == ["seed_one", "seed_few", "seed_other", "title"])
      #expect(
        texts.all("description").map(\.string) == [
          "one: 1", "few: 2–4, 22–24, …",
          "other: 1.5, …; the app has no text for many (0, 5–21, …), so write them in the note for its developers", nil,
        ])
    }
  }
}
