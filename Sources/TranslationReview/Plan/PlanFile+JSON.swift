import Basics
import NStackAPI
public import Spreadsheet

extension PlanFile {
  /// The contents of the plan's file.
  public var text: String { json.text + "\n" }

  private var json: JSONValue {
    // Members without contents are left out, so that older versions can read the plan.
    var json = plainJSON
    if !foreignFiles.isEmpty { json = json.adding("foreignFiles", foreignFiles.json) }
    if !signOffs.isEmpty { json = json.adding("reviewed", .array(signOffs.map(Self.json(of:)))) }
    return json
  }

  private var plainJSON: JSONValue {
    .object([
      ("format", .string(Self.format)), ("version", .integer(Self.version)), ("createdAt", .string(createdAt)),
      ("tool", .string(tool)),
      (
        "for",
        .object([
          ("profile", .string(profile)), ("application", .string(application)), ("platform", .string(platform)),
          ("origin", .string(origin)), ("scope", .string(scope)), ("guidHash", .string(guid)),
        ])
      ),
      (
        "files",
        .array(
          files.map { file in
            let json = JSONValue.object([
              ("path", .string(file.path)), ("sha256", .string(file.digest)), ("sheetID", .optional(file.sheetID)),
              ("worksheets", .array(file.worksheets.map { .string($0) })), ("rows", .integer(file.rowCount)),
            ])
            guard let exported = file.exportedRowCount, exported > file.rowCount else { return json }
            return json.adding("exportedRows", .integer(exported))
          })
      ),
      (
        "leftOut",
        .object(Verdict.allCases.compactMap { verdict in leftOut[verdict].map { (verdict.rawValue, .integer($0)) } })
      ), ("changes", .array(changes.map(Self.json(of:)))),
      (
        "notes",
        .array(
          notes.map { note in
            .object([
              ("file", .integer(note.place.fileIndex)), ("worksheet", .optional(note.place.worksheet)),
              ("row", .integer(note.place.row)), ("columnsOf", .optional(note.place.locale)),
              ("section", .string(note.text.section)), ("key", .string(note.text.key)),
              ("locale", .string(note.text.locale)), ("note", .string(note.note)),
            ])
          })
      ),
    ])
  }

