import Basics
import Foundation
import NStackAPI
import Testing

@testable import ReviewReports

/// Which sheets are out for how long, and what came back, as a table.
struct SheetBoardTests {
  private static func exported(
    _ id: String, day: Int, file: String = "", locales: [String] = ["da-DK"], rows: Int = 46, preset: String? = nil,
    agency: String? = nil, due: Int? = nil, fixes: String? = nil
  ) -> SheetEvent {
    .exported(
      SheetEvent.Export(
        sheetID: id, file: file.isEmpty ? "/home/anna/\(id).xlsx" : file, time: time(day), locales: locales, rows: rows,
        preset: preset, agency: agency, dueDays: due, fixes: fixes))
  }

  private static func returned(
    _ id: String, day: Int, digest: String = "d", _ outcomes: [String: Int], part: String? = nil, unsent: String? = nil,
    words: [SentWords] = [], authors: [String] = [], importID: String = UUID().uuidString
  ) -> SheetEvent {
    .returned(
      SheetEvent.Return(
        sheetID: id, file: "back/\(id).xlsx", digest: digest, time: time(day), rows: part.map { $0.count / 10 } ?? 46,
        outcomes: outcomes, notes: [:], authors: authors, part: part, unsent: unsent, words: words, importID: importID))
  }

  /// The time at 10:00 on a day of March 2026.
  private static func time(_ day: Int) -> String { "2026-03-\(day < 10 ? "0" : "")\(day)T10:00:00Z" }

  private func board(_ events: [SheetEvent], day: Int, showsAll: Bool = false) throws -> SheetBoard {
    SheetBoard(
      SheetRounds(events).rounds, at: Double(try #require(UTCTime.seconds(of: Self.time(day)))), showsAll: showsAll)
  }

  private static let events = [
    exported("one", day: 4), exported("two", day: 1, preset: "tokyo", due: 5),
    exported("three", day: 1, locales: ["de-DE", "de-AT", "de-CH"], preset: "berlin", due: 14),
    exported("four", day: 2, preset: "oslo", due: 3), exported("five", day: 1), exported("six", day: 4, due: 6),
    returned("four", day: 6, ["sent": 3, "refused": 2, "unconfirmed": 1, "unchanged": 40], unsent: part("abc")),
    returned(
      "four", day: 7, digest: "e", ["sent": 2, "already there": 3, "conflict": 1, "unchanged": 40], unsent: part("a")),
    .closed(sheetID: "five", time: time(8)),
  ]

  @Test func `the sheet that is out longest comes first, and those that came back last`() throws {
    #expect(
      try board(Self.events, day: 10).lines() == [
        "sheet     locales   rows  days       returned  sent  not sent",
        "tokyo     da-DK       46     9    4 days late     –         –",
        "berlin    de-DE +2    46     9  due in 5 days     –         –",
        "six.xlsx  da-DK       46     6      due today     –         –",
        "one.xlsx  da-DK       46     6              –     –         –",
        "oslo      da-DK       46     4     2026-03-07     5         1",
        "4 sheets are out, 1 of them late; 1 came back, 1 was closed; --all lists 1 more",
      ])
  }

  @Test func `a file that is imported again counts for what it sent, and came back when it first did`() throws {
    let again = Self.returned("one", day: 9, ["already there": 3, "unchanged": 43])
    let events = [Self.exported("one", day: 4), Self.returned("one", day: 6, ["sent": 3, "unchanged": 43]), again]
    let lines = try board(events, day: 10).lines()
    #expect(lines[1] == "one.xlsx  da-DK      46     2  2026-03-09     3         0")
  }

  @Test func `a long name of a reviewer is cut, and the day before it is not`() throws {
    let lines = try [["Reviewer of a name"], ["Ib"]].map { names in
      try board([Self.exported("one", day: 4), Self.returned("one", day: 6, ["sent": 3], authors: names)], day: 10)
        .lines()[1]
    }
    #expect(
      lines == [
        "one.xlsx  da-DK      46     2  2026-03-06 Rev…me     3         0",
        "one.xlsx  da-DK      46     2  2026-03-06 Ib     3         0",
      ])
  }

