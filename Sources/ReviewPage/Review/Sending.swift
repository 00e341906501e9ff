import Basics
import NStackAPI
import TranslationReview

/// How far a Send has come, and how it ended.
struct Sending: Sendable {
  /// Whether a Send is running, and how the last one ended.
  enum State: String, Sendable {
    case idle
    case sending
    case done
    /// Nothing was sent.
    case failed
  }

  /// What is being done.
  enum Step: String, Sendable {
    case reading
    /// An earlier import left calls in doubt.
    case waiting
    case sending
    case verifying
  }

  /// The end of one draft.
  struct Result: Sendable {
    let text: TextIdentity
    let wish: Draft.Wish
    let outcome: ReviewBoard.Outcome
    /// Whether the server holds what the draft asks for.
    let isDone: Bool
  }

  var state = State.idle
  var step = Step.reading
  var done = 0
  var total = 0
  /// The code of the error, if nothing was sent.
  var code: String?
  var message: String?
  /// Whether the server was read again and holds what was asked; nil if it was not read.
  var isVerified: Bool?
  var results: [Result] = []

  /// Creates the state before the first Send.
  init() {}

  /// Creates the state of a Send that begins.
  init(beginning total: Int) {
    state = .sending
    self.total = total
  }

  /// Takes the report of an import.
  mutating func end(_ report: SubmissionReport, canonical: (TextIdentity) -> TextIdentity) {
    state = .done
    results = report.changeset.items.indices.compactMap { place in
      let item = report.changeset.items[place]
      let outcome = report.outcome(ofItemAt: place)
      // Other drafts without a call stay as the page shows them, with the reason.
      guard outcome != nil || item.isSettled else { return nil }
      let name = outcome?.name ?? ChangeOutcome.alreadyThere.name
      let isDone = outcome?.isDone ?? true
      let message = outcome?.message ?? item.message
      return Result(
        text: canonical(item.row.text), wish: Self.wish(of: item),
        outcome: ReviewBoard.Outcome(name: name, message: message), isDone: isDone)
    }
    switch report.verification {
    case .verified: isVerified = true
    case .differences: isVerified = false
    case .notRead(let reason):
      message = "The server was not read again, so it is not known whether it holds everything: \(reason)"
    case .nothingToVerify: break
    }
  }

  /// Takes an error that kept everything from being sent.
  mutating func fail(code: String, message: String) {
    state = .failed
    self.code = code
    self.message = message
  }

  private static func wish(of item: Changeset.Item) -> Draft.Wish {
    item.row.intent.isWithdrawal
      ? .withdraw(proposalID: item.row.proposalID ?? 0, value: ExactText(item.row.proposal))
      : .propose(ExactText(item.row.proposal))
  }
}
