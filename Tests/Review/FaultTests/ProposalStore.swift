import NStackAPI

/// The proposals that a server holds, found by text or by id.
struct ProposalStore: Sendable {
  private var lists: [TextIdentity: [FaultServer.Kept]] = [:]
  private var texts: [Int: TextIdentity] = [:]

  var all: [FaultServer.Kept] { lists.values.joined().sorted { $0.id < $1.id } }

  func own(_ guid: String, _ text: TextIdentity) -> FaultServer.Kept? { lists[text]?.first { $0.guid == guid } }

  subscript(id: Int) -> FaultServer.Kept? { texts[id].flatMap { lists[$0]?.first { $0.id == id } } }

  mutating func add(_ kept: FaultServer.Kept) {
    lists[kept.text, default: []].append(kept)
    texts[kept.id] = kept.text
  }

  @discardableResult mutating func remove(_ id: Int) -> FaultServer.Kept? {
    guard let text = texts.removeValue(forKey: id), let index = lists[text]?.firstIndex(where: { $0.id == id }) else {
      return nil
    }
    return lists[text]?.remove(at: index)
  }

  /// - Returns: What was removed.
  mutating func removeAll(of text: TextIdentity, but guid: String) -> [FaultServer.Kept] {
    let others = (lists[text] ?? []).filter { $0.guid != guid }
    for kept in others { remove(kept.id) }
    return others
  }
}
