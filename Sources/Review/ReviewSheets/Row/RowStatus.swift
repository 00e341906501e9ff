/// The state of a row's text, as the column `Status` names it.
package enum RowStatus: String, CaseIterable {
  /// The text is not translated, and the row shows no proposal.
  case missing
  /// The row shows a pending proposal that this profile may delete.
  case proposed
  /// The row shows a pending proposal that this profile may not delete.
  case proposedByOthers = "proposed by others"
  /// The text is translated, and the row shows no proposal.
  case translated

  package init(deletable: Bool?, isMissing: Bool) {
    switch deletable {
    case true?: self = .proposed
    case false?: self = .proposedByOthers
    case nil: self = isMissing ? .missing : .translated
    }
  }

  func isName(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool { rawValue.utf8.elementsEqual(utf8) }
}

extension ReviewRow {
  /// Whether the sheet shows a status under `Status`, and not a remark of the reviewer.
  package var showsStatus: Bool { shownStatus.flatMap(RowStatus.init(rawValue:)) != nil }

  /// The state of the row's text, by its current value and the pending proposal that it shows.
  var status: RowStatus { RowStatus(deletable: deletable, isMissing: currentValue.isEmpty) }
}
