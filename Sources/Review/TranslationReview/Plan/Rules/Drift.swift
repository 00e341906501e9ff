import Basics
import NStackAPI

/// The first difference between what somebody saw of a text and what the server has now.
///
/// Plans of sheets, saved plans, calls and sign-offs all need this. They differ in what they know of the earlier state:
/// hashes of cells, a plan's texts, or a plan's texts and the effect of its own calls.
enum Drift {
  /// A pending proposal of the text cannot be read.
  case unreadable(UnreadItem)
  /// The text is no longer on the server.
  case removed
  /// The current value changed.
  case value(String)
  /// There is a new proposal.
  case added(Proposal)
  /// A proposal's value changed.
  case changed(Proposal)
  /// This profile's proposal was made again with the same value, so it has another id.
  case replaced(Proposal, former: Int)
  /// A proposal is gone: one of this profile's, or for a sign-off any proposal.
  case withdrawn(isOwn: Bool)
  /// The source value in a locale changed.
  case source(locale: String, value: String)
  /// The server no longer has the locale of the source value.
  case sourceLocale

  /// The differing proposal; nil if there is none.
  var proposal: Proposal? {
    switch self {
    case .added(let proposal), .changed(let proposal), .replaced(let proposal, _): proposal
    default: nil
    }
  }

  /// A sentence about the difference: `Changed since the export: the server's current value is now "x".`
  ///
  /// - Parameter code: The code of the sentence, which has the difference as its only value.
  func reason(_ code: String) -> Reason { Reason(code, .reason(clause)) }

  private var clause: Reason {
    switch self {
    case .unreadable(let item): Reason("drift.unreadable", item.message)
    case .removed: Reason("drift.removed")
    case .value(let value): Reason("drift.value", value)
    case .added(let proposal): Reason(proposal.canDelete ? "drift.addedOwn" : "drift.added", proposal.value)
    case .changed(let proposal): Reason(proposal.canDelete ? "drift.changedOwn" : "drift.changed", proposal.value)
    case .replaced(let proposal, let former): Reason("drift.replaced", "\(proposal.id)", "\(former)")
    case .withdrawn(let isOwn): Reason(isOwn ? "drift.withdrawnOwn" : "drift.withdrawn")
    case .source(let locale, let value): Reason("drift.source", locale, value)
    case .sourceLocale: Reason("drift.sourceLocale")
    }
  }

  /// Returns the first difference between proposals, those of this profile first; nil if there is none.
  ///
  /// - Parameters:
  ///   - expected: The ids of the proposals of this profile that must still be there.
  ///   - wasSame: Whether a proposal had the same value before; nil if it was not there.
  static func first(in pending: [Proposal], expecting expected: [Int], wasSame: (Proposal) -> Bool?) -> Drift? {
    func moved(isOwn: Bool) -> Drift? {
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
    if !expected.allSatisfy({ id in pending.contains { $0.id == id && $0.canDelete } }) {
      return .withdrawn(isOwn: true)
    }
    return moved(isOwn: false)
  }

  /// Returns the first difference from the proposals that a plan listed; nil if there is none.
  ///
  /// - Parameter isSame: Whether two values count as the same.
  static func first(in pending: [Proposal], since before: [Proposal], _ isSame: (String, String) -> Bool) -> Drift? {
    let values = Dictionary(before.map { ($0.id, $0.value) }, uniquingKeysWith: { first, _ in first })
    return first(
      in: pending, expecting: before.filter(\.canDelete).map(\.id),
      wasSame: { proposal in values[proposal.id].map { isSame($0, proposal.value) } })
  }
}
