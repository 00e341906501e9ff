import NStackSandbox
import ProgramRuns
import Testing

/// The address of the server from a stage and a country, as the program finds it.
struct HostSettingsTests {
  static let hosts = """
    hosts:
      countries: [de, it, no]
      production:
        api:
          de: https://api.example.de
          others: https://{country}-api.example.com
        files: https://files.example.com
      staging: https://{country}-api.staging.example.com
      preview: https://{name}-{country}.example.app

    """

  private static let credentials = ["NSTACK_APPLICATION_ID": "a", "NSTACK_REST_API_KEY": "b", "NSTACK_GUID": "g"]

  /// A proxy that nothing listens at, which keeps the calls on this machine.
  private static let noProxy = ["HTTPS_PROXY": "http://127.0.0.1:1"]

  /// A workplace whose user's file is this text. No server is ever reached.
  private func place(user: String, variables: [String: String] = [:]) throws -> Workplace {
    var place = try Workplace(variables: variables)
    place.variables["XDG_CONFIG_HOME"] = place.path("config")
    try place.write(user, to: "config/nstack-review/config.yaml")
    return place
  }

  @Test func `status reads from the stage of a profile, and says where the address is from`() async throws {
    try await withSandbox { place, server in
      var place = place
      place.variables["NSTACK_BASE_URL"] = nil
      place.variables["XDG_CONFIG_HOME"] = place.path("config")
      try place.write(
        "hosts:\n  countries: [it]\n  dev: \(server.baseURL)\nprofiles: {it-dev: {stage: dev, country: it}}\n",
        to: "config/nstack-review/config.yaml")
      let run = try await place.done("status --profile it-dev")
      let source = "\(place.path("config"))/nstack-review/config.yaml: line 4"
      #expect(run.text.hasPrefix("server: \(server.baseURL) (dev, it), from \(source)\n"))
      let address = try await place.run("status --profile it-dev --json").json()["address"]
      #expect(address["url"] == .string(server.baseURL))
      #expect(address.has(["stage": "dev", "country": "it"]))
      #expect(address["source"] == .string(source))
    }
  }

  @Test(
    "init finds the address by the table of hosts and tells it",
    arguments: [
      ("production", "de", "https://api.example.de", "de"), ("production", "no", "https://no-api.example.com", "no"),
      ("staging", "IT", "https://it-api.staging.example.com", "it"),
      ("preview/pr-7", "it", "https://pr-7-it.example.app", "it"),
    ]) func initCommand(stage: String, given: String, url: String, country: String) async throws
  {
    let place = try place(user: Self.hosts, variables: ["NSTACK_STAGE": stage, "NSTACK_COUNTRY": given])
    let run = try await place.done("init")
    #expect(run.errorText.contains("the server is \(url) (\(stage), \(country)), from NSTACK_STAGE\n"))
    #expect(run.errorText.contains("warning") == stage.hasPrefix("preview"))
    #expect(try place.read(".nstack-review.yaml").contains("\nstage: \(stage)\ncountry: \(given)\n"))
  }

  @Test func `the address of a base URL is read back, and one of the default too`() async throws {
    let place = try place(user: Self.hosts)
    let run = try await place.run("init --base-url https://no-api.example.com")
    #expect(run.errorText.contains("the server is https://no-api.example.com (production, no), from --base-url\n"))
    let other = try await Workplace().run("init")
    #expect(other.errorText.contains("the server is https://nstack.io (production), from the default\n"))
  }

  @Test(
    "a stage, country or row that cannot be used is an error with its line that says what is near",
    arguments: [
      "stage: stagin\n": "config.yaml: line 1: there is no stage \"stagin\"; did you mean staging?",
      "country: it\nstage: preview\n": "line 2: the stage \"preview\" has no name",
      "stage: production\ncountry: uk\n": "line 2: \"uk\" is not the code of a country",
      "stage: production\ncountry: at\n": "line 2: the table of hosts has no country \"at\"; the nearest is it",
      "stage: production\n": "line 1: api on production has a host for each country, and no country is given",
      "stage: dev\ncountry: it\n": "line 1: the table of hosts has no api on dev; the nearest is",
      "profiles:\n  x: {stage: staging, country: xx}\nprofile: x\n": "line 2: \"xx\" is not the code of a country",
    ]) func wrong(settings: String, message: String) async throws
  {
    let place = try place(user: settings + Self.hosts, variables: Self.credentials)
    #expect(try await place.run("status", endsWith: 64).errorText.contains(message))
    try await place.refuses("status", "config.value")
  }

