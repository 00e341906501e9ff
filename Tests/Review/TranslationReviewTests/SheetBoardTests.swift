import Basics
import Foundation
import NStackAPI
import Testing

@testable import ReviewReports

/// Which sheets are out for how long, and what came back, as a table.
struct SheetBoardTests {
  private static func exported(
    _ id: String, day: Int, file: String = "", locales: [String] = ["da-DK"], preset: String? = nil, due: Int? = nil
  ) -> SheetEvent {
    .exported(
      SheetEvent.Export(
        sheetID: id, file: file.isEmpty ? "/home/anna/\(id).xlsx" : file, time: time(day), locales: locales, rows: 46,
        preset: preset, dueDays: due))
  }

  private static func returned(
    _ id: String, day: Int, digest: String = "d", _ outcomes: [String: Int], words: [SentWords] = [],
    importID: String = UUID().uuidString
  ) -> SheetEvent {
    .returned(
      SheetEvent.Return(
        sheetID: id, file: "back/\(id).xlsx", digest: digest, time: time(day), rows: 46, outcomes: outcomes, notes: [:],
        words: words, importID: importID))
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
    returned("four", day: 6, ["sent": 3, "refused": 2, "unconfirmed": 1, "unchanged": 40]),
    returned("four", day: 7, digest: "e", ["sent": 2, "already there": 3, "conflict": 1, "unchanged": 40]),
    .closed(sheetID: "five", time: time(8)),
  ]

  @Test func `the sheet that is out longest comes first, and those that came back last`() throws {
    #expect(
      try board(Self.events, day: 10).lines() == [
        "sheet     locales   rows  days out       returned  sent  not sent     id",
        "tokyo     da-DK       46         9    4 days late     –         –    two",
        "berlin    de-DE +2    46         9  due in 5 days     –         –  three",
        "six.xlsx  da-DK       46         6      due today     –         –    six",
        "one.xlsx  da-DK       46         6              –     –         –    one",
        "oslo      da-DK       46         4     2026-03-07     5         1   four",
        "4 sheets are out, 1 of them late; 1 came back, 1 was closed; --all lists 1 more",
      ])
  }

  @Test func `a file that is imported again counts for what it sent, and came back when it first did`() throws {
    let again = Self.returned("one", day: 9, ["already there": 3, "unchanged": 43])
    let events = [Self.exported("one", day: 4), Self.returned("one", day: 6, ["sent": 3, "unchanged": 43]), again]
    let lines = try board(events, day: 10).lines()
    #expect(lines[1] == "one.xlsx  da-DK      46         2  2026-03-09     3         0  one")
  }

  @Test func `two files of one import are counted together`() throws {
    let files = [("d", 3), ("e", 2)].map { digest, count in
      Self.returned("one", day: 6, digest: digest, ["sent": 1, "refused": count], importID: "i")
    }
    let lines = try board([Self.exported("one", day: 4)] + files, day: 10).lines()
    #expect(lines[1] == "one.xlsx  da-DK      46         2  2026-03-06     2         5  one")
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
  ]) func `a line has at most 100 cells, whatever the names`(name: String) throws {
    let board = try board(
      [
        Self.exported("abcdefghij", day: 1, locales: [name, name, "da-DK"], preset: name, due: 999),
        Self.exported("klmnopqrst", day: 2, file: "/x/\(name).xlsx", locales: (0..<40).map { "l\($0)" }),
      ], day: 20)
    let lines = board.lines() + board.linesOfOldest(all: "`sheets`")
    #expect(lines.allSatisfy { TextColumn.width(of: $0) <= 100 }, "\(lines)")
    #expect(lines[1].contains("…") && lines[1].contains("due in 980 days"))
    #expect(Set(lines[..<3].map { TextColumn.width(of: $0) }).count == 1, "the columns are straight")
  }

  @Test(arguments: [("abcdef", 6, "abcdef"), ("abcdefgh", 6, "abc…gh"), ("名前名前", 6, "名…前"), ("abc", 1, "…")])
  func `the middle of a long text is left out`(text: String, width: Int, shown: String) {
    #expect(TextColumn.shortened(text, to: width) == shown)
  }
}
