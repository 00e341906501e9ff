/// One thing that the stand-in does, and where it is written down.
package struct StandInFact: Hashable, Sendable {
  package enum Source: String, Sendable {
    /// Google's discovery document `drive.v3.json`, revision 20261106.
    case discovery
    /// Google's guides and reference, or an RFC.
    case reference
    /// Reported by others or assumed. To be confirmed with a real account.
    case unconfirmed
  }

  package let sentence: String
  package let source: Source

  package static let all: [StandInFact] = discovery + reference + unconfirmed

  private static let discovery = [
    "Paths are /drive/v3/files and /upload/drive/v3/files; each method takes the scopes of the document.",
    "A list has pages of 100 files unless pageSize says otherwise; a larger pageSize than 1000 counts as 1000.",
    "A list holds trashed files unless the query leaves them out.",
    "supportsAllDrives and includeItemsFromAllDrives are false unless they are set.",
    "A page token that is rejected is discarded, and paging restarts.",
    "files.export answers at most 10 MB and has no parameter for shared drives.",
    "alt=media works only for files that are stored in Drive, not for Google Docs, Sheets and Slides.",
    "size and version are strings; version grows with every change, also with those that nobody sees.",
    "md5Checksum exists only for files with binary content.", "owners and ownedByMe are missing on shared drives.",
    "A copy without a parent goes to any discoverable parent of its source.",
    "A copy has the open comments of its source with copyComments alone.",
    "A file has its resourceKey, and a shortcut the targetResourceKey and targetMimeType of the file that it leads to.",
    "Without a parent a new file is in the folder My Drive.", "Names are not unique in a folder.",
    "An operation has a name that ends in operations/ and an id; operations.get takes it as one part of its path.",
    "A file with a Google type and uploaded bytes is imported, if the type of the bytes allows it.",
  ].map { StandInFact(sentence: $0, source: .discovery) }

  private static let reference = [
    "A resumable session begins with 200 and Location; pieces are multiples of 256 KiB, except for the last one.",
    "308 with Range: bytes=0-N means that N+1 bytes arrived; without Range nothing did.",
    "PUT with Content-Range: bytes */total asks what arrived; 404 means that the session is gone.",
    "A query has its texts in quotes, in which ' and \\ are escaped by \\.",
    "name contains finds the beginnings of words only.", "fields selects members with a,b(c); about.get requires it.",
    "files.export answers 403 exportSizeLimitExceeded above its limit.",
    "A missing scope is 403 with ACCESS_TOKEN_SCOPE_INSUFFICIENT; a wrong token is 401 authError.",
    "404 notFound also means that the file is not shared with the account.",
    "X-Goog-Drive-Resource-Keys has pairs of an id and a key; without its key a file that is shared by a link is not found.",
    "A service account has no storage: 403 storageQuotaExceeded, except on shared drives.",
    "An app without access to a file gets 403 appNotAuthorizedToFile when it writes.",
    "Loopback redirects take any port; a code counts once, with the verifier of its S256 challenge.",
    "Installed apps always get a refresh token.",
    "An assertion is RS256 with iss, scope, aud, iat and exp, and lives for an hour at most.",
  ].map { StandInFact(sentence: $0, source: .reference) }

  private static let unconfirmed = [
    "export of a file with binary content answers 403 fileNotExportable.",
    "alt=media of a Google Sheet answers 403 fileNotDownloadable.",
    "exportLinks lead to /spreadsheets/export?id=…&exportFormat=xlsx, which takes the access token, with no limit.",
    "An export link may redirect to another host, which needs no access token.",
    "A session URI needs no access token, and a token that is sent with it must be valid.",
    "A piece before the last one that is not a multiple of 256 KiB is refused with 400.",
    "A piece that begins after the bytes that arrived is refused with 400; bytes that arrived already are passed over.",
    "What arrived of a piece before a lost connection is kept in whole units of 256 KiB.",
    "A session that has ended gives its last answer again.", "A size other than the announced one is refused with 400.",
    "Storage, parents and permissions are checked when a session begins, and again at its end.",
    "The XLSX that a Google Sheet exports is the uploaded one, or what a hook makes of it; Google writes its own.",
    "name = compares without regard to case.", "A date in a query may be a day alone.",
    "'me' in owners finds the files of the account that asks.", "A list without orderBy begins with the latest change.",
    "The corpus user holds files of a shared drive that the account made, opened or was given, or in a folder that"
      + " the query names.", "Wrong combinations of corpora, driveId and the parameters for shared drives answer 400.",
    "A page token that is used with another query answers 400.",
    "drive.file sees the folder My Drive, and no other folder that the app did not make.",
    "Members that cannot be written answer 403 fieldNotWritable.",
    "Who owns a folder may edit what others put into it.",
    "A Google Sheet whose content is replaced has no comments any more.",
    "A copy does not take over sharing; it has that of its folder.",
    "An assertion with another aud, an unknown issuer or wrong times answers 400 invalid_grant.",
    "iat may be up to five minutes in the future.", "The access token of a revoked refresh token stops at once.",
    "Changing bytes moves version by two, changing metadata by one.", "Changing metadata moves modifiedTime.",
    "An edit of a Google Sheet moves modifiedTime before the next answer, and a look at it does not.",
    "files.download answers an operation that is done at the first poll.",
    "There are no formats of import and export but XLSX and Google Sheets, and no id_token.",
  ].map { StandInFact(sentence: $0, source: .unconfirmed) }
}
