import Basics
import Foundation
import NStackAPI
package import Spreadsheet

extension PlanFile {
  /// The contents of the plan's file, with a line for each row and call.
  public var text: String { get throws { String(decoding: try json().bytes(.rows), as: UTF8.self) + "\n" } }

  private func json() throws -> JSONValue {
    let contents = try JSONValue(parsing: String(decoding: JSONEncoder.ofRecords.encode(self), as: UTF8.self))
    return JSONValue.members(["format": Self.format, "version": Self.version]).with(contents)
  }

  /// Reads a plan from the contents of its file.
  ///
  /// - Throws: `SpreadsheetError`: `plan.version` for an unknown version of the format, `plan.malformed` for anything
  ///   else that ``text`` would not write.
  package init(text: String) throws(SpreadsheetError) {
    let found: JSONValue
    do throws(JSONReader.SyntaxError) { found = try JSONValue(parsing: text) } catch {
      throw Self.malformed(error.finding)
    }
    guard found["format"]?.string == Self.format else { throw Self.malformed("\"format\" is not \"\(Self.format)\"") }
    guard let version = found["version"]?.integer else { throw Self.malformed("\"version\" is not an integer") }
    guard version == Self.version else {
      throw SpreadsheetError(
        .planVersion, "the plan has format version \(version), and this program reads version \(Self.version).")
    }
    let file: PlanFile
    let difference: String?
    do {
      file = try JSONDecoder().decode(PlanFile.self, from: Data(text.utf8))
      // A member that was not read, such as a misspelled one, is not written either.
      difference = try file.json().difference(from: found, in: "the plan")
    } catch {
      throw Self.malformed(
        (error as? DecodingError).map { Visible.text($0.sentence(about: "the plan"), limit: 1_000) }
          ?? "it cannot be read")
    }
    if let difference { throw Self.malformed(difference) }
    if let mismatch = file.plan.mismatch { throw Self.malformed(mismatch) }
    self = file
  }

  private static func malformed(_ what: String) -> SpreadsheetError {
    SpreadsheetError(.planMalformed, "this is not a plan: \(what).")
  }
}

extension Changeset {
  /// What does not match in a plan that somebody edited, in words; nil if each row belongs to a file, each call is that of
  /// its rows, and each other row signs its own text off, as `PlanFile` writes them.
  fileprivate var mismatch: String? {
    let counted =
      files.map(\.rowCount) + files.compactMap(\.exportedRowCount) + counts.values
      + files.compactMap(\.repeatedRowCount)
    guard counted.allSatisfy(\.isRowCount), counts.allSatisfy({ !$0.key.isChange && !$0.key.isKept }) else {
      return "a number of rows is not right"
    }
    for place in items.map(\.row.place) + notes.map(\.place)
    where !files.indices.contains(place.fileIndex) || !place.row.isRowCount {
      return "row \(place.row) is in none of its files"
    }
    var calls: Set<[AnyHashable]> = []
    var next = 0
    for (number, change) in changes.enumerated() {
      let rows = next..<next + change.items.count
      guard change.items.elementsEqual(rows), rows.upperBound <= items.count, !rows.isEmpty else {
        return "call \(number + 1) does not name its rows"
      }
      next = rows.upperBound
      if let item = items[rows].first(where: { !$0.asks(for: change) }) {
        return "call \(number + 1) is not what row \(item.row.place.row) asks for"
      }
      let id = if case .delete(let id, _) = change.operation { id } else { 0 }
      guard calls.insert([change.text.normalized, id]).inserted else { return "call \(number + 1) is there twice" }
    }
    return items[next...].first { !$0.isKeptDecision || !$0.signsOwnText }.map {
      "row \($0.row.place.row) has no call and no sign-off of its text"
    }
  }
}

extension Verdict {
  /// Whether a saved plan keeps the row although it has no call.
  var isKept: Bool { self == .reviewed || self == .rejected }
}

extension Changeset.Item {
  /// Whether the row signs its text off, or rejects a proposal.
  var isKeptDecision: Bool {
    verdict == .reviewed && signOff != nil
      || verdict == .rejected && serverProposal?.text.normalized == row.text.normalized
  }

  fileprivate func asks(for change: Changeset.Change) -> Bool {
    let isSame =
      switch change.operation {
      case .propose(let value): verdict == .propose && !value.isEmpty && LineEnds.areEqual(row.proposal, value)
      case .delete(let id, _): verdict == .delete && serverProposal?.id == id
      }
    return isSame && signsOwnText && row.text.normalized == change.text.normalized
  }

  /// Whether a sign-off, if there is one, is that of the row's text.
  fileprivate var signsOwnText: Bool { signOff.map { $0.text.normalized == row.text.normalized } ?? true }
}

extension Int {
  /// Whether this can be the number of a row, or a number of rows. Larger ones come from edited files only, and their sum
  /// would overflow.
  package var isRowCount: Bool { (0...1 << 40).contains(self) }
}

extension JSONValue {
  /// The first member, element or kind of value in which another value differs, in words; nil if there is none. The
  /// order of members does not matter.
  fileprivate func difference(from found: JSONValue, in part: String) -> String? {
    switch (self, found) {
    case (.object(let members), .object(let others)):
      if let other = others.first(where: { self[$0.0] == nil }) {
        return "\(part) has an unknown member \"\(Visible.text(other.0))\""
      }
      for (name, value) in members {
        guard let other = found[name] else { return "\(part) lacks \"\(name)\"" }
        if let difference = value.difference(from: other, in: "\"\(name)\"") { return difference }
      }
      return nil
    case (.array(let values), .array(let others)) where values.count == others.count:
      for (value, other) in zip(values, others) {
        if let difference = value.difference(from: other, in: part) { return difference }
      }
      return nil
    case (.string, .string), (.integer, .integer), (.boolean, .boolean), (.null, .null): return nil
    default: return "\(part) has a value of the wrong kind"
    }
  }
}
