import Basics
package import NStackAPI
package import Spreadsheet

/// The contents of a `Base` cell: the application and text of the row, and how its cells were exported.
///
/// The form is `v1.SCOPE.IDENTITY.CURRENT.SOURCE.PROPOSAL.ID.SHEET`. Each part is a ``TextHash``, except `ID`, which is
/// the id of the pending proposal. The part for an empty text is empty. A base that names no sheet ends with `ID`.
///
/// In a sheet with source values, `SOURCE` is followed by `:` and the hash of the source locale. In a sheet without
/// source values, only rows in the default locale have this addition.
///
/// A few rows also have `.SUGGESTION.OTHERS`: if the row shows a suggestion instead of the pending proposal, if the
/// text has more pending proposals, or if the row still needs a decision.
package struct RowBase: Hashable, Sendable {
  /// The hash of application, platform and API origin.
  package let scope: TextHash
  /// The hash of section, key and locale.
  package let identity: TextHash
  package private(set) var currentValue: TextHash
  /// The hash of the source value; also empty if the sheet has no source values.
  package let sourceValue: TextHash
  /// The hash of the source values' locale; empty in a sheet without source values, except in rows in the default
  /// locale.
  package let sourceLocale: TextHash
  /// The hash of the pending proposal, whether or not the row shows it.
  package let proposal: TextHash
  /// The id of the pending proposal; nil if there was none.
  package let proposalID: Int?
  /// The sheet in which the row was exported; nil if the export did not name it.
  package private(set) var sheetID: TextHash?
  /// The rare parts. They share one pointer, because a base is created for every row that is read.
  private var supplement: RowBaseSupplement?

  /// The suggestion in `Proposal`; nil if the cell shows the pending proposal, or nothing.
  package var suggestion: TextHash? { supplement?.suggestion }
  /// The other pending proposals of the text that the sheet shows or names, by id.
  package var otherProposals: [Int: TextHash] { supplement?.others ?? [:] }
  /// Whether a person still has to decide, because an earlier import did not do what the row asked for.
  package var isUndecided: Bool { supplement?.isUndecided ?? false }
  /// The hash of the text that `Proposal` contained when the row was written.
  package var shownProposal: TextHash { supplement?.suggestion ?? proposal }

  /// Creates a base from its parts. A suggestion that is the same as the pending proposal is ignored.
  package init(
    scope: TextHash, identity: TextHash, currentValue: TextHash, sourceValue: TextHash, sourceLocale: TextHash = .empty,
    proposal: TextHash, proposalID: Int?, sheetID: TextHash? = nil, suggestion: TextHash? = nil,
    otherProposals: [Int: TextHash] = [:]
  ) {
    self.scope = scope
    self.identity = identity
    self.currentValue = currentValue
    self.sourceValue = sourceValue
    self.sourceLocale = sourceLocale
    self.proposal = proposal
    self.proposalID = proposalID
    self.sheetID = sheetID
    setSupplement(suggestion: suggestion, others: otherProposals)
  }

  private mutating func setSupplement(suggestion: TextHash?, others: [Int: TextHash], isUndecided: Bool = false) {
    supplement = RowBaseSupplement(
      suggestion: suggestion == proposal || suggestion == .empty ? nil : suggestion, others: others,
      isUndecided: isUndecided)
  }

  package func inSheet(_ id: TextHash?) -> RowBase {
    var base = self
    base.sheetID = id
    return base
  }

  /// Returns the base for a row that shows another current value.
  package func showing(currentValue: TextHash) -> RowBase {
    var base = self
    base.currentValue = currentValue
    return base
  }

  /// Returns the base for a row whose `Proposal` is filled with a text that is not the pending proposal.
  ///
  /// - Parameter isUndecided: Whether a person made a request in the row that an import did not carry out.
  package func suggesting(_ suggestion: TextHash?, isUndecided: Bool = false) -> RowBase {
    var base = self
    base.setSupplement(suggestion: suggestion, others: otherProposals, isUndecided: isUndecided)
    return base
  }

  /// The row's mark among those of its sheet: a text with several pending proposals has a row for each.
  package var rowMark: TextHash {
    let id = proposalID.map { UInt64(truncatingIfNeeded: $0) &+ 1 } ?? 0
    return TextHash(bits: (identity.bits ^ id &* 0x9E37_79B9_7F4A_7C15) & (1 << 50 - 1))
  }

  package static func hash(ofLocale locale: String) -> TextHash { TextHash(LocaleName.normalized(locale)) }

  /// The text's pending proposals that a row's base names, except the row's own.
  package static func others(among pending: [Proposal], than id: Int?) -> [Int: TextHash] {
    var others: [Int: TextHash] = [:]
    for proposal in pending where proposal.id != id { others[proposal.id] = CellText(proposal.value).hash }
    return others
  }

  /// The hash of a column's text in the base; nil for columns that the base does not cover.
  package func value(of column: ReviewColumn) -> TextHash? { column.traits.hash(self) }

  /// The base in the form of its cell.
  package var text: String {
    String(unsafeUninitializedCapacity: Self.longestHead) { buffer in
      buffer.baseAddress.map { writeHead(to: $0) - $0 } ?? 0
    } + (supplement?.text ?? "")
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
    var position = 2
    /// Reads the part after the next point.
    func part() -> TextHash? {
      guard position < utf8.count, utf8[position] == UInt8(ascii: ".") else { return nil }
      return TextHash(at: &position, after: 1, in: utf8)
    }
    guard let scope = part(), let identity = part(), let currentValue = part(), let sourceValue = part() else {
      return nil
    }
    var sourceLocale = TextHash.empty
    if position < utf8.count, utf8[position] == UInt8(ascii: ":") {
      guard let locale = TextHash(at: &position, after: 1, in: utf8), locale != .empty, locale != .tooLong else {
        return nil
      }
      sourceLocale = locale
    }
    guard let proposal = part(), position < utf8.count, utf8[position] == UInt8(ascii: ".") else { return nil }
    position += 1
    let digits = position
    while position < utf8.count, utf8[position] != UInt8(ascii: ".") { position += 1 }
    var proposalID: Int?
    if position > digits {
      guard let id = Digits.integer(utf8[digits..<position]) else { return nil }
      proposalID = id
    }
    sheetID = nil
    supplement = nil
    if position < utf8.count {
      guard let id = part(), id != .tooLong else { return nil }
      if position < utf8.count {
        supplement = RowBaseSupplement(at: position, in: utf8)
        guard supplement != nil else { return nil }
      }
      // In a base that names no sheet, only a supplement can follow this point.
      guard id != .empty || supplement != nil else { return nil }
      sheetID = id == .empty ? nil : id
    }
    self.scope = scope
    self.identity = identity
    self.currentValue = currentValue
    self.sourceValue = sourceValue
    self.sourceLocale = sourceLocale
    self.proposal = proposal
    self.proposalID = proposalID
  }

  /// Whether a row contains a base, which means that an export of a review sheet wrote it.
  @Sendable package static func isInRow(_ row: Row) -> Bool { row.filledCells.contains { isIn($0, of: row) } }

  /// The fewest bytes of a base: version, scope, identity and six points.
  static let shortestText = 2 + 2 * TextHash.longestText + 6

  /// Whether a cell contains a base. Most cells of any table are too short or begin with another letter.
  static func isIn(_ cell: Cell, of row: Row) -> Bool {
    cell.length >= shortestText && RowBase(utf8: row.utf8(of: cell)) != nil
  }

  /// Appends ``text`` to the bytes of a row without creating a string, because this runs once for every exported row.
  package func appendText(to row: Row) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestHead) { buffer in
      guard let start = buffer.baseAddress else { return }
      row.appendBytes(UnsafeBufferPointer(start: start, count: writeHead(to: start) - start))
    }
    if let supplement { row.appendBytes(supplement.text) }
  }

  /// The most bytes that ``writeHead(to:)`` writes: version, eight separators, seven hashes, and an id of at most twenty
  /// digits.
  private static let longestHead = 2 + 8 + 7 * TextHash.longestText + 20

  /// Writes ``text`` up to the supplement, and returns the address after it.
  private func writeHead(to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
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
    if sheetID != nil || supplement != nil { put(sheetID ?? .empty) }
    return out
  }

  /// Creates the base of a catalog's text, for a decision without a sheet.
  ///
  /// The current value is hashed in full, however long it is, because it does not have to fit into a cell.
  ///
  /// - Parameters:
  ///   - withdrawnID: The id of the proposal that the decision is to withdraw, because a profile can have several
  ///     proposals for a text; nil for a decision to propose.
  ///   - source: The language whose value is shown as the source, as an index in the catalog; nil for none.
  package init(
    of text: TextIdentity, in catalog: Catalog, scope: SheetScope, withdrawing withdrawnID: Int? = nil,
    beside source: Int? = nil
  ) {
    let identity = catalog.canonical(text)
    let pending = catalog.pendingProposals(of: identity)
    // A proposal that is too long for a cell must not keep another text from being proposed, so it is listed among the
    // others.
    let own = pending.first {
      withdrawnID == nil ? $0.canDelete && CellText($0.value).hash != .tooLong : $0.id == withdrawnID
    }
    let shown = source.flatMap { source in
      catalog.keyIndex(of: TextKey(identity)).map { key in
        (
          value: catalog.valueHash(ofKeyAt: key, inLanguageAt: source),
          locale: Self.hash(ofLocale: catalog.languages[source].locale)
        )
      }
    }
    self.init(
      scope: scope.hash, identity: TextHash(chain: [identity.section, identity.key, identity.locale]),
      currentValue: TextHash(catalog.value(of: identity) ?? ""), sourceValue: shown?.value ?? .empty,
      sourceLocale: shown?.locale ?? .empty, proposal: own.map { CellText($0.value).hash } ?? .empty,
      proposalID: own?.id, otherProposals: Self.others(among: pending, than: own?.id))
  }
}

