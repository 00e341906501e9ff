package import Basics

/// The sheets of an application as a table: which sheets are out and for how long, and which came back.
package struct SheetBoard: Sendable {
  /// The sheets of the table. Sheets that are out come first, ordered by the day of their export and then by due date.
  /// Sheets that came back or were closed follow, the latest first.
  package let rounds: [SheetRounds.Round]
  /// How many sheets came back or were closed so long ago that the table leaves them out.
  private let leftOut: Int
  /// The number of sheets that came back, and of sheets that were closed, including those that are left out.
  private let ended: (returned: Int, closed: Int)
  /// The current time in seconds since 1970.
  private let now: Int

  /// The greatest width of a line in cells.
  private static let width = 100
  private static let localesWidth = 14
  private static let narrowestName = 16
  /// The most sheets that a status lists.
  private static let mostOldest = 3
  /// How many days a returned sheet stays in the table.
  private static let recentDays = 30
  private static let day = 86_400

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - rounds: The sheets.
  ///   - seconds: The current time in seconds since 1970.
  ///   - showsAll: Whether to include sheets that were closed or that came back more than 30 days ago.
  package init(_ rounds: [SheetRounds.Round], at seconds: Double, showsAll: Bool = true) {
    let now = Int(exactly: seconds.rounded(.towardZero)) ?? 0
    func place(_ round: SheetRounds.Round) -> (Int, Int, String) {
      let time = round.export?.time ?? ""
      return (-(Self.days(from: time, to: now) ?? 0), round.export?.dueDays ?? .max, time)
    }
    let out = rounds.filter(\.isOut).sorted { place($0) < place($1) }
    let others = rounds.filter { !$0.isOut }.sorted { $0.lastTime > $1.lastTime }
    let shown = others.filter { round in
      showsAll || round.returns.last.map { Self.days(from: $0.time, to: now) ?? 0 <= Self.recentDays } ?? false
    }
    (self.rounds, leftOut, self.now) = (out + shown, others.count - shown.count, now)
    let returned = others.count { !$0.returns.isEmpty }
    ended = (returned, others.count - returned)
  }

  /// The sheets that are overdue.
  package var late: [SheetRounds.Round] { rounds.filter { (daysLeft($0) ?? 0) < 0 } }

  /// The name of a sheet: its preset, or its file without the folder.
  package static func name(of round: SheetRounds.Round) -> String {
    let file = round.export?.file ?? round.returns.last?.file ?? ""
    return Visible.text(round.export?.preset ?? FileName(file).name)
  }

  /// When a sheet that is out is due, as in `2 days late`; nil if no due date was given.
  package func dueWords(_ round: SheetRounds.Round) -> String? {
    daysLeft(round).map { days in
      days < 0 ? "\(Counted.text(-days, "day")) late" : days == 0 ? "due today" : "due in \(Counted.text(days, "day"))"
    }
  }

  /// A sentence about each sheet that is late.
  package var lateLines: [String] { late.map { "\(title(of: $0)) is out and \(dueWords($0) ?? "late")." } }

  /// The name of a sheet with its locales, to distinguish the files of one preset.
  private func title(of round: SheetRounds.Round) -> String {
    let locales = Self.words(ofLocales: round.export?.locales ?? [])
    return "\(TextColumn.shortened(Self.name(of: round), to: 40)) (\(locales))"
  }

  // MARK: - Days

  /// The whole days from the export until the first return, until the sheet was closed, or until now.
  private func daysOut(_ round: SheetRounds.Round) -> Int? {
    let end = (round.firstReturnedAt ?? round.closedAt).flatMap(UTCTime.seconds) ?? now
    return round.export.flatMap { Self.days(from: $0.time, to: end) }
  }

  /// The days until a sheet that is out is due; negative if the sheet is late.
  private func daysLeft(_ round: SheetRounds.Round) -> Int? {
    guard round.isOut, let due = round.export?.dueDays, let days = daysOut(round) else { return nil }
    return due - days
  }

  /// Never negative, even if the clock was set back.
  private static func days(from time: String, to end: Int) -> Int? {
    UTCTime.seconds(of: time).map { max(0, end - $0) / day }
  }

  // MARK: - Lines

  /// The table with its header, the numbers of sheets, and the words that were sent.
  package func lines() -> [String] { table() + [sum()] + wordTable() }

  /// The words of each sheet that were sent, by locale and person, with a header; empty if none were.
  private func wordTable() -> [String] {
    let rows = rounds.flatMap { round in
      round.words.map { sent in
        [
          TextColumn.shortened(Self.name(of: round), to: 24), TextColumn.shortened(Visible.text(sent.locale), to: 14),
          TextColumn.shortened(Visible.text(sent.person ?? "–"), to: 16),
        ] + [sent.words, sent.changed, sent.unchanged].map(String.init) + ["\(sent.editDistance) %"]
      }
    }
    guard !rows.isEmpty else { return [] }
    return [""]
      + ([["words sent", "locale", "person", "words", "changed", "unchanged", "edit distance"]] + rows).aligned(left: 3)
  }

  /// The table without the numbers: a header, and a line of at most 100 cells for each sheet; empty without sheets.
  package func table() -> [String] {
    let head = ["sheet", "locales", "rows", "days out", "returned", "sent", "not sent", "id"]
    var rows = [head] + rounds.map(cells)
    guard rows.count > 1 else { return [] }
    let others = head.indices.dropFirst().reduce(0) { sum, column in
      sum + 2 + (rows.map { TextColumn.width(of: $0[column]) }.max() ?? 0)
    }
    let room = max(Self.width - others, Self.narrowestName)
    for row in rows.indices { rows[row][0] = TextColumn.shortened(rows[row][0], to: room) }
    return rows.aligned(left: 2)
  }

  private func cells(of round: SheetRounds.Round) -> [String] {
    let none = "–"
    let returned = round.returns.last.map { last in
      TextColumn.shortened(Visible.text(([String(last.time.prefix(10))] + last.authors).joined(separator: " ")), to: 19)
    }
    let counts = round.counts
    return [
      Self.name(of: round), Self.words(ofLocales: round.export?.locales ?? []),
      (round.export?.rows ?? round.returns.last?.rows).map(String.init) ?? none,
      daysOut(round).map(String.init) ?? none, returned ?? (round.closedAt == nil ? dueWords(round) ?? none : "closed"),
      counts.map { String($0.sent) } ?? none, counts.map { String($0.notSent) } ?? none,
      TextColumn.shortened(round.id.map { Visible.text($0) } ?? none, to: 10),
    ]
  }

  /// As many locales as fit, and the number of those that do not.
  private static func words(ofLocales locales: [String]) -> String {
    func words(_ count: Int) -> String {
      let rest = locales.count - count
      return Visible.text(locales.prefix(count).joined(separator: ", ")) + (rest > 0 ? " +\(rest)" : "")
    }
    let count = (1...max(1, locales.count)).last { TextColumn.width(of: words($0)) <= localesWidth } ?? 1
    return TextColumn.shortened(words(count), to: localesWidth)
  }

  /// The number of sheets that are out, that came back, and that were closed.
  private func sum() -> String {
    var rest: [String] = []
    if ended.returned > 0 { rest.append("\(ended.returned) came back") }
    if ended.closed > 0 { rest.append("\(ended.closed) \(ended.closed == 1 ? "was" : "were") closed") }
    return outWords + (rest.isEmpty ? "" : "; " + rest.joined(separator: ", "))
      + (leftOut > 0 ? "; --all lists \(leftOut) more" : "")
  }

  private var outWords: String {
    let late = late.count
    return "\(Counted.being(rounds.count(where: \.isOut), "sheet")) out" + (late > 0 ? ", \(late) of them late" : "")
  }

  /// The number of sheets that are out, and the oldest of them; empty if none is out.
  ///
  /// - Parameter all: The command that lists all sheets.
  package func linesOfOldest(all: String) -> [String] {
    let out = rounds.filter(\.isOut)
    guard !out.isEmpty else { return [] }
    return [outWords + (out.count > Self.mostOldest ? "; the oldest (\(all) lists all):" : ":")]
      + out.prefix(Self.mostOldest).map { round in
        let words = [Counted.text(daysOut(round) ?? 0, "day"), dueWords(round)].compactMap(\.self)
        return "  \(title(of: round)): \(words.joined(separator: ", "))"
      }
  }

  // MARK: - JSON

  package var json: JSONValue {
    .array(
      rounds.map { round in
        let export = round.export
        return [
          "sheetID": round.id, "preset": export?.preset, "file": export?.file, "exportedAt": export?.time,
          "rows": export?.rows, "locales": export?.locales ?? [], "out": round.isOut, "daysOut": daysOut(round),
          "dueDays": export?.dueDays, "late": (daysLeft(round) ?? 0) < 0, "closedAt": round.closedAt,
          "sent": round.counts?.sent, "notSent": round.counts?.notSent, "words": round.words.json,
          "returns": round.returns.map { returned in
            JSONValue.members([
              "file": returned.file, "sha256": returned.digest, "time": returned.time, "rows": returned.rows,
              "outcomes": JSONValue.counts(returned.outcomes), "authors": returned.authors,
            ])
          },
        ]
      })
  }
}

extension SheetRounds.Round {
  /// The number of rows that all imports of the sheet sent, and the number that the last import could not send, in all
  /// files of the sheet; nil if the sheet did not come back.
  fileprivate var counts: (sent: Int, notSent: Int)? {
    guard let last = returns.last else { return nil }
    func count(_ returns: [SheetEvent.Return], _ groups: RowResult.Group...) -> Int {
      let kinds = RowResult.Kind.allCases.filter { groups.contains($0.group) }
      return returns.reduce(0) { sum, file in kinds.reduce(sum) { $0 + (file.outcomes[$1.rawValue] ?? 0) } }
    }
    let lastImport = returns.filter { $0.importID == last.importID }
    return (count(returns, .sent), count(lastImport, .refused, .undecided))
  }

  /// The words that all imports of the sheet sent, by locale and person.
  fileprivate var words: [SentWords] { returns.flatMap(\.words).reduce(into: []) { $0.add($1) } }

  fileprivate var lastTime: String { returns.last?.time ?? closedAt ?? "" }
}
