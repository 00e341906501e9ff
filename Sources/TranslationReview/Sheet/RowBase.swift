package import Spreadsheet

/// What the `Base` cell of a row says: which application and text the row is of, and how the row's cells were exported.
///
/// Written as `v1.SCOPE.IDENTITY.CURRENT.SOURCE.PROPOSAL.ID.SHEET`, each part a ``TextHash`` but `ID`, the id of the pending
/// proposal. A part of an empty text is empty. A base that names no sheet ends with `ID`.
public struct RowBase: Hashable, Sendable {
  /// The application, platform and API origin.
  public let scope: TextHash
  /// Section, key and locale.
  public let identity: TextHash
  /// The current value.
  public let currentValue: TextHash
  /// The source value; empty too where the sheet has none.
  public let sourceValue: TextHash
  /// The pending proposal.
  public let proposal: TextHash
  /// The id of the pending proposal; nil where there was none.
  public let proposalID: Int?
  /// The sheet that the row was exported in; nil where the export did not say.
  public let sheetID: TextHash?

  /// Makes a base of its parts.
  public init(
    scope: TextHash, identity: TextHash, currentValue: TextHash, sourceValue: TextHash, proposal: TextHash,
    proposalID: Int?, sheetID: TextHash? = nil
  ) {
    self.scope = scope
    self.identity = identity
    self.currentValue = currentValue
    self.sourceValue = sourceValue
    self.proposal = proposal
    self.proposalID = proposalID
    self.sheetID = sheetID
  }

  /// The base in a sheet.
  func inSheet(_ id: TextHash?) -> RowBase {
    RowBase(
      scope: scope, identity: identity, currentValue: currentValue, sourceValue: sourceValue, proposal: proposal,
      proposalID: proposalID, sheetID: id)
  }

  /// The base as its cell holds it.
  public var text: String {
    let id = proposalID.map(String.init) ?? ""
    let sheet = sheetID.map { ".\($0.text)" } ?? ""
    return "v1.\(scope.text).\(identity.text).\(currentValue.text).\(sourceValue.text).\(proposal.text).\(id)\(sheet)"
  }

  /// Reads ``text`` back; nil where a cell holds no base of this format.
  public init?(text: String) {
    var text = text
    guard let base = text.withUTF8({ RowBase(utf8: $0) }) else { return nil }
    self = base
  }

  /// Reads ``text`` back from bytes; nil where a cell holds no base of this format.
  package init?(utf8: UnsafeBufferPointer<UInt8>) {
    var parts = (utf8, utf8, utf8, utf8, utf8, utf8, utf8, utf8)
    let found = withUnsafeMutableBytes(of: &parts) { raw in
      let slots = raw.bindMemory(to: UnsafeBufferPointer<UInt8>.self)
      var start = 0
      var slot = 0
      for index in 0...utf8.count where index == utf8.count || utf8[index] == UInt8(ascii: ".") {
        guard slot < 8 else { return 9 }
        slots[slot] = UnsafeBufferPointer(rebasing: utf8[start..<index])
        slot += 1
        start = index + 1
      }
      return slot
    }
    guard found == 7 || found == 8, parts.0.elementsEqual("v1".utf8), let scope = TextHash(text: parts.1),
      let identity = TextHash(text: parts.2), let currentValue = TextHash(text: parts.3),
      let sourceValue = TextHash(text: parts.4), let proposal = TextHash(text: parts.5)
    else { return nil }
    var proposalID: Int?
    if !parts.6.isEmpty {
      guard let id = Digits.integer(parts.6) else { return nil }
      proposalID = id
    }
    var sheetID: TextHash?
    if found == 8 {
      guard parts.7.count == 10, let id = TextHash(text: parts.7) else { return nil }
      sheetID = id
    }
    self.init(
      scope: scope, identity: identity, currentValue: currentValue, sourceValue: sourceValue, proposal: proposal,
      proposalID: proposalID, sheetID: sheetID)
  }

  /// Appends ``text`` to the bytes of a row, without a string in between: this runs once for every row of an export.
  package func appendText(to row: Row) {
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