extension RowBase: Codable {
  package init(from decoder: any Decoder) throws {
    guard let base = RowBase(text: try String(from: decoder)) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no base"))
    }
    self = base
  }

  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

/// The additional parts of a few bases: the suggestion that fills `Proposal`, whether the row still needs a decision,
/// and the other pending proposals of the text.
///
/// The form is `.SUGGESTION.OTHERS`: the suggestion as a ``TextHash``, after a `?` if the row still needs a decision,
/// and `ID:HASH` for each other proposal, by ascending id, separated by `_`, with `-` as the hash of an empty text.
/// Without other proposals, the second part and its point are missing.
final class RowBaseSupplement: Hashable, Sendable {
  /// The most other proposals that a base names. If there are more, it names none, so that it stays shorter than a
  /// cell.
  private static let namedOthers = 100

  let suggestion: TextHash?
  let others: [Int: TextHash]
  let isUndecided: Bool

  /// Creates a supplement; nil if it would be empty.
  init?(suggestion: TextHash?, others: [Int: TextHash], isUndecided: Bool) {
    let others = others.count > Self.namedOthers ? [:] : others
    guard suggestion != nil || !others.isEmpty || isUndecided else { return nil }
    self.suggestion = suggestion
    self.others = others
    self.isUndecided = isUndecided
  }

