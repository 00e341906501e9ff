import ProgramRuns
import Testing

@testable import nstack_review

struct CheckFlagsTests {
  /// A Danish sheet in which two texts lose their placeholders, one of them and another end in a space.
  private func export(_ place: Workplace, note: String = "") async throws {
    try await RoundTripTests.export(place) { sheet in
      try sheet.set("basket/total", "da-DK", "Proposal", to: "I alt %d")
      try sheet.set("basket/total", "da-DK", "Note", to: note)
      try sheet.set("default/ok", "da-DK", "Proposal", to: "Fint ")
    }
  }

  @Test func `the project's file sets severities, and --fail-on warning ends with 3`() async throws {
    try await withSandbox { place, _ in
      try await export(place)
      try place.write("checks: {printf.type: warning}\n", to: ".nstack-review.yaml")
      try await place.runAll("check returned.csv", "diff returned.csv")
      for command in ["check", "diff"] { try await place.run("\(command) returned.csv --fail-on warning", endsWith: 3) }
      try place.write("checks:\n  printf.type: off\n  space.edge: off\n", to: ".nstack-review.yaml")
      try await place.runAll("check returned.csv --fail-on warning")
      try place.write("en,da\nok,OK\n", to: "terms.csv")
      let told = "term.missing (\"ok\"): The glossary translates this term as \"OK\""
      let glossary = try await place.run("check returned.csv --fail-on warning --glossary terms.csv", endsWith: 3)
      #expect(glossary.text.contains(told))
      try place.write("glossary: terms.csv\nchecks: {printf.type: off}\n", to: ".nstack-review.yaml")
      #expect(try await place.run("check returned.csv").text.contains(told))
      try place.write("checks: {printf.typ: off}\n", to: ".nstack-review.yaml")
      let wrong = try await place.run("check returned.csv --json", endsWith: 64)
      #expect(try wrong.errorCode() == "config.checks")
      #expect(
        try wrong.json()["error"]["message"].string?.hasSuffix(
          ".nstack-review.yaml: line 1: There is no check \"printf.typ\". Did you mean printf.type?") == true)
    }
  }

  @Test func `check ends with 3 where errors in notes are more than the project's file takes`() async throws {
    try await withSandbox { place, _ in
      try await export(place, note: "error: accuracy critical")
      let line = "quality: returned.csv, da-DK: 1 error, 25 points in 3 words, 8333 per 1,000 words"
      try place.write("checks: {printf.type: warning}\nquality: 9000\n", to: ".nstack-review.yaml")
      for command in ["check", "diff"] {
        #expect(try await place.run("\(command) returned.csv").text.contains("\(line)\n"))
      }
      try place.write("checks: {printf.type: warning}\nquality: 8000\n", to: ".nstack-review.yaml")
      let limit = "; the project takes 8000 at most"
      let quiet = try await place.run("check returned.csv --quiet", endsWith: 3)
      #expect(quiet.errorText.contains("error: \(line)\(limit)"))
      #expect(try await place.run("check returned.csv --format github", endsWith: 3).text.contains(limit))
      #expect(try await place.run("diff returned.csv").text.contains(line + limit))
      let quality = try await place.run("check returned.csv --json", endsWith: 3).json()["agencies"][0]["quality"][0]
      #expect(quality.has(["words": 3, "points": 25, "pointsPerThousand": 8333, "most": 8000, "over": true]))
      for wrong in ["many", "-1", "[1]"] {
        try place.write("quality: \(wrong)\n", to: ".nstack-review.yaml")
        #expect(try await place.run("check returned.csv --json", endsWith: 64).errorCode() == "config.value")
      }
    }
  }

  @Test func `the project's file names its own placeholders`() async throws {
    try await withSandbox { place, _ in
      let header = "Section,Key,Locale,Source value,Current value,Proposal,Deletable\n"
      try place.write(header + "s,k,da-DK,Hi [[name]],,Hej,\n", to: "own.csv")
      try await place.runAll("check own.csv")
      try place.write("placeholders: ['\\[\\[.+?\\]\\]', 'x{1,2}']\n", to: ".nstack-review.yaml")
      #expect(try await place.run("check own.csv", endsWith: 3).text.contains("placeholder.custom (\"[[name]]\")"))
      let refusals = [
        ("placeholders: x", "\"placeholders\" is not a list of regular expressions."),
        ("placeholders: ['[']", "\"[\" is not a regular expression: a [ is without its ]."),
        ("placeholders: ['x', 1]", "\"placeholders\" has an entry that is not a text."),
        ("placeholders: [[x]]", "\"placeholders\" has an entry that is not a text."),
        ("placeholders: ['x*']", "\"x*\" matches an empty text."),
      ]
      for (setting, told) in refusals {
        try place.write(setting + "\n", to: ".nstack-review.yaml")
        let wrong = try await place.run("check own.csv --json", endsWith: 64)
        #expect(try wrong.errorCode() == "config.checks")
        #expect(try wrong.json()["error"]["message"].string?.contains(".nstack-review.yaml: line 1: " + told) == true)
      }
    }
  }

  @Test func `the project's file has rules of its own, with what they are for`() async throws {
    try await withSandbox { place, _ in
      let header = "Section,Key,Locale,Source value,Current value,Proposal,Deletable\n"
      try place.write(header + "s,k,da-DK,Hi,,Hej!,\ns,q,de-DE,Hi,,Hallo!,\n", to: "own.csv")
      let rules = """
        rules:
          - {name: shouting, forbid: '!', message: We do not shout., severity: error, locales: da}
          - {name: capital, require: '^\\p{Lu}', message: Begin in upper case., section: 'x*'}

        """
      try place.write(rules, to: ".nstack-review.yaml")
      let run = try await place.run("check own.csv", endsWith: 3)
      #expect(run.text.contains("rule.shouting (\"!\"): We do not shout."))
      #expect(run.text.split(separator: "rule.").count == 2)
      try place.write(rules + "checks: {rule.shouting: off}\n", to: ".nstack-review.yaml")
      try await place.runAll("check own.csv")
      let refusals = [
        ("rules: x", "config.checks", "\"rules\" is not a list of rules."),
        ("rules: [x]", "config.checks", "a rule is not a mapping."),
        ("rules: [{name: a, forbid: [b], message: x}]", "config.checks", "\"forbid\" of a rule is not a text."),
        ("rules: [{name: a, forbid: '(b', message: x}]", "config.checks", "\"(b\" is not a regular expression: a ( is"),
        ("rules: [{name: a, forbid: '(?=b)', message: x}]", "config.checks", "\"(?=b)\" has a look-around (?=, which"),
        ("rules: [{name: a, forbid: b, message: x, severity: bad}]", "config.checks", "The check rule.a has the level"),
        ("rules: [{name: a, forbids: b}]", "config.unknown-key", "the setting \"forbids\" of a rule is not known."),
      ]
      for (setting, code, told) in refusals {
        try place.write(setting + "\n", to: ".nstack-review.yaml")
        let wrong = try await place.run("check own.csv --json", endsWith: 64)
        #expect(try wrong.errorCode() == code)
        #expect(try wrong.json()["error"]["message"].string?.contains(".nstack-review.yaml: line 1: " + told) == true)
      }
    }
  }

  @Test func `new words are looked up in the dictionaries of the machine, without which nothing is told`() async throws
  {
    try await withSandbox { place, _ in
      try await RoundTripTests.export(place) { try $0.set("default/ok", "da-DK", "Proposal", to: "En beskde") }
      #expect(try await !place.done("diff returned.csv").text.contains("word.spelling"))
      #expect(try await place.done("doctor").text.contains("no dictionaries, so new words are not looked up"))
      let script = """
        #!/bin/sh
        case "$*" in
        *-D*) printf 'SEARCH PATH:\\n.::/usr/share/dict/ooo\\nAVAILABLE DICTIONARIES:\\n/usr/share/hunspell/da_DK\\n' >&2 ;;
        *-l*da_DK) grep beskde ;;
        *-a*da_DK) echo '& beskde 4 1: besked, beske, beskyde, beskue' ;;
        esac

        """
      try place.write(script, to: "bin/hunspell")
      _ = try await place.shell("chmod 755 bin/hunspell")
      let other = place.with(["PATH": "\(place.path("bin")):/usr/bin:/bin"])
      let found = try await other.done("diff returned.csv").text
      #expect(found.contains("word.spelling (\"beskde\"): No dictionary, glossary or other text has this word."))
      #expect(found.contains("Did you mean besked, beske, beskyde?"))
      let doctor = try await other.done("doctor").text
      #expect(doctor.contains("dictionaries of Hunspell: da_DK"))
      #expect(!doctor.contains("ooo"))
      try place.write("checks: {word.spelling: off}\n", to: ".nstack-review.yaml")
      #expect(try await !other.done("diff returned.csv").text.contains("word.spelling"))
    }
  }

  @Test(arguments: [
    ("da-DK", "da_DK"), ("da", "da_DK"), ("en-GB", "en_GB"), ("en", "en_GB,en_US"), ("en-AU", nil), ("pt-BR", nil),
    ("sr-Latn-RS", "sr_Latn_RS"), ("eo-DE", "eo"), ("fi", nil), ("", nil),
  ]) func `a locale has the dictionaries of its language and region`(locale: String, chosen: String?) {
    let names = ["da_DK", "en_GB", "en_US", "eo", "pt_PT", "sr_Latn_RS"]
    #expect(Dictionaries.chosen(for: locale, among: names) == chosen)
  }

  @Test func `import --fail-on warning sends nothing if a check warns, and everything if none does`() async throws {
    try await withSandbox { place, server in
      try await export(place, note: "ignore: printf.type")
      let run = try await place.run("import returned.csv --yes --fail-on warning --json", endsWith: 3)
      #expect(try run.errorCode() == "plan.findings")
      let message = try #require(try run.json()["error"]["message"].string)
      #expect(message.hasPrefix("Checks found a fault in 1 row; nothing was sent. The first is returned.csv: row "))
      #expect(message.contains(": space.edge (\"␠\"): "))
      #expect(server.writes == [])
      try await place.runAll("import returned.csv --yes --fail-on warning --fix")
      #expect(server.writes.count == 2)
    }
  }

  @Test func `without a sheet, check checks what the server has, and failing texts are exported`() async throws {
    try await withSandbox { place, server in
      try await place.run("check --fail-on warning", endsWith: 3)
      try place.write(await place.run("check --json").text, to: "known.json")
      try await place.runAll("check --fail-on warning --baseline known.json")
      try await place.run("check --baseline other.json", endsWith: 1)
      for wrong in [
        "check a.csv --published", "check a.csv --baseline known.json", "check --accept damaged", "check --recursive",
        "check --section no-such-section",
      ] { try await place.run(wrong, endsWith: 64) }
      let part = try await place.done("check --json --locale da-DK --section default").json()
      #expect(part["locales"].all("locale") == ["da-DK"])
      #expect(part["diagnostics"] != .missing && part["diagnostics"].elements.allSatisfy { $0["section"] == "default" })
      #expect(try await place.run("check --format github").text.hasPrefix("::"))

      try await place.runAll("export failing.csv --only failing")
      let sheet = CSVSheet(try place.read("failing.csv"))
      let note = try #require(sheet.header.firstIndex(of: "Note"))
      #expect(sheet.rows.count > 1 && sheet.rows.dropFirst().allSatisfy { $0[note].hasPrefix("[Found: ") })
      #expect(try await place.done("diff failing.csv").text.contains("note:") == false)
      #expect(server.writes == [])
    }
  }
}
