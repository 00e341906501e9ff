import Basics
package import NStackAPI

/// The server's pending proposals at one time, by text and by id.
struct ProposalSnapshot: Sendable {
  /// The time when the reading began, by the monotonic clock.
  let begun: Duration
  /// Whether the list came in several pages. An item may move from one page to another between two requests.
  let isPaged: Bool
  private let byText: [TextIdentity: [Proposal]]
  private let byID: [Int: Proposal]
  /// The list items that could not be read.
  private let unread: [UnreadItem]

  init(_ list: ProposalList, begun: Duration) {
    let proposals = list.proposals
    self.begun = begun
    unread = list.unread
    isPaged = list.isPaged
    var byText: [TextIdentity: [Proposal]] = [:]
    for proposal in proposals { byText[proposal.text.normalized, default: []].append(proposal) }
    self.byText = byText
    byID = Dictionary(proposals.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func proposals(of text: TextIdentity) -> [Proposal] { byText[text.normalized] ?? [] }

  func unread(of text: TextIdentity) -> UnreadItem? { unread.first { $0.text?.normalized == text.normalized } }

  /// The unreadable item that may be the proposal with an id; nil if there is none.
  func unread(withID id: Int, of text: TextIdentity) -> UnreadItem? {
    unread.first { $0.id.map { $0 == id } ?? ($0.text?.normalized == text.normalized) }
  }

  /// The unreadable item that may be any proposal; nil if there is none.
  var unreadOfAnyText: UnreadItem? { unread.first { $0.id == nil && $0.text == nil } }

  /// The proposals of a text that this profile may delete.
  func own(_ text: TextIdentity) -> [Proposal] { proposals(of: text).filter(\.canDelete) }

  func proposal(withID id: Int) -> Proposal? { byID[id] }

  /// This profile's proposal that a call created: one with exactly its value, or else a new one with its value as
  /// servers may alter it (see ``SentValue``).
  func proposal(left value: String, for change: Changeset.Change) -> Proposal? {
    let own = own(change.text)
    if let exact = own.first(where: { ExactText($0.value) == ExactText(value) }) { return exact }
    let before = change.pending?.filter(\.canDelete).map { ExactText($0.value) } ?? []
    return own.first { SentValue.isSame($0.value, as: value) && !before.contains(ExactText($0.value)) }
  }

  /// The outcome of a change if the server now holds what it asks for; nil otherwise.
  func completion(of change: Changeset.Change) -> ChangeOutcome? {
    switch change.operation {
    case .propose(let value):
      return proposal(left: value, for: change).map { kept in
        .applied(proposalID: kept.id, altered: ExactText(kept.value) == ExactText(value) ? nil : kept.value)
      }
    case .delete(let id, _):
      return proposal(withID: id) == nil && unread(withID: id, of: change.text) == nil
        ? .applied(proposalID: id, altered: nil) : nil
    }
  }
}

/// When proposals were made, or first seen pending, according to a journal. NStack itself does not give their age.
package struct ProposalSightings: Sendable {
  private struct Sighting {
    let text: TextIdentity
    let value: ExactText
    let time: Double
  }

  private var sightings: [Int: Sighting] = [:]

  /// Creates sightings without any proposal.
  package init() {}

  /// Adds what an import made and saw. Imports are added in their order.
  package mutating func add(_ record: SubmissionRecord, _ entries: [JournalEntry]) {
    let changes = record.changeset.changes
    for change in changes { for proposal in change.pending ?? [] { see(proposal, at: record.startedAt) } }
    for entry in entries {
      guard case .reading(let time, let listed) = entry else { continue }
      for proposal in listed { see(proposal, at: time) }
    }
    let states = SubmissionProgress(count: changes.count, entries: entries).states
    for (change, state) in zip(changes, states) {
      guard case .propose(let value) = change.operation, case .applied(let id?, let altered)? = state.outcome,
        let sent = state.lastSent
      else { continue }
      see(Proposal(id: id, text: change.text, value: altered ?? value, canDelete: true), at: sent)
    }
  }

  /// The time at which a proposal was made or first seen with its current value, in seconds since 1970; nil if it is
  /// not known.
  package func time(of proposal: Proposal) -> Double? {
    guard let seen = sightings[proposal.id], seen.text == proposal.text.normalized,
      seen.value == ExactText(proposal.value)
    else { return nil }
    return seen.time
  }

  /// A server may keep the id when a proposal's value changes; it then counts as another proposal.
  private mutating func see(_ proposal: Proposal, at time: Double) {
    let (text, value) = (proposal.text.normalized, ExactText(proposal.value))
    if let known = sightings[proposal.id], known.text == text, known.value == value { return }
    sightings[proposal.id] = Sighting(text: text, value: value, time: time)
  }
}
