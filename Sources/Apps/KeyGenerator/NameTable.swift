import Basics

/// The identifiers of one scope, each given once.
struct NameTable {
  /// Two names that would become the same identifier.
  struct Collision: Hashable {
    /// The name that keeps the identifier; nil if the scope itself uses it.
    let holder: String?
    let other: String
    let identifier: String
  }

  private(set) var identifiers: [ExactText: String] = [:]
  /// The collisions, in the order of the names' bytes.
  private(set) var collisions: [Collision] = []

  /// Gives each name an identifier.
  ///
  /// If several names have the same identifier, the name that is spelled like it keeps it, otherwise the first in byte
  /// order. The others get a number.
  ///
  /// - Parameters:
  ///   - taken: Identifiers that the scope itself uses.
  ///   - mapping: The identifier that a name would get on its own.
  init(_ names: [String], taken: Set<String>, mapping: (String) -> String) {
    let sorted = names.map { (exact: ExactText($0), natural: mapping($0)) }.sorted { $0.exact < $1.exact }
    var groups: [String: [ExactText]] = [:]
    var order: [String] = []
    for (exact, natural) in sorted {
      if groups[natural] == nil { order.append(natural) }
      groups[natural, default: []].append(exact)
    }
    // A name with a number must not collide with another name's own identifier.
    var used = taken.union(order)
    for natural in order {
      let group = groups[natural] ?? []
      let isFree = !taken.contains(natural)
      let holder = isFree ? group.first { $0.string == natural } ?? group.first : nil
      if let holder { identifiers[holder] = natural }
      var number = 2
      for name in group where name != holder {
        while used.contains("\(natural)_\(number)") { number += 1 }
        let identifier = "\(natural)_\(number)"
        used.insert(identifier)
        identifiers[name] = identifier
        collisions.append(Collision(holder: holder?.string, other: name.string, identifier: identifier))
      }
    }
    collisions.sort { ExactText($0.other) < ExactText($1.other) }
  }

  subscript(name: ExactText) -> String { identifiers[name] ?? name.string }
}
