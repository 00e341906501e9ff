import ReviewFixtures
import Testing

@testable import TranslationReview

struct CheckSettingsTests {
  /// `login/title` in English and Danish.
  private func catalog(_ english: String, _ danish: String, key: String = "title") -> Catalog {
    Fixture.catalog(english: [("login", key, english)], danish: [("login", key, danish)])
  }

  private func plan(
    _ proposal: String, _ catalog: Catalog, note: String = "", _ edit: (inout PlanningOptions) -> Void = { _ in }
  ) throws -> Changeset {
    var options = PlanningOptions()
    edit(&options)
    let row = try Fixture.row("title", of: catalog) { row in
      row.proposal = proposal
      row.note = note
    }
    return Fixture.plan([row], against: catalog, options: options)
  }

  @Test func `a project gives a check another severity, or turns it off`() throws {
    var settings = CheckSettings()
    #expect(settings.checks.first { $0.id == "end.stop" }?.severity == .info)
    try settings.set("off", for: "end.stop")
    try settings.set("error", for: "text.source")
    try settings.set("warning", for: "html.tags")
    #expect(!settings.checks.contains { $0.id == "end.stop" })
    #expect(settings.checks.first { $0.id == "text.source" }?.severity == .error)
    #expect(settings.checks.first { $0.id == "html.tags" }?.severity == .warning)
  }

  @Test(arguments: [
    ("printf.typ", "off", "There is no check \"printf.typ\". Did you mean printf.type?"),
    ("spelling", "off", "There is no check \"spelling\"."),
    ("end.stop", "of", "The check end.stop has the level \"of\". Write error, warning, info or off."),
    (
      "text.key", "off",
      "The check text.key cannot be made less severe, because what it finds is always a mistake. Remove the line."
    ),
  ]) func `a setting that cannot be meant is refused`(id: String, level: String, message: String) {
    var settings = CheckSettings()
    let refusal = #expect(throws: CheckSettings.Refusal.self) { try settings.set(level, for: id) }
    #expect(refusal?.message == message)
  }

