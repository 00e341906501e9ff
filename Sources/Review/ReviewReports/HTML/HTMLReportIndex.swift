import NStackAPI

/// What the rows of a report are filtered by, and the number of rows of each kind.
struct HTMLReportIndex {
  /// The outcomes that rows have, in the order of ``RowResult/Kind``.
  let kinds: [RowResult.Kind]
  /// The locales, sections and ids of checks that rows have, sorted, each with its number of rows.
  let locales: [(name: String, count: Int)]
  let sections: [(name: String, count: Int)]
  let checks: [(name: String, count: Int)]
  /// The number of rows with a finding of a check.
  let findingCount: Int
  let noteCount: Int
  /// The reviewers' notes on rows that the report does not list.
  let otherNotes: [ReturnedSheet.Note]
  /// The number of rows, by locale and then by outcome, in the order of ``locales`` and ``kinds``.
  let counts: [[Int]]

  private let kindIndices: [RowResult.Kind: Int]
  private let localeIndices: [String: Int]
  private let sectionIndices: [String: Int]
  private let checkIndices: [String: Int]
  private let notes: [RowPlace: [String]]

  init(_ report: HTMLReport) {
    let changeset = report.changeset
    var counts: [String: [RowResult.Kind: Int]] = [:]
    var sections: [String: Int] = [:]
    var checks: [String: Int] = [:]
    var findingCount = 0
    var noteCount = 0
    var notes: [RowPlace: [String]] = [:]
    for note in changeset.notes { notes[note.place, default: []].append(note.note) }
    var listed: Set<RowPlace> = []
    for (index, item) in changeset.items.enumerated() {
      counts[item.row.text.locale, default: [:]][report.result(ofItemAt: index).kind, default: 0] += 1
      sections[item.row.text.section, default: 0] += 1
      for check in Set(item.findings.map(\.check)) { checks[check, default: 0] += 1 }
      if !item.findings.isEmpty { findingCount += 1 }
      if notes[item.row.place] != nil { listed.insert(item.row.place) }
      if notes[item.row.place] != nil || !item.row.note.isEmpty { noteCount += 1 }
    }
    let kinds = RowResult.Kind.allCases.filter { kind in counts.values.contains { $0[kind] != nil } }
    let sorted = { (names: [String: Int]) in names.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) } }
    let locales = sorted(counts.mapValues { $0.values.reduce(0, +) })
    self.kinds = kinds
    self.locales = locales
    self.sections = sorted(sections)
    self.checks = sorted(checks)
    self.findingCount = findingCount
    self.noteCount = noteCount
    self.notes = notes
    self.counts = locales.map { locale in kinds.map { counts[locale.name]?[$0] ?? 0 } }
    otherNotes = changeset.notes.filter { !listed.contains($0.place) }
    let indices = { (names: [String]) in Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) }) }
    kindIndices = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
    localeIndices = indices(self.locales.map(\.name))
    sectionIndices = indices(self.sections.map(\.name))
    checkIndices = indices(self.checks.map(\.name))
  }

  func notes(on row: ReturnedRow) -> [String] { notes[row.place] ?? (row.note.isEmpty ? [] : [row.note]) }

  /// The indices of a row's outcome, locale, section and findings, as the page's script reads them.
  func facets(of item: Changeset.Item, _ kind: RowResult.Kind) -> String {
    let text = item.row.text
    var facets =
      "\(kindIndices[kind, default: 0]) \(localeIndices[text.locale, default: 0]) \(sectionIndices[text.section, default: 0])"
    var findings = item.findings.map(\.check).withoutRepeats.map { "\(checkIndices[$0, default: 0])" }
    if !notes(on: item.row).isEmpty { findings.append("note") }
    if !findings.isEmpty { facets += " " + findings.joined(separator: ",") }
    return facets
  }
}
