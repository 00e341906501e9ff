public import NStackAPI

/// The deletion of single proposals by id.
///
/// The list is read before, so that no other platform's proposal is deleted, and after, because only the list shows
/// whether a proposal is gone.
public struct ProposalDeletion: Sendable {
  /// The end of one deletion.
  public enum Outcome: Sendable {
    /// The proposal is gone.
    case deleted
    /// The proposal was gone before.
    case alreadyGone
    /// The proposal belongs to another platform, so no call was made.
    case otherPlatform(NStackError)
    /// The server refused, or still lists the proposal.
    case refused(NStackError)
    /// The call was made, and its outcome is not known.
    case inDoubt(NStackError)
    /// The call was not made, because an earlier one failed.
    case notAttempted(NStackError)
  }

  private let client: NStackClient
  private let dialog: any ImportDialog

  /// Creates a deletion with a profile's connection.
  public init(_ profile: ReviewProfile, _ dialog: any ImportDialog) {
    client = profile.client
    self.dialog = dialog
  }

  /// Deletes proposals, one after the other.
  ///
  /// - Throws: `NStackError` if nothing was sent.
  public func outcomes(of ids: [Int]) async throws(NStackError) -> [(id: Int, outcome: Outcome)] {
    let before = try await client.proposalList(state: .all)
    dialog.note(.unread(before.unread))
    var outcomes: [(id: Int, outcome: Outcome)] = []
    var ending: NStackError?
    for id in ids {
      if let ending {
        outcomes.append((id, .notAttempted(ending)))
      } else if before.otherPlatformIDs.contains(id) {
        outcomes.append((id, .otherPlatform(otherPlatform(id))))
      } else {
        do throws(NStackError) {
          outcomes.append((id, try await client.deleteProposal(id: id) ? .deleted : .alreadyGone))
        } catch {
          if error.delivery == .inDoubt {
            outcomes.append((id, .inDoubt(error)))
          } else if Self.isRefusal(error.code) {
            outcomes.append((id, .refused(error)))
          } else {
            // Without a connection or credentials the rest would only fail in the same way.
            guard outcomes.contains(where: { Self.wasSent($0.outcome) }) else { throw error }
            outcomes.append((id, .notAttempted(error)))
            ending = error
          }
        }
      }
    }
    guard outcomes.contains(where: { Self.wasSent($0.outcome) }) else { return outcomes }
    return await settled(outcomes, before: before)
  }

  /// Whether the server refused one call, and may carry out the next.
  private static func isRefusal(_ code: NStackError.Code) -> Bool {
    [.notDeleted, .rejected, .notOwner, .notFound].contains(code)
  }

  /// The outcomes after the list was read again.
  private func settled(
    _ outcomes: [(id: Int, outcome: Outcome)], before: ProposalList
  ) async -> [(id: Int, outcome: Outcome)] {
    let after: ProposalList
    do throws(NStackError) {
      after = try await client.proposalList(state: .all)
    } catch {
      let doubt = NStackError(
        error.code, delivery: .inDoubt, request: error.request, status: error.status,
        message: "the call was made, and the list could not be read again: \(error.message)")
      return outcomes.map { ($0.id, Self.wasSent($0.outcome) ? .inDoubt(doubt) : $0.outcome) }
    }
    return outcomes.map { id, outcome in
      let isListed = Self.lists(after, id)
      switch outcome {
      case .deleted, .alreadyGone: return (id, isListed ? .refused(stillListed(id)) : outcome)
      case .inDoubt(let error):
        if isListed { return (id, .refused(error)) }
        // A proposal that is no longer listed is gone, whatever the answer was.
        return (id, Self.lists(before, id) ? .deleted : outcome)
      case .otherPlatform, .refused, .notAttempted: return (id, outcome)
      }
    }
  }

  private static func wasSent(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .deleted, .alreadyGone, .inDoubt: true
    case .refused(let error): error.code != .notDeleted
    case .otherPlatform, .notAttempted: false
    }
  }

  private static func lists(_ list: ProposalList, _ id: Int) -> Bool {
    list.proposals.contains { $0.id == id } || list.unread.contains { $0.id == id }
      || list.otherPlatformIDs.contains(id)
  }

  private func otherPlatform(_ id: Int) -> NStackError {
    NStackError(
      .notDeleted, delivery: .notSent, request: "DELETE of proposal \(id)",
      message: "it is not for the platform \(client.configuration.platform), so nothing was sent")
  }

  private func stillListed(_ id: Int) -> NStackError {
    NStackError(
      .notDeleted, delivery: .definite, request: "DELETE of proposal \(id)",
      message: "the server answered that it is gone, and lists it still")
  }
}
