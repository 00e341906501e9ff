import Basics
import NStackAPI
package import Spreadsheet

extension PlanFile {
  /// The contents of the plan's file.
  public var text: String { json.text + "\n" }

  private var json: JSONValue {
    let json: JSONValue = [
      "format": Self.format, "version": Self.version, "createdAt": createdAt, "tool": tool,
      "for": JSONValue.members([
        "profile": profile, "application": application, "platform": platform, "origin": origin, "scope": scope,
        "guidHash": guid,
      ]),
      "files": files.map { file in
        let json: JSONValue = [
          "path": file.path, "sha256": file.digest, "sheetID": file.sheetID, "worksheets": file.worksheets,
          "rows": file.rowCount,
        ]
        let whole = file.authors.isEmpty ? json : json.with(["authors": file.authors])
        guard let exported = file.exportedRowCount, exported > file.rowCount else { return whole }
        return whole.with(["exportedRows": exported])
      },
      "leftOut": JSONValue.object(
        Verdict.allCases.compactMap { verdict in plan.counts[verdict].map { (verdict.rawValue, .integer($0)) } }),
      "changes": plan.changes.map(json(of:)),
      "notes": notes.map { Self.json(of: $0.place).with($0.text.json).with(["note": $0.note]) },
    ]
    let reviewed = plan.items.filter { $0.verdict == .reviewed }.compactMap { item in
      item.signOff.map { JSONValue.members(["text": $0.json, "row": Self.known(item)]) }
    }
    let whole = foreignFiles.isEmpty ? json : json.with(["foreignFiles": foreignFiles.json])
    return reviewed.isEmpty ? whole : whole.with(["reviewed": reviewed])
  }

  private func json(of change: Changeset.Change) -> JSONValue {
    let pending = (change.pending ?? []).map {
      JSONValue.members(["id": $0.id, "value": $0.value, "mine": $0.canDelete])
    }
    return change.text.json.with(change.operation.json).with([
      "server": JSONValue.members(["currentValue": currentValue(change), "pending": pending]),
      "rows": change.items.map { Self.json(of: plan.items[$0]) },
    ])
  }

  /// A row that asks for a call, with what was decided about it.
  private static func json(of item: Changeset.Item) -> JSONValue {
    let (row, intent) = (known(item), item.row.intent)
    // Nobody decided about an emptied proposal, unlike one with the action to delete it.
    if intent == .clear { return row.with(["cleared": true]) }
    guard item.row.base != nil, intent == .approve || intent == .accept else { return row }
    let decided = row.with(["action": (intent == .accept ? ReviewAction.accept : .ok).rawValue])
    return item.signOff.map { decided.with(["signOff": $0.json]) } ?? decided
  }

  private static func known(_ item: Changeset.Item) -> JSONValue {
    let row = json(of: item.row)
    return item.earlierDecision.map { row.with(["earlierDecision": $0.json]) } ?? row
  }

  /// What is needed of a row to update its cells after the import.
  private static func json(of row: ReturnedRow) -> JSONValue {
    let json = json(of: row.place).with([
      "locale": row.text.locale, "base": row.base?.text ?? "", "baseFoundElsewhere": row.isBaseFoundElsewhere,
      "currentValue": row.currentValue, "note": row.note,
    ])
    return row.shownStatus.map { json.with(["status": $0]) } ?? json
  }

  private static func json(of place: RowPlace) -> JSONValue {
    let json: JSONValue = [
      "file": place.fileIndex, "worksheet": place.worksheet, "row": place.row, "columnsOf": place.locale,
    ]
    return place.author.map { json.with(["author": $0]) } ?? json
  }

  // MARK: - Reading

