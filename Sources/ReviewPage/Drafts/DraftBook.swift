import NStackAPI

/// All that is decided and not sent: the drafts, and what was left out of returned sheets.
struct DraftBook: Sendable {
  /// The most drafts.
  static let most = 200_000

  /// The drafts by text.
  private(set) var drafts: [TextIdentity: Draft] = [:]
  /// The fingerprints of what returned sheets asked for and the page left out, by text.
  private(set) var left: [TextIdentity: Set<String>] = [:]
  /// When each draft was made or changed, as a number that only rises.
  private(set) var numbers: [TextIdentity: Int] = [:]
  private var next = 1

  /// The drafts, in the order in which they were made or changed.
  var inOrder: [Draft] {
    numbers.sorted { $0.value < $1.value }.compactMap { drafts[$0.key] }
  }

  /// Whether nothing was decided.
  var isEmpty: Bool { drafts.isEmpty && left.isEmpty }

  /// The steps that lead to the same book.
  var steps: [DraftStep] {
    left.flatMap { text, asked in asked.map { DraftStep.left(text, asked: $0) } } + inOrder.map(DraftStep.drafted)
  }

  /// Takes a step.
  mutating func take(_ step: DraftStep) {
    switch step {
    case .drafted(let draft):
      drafts[draft.text] = draft
      // Only the row's own draft takes back that the row was left out. Another draft may be undone or discarded, and the
      // row's wish must not return with that.
      if let origin = draft.origin, left[draft.text]?.remove(origin.asked) != nil, left[draft.text]?.isEmpty == true {
        left[draft.text] = nil
      }
      numbers[draft.text] = next
      next += 1
    case .cleared(let text):
      drafts[text] = nil
      numbers[text] = nil
    case .left(let text, let asked):
      drafts[text] = nil
      numbers[text] = nil
      left[text, default: []].insert(asked)
    }
  }
}
