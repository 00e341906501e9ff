import NStackAPI
package import Spreadsheet

/// What the `Base` cell of a row says: which application and text the row is of, and how the row's cells were exported.
///
/// Written as `v1.SCOPE.IDENTITY.CURRENT.SOURCE.PROPOSAL.ID.SHEET`, each part a ``TextHash`` but `ID`, the id of the pending
/// proposal. A part of an empty text is empty. A base that names no sheet ends with `ID`.
///
/// Few rows have more: `.SUGGESTION.OTHERS` follows where the row shows a suggestion instead of the pending proposal, or
/// where the text has further pending proposals. Versions that do not know these parts take such a base for damaged: they
/// leave the row alone until it is edited, and refuse the edit.
public struct RowBase: Hashable, Sendable {
  /// The application, platform and API origin.
  public let scope: TextHash
  /// Section, key and locale.
  public let identity: TextHash
  /// The current value.
  public let currentValue: TextHash
  /// The source value; empty too where the sheet has none.
  public let sourceValue: TextHash
  /// The pending proposal, whether or not the row shows it.
  public let proposal: TextHash
  /// The id of the pending proposal; nil where there was none.
  public let proposalID: Int?
  /// The sheet that the row was exported in; nil where the export did not say.
  public let sheetID: TextHash?
  /// What few rows have; one pointer, as a base is made for every row that is read.
  private let supplement: RowBaseSupplement?

  /// The text in `Proposal` that is a suggestion; nil where the cell shows the pending proposal, or nothing.
  public var suggestion: TextHash? { supplement?.suggestion }
  /// The other pending proposals of the text that the sheet shows or tells of, by id.
  public var otherProposals: [Int: TextHash] { supplement?.others ?? [:] }
  /// What `Proposal` held when the row was written.
  var shownProposal: TextHash { supplement?.suggestion ?? proposal }

  /// Makes a base of its parts.
  ///
  /// - Parameter suggestion: Taken for none where it is the pending proposal.
  public init(
    scope: TextHash, identity: TextHash, currentValue: TextHash, sourceValue: TextHash, proposal: TextHash,
    proposalID: Int?, sheetID: TextHash? = nil, suggestion: TextHash? = nil, otherProposals: [Int: TextHash] = [:]
  ) {
    self.init(
      scope: scope, identity: identity, currentValue: currentValue, sourceValue: sourceValue, proposal: proposal,
      proposalID: proposalID, sheetID: sheetID,
      supplement: RowBaseSupplement(
        suggestion: suggestion == proposal || suggestion == .empty ? nil : suggestion, others: otherProposals))
  }

  private init(
    scope: TextHash, identity: TextHash, currentValue: TextHash, sourceValue: TextHash, proposal: TextHash,
    proposalID: Int?, sheetID: TextHash?, supplement: RowBaseSupplement?
  ) {
    self.scope = scope
    self.identity = identity
    self.currentValue = currentValue
    self.sourceValue = sourceValue
    self.proposal = proposal
    self.proposalID = proposalID
    self.sheetID = sheetID
    self.supplement = supplement
  }

  /// The base in a sheet.
  func inSheet(_ id: TextHash?) -> RowBase {
    RowBase(
      scope: scope, identity: identity, currentValue: currentValue, sourceValue: sourceValue, proposal: proposal,
      proposalID: proposalID, sheetID: id, supplement: supplement)
  }

  /// The base of a row whose `Proposal` is filled with a text that is not the pending proposal.
  func suggesting(_ suggestion: TextHash?) -> RowBase {
    RowBase(
      scope: scope, identity: identity, currentValue: currentValue, sourceValue: sourceValue, proposal: proposal,
      proposalID: proposalID, sheetID: sheetID, suggestion: suggestion, otherProposals: otherProposals)
  }

  /// What the base of a row says of the text's pending proposals but the row's own.
  static func others(among pending: [Proposal], than id: Int?) -> [Int: TextHash] {
    var others: [Int: TextHash] = [:]
    for proposal in pending where proposal.id != id { others[proposal.id] = CellText(proposal.value).hash }
    return others
  }

