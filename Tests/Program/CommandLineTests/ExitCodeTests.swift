import Foundation
import NStackSandbox
import ProgramRuns
import Testing

struct ExitCodeTests {
  @Test func `0: all done, or nothing to do`() async throws {
    try await withSandbox { place, _ in
      for command in [
        "export review.csv", "import review.csv --yes", "import --resume",
        "export empty.csv --locale da-DK --section default --only mine",
      ] {
        let run = try await place.run(command)
        #expect(run.status == 0, "\(command): \(run.errorText)")
      }
    }
  }

  @Test(arguments: ["status", "export sheet.csv", "proposals list"]) func `4: credentials that are refused`(
    command: String
  ) async throws {
    try await withSandbox { place, _ in
      var place = place
      place.variables["NSTACK_REST_API_KEY"] = "another-key"
      let run = try await place.run("\(command) --json", endsWith: 4)
      #expect(try run.errorCode() == "api.unauthorized")
      #expect(!run.text.contains("another-key"))
      #expect(try place.names() == [])
    }
  }

  @Test(arguments: [
    ("GET proposals: 412 body={}", "api.rejected"), ("GET proposals: 404", "api.not-found"),
    ("GET proposals: 200 body=[]", "net.bad-body"), ("GET resources: 302 location=http://127.0.0.1:1/", "net.redirect"),
    ("GET resources: 404", "api.not-found"), ("GET localize/resources: 412 body={}", "api.rejected"),
  ]) func `5: a server that answers nonsense`(fault: String, code: String) async throws {
    try await withSandbox(faults: [fault]) { place, _ in
      try await place.refuses("export sheet.csv", code, status: 5)
      #expect(try place.names() == [])
    }
  }

  @Test(arguments: [
    ("base-url: https://example.com\nrest-api-key: key\n", "config.secret"), ("colour: red\n", "config.unknown-key"),
    ("base-url: [\n", "config.yaml"), ("platform: [a]\n", "config.value"), ("platform: web\n", "config.credentials"),
  ]) func `64: a configuration that cannot be used`(file: String, code: String) async throws {
    let place = try Workplace()
    try place.write(file, to: ".nstack-review.yaml")
    try await place.refuses("status", code)
  }
}
