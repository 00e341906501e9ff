/// Codes and tokens that were given out.
struct TokenStore: Sendable {
  /// Seconds that an access token lives.
  static let lifetime = 3599

  struct Access: Hashable, Sendable {
    let requester: Requester
    var expires: Int
    let refreshToken: String?
  }

  /// A code that is still to be exchanged.
  struct Code: Hashable, Sendable {
    let requester: Requester
    let redirect: String
    let challenge: String?
    let expires: Int
  }

  /// A question that a person is still to answer.
  struct Consent: Hashable, Sendable {
    let clientID: String
    let redirect: String
    let scopes: [String]
    let state: String?
    let challenge: String?
  }

  var access: [String: Access] = [:]
  var refresh: [String: Requester] = [:]
  var codes: [String: Code] = [:]
  var consents: [String: Consent] = [:]

  /// The long form of a scope of Google Drive.
  static func fullScope(_ scope: String) -> String {
    scope.contains(":") ? scope : "https://www.googleapis.com/auth/\(scope)"
  }

  mutating func expireAll() { for token in access.keys { access[token]?.expires = 0 } }

  /// Removes a refresh token and its access tokens.
  ///
  /// - Returns: Whether it was known.
  mutating func revoke(_ token: String) -> Bool {
    access = access.filter { $0.value.refreshToken != token }
    return refresh.removeValue(forKey: token) != nil
  }
}

extension DriveWorld {
  mutating func issueToken(_ requester: Requester, refreshToken: String?) -> String {
    let token = "ya29." + nextID("access", length: 60)
    tokens.access[token] = TokenStore.Access(
      requester: requester, expires: seconds + TokenStore.lifetime, refreshToken: refreshToken)
    return token
  }

  /// Who sends a request, if its token allows the operation.
  func requester(_ request: StandInRequest, _ operation: StandInOperation) throws(DriveRefusal) -> Requester {
    guard let token = request.accessToken else { throw .missingCredentials }
    guard let access = tokens.access[token], access.expires > seconds else { throw .invalidCredentials }
    if let scopes = operation.scopes {
      let needed = Set(scopes.map(TokenStore.fullScope))
      guard !needed.isDisjoint(with: access.requester.scopes) else { throw .missingScope }
    }
    var requester = access.requester
    for pair in (request.headers["x-goog-drive-resource-keys"] ?? "").split(separator: ",") {
      let parts = pair.split(separator: "/").map(String.init)
      guard parts.count == 2 else { throw .invalid("X-Goog-Drive-Resource-Keys") }
      requester.keys[parts[0]] = parts[1]
    }
    return requester
  }
}

extension StandInRequest {
  var accessToken: String? {
    guard let header = headers["authorization"], header.lowercased().hasPrefix("bearer ") else { return nil }
    return String(header.dropFirst("bearer ".count))
  }
}
