package import Basics
import NStackAPI

/// What an import did, with the values before and after each of its changes.
extension SubmissionReport {
  /// One change with its values.
  struct ValueChange {
    /// The value that the server served when the plan was made; nil if it is not known.
    let current: String?
    /// The proposal of this profile that was pending; nil if there was none, or if it is not known.
    let before: String?
    /// The proposal of this profile afterwards, as the server has it; nil after a deletion, and if the call was not
    /// carried out or did not last.
    let after: String?
  }

  /// Returns the values of a change.
  ///
  /// - Parameter index: A place in ``Changeset/changes``.
  func values(ofChangeAt index: Int) -> ValueChange {
    let change = changeset.changes[index]
    let item = change.items.first.map { changeset.items[$0] }
    let current = item?.serverValue
    switch change.operation {
    case .delete(_, let value): return ValueChange(current: current, before: value, after: nil)
    case .propose(let value):
      return ValueChange(
        current: current, before: change.pending?.first(where: \.canDelete)?.value,
        after: outcomes[index].valueLeft(by: value))
    }
  }

  /// Returns the import in lines: each change under its number, with its values, then the other rows, the counts and
  /// the last reading.
  ///
  /// - Parameter limit: The most characters of a value that are shown.
  package func historyLines(limit: Int) -> [String] {
    var lines: [String] = []
    for (index, change) in changeset.changes.enumerated() {
      for (place, item) in change.items.enumerated() {
        lines.append("\(place == 0 ? "\(index + 1)  " : "     and ")\(line(ofItemAt: item))")
      }
      let values = values(ofChangeAt: index)
      for (label, value) in [("current", values.current), ("before ", values.before), ("after  ", values.after)] {
        guard let value, !value.isEmpty else { continue }
        lines.append("     \(label)  \(Visible.text(value, limit: limit))")
      }
    }
    for (index, item) in changeset.items.enumerated() where change(ofItemAt: index) == nil { lines.append(item.line) }
    for note in changeset.notes { lines.append("\(note.place): note: \(Visible.text(note.note, limit: limit))") }
    return lines + [changeset.summaryLine] + (callsLine.map { [$0] } ?? []) + verificationLines
  }

  /// The values of each change, whole, as a list of objects.
  package var valuesJSON: JSONValue {
    .list(changeset.changes.count) { index in
      let change = changeset.changes[index]
      let values = values(ofChangeAt: index)
      return .object(
        [("number", .integer(index + 1))] + change.text.jsonMembers + [
          ("operation", .string(change.isDelete ? "delete" : "propose")),
          ("current", .optional(values.current)), ("before", .optional(values.before)),
          ("after", .optional(values.after)), ("outcome", .string(outcomes[index].name)),
        ])
    }
  }
}

extension ChangeOutcome {
  /// The value that the server holds after a proposal of a value; nil if the proposal is not there.
  fileprivate func valueLeft(by proposed: String) -> String? {
    if case .applied(_, let altered?) = self { return altered }
    return isDone ? proposed : nil
  }
}
