import Basics
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct PublishedCheckTests {
  private let english: [(section: String, key: String, value: String?)] = [
    ("login", "count", "%d new texts"), ("login", "a", "Delete all"), ("login", "b", "Delete all"),
    ("login", "c", "Delete all"), ("login", "empty", "Nothing"), ("login", "bad", "Trailing\u{8}"),
  ]

  private func catalog(_ count: String = "%@ nye tekster", others: String = "Slet alle", c: String = "Fjern alt")
    -> Catalog
  {
    Fixture.catalog(
      english: english,
      danish: [
        ("login", "count", count), ("login", "a", others), ("login", "b", others), ("login", "c", c),
        ("login", "empty", ""), ("login", "bad", "Fint "),
      ])
  }

  private func check(_ catalog: Catalog, _ baseline: FindingBaseline? = nil) throws -> PublishedCheck {
    try PublishedCheck(catalog, checks: CheckSettings().checks, baseline: baseline)
  }

  @Test func `every translated text is checked, also one in the source locale, and the worst is named first`() throws {
    let check = try check(catalog())
    #expect(check.textCount == 11)
    #expect(
      check.diagnostics.map { "\($0.severity) \($0.text?.locale ?? "") \($0.text?.key ?? "") \($0.checks[0])" } == [
        "error en-GB bad character.control", "error da-DK count printf.type", "warning da-DK c text.consistency",
        "warning da-DK bad space.edge",
      ])
    let lines = check.lines()
    #expect(lines[0] == "check              severity  found  most in")
    #expect(lines[1] == "character.control  error     1      en-GB 1")
    #expect(lines.contains("da-DK       5       1         2"))
    #expect(lines.last == "11 texts in 2 locales: 2 errors, 2 warnings, 0 info")
    #expect(check.lines(.summary).count == 11)
    #expect(Annotation.list(of: check.diagnostics).map(\.place).first == "login/bad [en-GB]")
  }

  @Test func `what the baseline has is known, and what is new or there once more is not`() throws {
    let baseline = try FindingBaseline(text: self.check(catalog(c: "Slet alle")).json.text)
    let check = try check(catalog(), baseline)
    #expect(check.diagnostics.flatMap(\.checks) == ["text.consistency"])
    #expect(check.knownCount == 3)
    #expect(check.lines().last?.hasSuffix("0 errors, 1 warning, 0 info; 3 known from the baseline") == true)
    let worse = try self.check(catalog("%@ nye tekster %@ ", c: "Slet alle"), baseline)
    #expect(Set(worse.diagnostics.flatMap(\.checks)) == ["printf.extra", "space.edge"])
    #expect(throws: SpreadsheetError.self) { try FindingBaseline(text: "{\"rows\": 1}") }
    let odd = try FindingBaseline(text: self.check(catalog()).json.text)
    #expect(try self.check(catalog(others: "Ryd alle"), odd).diagnostics.isEmpty)
  }

  @Test func `a plan compares with what the sheet asks for elsewhere, and with the server`() throws {
    let catalog = catalog(c: "Slet alle")
    func plan(_ keys: String...) throws -> [String] {
      try Fixture.plan(keys.map { ($0, { $0.proposal = "Fjern alt" }) }, of: catalog, options: PlanningOptions()).items
        .flatMap { $0.findings.map(\.check) }
    }
    #expect(try plan("a") == ["text.consistency"])
    #expect(try plan("a", "b", "c") == [])
  }
}
