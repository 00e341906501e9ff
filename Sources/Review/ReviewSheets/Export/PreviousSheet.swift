import Basics
import NStackAPI
package import Spreadsheet

/// The texts of an earlier sheet, for finding what changed since.
package struct PreviousSheet: Sendable {
  private struct Shown: Hashable {
    let currentValue: TextHash
    let proposal: TextHash
    let proposalID: Int?
  }

  private var rows: [TextHash: Set<Shown>] = [:]
  /// The number of rows from each application, platform and origin.
  private var scopes: [TextHash: Int] = [:]
  /// The hashes of the source texts that the rows showed, by the rows' texts.
  private var sources: [TextHash: TextHash] = [:]
  /// The source texts, by their hashes.
  private var sourceTexts: [TextHash: String] = [:]
  /// The hash of the locale of the source values; empty for a sheet without source values.
  private var sourceLocale = TextHash.empty
  private let path: String

  /// Creates an earlier sheet without rows.
  init(at path: String) { self.path = path }

  /// - Parameter source: The source text beside the row; nil if the sheet has none.
  mutating func add(_ base: RowBase, source: String?) {
    scopes[base.scope, default: 0] += 1
    rows[base.identity, default: []].insert(
      Shown(currentValue: base.currentValue, proposal: base.proposal, proposalID: base.proposalID))
    if base.sourceValue != .empty { sourceLocale = base.sourceLocale }
    let hash = base.sourceValue == .empty ? source.map { TextHash($0) } ?? .empty : base.sourceValue
    if hash == .empty { return }
    sources[base.identity] = hash
    if let source, sourceTexts[hash] == nil, TextHash(source) == hash { sourceTexts[hash] = source }
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Refuses a sheet of another application, platform or server, because its texts cannot be compared.
  ///
  /// - Throws: `SpreadsheetError`: `sheet.other-application`.
  package func refuseOther(than scope: SheetScope) throws(SpreadsheetError) {
    let foreign = scopes.reduce(0) { $0 + ($1.key == scope.hash ? 0 : $1.value) }
    guard foreign > 0 else { return }
    throw SpreadsheetError(
      .sheetOtherApplication,
      "\(Counted.text(foreign, "row")) came from a different application, platform or server than this connection's "
        + "(platform \(scope.platform), \(scope.origin)).", hint: "Use a sheet that was exported from this one.",
      place: SpreadsheetError.Place(file: path))
  }

  /// The language of the sheet's source texts, as an index in a catalog; nil if the catalog does not have it.
  func sourceLanguage(in catalog: Catalog) -> Int? {
    if sourceLocale == .empty { return catalog.defaultLanguage }
    return catalog.languages.firstIndex { RowBase.hash(ofLocale: $0.locale) == sourceLocale }
  }

  /// How the source text beside a text changed since the sheet; nil if it did not, or if the sheet does not show it.
  func sourceChange(of text: TextIdentity, to source: String) -> WordDiff? {
    guard let hash = sources[TextHash(chain: [text.section, text.key, text.locale])] else { return nil }
    let (now, old) = (CellText(source), sourceTexts[hash] ?? "")
    // The hidden column has no fingerprint, and in CSV it has apostrophes.
    if [now.hash, TextHash(now.text)].contains(hash) || FormulaGuard.unescape(old) == now.text { return nil }
    return WordDiff(from: old, to: now.text)
  }

  /// Whether the sheet showed a text exactly as it is now.
  func shows(_ text: TextIdentity, value: String, proposals: [Proposal]) -> Bool {
    let current = CellText(value).hash
    let now: Set<Shown> =
      proposals.isEmpty
      ? [Shown(currentValue: current, proposal: .empty, proposalID: nil)]
      : Set(proposals.map { Shown(currentValue: current, proposal: CellText($0.value).hash, proposalID: $0.id) })
    return rows[TextHash(chain: [text.section, text.key, text.locale])] == now
  }
}
