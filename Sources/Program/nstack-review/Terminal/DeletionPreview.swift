import Basics
import NStackAPI
import TranslationReview

/// The proposals that a plan would delete, by locale and section, on one screen.
struct DeletionPreview {
  private var groups: [(locale: String, section: String, items: [Changeset.Item])] = []
  private let refused: [Changeset.Item]
  private let final: Set<Int>

  /// - Parameter final: The ids of the proposals that no undo brings back.
  init(_ changeset: Changeset, final: Set<Int> = []) {
    self.final = final
    refused = changeset.items.filter { $0.verdict.isRefusal }
    var places: [[ExactText]: Int] = [:]
    for item in changeset.items where item.verdict == .delete {
      let text = item.row.text
      let name = [ExactText(text.locale), ExactText(text.section)]
      if places[name] == nil {
        places[name] = groups.count
        groups.append((text.locale, text.section, []))
      }
      if let place = places[name] { groups[place].items.append(item) }
    }
    groups.sort { (ExactText($0.locale), ExactText($0.section)) < (ExactText($1.locale), ExactText($1.section)) }
  }

  /// Returns at most `limit` lines: each group with its number of proposals, and as many proposals as there is room for.
  func lines(limit: Int) -> [String] {
    let refusals = refused.prefix(limit / 2).map { "\($0.row.place): refused: \($0.message)" }
    let room = max(3, limit - refusals.count - 2)
    var shown = [Int](repeating: 0, count: min(groups.count, room))
    var rest = room - shown.count
    // One more of each group in turn, so that no group crowds out another.
    var isFull = false
    while rest > 0, !isFull {
      isFull = true
      for index in shown.indices where rest > 0 && shown[index] < groups[index].items.count {
        shown[index] += 1
        rest -= 1
        isFull = false
      }
    }
    var lines: [String] = []
    for (group, count) in zip(groups, shown) {
      lines.append(
        "\(Visible.text(group.locale))  \(Visible.text(group.section))  \(Counted.text(group.items.count, "proposal"))")
      lines += group.items.prefix(count).map(line)
    }
    let hidden = groups.reduce(0) { $0 + $1.items.count } - shown.reduce(0, +)
    if hidden > 0 { lines.append("… and \(Counted.text(hidden, "more proposal"))") }
    if refused.count > refusals.count { lines.append("… and \(refused.count - refusals.count) more refused") }
    return lines + refusals
  }

  private func line(_ item: Changeset.Item) -> String {
    let id = item.row.proposalID.map(String.init) ?? ""
    let faults = item.findings.map(\.check).withoutRepeats.joined(separator: ", ")
    let end =
      (faults.isEmpty ? "" : "  (\(faults))") + (item.row.proposalID.map(final.contains) == true ? "  (final)" : "")
    return "    \(id)  \(Visible.text(item.row.text.key))  \(Visible.text(item.row.proposal, limit: 60))\(end)"
  }
}