  @Test(arguments: [
    "hosts: x\n": "line 1: \"hosts\" is not a mapping",
    "hosts:\n  countries: de\n": "line 2: \"countries\" is not a list",
    "hosts:\n  countries: [dee]\n": "line 2: \"dee\" is not the code of a country in ISO 3166-1; de is near",
    "hosts:\n  prodution: https://a.example.com\n": "line 2: \"prodution\" is not a stage. Did you mean production?",
    "hosts:\n  dev:\n    api: [x]\n": "line 3: an address, or a mapping of countries",
    "hosts:\n  countries: [de]\n  dev:\n    api: {it: https://x.example.com}\n": "is for a country that is not one",
    "hosts:\n  dev: https://a.example.com\n  staging: https://A.example.com\n":
      "line 3: the address https://A.example.com of staging, api also belongs to dev, api",
  ]) func `a table of hosts that cannot be used is an error with its line`(hosts: String, message: String) async throws
  {
    let run = try await place(user: hosts).run("init")
    #expect(run.status == 64)
    #expect(run.errorText.contains(message))
  }

  @Test(arguments: [
    ("stage: production\nbase-url: https://a.example.com\n", [:]),
    ("base-url: https://a.example.com\ncountry: it\n", [:]), ("country: it\n", [:]),
    ("", ["NSTACK_BASE_URL": "https://a.example.com", "NSTACK_STAGE": "production"]),
    ("", ["NSTACK_BASE_URL": "https://a.example.com", "NSTACK_COUNTRY": "it"]),
    ("base-url: https://a.example.com\n", ["NSTACK_COUNTRY": "it"]),
  ]) func `a base URL beside a stage, and a country without one, are told`(settings: String, more: [String: String])
    async throws
  {
    let place = try place(user: settings + Self.hosts, variables: Self.credentials)
    try await place.with(more).refuses("status", "config.address")
  }

  @Test("a variable comes before the files, and a profile before the rest of its file") func precedence() async throws {
    let user = "base-url: https://user.example.com\nprofiles: {s: {stage: staging, country: no}}\n" + Self.hosts
    func address(_ variables: [String: String], _ flags: String = "") async throws -> String? {
      let place = try place(user: user, variables: variables)
      return try await place.run("init --json \(flags)").json()["address"]["url"].string
    }
    #expect(try await address([:]) == "https://user.example.com")
    #expect(try await address(["NSTACK_PROFILE": "s"]) == "https://no-api.staging.example.com")
    let production = ["NSTACK_STAGE": "production", "NSTACK_COUNTRY": "it"]
    #expect(try await address(production.merging(["NSTACK_PROFILE": "s"]) { $1 }) == "https://it-api.example.com")
    // What `init` writes is what it tries; it warns of the variable.
    #expect(try await address(production, "--base-url https://b.example.com") == "https://b.example.com")
    #expect(try await address(production) == "https://it-api.example.com")
    #expect(try await address(["NSTACK_PROFILE": "s", "NSTACK_COUNTRY": "de"]) == "https://de-api.staging.example.com")
  }

