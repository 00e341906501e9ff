/// A deliberate failure, to test how a client copes with it.
package struct SandboxFault: Sendable {
  /// What happens.
  package enum Action: Sendable {
    /// The request is not carried out; this answer comes instead.
    case refuse(status: Int, headers: [(name: String, value: String)] = [], body: String = "")
    /// The request is carried out; this answer comes all the same.
    case answer(status: Int, headers: [(name: String, value: String)] = [], body: String = "")
    /// The request is carried out after some time, whether or not the client still waits.
    case applyLate(Duration)
    /// The request is carried out; its answer comes after some time.
    case answerLate(Duration)
    /// The request is carried out; the connection breaks within its answer.
    case breakAnswer
    /// The request is not carried out; the connection breaks.
    case breakConnection
  }

  /// The method of the requests that are meant; `*` for any.
  package let method: String
  /// Parts of a path that follow one another in the paths that are meant, such as `proposals`; nil for any path.
  package let path: String?
  /// Which of them, counted from one since the start.
  package let isMeant: @Sendable (_ number: Int) -> Bool
  /// What happens to them.
  package let action: Action

  /// Creates a fault for the requests with some numbers, `{ $0 % 3 == 0 }` for every third.
  package init(
    _ method: String, path: String? = nil, _ isMeant: @escaping @Sendable (_ number: Int) -> Bool, _ action: Action
  ) {
    self.method = method
    self.path = path
    self.isMeant = isMeant
    self.action = action
  }

  /// Whether a request is one of those that are counted.
  func counts(method: String, path: String) -> Bool {
    guard self.method == "*" || self.method == method else { return false }
    guard let wanted = self.path?.split(separator: "/"), !wanted.isEmpty else { return true }
    let parts = path.split(separator: "/")
    return parts.indices.contains { parts[$0...].starts(with: wanted) }
  }
}
