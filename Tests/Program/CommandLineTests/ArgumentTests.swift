import ArgumentParser
import ProgramRuns
import Testing

@testable import nstack_review

@Suite("Arguments") struct ArgumentTests {
  @Test func `without arguments all commands are listed`() async throws {
    let run = try await Workplace().done("")
    for command in NStackReview.configuration.subcommands {
      #expect(run.text.contains("\n  \(command.configuration.commandName ?? "") "))
    }
  }

  @Test func `the version is a line on standard output`() async throws {
    let run = try await Workplace().done("--version")
    // The build of a package adds the commit.
    #expect(run.text.wholeMatch(of: /nstack-review \d+\.\d+\.\d+( \([0-9a-z-]+\))?\n/) != nil)
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: [
    "frobnicate", "--frobnicate", "export", "export a.csv b.csv", "convert a.csv", "check --recursive", "init x",
    "status --quiet --verbose", "import --max-deletes=-1", "import --on-conflict maybe", "import --cleared maybe",
    "history show", "history undo", "history undo last --accept damaged", "history abandon", "history prune",
    "history prune --keep=-1", "history prune --older-than=-1", "proposals add a b", "proposals delete",
    "proposals delete --yes --allow-delete", "proposals delete 101 --only mine",
    "proposals delete 101 --context c.yaml", "proposals delete --only mine --context c.yaml --dry-run",
    "proposals list --context c.yaml", "proposals delete one", "status --memory team.tmx --fuzzy 80", "preview",
    "export --sandbox", "check returned --format github --json", "export a.csv --split day",
    "export a.csv --layout heap", "sandbox --port 65536", "preview --output p --cleared delete",
    "import a.csv --accept damaged,conflict", "import a.csv --approved --accept unapproved",
    "proposals add a b da-DK x --accept damaged",
  ]) func `that cannot be used end in 64, and with --json in an object`(arguments: String) async throws {
    let place = try Workplace()
    let run = try await place.run("\(arguments) --json", endsWith: 64)
    #expect(run.errors.isEmpty)
    #expect(try run.errorCode() == "usage.arguments")
    #expect(try place.names() == [])
  }

  @Test(
    "that disagree, or say no file, have a code of their own",
    arguments: [
      "export sheet.txt --sandbox": "usage.file-name", "export sheet.csv --only some --sandbox": "usage.only",
      "export sheet.csv --only failing=html.tags --sandbox": "usage.only",
      "proposals list --only some --sandbox": "usage.only", "proposals delete --only , --sandbox": "usage.only",
      "proposals delete --only new --sandbox": "usage.only",
      "preview --output p --only changed --sandbox": "usage.only", "export - --split locale --sandbox": "usage.split",
      "diff --sandbox": "usage.no-sheet", "import --sandbox": "usage.no-sheet",
      "check sheet.csv --delimiter ab": "usage.delimiter", "convert sheet.csv sheet": "usage.format",
      "convert sheet.csv - --format odt": "usage.format", "import sheet.csv --plan plan.json --sandbox": "usage.plan",
      "import --plan plan.json --cleared delete --sandbox": "usage.plan",
      "import --plan plan.json --accept other-application --sandbox": "usage.plan",
      "import --plan plan.json --accept unapproved,moved --sandbox": "usage.plan",
      "import --plan plan.json --on-conflict ask --sandbox": "usage.plan",
      "import sheet.csv --resume --sandbox": "usage.resume",
      "import --resume --accept unapproved --sandbox": "usage.resume",
      "import --resume --cleared delete --sandbox": "usage.resume",
      "import --resume --fail-on warning --sandbox": "usage.resume",
      "import --plan plan.json --fail-on warning --sandbox": "usage.plan",
      "import --resume --on-conflict ask --sandbox": "usage.resume",
      "import sheet.csv --on-conflict ask --sandbox": "usage.on-conflict", "status --data texts": "usage.data",
      "sandbox --scenario none.yaml": "sandbox.scenario",
      "status --sandbox --base-url http://127.0.0.1:1": "usage.sandbox",
      "import --resume 1 --sandbox": "journal.unknown-import", "history show 1 --sandbox": "journal.unknown-import",
      "proposals list --format csv --output list.xlsx": "usage.format",
      "proposals list --format csv --output list.tsv": "usage.format",
      "status --show words --fuzzy 80 --sandbox": "usage.fuzzy",
      "status --show words --memory team.tmx --fuzzy 100 --sandbox": "usage.fuzzy",
      "status --show words --memory missing.tmx --sandbox": "file.not-found",
      "export a.csv --fuzzy 85 --sandbox": "usage.fuzzy", "export a.docx --dry-run --sandbox": "usage.file-name",
      "preview --output p --locale fr-FR --sandbox": "selection.locale",
      "preview missing.csv --output p --sandbox": "file.not-found",
      "history undo 1 --sandbox": "journal.unknown-import", "history abandon 1 --sandbox": "journal.unknown-import",
    ]) func disagreement(arguments: String, code: String) async throws
  {
    let place = try Workplace()
    try place.write("", to: "sheet.csv")
    let run = try await place.run("\(arguments) --json")
    #expect(try run.errorCode() == code)
    #expect(run.status == (["usage.", "selection.", "sandbox."].contains(where: code.hasPrefix) ? 64 : 1))
    #expect(run.errors.isEmpty)
    #expect(try place.names() == ["sheet.csv"])
  }
}
