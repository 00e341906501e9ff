import Basics
import Foundation
import SystemCrypto

/// `POST /token` and `/revoke`.
extension DriveWorld {
  mutating func token(_ request: StandInRequest) throws(TokenRefusal) -> StandInResponse {
    let form = request.form
    switch form["grant_type"] {
    case "authorization_code": return try exchangeCode(form)
    case "refresh_token": return try refresh(form)
    case "urn:ietf:params:oauth:grant-type:jwt-bearer": return try acceptAssertion(form)
    case nil: throw TokenRefusal("invalid_request", "Could not determine client ID from request.")
    case let type?: throw TokenRefusal("unsupported_grant_type", "Invalid grant_type: \(type)")
    }
  }

  private mutating func exchangeCode(_ form: [String: String]) throws(TokenRefusal) -> StandInResponse {
    let client = try client(form)
    // A code counts once, even where the exchange fails.
    guard let text = form["code"], let code = tokens.codes.removeValue(forKey: text),
      code.requester.clientID == client.id, code.expires > seconds
    else { throw .invalidGrant("Malformed auth code.") }
    guard form["redirect_uri"] == code.redirect else { throw TokenRefusal("redirect_uri_mismatch", "Bad Request") }
    guard let verifier = form["code_verifier"], (43...128).contains(verifier.utf8.count),
      Base64URL.encode(MessageDigest.sha256(verifier.utf8)) == code.challenge
    else { throw .invalidGrant("Invalid code verifier.") }
    let refreshToken = "1//" + nextID("refresh", length: 60)
    tokens.refresh[refreshToken] = code.requester
    return .json(granted(code.requester, refreshToken: refreshToken).with(["refresh_token": refreshToken]))
  }

  private mutating func refresh(_ form: [String: String]) throws(TokenRefusal) -> StandInResponse {
    let client = try client(form)
    guard let text = form["refresh_token"], let requester = tokens.refresh[text], requester.clientID == client.id else {
      throw .invalidGrant("Token has been expired or revoked.")
    }
    return .json(granted(requester, refreshToken: text))
  }

  private mutating func granted(_ requester: Requester, refreshToken: String?) -> JSONValue {
    let token = JSONValue.members([
      "access_token": issueToken(requester, refreshToken: refreshToken), "expires_in": TokenStore.lifetime,
      "token_type": "Bearer",
    ])
    // The answer to an assertion has no scope.
    return refreshToken == nil ? token : token.with(["scope": requester.scopes.sorted().joined(separator: " ")])
  }

  private func client(_ form: [String: String]) throws(TokenRefusal) -> StandInClient {
    guard let client = form["client_id"].flatMap({ clients[$0] }), form["client_secret"] == client.secret else {
      throw TokenRefusal("invalid_client", "The OAuth client was not found, or has another secret.", status: 401)
    }
    return client
  }

  private mutating func acceptAssertion(_ form: [String: String]) throws(TokenRefusal) -> StandInResponse {
    let assertion = try Assertion(form["assertion"] ?? "")
    guard let account = accounts[assertion.issuer], let key = account.key else {
      throw .invalidGrant("Invalid grant: account not found")
    }
    try assertion.verify(key: key, keyID: account.keyID)
    guard ["https://oauth2.googleapis.com/token", "\(baseURL)/token"].contains(assertion.audience) else {
      throw .invalidGrant("Invalid JWT: Failed audience check.")
    }
    try assertion.checkTimes(now: seconds, leeway: 300)
    guard !assertion.scopes.isEmpty else {
      throw TokenRefusal("invalid_scope", "Invalid OAuth scope or ID token audience provided.")
    }
    var email = account.email
    if let subject = assertion.subject, subject != email {
      guard account.actsForOthers, accounts[subject]?.isServiceAccount == false else {
        throw TokenRefusal(
          "unauthorized_client",
          "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of"
            + " the scopes requested.", status: 401)
      }
      email = subject
    }
    let requester = Requester(email: email, clientID: account.email, scopes: Set(assertion.scopes))
    return .json(granted(requester, refreshToken: nil))
  }

  mutating func revoke(_ request: StandInRequest) throws(TokenRefusal) -> StandInResponse {
    guard tokens.revoke(request.form["token"] ?? "") else {
      throw TokenRefusal("invalid_token", "Token expired or revoked")
    }
    return .json(.object([]))
  }
}
