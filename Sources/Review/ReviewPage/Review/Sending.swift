import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// The progress of a Send, and how it ended.
struct Sending: Sendable {
  /// Whether a Send is running, and how the last one ended.
  enum State: String, Sendable {
    case idle
    case sending
    case done
    /// Nothing was sent.
    case failed
    /// The last Send of an earlier run was cut off.
    case cutOff = "cut-off"
  }

  enum Step: String, Sendable {
    case reading
    /// Waits because an earlier import left unconfirmed calls.
    case waiting
    case sending
    case verifying
  }

  /// The result for one draft. `isDone` means that the server now has what the draft asks for.
  typealias Result = (text: TextIdentity, request: Draft.Intent, outcome: ReviewBoard.Outcome, isDone: Bool)

  var state = State.idle
  var step = Step.reading
  var done = 0
  var total = 0
  /// The code of the error, if nothing was sent.
  var code: String?
  var message: String?
  /// Whether the server was read again and has what was asked for; nil if it was not read.
  var isVerified: Bool?
  var results: [Result] = []
  /// Whether no page has shown the result yet, for example because the tab was closed.
  var isNews = false

  init() {}

  init(beginning total: Int) {
    state = .sending
    self.total = total
  }

  init(cutOff message: String) {
    state = .cutOff
    self.message = message
  }

  /// The results of the drafts in a report.
  static func results(of report: SubmissionReport, canonical: (TextIdentity) -> TextIdentity) -> [Result] {
    report.changeset.items.indices.compactMap { place in
      let item = report.changeset.items[place]
      let outcome = report.outcome(ofItemAt: place)
      // Other drafts without a call stay on the page, which shows them with the reason.
      guard outcome != nil || item.isFulfilled || [.reviewed, .rejected].contains(item.verdict) else { return nil }
      let name = outcome?.name ?? (item.isFulfilled ? ChangeOutcome.alreadyThere.name : item.verdict.rawValue)
      let isDone = outcome?.isDone ?? true
      let reason = outcome?.reason ?? item.reason
      return (canonical(item.row.text), request(of: item), (name, reason), isDone)
    }
  }

  mutating func end(_ outcome: ImportOutcome, canonical: (TextIdentity) -> TextIdentity) {
    state = .done
    isNews = true
    results = Self.results(of: outcome.report, canonical: canonical)
    if !outcome.areSignOffsKept { results.removeAll { $0.request == .signOff } }
    switch outcome.report.verification {
    case .verified: isVerified = true
    case .differences: isVerified = false
    case .notRead(let reason):
      message = "The server was not read again, so it is not known whether it holds everything: \(reason)"
    case .nothingToVerify: break
    }
  }

  mutating func fail(code: String, message: String) {
    state = .failed
    isNews = true
    self.code = code
    self.message = message
  }

  private static func request(of item: Changeset.Item) -> Draft.Intent {
    if item.row.intent == .signOff { return .signOff }
    return item.row.intent.isWithdrawal
      ? .withdraw(proposalID: item.row.proposalID ?? 0, value: ExactText(item.row.proposal))
      : .propose(ExactText(item.row.proposal))
  }
}