  /// Reads a plan from the contents of its file.
  ///
  /// - Throws: `SpreadsheetError`: `plan.version` for an unknown version of the format, `plan.malformed` for anything
  ///   else that ``text`` would not write.
  package init(text: String) throws(SpreadsheetError) {
    let found: JSONValue
    do throws(JSONReader.SyntaxError) { found = try JSONValue(parsing: text) } catch {
      throw Self.malformed(error.finding)
    }
    guard found["format"]?.string == Self.format else { throw Self.malformed("\"format\" is not \"\(Self.format)\"") }
    guard let version = found["version"]?.integer else { throw Self.malformed("\"version\" is not an integer") }
    guard version == Self.version else {
      throw SpreadsheetError(
        .planVersion, "the plan has format version \(version), and this program reads version \(Self.version).",
        hint: "Make a new plan.")
    }
    try self.init(found)
    // A member that was not read, such as a misspelled one, is not written either.
    if let difference = json.difference(from: found, in: "the plan") { throw Self.malformed(difference) }
  }

  private static func malformed(_ what: String) -> SpreadsheetError {
    SpreadsheetError(.planMalformed, "this is not a plan: \(what).", hint: "Make a new plan.")
  }

  /// Reads a plan whose members may be missing or have other values than ``text`` writes.
  private init(_ json: JSONValue) throws(SpreadsheetError) {
    let files = json.list("files").map { json in
      var file = ReturnedSheet.File(path: json.text("path"), digest: json.text("sha256"))
      file.sheetID = json["sheetID"]?.string
      file.worksheets = json.list("worksheets").compactMap(\.string)
      file.rowCount = json.number("rows")
      file.exportedRowCount = json["exportedRows"]?.integer
      file.authors = json.list("authors").compactMap(\.string)
      return file
    }
    let leftOut = Verdict.allCases.compactMap { verdict in
      json["leftOut"]?[verdict.rawValue]?.integer.map { (verdict, $0) }
    }
    var items: [Changeset.Item] = []
    var changes: [Changeset.Change] = []
    for json in json.list("changes") { changes.append(try Self.change(json, files, &items)) }
    var notes: [ReturnedSheet.Note] = []
    for json in json.list("notes") {
      notes.append(
        ReturnedSheet.Note(place: try Self.place(json, files), text: Self.identity(json), note: json.text("note")))
    }
    for json in json.list("reviewed") {
      guard let row = json["row"], let signOff = json["text"].flatMap(SignOff.init(json:)) else {
        throw Self.malformed("what was reviewed cannot be read")
      }
      var cells = ReviewRow(text: signOff.text, action: ReviewAction.ok.rawValue)
      cells.proposalID = RowBase(text: row.text("base"))?.proposalID
      var item = Changeset.Item(
        row: try Self.row(row, cells, isProposalChanged: false, files), verdict: .reviewed, signOff: signOff)
      item.earlierDecision = row["earlierDecision"].flatMap(EarlierDecision.init(json:))
      items.append(item)
    }
    let target = json["for"] ?? .null
    self.init(
      createdAt: json.text("createdAt"), tool: json.text("tool"), profile: target.text("profile"),
      scope: target.text("scope"), application: target.text("application"), platform: target.text("platform"),
      origin: target.text("origin"), guid: target.text("guidHash"),
      plan: Changeset(
        items: items, changes: changes, counts: Dictionary(leftOut, uniquingKeysWith: { first, _ in first }),
        files: files, notes: notes,
        foreignFiles: json.list("foreignFiles").map {
          ReturnedSheet.ForeignFile(path: $0.text("file"), message: $0.text("message"))
        }))
  }