  @Test(
    "a project's file sends no secret to a host that the user does not name",
    arguments: [
      // The project's own hosts.
      "stage: staging\ncountry: it\nhosts:\n  countries: [it]\n  staging: https://evil.example.net\n": true,
      "hosts:\n  production: https://evil.example.net\nstage: production\n": true,
      // Its hosts, where the user's table has the same.
      "stage: staging\nhosts:\n  staging: https://it-api.staging.example.com\n": false,
      // A host of the user's table.
      "stage: staging\ncountry: it\n": false, "base-url: https://api.example.de\n": false,
      // The name of a preview makes a new host.
      "stage: preview/evil\ncountry: it\n": true, "base-url: https://evil-it.example.app\n": true,
      "base-url: https://api.example.de.evil.com\n": true,
      // The user's table has this host on another stage.
      "stage: staging\ncountry: it\nhosts:\n  countries: [it]\n  staging: https://it-api.example.com\n": true,
      // The user named this host for another service.
      "base-url: https://files.example.com\n": true,
    ]) func trust(project: String, isRefused: Bool) async throws
  {
    let place = try place(user: Self.hosts, variables: Self.credentials)
    try place.write(project, to: ".nstack-review.yaml")
    let run = try await place.with(Self.noProxy).run("status --json")
    #expect(try run.errorCode() == (isRefused ? "config.untrusted-url" : "net.unreachable"))
  }

  @Test func `the credentials of a profile with a base URL go to no other host of the user's table`() async throws {
    let user = """
      hosts: {production: https://api.client-b.example}
      profiles:
        client-a: {base-url: https://api.client-a.example, application-id: a, rest-api-key: k, guid: g}

      """
    let place = try place(user: user)
    _ = try await place.shell("chmod 600 config/nstack-review/config.yaml")
    try place.write("profile: client-a\nbase-url: https://api.client-b.example\n", to: ".nstack-review.yaml")
    try await place.refuses("status", "config.untrusted-url")
  }

  @Test func `a profile with a base URL of its own does not take the country of its file`() async throws {
    let user = "stage: production\ncountry: it\nprofiles: {local: {base-url: http://127.0.0.1:8000}}\n" + Self.hosts
    let place = try place(user: user, variables: ["NSTACK_PROFILE": "local"])
    #expect(try await place.run("init --json").json()["address"]["url"] == "http://127.0.0.1:8000")
  }

  @Test func `a base URL that cannot be used is told with its place and without its password`() async throws {
    let place = try place(user: "", variables: ["NSTACK_BASE_URL": "https://user:pass@host.example"])
    let run = try await place.run("init", endsWith: 64)
    #expect(run.errorText.hasPrefix("error: NSTACK_BASE_URL: the base URL https://…@host.example cannot be used"))
    #expect(try await place.run("init --json").errorCode() == "api.configuration")
    #expect(try place.names() == ["config"])
  }

  @Test func `what init writes is read back, whatever it has`() async throws {
    let place = try place(user: "", variables: Self.credentials)
    try await place.with(["NSTACK_PLATFORM": "mobile: \"x\" #1"]).done("init --no-test")
    let doctor = try await place.with(Self.noProxy).run("doctor --json", endsWith: 1)
    let platform = try doctor.json()["checks"].elements.first { $0["name"] == "platform" }
    #expect(platform?["saw"].string?.hasPrefix("mobile: \"x\" #1, from ") == true)
    let file = try place.read(".nstack-review.yaml")
    try place.write(file.replacing("\n# p", with: "\np").replacing("\n#   ", with: "\n  "), to: ".nstack-review.yaml")
    #expect(try await place.run("export --to berln", endsWith: 64).errorText.contains("Did you mean berlin?"))
    try await place.refuses("init", "init.exists")
    let other = try self.place(user: Self.hosts, variables: ["NSTACK_COUNTRY": "it"])
    try await other.refuses("init", "config.address")
  }

  @Test func `a preview that a variable or the user's file names is the user's own`() async throws {
    for (user, variables, flags) in [
      (Self.hosts, ["NSTACK_STAGE": "preview/pr-7"], ""),
      (Self.hosts + "profiles: {p: {stage: preview/pr-7, country: it}}\n", [:], "--profile p"),
      (Self.hosts + "profiles: {p: {stage: preview/pr-7}}\n", [:], "--profile p"),
    ] {
      let place = try place(user: user, variables: Self.credentials.merging(variables) { $1 })
      try place.write("country: it\n", to: ".nstack-review.yaml")
      try await place.with(Self.noProxy).refuses("status \(flags)", "net.unreachable", status: 5)
    }
  }
}
