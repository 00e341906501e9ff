package import Basics
public import NStackAPI

/// The storage for the events of sheets, kept from one run to the next.
public protocol SheetRegister {
  /// Returns all events of one application, platform and origin, in the order in which they happened.
  func events(in scope: TextHash) throws -> [SheetEvent]
  /// Saves events durably.
  func append(_ events: [SheetEvent], scope: TextHash) throws
}

/// The rounds of an application's sheets: which were exported, which came back with which results, and the reviewers'
/// notes.
public struct SheetRounds: Sendable {
  /// One sheet.
  public struct Round: Hashable, Sendable {
    /// The last export of the sheet; nil if another machine exported it.
    public let export: SheetEvent.Export?
    /// The imports of the sheet, each file once, in order.
    public fileprivate(set) var returns: [SheetEvent.Return]

    /// The texts with notes in the files that came back.
    fileprivate var noted: Set<TextIdentity> = []

    /// Whether no file of the sheet has come back yet.
    public var isOut: Bool { returns.isEmpty }
  }

  /// The sheets, in the order in which they first appear in the register.
  public let rounds: [Round]
  /// The reviewers' notes that are still current.
  public let notes: [TextIdentity: String]

  /// Creates the rounds from all events.
  package init(_ events: [SheetEvent]) {
    var rounds: [Round] = []
    var notes: [TextIdentity: String] = [:]
    for event in events {
      switch event {
      case .exported(let export):
        // A file that was overwritten before it came back is not out any more.
        rounds.removeAll { $0.isOut && $0.export?.file == export.file }
        rounds.append(Round(export: export, returns: []))
      case .returned(let returned):
        let index = Self.index(of: returned, in: rounds)
        if index == rounds.count { rounds.append(Round(export: nil, returns: [])) }
        rounds[index].returns.removeAll { $0.digest == returned.digest }
        rounds[index].returns.append(returned)
        guard let said = returned.notes else { continue }
        // A note that was in the sheet, at export or in an earlier return, and is missing from the complete sheet was
        // removed. If only a part of the sheet came back, a missing note means nothing.
        if let export = rounds[index].export, export.rows == returned.rows {
          let stood = Set(rounds[index].noted.union(export.notedTexts).map(Self.place))
          notes = notes.filter { text, _ in !stood.contains(Self.place(text)) }
        }
        for (text, note) in said { notes[text] = note }
        rounds[index].noted.formUnion(said.keys)
      }
    }
    self.rounds = rounds
    self.notes = notes
  }

  /// The place of the round that a file belongs to: the last exported sheet with the file's id. A file without an id
  /// belongs to the round in which the same file came back before, or else to the last sheet that was exported under
  /// its name. A new place if there is no such round.
  private static func index(of returned: SheetEvent.Return, in rounds: [Round]) -> Int {
    guard let id = returned.sheetID else {
      return rounds.lastIndex { $0.returns.contains { $0.digest == returned.digest } }
        ?? rounds.lastIndex { $0.export.map { name(of: $0.file) == name(of: returned.file) } ?? false } ?? rounds.count
    }
    return rounds.lastIndex { ($0.export?.sheetID ?? $0.returns.first?.sheetID) == id } ?? rounds.count
  }

  private static func place(_ text: TextIdentity) -> TextIdentity {
    TextIdentity(section: text.section, key: text.key, locale: LocaleName.normalized(text.locale))
  }

  private static func name(of file: String) -> Substring? {
    file.split(separator: "/").last
  }

  // MARK: - Output

  /// The sheets as lines of text.
  public func lines() -> [String] {
    rounds.flatMap { round -> [String] in
      var first = "sheet \(round.export?.sheetID ?? round.returns.first?.sheetID ?? "without an id")"
      if let export = round.export {
        first +=
          " (\(Visible.path(export.file)), \(Counted.text(export.rows, "row")) in \(export.locales.joined(separator: ", "))), exported \(export.time)"
      }
      if round.isOut { return ["\(first): still out"] }
      return [first]
        + round.returns.map { returned in
          let outcomes = returned.outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
          return "  came back \(returned.time) as \(Visible.path(returned.file)): \(outcomes.joined(separator: ", "))"
        }
    }
  }

  /// The sheets as JSON text, a list: `sheetID`, `file`, `exportedAt`, `rows`, `locales`, `out`, `returns`.
  public var jsonText: String { json.text }

  /// The sheets as ``jsonText`` has it.
  package var json: JSONValue {
    .array(
      rounds.map { round in
        .object([
          ("sheetID", .optional(round.export?.sheetID ?? round.returns.first?.sheetID)),
          ("file", .optional(round.export?.file)), ("exportedAt", .optional(round.export?.time)),
          ("rows", round.export.map { .integer($0.rows) } ?? .null),
          ("locales", .array((round.export?.locales ?? []).map { .string($0) })), ("out", .boolean(round.isOut)),
          (
            "returns",
            .array(
              round.returns.map { returned in
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
      })
  }
}
