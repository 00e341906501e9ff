import Foundation
import NStackSandbox
import ProgramRuns
import Testing

@Suite("Exit codes")
struct ExitCodeTests {
  @Test("0: all done, or nothing to do")
  func done() async throws {
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

  @Test("1: a sheet that cannot be read", arguments: [("", "file.empty"), ("a,b\r\n1,2\r\n", "sheet.no-header")])
  func unreadable(content: String, code: String) async throws {
    try await withSandbox { place, server in
      try place.write(content, to: "sheet.csv")
      for command in ["check", "diff", "import --yes"] {
        let run = try await place.run("\(command) sheet.csv --json", endsWith: 1)
        #expect(try run.errorCode() == code)
        #expect(try run.json()["error"]?["file"]?.string == "sheet.csv")
      }
      #expect(server.writes == [])
    }
  }

  @Test("2: some rows were refused, and the others sent")
  func partly() async throws {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place) { sheet in
        try RoundTripTests.review(&sheet)
        try sheet.set("default/ok", "da-DK", "Current value", to: "Okay")
        try sheet.set("default/ok", "da-DK", "Proposal", to: "Fint")
      }
      let run = try await place.run("import returned.csv --yes --allow-delete", endsWith: 2)
      #expect(run.text.contains("returned.csv: row 3: damaged default/ok [da-DK]"))
      #expect(server.writes.count == 2)
    }
  }

  @Test("3: check and diff find what an import would refuse")
  func findings() async throws {
    try await withSandbox { place, server in
      try await RoundTripTests.export(place) { try $0.set("default/ok", "da-DK", "Action", to: "nonsense") }
      let check = try await place.run("check returned.csv --json", endsWith: 3)
      #expect(try check.json()["diagnostics"]?[0]?["code"] == .string("row.unknown-action"))
      #expect(try check.json()["diagnostics"]?[0]?["row"] == .number(3))
      let diff = try await place.run("diff returned.csv --json", endsWith: 3)
      #expect(try diff.json()["summary"]?["verdicts"]?["unknown-action"] == .number(1))
      #expect(server.writes == [])
    }
  }

  @Test("4: credentials that are refused", arguments: ["status", "export sheet.csv", "proposals list"])
  func credentials(command: String) async throws {
    try await withSandbox { place, _ in
      var place = place
      place.variables["NSTACK_REST_API_KEY"] = "another-key"
      let run = try await place.run("\(command) --json", endsWith: 4)
      #expect(try run.errorCode() == "api.unauthorized")
      #expect(!run.text.contains("another-key"))
      #expect(try place.names() == [])
    }
  }

  @Test(
    "5: a server that answers nonsense",
    arguments: [
      ("GET proposals: 412 body={}", "api.rejected"), ("GET proposals: 404", "api.not-found"),
      ("GET proposals: 200 body=[]", "net.bad-body"),
      ("GET resources: 302 location=http://127.0.0.1:1/", "net.redirect"),
    ])
  func nonsense(fault: String, code: String) async throws {
    try await withSandbox(faults: [fault]) { place, _ in
      let run = try await place.run("export sheet.csv --json", endsWith: 5)
      #expect(try run.errorCode() == code)
      #expect(try place.names() == [])
    }
  }

  @Test("5: a server that is out of reach")
  func unreachable() async throws {
    let place = try Workplace(variables: [
      "NSTACK_BASE_URL": "http://127.0.0.1:1", "NSTACK_APPLICATION_ID": "a", "NSTACK_REST_API_KEY": "b",
    ])
    try await place.refuses("proposals list", "net.unreachable", status: 5)
  }

  @Test(
    "64: a configuration that cannot be used",
    arguments: [
      ("base-url: https://example.com\nrest-api-key: key\n", "config.secret"), ("colour: red\n", "config.unknown-key"),
      ("base-url: [\n", "config.yaml"), ("platform: [a]\n", "config.value"),
      ("platform: web\n", "config.credentials"),
    ])
  func configuration(file: String, code: String) async throws {
    let place = try Workplace()
    try place.write(file, to: ".nstack-review.yaml")
    let run = try await place.run("status --json", endsWith: 64)
    #expect(try run.errorCode() == code)
  }

  @Test(
    "a request to stop ends a command that only reads by its signal",
    arguments: zip([SIGINT, SIGTERM, SIGHUP, SIGQUIT], [Int32(130), 143, 129, 131]))
  func interrupted(signal: Int32, status: Int32) async throws {
    try await withSandbox(faults: ["GET proposals: late=600"]) { place, server in
      let run = try await place.run(
        ["export", "sheet.csv"],
        signal: ProgramRun.Signal(signal) { _ in server.requests.count("GET") > 0 })
      // Before the program watches for signals the system ends it itself.
      #expect(run.status == status || run.ending == .killed(signal), "\(run.ending): \(run.errorText)")
      #expect(try place.names() == [])
    }
  }
}