  /// The supplement in the form in which it follows the other parts of a base.
  var text: String {
    let named = others.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value == .empty ? "-" : $0.value.text)" }
    return ".\(isUndecided ? "?" : "")\(suggestion?.text ?? "")"
      + (named.isEmpty ? "" : ".\(named.joined(separator: "_"))")
  }

  /// Reads ``text`` back, from an offset up to the end; nil if it is not a supplement.
  init?(at start: Int, in utf8: UnsafeBufferPointer<UInt8>) {
    var position = start
    guard position < utf8.count, utf8[position] == UInt8(ascii: ".") else { return nil }
    let isUndecided = position + 1 < utf8.count && utf8[position + 1] == UInt8(ascii: "?")
    guard let suggestion = TextHash(at: &position, after: isUndecided ? 2 : 1, in: utf8), suggestion != .tooLong else {
      return nil
    }
    var others: [Int: TextHash] = [:]
    if position < utf8.count {
      guard utf8[position] == UInt8(ascii: ".") else { return nil }
      repeat {
        let digits = position + 1
        guard let colon = utf8[digits...].firstIndex(of: UInt8(ascii: ":")),
          let id = Digits.integer(utf8[digits..<colon])
        else { return nil }
        position = colon + 1
        var hash = TextHash.empty
        if position < utf8.count, utf8[position] == UInt8(ascii: "-") {
          position += 1
        } else {
          guard let named = TextHash(at: &position, after: 0, in: utf8), named != .empty else { return nil }
          hash = named
        }
        guard others.updateValue(hash, forKey: id) == nil else { return nil }
      } while position < utf8.count && utf8[position] == UInt8(ascii: "_")
      guard position == utf8.count else { return nil }
    }
    guard suggestion != .empty || !others.isEmpty || isUndecided else { return nil }
    self.suggestion = suggestion == .empty ? nil : suggestion
    self.others = others
    self.isUndecided = isUndecided
  }

  static func == (left: RowBaseSupplement, right: RowBaseSupplement) -> Bool {
    left.suggestion == right.suggestion && left.others == right.others && left.isUndecided == right.isUndecided
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(suggestion)
    hasher.combine(others)
    hasher.combine(isUndecided)
  }
}
