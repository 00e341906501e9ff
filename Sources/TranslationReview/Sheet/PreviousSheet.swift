import Basics
import NStackAPI
public import Spreadsheet

/// The texts of an earlier sheet, for finding what changed since.
public struct PreviousSheet: Sendable {
  /// The contents of one row.
  private struct Shown: Hashable {
    let currentValue: TextHash
    let proposal: TextHash
    let proposalID: Int?
  }

  /// The contents of the rows of each text, by the hash of its identity.
  private let rows: [TextHash: Set<Shown>]
  /// The number of rows from each application, platform and origin.
  private let scopes: [TextHash: Int]
  private let path: String

  /// Reads the bases of an exported sheet.
  ///
  /// - Throws: `SpreadsheetError` as ``ReviewSheetReader`` does, and `sheet.no-base` for a sheet without bases.
  public init(path: String, csv: CSVReadingOptions = CSVReadingOptions()) throws {
    var rows: [TextHash: Set<Shown>] = [:]
    var scopes: [TextHash: Int] = [:]
    try ReviewSheetReader.readBases(path, csv: csv) { base in
      scopes[base.scope, default: 0] += 1
      rows[base.identity, default: []].insert(
        Shown(currentValue: base.currentValue, proposal: base.proposal, proposalID: base.proposalID))
    }
    guard !rows.isEmpty else {
      throw SpreadsheetError(
        .sheetNoBase, "no row has a base to compare with.",
        hint: "Use a sheet that an export wrote.", place: SpreadsheetError.Place(file: path))
    }
    self.rows = rows
    self.scopes = scopes
    self.path = path
  }

  /// Refuses a sheet of another application, platform or server, because its texts cannot be compared.
  ///
  /// - Throws: `SpreadsheetError`: `sheet.other-application`.
  public func refuseOther(than scope: SheetScope) throws(SpreadsheetError) {
    let foreign = scopes.reduce(0) { $0 + ($1.key == scope.hash ? 0 : $1.value) }
    guard foreign > 0 else { return }
    throw SpreadsheetError(
      .sheetOtherApplication,
      "\(Counted.text(foreign, "row")) came from a different application, platform or server than this connection's "
        + "(platform \(scope.platform), \(scope.origin)).",
      hint: "Use a sheet that was exported from this one.", place: SpreadsheetError.Place(file: path))
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
