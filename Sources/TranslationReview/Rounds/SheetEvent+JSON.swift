import Basics
import NStackAPI

extension SheetEvent {
  /// The event as one line of JSON.
  package func line(scope: TextHash) -> String {
    let members: [(String, JSONValue)]
    switch self {
    case .exported(let export):
      members = [
        ("event", .string("exported")), ("scope", .string(scope.text)), ("sheetID", .string(export.sheetID)),
        ("file", .string(export.file)), ("time", .string(export.time)),
        ("locales", .array(export.locales.map { .string($0) })), ("rows", .integer(export.rows)),
        ("notes", .array(export.notedTexts.map { .object(Self.members(of: $0)) })),
      ]
    case .returned(let returned):
      let notes = returned.notes?.map { ($0.key, $0.value) }.sorted {
        ($0.0.section, $0.0.key, $0.0.locale) < ($1.0.section, $1.0.key, $1.0.locale)
      }
      members = [
        ("event", .string("returned")), ("scope", .string(scope.text)), ("sheetID", .optional(returned.sheetID)),
        ("file", .string(returned.file)), ("sha256", .string(returned.digest)), ("time", .string(returned.time)),
        ("rows", .integer(returned.rows)),
        ("outcomes", .object(returned.outcomes.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
        ("notes", notes.map { .array($0.map { Self.json(of: $0.0, $0.1) }) } ?? .null),
      ]
    case .closed(let close):
      members = [
        ("event", .string("closed")), ("scope", .string(scope.text)), ("sheetID", .string(close.sheetID)),
        ("time", .string(close.time)),
      ]
    }
    return JSONValue.object(members).line
  }

  private static func json(of text: TextIdentity, _ note: String) -> JSONValue {
    .object(members(of: text) + [("note", .string(note))])
  }

  private static func members(of text: TextIdentity) -> [(String, JSONValue)] {
    [("section", .string(text.section)), ("key", .string(text.key)), ("locale", .string(text.locale))]
  }

  private static func text(of value: JSONValue) -> TextIdentity? {
    guard let section = value["section"]?.string, let key = value["key"]?.string, let locale = value["locale"]?.string
    else { return nil }
    return TextIdentity(section: section, key: key, locale: locale)
  }

  /// Reads ``line(scope:)`` back; nil if the line is incomplete or a newer version wrote it.
  package static func event(line: String) -> (event: SheetEvent, scope: TextHash)? {
    guard let value = try? JSONValue(parsing: line), let scope = value["scope"]?.string,
      let hash = TextHash(spelled: scope), let time = value["time"]?.string
    else { return nil }
    if value["event"]?.string == "closed" {
      return value["sheetID"]?.string.map { (.closed(Close(sheetID: $0, time: time)), hash) }
    }
    guard let file = value["file"]?.string, let rows = value["rows"]?.integer else { return nil }
    switch value["event"]?.string {
    case "exported":
      guard let id = value["sheetID"]?.string, let locales = value["locales"]?.elements else { return nil }
      return (
        .exported(
          Export(
            sheetID: id, file: file, time: time, locales: locales.compactMap(\.string), rows: rows,
            notedTexts: (value["notes"]?.elements ?? []).compactMap(text(of:)))), hash
      )
    case "returned":
      guard let digest = value["sha256"]?.string, case .object(let outcomes) = value["outcomes"],
        let listed = value["notes"]
      else { return nil }
      var notes: [TextIdentity: String]? = listed.elements == nil ? nil : [:]
      for note in listed.elements ?? [] {
        guard let text = text(of: note), let words = note["note"]?.string else { return nil }
        notes?[text] = words
      }
      let counts = Dictionary(
        outcomes.compactMap { name, count in count.integer.map { (name, $0) } }, uniquingKeysWith: { first, _ in first }
      )
      return (
        .returned(
          Return(
            sheetID: value["sheetID"]?.string, file: file, digest: digest, time: time, rows: rows, outcomes: counts,
            notes: notes)), hash
      )
    default: return nil
    }
  }
}

extension JSONValue {
  /// The value on one line.
  var line: String {
    // Line feeds inside texts are escaped, so each remaining one is between two members.
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
  }
}