  /// Reads a call, and adds the rows that ask for it to the items.
  private static func change(_ json: JSONValue, _ files: [ReturnedSheet.File], _ items: inout [Changeset.Item])
    throws(SpreadsheetError) -> Changeset.Change
  {
    let text = identity(json)
    let server = json["server"] ?? .null
    let pending = server.list("pending").map {
      Proposal(id: $0.number("id"), text: text, value: $0.text("value"), canDelete: $0.flag("mine"))
    }
    let own = pending.first(where: \.canDelete)
    var cells = ReviewRow(
      text: text, currentValue: server.text("currentValue"), proposal: json.text("value"),
      deletable: own.map(\.canDelete), proposalID: own?.id, exportedProposal: own?.value ?? pending.first?.value)
    let operation: Changeset.Change.Operation
    switch json["operation"]?.string {
    case "propose": operation = .propose(value: cells.proposal)
    case "delete":
      operation = .delete(proposalID: json.number("proposalID"), value: cells.proposal)
      cells.action = ReviewAction.delete.rawValue
    case let other: throw malformed("\"\(Visible.text(other ?? ""))\" is not a known operation")
    }
    let isProposal = cells.action.isEmpty
    let start = items.count
    for json in json.list("rows") {
      var cells = cells
      let isCleared = !isProposal && json.flag("cleared")
      if isProposal { cells.action = json.text("action") }
      if isCleared { (cells.action, cells.proposal) = ("", "") }
      var item = Changeset.Item(
        row: try row(json, cells, isProposalChanged: isProposal || isCleared, files),
        verdict: isProposal ? .propose : .delete, serverValue: cells.currentValue,
        signOff: json["signOff"].flatMap(SignOff.init(json:)))
      item.earlierDecision = json["earlierDecision"].flatMap(EarlierDecision.init(json:))
      items.append(item)
    }
    guard items.count > start else { throw malformed("a change has no row") }
    return Changeset.Change(text: text, operation: operation, items: Array(start..<items.count), pending: pending)
  }

  private static func row(_ json: JSONValue, _ cells: ReviewRow, isProposalChanged: Bool, _ files: [ReturnedSheet.File])
    throws(SpreadsheetError) -> ReturnedRow
  {
    var cells = cells
    cells.text = TextIdentity(section: cells.text.section, key: cells.text.key, locale: json.text("locale"))
    cells.base = RowBase(text: json.text("base"))
    (cells.currentValue, cells.note) = (json.text("currentValue"), json.text("note"))
    cells.shownStatus = json["status"]?.string
    return ReturnedRow(
      place: try place(json, files), cells: cells, isProposalChanged: isProposalChanged,
      isBaseFoundElsewhere: json.flag("baseFoundElsewhere"))
  }

  private static func identity(_ json: JSONValue) -> TextIdentity {
    TextIdentity(section: json.text("section"), key: json.text("key"), locale: json.text("locale"))
  }

  private static func place(_ json: JSONValue, _ files: [ReturnedSheet.File]) throws(SpreadsheetError) -> RowPlace {
    let file = json.number("file")
    guard files.indices.contains(file) else { throw malformed("a row names file \(file), which is not in \"files\"") }
    return RowPlace(
      fileIndex: file, file: files[file].path, worksheet: json["worksheet"]?.string, row: json.number("row"),
      locale: json["columnsOf"]?.string, author: json["author"]?.string)
  }
}

/// Members of a plan; an empty value where there is none of the kind.
extension JSONValue {
  fileprivate func text(_ name: String) -> String { self[name]?.string ?? "" }

  fileprivate func number(_ name: String) -> Int { self[name]?.integer ?? 0 }

  fileprivate func list(_ name: String) -> [JSONValue] { self[name]?.elements ?? [] }

  fileprivate func flag(_ name: String) -> Bool { if case .boolean(let flag) = self[name] { flag } else { false } }

  /// The first member, element or kind of value in which another value differs, in words; nil if there is none. The
  /// order of members does not matter.
  fileprivate func difference(from found: JSONValue, in part: String) -> String? {
    switch (self, found) {
    case (.object(let members), .object(let others)):
      if let other = others.first(where: { self[$0.0] == nil }) {
        return "\(part) has an unknown member \"\(Visible.text(other.0))\""
      }
      for (name, value) in members {
        guard let other = found[name] else { return "\(part) lacks \"\(name)\"" }
        if let difference = value.difference(from: other, in: "\"\(name)\"") { return difference }
      }
      return nil
    case (.array(let values), .array(let others)) where values.count == others.count:
      for (value, other) in zip(values, others) {
        if let difference = value.difference(from: other, in: part) { return difference }
      }
      return nil
    case (.string, .string), (.integer, .integer), (.boolean, .boolean), (.null, .null): return nil
    default: return "\(part) has a value of another kind"
    }
  }
}
