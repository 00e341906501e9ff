import Basics
import HTTPMessages
import Synchronization

/// The code that a browser brings back, once. Whoever waits for it gets it after ``release()``, because the sign-in then ends, and
/// the browser must have its answer by then.
final class ReturnedCode: Sendable {
  private struct State {
    var isReleased = false
    var result: Result<String, DriveError>?
    var waiting: CheckedContinuation<Result<String, DriveError>?, Never>?
  }

  /// What only this sign-in knows, so that no other page can hand in a code.
  let state: String
  private let inner = Mutex(State())

  init(state: String) {
    self.state = state
  }

  /// Takes the query of the address that Google sent the browser to, or the whole address.
  ///
  /// - Returns: Why it is not taken; nil if it is.
  func take(_ address: String) -> String? {
    let line = address.drop { $0 == " " }.prefix { $0 != " " && $0 != "#" && $0 != "\n" && $0 != "\r" }
    let query = line.firstIndex(of: "?").map { line[line.index(after: $0)...] } ?? line
    var fields: [String: String] = [:]
    for field in query.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      fields[String(parts[0])] =
        parts.count > 1 ? String(decoding: PercentEncoding.decode(parts[1].utf8), as: UTF8.self) : ""
    }
    guard let given = fields["state"], given == state else { return "This address is not one of this sign-in." }
    if let code = fields["code"], !code.isEmpty {
      end(.success(code))
      return nil
    }
    let word = fields["error"] ?? "no code came"
    let isRefusal = word == "access_denied"
    end(
      .failure(
        DriveError(
          .loginFailed, isRefusal ? "access was not allowed in the browser." : "Google did not sign in.",
          hint: "Try again.", reason: Excerpt.visible(word))))
    return isRefusal ? "Access was not allowed." : "Google did not sign in: \(Excerpt.visible(word))."
  }

  /// Waits for the code; nil if the task is cancelled.
  func value() async -> Result<String, DriveError>? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = inner.withLock { inner -> Result<String, DriveError>?? in
          if inner.isReleased, let result = inner.result { return .some(result) }
          if Task.isCancelled { return .some(nil) }
          inner.waiting = continuation
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      inner.withLock { inner in
        defer { inner.waiting = nil }
        return inner.waiting
      }?.resume(returning: nil)
    }
  }

  /// Gives what was taken to the one who waits for it.
  func release() {
    let waiting = inner.withLock { inner -> CheckedContinuation<Result<String, DriveError>?, Never>? in
      guard inner.result != nil else { return nil }
      inner.isReleased = true
      defer { inner.waiting = nil }
      return inner.waiting
    }
    waiting?.resume(returning: inner.withLock { $0.result })
  }

  private func end(_ result: Result<String, DriveError>) {
    inner.withLock { inner in
      if inner.result == nil { inner.result = result }
    }
  }
}
