import ProgramRuns
import Testing

struct CheckFormatTests {
  private static let header = "Section,Key,Locale,Current value,Proposal,Deletable,Action,Proposal ID\n"
  private let message = "Deletable says no: another user made the proposal, and only that user can delete it."

  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write(Self.header + "login,title,da-DK,,Hej,no,delete,7\n", to: "returned/da.csv")
    try place.write(Self.header + "login,title,de-DE,,Hallo,,,\n", to: "returned/de.csv")
    return place
  }

  @Test func `github prints a command for each finding, and the counts`() async throws {
    let run = try await place().run("check returned --format github")
    #expect(run.status == 3)
    #expect(
      run.text
        == "::error file=returned/da.csv,title=row 2%2C login/title [da-DK]::\(message) (row.refused)\n2 rows in 2 files: 2 edited, 1 refused\n"
    )
    #expect(run.errorText == "")
  }

  @Test func `gitlab prints a report alone, and the counts on standard error`() async throws {
    let place = try place()
    let run = try await place.run("check returned --format gitlab", endsWith: 3)
    #expect(try run.json().all("description") == ["row 2, login/title [da-DK]: \(message)"])
    #expect(run.errorText == "2 rows in 2 files: 2 edited, 1 refused\n")
    #expect(try await place.done("check returned/de.csv --format gitlab").text == "[]\n")
  }

  @Test func `text that is not CSV, and has no header before, is not called a damaged sheet`() async throws {
    let place = try Workplace()
    try place.write("one line\n\"a\"b,c\n", to: "notes")
    #expect(
      try await place.run("check notes", endsWith: 1).errorText.contains(
        ": this is not a review sheet, or its header is gone: no row before this one has it, and there is text after"))
  }

  @Test(arguments: ["github", "gitlab"]) func `a file that cannot be read is a finding too`(format: String) async throws
  {
    let place = try Workplace()
    try place.write("Name,Street\nAnna,Strandvejen\n", to: "addresses.csv")
    let run = try await place.run("check addresses.csv --format \(format)", endsWith: 1)
    #expect(run.errorText.hasPrefix("error: addresses.csv: "))
    if format == "github" {
      #expect(run.text.hasPrefix("::error file=addresses.csv,title=sheet.no-header::addresses.csv: "))
    } else {
      #expect(try run.json()[0]["check_name"] == "sheet.no-header")
      #expect(try run.json()[0]["location"]["path"] == "addresses.csv")
    }
  }
}
