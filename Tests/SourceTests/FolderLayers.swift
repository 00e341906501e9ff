/// Which folders of a source folder use types that other folders of it declare.
///
/// A folder counts with all that is in it. Files beside the folders count as a folder of their own, ``files``.
struct FolderLayers {
  /// The name under which the files beside the folders go.
  static let files = "."

  struct Use: Hashable {
    let user: String
    let owner: String
  }

  /// The uses, each with the names of the types.
  private(set) var uses: [Use: Set<String>] = [:]

  /// - Parameters:
  ///   - sources: The files of the source folder, in it or below it.
  ///   - prefix: The path of the folder to look at, with a slash at its end; empty for the source folder itself.
  init(_ sources: [SwiftSource], below prefix: String = "") {
    var declared: [String: Set<String>] = [:]
    var shared: [String: Set<String>] = [:]
    var used: [String: Set<String>] = [:]
    for source in sources where source.path.hasPrefix(prefix) {
      let parts = source.path.dropFirst(prefix.count).split(separator: "/")
      let folder = parts.count > 1 ? String(parts[0]) : Self.files
      declared[folder, default: []].formUnion(source.declaredTypes)
      shared[folder, default: []].formUnion(source.sharedTypes)
      used[folder, default: []].formUnion(source.capitalisedWords)
    }
    for (user, words) in used {
      for (owner, types) in shared where owner != user {
        // A name that a folder declares itself means its own type there.
        let names = words.intersection(types).subtracting(declared[user] ?? [])
        if !names.isEmpty { uses[Use(user: user, owner: owner)] = names }
      }
    }
  }

  /// Every use that is part of a circle: its owner uses the types of its user, directly or through others.
  var circularUses: [String] {
    uses.filter { reaches(from: $0.key.owner, to: $0.key.user) }.map { use, names in
      "\(use.user) uses \(names.sorted().joined(separator: ", ")) of \(use.owner)"
    }.sorted()
  }

  private func reaches(from start: String, to end: String) -> Bool {
    var reached: Set<String> = [start]
    var open = [start]
    while let folder = open.popLast() {
      if folder == end { return true }
      for use in uses.keys where use.user == folder && reached.insert(use.owner).inserted { open.append(use.owner) }
    }
    return false
  }
}
