public import NStackAPI
public import Observation

/// What an app does so that its texts can be edited where they are shown: it highlights what is on screen, lists the
/// proposals of what is tapped, of the screen or of all texts, proposes and deletes.
///
/// It draws nothing, unlike the views of TextStoreUI. A user interface calls it and shows ``state``, ``groups`` and ``counts``, which can be observed.
@MainActor @Observable public final class TextEditMode {
  /// What an edit mode shows.
  public enum State: Hashable, Sendable {
    /// The app is as everybody sees it.
    case off
    /// What can be edited is highlighted, and a tap edits it.
    case highlighting
    /// It asks what to do next, with ``TextEditMode/counts``.
    case menu
    /// The texts of a component that was tapped; a plural has several.
    case editing([TextIdentity])
    /// The proposals for what is on screen.
    case listingShown
    /// The pending proposals for all texts.
    case listingAll
  }

  /// A text and its proposals.
  public struct Group: Identifiable, Sendable {
    /// The text.
    public let id: TextIdentity
    /// The value that is shown, with its placeholders; nil if there is none.
    public let value: String?
    /// This guid's proposal first, then the newest.
    public let proposals: [Proposal]
  }

  /// The pending proposals for what is on screen and for all texts, and what was proposed and deleted since edit mode began.
  public typealias Counts = (shown: Int, all: Int, proposed: Int, deleted: Int)

  /// What edit mode shows.
  public private(set) var state = State.off
  /// The session whose texts are edited.
  package let session: TextSession
  private var proposed = 0
  private var deleted = 0

  /// Creates an edit mode that is off.
  public init(_ session: TextSession) { self.session = session }

  /// Begins edit mode, or, while things are highlighted, asks what to do next. A released app, whose session reads no
  /// proposals, has no edit mode.
  public func shake() {
    if state == .highlighting {
      state = .menu
      return
    }
    guard state == .off, session.texts.choice != .none else { return }
    (proposed, deleted, state) = (0, 0, .highlighting)
    session.components.isHighlighting = true
  }

  /// Edits the texts of a component, if it is one of those that are highlighted.
  public func tap(_ component: any TextComponent) {
    let texts = session.components.texts(of: component)
    guard state == .highlighting, component.isShown, !texts.isEmpty else { return }
    state = .editing(texts)
  }

  /// Lists proposals: those for what is on screen, or all.
  public func list(all: Bool) { if state != .off { state = all ? .listingAll : .listingShown } }

  /// Closes the menu, an editor or a list.
  public func close() { if state != .off { state = .highlighting } }

  /// Ends edit mode.
  ///
  /// - Returns: What was done in it.
  @discardableResult public func leave() -> Counts {
    state = .off
    session.components.isHighlighting = false
    return counts
  }

  /// How many proposals there are now, and what was done since edit mode began.
  public var counts: Counts { (session.shownProposals.count, session.texts.proposals.count, proposed, deleted) }

  /// What is edited or listed: the texts that were tapped, those on screen that have proposals, in the order in which they are
  /// shown and own ones first, or all that have proposals, by section, key and locale.
  public var groups: [Group] {
    session.components.observe()
    return switch state {
    case .off, .highlighting, .menu: []
    case .editing(let texts): texts.map(group)
    case .listingShown: groups(of: session.shownProposals)
    case .listingAll:
      groups(of: session.texts.proposals).sorted { left, right in
        (left.id.section, left.id.key, left.id.locale) < (right.id.section, right.id.key, right.id.locale)
      }
    }
  }

  /// Proposes a value for a text. It is shown once the server has accepted it.
  public func propose(_ value: String, for text: TextIdentity) async throws(NStackError) {
    try await session.propose(value, for: text)
    proposed += 1
  }

  /// Deletes a proposal of this guid.
  public func delete(_ proposal: Proposal) async throws(NStackError) {
    try await session.deleteProposal(id: proposal.id)
    deleted += 1
  }

  private func groups(of proposals: [Proposal]) -> [Group] {
    var seen: Set<TextIdentity> = []
    return proposals.map(\.text).filter { seen.insert($0.normalized).inserted }.map(group)
  }

  private func group(of text: TextIdentity) -> Group {
    Group(id: text, value: session.texts.value(of: text), proposals: session.texts.proposals(of: text))
  }
}
