import Basics
import NStackAPI

/// Rows of one or more files with different requests for the same text (rule 7).
struct Disagreements {
  /// The number of other rows that a message names.
  private static let named = 5

  /// The owner of a pending proposal with the same value as a row's proposal.
  enum Pending {
    case own
    case other
  }

  let rows: [ReturnedRow]
  let files: [ReturnedSheet.File]
  let options: PlanningOptions
  /// The pending proposals of each text, as each file's export showed them.
  let exportedProposals: [ReturnedSheet.ExportedText: [Int: TextHash]]
  /// The places of the rows' texts in the catalog; none without a catalog.
  var places: [Catalog.TextIndex?] = []
  /// The text of a row, with its locale in one spelling.
  let text: (TextIdentity) -> TextIdentity
  /// The owner of the pending proposal that has a row's value; nil if there is none.
  let pending: (ReturnedRow) -> Pending?

  /// Refuses rows that disagree. If one request is preferred, only the rows with other requests are
  /// refused. Rows that already have a decision are not compared.
  func refuse(_ decisions: inout [RowDecision?]) {
    for requests in repeatedRequests(&decisions) {
      let all = rivals(among: asking(among: requests)).sorted()
      let sent = sent(among: all)
      let kept = Set(sent ?? [])
      // Grouped by request, because one text may have very many rows.
      let groups = Dictionary(grouping: sent.flatMap { $0.isEmpty ? nil : $0 } ?? all) { rows[$0].request }.sorted {
        $0.value[0] < $1.value[0]
      }
      for index in all where !kept.contains(index) {
        let others = groups.lazy.filter { $0.key != rows[index].request }.flatMap { $0.value.prefix(Self.named + 1) }
        let named = others.prefix(Self.named + 1)
        decisions[index] = RowDecision(
          sent == nil ? .disagreement : .notChosen, reason(about: index, Array(named), isSent: sent.map { !$0.isEmpty })
        )
        decisions[index]?.rivals = named.map { rows[$0].place }
      }
    }
  }

  // MARK: - The choice among rivals

  /// Of rows that exclude each other, the ones to send, with all that make the same request; nil if nothing decides, or
  /// if the preferred ones exclude each other too.
  private func sent(among all: [Int]) -> [Int]? {
    let decided = all.filter { options.decidedRows[rows[$0].place] != nil }
    guard decided.isEmpty else { return decided.filter { options.decidedRows[rows[$0].place] == true } }
    let file = { (index: Int) in rows[index].place.fileIndex }
    let sent: [Int]
    switch options.preference {
    case nil: return nil
    case .file(let preferred): sent = all.filter { file($0) == preferred }
    case .newest:
      let last = all.compactMap(savedAt).max()
      sent = last == nil ? [] : all.filter { savedAt($0) == last }
    }
    guard !sent.isEmpty, rivals(among: sent).isEmpty else { return nil }
    let requests = Set(sent.map { rows[$0].request })
    return all.filter { requests.contains(rows[$0].request) }
  }

  /// When a row's file was saved.
  private func savedAt(_ index: Int) -> Double? {
    let file = rows[index].place.fileIndex
    return files.indices.contains(file) ? files[file].savedAt : nil
  }

  /// A row's request, with its place if that is in the same file.
  private func request(of index: Int, isOwn: Bool) -> Reason {
    let row = rows[index]
    let request =
      row.intent.isProposal
      ? Reason("request.text", row.proposal)
      : Reason(
        row.intent == .signOff ? "request.ok" : row.intent.isRejection ? "request.rejection" : "request.deletion")
    return isOwn ? Reason("request.at", .reason(request), .text(row.place.inFile)) : request
  }

