import Basics
import NStackAPI
package import Spreadsheet

/// The contents of a `Base` cell: the application and text of the row, and how its cells were exported.
///
/// The form is `v1.SCOPE.IDENTITY.CURRENT.SOURCE.PROPOSAL.ID.SHEET`. Each part is a ``TextHash``, except `ID`, which is
/// the id of the pending proposal. The part for an empty text is empty. A base that names no sheet ends with `ID`.
///
/// In a sheet with source values, `SOURCE` is followed by `:` and the hash of their locale. In a sheet without them, only
/// the rows in the default locale have it. Earlier versions did not write it, and they treat a base that has it as
/// damaged.
///
/// A few rows have more: `.SUGGESTION.OTHERS` follows if the row shows a suggestion instead of the pending proposal, or
/// if the text has more pending proposals. Versions that do not know these parts treat such a base as damaged: they
/// ignore the row while it is unedited, and refuse an edit.
package struct RowBase: Hashable, Sendable {
  /// The hash of application, platform and API origin.
  package let scope: TextHash
  /// The hash of section, key and locale.
  package let identity: TextHash
  /// The hash of the current value.
  package let currentValue: TextHash
  /// The hash of the source value; also empty if the sheet has no source values.
  package let sourceValue: TextHash
  /// The hash of the source values' locale; empty if the sheet does not say it. A sheet without source values says it in
  /// the rows that are in that locale.
  package let sourceLocale: TextHash
  /// The hash of the pending proposal, whether or not the row shows it.
  package let proposal: TextHash
  /// The id of the pending proposal; nil if there was none.
  package let proposalID: Int?
  /// The sheet in which the row was exported; nil if the export did not name it.
  package let sheetID: TextHash?
  /// The parts that few rows have. They are behind one pointer, because a base is created for every row that is read.
  private let supplement: RowBaseSupplement?

  /// The suggestion in `Proposal`; nil if the cell shows the pending proposal, or nothing.
  package var suggestion: TextHash? { supplement?.suggestion }
  /// The other pending proposals of the text that the sheet shows or names, by id.
  package var otherProposals: [Int: TextHash] { supplement?.others ?? [:] }
  /// The hash of the text that `Proposal` contained when the row was written.
  var shownProposal: TextHash { supplement?.suggestion ?? proposal }

  /// Creates a base from its parts. A suggestion that is the pending proposal is ignored.
  package init(
    scope: TextHash, identity: TextHash, currentValue: TextHash, sourceValue: TextHash,
    sourceLocale: TextHash = .empty, proposal: TextHash, proposalID: Int?, sheetID: TextHash? = nil,
    suggestion: TextHash? = nil, otherProposals: [Int: TextHash] = [:]
  ) {
    self.init(
      scope: scope, identity: identity, currentValue: currentValue, sourceValue: sourceValue,
      sourceLocale: sourceLocale, proposal: proposal, proposalID: proposalID, sheetID: sheetID,
      supplement: RowBaseSupplement(
        suggestion: suggestion == proposal || suggestion == .empty ? nil : suggestion, others: otherProposals))
  }

  private init(
    scope: TextHash, identity: TextHash, currentValue: TextHash, sourceValue: TextHash, sourceLocale: TextHash,
    proposal: TextHash, proposalID: Int?, sheetID: TextHash?, supplement: RowBaseSupplement?
  ) {
    self.scope = scope
    self.identity = identity
    self.currentValue = currentValue
    self.sourceValue = sourceValue
    self.sourceLocale = sourceLocale
    self.proposal = proposal
    self.proposalID = proposalID
    self.sheetID = sheetID
    self.supplement = supplement
  }

  /// Returns the base with the id of a sheet.
  func inSheet(_ id: TextHash?) -> RowBase {
    RowBase(
      scope: scope, identity: identity, currentValue: currentValue, sourceValue: sourceValue,
      sourceLocale: sourceLocale, proposal: proposal, proposalID: proposalID, sheetID: id, supplement: supplement)
  }

  /// Returns the base for a row whose `Proposal` is filled with a text that is not the pending proposal.
  func suggesting(_ suggestion: TextHash?) -> RowBase {
    RowBase(
      scope: scope, identity: identity, currentValue: currentValue, sourceValue: sourceValue,
      sourceLocale: sourceLocale, proposal: proposal, proposalID: proposalID, sheetID: sheetID, suggestion: suggestion,
      otherProposals: otherProposals)
  }

  /// The hash of a locale, which is the same for all its spellings.
  package static func hash(ofLocale locale: String) -> TextHash { TextHash(LocaleName.normalized(locale)) }

  /// The text's pending proposals that a row's base names, except the row's own.
  static func others(among pending: [Proposal], than id: Int?) -> [Int: TextHash] {
    var others: [Int: TextHash] = [:]
    for proposal in pending where proposal.id != id { others[proposal.id] = CellText(proposal.value).hash }
    return others
  }

  /// The hash of a column's text in the base; nil for columns that the base does not cover.
  func value(of column: ReviewColumn) -> TextHash? {
    column.traits.hash(self)
  }

  /// The base in the form of its cell.
  package var text: String {
    let id = proposalID.map(String.init) ?? ""
    let sheet = sheetID.map { ".\($0.text)" } ?? (supplement == nil ? "" : ".")
    let source = sourceValue.text + (sourceLocale == .empty ? "" : ":\(sourceLocale.text)")
    return "v1.\(scope.text).\(identity.text).\(currentValue.text).\(source).\(proposal.text).\(id)\(sheet)"
      + (supplement?.text ?? "")
  }

  /// Reads ``text`` back; nil if it is not a base in this format.
  package init?(text: String) {
    var text = text
    guard let base = text.withUTF8({ RowBase(utf8: $0) }) else { return nil }
    self = base
  }

  /// Reads ``text`` back from bytes; nil if they are not a base in this format.
  package init?(utf8: UnsafeBufferPointer<UInt8>) {
    guard utf8.count > 2, utf8[0] == UInt8(ascii: "v"), utf8[1] == UInt8(ascii: "1") else { return nil }
    var place = 2
    /// Reads the part after the next point.
    func part() -> TextHash? {
      guard place < utf8.count, utf8[place] == UInt8(ascii: ".") else { return nil }
      return TextHash(at: &place, after: 1, in: utf8)
    }
    guard let scope = part(), let identity = part(), let currentValue = part(), let sourceValue = part() else {
      return nil
    }
    var sourceLocale = TextHash.empty
    if place < utf8.count, utf8[place] == UInt8(ascii: ":") {
      guard let locale = TextHash(at: &place, after: 1, in: utf8), locale != .empty, locale != .tooLong else {
        return nil
      }
      sourceLocale = locale
    }
    guard let proposal = part(), place < utf8.count, utf8[place] == UInt8(ascii: ".")
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
      // A base that names no sheet goes on after this point only if it has a supplement.
      guard id != .empty || supplement != nil else { return nil }
      sheetID = id == .empty ? nil : id
    }
    self.init(
      scope: scope, identity: identity, currentValue: currentValue, sourceValue: sourceValue,
      sourceLocale: sourceLocale, proposal: proposal, proposalID: proposalID, sheetID: sheetID, supplement: supplement)
  }

  /// Whether a row contains a base, which means that an export of a review sheet wrote it.
  @Sendable
  package static func isInRow(_ row: Row) -> Bool {
    (0..<row.count).contains { isIn(row[$0], of: row) }
  }

  /// The fewest bytes of a base: version, scope, identity and six points.
  static let shortestText = 2 + 2 * TextHash.longestText + 6

  /// Whether a cell contains a base. Most cells of any table are too short or begin with another letter.
  static func isIn(_ cell: Cell, of row: Row) -> Bool {
    cell.length >= shortestText && RowBase(utf8: row.utf8(of: cell)) != nil
  }

  /// Appends ``text`` to the bytes of a row without creating a string, because this runs once for every exported row.
  package func appendText(to row: Row) {
    if supplement != nil {
      var text = text
      return text.withUTF8 { row.appendBytes($0) }
    }
    // Version, eight separators, seven hashes, and an id of at most twenty digits.
    let capacity = 2 + 8 + 7 * TextHash.longestText + 20
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      guard let start = buffer.baseAddress else { return }
      start[0] = UInt8(ascii: "v")
      start[1] = UInt8(ascii: "1")
      var out = start + 2
      func put(_ hash: TextHash, after separator: UInt8 = UInt8(ascii: ".")) {
        out.pointee = separator
        out = hash.writeText(to: out + 1)
      }
      put(scope)
      put(identity)
      put(currentValue)
      put(sourceValue)
      if sourceLocale != .empty { put(sourceLocale, after: UInt8(ascii: ":")) }
      put(proposal)
      out.pointee = UInt8(ascii: ".")
      out += 1
      if let proposalID { out = DecimalDigits.write(proposalID, to: out) }
      if let sheetID { put(sheetID) }
      row.appendBytes(UnsafeBufferPointer(start: start, count: out - start))
    }
  }
}
