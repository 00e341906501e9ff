import NStackAPI

/// The bases of rows whose cells belong to other texts, as after a sort that left the hidden columns behind.
struct LeftBases {
  /// A base and the hidden cells beside it.
  struct Base {
    let base: RowBase
    let exportedProposal: String?
    let sourceText: String?
    fileprivate let number: Int
  }

  /// The bases by text and then by proposal; the first one is last in its array.
  private var bases: [TextHash: [TextHash: [Base]]] = [:]
  /// The remaining bases of each text for which ``takeAny(of:)`` was called; the first one is last in its array.
  private var rest: [TextHash: [Base]] = [:]
  /// The number of bases that were removed.
  private(set) var takenCount = 0

  init(of rows: [ReturnedRow]) {
    for (number, row) in rows.enumerated().reversed() {
      guard let base = row.base else { continue }
      bases[base.identity, default: [:]][base.shownProposal, default: []].append(
        Base(base: base, exportedProposal: row.exportedProposal, sourceText: row.sourceText, number: number))
    }
  }

  /// Removes and returns the base of a text and of the proposal that a row still shows.
  mutating func take(of text: TextHash, proposal: TextHash) -> Base? {
    guard let base = bases[text]?[proposal]?.popLast() else { return nil }
    takenCount += 1
    return base
  }

  /// Removes and returns the first base of a text, whatever its proposal, and the number of bases that the text had.
  mutating func takeAny(of text: TextHash) -> (base: Base, count: Int)? {
    if let left = bases.removeValue(forKey: text) {
      rest[text] = left.values.joined().sorted { $0.number > $1.number }
    }
    guard let count = rest[text]?.count, let base = rest[text]?.popLast() else { return nil }
    takenCount += 1
    return (base, count)
  }
}
