import NStackAPI

/// The values by which the rows of a report are filtered, and the number of rows for each.
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
  /// The reviewers' notes on rows that the report does not list, apart from questions.
  let otherNotes: [ReturnedSheet.Note]
  /// The number of rows, by locale and then by outcome, in the order of ``locales`` and ``kinds``.
  let counts: [[Int]]

  private let kindIndices: [String: Int]
  private let localeIndices: [String: Int]
  private let sectionIndices: [String: Int]
  private let checkIndices: [String: Int]
  private let notes: [RowPlace: [String]]

  init(_ report: HTMLReport) {
    let (changeset, items) = (report.changeset, report.changeset.items)
    let notes = Dictionary(grouping: changeset.notes, by: \.place).mapValues { $0.map(\.note) }
    let places = Set(items.map(\.row.place))
    var counts: [String: [RowResult.Kind: Int]] = [:]
    for (index, item) in items.enumerated() {
      counts[item.row.text.locale, default: [:]][report.result(ofItemAt: index).kind, default: 0] += 1
    }
    func counted(_ names: [String]) -> [(name: String, count: Int)] {
      Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    func indices(_ names: [String]) -> [String: Int] {
      Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    }
    let kinds = RowResult.Kind.allCases.filter { kind in counts.values.contains { $0[kind] != nil } }
    let locales = counted(items.map(\.row.text.locale))
    (self.notes, self.kinds, self.locales) = (notes, kinds, locales)
    sections = counted(items.map(\.row.text.section))
    checks = counted(items.flatMap { $0.findings.map(\.check).withoutRepeats })
    findingCount = items.count { !$0.findings.isEmpty }
    noteCount = items.count { notes[$0.row.place] != nil || !$0.row.note.isEmpty }
    otherNotes = changeset.notes.filter { !places.contains($0.place) && !$0.isQuestion }
    self.counts = locales.map { locale in kinds.map { counts[locale.name]?[$0] ?? 0 } }
    kindIndices = indices(kinds.map(\.rawValue))
    localeIndices = indices(locales.map(\.name))
    sectionIndices = indices(sections.map(\.name))
    checkIndices = indices(checks.map(\.name))
  }

  /// An outcome in the page's words. Elsewhere on it, `refused` has the others of the group too.
  func word(for kind: RowResult.Kind) -> String {
    let isPart = kind == .refused && kinds.contains { $0 != kind && $0.group == .refused }
    return isPart ? "otherwise refused" : kind.rawValue
  }

  func notes(on row: ReturnedRow) -> [String] { notes[row.place] ?? (row.note.isEmpty ? [] : [row.note]) }

  /// The indices of a row's outcome, locale, section and findings, in the form that the page's script reads.
  func facets(of item: Changeset.Item, _ kind: RowResult.Kind) -> String {
    let text = item.row.text
    var facets =
      "\(kindIndices[kind.rawValue, default: 0]) \(localeIndices[text.locale, default: 0]) \(sectionIndices[text.section, default: 0])"
    var findings = item.findings.map(\.check).withoutRepeats.map { "\(checkIndices[$0, default: 0])" }
    if !notes(on: item.row).isEmpty { findings.append("note") }
    if !findings.isEmpty { facets += " " + findings.joined(separator: ",") }
    return facets
  }
}
