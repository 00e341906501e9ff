import Crypto
import CryptoExtras
import Foundation

extension StandInState {
  /// The page on which a person allows access, or not.
  func consentPage(_ request: StandInRequest) -> StandInAnswer {
    let query = request.query
    guard let redirect = query["redirect_uri"].flatMap(URL.init(string:)), redirect.scheme == "http",
      redirect.host == "127.0.0.1", query["response_type"] == "code", query["client_id"] == "desktop-client",
      query["code_challenge_method"] == "S256", let challenge = query["code_challenge"], challenge.count == 43,
      let scope = query["scope"], !scope.isEmpty
    else { return .page("<h1>Error 400: invalid_request</h1>", status: 400) }
    func escaped(_ text: String) -> String {
      text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "\"", with: "&quot;")
        .replacingOccurrences(of: "<", with: "&lt;")
    }
    let hidden = ["redirect_uri", "state", "scope", "code_challenge", "client_id"].map { name in
      "<input type=\"hidden\" name=\"\(name)\" value=\"\(escaped(query[name] ?? ""))\">"
    }
    return .page(
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in – stand-in</title>
      <h1>nstack-review wants access to your account</h1>
      <p id="person">\(escaped(person))</p><p id="scope">\(escaped(scope))</p>
      <form method="post" action="/stand-in/consent">\(hidden.joined())
      <button id="deny" name="choice" value="deny">Cancel</button>
      <button id="allow" name="choice" value="allow">Allow</button></form></html>
      """)
  }

  /// Sends the browser back with a code, or with the refusal.
  mutating func consent(_ request: StandInRequest) -> StandInAnswer {
    let form = request.form
    guard let redirect = form["redirect_uri"], var target = URLComponents(string: redirect) else {
      return .page("<h1>Error 400</h1>", status: 400)
    }
    var items = [URLQueryItem(name: "state", value: form["state"])]
    if form["choice"] == "allow" {
      let code = id("4/")
      codes[code] = StandInCode(
        client: form["client_id"] ?? "", redirect: redirect, challenge: form["code_challenge"] ?? "",
        scopes: (form["scope"] ?? "").split(separator: " ").map(String.init), email: person)
      items.append(URLQueryItem(name: "code", value: code))
      items.append(URLQueryItem(name: "scope", value: form["scope"]))
    } else {
      items.append(URLQueryItem(name: "error", value: "access_denied"))
    }
    target.queryItems = items
    return StandInAnswer(status: 302, headers: ["Location": target.string ?? redirect])
  }

  /// Gives a token for a signed claim, a code or a login.
  mutating func giveToken(_ request: StandInRequest) -> StandInAnswer {
    guard request.headers["content-type"] == "application/x-www-form-urlencoded" else {
      return .tokenError("invalid_request", "Bad content type")
    }
    let form = request.form
    switch form["grant_type"] {
    case "urn:ietf:params:oauth:grant-type:jwt-bearer": return token(forAssertion: form["assertion"] ?? "")
    case "authorization_code": return token(forCode: form)
    case "refresh_token":
      guard form["client_id"] == "desktop-client", form["client_secret"] == clientSecret else {
        return .tokenError("invalid_client", "The OAuth client was not found.", status: 401)
      }
      guard let login = logins[form["refresh_token"] ?? ""] else {
        return .tokenError("invalid_grant", "Token has been expired or revoked.")
      }
      return grant(login.email, login.scopes)
    default: return .tokenError("unsupported_grant_type", "Invalid grant_type")
    }
  }

  /// Ends a login.
  mutating func revoke(_ request: StandInRequest) -> StandInAnswer {
    guard logins.removeValue(forKey: request.form["token"] ?? "") != nil else {
      return .tokenError("invalid_token", "Token expired or revoked")
    }
    return .json([:])
  }

  private mutating func token(forCode form: [String: String]) -> StandInAnswer {
    guard form["client_id"] == "desktop-client", form["client_secret"] == clientSecret else {
      return .tokenError("invalid_client", "The OAuth client was not found.", status: 401)
    }
    guard let code = codes.removeValue(forKey: form["code"] ?? ""), code.redirect == form["redirect_uri"] else {
      return .tokenError("invalid_grant", "Bad Request")
    }
    let digest = Data(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8)))
    guard Self.base64URL(digest) == code.challenge else {
      return .tokenError("invalid_grant", "Invalid code verifier.")
    }
    let refresh = id("1//")
    logins[refresh] = StandInToken(email: code.email, scopes: code.scopes, end: .infinity)
    return grant(code.email, code.scopes, refresh: refresh)
  }

  private mutating func token(forAssertion text: String) -> StandInAnswer {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
      let signature = Self.data(parts[2]), header["alg"] as? String == "RS256",
      let email = claims["iss"] as? String, let key = serviceAccounts[email]
    else { return .tokenError("invalid_grant", "Invalid JWT.") }
    let digest = SHA256.hash(data: Data("\(parts[0]).\(parts[1])".utf8))
    let isSigned = key.isValidSignature(
      _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
    guard isSigned, !parts[2].contains("=") else { return .tokenError("invalid_grant", "Invalid JWT Signature.") }
    guard claims["aud"] as? String == "\(url)/token" else { return .tokenError("invalid_grant", "Invalid JWT: aud.") }
    guard let begin = claims["iat"] as? Double, let end = claims["exp"] as? Double, end - begin <= 3600,
      abs(begin - now) < 300, end > now
    else {
      return .tokenError(
        "invalid_grant",
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. "
          + "Check your iat and exp values in the JWT claim.")
    }
    return grant(email, (claims["scope"] as? String ?? "").split(separator: " ").map(String.init))
  }

  private mutating func grant(_ email: String, _ scopes: [String], refresh: String? = nil) -> StandInAnswer {
    var answer: [String: Any] = [
      "access_token": giveToken(to: email, scopes: scopes), "expires_in": tokenSeconds, "token_type": "Bearer",
      "scope": scopes.joined(separator: " "),
    ]
    if let refresh { answer["refresh_token"] = refresh }
    return .json(answer)
  }

  private static func object(_ text: String) -> [String: Any]? {
    data(text).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
  }

  private static func data(_ text: String) -> Data? {
    var text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    while text.count % 4 != 0 { text += "=" }
    return Data(base64Encoded: text)
  }

  private static func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}
