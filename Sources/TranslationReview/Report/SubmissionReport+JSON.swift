package import Basics

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
