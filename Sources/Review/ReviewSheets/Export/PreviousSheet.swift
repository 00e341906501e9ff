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
  private let path: String

  /// Creates an earlier sheet without rows.
  init(at path: String) { self.path = path }

  mutating func add(_ base: RowBase) {
    scopes[base.scope, default: 0] += 1
    rows[base.identity, default: []].insert(
      Shown(currentValue: base.currentValue, proposal: base.proposal, proposalID: base.proposalID))
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
