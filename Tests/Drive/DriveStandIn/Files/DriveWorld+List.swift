import Basics

/// What `nextPageToken` stands for.
struct ListPage: Sendable {
  /// The parameters that must be the same again.
  let question: [String]
  let requester: Requester
  /// The files that are still to come.
  let rest: [String]
}

/// `files.list`.
extension DriveWorld {
  mutating func list(_ request: StandInRequest, _ requester: Requester, isIncomplete: Bool) throws(DriveRefusal)
    -> StandInResponse
  {
    let size = min(request.query["pageSize"].flatMap { Int($0) } ?? 100, settings.pageLimit)
    let mask = try FieldMask(
      request.query["fields"] ?? "incompleteSearch,nextPageToken,files(\(Self.defaultFields))", of: .fileList)
    let names = ["q", "orderBy", "corpora", "driveId", "includeItemsFromAllDrives", "supportsAllDrives"]
    let question = names.map { request.query[$0] ?? "" }
    var rest: [String]
    if let token = request.query["pageToken"] {
      guard let page = pages[token], page.question == question, page.requester.email == requester.email else {
        throw .invalid("pageToken")
      }
      rest = page.rest
    } else {
      rest = try found(request, requester)
    }
    // A file that was removed since the first page is left out.
    rest = rest.filter { files[$0] != nil }
    let page = rest.prefix(size)
    var members = JSONValue.object([])
    if rest.count > page.count {
      let token = "~!!~" + nextID("page", length: 60)
      pages[token] = ListPage(question: question, requester: requester, rest: Array(rest[page.endIndex...]))
      members = .members(["nextPageToken": token])
    }
    let shown = page.compactMap { files[$0] }.map { resource($0, for: requester) }
    return .json(mask.applied(to: members.with(["incompleteSearch": isIncomplete, "files": shown])))
  }

  /// The ids of all files that a request asks for, the latest first.
  private func found(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> [String] {
    let query = try SearchQuery(request.query["q"])
    guard request.query["orderBy"] ?? "modifiedTime desc" == "modifiedTime desc" else { throw .invalid("orderBy") }
    let isMeant = try corpus(request, requester, query)
    let found = files.values.filter { file in
      file.id != file.driveID && file.id != Self.root(of: file.owner ?? "") && isMeant(file)
        && (requester.seesEverything(changes: false) || isOfApp(file, requester))
        && query.matches { matches($0, file, requester.email) }
    }
    return found.sorted { ($0.modifiedTime, $0.id) > ($1.modifiedTime, $1.id) }.map(\.id)
  }

  /// Which files are looked at.
  private func corpus(_ request: StandInRequest, _ requester: Requester, _ query: SearchQuery) throws(DriveRefusal) -> (
    StandInFile
  ) -> Bool {
    let email = requester.email
    let includes = try request.flag("includeItemsFromAllDrives")
    if includes, !(try request.flag("supportsAllDrives")) {
      throw .invalid("supportsAllDrives", "supportsAllDrives must be true when includeItemsFromAllDrives is true.")
    }
    let drive = request.query["driveId"]
    let corpora = request.query["corpora"] ?? "user"
    guard ["user", "drive"].contains(corpora), (corpora == "drive") == (drive != nil) else {
      throw .invalid("corpora", "driveId must be specified if and only if corpora is set to drive.")
    }
    if let drive {
      guard includes else { throw .invalid("includeItemsFromAllDrives") }
      guard drives[drive]?.members[email] != nil else {
        throw DriveRefusal(404, "notFound", "Shared drive not found: \(drive)", location: "driveId")
      }
      return { file in file.driveID == drive }
    }
    // A folder of a shared drive that the query names is looked into as well.
    let named = Set(query.folders)
    return { file in
      // Who has the link of a folder sees what is in it.
      if file.linkKey != nil, file.parents.contains(where: { files[$0].map { isOpen($0, to: requester) } ?? false }) {
        return true
      }
      guard role(of: email, for: file) != nil else { return false }
      let isKnown =
        file.owner == email || file.openedBy.contains(email)
        || chain(file).contains { $0.permissions.contains { $0.email == email } }
      return isKnown && (includes || file.driveID == nil) || includes && !named.isDisjoint(with: file.parents)
    }
  }

  private func isOpen(_ folder: StandInFile, to requester: Requester) -> Bool {
    folder.linkKey.map { $0 == requester.keys[folder.id] } ?? false
  }

  private func matches(_ term: SearchQuery.Term, _ file: StandInFile, _ me: String) -> Bool {
    let value = term.value
    switch term.field {
    case "name":
      return term.comparison == "contains" ? holds(file.name, value) : file.name.lowercased() == value.lowercased()
    case "mimeType": return file.mimeType == value
    case "modifiedTime": return DriveTime(value).map { file.modifiedTime > $0 } ?? false
    case "owners": return file.owner == (value == "me" ? me : value)
    case "trashed": return String(isTrashed(file)) == value
    default: return file.parents.contains(value == "root" ? Self.root(of: me) : value)
    }
  }

  /// Whether each word of a text begins a word of a name.
  private func holds(_ name: String, _ text: String) -> Bool {
    func words(_ text: String) -> [Substring] { text.lowercased().split { !$0.isLetter && !$0.isNumber } }
    let wanted = words(text)
    return !wanted.isEmpty && wanted.allSatisfy { want in words(name).contains { $0.hasPrefix(want) } }
  }
}
