import NStackAPI
import TextStore

/// What an app does so that its texts can be edited where they are shown: everything that can be edited is highlighted, a tap lists
/// the proposals of what was tapped, and a list has those of all that is on screen. The session knows what is shown, so edit
/// mode keeps nothing but the session.
@MainActor struct EditMode {
  let session: TextSession

  /// Highlights everything that can be edited, or nothing.
  func highlight(_ isOn: Bool) { for case let part as Part in session.components.shown { part.isHighlighted = isOn } }

  /// The proposals of what was tapped, own ones first.
  func proposals(tapping part: Part) -> [Proposal] {
    session.components.texts(of: part).flatMap { session.texts.proposals(of: $0) }
  }

  /// Proposes a value for what was tapped.
  func propose(_ value: String, tapping part: Part) async throws {
    for text in session.components.texts(of: part) { try await session.propose(value, for: text) }
  }

  /// The list for all that is on screen, own proposals first.
  var list: String { Self.list(of: session.shownProposals) }

  /// Proposals in one line.
  static func list(of proposals: [Proposal]) -> String {
    let words = proposals.map { "\($0.text.section)/\($0.text.key) \"\($0.value)\"\($0.canDelete ? " (own)" : "")" }
    return words.isEmpty ? "none" : words.joined(separator: ", ")
  }
}
