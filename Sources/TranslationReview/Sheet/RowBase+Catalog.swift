package import NStackAPI

extension RowBase {
  /// Creates the base of a text as a catalog has it, for a decision that is made without a sheet.
  ///
  /// The current value is hashed in full, however long it is, because no cell has to show it.
  ///
  /// - Parameter withdrawnID: The id of the proposal that the decision is to withdraw, because a profile can have several
  ///   proposals for a text; nil for a decision to propose.
  package init(of text: TextIdentity, in catalog: Catalog, scope: SheetScope, withdrawing withdrawnID: Int? = nil) {
    let identity = catalog.canonical(text)
    let pending = catalog.pendingProposals(of: identity)
    // A proposal that no cell can show must not keep another text from being proposed, so it is named among the others.
    let own = pending.first {
      withdrawnID == nil ? $0.canDelete && CellText($0.value).hash != .tooLong : $0.id == withdrawnID
    }
    self.init(
      scope: scope.hash, identity: TextHash(chain: [identity.section, identity.key, identity.locale]),
      currentValue: TextHash(catalog.value(of: identity) ?? ""), sourceValue: .empty,
      proposal: own.map { CellText($0.value).hash } ?? .empty, proposalID: own?.id,
      otherProposals: Self.others(among: pending, than: own?.id))
  }
}
