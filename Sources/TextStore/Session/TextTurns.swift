/// Writes about one text go out one after the other. Otherwise their answers could arrive in another order than the one in
/// which the server took them.
@MainActor
final class TextTurns {
  /// The writes that wait for each text that has one under way.
  private var waiting: [NamedText: [CheckedContinuation<Void, Never>]] = [:]

  /// Waits until no other write about a text is under way. ``end(_:)`` must follow.
  func begin(_ text: NamedText) async {
    guard waiting[text] != nil else {
      waiting[text] = []
      return
    }
    await withCheckedContinuation { waiting[text]?.append($0) }
  }

  /// Lets the next write about a text go out.
  func end(_ text: NamedText) {
    guard var queue = waiting[text], !queue.isEmpty else {
      waiting[text] = nil
      return
    }
    let next = queue.removeFirst()
    waiting[text] = queue
    next.resume()
  }
}