  @Test func `a fault that the current value has too is counted, and a new one beside it refuses the row`() throws {
    let catalog = catalog("%1$@ on %2$d days", "på dage")
    let same = try plan("på dagene", catalog)
    #expect(same.counts == [.propose: 1])
    #expect(
      same.diagnostics.map(\.message) == [
        "2 faults were there before the edit, so they do not count as errors: printf.missing 2."
      ])
    let worse = try plan("på {antal} %3$d dage", catalog)
    #expect(worse.counts == [.refusedByCheck: 1])
    #expect(
      worse.items[0].message == "printf.extra (\"%3$d\"): The source text does not have this argument. Remove it.")
    #expect(worse.items[0].findings.map(\.check) == ["printf.extra"])
  }

  @Test func `a fault that the text has once more than before is a new one, and so is the opposite fault`() throws {
    let once = catalog("You have %d", "Du har %d %@")
    #expect(try plan("Du har nu %d %@", once).counts == [.propose: 1])
    let twice = try plan("Du har nu %d %@ %@", once)
    #expect(twice.counts == [.refusedByCheck: 1])
    #expect(twice.items[0].message == "printf.extra (\"%@\"): The source text does not have this argument. Remove it.")
    let tags = catalog("<b>Now</b> or <b>never</b>", "<b>Nu</b> eller <b>aldrig")
    let more = try plan("<b>Nu</b> eller <b>aldrig</b> nej</b>", tags)
    #expect(more.counts == [.refusedByCheck: 1])
    #expect(more.items[0].message.hasPrefix("html.tags (\"</b>\"): The source text does not have this tag. Remove it."))
    let edges = catalog("Now", " Nu")
    #expect(try plan(" Nu da", edges).items[0].notes.isEmpty)
    #expect(try plan("Nu da ", edges).items[0].notes.map { $0.description.prefix(16) } == ["space.edge (\"␠\")"])
    let long = catalog("Now or never", String(repeating: "nu ", count: 20) + "nu")
    #expect(try plan(String(repeating: "nu ", count: 18) + "nu", long).items[0].notes.isEmpty)
  }

  @Test func `many findings of one check are named up to a number, and counted`() throws {
    let names = (0..<3_000).map { "{name\($0)}" }.joined(separator: " ")
    let lost = try plan("Hej", catalog(names, ""))
    #expect(lost.items[0].findings.filter { $0.check == "placeholder.name" }.count == 21)
    #expect(lost.items[0].message.contains("placeholder.name: 2980 more findings are not listed. Correct the text."))
    #expect(lost.items[0].message.utf8.count < 5_000)
    #expect(try plan(names.replacing("name", with: "navn"), catalog(names, "")).items[0].message.utf8.count < 5_000)
  }

  @Test func `a text that is the same as its source is counted, not named`() throws {
    let plan = try plan("Welcome", catalog("Welcome", "Velkommen"))
    #expect(plan.counts == [.propose: 1])
    #expect(plan.items[0].notes.isEmpty)
    #expect(plan.diagnostics.map(\.message) == ["1 changed text is the same as the source text (text.source)."])
  }

  @Test func `what refuses a row is sent if the user insists, and the report says so; what is never meant is not`()
    throws
  {
    let catalog = catalog("Hi %@", "Hej %@")
    #expect(try plan("Hej %d", catalog).counts == [.refusedByCheck: 1])
    let forced = try plan("Hej %d", catalog) { $0.accepted = [.refusedByCheck] }
    #expect(forced.counts == [.propose: 1])
    #expect(
      forced.items[0].notes.map(\.description) == [
        "Sent in spite of a check: printf.type (\"%d\"): Argument 1 is a whole number here and an object in the source "
          + "text (%@). Write %@."
      ])
    for text in ["Hej %@\u{FFFD}", "__title", "Hej %@ \u{8}", "Hej %@ \\ud83d"] {
      let plan = try plan(text, catalog) { options in
        options.accepted = [.refusedByCheck]
        options.checks = []
      }
      #expect(plan.counts == [.refusedByCheck: 1], "\(text)")
    }
  }

  @Test(
    "a line is read with the colons and commas of other keyboards, and one without a check is told",
    arguments: [
      "ignore：a.b、c.d": ["a.b", "c.d"], "Ignorer : a.b": [], "IGNORE : a.b; c.d": ["a.b", "c.d"], "see ignore: a.b": [],
      "x\nignore: a.b": ["a.b"], "ignore a.b": [], "ignore:": [],
    ]) func lines(note: String, ids: [String])
  {
    let found = IgnoredChecks(note: note)
    #expect(found.ids == ids)
    #expect(found.remarks(for: []).contains { $0.codes == ["ignore.names"] } == (note == "ignore:"))
    let kept = IgnoredChecks.removed(from: note)
    #expect(kept == (ids.isEmpty && note != "ignore:" ? note : note.hasPrefix("x") ? "x" : ""))
  }

  @Test func `a line in the note ignores a check for its row, and the report says so`() throws {
    let catalog = catalog("Hi %@", "Hej %@")
    let note = "Checked with the author.\n Ignore: printf.type, end.stop"
    let plan = try plan("Hej %d.", catalog, note: note)
    #expect(plan.counts == [.propose: 1])
    #expect(
      plan.items[0].notes.map { $0.description.prefix(44) } == [
        "Ignored, as Note asks: printf.type (\"%d\"): A", "Ignored, as Note asks: end.stop (\".\"): The p",
      ])
    #expect(IgnoredChecks.removed(from: note) == "Checked with the author.")
    let wrong = try self.plan("Hej \u{FFFD}", catalog, note: "ignore: printf.typ character.replacement")
    #expect(wrong.counts == [.refusedByCheck: 1])
    #expect(
      wrong.items[0].notes.suffix(2).map(\.description) == [
        "Note asks to ignore a check. There is no check \"printf.typ\". Did you mean printf.type?",
        "Note asks to ignore character.replacement, which cannot be ignored, because what it finds is always a mistake.",
      ])
  }

  @Test func `spaces are mended where that is asked for, and the plan shows the mended text`() throws {
    let catalog = catalog("Hi you", "Hej")
    let plan = try plan(" Hej  du", catalog) { $0.mendsSpaces = true }
    #expect(plan.counts == [.propose: 1])
    #expect(plan.items[0].row.proposal == "Hej du")
    #expect(plan.items[0].notes.map(\.description) == ["Its spaces were corrected; the sheet has \" Hej  du\"."])
    #expect(plan.sent == ["Hej du"])
    #expect(try self.plan("Hej ", catalog) { $0.mendsSpaces = true }.counts == [.sameAsCurrent: 1])
    let kept = try self.plan(" Hej  du", catalog)
    #expect(kept.items[0].notes.map { $0.description.prefix(13) } == ["space.edge (\"", "space.double "])
    #expect(kept.items[0].notes.first?.description.hasPrefix("space.edge (\"␠\"): The proposal begins") == true)
  }

  @Test(arguments: [
    (["space.edge", "space.double"], " Hej  du "), (["space.edge"], " Hej du "), (["space.double"], "Hej  du"),
    (["end.stop"], "Hej du"),
  ]) func `spaces are not mended for which the reviewer or the project turned the check off`(
    off: [String], expected: String
  ) throws {
    var settings = CheckSettings()
    for id in off { try settings.set("off", for: id) }
    for (note, checks) in [("ignore: " + off.joined(separator: ", "), CheckSettings().checks), ("", settings.checks)] {
      let plan = try plan(" Hej  du ", catalog("Hi you", "Hej"), note: note) {
        ($0.mendsSpaces, $0.checks) = (true, checks)
      }
      #expect(plan.sent == [expected])
    }
  }

  @Test func `words of a note are one remark, and each id is read once, in any keyboard's signs`() throws {
    let catalog = catalog("Hi", "Hej")
    let words = try plan("Hejsa.", catalog, note: "ignore: the comma please, it is meant")
    #expect(
      words.items[0].notes.last?.description
        == "Note asks to ignore \"the comma please it is meant\", which is not the id of a check. Write ids as in "
        + "\"ignore: space.edge\", and other words in another line.")
    #expect(words.items[0].notes.count == 2)
    let wide = try plan("Hejsa.", catalog, note: "Ignore：end.stop、end.stop")
    #expect(wide.items[0].notes.map { $0.description.prefix(31) } == ["Ignored, as Note asks: end.stop"])
    #expect(IgnoredChecks.removed(from: "Ignore：end.stop\nNice") == "Nice")
    let many = IgnoredChecks(
      note: "ignore: " + (0..<26).map { "none.\(Character(Unicode.Scalar(97 + UInt8($0))))" }.joined(separator: " "))
    #expect(many.remarks(for: []).count == 11)
    #expect(many.remarks(for: []).last?.description == "Note asks to ignore 16 more things that are not ids of checks.")
  }

  @Test func `a plan knows whether a warning was found`() throws {
    let catalog = catalog("Really?", "Virkelig?")
    #expect(try plan("Er du sikker", catalog).hasCheckWarnings)
    #expect(try !plan("Er du sikker?", catalog).hasCheckWarnings)
    #expect(try !plan("Er du sikker", catalog, note: "ignore: end.question").hasCheckWarnings)
  }

  @Test func `in the source locale, placeholders have to stay and the wording may change`() throws {
    let catalog = catalog("Really %@?", "Virkelig %@?")
    let sheet = try ReviewSheet(catalog: catalog, scope: Fixture.scope)
    let options = PlanningOptions()
    let plan = { (text: String) in
      let row = Fixture.returned(sheet.row(0, ofKeyAt: 0, inLanguageAt: 0)) { $0.proposal = text }
      return Fixture.plan([row], against: catalog, options: options)
    }
    #expect(plan("Sure %@!").items[0].notes.isEmpty)
    #expect(plan("Sure %d?").counts == [.refusedByCheck: 1])
  }
}
