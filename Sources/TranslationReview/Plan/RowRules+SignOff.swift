import Basics
import NStackAPI

extension RowRules {
  /// The reason to refuse a row that signs its text off; nil if the row says what its reviewer saw.
  func refusalToSignOff(_ row: ReturnedRow) -> RowDecision? {
    guard let base = row.base else {
      return RowDecision(
        .refused,
        "The row has no Base, so nothing says which text was reviewed. Write ok in a sheet as it was exported.")
    }
    guard base.identity == row.identity else {
      return RowDecision(
        .damaged,
        "The row's Base belongs to another text, so it is not certain which text was reviewed. Restore the row.")
    }
    guard base.suggestion == nil else {
      return RowDecision(
        .refused,
        "The row shows a suggestion, which the server does not have. Write accept under Action to propose it.")
    }
    guard base.currentValue != .tooLong, base.proposal != .tooLong, !base.otherProposals.values.contains(.tooLong)
    else {
      return RowDecision(
        .refused,
        "The text is too long for a cell and was not exported in full, so it cannot be signed off in this sheet.")
    }
    return nil
  }

  /// The decision about a row that signs its text off: it is reviewed if the server has what the sheet shows.
  func signOff(_ row: ReturnedRow) -> RowDecision {
    guard let base = row.base, !isForeign(row) else {
      return RowDecision(
        .refused,
        "The sheet was exported from another application, platform or server, so its texts cannot be signed off here.")
    }
    if let unread = catalog.unreadProposal(of: row.text) {
      return RowDecision(.conflict, "A pending proposal of this text cannot be read (\(unread.message)).")
    }
    let text = catalog.canonical(row.text)
    let current = catalog.value(of: text) ?? ""
    guard CellText(current).hash == base.currentValue else {
      return lapsed("the server's current value is now \"\(Visible.text(current))\"")
    }
    let pending = catalog.pendingProposals(of: text)
    let shown = shownProposals(to: row, base)
    if let moved = pending.first(where: { shown[$0.id] != CellText($0.value).hash }), Self.differs(pending, shown) {
      let whose = moved.canDelete ? "this profile" : "another user"
      return lapsed("a pending proposal of \(whose) is now \"\(Visible.text(moved.value))\"", moved)
    }
    guard !Self.differs(pending, shown) else {
      return lapsed("a pending proposal that the sheet showed is gone from the server")
    }
    guard let source = source(of: row, base) else {
      return lapsed("the source value changed on the server")
    }
    var decision = RowDecision(
      .reviewed, notes: row.damage.isEmpty ? [] : ["Accepted although a guarded cell was changed."])
    decision.signOff = SignOff(
      text: text, currentValue: base.currentValue, source: source.found, pending: shown.values)
    return decision
  }

  private func lapsed(_ why: String, _ proposal: Proposal? = nil) -> RowDecision {
    RowDecision(.conflict, "The text is not what was reviewed: \(why). Look at it again.", proposal: proposal)
  }

  /// Whether the values of the pending proposals are not those that the sheet shows. A proposal that was made again
  /// with the same value has another id.
  private static func differs(_ pending: [Proposal], _ shown: [Int: TextHash]) -> Bool {
    SignOff.hashes(pending) != shown.values.sorted { $0.bits < $1.bits }
  }

  /// The source value that the sheet has beside the text, wherever the server has it.
  private struct FoundSource {
    /// Nil if the sheet has no source value, or only the text itself.
    var found: SignOff.Source?
  }

  /// The source value of a row, from the visible column or from the hidden one for checks; nil if no other locale on the
  /// server has it any more.
  private func source(of row: ReturnedRow, _ base: RowBase) -> FoundSource? {
    let isVisible = base.sourceValue != .empty
    let wanted = isVisible ? base.sourceValue : TextHash(row.sourceText ?? "")
    guard wanted != .empty, let key = catalog.keyIndex(of: TextKey(row.text)) else { return FoundSource() }
    let own = catalog.languageIndex(ofLocale: row.text.locale)
    for language in sourceLanguages(own: own, isVisible: isVisible) {
      let value = CellText(catalog.value(ofKeyAt: key, inLanguageAt: language))
      guard value.hash == wanted || TextHash(value.text) == wanted else { continue }
      if language == own { return FoundSource() }
      return FoundSource(found: SignOff.Source(locale: catalog.languages[language].locale, value: value.hash))
    }
    return nil
  }

  /// The languages that the source value may be in, the likeliest first: others may have the same text by chance. The
  /// hidden column has the default locale's.
  private func sourceLanguages(own: Int?, isVisible: Bool) -> [Int] {
    let all = catalog.languages.indices
    guard isVisible else { return all.filter { catalog.languages[$0].isDefault } }
    return all.sorted { left, right in
      func rank(_ language: Int) -> Int { language == own ? 2 : catalog.languages[language].isDefault ? 0 : 1 }
      return (rank(left), left) < (rank(right), right)
    }
  }
}
