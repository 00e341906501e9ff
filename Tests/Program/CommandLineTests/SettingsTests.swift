import ProgramRuns
import Testing

@testable import nstack_review

struct DelimiterNameTests {
  @Test(arguments: ["comma": 0x2C, "TAB": 0x09, "|": 0x7C, "semicolon": 0x3B]) func `names and single characters`(
    name: String, byte: UInt8
  ) throws { #expect(try CSVOptions.separator(named: name) == byte) }

  @Test(arguments: ["", ",,", "\"", "é", "\u{1}"]) func `anything else is a mistake`(name: String) {
    #expect(throws: Failure.self) { try CSVOptions.separator(named: name) }
  }
}

struct SettingRuleTests {
  @Test(arguments: [
    ("NSTACK_CONCURRENCY", "0", "concurrency is \"0\". It takes a number from 1 to 256."),
    ("NSTACK_CONCURRENCY", "1.5", "concurrency is \"1.5\"."), ("NSTACK_CONCURRENCY", "257", "concurrency is \"257\"."),
    ("NSTACK_CONCURRENCY", "many", "concurrency is \"many\"."),
    ("NSTACK_RATE", "0", "rate is \"0\". It takes calls a second above 0, up to 10000."),
    ("NSTACK_RATE", "10001", "rate is \"10001\"."), ("NSTACK_TIMEOUT", "0", "timeout is \"0\"."),
    ("NSTACK_TIMEOUT", "3601", "timeout is \"3601\"."),
    ("NSTACK_SETTLE_TIME", "-1", "settle-time is \"-1\". It takes seconds from 0 to 3600."),
    ("NSTACK_SETTLE_TIME", "nan", "settle-time is \"nan\"."), ("NSTACK_CACHE", "maybe", "It takes on or off."),
    ("NSTACK_LOG_FORMAT", "xml", "It takes text or json."), ("HTTPS_PROXY", "socks5://a", "its scheme is not http"),
    ("SSL_CERT_FILE", "none.pem", "none.pem"), ("NSTACK_SANDBOX", "maybe", "It takes 1, yes, on or true"),
  ]) func `a value that cannot be used is refused, in the sandbox too, with the variable`(
    variable: String, value: String, message: String
  ) async throws {
    let run = try await Workplace(variables: [variable: value]).run("status --sandbox", endsWith: 64)
    #expect(run.errorText.hasPrefix("error: \(variable): ") && run.errorText.contains(message), "\(run.errorText)")
  }

  @Test(arguments: [
    ("rate: fast\n", "", "config.yaml: line 1: rate is \"fast\"."),
    ("profiles:\n  a: {timeout: 0}\n", "", "config.yaml: line 2: timeout is \"0\"."),
    ("color: blue\n", "", "config.yaml: line 1: color is \"blue\". It takes on or off."),
    ("profiles:\n  a: {color: off}\n", "", "line 2: the setting \"color\" is not known here."),
    ("", "settle-time: 3601\n", ".nstack-review.yaml: line 1: settle-time is \"3601\"."),
    ("", "proxy: http://a\n", "line 1: \"proxy\" is about this machine and does not belong in a project's file."),
    ("", "generate: {android: {separator: x}}\n", "line 1: the setting \"separator\" of a style is not known."),
    ("", "generate: {acces: public}\n", "Did you mean access?"),
    (
      "", "generate: {kotlin: {table: a}}\n",
      "use-escaping, android, arb, i18next, strings, stringsdict, swift, xcstrings."
    ), ("", "timout: 5\n", "the setting \"timout\" is not known here. Did you mean timeout?"),
  ]) func `a settings file is refused with its line`(user: String, project: String, message: String) async throws {
    var place = try Workplace(variables: ["NSTACK_APPLICATION_ID": "a", "NSTACK_REST_API_KEY": "b"])
    place.variables["XDG_CONFIG_HOME"] = place.path("config")
    try place.write(user, to: "config/nstack-review/config.yaml")
    try place.write(project, to: ".nstack-review.yaml")
    let run = try await place.run("status", endsWith: 64)
    #expect(run.errorText.contains(message), "\(run.errorText)")
  }

  @Test func `doctor says which settings are set, and where`() async throws {
    try await withSandbox { place, _ in
      var place = place.with(["NSTACK_TIMEOUT": "5"])
      place.variables["XDG_CONFIG_HOME"] = place.path("config")
      try place.write("pager: off\n", to: "config/nstack-review/config.yaml")
      try place.write("rate: 50\n", to: ".nstack-review.yaml")
      let text = try await place.done("doctor").text
      #expect(text.contains("5, from NSTACK_TIMEOUT\n"))
      #expect(text.contains("50, from ") && text.contains("/.nstack-review.yaml: line 1\n"))
      #expect(text.contains("off, from \(place.path("config"))/nstack-review/config.yaml: line 1\n"))
    }
  }
}
