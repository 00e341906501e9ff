package import Basics
import NStackAPI

extension RowPlace {
  /// The members for the place of a row.
  var jsonMembers: [(String, JSONValue)] {
    [("file", .string(file)), ("worksheet", .optional(worksheet)), ("row", .integer(row))]
  }
}

extension Changeset.Item {
  /// The members for a row and its verdict.
  var jsonMembers: [(String, JSONValue)] {
    row.place.jsonMembers + row.text.jsonMembers + [
      ("verdict", .string(verdict.rawValue)), ("message", .string(message)),
      ("notes", .array(notes.map { .string($0) })), ("currentValue", .string(row.currentValue)),
      ("exportedProposal", .optional(row.exportedProposal)), ("proposal", .string(row.proposal)),
      ("action", .string(row.action)), ("serverValue", .optional(serverValue)),
      ("serverProposal", serverProposal.map(\.json) ?? .null),
    ] + (findings.isEmpty ? [] : [("findings", .array(findings.map(\.json)))])
  }
}

extension RowFinding {
  /// The finding as an object.
  fileprivate var json: JSONValue {
    .object([
      ("check", .string(check)), ("severity", .string(severity.rawValue)), ("token", .optional(finding.token)),
      ("message", .string(finding.message)),
    ])
  }
}

extension Diagnostic {
  /// The diagnostic as an object.
  package var json: JSONValue {
    .object(
      [("code", .string(code.rawValue)), ("severity", .string(severity.rawValue))] + (place?.jsonMembers ?? [])
        + [("column", .optional(column)), ("message", .string(message))]
        + (checks.isEmpty ? [] : [("checks", .array(checks.map { .string($0) }))]))
  }
}