  /// What the base says of a column's text; nil of one that it says nothing of.
  func value(of column: ReviewColumn) -> TextHash? {
    switch column {
    case .currentValue: currentValue
    case .sourceValue: sourceValue
    case .proposal, .exportedProposal: shownProposal
    case .proposalID: proposalID.map { TextHash(String($0)) }
    default: nil
    }
  }

  /// The base as its cell holds it.
  public var text: String {
    let id = proposalID.map(String.init) ?? ""
    let sheet = sheetID.map { ".\($0.text)" } ?? (supplement == nil ? "" : ".")
    return "v1.\(scope.text).\(identity.text).\(currentValue.text).\(sourceValue.text).\(proposal.text).\(id)\(sheet)"
      + (supplement?.text ?? "")
  }

  /// Reads ``text`` back; nil where a cell holds no base of this format.
  public init?(text: String) {
    var text = text
    guard let base = text.withUTF8({ RowBase(utf8: $0) }) else { return nil }
    self = base
  }

  /// Reads ``text`` back from bytes; nil where a cell holds no base of this format.
  package init?(utf8: UnsafeBufferPointer<UInt8>) {
    guard utf8.count > 2, utf8[0] == UInt8(ascii: "v"), utf8[1] == UInt8(ascii: "1") else { return nil }
    var place = 2
    /// The part behind the next point.
    func part() -> TextHash? {
      guard place < utf8.count, utf8[place] == UInt8(ascii: ".") else { return nil }
      return TextHash(at: &place, after: 1, in: utf8)
    }
    guard let scope = part(), let identity = part(), let currentValue = part(), let sourceValue = part(),
      let proposal = part(), place < utf8.count, utf8[place] == UInt8(ascii: ".")
    else { return nil }
    place += 1
    let digits = place
    while place < utf8.count, utf8[place] != UInt8(ascii: ".") { place += 1 }
    var proposalID: Int?
    if place > digits {
      guard let id = Digits.integer(utf8[digits..<place]) else { return nil }
      proposalID = id
    }
    var sheetID: TextHash?
    var supplement: RowBaseSupplement?
    if place < utf8.count {
      guard let id = part(), id != .tooLong else { return nil }
      if place < utf8.count {
        supplement = RowBaseSupplement(at: place, in: utf8)
        guard supplement != nil else { return nil }
      }
      // Only a supplement can follow on a sheet that is not named.
      guard id != .empty || supplement != nil else { return nil }
      sheetID = id == .empty ? nil : id
    }
    self.init(
      scope: scope, identity: identity, currentValue: currentValue, sourceValue: sourceValue, proposal: proposal,
      proposalID: proposalID, sheetID: sheetID, supplement: supplement)
  }

  /// Whether a row of any table holds a base, so that it is one of an exported review sheet.
  @Sendable
  package static func isInRow(_ row: Row) -> Bool {
    (0..<row.count).contains { isIn(row[$0], of: row) }
  }

  /// The fewest bytes of a base: version, scope, identity and six points.
  static let shortestText = 2 + 2 * TextHash.longestText + 6

  /// Whether a cell holds a base. Most cells of any table are too short or begin with another letter.
  static func isIn(_ cell: Cell, of row: Row) -> Bool {
    cell.length >= shortestText && RowBase(utf8: row.utf8(of: cell)) != nil
  }

  /// Appends ``text`` to the bytes of a row, without a string in between: this runs once for every row of an export.
  package func appendText(to row: Row) {
    if supplement != nil {
      var text = text
      return text.withUTF8 { row.appendBytes($0) }
    }
    // Seven points, and an id of twenty digits.
    let capacity = 2 + 7 + 6 * TextHash.longestText + 20
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      guard let start = buffer.baseAddress else { return }
      start[0] = UInt8(ascii: "v")
      start[1] = UInt8(ascii: "1")
      var out = start + 2
      func put(_ hash: TextHash) {
        out.pointee = UInt8(ascii: ".")
        out = hash.writeText(to: out + 1)
      }
      put(scope)
      put(identity)
      put(currentValue)
      put(sourceValue)
      put(proposal)
      out.pointee = UInt8(ascii: ".")
      out += 1
      if let proposalID { out = DecimalDigits.write(proposalID, to: out) }
      if let sheetID { put(sheetID) }
      row.storage.pointee.appendBytes(start, count: out - start)
    }
  }
}
