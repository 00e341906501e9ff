import Basics
import Foundation

/// The pages on which a person signs in.
extension DriveWorld {
  mutating func authorize(_ request: StandInRequest) -> StandInResponse {
    let query = request.query
    guard let id = query["client_id"], let client = clients[id] else {
      return Self.errorPage(401, "invalid_client", "The OAuth client was not found.")
    }
    guard let redirect = query["redirect_uri"], Self.isLoopback(redirect) else {
      return Self.errorPage(400, "redirect_uri_mismatch", "The redirect URI must be an address of this machine.")
    }
    let scopes = (query["scope"] ?? "").split(separator: " ").map(String.init)
    guard query["response_type"] == "code", query["code_challenge_method"] == "S256", !scopes.isEmpty else {
      return Self.errorPage(400, "invalid_request", "A scope, the response type code and the method S256 are required.")
    }
    let ticket = nextID("consent")
    tokens.consents[ticket] = TokenStore.Consent(
      clientID: client.id, redirect: redirect, scopes: scopes, state: query["state"], challenge: query["code_challenge"]
    )
    let people = accounts.values.filter { !$0.isServiceAccount }.map(\.email).sorted()
    let options = people.map { "<option>\(Self.escaped($0))</option>" }
    let rights = scopes.map { "<li>\(Self.escaped($0))</li>" }
    return .html(
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Sign in - Stand-in</title></head><body>
      <h1>\(Self.escaped(client.name)) wants to access your account</h1><ul>\(rights.joined())</ul>
      <form method="post" action="/o/oauth2/v2/auth/decision">
      <input type="hidden" name="ticket" value="\(ticket)">
      <label>Account <select name="account">\(options.joined())</select></label>
      <button id="allow" name="decision" value="allow">Allow</button>
      <button id="deny" name="decision" value="deny">Deny</button></form></body></html>
      """)
  }

  mutating func decide(_ request: StandInRequest) -> StandInResponse {
    let form = request.form
    guard let ticket = form["ticket"], let consent = tokens.consents.removeValue(forKey: ticket) else {
      return Self.errorPage(400, "invalid_request", "This page was answered already.")
    }
    var answer = consent.state.map { [("state", $0)] } ?? []
    if form["decision"] == "allow", let email = form["account"], accounts[email]?.isServiceAccount == false {
      let code = "4/0" + nextID("code", length: 60)
      tokens.codes[code] = TokenStore.Code(
        requester: Requester(email: email, clientID: consent.clientID, scopes: Set(consent.scopes)),
        redirect: consent.redirect, challenge: consent.challenge, expires: seconds + 600)
      answer += [("code", code), ("scope", consent.scopes.joined(separator: " "))]
    } else {
      answer.insert(("error", "access_denied"), at: 0)
    }
    let query = answer.map { "\($0.0)=\(Self.percentEncoded($0.1))" }.joined(separator: "&")
    let mark = consent.redirect.contains("?") ? "&" : "?"
    return StandInResponse(status: 302, headers: ["Location": consent.redirect + mark + query])
  }

  private static func isLoopback(_ address: String) -> Bool {
    guard let url = URLComponents(string: address), url.scheme == "http", url.user == nil, url.fragment == nil else {
      return false
    }
    return ["127.0.0.1", "localhost", "[::1]", "::1"].contains(url.host ?? "")
  }

  private static func percentEncoded(_ text: String) -> String {
    let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }

  private static func errorPage(_ status: Int, _ error: String, _ message: String) -> StandInResponse {
    .html(
      """
      <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Error</title></head><body>
      <h1>Access blocked: Authorization Error</h1><p>\(escaped(message))</p>
      <p>Error \(status): \(error)</p></body></html>
      """, status: status)
  }
}
