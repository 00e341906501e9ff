import ReviewFixtures
import Testing

@testable import TranslationReview

struct ProjectRuleTests {
  private static func settings() throws -> CheckSettings {
    var settings = CheckSettings()
    try settings.addRule("shouting", forbidding: "!", requiring: nil, message: "We do not shout.")
    try settings.set("error", for: "rule.shouting")
    try settings.addRule(
      "brand", forbidding: nil, requiring: #"\bNStack\b"#, ofSource: #"(?i)\bnstack\b"#, message: "Keep NStack.")
    try settings.addRule("say-du", forbidding: #"\bDe(m|res)?\b"#, requiring: nil, message: "Say du.") {
      $0.locale.hasPrefix("da")
    }
    try settings.set("info", for: "rule.say-du")
    try settings.addRule("button-1", forbidding: #"\.\s*$"#, requiring: #"^\p{Lu}"#, message: "As on a button.") {
      $0.key.hasPrefix("button")
    }
    try settings.addRule("german", forbidding: "e", requiring: nil, message: "Not here.") { $0.locale.hasPrefix("de") }
    return settings
  }

  private typealias Case = (
    key: String, english: String, danish: String?, proposal: String, note: String, expected: String
  )

  private static let cases: [Case] = [
    ("a01", "Hello", nil, "Hej", "", "a01 propose Hej"),
    ("a02", "Hello", nil, "Hej da!", "", "a02 refused-by-check (rule.shouting)"),
    ("a03", "Hello!", nil, "Hej! Nu!", "", "a03 refused-by-check (rule.shouting) (rule.shouting)"),
    ("a04", "Hello", "Hej!", "Hejsa!", "", "a04 propose Hejsa!"),
    ("a05", "Hello", "Hej!", "Hejsa! Nu!", "", "a05 refused-by-check (rule.shouting)"),
    ("a06", "Hello", nil, "Davs!", "ignore: rule.shouting", "a06 propose Davs!"),
    ("a07", "Hello", nil, "Goddag!", "ignore: rule.brand", "a07 refused-by-check (rule.shouting)"),
    ("a08", "Sent by NStack", nil, "Sendt af NStack", "", "a08 propose Sendt af NStack"),
    ("a09", "Sent by NStack", nil, "Sendt af nstack", "", "a09 propose Sendt af nstack (rule.brand)"),
    ("a10", "Sent by nstack", nil, "Sendt af os", "", "a10 propose Sendt af os (rule.brand)"),
    ("a11", "Sent by us", nil, "Sendt af nstack", "", "a11 propose Sendt af nstack"),
    ("a12", "NStack", nil, "NStacks", "", "a12 propose NStacks (rule.brand)"),
    ("a13", "NStack", "nstack", "nstacks", "", "a13 propose nstacks"),
    ("a14", "Your file", nil, "Deres fil", "", "a14 propose Deres fil (rule.say-du)"),
    ("a15", "Your file", nil, "Din fil og Deres", "ignore: rule.say-du", "a15 propose Din fil og Deres"),
    ("a16", "Your file", nil, "Derefter en fil", "", "a16 propose Derefter en fil"),
    ("a17", "NStack and you", nil, "De!", "", "a17 refused-by-check (rule.shouting) (rule.brand) (rule.say-du)"),
    ("a18", "End.", nil, "slut.", "", "a18 propose slut."), ("button1", "Save", nil, "Gem", "", "button1 propose Gem"),
    ("button2", "Save", nil, "Gem.", "", "button2 propose Gem. (rule.button-1)"),
    ("button3", "Save", nil, "gem", "", "button3 propose gem (rule.button-1)"),
    ("button4", "Save", nil, "Ærø", "", "button4 propose Ærø"),
    ("button5", "Save", nil, "Gem. Nu", "", "button5 propose Gem. Nu"),
    ("button6", "Save", nil, "gem.", "ignore: rule.button-1", "button6 propose gem."),
  ]

  @Test(arguments: SheetCases.formats) func `a project's rules judge the texts of every sheet`(format: SheetFormat)
    throws
  {
    let catalog = Fixture.catalog(
      english: Self.cases.map { ("login", $0.key, $0.english) }, danish: Self.cases.map { ("login", $0.key, $0.danish) }
    )
    var options = PlanningOptions()
    options.checks = try Self.settings().checks.filter { $0.id.hasPrefix("rule.") }
    let returned = try SheetCases.returned(
      SheetCases.sheet(catalog), as: format,
      Self.cases.map { RowEdit(key: $0.key, proposal: $0.proposal, note: $0.note) })
    let plan = Fixture.plan(returned, against: catalog, options: options)
    #expect(SheetCases.outcome(plan) == Self.cases.map(\.expected).joined(separator: ", "))
  }

  @Test func `a finding has the rule's message, and what matches`() throws {
    let findings = try Self.settings().findings(in: CheckedText("Gem!", source: "Save", locale: "de", key: "button"))
    #expect(
      findings.map(\.sentence) == [
        "end.exclamation (\"!\"): The proposal ends in this mark, and the source text does not. Check that this is intended.",
        "rule.shouting (\"!\"): We do not shout.", "rule.german (\"e\"): Not here.",
      ])
  }

  @Test(arguments: [
    (["Shout", "!", "x"], "A rule has the name \"Shout\". Write a word of a to z, digits and dashes."),
    (["", "!", "x"], "A rule has the name \"\". Write a word of a to z, digits and dashes."),
    (["taken", "!", "x"], "Two rules have the name taken. Rename one."),
    (["a", "!", ""], "The rule a needs a message, and a pattern under forbid or require."),
    (["a", nil, "x"], "The rule a needs a message, and a pattern under forbid or require."),
    (["a", "!*", "x"], "\"!*\" matches an empty text. Write what it begins with."),
    (
      ["a", "(a", "x"], "\"(a\" is not a regular expression: a ( is without its ). Correct it, as in '\\[\\[.+?\\]\\]'."
    ),
  ]) func `a rule that cannot be meant is refused`(rule: [String?], message: String) throws {
    var settings = CheckSettings()
    try settings.addRule("taken", forbidding: "!", requiring: nil, message: "x")
    let refusal = #expect(throws: CheckSettings.Refusal.self) {
      try settings.addRule(rule[0] ?? "", forbidding: rule[1], requiring: nil, message: rule[2] ?? "")
    }
    #expect(refusal?.message == message)
  }
}
