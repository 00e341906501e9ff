package import Basics
package import NStackAPI

extension Changeset {
  /// The plan as JSON text, an object: `summary`, `rows`, `changes`, `notes`, `diagnostics`, `files`, `foreignFiles`.
  public var jsonText: String { json.text }

  /// The plan as an object, as in ``jsonText``.
  package var json: JSONValue {
    .object([("summary", summaryJSON), ("rows", rowsJSON { _ in [] })] + tailJSON)
  }

  /// The number of rows with each verdict, and the number of calls.
  var summaryJSON: JSONValue {
    .object([
      ("rows", .integer(rowCount)),
      (
        "verdicts",
        .object(Verdict.allCases.compactMap { verdict in counts[verdict].map { (verdict.rawValue, .integer($0)) } })
      ), ("propose", .integer(proposeCount)), ("delete", .integer(deleteCount)),
    ])
  }

  /// Returns the rows that are not unchanged, with more members for the row at each place.
  func rowsJSON(_ more: @escaping @Sendable (Int) -> [(String, JSONValue)]) -> JSONValue {
    .list(items.count) { .object(items[$0].jsonMembers + more($0)) }
  }

  var tailJSON: [(String, JSONValue)] {
    [
      (
        "changes",
        .list(changes.count) { index in
          let change = changes[index]
          var members = change.text.jsonMembers
          switch change.operation {
          case .propose(let value): members += [("operation", .string("propose")), ("value", .string(value))]
          case .delete(let id, let value):
            members += [
              ("operation", .string("delete")), ("proposalID", .integer(id)), ("value", .string(value)),
            ]
          }
          return .object(members + [("rows", .array(change.items.map { .integer($0) }))])
        }
      ),
      ("notes", notes.json), ("diagnostics", .list(diagnostics.count) { diagnostics[$0].json }),
      (
        "files",
        .array(
          files.map { file in
            .object([
              ("path", .string(file.path)), ("rows", .integer(file.rowCount)),
              ("exportedRows", file.exportedRowCount.map { .integer($0) } ?? .null),
              ("sheetID", .optional(file.sheetID)), ("sha256", .string(file.digest)),
            ])
          })
      ), ("foreignFiles", foreignFiles.json),
    ]
  }
}

extension [ReturnedSheet.Note] {
  /// The notes as a list: the members of their places and texts, and `note`.
  var json: JSONValue {
    .list(count) { index in
      let note = self[index]
      return .object(note.place.jsonMembers + note.text.jsonMembers + [("note", .string(note.note))])
    }
  }
}

extension SubmissionReport {
  /// The report as JSON text, an object: the plan's members, an `outcome` in each row, and `outcomes`, `verification`,
  /// `resumable` and `overrode`. The `outcome` of a row without a call is null.
  public var jsonText: String { json.text }

  /// The report as an object, as in ``jsonText``.
  package var json: JSONValue {
    let rows = changeset.rowsJSON { item in
      guard let outcome = outcome(ofItemAt: item) else { return [("outcome", .null)] }
      let members: [(String, JSONValue)] = [
        ("outcome", .string(outcome.name)), ("outcomeMessage", .string(outcome.message)),
      ]
      guard let overrode = change(ofItemAt: item).flatMap({ overrode[$0] }) else { return members }
      return members + [("overrode", .array(overrode.map(\.json)))]
    }
    return .object(
      [
        ("summary", changeset.summaryJSON),
        ("outcomes", .object(outcomeCounts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
        ("verification", verificationJSON), ("resumable", .boolean(isResumable)),
        ("overrode", .integer(overrode.count)), ("rows", rows),
      ] + changeset.tailJSON)
  }

  private var verificationJSON: JSONValue {
    switch verification {
    case .nothingToVerify: .object([("result", .string("nothing-to-verify"))])
    case .verified: .object([("result", .string("verified"))])
    case .notRead(let reason): .object([("result", .string("not-read")), ("reason", .string(reason))])
    case .differences(let differences):
      .object([
        ("result", .string("differences")),
        (
          "differences",
          .array(
            differences.map { difference in
              .object([("change", .integer(difference.change)), ("seen", .optional(difference.seen))])
            })
        ),
      ])
    }
  }
}

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

extension TextFinding {
  /// The finding as an object.
  fileprivate var json: JSONValue {
    .object([
      ("check", .string(check)), ("severity", .string(severity.rawValue)), ("token", .optional(token)),
      ("message", .string(message)),
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

extension Proposal {
  /// The proposal as an object.
  package var json: JSONValue {
    .object(
      [("id", .integer(id))] + text.jsonMembers + [("value", .string(value)), ("deletable", .boolean(canDelete))])
  }
}
