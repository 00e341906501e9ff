package import Basics

/// The sheets of an application as a table: which sheets are out and for how long, and which came back.
package struct SheetBoard: Sendable {
  /// The sheets of the table. Sheets that are out come first, ordered by the day of their export and then by due date.
  /// Sheets that came back or were closed follow, the latest first. Sheets to fix follow the sheet of their rows.
  package let rounds: [SheetRounds.Round]
  /// How many sheets came back or were closed so long ago that the table leaves them out.
  private let leftOut: Int
  /// The number of sheets that came back, and of sheets that were closed, including those that are left out.
  private let ended: (returned: Int, closed: Int)
  /// The current time in seconds since 1970.
  private let now: Int
  /// The greatest width of a line in cells; nil for lines in which names are whole.
  private let width: Int?
  /// The most penalty points per 1,000 words that the project takes; nil for any number.
  private let mostPoints: Int?
  /// The sheets of the table that have their name and locales in common with others.
  private let namesakes: [String: [SheetRounds.Round]]

  private static let width = 80
  private static let localesWidth = 10
  private static let returnWidth = 17
  private static let narrowestName = 8
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
  ///   - width: The greatest width of a line in cells; nil for lines in which names are whole.
  ///   - mostPoints: The most penalty points per 1,000 words that the project takes; nil for any number.
  package init(
    _ rounds: [SheetRounds.Round], at seconds: Double, showsAll: Bool = true, width: Int? = 80, mostPoints: Int? = nil
  ) {
    let now = Int(exactly: seconds.rounded(.towardZero)) ?? 0
    func place(_ round: SheetRounds.Round) -> (Int, Int, String) {
      let time = round.export?.time ?? ""
      return (-(Self.days(from: time, to: now) ?? 0), round.export?.dueDays ?? .max, time)
    }
    let families = Self.families(of: rounds.sorted { place($0) < place($1) })
    let out = families.filter { $0.contains(where: \.isOut) }.sorted { first, second in
      guard let first = first.first(where: \.isOut), let second = second.first(where: \.isOut) else { return false }
      return place(first) < place(second)
    }
    func lastTime(_ family: [SheetRounds.Round]) -> String { family.map(\.lastTime).max() ?? "" }
    let others = families.filter { !$0.contains(where: \.isOut) }.sorted { lastTime($0) > lastTime($1) }
    let shown = others.filter { family in
      showsAll
        || family.contains { round in
          round.returns.last.map { Self.days(from: $0.time, to: now) ?? 0 <= Self.recentDays } ?? false
        }
    }
    (self.rounds, self.now, self.width, self.mostPoints) = ((out + shown).flatMap(\.self), now, width, mostPoints)
    namesakes = Dictionary(grouping: self.rounds, by: Self.shared).filter { $1.count > 1 }
    leftOut = rounds.count - self.rounds.count
    let ends = rounds.filter { !$0.isOut }
    let closed = ends.count { $0.returns.isEmpty || $0.isPartlyBack && $0.closedAt != nil }
    ended = (ends.count - closed, closed)
  }

  /// The sheets in families: each sheet with those that have its rows again, to be fixed, in the order given.
  private static func families(of rounds: [SheetRounds.Round]) -> [[SheetRounds.Round]] {
    let fixed = Dictionary(rounds.map { ($0.id ?? "", $0.export?.fixes) }) { $1 }
    func first(_ round: SheetRounds.Round) -> String? {
      guard var id = round.id else { return nil }
      // A shared register may contain a circle.
      for _ in 0..<rounds.count {
        guard let parent = fixed[id].flatMap(\.self), fixed[parent] != nil else { break }
        id = parent
      }
      return id
    }
    var families: [[SheetRounds.Round]] = []
    var places: [String: Int] = [:]
    for round in rounds {
      guard let id = first(round) else {
        families.append([round])
        continue
      }
      let place = places[id] ?? families.count
      if place == families.count { families.append([]) }
      places[id] = place
      families[place].insert(round, at: round.export?.fixes == nil ? 0 : families[place].count)
    }
    return families
  }

  /// The sheets that a name may mean: the one with this id or path, or those that are out and are shown under the name.
  ///
  /// - Parameters:
  ///   - name: An id, or a name as the table shows it, whole or shortened.
  ///   - path: The name as the path of a file.
  /// - Returns: The sheets, and whether all of them are meant: the sheets of one preset have one name.
  package func rounds(named name: String, path: String) -> (rounds: [SheetRounds.Round], areAllMeant: Bool) {
    let byID = rounds.filter { $0.id == name }
    guard byID.isEmpty else { return (byID, true) }
    let out = rounds.filter(\.isOut)
    let byPath = out.filter { [name, path].contains($0.export?.file) }
    guard byPath.isEmpty else { return (byPath, true) }
    let byName = out.filter { [Self.name(of: $0), $0.export?.preset].contains(name) }
    guard byName.isEmpty else { return (byName, Set(byName.map { $0.export?.preset ?? $0.id }).count == 1) }
    let parts = name.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
    let isShortened = parts.count == 2 && !parts.contains("")
    let shown = out.filter { round in
      let forms = [Self.name(of: round)] + Self.distinctions(of: round).compactMap { Self.name(of: round, $0) }
      return forms.contains { $0 == name || isShortened && $0.hasPrefix(parts[0]) && $0.hasSuffix(parts[1]) }
    }
    return (shown, shown.count == 1)
  }

  /// The name of a sheet in this table: with what tells it from others of its name and locales.
  private func shownName(of round: SheetRounds.Round) -> String {
    let own = Self.distinctions(of: round)
    let others = namesakes[Self.shared(round)]?.map(Self.distinctions) ?? []
    let index = own.indices.first { index in own[index] != nil && others.count { $0[index] == own[index] } == 1 }
    return index.flatMap { Self.name(of: round, own[$0]) } ?? Self.name(of: round)
  }

  /// What sheets of one name in one column may have in common.
  private static func shared(_ round: SheetRounds.Round) -> String {
    "\(name(of: round)) \(words(ofLocales: round.export?.locales ?? []))"
  }

  /// What may tell a sheet from others of its name: its preset, the day of its export, its file, and its id.
  private static func distinctions(of round: SheetRounds.Round) -> [String?] {
    let export = round.export
    return [export?.preset, export.map { String($0.time.prefix(10)) }, export.map { FileName($0.file).name }, round.id]
  }

  private static func name(of round: SheetRounds.Round, _ distinction: String?) -> String? {
    distinction.map { "\(name(of: round)) (\(Visible.text($0)))" }
  }

  /// The sheets that are overdue.
  package var late: [SheetRounds.Round] { rounds.filter { (daysLeft($0) ?? 0) < 0 } }

  /// The name of a sheet: its agency or preset, or its file without the folder.
  package static func name(of round: SheetRounds.Round) -> String {
    let file = FileName(round.export?.file ?? round.returns.last?.file ?? "").name
    return Visible.text(
      round.export?.agency ?? round.export?.preset ?? (round.export?.fixes == nil ? file : "to fix: \(file)"))
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
  private func title(of round: SheetRounds.Round, room: Int = 50) -> String {
    let locales = " (\(Self.words(ofLocales: round.export?.locales ?? [])))"
    guard width != nil else { return shownName(of: round) + locales }
    return TextColumn.shortened(shownName(of: round), to: room - TextColumn.width(of: locales)) + locales
  }

  // MARK: - Days

  /// The whole days from the export until the sheet was back as a whole, until it was closed, or until now.
  private func daysOut(_ round: SheetRounds.Round) -> Int? {
    let end = (round.isOut ? nil : round.returnedAt ?? round.closedAt ?? round.lastTime).flatMap(UTCTime.seconds) ?? now
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

  /// The table with its header, the numbers of sheets, the words that were sent, and the errors in them.
  package func lines() -> [String] { table() + sums() + wordTable() + qualityTable() }

  /// The words of each sheet that were sent, by locale and person, with a header; empty if none were.
  private func wordTable() -> [String] {
    measures(["words sent", "locale", "person", "words", "changed", "unchanged", "edit distance"]) { round in
      round.words.map { sent in
        (
          sent.locale, sent.writer,
          [sent.words, sent.changed, sent.unchanged].map(String.init) + ["\(sent.editDistance) %"]
        )
      }
    }
  }

  /// The errors that reviewers noted in the texts of each sheet, by locale and person, with a header; empty without
  /// errors.
  private func qualityTable() -> [String] {
    measures(["quality", "locale", "person", "words", "errors", "points", "per 1,000"]) { round in
      round.quality(most: mostPoints).filter { $0.errorCount > 0 }.map { quality in
        (
          quality.locale, quality.person ?? "–",
          [quality.words, quality.errorCount, quality.points].map(String.init) + [quality.score]
        )
      }
    }
  }

  private func measures(
    _ head: [String], of rows: (SheetRounds.Round) -> [(locale: String, person: String, numbers: [String])]
  ) -> [String] {
    let rows = rounds.flatMap { round in
      rows(round).map { row in
        [
          TextColumn.shortened(Self.name(of: round), to: 24), TextColumn.shortened(Visible.text(row.locale), to: 14),
          TextColumn.shortened(Visible.text(row.person), to: 16),
        ] + row.numbers
      }
    }
    return rows.isEmpty ? [] : [""] + ([head] + rows).aligned(left: 3)
  }

  /// The table without the numbers: a header, and a line for each sheet; empty without sheets.
  package func table() -> [String] {
    let head = ["sheet", "locales", "rows", "days", "returned", "sent", "not sent"]
    var rows = [head] + rounds.map(cells)
    guard rows.count > 1 else { return [] }
    let others = head.indices.dropFirst().reduce(0) { sum, column in
      sum + 2 + (rows.map { TextColumn.width(of: $0[column]) }.max() ?? 0)
    }
    guard let width else { return rows.aligned(left: 2) }
    let room = max(width - others, Self.narrowestName)
    for row in rows.indices { rows[row][0] = TextColumn.shortened(rows[row][0], to: room) }
    return rows.aligned(left: 2).map { TextColumn.shortened($0, to: width) }
  }

  private func cells(of round: SheetRounds.Round) -> [String] {
    let none = "–"
    let counts = round.counts
    let rows = (round.export?.rows ?? round.returns.last?.rows).map(String.init) ?? none
    return [
      (round.export?.fixes == nil ? "" : "  ") + shownName(of: round),
      Self.words(ofLocales: round.export?.locales ?? []), round.isPartlyBack ? "\(round.rowsBack) of \(rows)" : rows,
      daysOut(round).map(String.init) ?? none, TextColumn.shortened(stateWords(round) ?? none, to: Self.returnWidth),
      counts.map { sentWords($0.sent, undone: round.undoneRows) } ?? none, counts.map { String($0.notSent) } ?? none,
    ]
  }

  private func sentWords(_ sent: Int, undone: Int) -> String {
    undone <= 0 ? "\(sent)" : undone < sent ? "\(sent), \(undone) undone" : "\(sent), undone"
  }

  private func stateWords(_ round: SheetRounds.Round) -> String? {
    if round.isOut {
      guard round.isPartlyBack else { return dueWords(round) }
      return (daysLeft(round) ?? 0) < 0 ? dueWords(round).map { "part, \($0)" } : "part of it back"
    }
    guard !round.isPartlyBack || round.closedAt == nil, let last = round.returns.last else { return "closed" }
    let day = String(last.time.prefix(10))
    let room = Self.returnWidth - day.count - 1
    return last.authors.isEmpty
      ? day : "\(day) \(TextColumn.shortened(Visible.text(last.authors.joined(separator: " ")), to: room))"
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

  /// The number of sheets that are out, that came back, and that were closed; on a second line what the first has no
  /// room for.
  private func sums() -> [String] {
    var rest: [String] = []
    if ended.returned > 0 { rest.append("\(ended.returned) came back") }
    if ended.closed > 0 { rest.append("\(ended.closed) \(ended.closed == 1 ? "was" : "were") closed") }
    let partly = rounds.count { $0.isOut && $0.isPartlyBack }
    let out = outWords + (partly > 0 ? ", part of \(partly) back" : "")
    let others = [rest.joined(separator: ", "), leftOut > 0 ? "--all lists \(leftOut) more" : ""].filter { !$0.isEmpty }
    let line = ([out] + others).joined(separator: "; ")
    return line.count > Self.width ? [out, others.joined(separator: "; ")] : [line]
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
        let part = round.isPartlyBack ? "\(round.rowsBack) of \(round.export?.rows ?? 0) back" : nil
        let words = [Counted.text(daysOut(round) ?? 0, "day"), dueWords(round), part].compactMap(\.self)
        let rest = ": " + words.joined(separator: ", ")
        return "  " + title(of: round, room: Self.width - 2 - rest.count) + rest
      }
  }

  // MARK: - JSON

  package var json: JSONValue {
    .array(
      rounds.map { round in
        let export = round.export
        return [
          "sheetID": round.id, "preset": export?.preset, "agency": export?.agency, "file": export?.file,
          "exportedAt": export?.time, "rows": export?.rows, "rowsBack": round.rowsBack, "fixes": export?.fixes,
          "locales": export?.locales ?? [], "out": round.isOut, "daysOut": daysOut(round), "dueDays": export?.dueDays,
          "late": (daysLeft(round) ?? 0) < 0, "closedAt": round.closedAt, "sent": round.counts?.sent,
          "notSent": round.counts?.notSent, "undone": round.counts.map { _ in round.undoneRows },
          "words": round.words.json, "quality": round.quality(most: mostPoints).json,
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
  /// The number of rows that all imports of the sheet sent, and the number that none has sent yet; nil if the sheet did
  /// not come back.
  fileprivate var counts: (sent: Int, notSent: Int)? {
    guard !returns.isEmpty else { return nil }
    func count(_ returns: [SheetEvent.Return], _ groups: RowResult.Group...) -> Int {
      let kinds = RowResult.Kind.allCases.filter { groups.contains($0.group) }
      return returns.reduce(0) { sum, file in kinds.reduce(sum) { $0 + (file.outcomes[$1.rawValue] ?? 0) } }
    }
    return (count(returns, .sent), unsentRows)
  }

  /// The words that all imports of the sheet sent and no undo took back, by locale and person.
  fileprivate var words: [SentWords] {
    var words = returns.flatMap(\.words).reduce(into: []) { $0.add($1) }
    for undoing in undoings { for undone in undoing.words { words.add(undone, times: undoing.isRedone ? 1 : -1) } }
    return words.filter { $0.rows > 0 }
  }

  fileprivate func quality(most: Int?) -> [Quality] { Quality.list([judged], most: most) }

  fileprivate var lastTime: String { returns.last?.time ?? closedAt ?? "" }
}
