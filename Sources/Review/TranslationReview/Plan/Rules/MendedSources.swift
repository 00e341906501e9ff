import Basics
import NStackAPI

/// Source texts that were corrected in rows of translations. They are suggestions for the texts in the source locale.
struct MendedSources {
  private struct Mend {
    let index: Int
    let text: TextIdentity
    let value: String
  }

  private static let mostNamed = 5

  let rows: [ReturnedRow]
  let catalog: Catalog
  let rules: RowRules

  /// Adds the offers, and what other rows and the server have for the same source text.
  func offer(in decisions: inout [RowDecision]) {
    let found = decisions.indices.compactMap { mend(at: $0, decisions[$0].verdict) }
    if found.isEmpty { return }
    let moved = moved(among: found)
    for mend in found where moved.contains(mend.index) {
      guard decisions[mend.index].verdict == .readOnlyEdit else { continue }
      decisions[mend.index] = rules.readOnlyEdit(rows[mend.index], isMend: false)
    }
    for mends in Dictionary(grouping: found.filter { !moved.contains($0.index) }, by: \.text).values {
      var values: [String] = []
      for mend in mends where !values.contains(where: { LineEnds.areEqual($0, mend.value) }) {
        values.append(mend.value)
      }
      for mend in mends { decide(mend, among: values, &decisions[mend.index]) }
    }
  }

  private func decide(_ mend: Mend, among values: [String], _ decision: inout RowDecision) {
    let isAlone = decision.verdict == .readOnlyEdit
    let held = [catalog.value(of: mend.text) ?? ""] + catalog.pendingProposals(of: mend.text).map(\.value)
    if held.contains(where: { LineEnds.areEqual($0, mend.value) }) {
      if isAlone { decision = RowDecision(.skipped, Reason("row.mendKnown", mend.value)) }
      return
    }
    let others = values.filter { !LineEnds.areEqual($0, mend.value) }
    var reason = Reason("row.sourceMended", mend.value)
    if !others.isEmpty {
      let more = others.count > Self.mostNamed ? [Reason("request.more")] : []
      let named = others.prefix(Self.mostNamed).map { Reason("request.text", $0) }
      reason += Reason("row.mendsDiffer", .reason(Reason(named + more)))
    }
    decision.offer = OfferedText(kind: .mendedSource, value: mend.value, texts: [mend.text], reason: reason)
    if isAlone {
      decision.verdict = others.isEmpty ? .readOnlyEdit : .disagreement
      decision.reason = reason
    } else {
      decision.notes.append(reason)
    }
  }

  private func mend(at index: Int, _ verdict: Verdict) -> Mend? {
    let row = rows[index]
    guard ![.unchanged, .skipped, .otherApplication].contains(verdict), !rules.isForeign(row),
      let value = row.mendedSource, !ReadOnlyEdits.isOfProgram(row.damage[0], in: row, catalog),
      CellText(value).hash != .tooLong, let language = row.base.flatMap(rules.sourceLocales.language),
      let key = catalog.keyIndex(of: TextKey(row.text))
    else { return nil }
    return Mend(index: index, text: catalog.identity(ofKeyAt: key, inLanguageAt: language), value: value)
  }

  /// The rows that show source texts of others, as after a sort of one column.
  private func moved(among mends: [Mend]) -> Set<Int> {
    let candidates = mends.filter { !rows[$0.index].isExchanged }
    if candidates.count < MovedValues.suspiciousRows { return [] }
    var known: [String: Set<TextHash>] = [:]
    for locale in Set(candidates.map(\.text.locale)) {
      guard let language = catalog.languageIndex(ofLocale: locale) else { continue }
      known[locale] = Set(catalog.keys.indices.map { catalog.valueHash(ofKeyAt: $0, inLanguageAt: language) })
    }
    let moved = candidates.filter { known[$0.text.locale]?.contains(TextHash($0.value)) == true }
    let files = Dictionary(grouping: moved) { rows[$0.index].place.fileIndex }
    return Set(files.values.filter { $0.count >= MovedValues.suspiciousRows }.joined().map(\.index))
  }
}

extension ReturnedRow {
  /// The text that is under `Source value` instead of the exported one; nil if that cell was not changed, or if another
  /// one was too, since cells may have moved then.
  var mendedSource: String? {
    guard let base = cells.base, base.sourceLocale != .empty, misplacement == nil, !isBaseFoundElsewhere,
      let found = damage.first?.found, damage.allSatisfy({ $0.column == .sourceValue && $0.header == nil }),
      !found.allSatisfy(\.isWhitespace)
    else { return nil }
    return found
  }
}
