import Basics
public import NStackAPI

extension LocalizedTexts {
  /// The pending proposals in the order of their numbers, including those for texts and locales that the application no
  /// longer has.
  public var proposals: [Proposal] { pending.values.joined().sorted { $0.id < $1.id } }

  /// The pending proposals of a text: this guid's before others, and newer before older.
  public func proposals(of text: TextIdentity) -> [Proposal] { pending[text.normalized] ?? [] }

  /// The proposal whose value is shown for a text; nil if the published value is.
  package func shownProposal(of text: TextIdentity) -> Proposal? { choice.shown(of: proposals(of: text)) }

  /// The pending proposal with a number; nil if there is none.
  public func proposal(withID id: Int) -> Proposal? { texts[id].flatMap { pending[$0]?.first { $0.id == id } } }

  /// Inserts a proposal that this guid just made, as returned by the server. It replaces the guid's earlier proposals
  /// of the text, because NStack keeps one for each text and guid.
  ///
  /// Call it only with the server's answer: what the server refused, or did not answer, is not a proposal.
  public mutating func insert(_ proposal: Proposal) {
    for earlier in proposals(of: proposal.text) where earlier.canDelete { remove(proposalWithID: earlier.id) }
    // Not every answer says that the proposal may be deleted, although only its maker gets the answer.
    add(Proposal(id: proposal.id, text: proposal.text, value: proposal.value, canDelete: true))
  }

  /// Removes a proposal that the server deleted. The next proposal of the text is shown, or the published value.
  ///
  /// - Returns: The proposal; nil if there was none with this number.
  @discardableResult public mutating func remove(proposalWithID id: Int) -> Proposal? {
    guard let text = texts.removeValue(forKey: id) else { return nil }
    var rest = pending[text] ?? []
    let index = rest.firstIndex { $0.id == id }
    let removed = index.map { rest.remove(at: $0) }
    pending[text] = rest.isEmpty ? nil : rest
    show(text)
    return removed
  }

  /// Adds proposals to texts that have none. If several have the same number, the last one counts.
  mutating func addAll(_ proposals: [Proposal]) {
    for proposal in Dictionary(proposals.map { ($0.id, $0) }, uniquingKeysWith: { $1 }).values {
      let text = proposal.text.normalized
      texts[proposal.id] = text
      pending[text, default: []].append(proposal)
    }
    for text in pending.keys {
      pending[text] = ProposalChoice.sorted(pending[text] ?? [])
      show(text)
    }
  }

  /// Adds a proposal. One with the same number is replaced.
  private mutating func add(_ proposal: Proposal) {
    remove(proposalWithID: proposal.id)
    let text = proposal.text.normalized
    texts[proposal.id] = text
    let index = pending[text]?.firstIndex { ProposalChoice.isBefore(proposal, $0) }
    pending[text, default: []].insert(proposal, at: index ?? pending[text]?.count ?? 0)
    show(text)
  }

  private mutating func show(_ text: TextIdentity) {
    guard let index = index(ofLocale: text.locale) else { return }
    let proposed = choice.shown(of: pending[text] ?? [])?.value
    let name = TextName(section: text.section, key: text.key)
    if proposed == nil, values[index][name] == nil { return }
    values[index][name, default: Values()].proposed = proposed
  }
}

/// Whose proposals are shown in place of the published values.
public enum ProposalChoice: String, Hashable, Sendable, CaseIterable {
  /// Only those that this guid made, and no one else's.
  case own
  /// Everybody's, reviewed or not. If a text has several, this guid's own comes first, then the newest.
  case all
  /// Nobody's: published values only. This is what a released app uses. A ``TextSession`` then reads no list of
  /// proposals.
  case none

  /// Sorts the proposals of one text: this guid's before others, and newer before older. NStack numbers proposals in the order
  /// in which they were made.
  public static func sorted(_ proposals: [Proposal]) -> [Proposal] { proposals.sorted(by: isBefore) }

  /// Whether a proposal is shown rather than another one of the same text.
  static func isBefore(_ left: Proposal, _ right: Proposal) -> Bool {
    (left.canDelete ? 0 : 1, right.id) < (right.canDelete ? 0 : 1, left.id)
  }

  /// The proposal of a text that is shown; nil if none is.
  package func shown(of sorted: [Proposal]) -> Proposal? {
    guard self != .none, let first = sorted.first else { return nil }
    return self == .all || first.canDelete ? first : nil
  }
}
