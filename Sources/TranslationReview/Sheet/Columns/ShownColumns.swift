/// The columns that only tell the reviewer something.
extension ColumnTraits {
  static let status = ColumnTraits(
    header: "Status", isOfExportAlone: true, isShownOnly: true, width: 11, source: .status,
    text: { $0.status.rawValue }, read: { $1.shownStatus = $0 }, isRefreshed: true)

  static let characterCount = ColumnTraits(
    header: "Characters", isOfExportAlone: true, isShownOnly: true, isComputed: true,
    isPresent: { $0.hasMaximumLengths }, width: 11, look: .computed, source: .row,
    text: { row in row.context?.maximumLength.map { "\(row.proposal.utf16.count)/\($0)" } ?? "" })
}
