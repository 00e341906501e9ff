import Basics

/// The columns about the pending proposal of a row, and its fingerprints.
extension ColumnTraits {
  static let deletable = ColumnTraits(
    header: "Deletable", aliases: ["Can delete", "Can be deleted"], isRequired: true, width: 12, source: .row,
    text: { $0.deletable.map { $0 ? "yes" : "no" } ?? "" }, read: { $1.deletable = RowClassifier.flag($0) },
    isRefreshed: true)

  static let proposalID = ColumnTraits(
    header: "Proposal ID", isHidden: true, isOfExportAlone: true, width: 11, source: .row,
    text: { $0.proposalID.map(String.init) ?? "" }, read: { $1.proposalID = Digits.integer($0.utf8) },
    hash: { $0.proposalID.map { TextHash(String($0)) } }, isRefreshed: true)

  static let exportedProposal = ColumnTraits(
    header: "Exported proposal", isHidden: true, isOfExportAlone: true, source: .row,
    text: { $0.exportedProposal ?? "" },
    mayBeEscaped: true, read: { $1.exportedProposal = $0 }, hash: { $0.shownProposal }, isRefreshed: true)

  // The reader parses the base before all other cells, so it is not read here.
  static let base = ColumnTraits(
    header: "Base", isHidden: true, source: .base, text: { $0.base?.text ?? "" }, isRefreshed: true)

  /// A column for a placeholder of the source text, counted from zero.
  static func placeholder(_ index: Int) -> ColumnTraits {
    ColumnTraits(
      header: "Placeholder \(index + 1)", isHidden: true, isOfText: true, isOfExportAlone: true,
      isPresent: { index < $0.placeholderCount }, source: .placeholder(index),
      text: { index < $0.placeholders.count ? $0.placeholders[index] : "" })
  }
}
