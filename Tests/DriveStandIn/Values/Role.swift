/// What somebody may do with a file, from the least to the most.
package enum Role: String, Comparable, Sendable, CaseIterable {
  case reader, commenter, writer, fileOrganizer, organizer, owner

  package static func < (one: Role, other: Role) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

/// One entry of a file's sharing.
package struct Permission: Hashable, Sendable {
  package enum Grantee: Hashable, Sendable {
    case user(String)
    case domain(String)
    case anyone
  }

  package let grantee: Grantee
  package var role: Role

  package init(_ grantee: Grantee, _ role: Role) {
    self.grantee = grantee
    self.role = role
  }

  func applies(to email: String) -> Bool {
    switch grantee {
    case .user(let address): address == email
    case .domain(let domain): email.hasSuffix("@\(domain)")
    case .anyone: true
    }
  }
}
