import Foundation
import NStackSandbox
import ProgramRuns
import ReviewJournal
import Testing

@testable import nstack_review

struct ExitCodeTests {
  @Test func `1: a question that is declined, and 64 where there is no terminal to ask on`() async throws {
    #expect(Failure(ImportError(.declined, "Nothing was sent."))?.status == .failure)
    #expect(Failure(ImportError(.noStateFolder, "There is no folder."))?.status == .usage)
    #expect(Failure(ImportError(.sheetChanged, "The sheet was edited."))?.status == .partial)
    try await withSandbox { place, server in
      try place.write(Self.edited, to: "edited.csv")
      try await place.refuses("import edited.csv", "usage.consent")
      #expect(server.writes == [])
    }
  }

  private static let edited = "Section,Key,Locale,Current value,Proposal,Deletable\ndefault,ok,da-DK,OK,Okay,\n"

  @Test(arguments: [
    "convert other.csv edited.csv": ".", "sheets compare other.csv other.csv --report edited.html": ".",
    "sheets reviewed --export edited.csv": ".", "diff other.csv --to-fix edited.csv": ".",
    "diff other.csv --report edited.html": ".", "diff other.csv --annotate edited.csv": ".",
    "diff other.csv --output edited.csv": ".", "import other.csv --yes --annotate edited.csv": ".",
    "import other.csv --yes --to-fix edited.csv": ".", "import other.csv --yes --report edited.html": ".",
    "proposals list --output edited.csv --format csv": ".", "proposals list --report edited.html": ".",
    "export edited.csv": ", or add --overwrite.",
  ]) func `an edited sheet is kept, and --overwrite advised where the command has it`(command: String, end: String)
    async throws
  {
    try await withSandbox { place, _ in
      for name in ["edited.csv", "edited.html"] { try place.write(Self.edited, to: name) }
      try place.write(Self.edited.replacing("Okay", with: "Fint"), to: "other.csv")
      #expect(try await place.run(command, endsWith: 64).errorText.hasSuffix("hoose another name\(end)\n"))
      for name in ["edited.csv", "edited.html"] { #expect(try place.read(name) == Self.edited) }
    }
  }

  @Test(arguments: [
    ("proposals", 412, "{}", "api.rejected"), ("proposals", 404, "", "api.not-found"),
    ("proposals", 200, "[]", "net.bad-body"), ("resources", 302, "", "net.redirect"),
    ("resources", 404, "", "api.not-found"), ("localize/resources", 412, "{}", "api.rejected"),
  ]) func `5: a server that answers nonsense`(path: String, status: Int, body: String, code: String) async throws {
    let fault = Scenario.Fault("GET", path: path) {
      ($0.status, $0.body) = (status, body)
      if status == 302 { $0.headers = ["Location": "http://127.0.0.1:1/"] }
    }
    try await withSandbox(faults: [fault]) { place, _ in
      try await place.refuses("export sheet.csv", code, status: 5)
      #expect(try place.names() == [])
    }
  }

  @Test(arguments: [
    "base-url: https://example.com\nrest-api-key: key\n": "config.secret", "colour: red\n": "config.unknown-key",
    "base-url: [\n": "config.yaml", "platform: [a]\n": "config.value", "platform: web\n": "config.credentials",
  ]) func `64: a configuration that cannot be used`(file: String, code: String) async throws {
    let place = try Workplace()
    try place.write(file, to: ".nstack-review.yaml")
    try await place.refuses("status", code)
  }
}
