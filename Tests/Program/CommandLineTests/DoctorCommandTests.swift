import NStackAPI
import NStackSandbox
import ProgramRuns
import Testing

@testable import nstack_review

@Suite("The command doctor") struct DoctorCommandTests {
  private func checks(_ run: FoundationJSON) -> FoundationJSON {
    .object(Dictionary(run["checks"].elements.map { ($0["name"].string ?? "", $0) }) { first, _ in first })
  }

  @Test func `finds the sandbox whole`() async throws {
    let run = try await Workplace().done("doctor --sandbox --json")
    let found = checks(try run.json())
    for name in ["program", "libraries", "server", "connection", "texts", "rights", "clock", "state folder"] {
      #expect(found[name]["state"] == "ok", "\(name)")
    }
    #expect(found["texts"]["saw"] == "5 locales: en-GB, da-DK, de-DE, ar-SA, ja-JP")
  }

  @Test func `says where each setting comes from, and shows no secret`() async throws {
    try await withSandbox { place, server in
      let run = try await place.done("doctor --json")
      let found = checks(try run.json())
      #expect(found["server"]["saw"] == "\(server.baseURL), from NSTACK_BASE_URL")
      #expect(found["credentials"]["saw"] == "application id from NSTACK_APPLICATION_ID, key from NSTACK_REST_API_KEY")
      #expect(!run.text.contains(server.restAPIKey.reveal()))
      #expect(!run.text.contains(server.applicationID.reveal()))
      #expect(found["guid"]["saw"].string?.hasSuffix("…, from NSTACK_GUID") == true)
      #expect(!run.text.contains(server.guid))
    }
  }

  @Test func `says what is missing and what to do`() async throws {
    let place = try Workplace(variables: ["NSTACK_APPLICATION_ID": "a"])
    let run = try await place.run("doctor --json", endsWith: 1)
    let found = checks(try run.json())
    #expect(found["credentials"]["state"] == "failed")
    #expect(found["connection"]["state"] == "skipped")
    let text = try await place.run("doctor").text
    #expect(text.contains("FAILED   credentials"))
    #expect(text.contains("→ Set it as well."))
  }

  @Test func `tells a platform that the server does not have from wrong credentials`() async throws {
    try await withSandbox { place, _ in
      let platform = try await place.with(["NSTACK_PLATFORM": "moblie"]).run("init", endsWith: 5)
      #expect(platform.errorText.contains("accepts the credentials and does not have the platform \"moblie\""))
      var other = place
      other.variables["NSTACK_REST_API_KEY"] = "wrong"
      #expect(try await other.run("init").status == 4)
      #expect(try place.names() == [])
      try await other.done("init --no-test")
      var good = try Workplace()
      good.variables = place.variables
      let tried = try await good.done("init --json")
      #expect(try tried.json()["connection"]["locales"].elements.count == 5)
    }
  }

  @Test func `and every other command say first that it is the sandbox, if a variable says so`() async throws {
    let place = try Workplace(variables: ["NSTACK_SANDBOX": "1"])
    let run = try await place.done("status")
    #expect(run.errorText.hasPrefix("this is the sandbox, because NSTACK_SANDBOX is set"))
    var off = place
    off.variables["NSTACK_SANDBOX"] = "0"
    try await off.refuses("status", "config.credentials")
  }
}

@Suite("The questions of init") struct InitQuestionsTests {
  /// What is answered in turn, and what was asked.
  private final class Script {
    var answers: ArraySlice<String> = []
    var asked: [String] = []
  }

  private func asking(_ answers: String...) -> (InitAnswers, Script) {
    let script = Script()
    script.answers = answers[...]
    let ask: (String) -> String? = { question in
      script.asked.append(question)
      return script.answers.popFirst()
    }
    return (InitAnswers(address: [:], platform: "mobile", ask: ask, askSecret: ask), script)
  }

  @Test func `keep what is known for an empty line, and take what is typed`() {
    var (given, script) = asking("https://nstack.example", "", "my-app", "  key  ")
    let isFilled = given.fill(platform: nil, knownURL: nil)
    #expect(isFilled)
    let isComplete = given.fillCredentials(hasOthers: false)
    #expect(isComplete)
    #expect(given.address["base-url"]?.text == "https://nstack.example")
    #expect(given.address["base-url"]?.source == "your answer")
    #expect(given.platform == "mobile")
    #expect(given.credentials?.applicationID == "my-app")
    #expect(given.credentials?.restAPIKey == "key")
    #expect(script.asked[0] == "Base URL of NStack [https://nstack.io]:")
    #expect(
      given.userLines(hasAddress: false) == [
        "base-url: https://nstack.example", "application-id: my-app", "rest-api-key: key",
      ])
    let isFilledAgain = given.fill(platform: nil, knownURL: nil)
    #expect(!isFilledAgain, "the end of the input ends the questions")
  }

  @Test func `keep the credentials that were typed when they are asked again`() {
    var (given, script) = asking("", "other key", "", "", "another", "")
    given.credentials = ("my-app", "key")
    let isAnswered = given.fillCredentials(hasOthers: false)
    #expect(isAnswered)
    #expect(
      script.asked == [
        "Application id, from NStack's console [my-app]:", "REST API key (it is not shown; empty: the same):",
      ])
    #expect(given.credentials?.applicationID == "my-app")
    #expect(given.credentials?.restAPIKey == "other key")
    let isAnsweredAgain = given.fillCredentials(hasOthers: false)
    #expect(isAnsweredAgain)
    #expect(given.credentials?.restAPIKey == "other key")

    given.credentials = nil
    let isLeftOut = given.fillCredentials(hasOthers: true)
    #expect(isLeftOut)
    #expect(script.asked.last == "REST API key (it is not shown):")
    #expect(
      script.asked[script.asked.count - 2] == "Application id, from NStack's console (empty: those that were tried):")
    #expect(given.credentials == nil, "without a key nothing was typed")
  }
}
