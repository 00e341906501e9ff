package import Basics
import ReviewSheets
package import TranslationReview

/// What became of the rows of each agency in a plan or an import. An agency is a preset or, without one, a file.
package struct AgencyShares: Sendable {
  /// One agency's share.
  package struct Share: Sendable {
    /// The preset, or the file without the folder.
    package let name: String
    /// The number of rows that the agency was asked about; nil if a file does not say how many were exported.
    package let asked: Int?
    /// The number of rows that came back.
    package let back: Int
    /// What became of the edited rows.
    package let counts: RowCounts
    /// The number of rows whose proposal a reviewer approved, and that were sent or that the server already had.
    package let approved: Int
    /// The people who approved them, as far as they are known, sorted.
    package let approvers: [String]
    /// The words that were sent, by locale and person.
    package let words: [SentWords]

    /// Whether all that was asked for was sent or is on the server.
    var isDone: Bool { counts.count(.refused) + counts.count(.undecided) == 0 }
  }

  /// The agencies in the order of their files; empty for a plan without files.
  package let shares: [Share]

  package init(_ changeset: Changeset, _ report: SubmissionReport? = nil) {
    var names: [String] = []
    let files = Dictionary(grouping: changeset.files.indices) { index in
      let file = changeset.files[index]
      // Files of one name in several folders are of several agencies.
      let name = file.agency ?? file.path
      if !names.contains(name) { names.append(name) }
      return name
    }
    let shown = names.map { FileName($0).name }
    let items = Dictionary(grouping: changeset.items.indices) { changeset.items[$0].row.place.fileIndex }
    let words = changeset.sentWords(report)
    shares = zip(names, shown).map { name, file in
      let own = files[name, default: []]
      let indices = own.flatMap { items[$0, default: []] }
      let approved = indices.filter { index in
        let item = changeset.items[index]
        let kind = report?.outcome(ofItemAt: index)?.resultKind ?? item.verdict.resultKind
        return item.signOff != nil && [.sent, .planned, .alreadyThere].contains(kind)
      }
      return Share(
        name: shown.count { $0 == file } > 1 ? name : file, asked: changeset.files.exportedRowCount(at: own),
        back: own.reduce(0) { $0 + changeset.files[$1].rowCount },
        counts: RowCounts(changeset, report, ofItemsAt: indices), approved: approved.count,
        approvers: Set(approved.compactMap { changeset.items[$0].row.place.author }).sorted(),
        words: own.reduce(into: []) { all, file in for sent in words[file, default: []] { all.add(sent) } })
    }
  }

  package var json: JSONValue {
    .array(
      shares.map { share in
        let counts = share.counts
        return [
          "agency": share.name, "asked": share.asked, "back": share.back, "sent": counts.count(.sent),
          "refused": counts.count(.refused), "undecided": counts.count(.undecided), "approved": share.approved,
          "approvedBy": share.approvers, "words": share.words.json,
        ]
      })
  }
}

extension [ReturnedSheet.File] {
  /// The number of rows that the exports of some files wrote; files of one sheet are its parts. Nil if one is not known.
  fileprivate func exportedRowCount(at indices: [Int]) -> Int? {
    var seen: Set<String> = []
    var sum = 0
    for file in indices.map({ self[$0] }) where file.sheetID.map({ seen.insert($0).inserted }) ?? true {
      guard let count = file.exportedRowCount else { return nil }
      sum += count
    }
    return sum
  }
}
