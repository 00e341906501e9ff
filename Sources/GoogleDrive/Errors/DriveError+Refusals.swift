import Basics
import HTTPMessages

extension DriveError {
  /// What a refusal means, in plain words with what to do.
  ///
  /// - Parameters:
  ///   - request: The name of the request in messages.
  ///   - account: As whom it was sent; nil for the calls that sign in.
  ///   - subject: What the call is about, such as `the file "review.xlsx"`.
  init(_ refusal: GoogleRefusal, request: String, account: DriveAccount?, subject: String) {
    let scope: DriveScope = request.hasPrefix("GET ") ? .readAll : .all
    let (code, message, hint) = Self.meaning(of: refusal, account, subject, scope)
    self.init(
      code, message, hint: hint, request: request, status: refusal.status, reason: refusal.reason, cause: refusal.words)
  }

  private typealias Meaning = (code: Code, message: String, hint: String?)

  /// - Parameter scope: The right that the call needs.
  private static func meaning(
    of refusal: GoogleRefusal, _ account: DriveAccount?, _ subject: String, _ scope: DriveScope
  ) -> Meaning {
    switch refusal.reason {
    case "storageQuotaExceeded", "teamDriveFileLimitExceeded":
      return storage(account, ofServiceAccount: refusal.words.contains("Service Accounts do not have storage quota"))
    case "exportSizeLimitExceeded":
      return (
        .tooLarge, "\(subject) is larger than the 10 MB that Google exports.",
        "Split the sheet, or upload it as an XLSX file."
      )
    case "accessNotConfigured", "SERVICE_DISABLED":
      return (
        .apiDisabled, "the Drive API is not enabled in the Google Cloud project of these credentials.",
        "Enable it with the link in Google's words, wait some minutes, and try again."
      )
    case "insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "insufficientScopes":
      return (
        .scope, "the login does not include the right that this needs: \(scope.rawValue).",
        account?.howToGet(scope)
      )
    case "fileNotExportable", "fileNotDownloadable":
      return (.wrongType, "\(subject) is not a Google Sheet or an XLSX file.", "Name a spreadsheet.")
    case "appNotAuthorizedToFile":
      return (
        .notAllowed, "this login may only change files that nstack-review created, and \(subject) is not one.",
        account?.howToGet(.all)
      )
    case "insufficientFilePermissions", "forbidden", "cannotAddParent":
      return (
        .notAllowed, "\(account?.who ?? "this account") may not do this with \(subject).",
        "Ask its owner to share it with the right to edit."
      )
    case "domainPolicy":
      return (
        .notAllowed, "the administrator of the Google Workspace forbids this for \(subject).", "Ask the administrator."
      )
    case "sharingRateLimitExceeded", "dailyLimitExceeded", "quotaExceeded":
      return (.rateLimited, "Google's limit for today is reached.", "Try again tomorrow.")
    default: break
    }
    if refusal.isRateLimit {
      return (.rateLimited, "Google takes no more calls for now.", "Try again in some minutes.")
    }
    return meaning(ofStatus: refusal.status, account, subject)
  }

  private static func meaning(ofStatus status: Int, _ account: DriveAccount?, _ subject: String) -> Meaning {
    switch status {
    case 401: (.loginEnded, "Google does not accept the login.", account?.howToSignIn)
    case 403:
      (.notAllowed, "Google forbids this for \(subject).", "Ask its owner to share it with the right to edit.")
    case 404 where account?.seesOnlyOwnFiles == true:
      (
        .notFound, "\(subject) does not exist, or nstack-review did not create it: this login sees no other files.",
        account?.howToShare
      )
    case 404: (.notFound, "\(subject) does not exist, or is not shared with this account.", account?.howToShare)
    case 408, 500...599: (.server, "Google failed.", "Try again later.")
    case 400...499: (.rejected, "Google refused the call about \(subject).", nil)
    default: (.badAnswer, "Google's answer about \(subject) is not one that is known.", nil)
    }
  }

  /// The error of an account that has no room for a file.
  static func noRoom(_ account: DriveAccount) -> DriveError {
    let (code, message, hint) = storage(account)
    return DriveError(code, message, hint: hint)
  }

  /// - Parameter isServiceAccount: Whether Google says that it is one, whose token does not tell.
  private static func storage(_ account: DriveAccount?, ofServiceAccount isServiceAccount: Bool = false) -> Meaning {
    if case .serviceAccount(let email)? = account {
      return (
        .noStorage, "the service account \(email) owns no storage, so it cannot create files in a person's Drive.",
        "Push into a folder of a shared drive; or create the file yourself, share it with \(email), and push to its id "
          + "with --overwrite."
      )
    }
    if isServiceAccount {
      return (
        .noStorage, "a service account owns no storage, so it cannot create files in a person's Drive.",
        "Push into a folder of a shared drive; or create the file yourself, share it with the service account, and push to "
          + "its id with --overwrite."
      )
    }
    return (.storageFull, "the Drive is full.", "Free some space, or push to another folder.")
  }
}
