import Basics
import Foundation

/// A JSON Web Token with which a service account asks for an access token.
///
/// Source: RFC 7519, RFC 7523, and "Using OAuth 2.0 for Server to Server Applications".
struct Assertion: Sendable {
  let issuer: String
  let audience: String
  let subject: String?
  let scopes: [String]
  private let issuedAt: Int?
  private let expires: Int?
  private let header: JSONValue
  private let signed: Data
  private let signature: Data

  init(_ text: String) throws(TokenRefusal) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { throw .invalidGrant("Invalid JWT: malformed.") }
    guard header["alg"]?.string == "RS256" else { throw .invalidGrant("Invalid JWT: the algorithm must be RS256.") }
    guard let issuer = claims["iss"]?.string, let audience = claims["aud"]?.string else {
      throw .invalidGrant("Invalid JWT: iss and aud are required.")
    }
    (self.header, self.issuer, self.audience, self.signature) = (header, issuer, audience, signature)
    subject = claims["sub"]?.string
    scopes = (claims["scope"]?.string ?? "").split(separator: " ").map(String.init)
    issuedAt = claims["iat"]?.integer
    expires = claims["exp"]?.integer
    signed = Data("\(parts[0]).\(parts[1])".utf8)
  }

  func verify(key: SigningKeyPair, keyID: String?) throws(TokenRefusal) {
    guard key.accepts(signature, of: signed) else { throw .invalidGrant("Invalid JWT Signature.") }
    if let named = header["kid"]?.string, named != keyID { throw .invalidGrant("Invalid JWT Signature.") }
  }

  func checkTimes(now: Int, leeway: Int) throws(TokenRefusal) {
    guard let issuedAt, let expires, issuedAt <= now + leeway, expires > now, expires - issuedAt <= 3600,
      expires > issuedAt
    else {
      throw .invalidGrant(
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat"
          + " and exp values in the JWT claim.")
    }
  }

  private static func object(_ text: Substring) -> JSONValue? {
    guard let data = Base64URL.decode(text), let json = String(validating: data, as: UTF8.self),
      let value = try? JSONValue(parsing: json), case .object = value
    else { return nil }
    return value
  }
}

/// The key of a service account, which a test gives to the client as a file.
package struct StandInKey: Sendable {
  package let email: String
  package let keyID: String
  /// The private key in PEM.
  package let privateKey: String
  let pair: SigningKeyPair

  /// Makes a new key, which takes some tenths of a second.
  package init(email: String, keyID: String) throws {
    pair = try SigningKeyPair()
    self.email = email
    self.keyID = keyID
    privateKey = try pair.pem()
  }

  /// The file that Google lets one download.
  package func file(tokenURL: String) -> String {
    JSONValue.members([
      "type": "service_account", "project_id": "stand-in", "private_key_id": keyID, "private_key": privateKey + "\n",
      "client_email": email, "client_id": "100000000000000000001",
      "auth_uri": "https://accounts.google.com/o/oauth2/auth", "token_uri": tokenURL,
      "universe_domain": "googleapis.com",
    ]).text
  }
}

/// Base64 with the letters of URLs and without padding.
///
/// Source: RFC 4648, section 5.
enum Base64URL {
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  static func decode(_ text: Substring) -> Data? {
    guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
    let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
  }
}
