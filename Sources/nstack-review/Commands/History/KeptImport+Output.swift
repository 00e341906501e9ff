import Basics
import ReviewJournal
import TranslationReview

extension KeptImport {
  private var purposeText: String {
    switch purpose {
    case .sheets: files.map(\.path).joined(separator: ", ")
    case .drafts: (["the review page"] + files.map(\.path)).joined(separator: ", ")
    case .undo(let id): "undo of \(id)"
    case .deletion: "deletion of \(Counted.text(changes, "proposal"))"
    }
  }

  /// The import in a line: id, start, purpose, outcomes, and how to resume it if it is unfinished.
  var line: String {
    summary + (isComplete ? "" : "  unfinished: nstack-review import --resume-id \(id)")
  }

  /// The import's id, start, purpose and outcomes.
  var summary: String {
    let counts = outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    let name = Visible.text(purposeText, limit: 200)
    return "\(id)  \(UTCTime.text(startedAt))  \(name)  \(counts.isEmpty ? "nothing to send" : counts)"
      + (undoings.isEmpty ? "" : "  \(undoneWords)")
  }

  /// What undid the import, as in `undone by 20260131-100000-abc`; empty if nothing did.
  var undoneWords: String {
    guard let last = undoings.last else { return "" }
    let isWhole = undoings.contains(where: \.isWhole)
    let ids = isWhole ? [undoings.last(where: \.isWhole) ?? last] : undoings
    return "undone \(isWhole ? "" : "in part ")by \(ids.map(\.id).joined(separator: ", "))"
  }

  /// The import as an object.
  var json: JSONValue {
    var members: [(String, JSONValue)] = [("id", .string(id)), ("startedAt", .string(UTCTime.text(startedAt)))]
    if case .undo(let other) = purpose { members.append(("undoOf", .string(other))) }
    if purpose == .deletion { members.append(("deletion", .boolean(true))) }
    if purpose == .drafts { members.append(("drafts", .boolean(true))) }
    members.append(("files", .array(files.map { .string($0.path) })))
    members.append(("changes", .integer(changes)))
    let counts = outcomes.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.integer($0.value)) }
    members += [("outcomes", .object(counts)), ("complete", .boolean(isComplete))]
    if !undoings.isEmpty {
      members.append(("undone", .string(undoings.contains(where: \.isWhole) ? "whole" : "part")))
      members.append(("undoneBy", .array(undoings.map { .string($0.id) })))
    }
    return .object(members)
  }
}
