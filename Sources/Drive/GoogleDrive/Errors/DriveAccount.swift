/// The account that makes calls.
package enum DriveAccount: Hashable, Sendable {
  /// A service account, by its address.
  case serviceAccount(String)
  /// A person in whose name a service account acts: the addresses of both.
  case delegate(String, by: String)
  /// A person who signed in: the address, nil if it is not known; and the login.
  case person(String?, login: DriveLogin = DriveLogin())
  /// The owner of an access token that was given.
  case token

  var who: String {
    switch self {
    case .serviceAccount(let email): "the service account \(email)"
    case .delegate(let email, _): email
    case .person(let email?, _): email
    case .person(nil, _): "this account"
    case .token: "the owner of the access token"
    }
  }

  /// The person in whose name a service account acts; nil for other accounts.
  var delegated: String? { if case .delegate(let email, _) = self { email } else { nil } }

  /// Whether the account sees only files that this program created.
  package var seesOnlyOwnFiles: Bool {
    guard case .person(_, let login) = self else { return false }
    return login.seesOnlyOwnFiles
  }

  /// What to do about a login that sees only files that this program created.
  static let moreRights =
    "Sign in with more permissions: nstack-review drive login --read-all, or --all to write as well."

  /// What to do if Google does not accept the login.
  var howToSignIn: String {
    switch self {
    case .serviceAccount(let email), .delegate(_, let email):
      "Check in Google's console that the service account \(email) and its key still exist, or create a new key."
    case .person(_, let login):
      "Sign in again: \(login.command). If that is needed every seven days, the consent screen of the client id is in "
        + "\"Testing\": publish it, or make it internal to your Google Workspace."
    case .token: "Get a new access token."
    }
  }

  /// What to do if the login lacks a permission.
  func howToGet(_ scope: DriveScope) -> String {
    switch self {
    case .serviceAccount: "Ask the administrator."
    case .delegate(_, let email):
      "Ask the administrator to grant the service account \(email) the permission \(scope.rawValue) in the admin console, "
        + "under domain-wide delegation."
    case .person(_, let login) where !login.isKept: "Sign in again: \(login.command) --scopes=\(scope.rawValue),…"
    case .person: "Sign in again: \(DriveLogin().command) \(scope == .readAll ? "--read-all" : "--all")."
    case .token: "Get an access token with the permission \(scope.rawValue)."
    }
  }

  /// What to do if the account may see a file but not change it.
  var howToGetEditing: String {
    seesOnlyOwnFiles ? Self.moreRights : "Ask its owner to share it with permission to edit."
  }

  /// What to do if a file cannot be seen.
  var howToShare: String {
    switch self {
    case .serviceAccount(let email): "Check the id, and share the file with \(email)."
    case .person where seesOnlyOwnFiles: Self.moreRights
    case .delegate(let email, _), .person(let email?, _): "Check the id, and ask its owner to share it with \(email)."
    case .person(nil, _), .token: "Check the id, and ask its owner to share it with this account."
    }
  }
}

/// What is known about a person's login.
package struct DriveLogin: Hashable, Sendable {
  /// The rights that the person gave; empty if they are not known.
  package var rights: Set<DriveScope>
  /// Whether `drive login` made the login.
  package var isKept: Bool

  package init(rights: Set<DriveScope> = [], isKept: Bool = true) { (self.rights, self.isKept) = (rights, isKept) }

  /// Whether the login opens only files that this program created.
  var seesOnlyOwnFiles: Bool { rights == [.ownFiles] }

  var command: String { isKept ? "nstack-review drive login" : "gcloud auth application-default login" }
}

/// A right that a login asks for.
package enum DriveScope: String, CaseIterable, Hashable, Sendable {
  /// Files that this program creates, and no others.
  case ownFiles = "https://www.googleapis.com/auth/drive.file"
  /// All files of the account, to read.
  case readAll = "https://www.googleapis.com/auth/drive.readonly"
  /// All files of the account, to read and write.
  case all = "https://www.googleapis.com/auth/drive"

  /// What the right allows and why it is asked for, as a sentence.
  package var explanation: String {
    switch self {
    case .ownFiles: "Files that nstack-review itself creates: to upload sheets, and to read them back."
    case .readAll: "All files of the account, to read: to list and read sheets that others created."
    case .all: "All files of the account, to read and write: to replace sheets that others created."
    }
  }
}
