import NStackAPI

/// The first difference between the proposals that a text had and those that it has now.
///
/// Plans of sheets, saved plans, calls and sign-offs compare in this one way; they differ in what they know of the time
/// before.
enum MovedProposal {
  /// A proposal that was not there.
  case added(Proposal)
  /// A proposal that had another value.
  case changed(Proposal)
  /// A proposal of this profile is no longer there.
  case gone

  /// The proposal that moved; nil if it is gone.
  var proposal: Proposal? {
    switch self {
    case .added(let proposal), .changed(let proposal): proposal
    case .gone: nil
    }
  }

  /// Returns the first difference, those in proposals of this profile first; nil if there is none.
  ///
  /// - Parameters:
  ///   - expected: The ids of the proposals of this profile that must still be there.
  ///   - wasSame: Whether a proposal had the same value before; nil if it was not there.
  static func first(in pending: [Proposal], expecting expected: [Int], wasSame: (Proposal) -> Bool?) -> MovedProposal? {
    func moved(isOwn: Bool) -> MovedProposal? {
      for proposal in pending where proposal.canDelete == isOwn {
        switch wasSame(proposal) {
        case nil: return .added(proposal)
        case false?: return .changed(proposal)
        case true?: continue
        }
      }
      return nil
    }
    if let own = moved(isOwn: true) { return own }
    if !expected.allSatisfy({ id in pending.contains { $0.id == id && $0.canDelete } }) { return .gone }
    return moved(isOwn: false)
  }
}
