import Basics
package import NStackAPI

/// When proposals were made, or first seen pending, as a journal tells. NStack itself does not tell their age.
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
    for change in changes {
      for proposal in change.pending ?? [] { see(proposal, at: record.startedAt) }
    }
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

  /// The time at which a proposal was made or first seen with the value that it has, in seconds since 1970; nil if it is
  /// not known.
  package func time(of proposal: Proposal) -> Double? {
    guard let seen = sightings[proposal.id], seen.text == proposal.text.normalized,
      seen.value == ExactText(proposal.value)
    else { return nil }
    return seen.time
  }

  /// A server may keep the id when a proposal gets another value, which is another proposal then.
  private mutating func see(_ proposal: Proposal, at time: Double) {
    let (text, value) = (proposal.text.normalized, ExactText(proposal.value))
    if let known = sightings[proposal.id], known.text == text, known.value == value { return }
    sightings[proposal.id] = Sighting(text: text, value: value, time: time)
  }
}
