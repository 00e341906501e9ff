import Basics
import Foundation
import NStackAPI
package import Spreadsheet

extension PlanFile {
  /// The contents of the plan's file.
  public var text: String { get throws { try json().text + "\n" } }

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
    guard file.plan.isWhole else {
      throw Self.malformed("its calls do not match its rows, or its rows do not match its files")
    }
    self = file
  }

  private static func malformed(_ what: String) -> SpreadsheetError {
    SpreadsheetError(.planMalformed, "this is not a plan: \(what).")
  }
}

extension Changeset {
  /// Whether each row belongs to one of the files, and each call matches the rows that it names. Somebody may have
  /// edited only one of them.
  fileprivate var isWhole: Bool {
    (items.map(\.row.place) + notes.map(\.place)).allSatisfy { files.indices.contains($0.fileIndex) }
      && changes.allSatisfy { change in
        guard let first = change.items.first, change.items.allSatisfy(items.indices.contains) else { return false }
        let isSame =
          switch change.operation {
          case .propose(let value): LineEnds.areEqual(items[first].row.proposal, value)
          case .delete(let id, _): items[first].serverProposal?.id == id
          }
        return isSame && items[first].row.text.normalized == change.text.normalized
          && change.items.allSatisfy { items[$0].verdict == (change.isDelete ? .delete : .propose) }
      }
  }
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
