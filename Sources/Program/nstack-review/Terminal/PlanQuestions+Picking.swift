import Basics
import ReviewReports

/// The questions that ask which changes of a plan to send, one for each change.
extension PlanQuestions {
  /// The indices of the changes that are picked; nil if the user leaves.
  func picks(from changeset: Changeset) -> Set<Int>? {
    let changes = changeset.changes
    func file(_ index: Int) -> Int? { changes[index].items.first.map { changeset.items[$0].row.place.fileIndex } }
    var picked: [Int: Bool] = [:]
    let isDone = decide(
      Array(changes.indices), &picked, keys: { _ in ["y", "n", "a", "d"] },
      help: [
        "y - send this change", "n - leave it out", "a - send it and all further changes of this file",
        "d - leave out this one and all further changes of this file",
      ], question: { "\(changes[$0].isDelete ? "Delete" : "Send") this proposal" },
      present: { index, isPicked in
        let state = isPicked.map { $0 ? " (to be sent)" : " (left out)" } ?? ""
        show("change \(index + 1) of \(changes.count)\(state)")
        present(changes[index], changeset)
      }, isAlike: { file($0) == file($1) }, choose: { key, _ in key == "y" })
    return isDone ? Set(picked.filter(\.value).keys) : nil
  }

  private func present(_ change: Changeset.Change, _ changeset: Changeset) {
    guard let first = change.items.first else { return }
    for line in display.lines(of: changeset.items[first]) { show(line) }
    let others = change.items.count - 1
    if others > 0 { show("    \(Counted.text(others, "more row asks", "more rows ask")) for the same.") }
  }

  static func requireTerminal() throws {
    guard !Terminal.canAsk else { return }
    throw Failure.usage(.pick, "--pick needs a terminal.", hint: "Leave it out here.")
  }
}
