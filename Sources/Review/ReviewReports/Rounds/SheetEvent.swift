import Basics
package import NStackAPI

/// Something that happened to a sheet, such as that it was exported or came back, or notes that were written without
/// one. Each event is one line of the register.
package enum SheetEvent: Hashable, Sendable {
  /// The export of a sheet.
  package struct Export: Hashable, Sendable {
    /// The sheet's id.
    package let sheetID: String
    /// The absolute path of the file that was written.
    package let file: String
    /// The time of the export, in UTC, ISO 8601.
    package let time: String
    /// The locales in the sheet.
    package let locales: [String]
    /// The number of rows in the sheet.
    package let rows: Int
    /// The texts whose notes are in the sheet.
    package let notedTexts: [TextIdentity]
    /// The preset that it was exported for; nil if there was none.
    package let preset: String?
    /// The days after the export by which the sheet is expected back; nil if no one said.
    package let dueDays: Int?

    package init(
      sheetID: String, file: String, time: String, locales: [String], rows: Int, notedTexts: [TextIdentity] = [],
      preset: String? = nil, dueDays: Int? = nil
    ) {
      self.sheetID = sheetID
      self.file = file
      self.time = time
      self.locales = locales
      self.rows = rows
      self.notedTexts = notedTexts
      self.preset = preset
      self.dueDays = dueDays
    }
  }

  /// The import of a sheet that came back.
  package struct Return: Hashable, Sendable {
    /// The sheet's id; nil if no row of the file names one.
    package let sheetID: String?
    /// The file that was imported.
    package let file: String
    /// SHA-256 of the file.
    package let digest: String
    /// The time of the import, in UTC, ISO 8601.
    package let time: String
    /// The number of rows read.
    package let rows: Int
    /// The number of rows with each result, by `RowResult.Kind`. Rows without an edit count as `unchanged`, and rows
    /// that a saved plan does not list as `other`.
    package let outcomes: [String: Int]
    /// The reviewers' notes in the sheet.
    package let notes: [TextIdentity: String]
    /// The people who wrote in the file, as far as they are known.
    package var authors: [String] = []
    /// The id of the import, also if it was resumed.
    package let importID: String
  }

  /// A sheet was exported.
  case exported(Export)
  /// A sheet came back.
  case returned(Return)
  /// A sheet is no longer waited for.
  case closed(sheetID: String, time: String)
  /// Notes were written on a review page; an empty one takes its text's note away.
  case noted([TextIdentity: String], time: String)
  /// Proposals, each by its fingerprint, were marked as seen by a profile.
  case seen([String], profile: String, time: String)

  /// The events of an import, one for each of its files.
  ///
  /// - Parameters:
  ///   - id: The import's id.
  ///   - path: Turns the path of a file, as it was given, into an absolute path.
  package static func returns(
    _ report: SubmissionReport, of id: String, at time: String, path: (String) -> String = { $0 }
  ) -> [SheetEvent] {
    let results = report.results
    // A saved plan counts the rows that it left out, but does not say which file they are in.
    let changeset = report.changeset
    let untold = changeset.rowCount - changeset.items.count
    let isWhole =
      changeset.rowCount == changeset.files.reduce(0) { $0 + $1.rowCount }
      && untold <= changeset.counts[.unchanged, default: 0] + changeset.counts[.otherApplication, default: 0]
    return changeset.files.enumerated().map { index, file in
      var outcomes: [String: Int] = [:]
      for result in results where changeset.items[result.item].row.place.fileIndex == index {
        outcomes[result.kind.rawValue, default: 0] += 1
      }
      let unchanged = file.rowCount - outcomes.values.reduce(0, +)
      if unchanged > 0 { outcomes[isWhole ? "unchanged" : "other"] = unchanged }
      var notes: [TextIdentity: String] = [:]
      for note in changeset.notes where note.place.fileIndex == index {
        notes[note.text, default: ""] += notes[note.text] == nil ? note.note : "\n\(note.note)"
      }
      return .returned(
        Return(
          sheetID: file.sheetID, file: path(file.path), digest: file.digest, time: time, rows: file.rowCount,
          outcomes: outcomes, notes: notes, authors: file.authors, importID: id))
    }
  }

  package func line(scope: TextHash) -> String {
    let scope = scope.text
    let json: JSONValue =
      switch self {
      case .exported(let export):
        [
          "event": "exported", "scope": scope, "sheetID": export.sheetID, "file": export.file, "time": export.time,
          "locales": export.locales, "rows": export.rows, "notes": export.notedTexts.map(\.json),
          "preset": export.preset, "dueDays": export.dueDays,
        ]
      case .returned(let returned):
        .members([
          "event": "returned", "scope": scope, "sheetID": returned.sheetID, "file": returned.file,
          "sha256": returned.digest, "time": returned.time, "rows": returned.rows,
          "outcomes": JSONValue.counts(returned.outcomes), "notes": Self.json(of: returned.notes),
          "import": returned.importID,
        ]).with(returned.authors.isEmpty ? [:] : ["authors": returned.authors])
      case .closed(let id, let time): ["event": "closed", "scope": scope, "sheetID": id, "time": time]
      case .noted(let notes, let time): ["event": "noted", "scope": scope, "time": time, "notes": Self.json(of: notes)]
      case .seen(let proposals, let profile, let time):
        ["event": "seen", "scope": scope, "profile": profile, "time": time, "proposals": proposals]
      }
    return json.line
  }

  private static func json(of notes: [TextIdentity: String]) -> JSONValue {
    .array(
      notes.sorted { ($0.key.section, $0.key.key, $0.key.locale) < ($1.key.section, $1.key.key, $1.key.locale) }.map {
        $0.key.json.with(["note": $0.value])
      })
  }

  /// Notes as ``json(of:)`` has them; nil if they have another shape.
  private static func notes(of listed: JSONValue) -> [TextIdentity: String]? {
    guard let elements = listed.elements else { return nil }
    var notes: [TextIdentity: String] = [:]
    for note in elements {
      guard let text = TextIdentity(json: note), let words = note["note"]?.string else { return nil }
      notes[text] = words
    }
    return notes
  }

  /// Reads ``line(scope:)`` back; nil if the line is incomplete or has another form.
  package static func event(line: String) -> (event: SheetEvent, scope: TextHash)? {
    guard let value = try? JSONValue(parsing: line), let scope = value["scope"]?.string,
      let hash = TextHash(spelled: scope), let event = SheetEvent(value)
    else { return nil }
    return (event, hash)
  }

  private init?(_ value: JSONValue) {
    func text(_ name: String) -> String? { value[name]?.string }
    func texts(_ name: String) -> [String]? { value[name]?.elements?.compactMap(\.string) }
    guard let time = text("time") else { return nil }
    let rows = value["rows"]?.integer
    switch text("event") {
    case "exported":
      guard let id = text("sheetID"), let file = text("file"), let rows, let locales = texts("locales"),
        let noted = value["notes"]?.elements
      else { return nil }
      self = .exported(
        Export(
          sheetID: id, file: file, time: time, locales: locales, rows: rows,
          notedTexts: noted.compactMap(TextIdentity.init(json:)), preset: text("preset"),
          dueDays: value["dueDays"]?.integer))
    case "returned":
      guard let file = text("file"), let rows, let digest = text("sha256"),
        case .object(let outcomes) = value["outcomes"], let notes = value["notes"].flatMap(Self.notes(of:)),
        let importID = text("import")
      else { return nil }
      let counts = Dictionary(
        outcomes.compactMap { name, count in count.integer.map { (name, $0) } }, uniquingKeysWith: { first, _ in first }
      )
      self = .returned(
        Return(
          sheetID: text("sheetID"), file: file, digest: digest, time: time, rows: rows, outcomes: counts, notes: notes,
          authors: texts("authors") ?? [], importID: importID))
    case "closed":
      guard let id = text("sheetID") else { return nil }
      self = .closed(sheetID: id, time: time)
    case "noted":
      guard let notes = value["notes"].flatMap(Self.notes(of:)) else { return nil }
      self = .noted(notes, time: time)
    case "seen":
      guard let profile = text("profile"), let proposals = texts("proposals") else { return nil }
      self = .seen(proposals, profile: profile, time: time)
    default: return nil
    }
  }
}

extension JSONValue {
  var line: String {
    // Line feeds inside texts are escaped, so each remaining one is between two members.
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
  }
}
