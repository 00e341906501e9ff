/// Somebody who signs in: a person, or a service account.
package struct Account: Hashable, Sendable {
  package let email: String
  package let name: String
  /// The public key of a service account in PEM; nil for a person.
  package let publicKey: String?
  /// The id of a service account's key.
  package let keyID: String?
  /// Whether the service account may act for persons of its domain.
  package var actsForOthers = false
  /// The bytes that the account may store; nil for any number.
  package var storageLimit: Int?

  package var isServiceAccount: Bool { publicKey != nil }

  package init(
    email: String, name: String, publicKey: String? = nil, keyID: String? = nil, actsForOthers: Bool = false,
    storageLimit: Int? = 15 << 30
  ) {
    self.email = email
    self.name = name
    self.publicKey = publicKey
    self.keyID = keyID
    self.actsForOthers = actsForOthers
    self.storageLimit = storageLimit
  }
}

/// A program that is registered for signing in.
package struct StandInClient: Hashable, Sendable {
  package let id: String
  package let secret: String
  package let name: String
  /// Whether its consent screen is in testing, so that refresh tokens live for seven days.
  package var isInTesting: Bool

  package init(id: String, secret: String, name: String, isInTesting: Bool = false) {
    self.id = id
    self.secret = secret
    self.name = name
    self.isInTesting = isInTesting
  }
}

/// Who sends a request, through which program, and what they may do.
struct Requester: Hashable, Sendable {
  let email: String
  let clientID: String
  let scopes: Set<String>
}
