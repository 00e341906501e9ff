import Foundation
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import TranslationReview

/// A review that goes out as XLIFF and comes back from a CAT tool.
struct XLIFFSheetTests {
  private func exported(
    _ catalog: Catalog = Fixture.catalog(), version: XLIFFSheetVersion = .version12,
    extras: ReviewSheet.Extras = ReviewSheet.Extras(), locales: [String] = ["da-DK"]
  ) throws -> ExportedUnits {
    try ExportedUnits(catalog, as: .xliff, version: version, extras: extras, locales: locales)
  }

  private let mine = [Proposal.own(7, "button", "Log på")]

  // MARK: - Out

  @Test func `a unit has its source, its target with its state, its notes, its maximum length and its alternatives`()
    throws
  {
    var extras = ReviewSheet.Extras()
    extras.contexts = [
      TextKey(section: "login", key: "button"): TextContext(description: "On the <button>", maximumLength: 20)
    ]
    let sheet = try exported(Fixture.catalog(proposals: mine), extras: extras)
    let text = try sheet.text
    #expect(text.contains("<source>Tap to go on</source>\n<context-group"), "a missing text has no target")
    #expect(text.contains("<file original=\"da-DK\" source-language=\"en-GB\" target-language=\"da-DK\""))
    let start = try #require(
      text.range(of: "<trans-unit ", range: text.range(of: "login.title")!.upperBound..<text.endIndex))
    let end = try #require(text.range(of: "</trans-unit>", range: start.upperBound..<text.endIndex))
    let unit = text[start.lowerBound..<end.lowerBound]
    for part in [
      "resname=\"login.button\" maxwidth=\"20\" size-unit=\"char\" xml:space=\"preserve\"", "<source>Log in</source>",
      "<target state=\"translated\">Log på</target>",
      "<context context-type=\"x-nstack-review-current\">Log ind</context>",
      "<note from=\"nstack-review description\">On the &lt;button&gt;</note>",
      "<note from=\"nstack-review\">login / button</note>",
      "<alt-trans origin=\"current value\" xml:space=\"preserve\"><target>Log ind</target></alt-trans>",
    ] { #expect(unit.contains(part), "\(part)") }
  }

