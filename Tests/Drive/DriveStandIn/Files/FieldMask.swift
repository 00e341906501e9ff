import Basics

/// A selection of members, as the parameter `fields` writes it: `nextPageToken,files(id,owners/emailAddress)`.
struct FieldMask: Hashable, Sendable {
  /// The members, each with the selection in it; nil for all.
  private var members: [String: FieldMask]?

  static let everything = FieldMask(members: nil)

  private init(members: [String: FieldMask]?) { self.members = members }

  /// - Parameter known: The members that an answer may have.
  /// - Throws: ``DriveRefusal`` for a mask that cannot be read, and for members that are not known.
  init(_ text: String, of known: FieldMask = .everything) throws(DriveRefusal) {
    var rest = text[...]
    self = try Self.list(&rest, text)
    guard rest.isEmpty else { throw Self.refusal(text) }
    try check(known)
  }

  func applied(to value: JSONValue) -> JSONValue {
    guard let members else { return value }
    switch value {
    case .array(let values): return .array(values.map { applied(to: $0) })
    case .object(let object):
      return .object(object.compactMap { name, value in members[name].map { (name, $0.applied(to: value)) } })
    default: return value
    }
  }

  private static func list(_ rest: inout Substring, _ text: String) throws(DriveRefusal) -> FieldMask {
    var mask = FieldMask(members: [:])
    while true {
      mask = mask.merged(with: try item(&rest, text))
      guard rest.first == "," else { return mask }
      rest.removeFirst()
    }
  }

  private static func item(_ rest: inout Substring, _ text: String) throws(DriveRefusal) -> FieldMask {
    let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "*" })
    guard !name.isEmpty else { throw refusal(text) }
    rest = rest.dropFirst(name.count)
    var inner = everything
    if rest.first == "/" {
      rest.removeFirst()
      inner = try item(&rest, text)
    } else if rest.first == "(" {
      rest.removeFirst()
      inner = try list(&rest, text)
      guard rest.popFirst() == ")" else { throw refusal(text) }
    }
    return name == "*" ? everything : FieldMask(members: [name: inner])
  }

  private func merged(with other: FieldMask) -> FieldMask {
    guard let members, let more = other.members else { return .everything }
    return FieldMask(members: members.merging(more) { $0.merged(with: $1) })
  }

  private func check(_ known: FieldMask) throws(DriveRefusal) {
    guard let members, let names = known.members else { return }
    for (name, mask) in members.sorted(by: { $0.key < $1.key }) {
      guard let inner = names[name] else { throw Self.refusal(name) }
      try mask.check(inner)
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
    "id,name,mimeType,modifiedTime,version,size,owners(emailAddress),lastModifyingUser(emailAddress,displayName),parents,"
    + "driveId,webViewLink,md5Checksum,trashed,properties,appProperties,shortcutDetails(targetId),"
    + "capabilities(canEdit,canModifyContent,canAddChildren),exportLinks"

  static let file = known(members)
  static let fileList = known("incompleteSearch,nextPageToken,files(\(members))")
  static let about = known("user(displayName,emailAddress),storageQuota(limit,usage)")

  private static func known(_ text: String) -> FieldMask {
    // A text that cannot be read knows no member, so that every answer is refused.
    (try? FieldMask(text)) ?? FieldMask(members: [:])
  }
}
