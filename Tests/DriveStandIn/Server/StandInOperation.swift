/// What a request asks for. The raw values are the names in Google's discovery document, and names like them.
package enum StandInOperation: String, CaseIterable, Sendable {
  case authorize = "oauth.authorize"
  case decide = "oauth.decide"
  case token = "oauth.token"
  case revoke = "oauth.revoke"
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
  case upload = "upload.put"
  case uploadStatus = "upload.status"
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
    default: return nil
    }
  }

  private init?(upload request: StandInRequest) {
    let parts = Array(request.parts.drop { $0 == "resumable" }.dropFirst())
    guard parts.starts(with: ["drive", "v3", "files"]), parts.count < 5 else { return nil }
    switch request.method {
    case "PUT" where request.query["upload_id"] != nil:
      self = request.headers["content-range"]?.hasPrefix("bytes */") == true ? .uploadStatus : .upload
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
    case ("GET", "files", 2): self = query["alt"] == "media" ? .media : .get
    case ("PATCH", "files", 2): self = .update
    case ("GET", "files", 3) where parts[2] == "export": self = .export
    case ("POST", "files", 3) where parts[2] == "copy": self = .copy
    case ("POST", "files", 3) where parts[2] == "download": self = .download
    case ("POST", "files", 3) where parts[2] == "permissions": self = .share
    case ("GET", "operations", 2): self = .operation
    default: return nil
    }
  }

  /// The last parts of the scopes that allow the operation, as the discovery document lists them, as far as programs ask for
  /// them; nil where no access token is asked for.
  var scopes: Set<String>? {
    switch self {
    case .authorize, .decide, .token, .revoke, .upload, .uploadStatus: nil
    case .about, .list, .get: ["drive", "drive.file", "drive.metadata", "drive.metadata.readonly", "drive.readonly"]
    // Content is not metadata: the reference says so, although the document lists the scopes of the whole method.
    case .media, .export, .exportLink, .download, .operation: ["drive", "drive.file", "drive.readonly"]
    case .copy, .create, .share: ["drive", "drive.file"]
    case .update: ["drive", "drive.file", "drive.metadata"]
    }
  }
}
