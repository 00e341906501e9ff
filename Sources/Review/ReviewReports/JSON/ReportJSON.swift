package import Basics
package import NStackAPI

extension Changeset {
  /// The plan as JSON text, an object: `summary`, `agencies`, `items`, `changes`, `notes`, `diagnostics`, `files`,
  /// `foreignFiles`.
  public var jsonText: String { json.text }

  /// The plan as an object, with the members listed at ``jsonText``.
  package var json: JSONValue {
    .members([
      "summary": summaryJSON(), "agencies": AgencyShares(self).json,
      "items": JSONValue.list(items.count) { items[$0].json },
    ]).with(tailJSON)
  }

  /// The number of rows by result and by verdict, and the number of calls.
  func summaryJSON(_ report: SubmissionReport? = nil) -> JSONValue {
    let json: JSONValue = [
      "rows": rowCount, "groups": RowCounts(self, report).json,
      "verdicts": JSONValue.object(
        Verdict.allCases.compactMap { verdict in counts[verdict].map { (verdict.rawValue, .integer($0)) } }),
      "propose": proposeCount, "delete": deleteCount,
    ]
    return unreadCount == 0 ? json : json.with(["unread": unreadCount])
  }

  /// The members after the rows.
  var tailJSON: JSONValue {
    [
      "changes": JSONValue.list(changes.count) { changes[$0].json }, "notes": notes.json,
      "diagnostics": JSONValue.list(diagnostics.count) { diagnostics[$0].json },
      "files": files.map { file in
        JSONValue.members([
          "path": file.path, "rows": file.rowCount, "exportedRows": file.exportedRowCount, "sheetID": file.sheetID,
          "sha256": file.digest,
        ])
      }, "foreignFiles": foreignFiles.json,
    ]
  }
}

extension Changeset.Change { fileprivate var json: JSONValue { text.json.with(operation.json).with(["items": items]) } }

extension [ReturnedSheet.Note] {
  /// The notes as a list: the members of their places and texts, `note`, and `isQuestion`.
  var json: JSONValue {
    .list(count) { index in
      let note = self[index]
      return note.place.json.with(note.text.json).with(["note": note.note, "isQuestion": note.isQuestion])
    }
  }
}

extension SubmissionReport {
  /// The report as JSON text, an object: the plan's members, an `outcome` in each row, and `outcomes`, `verification`,
  /// `resumable` and `overrode`. The `outcome` of a row without a call is null.
  public var jsonText: String { json.text }

  /// The report as an object, with the members listed at ``jsonText``.
  package var json: JSONValue {
    .members([
      "summary": changeset.summaryJSON(self), "agencies": AgencyShares(changeset, self).json,
      "outcomes": JSONValue.counts(outcomeCounts), "verification": verificationJSON, "resumable": isResumable,
      "overrode": overrode.count,
      "items": JSONValue.list(changeset.items.count) { changeset.items[$0].json.with(outcomeJSON(ofItemAt: $0)) },
    ]).with(changeset.tailJSON)
  }

  private func outcomeJSON(ofItemAt item: Int) -> JSONValue {
    guard let outcome = outcome(ofItemAt: item) else { return ["outcome": nil] }
    let json: JSONValue = [
      "outcome": outcome.name, "outcomeMessage": outcome.message, "outcomeReasons": outcome.reason.codes,
    ]
    guard let overrode = change(ofItemAt: item).flatMap({ overrode[$0] }) else { return json }
    return json.with(["overrode": overrode.map(\.json)])
  }

  private var verificationJSON: JSONValue {
    switch verification {
    case .nothingToVerify: ["result": "nothing-to-verify"]
    case .verified: ["result": "verified"]
    case .notRead(let reason): ["result": "not-read", "reason": reason]
    case .differences(let differences):
      [
        "result": "differences",
        "differences": differences.map { JSONValue.members(["change": $0.change, "seen": $0.seen]) },
      ]
    }
  }
}

extension RowPlace {
  var json: JSONValue {
    let json: JSONValue = ["file": file, "worksheet": worksheet, "row": row]
    return author.map { json.with(["author": $0]) } ?? json
  }
}

extension Changeset.Item {
  /// A row and its verdict as an object.
  var json: JSONValue {
    var json = row.place.json.with(row.text.json).with([
      "verdict": verdict.rawValue, "message": message, "reasons": reason.codes, "notes": notes.map(\.description),
      "currentValue": row.currentValue, "exportedProposal": row.exportedProposal, "proposal": row.proposal,
      "action": row.action, "serverValue": serverValue, "serverProposal": serverProposal?.json,
    ])
    if !rivals.isEmpty { json = json.with(["rivals": rivals.map(\.json)]) }
    if let earlier = earlierDecision { json = json.with(["earlierDecision": earlier.json]) }
    if let offer { json = json.with(["offer": offer.json]) }
    let found = findings.map {
      JSONValue.members(["check": $0.check, "severity": $0.severity.rawValue, "token": $0.token, "message": $0.message])
    }
    return found.isEmpty ? json : json.with(["findings": found])
  }
}

extension OfferedText {
  fileprivate var json: JSONValue { .members(["kind": kind.rawValue, "value": value, "texts": texts.map(\.json)]) }
}

extension Diagnostic {
  package var json: JSONValue {
    let json = JSONValue.members(["code": code.rawValue, "severity": severity.rawValue]).with(place?.json ?? [:]).with(
      text?.json ?? [:]
    ).with(["column": column, "message": message])
    let found = checks.isEmpty ? json : json.with(["checks": checks])
    return fault.isEmpty ? found : found.with(["fault": fault])
  }
}

extension Proposal {
  package var json: JSONValue { .members(["id": id]).with(text.json).with(["value": value, "deletable": canDelete]) }
}