  private static func json(of change: PlannedChange) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("section", .string(change.text.section)), ("key", .string(change.text.key)),
      ("locale", .string(change.text.locale)),
    ]
    switch change.operation {
    case .propose(let value): members += [("operation", .string("propose")), ("value", .string(value))]
    case .delete(let id, let value):
      members += [("operation", .string("delete")), ("proposalID", .integer(id)), ("value", .string(value))]
    }
    let pending = change.pending.map { proposal in
      JSONValue.object([
        ("id", .integer(proposal.id)), ("value", .string(proposal.value)), ("mine", .boolean(proposal.canDelete)),
      ])
    }
    let rows = change.rows.map { JSONValue.object(rowMembers($0)) }
    return .object(
      members + [
        ("server", .object([("currentValue", .string(change.currentValue)), ("pending", .array(pending))])),
        ("rows", .array(rows)),
      ])
  }

  private static func rowMembers(_ row: PlannedRow) -> [(String, JSONValue)] {
    [
      ("file", .integer(row.place.fileIndex)), ("worksheet", .optional(row.place.worksheet)),
      ("row", .integer(row.place.row)), ("columnsOf", .optional(row.place.locale)), ("locale", .string(row.locale)),
      ("base", .string(row.base)), ("baseFoundElsewhere", .boolean(row.isBaseFoundElsewhere)),
    ]
  }

  private static func json(of planned: PlannedSignOff) -> JSONValue {
    .object([("text", .object(planned.signOff.members)), ("row", .object(rowMembers(planned.row)))])
  }

  // MARK: - Reading

  /// Reads a plan from the contents of its file.
  ///
  /// - Throws: `SpreadsheetError`: `plan.version` for an unknown version of the format, `plan.malformed` for anything
  ///   else that ``text`` would not write.
  public init(text: String) throws(SpreadsheetError) {
    let value: JSONValue
    do throws(JSONValue.ParsingError) {
      value = try JSONValue(parsing: text)
    } catch {
      throw Self.malformed(error.message)
    }
    var root = try PlanMembers(value, of: "the plan")
    guard case .string(Self.format) = try? root.value("format") else {
      throw Self.malformed("\"format\" is not \"\(Self.format)\"")
    }
    let version = try root.integer("version")
    guard version == Self.version else {
      throw SpreadsheetError(
        .planVersion,
        "the plan has format version \(version), and this program reads version \(Self.version).",
        hint: "Make a new plan.")
    }
    var target = try PlanMembers(try root.value("for"), of: "\"for\"")
    var leftOut: [Verdict: Int] = [:]
    for (name, count) in try root.object("leftOut") {
      guard let verdict = Verdict(rawValue: name), case .integer(let count) = count else {
        throw Self.malformed("\"leftOut\" has the member \"\(Visible.text(name))\", which is unknown or not a number")
      }
      leftOut[verdict] = count
    }
    var files: [ReturnedSheet.File] = []
    for value in try root.array("files") { files.append(try Self.file(value)) }
    var changes: [PlannedChange] = []
    for value in try root.array("changes") { changes.append(try Self.change(value, files)) }
    var notes: [ReturnedSheet.Note] = []
    for value in try root.array("notes") { notes.append(try Self.note(value, files)) }
    var foreignFiles: [ReturnedSheet.ForeignFile] = []
    for value in try root.optionalArray("foreignFiles") {
      var file = try PlanMembers(value, of: "a file that was left out")
      foreignFiles.append(
        ReturnedSheet.ForeignFile(path: try file.string("file"), message: try file.string("message")))
      try file.finish()
    }
    var signOffs: [PlannedSignOff] = []
    for value in try root.optionalArray("reviewed") {
      var planned = try PlanMembers(value, of: "a row that is reviewed")
      guard let signOff = SignOff(json: try planned.value("text")) else {
        throw Self.malformed("what was reviewed cannot be read")
      }
      signOffs.append(PlannedSignOff(row: try Self.row(try planned.value("row"), files), signOff: signOff))
      try planned.finish()
    }
    self.init(
      createdAt: try root.string("createdAt"), tool: try root.string("tool"), profile: try target.string("profile"),
      scope: try target.string("scope"), application: try target.string("application"),
      platform: try target.string("platform"), origin: try target.string("origin"),
      guid: try target.string("guidHash"), files: files, leftOut: leftOut, changes: changes,
      signOffs: signOffs, notes: notes, foreignFiles: foreignFiles)
    try root.finish()
    try target.finish()
  }

  static func malformed(_ what: String) -> SpreadsheetError {
    SpreadsheetError(
      .planMalformed, "this is not a plan: \(what).", hint: "Make a new plan.")
  }

  private static func file(_ value: JSONValue) throws(SpreadsheetError) -> ReturnedSheet.File {
    var members = try PlanMembers(value, of: "a file")
    var file = ReturnedSheet.File(path: try members.string("path"), digest: try members.string("sha256"))
    file.sheetID = try members.optionalString("sheetID")
    for value in try members.array("worksheets") {
      guard case .string(let name) = value else { throw malformed("a worksheet's name is not a string") }
      file.worksheets.append(name)
    }
    file.rowCount = try members.integer("rows")
    file.exportedRowCount = try members.optionalInteger("exportedRows")
    try members.finish()
    return file
  }

  private static func change(
    _ value: JSONValue, _ files: [ReturnedSheet.File]
  ) throws(SpreadsheetError) -> PlannedChange {
    var members = try PlanMembers(value, of: "a change")
    let text = TextIdentity(
      section: try members.string("section"), key: try members.string("key"), locale: try members.string("locale"))
    let operation: Changeset.Change.Operation
    switch try members.string("operation") {
    case "propose": operation = .propose(value: try members.string("value"))
    case "delete":
      operation = .delete(proposalID: try members.integer("proposalID"), value: try members.string("value"))
    case let other: throw malformed("\"\(Visible.text(other))\" is not a known operation")
    }
    var server = try PlanMembers(try members.value("server"), of: "\"server\"")
    let currentValue = try server.string("currentValue")
    var pending: [Proposal] = []
    for value in try server.array("pending") {
      var proposal = try PlanMembers(value, of: "a pending proposal")
      pending.append(
        Proposal(
          id: try proposal.integer("id"), text: text, value: try proposal.string("value"),
          canDelete: try proposal.boolean("mine")))
      try proposal.finish()
    }
    var rows: [PlannedRow] = []
    for value in try members.array("rows") { rows.append(try row(value, files)) }
    guard !rows.isEmpty else { throw malformed("a change has no row") }
    try server.finish()
    try members.finish()
    return PlannedChange(text: text, operation: operation, currentValue: currentValue, pending: pending, rows: rows)
  }

  private static func row(_ value: JSONValue, _ files: [ReturnedSheet.File]) throws(SpreadsheetError) -> PlannedRow {
    var members = try PlanMembers(value, of: "a row")
    let row = PlannedRow(
      place: try place(&members, files), locale: try members.string("locale"), base: try members.string("base"),
      isBaseFoundElsewhere: try members.boolean("baseFoundElsewhere"))
    try members.finish()
    return row
  }

  private static func note(
    _ value: JSONValue, _ files: [ReturnedSheet.File]
  ) throws(SpreadsheetError) -> ReturnedSheet.Note {
    var members = try PlanMembers(value, of: "a note")
    let note = ReturnedSheet.Note(
      place: try place(&members, files),
      text: TextIdentity(
        section: try members.string("section"), key: try members.string("key"), locale: try members.string("locale")),
      note: try members.string("note"))
    try members.finish()
    return note
  }

  private static func place(
    _ members: inout PlanMembers, _ files: [ReturnedSheet.File]
  ) throws(SpreadsheetError) -> RowPlace {
    let file = try members.integer("file")
    guard files.indices.contains(file) else { throw malformed("a row names file \(file), which is not in \"files\"") }
    return RowPlace(
      fileIndex: file, file: files[file].path, worksheet: try members.optionalString("worksheet"),
      row: try members.integer("row"), locale: try members.optionalString("columnsOf"))
  }
}
