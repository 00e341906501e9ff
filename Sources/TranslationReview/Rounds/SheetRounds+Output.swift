package import Basics

/// The sheets as a command prints them.
extension SheetRounds {
  /// The most sheets that a status names.
  private static let recent = 5

  /// The sheets that are out, in the order of their export.
  public var out: [Round] { rounds.filter(\.isOut) }

  /// The sheets as lines of text: each with what came back.
  public func lines() -> [String] { rounds.flatMap(\.lines) }

  /// The sheets that are out as lines of text, with the number of the others.
  public func linesOfOut() -> [String] {
    let back = rounds.count { !$0.returns.isEmpty }
    let closed = rounds.count - out.count - back
    var rest: [String] = []
    if back > 0 { rest.append("\(back) came back") }
    if closed > 0 { rest.append("\(closed) \(closed == 1 ? "was" : "were") closed") }
    let sum = "\(Counted.being(out.count, "sheet")) out" + (rest.isEmpty ? "" : "; " + rest.joined(separator: ", "))
    return out.flatMap(\.lines) + [sum]
  }

  /// The last exported sheets that are out as lines of text, with the number of the others.
  ///
  /// - Parameter all: The command that lists all.
  public func linesOfRecent(all: String) -> [String] {
    let out = out
    let more = out.count - Self.recent
    guard more > 0 else { return out.flatMap(\.lines) }
    return ["\(Counted.text(more, "older sheet")) still out: \(all) lists them"]
      + out.suffix(Self.recent).flatMap(\.lines)
  }

  /// The sheets as JSON text, a list: `sheetID`, `file`, `exportedAt`, `rows`, `locales`, `out`, `closedAt`, `returns`.
  public var jsonText: String { json.text }

  /// The sheets as ``jsonText`` has it.
  package var json: JSONValue { .array(rounds.map(\.json)) }
}

extension SheetRounds.Round {
  /// The sheet on a line, and what came back on further lines.
  package var lines: [String] {
    var first = "sheet \(id ?? "without an id")"
    if let export {
      first +=
        " (\(Visible.path(export.file)), \(Counted.text(export.rows, "row")) in \(Visible.text(export.locales.joined(separator: ", "), limit: 1_000))), exported \(export.time)"
    }
    if let closedAt { first += ", closed \(closedAt)" }
    if isOut { return ["\(first): still out"] }
    return [first]
      + returns.map { returned in
        let outcomes = returned.outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        return "  came back \(returned.time) as \(Visible.path(returned.file)): \(outcomes.joined(separator: ", "))"
      }
  }

  /// The sheet as an object.
  package var json: JSONValue {
    .object([
      ("sheetID", .optional(id)), ("file", .optional(export?.file)), ("exportedAt", .optional(export?.time)),
      ("rows", export.map { .integer($0.rows) } ?? .null),
      ("locales", .array((export?.locales ?? []).map { .string($0) })), ("out", .boolean(isOut)),
      ("closedAt", .optional(closedAt)),
      (
        "returns",
        .array(
          returns.map { returned in
            .object([
              ("file", .string(returned.file)), ("sha256", .string(returned.digest)),
              ("time", .string(returned.time)), ("rows", .integer(returned.rows)),
              (
                "outcomes",
                .object(returned.outcomes.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
              ),
            ])
          })
      ),
    ])
  }
}
