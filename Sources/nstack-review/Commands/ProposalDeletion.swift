import NStackAPI
import TranslationReview

/// The deletion of single proposals: the list is read before, so that no other platform's proposal is deleted, and after, for
/// only that shows what became of each.
struct ProposalDeletion {
  /// What became of one proposal.
  enum Outcome {
    case deleted
    case alreadyGone
    /// It is there still, or was not to be deleted.
    case refused(NStackError)
    /// The call was made, and it is not known what became of it.
    case inDoubt(NStackError)
    /// The call was not made, because an earlier one failed.
    case notAttempted(NStackError)
  }

  let client: NStackClient
  let output: OutputOptions

  /// Deletes proposals, one after the other.
  ///
  /// - Throws: ``NStackError`` where nothing was sent.
  func outcomes(of ids: [Int]) async throws(NStackError) -> [(id: Int, outcome: Outcome)] {
    let before = try await client.proposalList(state: .all)
    output.warn(of: before.unread)
    var outcomes: [(id: Int, outcome: Outcome)] = []
    var ending: NStackError?
    for id in ids {
      if let ending {
        outcomes.append((id, .notAttempted(ending)))
      } else if before.otherPlatformIDs.contains(id) {
        outcomes.append((id, .refused(otherPlatform(id))))
      } else {
        do throws(NStackError) {
          outcomes.append((id, try await client.deleteProposal(id: id) ? .deleted : .alreadyGone))
        } catch {
          if error.delivery == .inDoubt {
            outcomes.append((id, .inDoubt(error)))
          } else if Failure(error)?.status == .partial {
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

  /// What the outcomes come to once the list is read again.
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
        // One that was listed and is no longer is gone, whatever the answer said.
        return (id, Self.lists(before, id) ? .deleted : outcome)
      case .refused, .notAttempted: return (id, outcome)
      }
    }
  }

  private static func wasSent(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .deleted, .alreadyGone, .inDoubt: true
    case .refused(let error): error.code != .notDeleted
    case .notAttempted: false
    }
  }

  private static func lists(_ list: ProposalList, _ id: Int) -> Bool {
    list.proposals.contains { $0.id == id } || list.unread.contains { $0.id == id }
      || list.otherPlatformIDs.contains(id)
  }

  private func otherPlatform(_ id: Int) -> NStackError {
    NStackError(
      .notDeleted, delivery: .notSent, request: "DELETE of proposal \(id)",
      message: "it is not for the platform \(client.configuration.platform), so nothing was sent; choose its --platform"
    )
  }

  private func stillListed(_ id: Int) -> NStackError {
    NStackError(
      .notDeleted, delivery: .definite, request: "DELETE of proposal \(id)",
      message: "the server answered that it is gone, and lists it still")
  }
}

extension ProposalDeletion.Outcome {
  /// The outcome's name in JSON.
  var name: String {
    switch self {
    case .deleted: "deleted"
    case .alreadyGone: "already-gone"
    case .refused: "refused"
    case .inDoubt: "in-doubt"
    case .notAttempted: "not-attempted"
    }
  }

  /// Why it is not done; nil where it is.
  var failure: Failure? {
    switch self {
    case .deleted, .alreadyGone: nil
    case .refused(let error), .inDoubt(let error), .notAttempted(let error): Failure(error)
    }
  }

  /// The outcome as it is printed where nothing failed.
  var words: String { name.replacing("-", with: " ") }
}
