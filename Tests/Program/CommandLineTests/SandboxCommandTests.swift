import Foundation
import NStackSandbox
import ProgramRuns
import Testing

struct SandboxCommandTests {
  @Test func `the sandbox prints the variables that let other runs find it as an object`() async throws {
    let place = try Workplace()
    let run = try await ProgramThreads.run {
      try place.runNow(["sandbox", "--json"], signal: ProgramRun.Signal(SIGINT) { (try? FoundationJSON($0)) != nil })
    }
    let variables =
      #"{"NSTACK_APPLICATION_ID": "", "NSTACK_BASE_URL": "", "NSTACK_GUID": "", "NSTACK_PLATFORM": "", "#
      + #""NSTACK_REST_API_KEY": ""}"#
    #expect(try FoundationJSON.faults(in: run.json(), like: variables) == [])
  }

  @Test func `an embedded sandbox keeps what was proposed, in the folder that is named`() async throws {
    let place = try Workplace()
    let kept = place.with(["NSTACK_SANDBOX_DIR": "kept"])
    try await kept.done("proposals add default save da-DK Gem! --sandbox")
    #expect(try place.names() == ["kept"])
    let command = "proposals list --section default --locale da-DK --sandbox --json"
    let list = try await kept.run(command).json()
    #expect(list["proposals"].all("value") == ["Gem!"])
    let other = try await place.run(command).json()
    #expect(other["proposals"] == [])
  }

  @Test func `init writes a file without secrets`() async throws {
    let place = try Workplace()
    let run = try await place.with(["NSTACK_PLATFORM": "web"]).done("init --base-url https://nstack.example")
    #expect(run.output.isEmpty && run.errorText.contains("NSTACK_REST_API_KEY"))
    let file = try place.read(".nstack-review.yaml")
    #expect(file.contains("\nbase-url: https://nstack.example\nplatform: web\n"))
    #expect(!file.contains("api-key"))
  }

  @Test func `the environment beats the project's file, and that the user's`() async throws {
    try await withSandbox { place, server in
      var place = place.with(["XDG_CONFIG_HOME": place.path("config")])
      try place.write("platform: web\nguid: from-the-file\n", to: ".nstack-review.yaml")
      try place.write("guid: from-the-user\n", to: "config/nstack-review/config.yaml")
      try await place.runAll("proposals list")
      place.variables["NSTACK_GUID"] = nil
      try await place.runAll("proposals list")
      let targets = server.requests.entries.map(\.target)
      #expect(targets.count == 2)
      #expect(targets.first?.contains("guid=\(server.guid)") == true, "\(targets)")
      #expect(targets.last?.contains("guid=from-the-file") == true)
    }
  }
}
