import Crypto

/// The secret of one sign-in, so that no other program can use the code that passes through the browser (PKCE, RFC 7636).
struct ProofKey: Sendable {
  /// What only this program knows until it exchanges the code.
  let verifier: String

  init(verifier: String = Base64URL.random(bytes: 48)) {
    self.verifier = verifier
  }

  /// What the browser shows to Google, of the method `S256`.
  var challenge: String { Base64URL.text(SHA256.hash(data: Array(verifier.utf8))) }
}
