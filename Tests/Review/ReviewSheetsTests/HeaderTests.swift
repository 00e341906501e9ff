import ReviewFixtures
import Spreadsheet
import Testing

@testable import ReviewSheets

struct HeaderTests {
  private let headers = ["Section", "Key", "Locale", "Current value", "Proposal", "Deletable"]

  func recognition(_ headers: [String]) -> SheetColumns.Recognition {
    SheetColumns.recognition(of: headers.enumerated().map { ($0, $1) }, row: 0)
  }

  func columns(_ headers: [String]) throws -> SheetColumns {
    let found = recognition(headers)
    var columns: SheetColumns?
    if case .header(let header) = found { columns = header }
    return try #require(columns, "no header: \(found)")
  }

  @Test func `columns are found in any order and case, with spaces around and other columns between`() throws {
    let columns = try columns([
      "Ticket", " PROPOSAL ", "deletable", "key", "Current\u{A0} value", "", "section ", "Locale",
    ])
    let group = try #require(columns.groups.first)
    #expect(
      [group[.section], group[.key], group[.locale], group[.currentValue], group[.proposal], group[.deletable]] == [
        6, 3, 7, 4, 1, 2,
      ])
    #expect(group[.base] == -1)
  }

  @Test func `a missing column is named`() {
    guard case .incomplete(let missing, _, _) = recognition(["Section", "Key", "Locale", "Current value", "Deletable"])
    else {
      Issue.record("the header passed")
      return
    }
    #expect(missing == [.proposal])
  }

  @Test func `a header that stands twice is refused`() {
    for (first, second) in [("Proposal", "Proposal"), ("Proposal:", " PROPOSAL")] {
      guard
        case .repeated(_, let columns) = recognition([
          "Section", "Key", "Locale", "Current value", first, "Deletable", second,
        ])
      else {
        Issue.record("\(second) passed")
        return
      }
      #expect(columns == [4, 6])
    }
  }

  @Test func `a column that is like one of a review, or in brackets beside a column of locales, is somebody's own`()
    throws
  {
    let columns = try columns(headers + ["Note", "Comment", "Suggestion", "Note [DE]"])
    #expect(columns.groups.map(\.locale) == [nil])
    #expect(columns.groups.map { $0[.note] } == [6])
    #expect(columns.groups.map { $0[.proposal] } == [4])
  }

  @Test func `the header of Progress counts, and a column of the name alone is one's own`() {
    let headers = ["Progress", "progress: 3 changed, 0 red", "Progress notes", "Progression 3"]
    #expect(headers.map { ReviewColumn(header: $0) } == [nil, .progress, nil, nil])
  }

  @Test func `a text is only looked at as a header or word where it is short enough for one`() {
    let long = String(repeating: " ", count: 2_000)
    #expect(ReviewColumn(header: "   Proposal   ") == .proposal)
    #expect(ReviewColumn(header: "Proposal" + long) == nil)
    #expect(ReviewAction(word: " Delete ") == .delete)
    #expect(ReviewAction(word: "delete" + long) == nil)
  }

  @Test(arguments: [["Name", "Key", "Price"], [], ["Proposal"], ["a", "b"]]) func `some other table is none of ours`(
    headers: [String]
  ) {
    guard case .other = recognition(headers) else {
      Issue.record("taken for a review sheet: \(headers)")
      return
    }
  }

  @Test func `a group of columns for each locale is found by the locale in brackets`() throws {
    let columns = try columns([
      "Section", "Key", "Current value [da-DK]", "Proposal [da-DK]", "Deletable [da-DK]", "proposal [DE_de]",
      "Deletable [DE_de]", "Current value [DE_de]",
    ])
    #expect(columns.groups.map(\.locale) == ["da-DK", "DE_de"])
    #expect(columns.groups.map { $0[.proposal] } == [3, 5])
    #expect(columns.groups.map { $0[.key] } == [1, 1])
  }

  @Test(arguments: ["Action:", "Action\u{200B}", "* action", "Action\u{A0}"])
  func `punctuation and what cannot be seen do not count in a header`(header: String) throws {
    #expect(try columns(headers + [header]).groups.map { $0[.action] } == [6])
  }

  @Test func `a header that resembles a missing one is named`() throws {
    let form = EditedSheet(name: "a.csv")
    let error = #expect(throws: SpreadsheetError.self) {
      _ = try form.read { try $0[0].set("Propsal", in: "Proposal", row: 0) }
    }
    #expect(error?.code == "sheet.missing-column")
    #expect(error?.message.contains("\"Propsal\" resembles \"Proposal\"") == true)
    let sheet = try form.read { try $0[0].set("Not", in: "Note", row: 0) }
    #expect(sheet.diagnostics.map(\.code.rawValue) == ["sheet.unknown-column"])
    let own = try form.read { try $0[0].set("Ticket", in: "Note", row: 0) }
    let told = try #require(own.diagnostics.first)
    #expect(own.diagnostics.count == 1 && told.severity == .warning)
    #expect(
      told.message == "The header lacks the column \"Note\", and the column \"Ticket\" is not read. "
        + "If it holds the notes, rename it to Note.")
  }

  @Test(arguments: ["delete", " Slet ", "削除", "remove"])
  func `a word that asks for a deletion under a header that is not known refuses the file`(word: String) throws {
    let header = headers + ["To do"]
    func read() throws -> ReturnedSheet {
      try EditedSheet(name: "a.csv").read {
        $0[0].cells = [header, ["login", "title", "da-DK", "Velkommen", "", "", word]]
      }
    }
    if word == "remove" {
      #expect(try read().rowCount == 1)
    } else {
      let error = #expect(throws: SpreadsheetError.self) { _ = try read() }
      #expect(error?.code == "sheet.lost-action")
      #expect(error?.place.line == 2)
      #expect(error?.message.contains("column G (\"To do\")") == true)
    }
  }

  @Test func `a note that is the word for a deletion is told of`() throws {
    let sheet = try EditedSheet(name: "a.csv").read { try $0[0].set("delete", in: "Note", row: 1) }
    #expect(sheet.diagnostics.map(\.code.rawValue) == ["row.action-in-note"])
  }

  @Test func `a word that holds a row back where it is not read refuses the row that would be sent`() throws {
    func intents(_ edit: (inout EditedSheet.Table, Int) throws -> Void) throws -> [RowIntent] {
      try EditedSheet().read { tables in
        let row = try tables[0].row("Log ind", in: "Current value")
        try tables[0].set("Log på", in: "Proposal", row: row)
        try edit(&tables[0], row)
      }.rows.map(\.intent)
    }
    let nameless = try intents { table, row in
      try table.set("skip", in: "Action", row: row)
      try table.set("", in: "Action", row: 0)
    }
    #expect(nameless == [.unclear(.misplaced("column F holds a word that counts only under \"Action\""))])
    let noted = try intents { table, row in try table.set("Skip", in: "Note", row: row) }
    #expect(noted == [.unclear(.misplaced("the note is the word \"Skip\", which counts only under \"Action\""))])
    let meant = try intents { table, row in try table.set("please do not skip", in: "Note", row: row) }
    #expect(meant == [.propose])
  }

  @Test func `a second column for proposals is named, and its texts are not sent`() throws {
    for header in ["Proposed", "Proposal2", "Proposal (new)"] {
      let sheet = try EditedSheet(name: "a.csv").read { tables in
        for row in tables[0].cells.indices { tables[0].cells[row].append(row == 0 ? header : "Andet") }
      }
      #expect(sheet.diagnostics.map(\.code.rawValue) == ["sheet.unknown-column"], "\(header)")
      #expect(sheet.rows.isEmpty)
    }
  }
}
