import Basics
import ReviewReports

/// The questions that ask which changes of a plan to send, one for each change, with the keys of `git add --patch`.
extension PlanQuestions {
  private static let help = [
    "y - send this change", "n - leave it out", "a - send it and all further changes of this file",
    "d - leave out this one and all further changes of this file",
    "q - leave out this one and all other undecided changes", "k - go back to the change before",
    "j - go on to the next change without a decision", "? - show this help",
  ]

  /// The indices of the changes that are picked; nil at the end of the input.
  func picks(from changeset: Changeset) -> Set<Int>? {
    let changes = changeset.changes
    var decisions = [Bool?](repeating: nil, count: changes.count)
    var next: Int? = 0
    while let index = next, index < changes.count {
      show("")
      show("change \(index + 1) of \(changes.count)\(Self.choice(decisions[index]))")
      present(changes[index], changeset)
      guard let key = answer(changes[index]) else { return nil }
      switch key {
      case "y", "n": decisions[index] = key == "y"
      case "a", "d":
        let file = Self.file(of: changes[index], changeset)
        for further in index..<changes.count where further == index || decisions[further] == nil {
          if Self.file(of: changes[further], changeset) == file { decisions[further] = key == "a" }
        }
      case "k":
        next = max(0, index - 1)
        continue
      case "j":
        // There is no next change after the last undecided one.
        next = Self.undecided(decisions, after: index) ?? index
        continue
      default:
        decisions[index] = false
        next = nil
        continue
      }
      next = Self.undecided(decisions, after: index)
    }
    return Set(decisions.indices.filter { decisions[$0] == true })
  }

  private func answer(_ change: Changeset.Change) -> Character? {
    let what = change.isDelete ? "Delete this proposal" : "Send this proposal"
    while true {
      guard let line = ask("\(what) [y,n,a,d,k,j,q,?]?") else { return nil }
      guard let key = line.lowercased().first(where: { !$0.isWhitespace }) else { continue }
      if "ynadkjq".contains(key) { return key }
      if key != "?" { show("\"\(key)\" is none of these.") }
      for line in Self.help { show(line) }
    }
  }

  private func present(_ change: Changeset.Change, _ changeset: Changeset) {
    guard let first = change.items.first else { return }
    for line in display.lines(of: changeset.items[first]) { show(line) }
    let others = change.items.count - 1
    if others > 0 { show("    \(Counted.text(others, "more row asks", "more rows ask")) for the same.") }
  }

  private static func choice(_ decision: Bool?) -> String {
    decision.map { $0 ? " (to be sent)" : " (left out)" } ?? ""
  }

  private static func file(of change: Changeset.Change, _ changeset: Changeset) -> Int? {
    change.items.first.map { changeset.items[$0].row.place.fileIndex }
  }

  /// The next change without a decision, from the start again after the last; nil if all are decided.
  private static func undecided(_ decisions: [Bool?], after index: Int) -> Int? {
    let order = Array(index + 1..<decisions.count) + Array(0...index)
    return order.first { decisions[$0] == nil }
  }

  static func requireTerminal() throws {
    guard !Terminal.canAsk else { return }
    throw Failure.usage(.pick, "--pick needs a terminal.", hint: "Leave it out here.")
  }
}
