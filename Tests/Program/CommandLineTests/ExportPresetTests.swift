import ProgramRuns
import Testing

@Suite("Presets for exports") struct ExportPresetTests {
  private let settings = """
    presets:
      agency-berlin:
        locales: [de-DE]
        source: en-GB
        file: sheets/{name}-{date}.csv
      nordic: {locales: "da-DK", except: en-GB, layout: columns, file: nordic.csv}
      outside: {file: ../outside.csv}
      linked: {file: link/linked.csv}
      typo: {file: "a-{data}.csv"}
      nameless: {locales: da-DK}

    """

  private func place() throws -> Workplace {
    // 2026-01-31, 10:00.
    let place = try Workplace(variables: ["SOURCE_DATE_EPOCH": "1769853600"])
    try place.write(settings, to: ".nstack-review.yaml")
    try place.write("", to: "sheets/.keep")
    return place
  }

  @Test func `choose locales, the source and the file's name, unless flags and a file are named`() async throws {
    let place = try place()
    let run = try await place.done("export --to agency-berlin --sandbox")
    #expect(run.errorText.contains("sheets/agency-berlin-2026-01-31.csv: "))
    let sheet = CSVSheet(try place.read("sheets/agency-berlin-2026-01-31.csv"))
    #expect(Set(sheet.rows.dropFirst().map { $0[2] }) == ["de-DE"])
    #expect(sheet.header.contains("Source value"), "\(sheet.header)")
    let given = try await place.done("export named.csv --to agency-berlin --locale da --sandbox")
    #expect(Set(CSVSheet(try place.read("named.csv")).rows.dropFirst().map { $0[2] }) == ["da-DK"])
    #expect(given.errorText.contains("da selects da-DK"))
  }

  @Test(arguments: [
    "agency-berlim": "has no preset \"agency-berlim\". Did you mean agency-berlin?",
    "outside": "is not below the project's folder", "linked": "is not below the project's folder",
    "typo": "has {data}, which is not known. The name can contain {name} and {date}.",
    "nameless": "the preset \"nameless\" has no file. Add file: to it",
  ]) func `that cannot be used are one line with what to do`(preset: String, words: String) async throws {
    let place = try place()
    _ = try await place.shell("ln -s /tmp link")
    let run = try await place.run("export --to \(preset) --sandbox", endsWith: 64)
    #expect(run.errorText.contains(words))
    #expect(run.errorText.split(separator: "\n").count == 1)
  }

