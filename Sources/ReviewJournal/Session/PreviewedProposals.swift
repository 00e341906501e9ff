import Basics
import NStackAPI
import TextStore
import TranslationReview

/// The pending proposals that a preview chooses from: those of the server, and the changes of returned sheets as if they
/// were sent. Proposals for texts that no longer exist are not among them, because NStack does not serve them.
struct PreviewedProposals {
  private let catalog: Catalog
  private var pending: [TextIdentity: [Proposal]]
  /// The number of the next change. NStack's are above zero, so those that it does not have yet are below.
  private var number = -1

  init(of catalog: Catalog) {
    self.catalog = catalog
    pending = catalog.proposals
  }

  /// Applies the calls of a plan.
  mutating func apply(_ plan: Changeset) {
    for change in plan.changes {
      let text = catalog.canonical(change.text)
      switch change.operation {
      case .propose(let value):
        // NStack keeps one proposal for each text and guid.
        pending[text]?.removeAll(where: \.canDelete)
        pending[text, default: []].append(Proposal(id: number, text: text, value: value, canDelete: true))
        number -= 1
      case .delete(let id, _): pending[text]?.removeAll { $0.id == id }
      }
    }
  }

  /// The proposals that are shown by locale, in the order of sections and keys.
  func values(_ choice: ProposalChoice) -> [String: [Proposal]] {
    var values: [String: [Proposal]] = [:]
    for (text, proposals) in pending {
      guard let shown = choice.shown(of: ProposalChoice.sorted(proposals)) else { continue }
      values[text.locale, default: []].append(Proposal(id: shown.id, text: text, value: shown.value, canDelete: false))
    }
    return values.mapValues { proposals in
      proposals.sorted { left, right in
        let sections = (ExactText(left.text.section), ExactText(right.text.section))
        return (sections.0, ExactText(left.text.key)) < (sections.1, ExactText(right.text.key))
      }
    }
  }
}