  @Test func `two files of one import are counted together`() throws {
    let files = [("d", "abc"), ("e", "de")].map { digest, rows in
      Self.returned(
        "one", day: 6, digest: digest, ["sent": 1, "refused": rows.count], unsent: Self.part(rows), importID: "i")
    }
    let lines = try board([Self.exported("one", day: 4)] + files, day: 10).lines()
    #expect(lines[1] == "one.xlsx  da-DK      46     2  2026-03-06     2         5")
  }

  /// The marks of a part of a sheet.
  private static func part(_ letters: String) -> String { letters.map { String(repeating: $0, count: 10) }.joined() }

  @Test func `rows that come back in several files count once, and a sheet to fix is under the first one`() throws {
    var events = [
      Self.exported("one", day: 1, rows: 4, preset: "berlin"), Self.exported("three", day: 4, file: "/x/oslo.xlsx"),
      Self.exported("two", day: 3, file: "/x/fix.xlsx", rows: 2, fixes: "one"),
      Self.returned("one", day: 5, ["sent": 1, "refused": 1], part: Self.part("ab"), unsent: Self.part("a")),
      Self.returned("three", day: 6, ["unchanged": 46]),
      Self.returned("one", day: 6, digest: "e", ["sent": 1, "unchanged": 1], part: Self.part("bc")),
    ]
    #expect(
      try board(events, day: 6).lines() == [
        "sheet               locales    rows  days         returned  sent  not sent",
        "berlin              da-DK    3 of 4     5  part of it back     2         1",
        "  to fix: fix.xlsx  da-DK         2     3                –     –         –",
        "oslo.xlsx           da-DK        46     2       2026-03-06     0         0",
        "2 sheets are out, part of 1 back; 1 came back",
      ])
    #expect(
      try board(events, day: 6).linesOfOldest(all: "sheets")[1...] == [
        "  berlin (da-DK): 5 days, 3 of 4 back", "  to fix: fix.xlsx (da-DK): 3 days",
      ])
    events.append(.closed(sheetID: "one", time: Self.time(7)))
    #expect(
      try board(events, day: 8).lines()[1] == "berlin              da-DK    3 of 4     6      closed     2         1")
    events[6] = Self.returned("one", day: 7, digest: "f", ["unchanged": 2], part: Self.part("da"))
    #expect(try board(events, day: 9).rounds.map(\.isOut) == [false, true, false])
    #expect(
      try board(events, day: 9).lines()[1] == "berlin              da-DK       4     6  2026-03-07     2         0")
  }

  @Test(arguments: [("d", nil, false), ("d", "a", true), ("e", nil, true)] as [(String, String?, Bool)])
  func `a sheet to fix is out until the first one, imported again, leaves nothing`(
    digest: String, unsent: String?, isOut: Bool
  ) throws {
    let events = [
      Self.exported("one", day: 1), Self.returned("one", day: 2, ["refused": 2], unsent: Self.part("ab")),
      Self.exported("fix", day: 3, rows: 2, fixes: "one"), Self.exported("other", day: 3, rows: 2, fixes: "two"),
      Self.returned("one", day: 4, digest: digest, ["sent": 2], unsent: unsent.map(Self.part)),
    ]
    let rounds = try board(events, day: 5, showsAll: true).rounds
    #expect(rounds.filter(\.isOut).map(\.id) == (isOut ? ["fix", "other"] : ["other"]))
  }

  @Test func `a sheet of which a part is back is late, until another export overwrites its file`() throws {
    let events = [
      Self.exported("one", day: 1, rows: 4, preset: "tokyo", due: 5),
      Self.returned("one", day: 5, ["sent": 2], part: Self.part("abc")),
    ]
    let board = try board(events, day: 10)
    #expect(board.lines()[1] == "tokyo  da-DK    3 of 4     9  part, 4 days late     2         0")
    #expect(board.late.count == 1)
    let next = Self.exported("two", day: 9, file: "/home/anna/one.xlsx", preset: "tokyo")
    #expect(try self.board(events + [next], day: 10).rounds.map(\.isOut) == [true, false])
  }

  @Test(arguments: [
    ("oslo", ["one", "two"], true), ("four", ["four"], true), ("four.xlsx", [], false), ("five.xlsx", ["five"], true),
    ("to fix: five.xlsx", ["six"], true), ("no", [], false), ("…", [], false), ("y/two.xlsx", ["two"], true),
    // The shortened names of one sheet, and of two.
    ("to fix: f…e.xlsx", ["six"], true), ("to fix: …e.xlsx", ["seven", "six"], false),
    // Two presets of one agency.
    ("Acme", ["eight", "nine"], false), ("Acme (de)", ["eight"], true), ("fr", ["nine"], true),
    ("oslo (two.xlsx)", ["two"], true), ("oslo (2026-03-01)", ["one", "two"], false),
  ]) func `a sheet is meant by its id or path, and while it is out by the name that is shown`(
    name: String, ids: [String], areAllMeant: Bool
  ) throws {
    let events = [
      Self.exported("one", day: 1, preset: "oslo"), Self.exported("two", day: 1, file: "/y/two.xlsx", preset: "oslo"),
      Self.exported("four", day: 3), Self.exported("five", day: 3),
      Self.exported("six", day: 4, file: "/x/five.xlsx", fixes: "five"),
      Self.exported("seven", day: 4, file: "/x/one.xlsx", fixes: "one"), Self.returned("four", day: 6, [:]),
      Self.exported("eight", day: 5, preset: "de", agency: "Acme"),
      Self.exported("nine", day: 5, preset: "fr", agency: "Acme"),
    ]
    let named = try board(events, day: 10).rounds(named: name, path: "/\(name)")
    #expect(named.rounds.map(\.id) == ids)
    #expect(named.areAllMeant == areAllMeant)
  }

  @Test func `sheets of one name and the same locales show what tells them apart, and a pipe has whole names`() throws {
    let long = "cairo-translators-and-partners-for-arabic-and-hebrew-texts"
    let events = [
      Self.exported("one", day: 1, preset: "oslo"), Self.exported("two", day: 2, preset: "oslo"),
      Self.exported("three", day: 2, preset: "oslo"), Self.exported("four", day: 2, locales: ["de-DE"], preset: "oslo"),
      Self.exported("five", day: 3, preset: "de", agency: "Acme"),
      Self.exported("six", day: 3, preset: "fr", agency: "Acme"), Self.exported("seven", day: 4, preset: long),
    ]
    func names(_ width: Int?) throws -> [String] {
      let now = Double(try #require(UTCTime.seconds(of: Self.time(10))))
      return SheetBoard(SheetRounds(events).rounds, at: now, width: width).table().dropFirst().map { line in
        line.split(separator: "  ", maxSplits: 1).first.map(String.init) ?? ""
      }
    }
    let told = ["oslo (2026-03-01)", "oslo (two.xlsx)", "oslo (three.xlsx)", "oslo", "Acme (de)", "Acme (fr)"]
    #expect(try names(nil) == told + [long])
    #expect(try names(80).dropLast() == told[...])
    #expect(try names(80).last?.contains("…") == true)
  }

  @Test func `what an undo took back is beside what was sent, a resumed undo once`() throws {
    func undone(_ id: String, _ rows: Int, digest: String = "d", isRedone: Bool = false) -> SheetEvent {
      .undone(
        SheetEvent.Undoing(
          undoID: id, importID: "i", digest: digest, rows: rows, isRedone: isRedone, time: "2026-03-01T00:00:00Z"))
    }
    let back = [
      Self.exported("one", day: 4), Self.returned("one", day: 6, ["sent": 5, "unchanged": 41], importID: "i"),
      undone("u", 9, digest: "another file"),
    ]
    func sent(_ events: [SheetEvent]) throws -> String {
      try board(back + events, day: 10).lines()[1].split(separator: " ").dropFirst(5).joined(separator: " ")
    }
    #expect(try sent([]) == "5 0")
    #expect(try sent([undone("u", 1), undone("u", 2)]) == "5, 2 undone 0")
    #expect(try sent([undone("u", 5)]) == "5, undone 0")
    #expect(try sent([undone("u", 5), undone("v", 5, isRedone: true)]) == "5 0")
    let json = try #require(try board(back + [undone("u", 2)], day: 10).json.elements?.first)
    #expect(json["sent"]?.integer == 5 && json["undone"]?.integer == 2)
  }

  @Test func `the words that a sheet's imports sent follow by locale and person`() throws {
    var sent = SentWords(locale: "da-DK", person: "Anna Holm")
    sent.add("Log ud", before: "Log ind")
    let returns = ["d", "e"].map { Self.returned("one", day: 6, digest: $0, ["sent": 1], words: [sent]) }
    #expect(
      try board([Self.exported("one", day: 4, preset: "tokyo")] + returns, day: 10).lines().suffix(3) == [
        "", "words sent  locale  person     words  changed  unchanged  edit distance",
        "tokyo       da-DK   Anna Holm      4        2          2           29 %",
      ])
    let undoings = [("u", false), ("v", true), ("w", false)].map { id, isRedone in
      SheetEvent.undone(
        SheetEvent.Undoing(
          undoID: id, importID: "i", digest: "d", rows: 1, words: [sent], isRedone: isRedone, time: Self.time(7)))
    }
    let rows = try (0...3).map { count in
      let imported = ["d", "e"].map {
        Self.returned("one", day: 6, digest: $0, ["sent": 1], words: [sent], importID: "i")
      }
      let board = try board([Self.exported("one", day: 4)] + imported + undoings.prefix(count), day: 10)
      return board.json.elements?.first?["words"]?.elements?.map { $0["rows"]?.integer } ?? []
    }
    #expect(rows == [[2], [1], [2], [1]], "what was undone is taken off")
  }

  @Test func `a sheet is late after its last day`() throws {
    let sheet = [Self.exported("one", day: 1, due: 5)]
    let words = try [2, 5, 6, 7, 31].map { day in
      let board = try board(sheet, day: day)
      return (board.rounds.first.flatMap(board.dueWords) ?? "none") + (board.late.isEmpty ? "" : "!")
    }
    #expect(words == ["due in 4 days", "due in 1 day", "due today", "1 day late!", "25 days late!"])
    let back = try board(sheet + [Self.returned("one", day: 9, [:])], day: 10)
    #expect(back.late.isEmpty && back.dueWords(back.rounds[0]) == nil)
    #expect(try board([Self.exported("one", day: 9)], day: 1).lines()[1].contains("  0  "), "the clock was set back")
  }

  @Test func `a sheet that came back a month ago is only among all`() throws {
    let back = [Self.exported("one", day: 1), Self.returned("one", day: 1, ["sent": 1])]
    let month = Double(try #require(UTCTime.seconds(of: "2026-04-01T10:00:00Z")))
    let rounds = SheetRounds(back).rounds
    #expect(
      SheetBoard(rounds, at: month, showsAll: false).lines() == ["0 sheets are out; 1 came back; --all lists 1 more"])
    #expect(SheetBoard(rounds, at: month).lines().count == 3)
    #expect(SheetBoard(rounds, at: month - 86_400, showsAll: false).rounds.count == 1)
  }

  @Test(arguments: [
    String(repeating: "x", count: 300), String(repeating: "名前", count: 60),
    "e\u{301}\u{202E}" + String(repeating: "é", count: 90),
  ]) func `a line has at most 80 cells, whatever the names`(name: String) throws {
    let board = try board(
      [
        Self.exported("abcdefghij", day: 1, locales: [name, name, "da-DK"], preset: name, due: 999),
        Self.exported("klmnopqrst", day: 2, file: "/x/\(name).xlsx", locales: (0..<40).map { "l\($0)" }),
        Self.exported("fix", day: 3, file: "/x/fix/\(name).xlsx", locales: [name], rows: 1 << 40, fixes: "klmnopqrst"),
        Self.exported("part", day: 1, locales: [name], rows: 123_456, preset: name, due: 1),
        Self.returned(
          "part", day: 3, ["sent": 123_456, "refused": 123_456], part: Self.part("abc"),
          unsent: (1_000_000_000..<1_000_123_456).map(String.init).joined()),
      ], day: 20)
    let lines = board.lines() + board.linesOfOldest(all: "`sheets`")
    #expect(lines.allSatisfy { TextColumn.width(of: $0) <= 80 }, "\(lines)")
    #expect(lines[2].contains("…") && lines[2].contains("due in 980 days"))
    #expect(Set(lines[..<3].map { TextColumn.width(of: $0) }).count == 1, "the columns are straight")
  }

  @Test(arguments: [("abcdef", 6, "abcdef"), ("abcdefgh", 6, "abc…gh"), ("名前名前", 6, "名…前"), ("abc", 1, "…")])
  func `the middle of a long text is left out`(text: String, width: Int, shown: String) {
    #expect(TextColumn.shortened(text, to: width) == shown)
  }
}
