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
    /// The number of rows that came back. One that came back in several files counts once, here and below.
    package let back: Int
    /// What became of the edited rows.
    package let counts: RowCounts
    /// The number of rows whose proposal a reviewer approved, and that were sent or that the server already had.
    package let approved: Int
    /// The people who approved them, as far as they are known, sorted.
    package let approvers: [String]
    /// The words that were sent, by locale and person.
    package let words: [SentWords]
    /// The errors that reviewers noted, by locale and person.
    package let quality: [Quality]
  }

  /// The agencies in the order of their files; empty for a plan without files.
  package let shares: [Share]

  package init(_ changeset: Changeset, _ report: SubmissionReport? = nil) {
    let copies = changeset.copies(report)
    let items = Dictionary(grouping: changeset.items.indices.filter { !copies.contains($0) }) {
      changeset.items[$0].row.place.fileIndex
    }
    let words = changeset.sentWords(report, without: copies)
    let judged = changeset.judgedRows(report)
    shares = changeset.files.agencies.map { name, own in
      let indices = own.flatMap { items[$0, default: []] }
      let approved = indices.filter { index in
        let item = changeset.items[index]
        let kind = report?.outcome(ofItemAt: index)?.resultKind ?? item.verdict.resultKind
        return item.signOff != nil && [.sent, .planned, .alreadyThere].contains(kind)
      }
      return Share(
        name: name, asked: changeset.files.exportedRowCount(at: own), back: changeset.files.rowsBack(at: own),
        counts: RowCounts(changeset, report, ofItemsAt: indices), approved: approved.count,
        approvers: Set(approved.map { changeset.items[$0].row.place }.compactMap { $0.approver ?? $0.author }).sorted(),
        words: own.reduce(into: []) { all, file in for sent in words[file, default: []] { all.add(sent) } },
        quality: changeset.files.quality(at: own, judged, most: changeset.mostPoints))
    }
  }

  package var json: JSONValue {
    .array(
      shares.map { share in
        let counts = share.counts
        return [
          "agency": share.name, "asked": share.asked, "back": share.back, "sent": counts.count(.sent),
          "refused": counts.count(.refused), "undecided": counts.count(.undecided), "approved": share.approved,
          "approvedBy": share.approvers, "words": share.words.json, "quality": share.quality.json,
        ]
      })
  }
}

extension [ReturnedSheet.File] {
  /// The names of the agencies, in the order of their files, with the indices of these files.
  var agencies: [(name: String, files: [Int])] {
    var names: [String] = []
    let files = Dictionary(grouping: indices) { index in
      // Files of one name in several folders are of several agencies.
      let name = self[index].agency ?? self[index].path
      if !names.contains(name) { names.append(name) }
      return name
    }
    let shown = names.map { FileName($0).name }
    return zip(names, shown).map { name, file in
      (shown.count { $0 == file } > 1 ? name : file, files[name, default: []])
    }
  }

  /// The quality of some files. A row that came back in several files of a sheet counts once.
  func quality(at indices: [Int], _ judged: [Int: [JudgedRows]], most: Int?) -> [Quality] {
    var places: [String: Int] = [:]
    var sheets: [[JudgedRows]] = []
    for index in indices {
      let place = places[self[index].sheetID ?? self[index].path] ?? sheets.count
      if place == sheets.count { sheets.append([]) }
      places[self[index].sheetID ?? self[index].path] = place
      sheets[place].add(judged[index, default: []], ofSameImport: true)
    }
    return Quality.list(sheets, most: most)
  }

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

  /// The number of rows that came back in some files.
  fileprivate func rowsBack(at indices: [Int]) -> Int {
    let files = indices.map { self[$0] }
    let sheets = Dictionary(grouping: files.filter { $0.sheetID != nil }) { $0.sheetID }
    return sheets.values.reduce(files.reduce(0) { $0 + ($1.sheetID == nil ? $1.distinctRowCount : 0) }) { sum, files in
      let (most, exported) = (files.map(\.distinctRowCount).max() ?? 0, files.compactMap(\.exportedRowCount).max())
      guard files.allSatisfy({ $0.part != nil }) else { return sum + (exported ?? most) }
      let marks = files.reduce(into: Set<String>()) { $0.formUnion(ReturnedSheet.File.marks(in: $1.part ?? "")) }
      // Rows without a base have no mark.
      return sum + Swift.min(exported ?? .max, Swift.max(marks.count, most))
    }
  }
}

extension Changeset {
  private struct SheetRow: Hashable {
    let sheetID: String
    let mark: TextHash
  }

  /// The rows that are not counted, because the same row of their sheet came back again and got further. Sent is
  /// further than undecided, and undecided further than refused.
  func copies(_ report: SubmissionReport?) -> Set<Int> {
    var copies: Set<Int> = []
    var first: [SheetRow: (item: Int, rank: Int)] = [:]
    for (index, item) in items.enumerated() where files.indices.contains(item.row.place.fileIndex) {
      guard let id = files[item.row.place.fileIndex].sheetID else { continue }
      let row = SheetRow(sheetID: id, mark: item.row.base?.rowMark ?? item.row.identity)
      let rank = (report?.outcome(ofItemAt: index)?.resultKind ?? item.verdict.resultKind).group.rank
      guard let other = first[row] else {
        first[row] = (index, rank)
        continue
      }
      copies.insert(rank < other.rank ? other.item : index)
      if rank < other.rank { first[row] = (index, rank) }
    }
    return copies
  }
}

extension RowResult.Group {
  fileprivate var rank: Int {
    switch self {
    case .sent: 0
    case .undecided: 1
    case .refused: 2
    case .nothingToDo: 3
    }
  }
}
