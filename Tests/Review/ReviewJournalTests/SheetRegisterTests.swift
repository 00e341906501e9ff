import NStackAPI
import ReviewJournal
import Spreadsheet
import Testing
import TranslationReview

@testable import ReviewReports

/// The register of sheets, and what a team makes of several.
struct SheetRegisterTests {
  private let fixture = SessionFixture()

  private func exported(_ id: String, file: String, time: String = "2026-03-01T10:00:00Z") -> SheetEvent {
    .exported(SheetEvent.Export(sheetID: id, file: file, time: time, locales: ["da-DK"], rows: 2))
  }

  @Test func `registers that are merged in any order and number say the same`() throws {
    let scope = try fixture.profile().scope
    let text = TextIdentity(section: "default", key: "title", locale: "da-DK")
    let returned = SheetEvent.Return(
      sheetID: "two", file: "/back.xlsx", digest: "d", time: "2026-03-02T10:00:00Z", rows: 2,
      outcomes: ["unchanged": 2], notes: [:], importID: "i")
    // The second export overwrites the file of the first in the same second.
    let events: [[SheetEvent]] = [
      [
        exported("one", file: "/a.xlsx"), exported("two", file: "/a.xlsx"),
        .seen(["p"], profile: "anna", time: "2026-03-02T10:00:00Z"),
      ], [exported("three", file: "/b.xlsx"), .returned(returned)],
      [
        .closed(sheetID: "three", time: "2026-03-02T10:00:00Z"),
        .noted([text: "too long"], time: "2026-03-02T10:00:00Z"),
      ],
    ]
    var number: UInt64 = 1
    func random(below limit: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 33) % limit
    }
    var seen: Set<[String]> = []
    for attempt in 0..<20 {
      let registers = try events.enumerated().map { index, events in
        let register = SheetRegisterFile(path: fixture.path("state/\(attempt)-\(index).jsonl"))
        for event in events { try register.append([event], scope: scope.hash) }
        return register
      }
      func merge(_ from: Int, into other: Int) throws -> Int {
        let file = try registers[from].shared(in: scope.hash).joined(separator: "\n")
        return try registers[other].merge(SheetRegisterFile.lines(ofShared: file, for: scope))
      }
      for _ in 0..<random(below: 8) { _ = try merge(random(below: 3), into: random(below: 3)) }
      for index in 0..<5 { _ = try merge(index % 3, into: (index + 1) % 3) }
      #expect(try merge(0, into: 1) == 0, "nothing is added twice")
      for register in registers {
        seen.insert(try register.shared(in: scope.hash))
        let rounds = SheetRounds(try register.events(in: scope.hash))
        #expect(rounds.rounds.map(\.id) == ["three", "two"])
        #expect(rounds.rounds.map(\.closedAt) == ["2026-03-02T10:00:00Z", nil])
        #expect(rounds.rounds.map(\.returns.count) == [0, 1])
        #expect(rounds.notes == [text: "too long"])
      }
      #expect(try registers[1].events(in: scope.hash).count == 6, "what one person has seen is not shared")
    }
    #expect(seen.map(\.count) == [6])
  }

  @Test func `a name that several sheets have closes none, and a path closes its sheet`() throws {
    let profile = try fixture.profile()
    let sheets = ["one": "/x/a.xlsx", "two": "/y/a.xlsx"].sorted { $0.key < $1.key }.map {
      exported($0.key, file: $0.value, time: "2020-01-01T10:00:00Z")
    }
    try profile.requiredRegister().append(sheets, scope: profile.scope.hash)
    let error = #expect(throws: ImportError.self) { try profile.close(sheets: ["/x/a.xlsx", "a.xlsx"]) }
    #expect(error?.code == .unknownSheet)
    #expect(
      error?.message == "\"a.xlsx\" is the name of several sheets that are out: one (/x/a.xlsx), two (/y/a.xlsx).")
    #expect(try profile.rounds().rounds.map(\.isOut) == [true, true])
    #expect(try profile.close(sheets: ["/x/a.xlsx"]).map(\.id) == ["one"])
    #expect(try profile.rounds().rounds.map(\.isOut) == [false, true])
  }

  @Test(
    arguments: [
      ("", nil), ("<<<<<<< HEAD\n", "shared.malformed"), ("own", nil), ("other", "shared.other-application"),
      ("seen", "shared.malformed"),
    ] as [(String, String?)]) func `a file of another kind is refused, and one with the line ends of Windows is not`(
      text: String, code: String?
    ) throws
  {
    let scope = try fixture.profile().scope
    let lines = [
      "own": try exported("one", file: "/a.xlsx").line(scope: scope.hash, order: 0),
      "other": try exported("one", file: "/a.xlsx").line(scope: TextHash("other"), order: 0),
      "seen": try SheetEvent.seen([], profile: "", time: "").line(scope: scope.hash, order: 0),
    ]
    var found: String?
    do {
      _ = try SheetRegisterFile.lines(ofShared: (lines[text].map { "\($0)\r\n\($0)\r\n" }) ?? text, for: scope)
    } catch { found = error.code.rawValue }
    #expect(found == code)
  }
}