  @Test func `are exported together, by a list or a pattern`() async throws {
    let place = try place()
    let run = try await place.done("export --to nordic,agency-* --sandbox --json")
    #expect(try run.json().all("preset") == ["nordic", "agency-berlin"])
    #expect(CSVSheet(try place.read("nordic.csv")).rows.count > 1)
    #expect(CSVSheet(try place.read("sheets/agency-berlin-2026-01-31.csv")).rows.count > 1)

    let same = try await place.run("export one.csv --to nordic --to agency-berlin --sandbox", endsWith: 64)
    #expect(
      same.errorText.contains("the presets nordic and agency-berlin would write the same file, one.csv"),
      "\(same.errorText)")
    #expect(same.errorText.contains("Name no file"))
    let none = try await place.run("export --to x* --sandbox")
    #expect(none.errorText.contains("has no preset \"x*\"") && none.errorText.contains("There are"))
  }

  @Test func `name the agency and the day in the file, and the agency on the board`() async throws {
    let place = try place()
    try place.write("presets: {berlin: {locales: de-DE, agency: Böll & Co, due: 2w}}\n", to: ".nstack-review.yaml")
    try await place.runAll(
      "export a.po --to berlin --sandbox", "export a.xlf --to berlin --sandbox", "export a.xlsx --to berlin --sandbox",
      "convert a.xlsx a.csv")
    for (name, parts) in [
      "a.po": ["Language-Team: Böll & Co\\n", "X-Due: 2026-02-14\\n"],
      "a.xlf": [" For Böll &amp; Co. Please return it by 2026-02-14.</note>"],
      "a.About.csv": ["Agency,Böll & Co\r\nDue,2026-02-14\r\n"],
    ] {
      let text = try place.read(name)
      #expect(parts.allSatisfy { text.contains($0) }, "\(name)")
    }
    #expect(try await place.run("sheets --sandbox").text.contains("\nBöll & Co"))
  }

  @Test func `may ask for web pages, which the board, due days and rows to fix hold for`() async throws {
    let place = try place()
    let settings = """
      presets:
        defaults: {section: basket, file: "{name}.xlsx", format: html, due: 2w}
        berlin: {locales: de-DE, agency: Böll & Co}
        oslo: {locales: da-DK, due: 5d}
        rome.it: {locales: ar-SA, file: "{name}", format: csv}
        tokyo: {locales: ja-JP, split: locale}

      """
    try place.write(settings, to: ".nstack-review.yaml")
    try await place.runAll("export --to * --sandbox", "convert oslo.html oslo.csv")
    let names = try place.names()
    #expect(["berlin.html", "oslo.html", "rome.it.csv", "tokyo.ja-JP.html"].allSatisfy(names.contains), "\(names)")
    try place.edit("oslo.csv", as: "back.csv") { sheet in
      try sheet.set("basket/total", "da-DK", "Proposal", to: "I alt %d")
      try sheet.set("basket/note", "da-DK", "Proposal", to: "Besked")
    }
    try await place.runAll("convert back.csv back.html")
    try await place.run("import back.html --yes --to-fix fix.html --sandbox", endsWith: 2)
    for (page, members) in [
      "berlin.html": #""agency":"B\u00f6ll \u0026 Co","due":"2026-02-14""#,
      "fix.html": #""agency":"oslo","due":"2026-02-05""#,
    ] { #expect(try place.read(page).contains(members), "\(page)") }
    let board = try await place.run("sheets --sandbox").text
    #expect(
      board.hasPrefix(
        """
        sheet               locales  rows  days        returned  sent  not sent
        oslo                da-DK       7     0      2026-01-31     1         1
          to fix: fix.html  da-DK       1     0   due in 5 days     –         –
        Böll & Co           de-DE       7     0  due in 14 days     –         –
        rome.it             ar-SA       7     0  due in 14 days     –         –
        tokyo               ja-JP       7     0  due in 14 days     –         –
        4 sheets are out; 1 came back

        """), "\(board)")
  }

  @Test func `keep a sheet from withdrawing what the sheet of another agency sent`() async throws {
    let place = try place()
    try place.write(
      "presets: {defaults: {locales: da-DK, file: '{name}.csv'}, oslo: {}, berlin: {}}\n", to: ".nstack-review.yaml")
    try await place.runAll("export --to oslo --sandbox")
    try place.edit("oslo.csv", as: "back.csv") { try $0.set("default/ok", "da-DK", "Proposal", to: "Fint") }
    try await place.runAll("import back.csv --yes --sandbox", "export --to oslo,berlin --sandbox")
    for (name, status) in [("oslo", Int32(0)), ("berlin", 3)] {
      try place.edit("\(name).csv", as: "\(name)-2.csv") { try $0.set("default/ok", "da-DK", "Action", to: "delete") }
      try await place.run("diff \(name)-2.csv --sandbox", endsWith: status)
    }
    let run = try await place.done("diff berlin-2.csv --sandbox --on-conflict propose")
    #expect(run.text.contains("The proposal came from the sheet of another agency"))
    #expect(run.text.contains("1 to delete"))
  }

  @Test func `tell of proposals without a text once`() async throws {
    let place = try place()
    try place.write(
      #"{"data":[{"id":1,"name":"English","locale":"en","direction":"LRM","is_default":true,"is_best_fit":true}]}"#,
      to: "texts/languages.json")
    try place.write(#"{"data":{"s":{"k":"Bread"}}}"#, to: "texts/resource-en.json")
    try place.write(
      #"{"data":[{"id":1,"application_id":4711,"key":"gone","section":"s","locale":"en","value":"v","can_delete":true}]}"#,
      to: "texts/proposals.json")
    try place.write("presets: {defaults: {file: '{name}.csv'}, a: {key: k}, b: {key: k}}\n", to: ".nstack-review.yaml")
    let run = try await place.done("export --to a,b --sandbox --data texts")
    let told = "1 proposal is for texts that no longer exist, so no sheet has them"
    #expect(run.errorText.ranges(of: told).count == 1, "\(run.errorText)")
    #expect(try await !place.done("export --to a --sandbox --overwrite").errorText.contains(told))
  }

  @Test func `take every selection of export, and what all of them have from defaults`() async throws {
    let place = try place()
    let settings = """
      presets:
        defaults: {source: en-GB, section: basket, only: "translated,unreviewed", context: about.csv, file: "{name}.csv"}
        oslo: {locales: da-DK, key: ["t*", note]}
        berlin: {locales: de-DE, section: [account, basket], except: da-DK, memory: words.csv, source-lang: en, target-lang: de, fuzzy: 80}

      """
    try place.write(settings, to: ".nstack-review.yaml")
    try place.write("Section,Key,Description,Screenshot,Maximum length\nbasket,title,The page,,\n", to: "about.csv")
    try place.write("en,de\nBread,Brot\n", to: "words.csv")
    try place.write("", to: "below/.keep")
    #expect(try await place.shell("cd below && $0 export --to '*' --sandbox").status == 0)
    let oslo = CSVSheet(try place.read("oslo.csv"))
    #expect(Set(oslo.rows.dropFirst().map { $0[0] }) == ["basket"])
    #expect(oslo.rows.dropFirst().allSatisfy { $0[1].hasPrefix("t") || $0[1] == "note" })
    #expect(oslo.cell("basket/title", "da-DK", "Description") == "The page")
    let berlin = CSVSheet(try place.read("berlin.csv"))
    #expect(Set(berlin.rows.dropFirst().map { $0[0] }) == ["account", "basket"])
    try await place.done("export one.csv --to oslo --key total --sandbox")
    #expect(CSVSheet(try place.read("one.csv")).rows.dropFirst().map { $0[1] } == ["total"])
    #expect(
      try await place.run("export --to defaults --sandbox", endsWith: 64).errorText.contains("no preset \"defaults\""))
  }

  @Test(arguments: [
    "due: 5": "line 2: \"5\" is not a number of days or weeks. Write due: 5d or due: 2w.",
    "locale: [da-DK]": "line 2: the setting \"locale\" of a preset", "due: 0d": "\"0d\" is not a number",
    "due: -1w": "\"-1w\" is not a number",
    "format: htm": "\"htm\" is not known. It takes xlsx, csv, tsv, xlf, po, html.",
    "fuzzy: high": "line 2: The value 'high' is invalid for '--fuzzy <percent>'",
  ]) func `with a value that its flag does not take are told with their line`(member: String, words: String)
    async throws
  {
    let place = try Workplace()
    try place.write("presets:\n  a: {\(member), file: a.csv}\n", to: ".nstack-review.yaml")
    let run = try await place.run("export --to a --sandbox", endsWith: 64)
    #expect(run.errorText.contains(words) && run.errorText.split(separator: "\n").count == 1)
  }

  @Test func `count words for each agency`() async throws {
    let run = try await place().done("export --to nordic --to agency-berlin --sandbox --dry-run")
    let lines = run.text.split(separator: "\n")
    #expect(lines.contains("nordic:") && lines.contains("agency-berlin:"))
  }
}
