import Basics

/// A selection of members, as the parameter `fields` writes it: `nextPageToken,files(id,owners(emailAddress))`.
struct FieldMask: Hashable, Sendable {
  /// The members, each with the selection in it; none for all.
  private var members: [String: FieldMask] = [:]

  private init() {}

  /// - Parameter known: The members that an answer may have.
  /// - Throws: ``DriveRefusal`` for a mask that cannot be read, and for members that are not known.
  init(_ text: String, of known: FieldMask) throws(DriveRefusal) {
    var rest = text[...]
    self = try Self.list(&rest, known)
    guard rest.isEmpty else { throw Self.refusal(text) }
  }

  func applied(to value: JSONValue) -> JSONValue {
    if members.isEmpty { return value }
    switch value {
    case .array(let values): return .array(values.map { applied(to: $0) })
    case .object(let object):
      return .object(object.compactMap { name, value in members[name].map { (name, $0.applied(to: value)) } })
    default: return value
    }
  }

  private static func list(_ rest: inout Substring, _ known: FieldMask) throws(DriveRefusal) -> FieldMask {
    var mask = FieldMask()
    while true {
      let name = String(rest.prefix { $0.isLetter || $0.isNumber })
      guard !name.isEmpty, known.members.isEmpty || known.members[name] != nil else { throw refusal(name) }
      rest = rest.dropFirst(name.count)
      var inner = FieldMask()
      if rest.first == "(" {
        rest.removeFirst()
        inner = try list(&rest, known.members[name] ?? inner)
        guard rest.popFirst() == ")" else { throw refusal(name) }
      }
      mask.members[name] = inner
      guard rest.first == "," else { return mask }
      rest.removeFirst()
    }
  }

  private static func refusal(_ text: String) -> DriveRefusal {
    DriveRefusal(400, "invalidParameter", "Invalid field selection \(text)", location: "fields")
  }
}

/// The members that answers may have.
///
/// Source: the schemas of the discovery document, of which the names that clients here ask for are known.
extension FieldMask {
  private static let members =
    "id,name,mimeType,modifiedTime,version,size,ownedByMe,owners(emailAddress),lastModifyingUser(emailAddress,displayName),parents,"
    + "driveId,webViewLink,md5Checksum,trashed,properties,appProperties,resourceKey,"
    + "shortcutDetails(targetId,targetMimeType,targetResourceKey),"
    + "capabilities(canEdit,canModifyContent,canAddChildren),exportLinks"

  static let file = known(members)
  static let fileList = known("incompleteSearch,nextPageToken,files(\(members))")
  static let about = known("user(displayName,emailAddress),storageQuota(limit,usage)")

  private static func known(_ text: String) -> FieldMask {
    guard let mask = try? FieldMask(text, of: FieldMask()) else { preconditionFailure("\(text) cannot be read") }
    return mask
  }
}
