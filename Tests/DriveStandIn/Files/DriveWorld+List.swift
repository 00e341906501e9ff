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
  mutating func list(
    _ request: StandInRequest, _ requester: Requester, isIncomplete: Bool
  ) throws(DriveRefusal) -> StandInResponse {
    let size = min(try request.number("pageSize", in: 1...1000, default: 100), settings.pageLimit)
    let mask = try FieldMask(
      request.query["fields"] ?? "kind,incompleteSearch,nextPageToken,files(\(Self.defaultFields),driveId,teamDriveId)",
      of: .fileList)
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
    var members: [(String, JSONValue)] = [("kind", .string("drive#fileList"))]
    if rest.count > page.count {
      let token = "~!!~" + nextID("page", length: 60)
      pages[token] = ListPage(question: question, requester: requester, rest: Array(rest[page.endIndex...]))
      members.append(("nextPageToken", .string(token)))
    }
    members.append(("incompleteSearch", .boolean(isIncomplete)))
    members.append(("files", .array(page.compactMap { files[$0] }.map { resource($0, for: requester) })))
    return .json(mask.applied(to: .object(members)))
  }

  /// The ids of all files that a request asks for, in its order.
  private func found(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> [String] {
    let query = try SearchQuery(request.query["q"])
    let order = try FileOrder(request.query["orderBy"])
    let corpus = try corpus(request, requester, query)
    let found = files.values.filter { file in
      file.id != file.driveID && file.id != Self.root(of: file.owner ?? "") && corpus(file)
        && (requester.seesEverything(changes: false) || isOfApp(file, requester))
        && query.matches { term in matches(term, file, requester.email) }
    }
    return order.sorted(found).map(\.id)
  }

  /// Which files are looked at.
  private func corpus(
    _ request: StandInRequest, _ requester: Requester, _ query: SearchQuery
  ) throws(DriveRefusal) -> (StandInFile) -> Bool {
    let email = requester.email
    let includes = try request.flag("includeItemsFromAllDrives")
    let supports = try request.flag("supportsAllDrives")
    if includes, !supports {
      throw .invalid("supportsAllDrives", "supportsAllDrives must be true when includeItemsFromAllDrives is true.")
    }
    let drive = request.query["driveId"]
    let corpora = request.query["corpora"] ?? "user"
    guard (corpora == "drive") == (drive != nil) else {
      throw .invalid("corpora", "driveId must be specified if and only if corpora is set to drive.")
    }
    if corpora == "drive" || corpora == "allDrives", !includes {
      throw .invalid("includeItemsFromAllDrives", "includeItemsFromAllDrives must be true for the corpus \(corpora).")
    }
    switch corpora {
    case "user":
      // A folder of a shared drive that the query names is looked into as well.
      let named = Set(query.folders)
      return { file in
        guard let role = role(of: email, for: file) else { return false }
        let isOwn = file.owner == email || file.openedBy.contains(email)
        let isShared = chain(file).contains { link in
          link.permissions.contains { $0.email == email }
        }
        guard file.driveID != nil else { return isOwn || isShared || role >= .writer && file.owner != nil && isShared }
        return includes && (isOwn || isShared || !named.isDisjoint(with: file.parents))
      }
    case "drive":
      guard let drive, drives[drive]?.members[email] != nil else {
        throw DriveRefusal(404, "notFound", "Shared drive not found: \(drive ?? "")", location: "driveId")
      }
      return { file in file.driveID == drive }
    case "allDrives": return { file in role(of: email, for: file) != nil }
    default: throw .invalid("corpora")
    }
  }

  private func matches(_ term: SearchTerm, _ file: StandInFile, _ me: String) -> Bool {
    let (value, sign) = (term.value, term.comparison)
    let address = value == "me" ? me : value
    switch term.field {
    case .name:
      return sign == "contains" ? holds(file.name, value) : equals(file.name.lowercased(), sign, value.lowercased())
    case .mimeType: return sign == "contains" ? file.mimeType.hasPrefix(value) : equals(file.mimeType, sign, value)
    case .modifiedTime: return compares(file.modifiedTime, sign, value)
    case .trashed: return equals(String(isTrashed(file)), sign, value)
    case .parents: return file.parents.contains(value == "root" ? Self.root(of: me) : value)
    case .owners: return file.owner == address
    }
  }

  /// Whether each word of a text begins a word of a name.
  private func holds(_ name: String, _ text: String) -> Bool {
    let words = Self.words(name)
    let wanted = Self.words(text)
    return !wanted.isEmpty && wanted.allSatisfy { want in words.contains { $0.hasPrefix(want) } }
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private func equals(_ one: String, _ sign: String, _ other: String) -> Bool { (one == other) == (sign == "=") }

  private func compares(_ time: DriveTime, _ sign: String, _ text: String) -> Bool {
    guard let other = DriveTime(text) else { return false }
    return switch sign {
    case "<": time < other
    case "<=": time <= other
    case ">": time > other
    case ">=": time >= other
    case "=": time == other
    default: time != other
    }
  }
}

/// The order of `files.list`: by name, or by the time of the last change.
private struct FileOrder {
  private let isByName: Bool
  private let descends: Bool

  init(_ text: String?) throws(DriveRefusal) {
    // Without an order the latest files come first.
    let words = (text ?? "modifiedTime desc").split(separator: " ")
    guard let key = words.first, ["name", "modifiedTime"].contains(key), words.dropFirst().allSatisfy({ $0 == "desc" })
    else { throw .invalid("orderBy") }
    isByName = key == "name"
    descends = words.count > 1
  }

  func sorted(_ files: [StandInFile]) -> [StandInFile] {
    files.sorted { one, other in
      let (first, second) = descends ? (other, one) : (one, other)
      return isByName
        ? (first.name.lowercased(), first.id) < (second.name.lowercased(), second.id)
        : (first.modifiedTime.milliseconds, first.id) < (second.modifiedTime.milliseconds, second.id)
    }
  }
}
