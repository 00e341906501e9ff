import Testing

struct StreamTests {
  @Test func `what a sheet or a file's name holds is made visible`() async throws {
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