  /// Why a row is not sent. Another file is not named, because the message goes back to the agency that returned this one.
  ///
  /// - Parameter isSent: Whether one of the others is sent; nil if nobody decided.
  private func reason(about index: Int, _ others: [Int], isSent: Bool?) -> Reason {
    let isOwn = { (other: Int) in rows[other].place.fileIndex == rows[index].place.fileIndex }
    let requests = others.map { request(of: $0, isOwn: isOwn($0)) }.withoutRepeats
    let more = requests.count > Self.named ? [Reason("request.more")] : []
    let list = Reason.Value.reason(Reason(requests.prefix(Self.named) + more))
    let place = others.allSatisfy(isOwn) ? "row" : "sheet"
    switch isSent {
    case nil:
      let saved = options.preference == .newest ? savedAt(index) : nil
      let isTie = saved != nil && others.contains { !isOwn($0) && savedAt($0) == saved }
      return Reason("row.disagreement.\(place)", list) + (isTie ? Reason("row.noneIsNewest") : .none)
    case true?: return Reason("row.notChosen.\(place)", list)
    case false?: return Reason("row.nothingSent") + Reason("row.otherHas.\(place)", list)
    }
  }

  /// A sentence for the person who imports, who may know all files: where the rivals of a row are. Empty if there are
  /// none.
  static func naming(_ rivals: [RowPlace]) -> Reason {
    guard !rivals.isEmpty else { return .none }
    let names = rivals.prefix(named).map { "\($0)\($0.author == nil ? "" : ",")\($0.byline)" }.joined(separator: "; ")
    return Reason(rivals.count > named ? "row.lookAtMore" : "row.lookAt", names)
  }

  /// For each text with several requests, the rows that make them.
  private func repeatedRequests(_ decisions: inout [RowDecision?]) -> Dictionary<Int, [Int]>.Values {
    var texts = NumberedTexts(capacity: rows.count)
    var first: [Int] = []
    var repeated: [Int: [Int]] = [:]
    // A closure that used them as members would copy this whole value for each row.
    let (rows, text) = (rows, text)
    for index in rows.indices where decisions[index] == nil {
      if let decision = RowRules.twoRequests(rows[index]) {
        decisions[index] = decision
        continue
      }
      let number = texts.number(of: text(rows[index].cells.text), at: places.isEmpty ? nil : places[index])
      if number == first.count { first.append(index) } else { repeated[number, default: [first[number]]].append(index) }
    }
    return repeated.values
  }

  /// The rows of one text that ask for something. Rows that only show what is already pending are left out: for example
  /// after a sort that swapped two rows, or because the base of a row is missing.
  ///
  /// A proposal that an earlier import made counts as a request, because another row's proposal would override it.
  private func asking(among indices: [Int]) -> [Int] {
    let owners = indices.map { rows[$0].intent.isProposal ? pending(rows[$0]) : nil }
    let isNothingNew = zip(indices, owners).allSatisfy { !rows[$0].intent.isProposal || $1 != nil }
    return zip(indices, owners).compactMap { index, owner in
      guard let owner else { return index }
      guard rows[index].base == nil else { return isExported(rows[index]) ? nil : index }
      return owner == .other || isNothingNew ? nil : index
    }
  }

  /// Whether the export of the row's file showed the row's proposal as pending.
  private func isExported(_ row: ReturnedRow) -> Bool {
    let text = ReturnedSheet.ExportedText(file: row.place.fileIndex, identity: row.identity)
    return exportedProposals[text]?.values.contains(TextHash(row.proposal)) == true
  }

  /// The rows of one text whose requests exclude each other.
  private func rivals(among indices: [Int]) -> Set<Int> {
    let proposing = indices.filter { rows[$0].intent.isProposal }
    var refused: Set<Int> = []
    if let first = proposing.first,
      proposing.contains(where: { !LineEnds.areEqual(rows[$0].proposal, rows[first].proposal) })
    {
      refused.formUnion(proposing)
    }
    // Deleting one proposal and posting another in a different row is consistent; doing both to the same proposal is
    // not.
    var proposingByID = Dictionary(grouping: proposing, by: { rows[$0].proposalID })
    for deleting in indices where asksToDelete(rows[deleting]) {
      guard let rivals = proposingByID[rows[deleting].proposalID] else { continue }
      refused.formUnion(rivals)
      refused.insert(deleting)
      proposingByID[rows[deleting].proposalID] = []
    }
    // A text that another row changes cannot be signed off as it is.
    let changing = indices.filter {
      rows[$0].intent.isProposal || rows[$0].intent.isRejection || asksToDelete(rows[$0])
    }
    let signingOff = indices.filter { rows[$0].intent == .signOff && !(proposing.isEmpty && isKept($0, changing)) }
    if !changing.isEmpty, !signingOff.isEmpty { refused.formUnion(changing + signingOff) }
    return refused
  }

