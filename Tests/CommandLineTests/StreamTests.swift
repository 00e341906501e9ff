import NStackSandbox
import ProgramRuns
import Testing

@Suite("Standard output and standard error")
struct StreamTests {
  @Test("--quiet prints nothing where nothing is wrong")
  func quiet() async throws {
    try await withSandbox { place, _ in
      for command in [
        "export review.csv", "check review.csv", "diff review.csv", "import review.csv --yes", "status",
        "history list", "proposals list", "proposals add default save da-DK Gem!", "convert review.csv review.xlsx",
      ] {
        let run = try await place.run("\(command) --quiet")
        #expect(run.status == 0, "\(command)")
        #expect(run.output.isEmpty && run.errors.isEmpty, "\(command): \(run.text)\(run.errorText)")
      }
    }
  }

  @Test("--quiet prints what is wrong on standard error, and --json its object all the same")
  func quietFindings() async throws {
    try await withSandbox { place, _ in
      try await RoundTripTests.export(place) { try $0.set("default/ok", "da-DK", "Action", to: "nonsense") }
      for (command, status) in [("check", Int32(3)), ("diff", 3), ("import --yes", 2)] {
        let run = try await place.run("\(command) returned.csv --quiet")
        #expect(run.status == status)
        #expect(run.output.isEmpty)
        #expect(run.errorText.hasPrefix("error: returned.csv: row 3"), "\(run.errorText)")
        #expect(run.errorText.filter(\.isNewline).count == 1, "\(run.errorText)")
        let told = try await place.run("\(command) returned.csv --quiet --json")
        #expect(told.status == status && told.errors.isEmpty)
        if case .object = try told.json() {} else { Issue.record("\(told.text)") }
      }
    }
  }

  @Test("--verbose prints each call on standard error, and neither a key, a text nor a guid")
  func verbose() async throws {
    try await withSandbox { place, _ in
      try await RoundTripTests.export(place)
      let run = try await place.run("import returned.csv --yes --verbose")
      // The last line names the import.
      let lines = run.errorText.split(separator: "\n")
      #expect(lines.last?.contains("import 20") == true, "\(run.errorText)")
      let calls = lines.dropLast()
      #expect(calls.contains { $0.hasPrefix("POST /api/v2/content/localize/proposals: 201 in ") })
      #expect(calls.allSatisfy { $0.contains(": 200 in ") || $0.contains(": 201 in ") || $0.contains(": 304 in ") })
      for word in ["NSTACK_APPLICATION_ID", "NSTACK_REST_API_KEY", "NSTACK_GUID"] {
        #expect(!run.errorText.contains(try #require(place.variables[word])))
      }
      #expect(!run.errorText.contains("Kardemommeknude"))
      #expect(run.text.contains("2 calls: 1 applied, 1 not attempted"))
    }
  }

  @Test("export - writes the sheet on standard output and nothing else")
  func exportToOutput() async throws {
    try await withSandbox { place, _ in
      let run = try await place.run("export - --locale da-DK", endsWith: 0)
      #expect(CSVSheet(run.text).rows.count == 47)
      #expect(try place.names() == [])
    }
  }

  @Test("a reader that has gone is no failure of a command that only prints")
  func readerGone() async throws {
    try await withSandbox { place, _ in
      let run = try await place.shell(#"{ "$0" export - --quiet; echo "ended with $?" >&2; } | head -c 20"#)
      #expect(run.errorText == "ended with 0\n")
      #expect(run.output.count == 20)
    }
  }

  #if os(Linux)
    @Test("a full standard output is an error, and 2 where something was sent")
    func fullOutput() async throws {
      try await withSandbox { place, server in
        let look = try await place.shell(#""$0" status >/dev/full"#)
        #expect(look.ending == .exited(1))
        #expect(look.errorText.hasPrefix("error: "))
        let sent = try await place.shell(#""$0" proposals add default save da-DK Gem! >/dev/full"#)
        #expect(sent.ending == .exited(2))
        #expect(sent.errorText.contains("was proposed"))
        #expect(server.writes == ["POST value=Gem%21"])
      }
    }
  #endif

  @Test("what a sheet or a file's name holds is made visible")
  func visible() async throws {
    try await withSandbox { place, _ in
      let name = "\u{1B}[31m\u{202E}.csv"
      #expect(try await place.run(["export", name, "--locale", "da-DK"]).status == 0)
      try place.edit(name, as: name) {
        try $0.set("default/save", "da-DK", "Proposal", to: "a\u{7}b\u{202E}c\u{1B}[0m")
      }
      for arguments in [["check", name], ["diff", name], ["status"], ["check", name + "x"]] {
        let run = try await place.run(arguments)
        for scalar in (run.text + run.errorText).unicodeScalars {
          #expect(scalar == "\n" || !(scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\u{202E}"))
        }
      }
    }
  }
}
