import Basics
import NStackAPI

/// The user's decision about a conflict. The file of decisions has its encoded form.
public enum ConflictResolution: Hashable, Codable, Sendable {
  /// Send what the sheet asks for.
  case sheet
  /// Keep the server's value.
  case server
  /// Propose another text.
  case edited(String)
}

/// A conflict that the user can decide: the same request for the same text, in one or more rows.
public struct Conflict: Hashable, Sendable {
  /// The kind of change on the server.
  public enum Kind: Hashable, Sendable {
    /// The current value changed.
    case currentValue
    /// The proposal of this profile changed.
    case ownProposal
    /// Another user added a proposal, or the proposal to delete changed.
    case otherProposal
    /// Nothing changed, but a person decided earlier not to send this.
    case earlierDecision
  }

  /// The indices in ``Changeset/items`` of the rows, in ascending order. The first row represents all.
  public let items: [Int]
  /// The kind of change on the server.
  public let kind: Kind
  /// Whether the sheet's request can be sent: a proposal that now belongs to another text cannot be deleted.
  package let canSendSheet: Bool
  /// Whether the sheet asks to delete.
  package let isDelete: Bool
}

extension Changeset {
  private struct ConflictKey: Hashable {
    let text: TextIdentity
    let proposal: String
    let intent: RowIntent
  }

  /// The conflicts in the order of their first row.
  public var conflicts: [Conflict] {
    var order: [ConflictKey] = []
    var places: [ConflictKey: [Int]] = [:]
    // If the server has changed since the reviewer signed off or rejected a proposal, the reviewer must look again.
    for (index, item) in items.enumerated()
    where item.verdict == .conflict && (![.signOff, .reject].contains(item.row.intent) || item.earlierDecision != nil) {
      let request = ConflictKey(text: item.row.text, proposal: item.row.proposal, intent: item.row.intent)
      if places[request] == nil { order.append(request) }
      places[request, default: []].append(index)
    }
    return order.compactMap { request in
      guard let places = places[request], let first = places.first else { return nil }
      let item = items[first]
      let isDelete = item.asksToDelete
      let isSame = item.serverProposal.map { proposal in
        TextKey(proposal.text) == TextKey(request.text)
          && LocaleName.normalized(proposal.text.locale) == LocaleName.normalized(request.text.locale)
      }
      let onServer: Conflict.Kind =
        item.serverProposal.map { $0.canDelete && isSame == true ? .ownProposal : .otherProposal } ?? .currentValue
      let kind = item.earlierDecision == nil ? onServer : .earlierDecision
      return Conflict(
        items: places, kind: kind,
        canSendSheet: isDelete ? isSame == true && item.serverProposal?.canDelete == true : true, isDelete: isDelete)
    }
  }

  /// Returns the plan with conflicts decided. Rows of the same text that now propose different values are refused as
  /// disagreements (rule 7).
  ///
  /// - Parameters:
  ///   - resolutions: The decisions, by the index of the row in ``items``; rows without a decision stay in conflict.
  ///   - catalog: The catalog that the plan was made from.
  package func resolving(_ resolutions: [Int: ConflictResolution], against catalog: Catalog) -> Changeset {
    var plan = self
    for (index, resolution) in resolutions where items[index].verdict == .conflict {
      let item = items[index]
      switch resolution {
      case .server:
        plan.decide(index, as: .skipped)
        plan.items[index].notes.append(Reason("note.keptServer") + item.request)
      case .sheet:
        let isSignOff = item.row.intent == .signOff
        plan.items[index].notes.append(
          Reason(isSignOff ? "note.signedOffInSpite" : "note.decidedToSend", .reason(item.reason)))
        plan.items[index].reason = .none
        plan.decide(index, as: isSignOff ? .reviewed : item.asksToDelete ? .delete : .propose)
      case .edited(let text):
        plan.items[index].notes.append(Reason(Item.typedNote, .reason(item.reason)) + item.request)
        plan.items[index].reason = .none
        plan.items[index].row.cells.proposal = text
        plan.items[index].row.cells.action = ""
        plan.items[index].row.isProposalChanged = true
        plan.decide(index, as: .propose)
      }
      plan.check(index, against: catalog)
    }
    for index in Self.rivals(in: plan.items, text: catalog.canonical) {
      plan.decide(index, as: .disagreement)
      plan.items[index].reason = Reason("row.disagreesWithDecided")
    }
    plan.changes = ChangeCollector.changes(for: plan.items, catalog: catalog)
    return plan
  }

  /// Runs the checks on an item that will now be proposed. They did not run while the row was in conflict.
  private mutating func check(_ index: Int, against catalog: Catalog) {
    guard items[index].verdict == .propose else { return }
    let checked = checks.assessment(of: items[index].row, against: catalog)
    items[index].notes += checked.notes
    items[index].findings = checked.findings
    if let refusal = checked.refusal {
      items[index].reason = refusal
      decide(index, as: .refusedByCheck)
    }
  }

  /// The rows with a planned proposal whose text has another planned proposal with a different value.
  private static func rivals(in items: [Item], text: (TextIdentity) -> TextIdentity) -> [Int] {
    let proposing = items.indices.filter { items[$0].verdict == .propose }
    return Dictionary(grouping: proposing) { text(items[$0].row.text) }.values.flatMap { places in
      let isOneRequest = places.allSatisfy { LineEnds.areEqual(items[$0].row.proposal, items[places[0]].row.proposal) }
      return isOneRequest ? [] : places
    }
  }
}

extension Changeset.Item {
  fileprivate static let typedNote = "note.decidedToSendOther"

  /// Whether the person who decided a conflict typed the text, and not the reviewer.
  package var isTyped: Bool { notes.contains { $0.codes.contains(Self.typedNote) } }

  fileprivate var asksToDelete: Bool { row.intent.isWithdrawal || withheldVerdict == .delete }

  /// The sheet's request. It keeps the reviewer's text visible even if another text was chosen.
  fileprivate var request: Reason {
    if row.intent == .signOff { return .none }
    return row.intent.isWithdrawal ? Reason("note.sheetDeletes") : Reason("note.sheetHas", row.proposal)
  }
}

extension Conflict {
  /// The values that a decision about the conflict depends on: the row's text, base and request, and what the server has now.
  package func fingerprint(in changeset: Changeset) -> [String] {
    guard let first = items.first else { return [] }
    let item = changeset.items[first]
    let proposal = item.serverProposal
    return [
      "nstack-review conflict 1", item.row.text.section, item.row.text.key, item.row.text.locale,
      item.row.base?.text ?? item.baseText, isDelete ? "delete" : item.row.proposal, item.serverValue ?? "",
      item.serverValue == nil ? "no text" : "", proposal.map { "\($0.id)" } ?? "", proposal?.value ?? "",
      proposal?.canDelete == true ? "mine" : "", item.earlierDecision?.at ?? "",
    ]
  }
}
