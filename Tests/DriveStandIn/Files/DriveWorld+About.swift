import Basics

/// `about.get`, `files.generateIds`, `drives.list` and `drives.get`.
extension DriveWorld {
  /// The most bytes that become a Google Sheet.
  static let importLimit = 100 << 20

  func about(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    guard let fields = request.query["fields"] else {
      throw DriveRefusal(
        400, "required", "The 'fields' parameter is required for this method.", location: "fields")
    }
    let mask = try FieldMask(fields, of: .about)
    let account = accounts[requester.email]
    let usage = JSONValue.string(String(usage(of: requester.email)))
    var quota: [(String, JSONValue)] = []
    if account?.isServiceAccount == true {
      quota.append(("limit", .string("0")))
    } else if let limit = account?.storageLimit {
      quota.append(("limit", .string(String(limit))))
    }
    quota += [("usage", usage), ("usageInDrive", usage), ("usageInDriveTrash", .string("0"))]
    return .json(
      mask.applied(
        to: .object([
          ("kind", .string("drive#about")), ("user", user(requester.email, me: requester.email)),
          ("storageQuota", .object(quota)),
          ("importFormats", .object([(MIMEType.xlsx, .array([.string(MIMEType.sheet)]))])),
          ("exportFormats", .object([(MIMEType.sheet, .array([.string(MIMEType.xlsx)]))])),
          ("maxImportSizes", .object([(MIMEType.sheet, .string(String(Self.importLimit)))])),
          ("maxUploadSize", .string("5497558138880")), ("appInstalled", .boolean(true)),
          ("canCreateDrives", .boolean(account?.isServiceAccount == false)),
        ])))
  }

  mutating func generateIDs(_ request: StandInRequest) throws(DriveRefusal) -> StandInResponse {
    let count = try request.number("count", in: 1...1000, default: 10)
    let mask = try FieldMask(request.query["fields"] ?? "*", of: .generatedIDs)
    let ids = (0..<count).map { _ in nextID("file") }
    generatedIDs.formUnion(ids)
    return .json(
      mask.applied(
        to: .object([
          ("kind", .string("drive#generatedIds")), ("space", .string(request.query["space"] ?? "drive")),
          ("ids", .array(ids.map { .string($0) })),
        ])))
  }

  func listDrives(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let size = min(try request.number("pageSize", in: 1...100, default: 10), settings.pageLimit)
    let mask = try FieldMask(
      request.query["fields"] ?? "kind,nextPageToken,drives(kind,id,name)", of: .driveList)
    let mine = drives.values.filter { $0.members[requester.email] != nil }.sorted { $0.id < $1.id }
    let rest = mine.drop { drive in request.query["pageToken"].map { drive.id <= $0 } ?? false }
    let page = rest.prefix(size)
    var members: [(String, JSONValue)] = [("kind", .string("drive#driveList"))]
    if page.count < rest.count, let last = page.last { members.append(("nextPageToken", .string(last.id))) }
    members.append(("drives", .array(page.map(Self.json))))
    return .json(mask.applied(to: .object(members)))
  }

  func getDrive(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let id = request.parts[3]
    guard let drive = drives[id], drive.members[requester.email] != nil else {
      throw DriveRefusal(404, "notFound", "Shared drive not found: \(id)", location: "driveId")
    }
    let mask = try FieldMask(request.query["fields"] ?? "kind,id,name", of: .drive)
    return .json(mask.applied(to: Self.json(drive)))
  }

  private static func json(_ drive: SharedDrive) -> JSONValue {
    .object([
      ("kind", .string("drive#drive")), ("id", .string(drive.id)), ("name", .string(drive.name)),
      ("createdTime", .string(drive.createdTime.text)), ("hidden", .boolean(false)),
    ])
  }
}