  @Test func `XLIFF 2.1 has the same unit, with data for its codes`() throws {
    let sheet = try exported(ExportedUnits.catalog("%@ of {{n}} %@", "%@ af {{n}}"), version: .version21)
    let text = try sheet.text
    for part in [
      "version=\"2.1\"", "srcLang=\"en-GB\" trgLang=\"da-DK\"",
      "<originalData><data id=\"d1\">%@</data><data id=\"d2\">{{n}}</data><data id=\"d3\">%@</data></originalData>",
      "<segment id=\"s1\" state=\"translated\">",
      "<ph id=\"1\" dataRef=\"d1\" disp=\"%@\" equiv=\"%@\"/> af <ph id=\"2\"",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(throws: SpreadsheetError.self) { try exported(version: .version21, locales: ["en-GB", "da-DK"]) }
  }

  // MARK: - Back

  /// What XML does not allow, and its name.
  @Test(arguments: [
    "&#xB;": "U+000B", "\u{B}": "U+000B", "\u{1}": "U+0001", "&#0;": "U+0000", "&#xFFFE;": "U+FFFE",
    "\u{FFFF}": "U+FFFF", "&#xD800;": "U+D800", "&#31;": "U+001F", "<![CDATA[\u{8}]]>": "U+0008",
    "&#x110000;": "a number above U+10FFFF",
  ]) func `a character that XML does not allow is named, its unit refused, and the rest read`(
    written: String, name: String
  ) throws {
    for version in XLIFFSheetVersion.allCases {
      for (old, new) in [
        (">Velkommen</target>", ">Velkom\(written)men</target>"), ("<source>Welcome<", "<source>Wel\(written)come<"),
      ] {
        let sheet = try exported(version: version)
        try sheet.edit(old, new)
        try sheet.edit(">Log ind</target>", ">Log på</target>")
        let plan = try sheet.plan()
        #expect(plan.sent == ["Log på"])
        let refused = plan.items.filter { $0.verdict == .refused }
        #expect(refused.map(\.row.text.key) == ["title"] && refused[0].message.contains(name), "\(old)")
      }
    }
  }

  /// What tools write, the verdict on it, and the text that is proposed.
  private static let targets: [(String, Verdict, String?)] = [
    ("<target>Tryk</target>", .propose, "Tryk"), ("<target state=\"translated\">Tryk</target>", .propose, "Tryk"),
    ("<target state=\"final\">Tryk</target>", .propose, "Tryk"), ("<target state=\"new\">Tryk</target>", .skipped, nil),
    ("<target state=\"needs-translation\">Tryk</target>", .skipped, nil),
    ("<target state=\"needs-review-translation\">Tryk</target>", .skipped, nil),
    ("<target state-qualifier=\"fuzzy-match\">Tryk</target>", .skipped, nil),
    ("<target state=\"translated\" state-qualifier=\"fuzzy-match\">Tryk</target>", .skipped, nil),
    ("<target state=\"final\" state-qualifier=\"fuzzy-match\">Tryk</target>", .propose, "Tryk"),
    ("<target state=\"translated\" state-qualifier=\"exact-match\">Tryk</target>", .propose, "Tryk"),
    ("<target state-qualifier=\"exact-match\">Tryk</target>", .skipped, nil),
    ("<target>Tap to go on</target>", .skipped, nil),
    ("<target state=\"translated\">Tap to go on</target>", .propose, "Tap to go on"), ("<target/>", .unchanged, nil),
    ("<target></target>", .unchanged, nil), ("", .unchanged, nil),
    (
      "<seg-source><mrk mtype=\"seg\" mid=\"0\">Tap</mrk> <mrk mtype=\"seg\" mid=\"1\">to go on</mrk></seg-source>"
        + "<target><mrk mtype=\"seg\" mid=\"0\">Tryk</mrk> <mrk mtype=\"seg\" mid=\"1\">her</mrk></target>", .propose,
      "Tryk her"
    ),
    (
      "<seg-source><mrk mtype=\"seg\" mid=\"0\">Tap</mrk> <mrk mtype=\"seg\" mid=\"1\">to go on</mrk></seg-source>"
        + "<target><mrk mtype=\"seg\" mid=\"0\">Tryk</mrk> <mrk mtype=\"seg\" mid=\"1\"/></target>", .skipped, nil
    ),
  ]

  @Test(arguments: targets) func `a target that a tool filled in is not sent`(
    target: String, verdict: Verdict, proposal: String?
  ) throws {
    let sheet = try exported()
    try sheet.edit("<source>Tap to go on</source>\n", "<source>Tap to go on</source>\n\(target)")
    let plan = try sheet.plan()
    #expect(plan.counts == (verdict == .unchanged ? [.unchanged: 3] : [.unchanged: 2, verdict: 1]))
    #expect(plan.operations == (proposal.map { [.propose(value: $0)] } ?? []))
    if verdict == .skipped { #expect(plan.items.first?.message.hasPrefix("The translation is not finished") == true) }
  }

  /// What tools put in the place of a translation that was exported with the state `translated`, and the verdict on it.
  private static let replaced: [(String, Verdict)] = [
    ("<target state=\"translated\">Welcome</target>", .skipped), ("<target>Welcome</target>", .skipped),
    ("<target state=\"final\">Welcome</target>", .propose), ("<target state=\"translated\">Hej</target>", .propose),
    ("<target>Hej</target>", .propose),
    ("<target state=\"translated\" state-qualifier=\"mt-suggestion\">Hej</target>", .skipped),
    ("<target state=\"translated\" state-qualifier=\"exact-match\">Hej</target>", .skipped),
    ("<target state-qualifier=\"leveraged-tm\">Hej</target>", .skipped),
    ("<target state=\"signed-off\" state-qualifier=\"leveraged-tm\">Hej</target>", .propose),
  ]

  @Test("the state that the export wrote does not make a tool's text a translator's", arguments: replaced)
  func replacedTranslations(target: String, verdict: Verdict) throws {
    let sheet = try exported()
    try sheet.edit("<target state=\"translated\">Velkommen</target>", target)
    let plan = try sheet.plan()
    #expect(plan.counts == [.unchanged: 2, verdict: 1])
    if verdict == .skipped {
      #expect(plan.items.first?.message.hasSuffix("If it is meant, set its state to \"final\".") == true)
    }
  }

  @Test(
    "a segment of XLIFF 2.1 that is initial is not sent, one without a state is",
    arguments: ["": Verdict.propose, " state=\"initial\"": .skipped, " state=\"reviewed\"": .propose])
  func segmentStates(state: String, verdict: Verdict) throws {
    let sheet = try exported(version: .version21)
    try sheet.edit(
      "<segment id=\"s1\">\n<source>Tap to go on</source>\n",
      "<segment id=\"s1\"\(state)>\n<source>Tap to go on</source>\n<target>Tryk</target>")
    #expect(try sheet.plan().counts == [.unchanged: 2, verdict: 1])
  }

  @Test(arguments: XLIFFSheetVersion.allCases) func `a target that is gone says nothing`(version: XLIFFSheetVersion)
    throws
  {
    let sheet = try exported(Fixture.catalog(proposals: mine), version: version)
    let start = version == .version12 ? "<target state=\"translated\">" : "<target>"
    for text in ["Log på", "Velkommen"] { try sheet.edit("\(start)\(text)</target>\n", "") }
    #expect(try sheet.plan().counts == [.unchanged: 3])
  }

  @Test func `placeholders are inline codes, and come back as they were, also by their id alone`() throws {
    let sheet = try exported(ExportedUnits.catalog("Hi %1$@, {name}", "Hej %1$@, {name}"))
    let code = "<ph id=\"1\" equiv-text=\"%1$@\">%1$@</ph>"
    #expect(try sheet.text.contains("<source>Hi \(code), "))
    try sheet.edit(
      ">Hej \(code), <ph id=\"2\" equiv-text=\"{name}\">{name}</ph><", "><x id=\"2\"/> og <ph id=\"1\"/>!<")
    #expect(try sheet.plan().sent == ["{name} og %1$@!"])
    try sheet.edit("<x id=\"2\"/>", "<x id=\"9\"/>")
    let plan = try sheet.plan()
    #expect(plan.verdicts == [.refused])
    #expect(plan.tells("id \"9\""))
  }

  @Test func `the texts in braces of an ICU message are not codes`() throws {
    let message = "{n, plural, one {item} other {%d items}}"
    #expect(
      try exported(ExportedUnits.catalog(message, nil)).text.contains(
        "<source>{n, plural, one {item} other {<ph id=\"1\" equiv-text=\"%d\">%d</ph> items}}</source>"))
  }

  @Test(
    "without its metadata, a suggestion or a target without a state is not sent",
    arguments: [
      "<target>Tryk</target><note>[Suggestion: exact match in a.tmx, entry 1]</note>": Verdict.skipped,
      "<target state=\"translated\">Tryk</target><note>[Suggestion: exact match in a.tmx, entry 1]</note>": .skipped,
      "<target state=\"final\">Tryk</target><note>[Suggestion: exact match in a.tmx, entry 1]</note>": .propose,
      "<target>Tryk</target>": .skipped, "<target state=\"translated\">Tryk</target>": .propose,
    ]) func suggestionsWithoutBase(target: String, verdict: Verdict) throws
  {
    let sheet = try exported()
    try sheet.write(sheet.text.replacing(/<context-group(?s).*?<\/context-group>\n/, with: ""))
    try sheet.edit("<source>Tap to go on</source>\n", "<source>Tap to go on</source>\n\(target)")
    #expect(try sheet.plan().counts[verdict] == 1)
  }

  @Test func `elements that tools add in namespaces of their own are not XLIFF's`() throws {
    let sheet = try exported(Fixture.catalog(proposals: mine))
    try sheet.edit("<header>", "<header><q:x xmlns:q=\"urn:q\"><q:file source-language=\"fr\"/><q:trans-unit/></q:x>")
    try sheet.edit("<body>", "<body><x xmlns=\"urn:q\"><trans-unit><target>Fremmed</target></trans-unit></x>")
    try sheet.edit(">Velkommen</target>", ">Hej</target><q:target xmlns:q=\"urn:q\">Fremmed</q:target>")
    let plan = try sheet.plan()
    #expect(plan.counts == [.unchanged: 2, .propose: 1])
    #expect(plan.sent == ["Hej"])
  }

  @Test func `a file whose elements have a prefix is read`() throws {
    let sheet = try exported(Fixture.catalog(proposals: mine))
    try sheet.edit(">Velkommen</target>", ">Hej</target>")
    let text = try sheet.text.replacing("xmlns=", with: "xmlns:x=").replacing(/<(\/?)([a-z])/) { "<\($0.1)x:\($0.2)" }
    try sheet.write(text)
    #expect(try sheet.plan().sent == ["Hej"])
  }

  @Test func `a unit that a tool divided is cleared when all its targets were emptied`() throws {
    let sheet = try exported(ExportedUnits.catalog("One. Two.", "En. To."), version: .version21)
    let unit = try #require(try sheet.text.firstMatch(of: /<segment.*<\/segment>/.dotMatchesNewlines())).0
    try sheet.edit(
      String(unit),
      "<segment id=\"a\"><source>One.</source><target/></segment><ignorable><source> </source></ignorable>"
        + "<segment id=\"b\"><source>Two.</source><target></target></segment>")
    #expect(try sheet.plan().counts == [.cleared: 1])
  }

  @Test(arguments: XLIFFSheetVersion.allCases)
  func `description, screenshot and maximum length come back, for the sheet of rows to fix`(version: XLIFFSheetVersion)
    throws
  {
    var extras = ReviewSheet.Extras()
    let context = TextContext(description: "On the <button>", screenshot: "https://a.b/c.png", maximumLength: 20)
    extras.contexts = [TextKey(section: "login", key: "title"): context]
    let sheet = try exported(version: version, extras: extras)
    try sheet.edit(">Velkommen</target>", ">Hej</target>")
    let item = try #require(try sheet.plan().items.first)
    #expect(item.row.context == context)
    #expect(item.row.note.isEmpty)
  }

  @Test(arguments: XLIFFSheetVersion.allCases) func `a text that is too long for a cell is not to be translated`(
    version: XLIFFSheetVersion
  ) throws {
    let long = String(repeating: "x", count: 40_000)
    let catalog = Fixture.catalog(
      english: [("a", "long", long), ("a", "short", "A")], danish: [("a", "long", "B"), ("a", "short", "C")],
      reading: .now)
    let sheet = try exported(catalog, version: version)
    #expect(try sheet.text.components(separatedBy: " translate=\"no\"").count == 2)
    #expect(try sheet.plan().counts == [.unchanged: 2])
    try sheet.edit(">B</target>", ">D</target>")
    let plan = try sheet.plan()
    #expect(plan.counts == [.unchanged: 1, .skipped: 1])
    #expect(plan.files.first?.exportedRowCount == 2 && plan.diagnostics.isEmpty)
    #expect(plan.tells("translate=\"no\""))
  }

  @Test func `a suggestion is sent only if the file says that a person approved it`() throws {
    let row = try Fixture.exportedRow("hint", of: Fixture.catalog())
    var filled = row
    filled.proposal = "Tryk"
    filled.base = row.base?.suggesting(TextHash("Tryk"))
    for (target, verdict) in [
      ("<target>Tryk</target>", Verdict.unchanged), ("<target state=\"translated\">Tryk</target>", .skipped),
      ("<target state=\"signed-off\">Tryk</target>", .propose), ("<target>Tryk her</target>", .propose),
      ("<target/>", .unchanged),
    ] {
      let sheet = try ExportedUnits(
        ReviewSheet(picking: [filled], from: Fixture.catalog(), scope: Fixture.scope), as: .xliff)
      try sheet.edit("<target>Tryk</target>", target)
      #expect(try sheet.plan().counts == [verdict: 1], "\(target)")
    }
  }

  // MARK: - Rows to fix

  @Test func `a row to fix that has no base is kept out until the translation is finished`() throws {
    let row = ReviewRow(text: Fixture.text("hint"), proposal: "Tryk %@", action: "skip")
    let sheet = try ExportedUnits(
      ReviewSheet(picking: [row], from: Fixture.catalog(), scope: Fixture.scope), as: .xliff)
    #expect(try sheet.plan().counts == [.skipped: 1])
    try sheet.edit("<target state=\"needs-translation\">Tryk ", "<target state=\"translated\">Tryk ")
    #expect(try sheet.plan().sent == ["Tryk %@"])
  }
}
