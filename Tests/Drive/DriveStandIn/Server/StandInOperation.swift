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

  init?(_ request: StandInRequest) {
    let path = request.parts.map { $0.replacing("/", with: "%2F") }.joined(separator: "/")
    let isQuestion = request.headers["content-range"]?.hasPrefix("bytes */") == true
    switch (request.method, path.replacing(/^(upload\/)?drive\/v3\/(files|operations)\/[^\/]+/) { "\($0.2)/ID" }) {
    case ("GET", "spreadsheets/export"): self = .exportLink
    case ("GET", "o/oauth2/v2/auth"): self = .authorize
    case ("POST", "o/oauth2/v2/auth/decision"): self = .decide
    case ("POST", "token"): self = .token
    case ("POST", "revoke"): self = .revoke
    case ("PUT", _) where request.parts.first == "upload": self = isQuestion ? .uploadStatus : .upload
    case ("POST", "upload/drive/v3/files"): self = .create
    case ("GET", "drive/v3/about"): self = .about
    case ("GET", "drive/v3/files"): self = .list
    case ("GET", "files/ID"): self = request.query["alt"] == "media" ? .media : .get
    case ("PATCH", "files/ID"): self = .update
    case ("GET", "files/ID/export"): self = .export
    case ("POST", "files/ID/copy"): self = .copy
    case ("POST", "files/ID/download"): self = .download
    case ("GET", "operations/ID"): self = .operation
    default: return nil
    }
  }

  /// The last parts of the scopes that allow the operation, as the discovery document lists them, as far as programs ask for
  /// them; nil where no access token is asked for.
  var scopes: Set<String>? {
    switch self {
    case .authorize, .decide, .token, .revoke, .upload, .uploadStatus: nil
    case .about, .list, .get, .media, .export, .exportLink, .download, .operation:
      ["drive", "drive.file", "drive.readonly"]
    case .copy, .create, .update: ["drive", "drive.file"]
    }
  }
}
