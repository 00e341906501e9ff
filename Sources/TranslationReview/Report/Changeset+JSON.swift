package import Basics
import NStackAPI

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

extension [ReturnedSheet.ForeignFile] {
  /// The files as a list: `file`, `message`.
  var json: JSONValue {
    .array(map { .object([("file", .string($0.path)), ("message", .string($0.message))]) })
  }
}