  /// Whether a row signs off a proposal while other rows withdraw others, which is a consistent choice.
  private func isKept(_ index: Int, _ deleting: [Int]) -> Bool {
    guard let id = rows[index].proposalID else { return false }
    return deleting.allSatisfy { rows[$0].proposalID != nil && rows[$0].proposalID != id }
  }

  private func asksToDelete(_ row: ReturnedRow) -> Bool {
    row.intent.isDeletion || (row.intent.isRejection && row.deletable == true)
      || (row.intent == .clear && row.proposal.isEmpty && options.cleared == .delete)
  }
}

extension ReturnedRow {
  /// What the row asks for, to compare it with another row of the same text.
  fileprivate var request: ExactText {
    if intent.isProposal { return ExactText("propose \(LineEnds.normalized(cells.proposal))") }
    return ExactText(intent == .signOff ? "ok" : intent.isRejection ? "reject" : "delete")
  }
}

/// Rows with different requests for one text. Only one of the requests can be sent.
public struct Disagreement: Hashable, Sendable {
  /// A decision: the index of one of the `options`, or none of them.
  public enum Choice: Hashable, Sendable {
    case option(Int)
    case neither
  }

  /// The requests in order of their first row: for each request, the indices in ``Changeset/items`` of its rows.
  package let options: [[Int]]
}

extension Changeset {
  /// The disagreements between rows, in the order of their first row.
  package var disagreements: [Disagreement] {
    let rows = items.indices.filter { items[$0].verdict == .disagreement && !items[$0].rivals.isEmpty }
    return Dictionary(grouping: rows) { items[$0].row.text.normalized }.values.map { rows in
      let options = Dictionary(grouping: rows) { items[$0].row.request }
      return Disagreement(options: options.values.sorted { $0[0] < $1[0] })
    }.sorted { $0.options[0][0] < $1.options[0][0] }
  }

  /// Those of choices by index in ``disagreements`` whose requests the server already holds.
  ///
  /// - Parameter plan: The plan of the same sheet with these choices.
  package func done(_ choices: [Int: Disagreement.Choice], in plan: Changeset) -> [Int: Disagreement.Choice] {
    let done = Set(plan.items.filter { [.alreadyProposed, .alreadyGone].contains($0.verdict) }.map(\.row.place))
    return choices.filter { index, choice in
      guard case .option(let option) = choice else { return false }
      return disagreements[index].options[option].allSatisfy { done.contains(items[$0].row.place) }
    }
  }

  /// Choices by index in ``disagreements``, in the form of ``PlanningOptions/decidedRows``.
  package func decidedRows(by choices: [Int: Disagreement.Choice]) -> [RowPlace: Bool] {
    let disagreements = disagreements
    return choices.reduce(into: [:]) { decided, choice in
      for (index, option) in disagreements[choice.key].options.enumerated() {
        for item in option { decided[items[item].row.place] = choice.value == .option(index) }
      }
    }
  }
}

extension Disagreement {
  /// The values that a decision depends on: the rows, their requests, and the server's text.
  package func fingerprint(in changeset: Changeset) -> [String] {
    let items = options.joined().map { changeset.items[$0] }
    return ["nstack-review disagreement 1", items.first?.serverValue ?? ""]
      + Set(items.map(\.row.decisionFingerprint)).sorted()
  }
}

extension Changeset.Item {
  /// The reason with the places of the rivals and the option, for the person who imports, who may know all files.
  package var reasonNamingRivals: Reason { reason + Disagreements.naming(rivals) + option }
}
