/// As whom calls are made.
public enum DriveAccount: Hashable, Sendable {
  /// A service account, by its address.
  case serviceAccount(String)
  /// A person who signed in; the address is nil if it is not known.
  case person(String?)
  /// The owner of an access token that was given.
  case token

  /// The account in messages.
  var who: String {
    switch self {
    case .serviceAccount(let email): "the service account \(email)"
    case .person(let email?): email
    case .person(nil): "this account"
    case .token: "the owner of the access token"
    }
  }

  /// What to do if Google does not accept the login.
  var howToSignIn: String {
    switch self {
    case .serviceAccount: "Create a new key for the service account."
    case .person: "Sign in again: nstack-review drive login."
    case .token: "Get a new access token."
    }
  }

  /// What to do if a file cannot be seen.
  var howToShare: String {
    switch self {
    case .serviceAccount(let email): "Check the id, and share the file with \(email)."
    case .person(let email?): "Check the id, and ask its owner to share it with \(email)."
    case .person(nil), .token: "Check the id, and ask its owner to share it with this account."
    }
  }
}
