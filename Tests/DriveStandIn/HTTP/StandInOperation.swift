/// What a request asks for. The raw values are the names in Google's discovery document, and names like them.
package enum StandInOperation: String, CaseIterable, Sendable {
  case authorize = "oauth.authorize"
  case decide = "oauth.decide"
  case token = "oauth.token"
  case revoke = "oauth.revoke"
  case tokenInfo = "oauth.tokeninfo"
  case userInfo = "oauth.userinfo"
  case about = "about.get"
  case list = "files.list"
  case get = "files.get"
  case media = "files.get.media"
  case export = "files.export"
  case exportLink = "files.exportLink"
  case download = "files.download"
  case operation = "operations.get"
  case copy = "files.copy"
  case create = "files.create"
  case update = "files.update"
  case delete = "files.delete"
  case generateIDs = "files.generateIds"
  case upload = "upload.put"
  case uploadStatus = "upload.status"
  case uploadCancel = "upload.cancel"
  case drives = "drives.list"
  case drive = "drives.get"
  case permissions = "permissions.list"
  case share = "permissions.create"

  init?(_ request: StandInRequest) {
    let parts = request.parts
    switch (request.method, parts.first) {
    case (_, "upload"), (_, "resumable"): self.init(upload: request)
    case (_, "drive"): self.init(drive: request.method, Array(parts.dropFirst(2)), request.query)
    case ("GET", "spreadsheets") where parts == ["spreadsheets", "export"]: self = .exportLink
    case ("GET", "o") where parts == ["o", "oauth2", "v2", "auth"]: self = .authorize
    case ("POST", "o") where parts == ["o", "oauth2", "v2", "auth", "decision"]: self = .decide
    case ("POST", "token") where parts.count == 1: self = .token
    case (_, "revoke") where parts.count == 1: self = .revoke
    case (_, "tokeninfo") where parts.count == 1: self = .tokenInfo
    case ("GET", "v1") where parts == ["v1", "userinfo"]: self = .userInfo
    case ("GET", "oauth2") where parts == ["oauth2", "v3", "userinfo"]: self = .userInfo
    default: return nil
    }
  }

  private init?(upload request: StandInRequest) {
    let parts = Array(request.parts.drop { $0 == "resumable" }.dropFirst())
    guard parts.starts(with: ["drive", "v3", "files"]), parts.count < 5 else { return nil }
    switch request.method {
    case "PUT" where request.query["upload_id"] != nil:
      self = request.headers["content-range"]?.hasPrefix("bytes */") == true ? .uploadStatus : .upload
    case "DELETE" where request.query["upload_id"] != nil: self = .uploadCancel
    case "POST" where parts.count == 3: self = .create
    case "PATCH" where parts.count == 4: self = .update
    default: return nil
    }
  }

  private init?(drive method: String, _ parts: [String], _ query: [String: String]) {
    switch (method, parts.first, parts.count) {
    case ("GET", "about", 1): self = .about
    case ("GET", "files", 1): self = .list
    case ("POST", "files", 1): self = .create
    case ("GET", "files", 2) where parts[1] == "generateIds": self = .generateIDs
    case ("GET", "files", 2): self = query["alt"] == "media" ? .media : .get
    case ("PATCH", "files", 2): self = .update
    case ("DELETE", "files", 2): self = .delete
    case ("GET", "files", 3) where parts[2] == "export": self = .export
    case ("POST", "files", 3) where parts[2] == "copy": self = .copy
    case ("POST", "files", 3) where parts[2] == "download": self = .download
    case ("GET", "files", 3) where parts[2] == "permissions": self = .permissions
    case ("POST", "files", 3) where parts[2] == "permissions": self = .share
    case ("GET", "drives", 1): self = .drives
    case ("GET", "drives", 2): self = .drive
    case ("GET", "operations", 2): self = .operation
    default: return nil
    }
  }

  /// The last parts of the scopes that allow the operation, as the discovery document lists them; nil where no access
  /// token is asked for.
  var scopes: Set<String>? {
    let reading: Set = [
      "drive", "drive.appdata", "drive.file", "drive.meet.readonly", "drive.metadata", "drive.metadata.readonly",
      "drive.photos.readonly", "drive.readonly",
    ]
    switch self {
    case .authorize, .decide, .token, .revoke, .tokenInfo, .upload, .uploadStatus, .uploadCancel: return nil
    case .userInfo: return ["openid", "userinfo.email", "userinfo.profile"]
    case .about: return reading.subtracting(["drive.meet.readonly"])
    case .list, .get: return reading
    // Content is not metadata: the reference says so, although the document lists the scopes of the whole method.
    case .media: return ["drive", "drive.appdata", "drive.file", "drive.meet.readonly", "drive.readonly"]
    case .export, .exportLink, .operation: return ["drive", "drive.file", "drive.meet.readonly", "drive.readonly"]
    case .download: return ["drive", "drive.file", "drive.readonly"]
    case .copy: return ["drive", "drive.appdata", "drive.file", "drive.photos.readonly"]
    case .create, .delete, .generateIDs: return ["drive", "drive.appdata", "drive.file"]
    case .update: return ["drive", "drive.appdata", "drive.file", "drive.metadata", "drive.scripts"]
    case .drives, .drive: return ["drive", "drive.readonly"]
    case .permissions: return reading.subtracting(["drive.appdata"])
    case .share: return ["drive", "drive.file"]
    }
  }
}
