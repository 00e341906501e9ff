import NStackAPI

/// The bases of rows whose cells belong to other texts, as a sort leaves them that leaves hidden columns behind.
struct LeftBases {
  /// A base, with the exported proposal beside it.
  struct Base {
    let base: RowBase
    let exported: String?
    fileprivate let number: Int
  }

  /// By the text that each is of, and then by its proposal; the first one last.
  private var bases: [TextHash: [TextHash: [Base]]] = [:]
  /// What is left of a text, once it was asked for whatever the proposal; the first one last.
  private var rest: [TextHash: [Base]] = [:]
  /// How many were given out.
  private(set) var takenCount = 0

  init(of rows: [ReturnedRow]) {
    for (number, row) in rows.enumerated().reversed() {
      guard let base = row.row.base else { continue }
      bases[base.identity, default: [:]][base.shownProposal, default: []].append(
        Base(base: base, exported: row.row.exportedProposal, number: number))
    }
  }

  /// Gives out the base of a text and the proposal that a row still shows.
  mutating func take(of text: TextHash, proposal: TextHash) -> Base? {
    guard let base = bases[text]?[proposal]?.popLast() else { return nil }
    takenCount += 1
    return base
  }

  /// Gives out the first base of a text, whatever its proposal, and says how many there were.
  mutating func takeAny(of text: TextHash) -> (base: Base, count: Int)? {
    if let left = bases.removeValue(forKey: text) {
      rest[text] = left.values.joined().sorted { $0.number > $1.number }
    }
    guard let count = rest[text]?.count, let base = rest[text]?.popLast() else { return nil }
    takenCount += 1
    return (base, count)
  }
}
