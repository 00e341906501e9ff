import Basics
import NStackAPI
import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct AnnotationTests {
  private static let finding = Annotation(
    severity: .error, file: "./returned/da, 100%: spring.xlsx", place: "worksheet \"Review\", row 7",
    code: "row.damaged", message: "Key now holds \"a:b, 5 %\".\nRestore it.")

  @Test(arguments: [
    "returned/da.xlsx": "app/returned/da.xlsx", "./da.xlsx": "app/da.xlsx", "../returned/da.xlsx": "returned/da.xlsx",
    "/builds/repository/da.xlsx": "da.xlsx", "/elsewhere/da.xlsx": "/elsewhere/da.xlsx",
    "../../da.xlsx": "../../da.xlsx",
  ]) func `paths begin in the root of the repository, wherever the program runs`(given: String, shown: String) {
    let annotation = Annotation(severity: .error, file: given, code: "sheet.no-header", message: "No header.")
    #expect(annotation.from(root: "/builds/repository", in: "/builds/repository/app").file == shown)
  }

  @Test func `a command of GitHub escapes line ends and percent signs, and colons and commas before the message`() {
    #expect(
      Self.finding.gitHubLine
        == "::error file=returned/da%2C 100%25%3A spring.xlsx,title=worksheet \"Review\"%2C row 7::"
        + "Key now holds \"a:b, 5 %25\".%0ARestore it. (row.damaged)")
  }

  @Test(
    "the severities have GitHub's names, and what is about no row has its code as the title",
    arguments: [
      (Severity.error, "::error title=sheet.foreign::Left out."),
      (.warning, "::warning title=sheet.foreign::Left out."), (.info, "::notice title=sheet.foreign::Left out."),
    ]) func gitHubSeverity(severity: Severity, line: String)
  { #expect(Annotation(severity: severity, file: nil, code: "sheet.foreign", message: "Left out.").gitHubLine == line) }

  @Test func `a report of GitLab has the members that GitLab documents`() {
    #expect(
      Annotation.gitLabReport([Self.finding], folder: "returned").text == #"""
        [
          {
            "description": "worksheet \"Review\", row 7: Key now holds \"a:b, 5 %\".\nRestore it.",
            "check_name": "row.damaged",
            "fingerprint": "66f3a61a31945125a872e5607adafd0c",
            "severity": "major",
            "location": {
              "path": "returned/da, 100%: spring.xlsx",
              "lines": {
                "begin": 1
              }
            }
          }
        ]
        """#)
    #expect(Annotation.gitLabReport([], folder: "returned").text == "[]")
  }

  @Test func `what is about no file has the path that was asked for, and a repeated finding another fingerprint`() {
    let annotation = Annotation(severity: .info, file: nil, code: "sheet.passed-over", message: "Not read.")
    let report = Annotation.gitLabReport([annotation, annotation], folder: "returned").text
    #expect(report.matches(of: /"path": "returned"/).count == 2)
    #expect(report.matches(of: /"severity": "info"/).count == 2)
    #expect(Set(report.matches(of: /"fingerprint": "([0-9a-f]{32})"/).map { String($0.1) }).count == 2)
  }

  @Test func `a finding has the id of its first check, and any other remark its code`() {
    let diagnostics = [
      Diagnostic(code: .rowCheckFinding, severity: .warning, checks: ["space.edge"], message: "A space."),
      Diagnostic(
        code: .row(.refusedByCheck), severity: .error, checks: ["printf.missing", "html.tags"], message: "Two."),
      Diagnostic(code: .sheetNoRows, severity: .warning, message: "No rows."),
    ]
    #expect(Annotation.list(of: diagnostics).map(\.code) == ["space.edge", "printf.missing", "sheet.no-rows"])
  }

  @Test func `files that were left out come first, then the findings by file and row`() throws {
    let folder = try ScratchFolder()
    let header = "Section,Key,Locale,Current value,Proposal,Deletable,Action,Proposal ID\n"
    let paths = try [
      ("a.csv", header + "login,title,da-DK,,Hej,,,\n"), ("b.csv", "Name,Street\nAnna,Strandvejen\n"),
      ("c.csv", header + "login,title,da-DK,,Hejsa,,,\n"),
    ].map { name, text in try folder.write(text, to: name) }
    let check = SheetCheck(try ReviewSheetReader.read(paths, leavesOutForeignFiles: true), options: Fixture.unchecked)
    #expect(check.annotations.map(\.code) == ["sheet.foreign", "row.disagreement", "row.disagreement"])
    #expect(check.annotations.map(\.file) == [paths[1], paths[0], paths[2]])
    #expect(check.annotations.map(\.place) == ["", "row 2, login/title [da-DK]", "row 2, login/title [da-DK]"])
    #expect(check.annotations.allSatisfy { $0.severity == .error })
  }
}
