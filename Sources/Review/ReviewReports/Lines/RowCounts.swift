import Basics

/// The number of rows in each group, by their actual or planned result. The lines, the objects, the page and the table
/// of sheets all show these numbers.
package struct RowCounts {
  package typealias Group = RowResult.Group

  private let isPlan: Bool
  private let rowCount: Int
  /// The number of rows with each kind of result.
  private var kinds: [RowResult.Kind: Int] = [:]
  /// The words for the numbers of rows, in display order.
  private var parts: [(group: Group, words: String)] = []
  /// Whether a person must fix one of the rows. Unconfirmed calls and calls that were not attempted are left to the
  /// next import.
  package private(set) var hasRowsToFix = false
  /// Whether rows of different files disagree about a text, and no decision was made.
  package let haveFilesDisagreed: Bool
  /// The numbers of rows whose request was left out because somebody decided so, and whose proposal was emptied.
  private let withheld: (skipped: Int, emptied: Int)
  /// The files that were left out, because they are not review sheets.
  private let leftOut: [String]

  /// Counts the rows of a plan, or of an import.
  ///
  /// - Parameters:
  ///   - indices: The items to count; nil counts all items and the unchanged rows.
  ///   - copies: Items that are not counted.
  package init(
    _ changeset: Changeset, _ report: SubmissionReport? = nil, ofItemsAt indices: [Int]? = nil,
    without copies: Set<Int> = []
  ) {
    var verdicts = indices?.reduce(into: [:]) { $0[changeset.items[$1].verdict, default: 0] += 1 } ?? changeset.counts
    for copy in copies { verdicts[changeset.items[copy].verdict, default: 0] -= 1 }
    var calls: [Verdict: [String: (group: Group, count: Int)]] = [:]
    let indices = (indices ?? Array(changeset.items.indices)).filter { !copies.contains($0) }
    for index in indices {
      guard let outcome = report?.outcome(ofItemAt: index) else { continue }
      let verdict = changeset.items[index].verdict
      verdicts[verdict, default: 0] -= 1
      kinds[outcome.resultKind, default: 0] += 1
      // Proposals and deletions share one count for each outcome except "applied".
      let place = outcome.resultKind == .sent ? verdict : .propose
      calls[place, default: [:]][outcome.name, default: (outcome.resultKind.group, 0)].count += 1
    }
    haveFilesDisagreed = indices.contains { index in
      let item = changeset.items[index]
      return item.verdict == .disagreement && item.rivals.contains { $0.fileIndex != item.row.place.fileIndex }
    }
    hasRowsToFix = indices.contains { index in
      (report?.outcome(ofItemAt: index)?.resultKind ?? changeset.items[index].verdict.resultKind).needsFixing
    }
    let unasked = indices.lazy.map { changeset.items[$0] }.filter { ![.skip, .signOff].contains($0.row.intent) }
    withheld = (unasked.count { $0.verdict == .skipped }, unasked.count { $0.verdict == .cleared })
    leftOut = changeset.foreignFiles.map(\.path)
    isPlan = report == nil
    rowCount = verdicts.values.reduce(0, +) + calls.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } }
    for verdict in Verdict.allCases {
      if let count = verdicts[verdict], count > 0 {
        parts.append((verdict.resultKind.group, verdict.counted(count)))
        kinds[verdict.resultKind, default: 0] += count
      }
      for (name, (group, count)) in (calls[verdict] ?? [:]).sorted(by: { $0.key < $1.key }) {
        let done = verdict == .delete ? "deleted" : "proposed"
        parts.append((group, group == .sent ? "\(count) \(done)" : [name: count].outcomeWords))
      }
    }
  }

  /// The number of rows in a group.
  package func count(_ group: Group) -> Int { kinds.reduce(0) { $0 + ($1.key.group == group ? $1.value : 0) } }

  /// Whether all that was asked for was sent or is on the server.
  var isDone: Bool { count(.refused) + count(.undecided) + withheld.skipped + withheld.emptied == 0 }

  private func count(of kinds: RowResult.Kind...) -> Int { kinds.reduce(0) { $0 + self.kinds[$1, default: 0] } }

  private func words(_ groups: Group...) -> String {
    parts.filter { groups.contains($0.group) }.map(\.words).joined(separator: ", ")
  }

  private var sentWords: String { isPlan ? "to send" : "sent" }

  /// The groups that have rows, each with its parts: `2 to send (1 to delete, 1 to propose)`; nil without rows.
  var list: String? {
    let parts = Group.allCases.filter { count($0) > 0 }.map { group in
      let sum = "\(count(group)) \(group == .sent ? sentWords : group.rawValue)"
      return words(group) == sum ? sum : "\(sum) (\(words(group)))"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The number of rows, and the groups.
  var line: String { "\(Counted.text(rowCount, "row")): \(list ?? "nothing")" }

  /// What happened, or would happen, in one sentence.
  var sentence: String {
    func rows(_ count: Int, _ one: String, _ more: String) -> [String] {
      count == 0 ? [] : ["\(Counted.text(count, "row")) \(count == 1 ? one : more)"]
    }
    let (sent, there) = (count(of: .sent, .planned), count(of: .alreadyThere))
    let asking = sent + count(.refused) + count(.undecided) + withheld.skipped + withheld.emptied
    let verb = isPlan ? "can be" : sent == 1 || asking == 1 ? "was" : "were"
    let others = [(count(of: .notChosen), "not chosen"), (count(of: .failed), "failed")].filter { $0.0 > 0 }
    let why = others.isEmpty ? "" : " (\(others.map { "\($0) \($1)" }.joined(separator: ", ")))"
    let parts =
      (asking == 0 ? [] : ["\(sent) of \(Counted.text(asking, "row")) with a change \(verb) sent to NStack"])
      + rows(count(of: .conflict, .disagreement, .unapproved), "waits for a decision", "wait for a decision")
      + rows(count(of: .unconfirmed, .notAttempted), "waits for the next import", "wait for the next import")
      + rows(count(.refused), "\(isPlan ? "is" : "was") refused\(why)", "\(isPlan ? "are" : "were") refused\(why)")
      + rows(withheld.skipped, "was skipped", "were skipped") + rows(withheld.emptied, "was emptied", "were emptied")
      + (there == 0 ? [] : ["NStack already had what \(Counted.text(there, "row")) asked for"])
    return (parts.isEmpty ? "No row asks for a change" : parts.joined(separator: "; ")) + "."
  }

  /// The groups as an object; in a plan, `sent` is what would be sent.
  var json: JSONValue {
    [
      "sent": count(.sent), "nothingToDo": count(.nothingToDo), "refused": count(.refused),
      "undecided": count(.undecided),
    ]
  }

  /// What a person still has to do, in sentences; nil if every request was or will be sent and every file was read.
  package func closingLine(fixedIn files: [String], otherwise advice: String?) -> String? {
    let left = count(.refused) + count(.undecided)
    guard left > 0 || !leftOut.isEmpty else { return nil }
    var line = "\(count(.sent)) \(sentWords)"
    if left > 0 { line += ", \(left) \(isPlan ? "will not be sent" : "not sent"): \(words(.refused, .undecided))" }
    if !leftOut.isEmpty { line += "; \(Counted.text(leftOut.count, "file")) left out: \(Self.named(leftOut))" }
    let place = files.isEmpty ? advice : "The rows to fix are in \(Self.named(files))."
    return "\(line)." + (place.map { " \($0)" } ?? "")
  }

  private static func named(_ files: [String]) -> String {
    files.prefix(3).map { Visible.path($0) }.joined(separator: ", ")
      + (files.count > 3 ? " and \(files.count - 3) more" : "")
  }
}
