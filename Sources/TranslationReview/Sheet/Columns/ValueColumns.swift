/// The columns with the values of a text.
extension ColumnTraits {
  static let sourceValue = ColumnTraits(
    header: "Source value", aliases: ["Source", "Source text"], isOfText: true, isPresent: { $0.hasSource }, width: 46,
    widthInGroup: 36, look: .source, source: .sourceValue, text: { $0.sourceValue ?? "" }, mayBeEscaped: true,
    read: { $1.sourceValue = $0 }, hash: { $0.sourceValue })

  static let checkedSource = ColumnTraits(
    header: "Source for checks", isHidden: true, isOfText: true, isOfExportAlone: true,
    isPresent: { $0.hasCheckedSource && !$0.hasSource }, source: .checkedSource, text: { $0.sourceText ?? "" },
    mayBeEscaped: true, read: { $1.sourceText = $0 })

  static let currentValue = ColumnTraits(
    header: "Current value", aliases: ["Current", "Current text", "Current translation"], isRequired: true, width: 46,
    widthInGroup: 36, look: .current, source: .currentValue, text: { $0.currentValue }, mayBeEscaped: true,
    read: { $1.currentValue = $0 }, hash: { $0.currentValue }, isRefreshed: true)

  static let proposal = ColumnTraits(
    header: "Proposal", aliases: ["Proposed value", "Proposed", "Suggestion", "New value", "Proposed translation"],
    isRequired: true, isForReviewer: true, width: 46, widthInGroup: 36, look: .proposal, source: .row,
    text: { $0.proposal },
    mayBeEscaped: true, read: { $1.proposal = $0 }, hash: { $0.shownProposal }, isRefreshed: true)
}
