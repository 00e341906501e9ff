import Basics
import NStackAPI
import TranslationReview

/// A step, as the file stores it.
struct KeptEntry: Codable {
  /// `intent`, `outcome`, `reading`, `ended`.
  var kind: String
  var time: Double
  var change: Int?
  var attempt: Int?
  var outcome: String?
  var proposalID: Int?
  /// The value as the server changed it, or has instead.
  var value: String?
  var code: String?
  var message: String?
  /// Why the call was not made.
  var reason: Reason?
  var isComplete: Bool?
  /// The seconds after which an intent's call can no longer take effect.
  var timeout: Double?
  /// The listed proposals that the call overrode; nil for none.
  var overrode: [Proposal]?
  /// The proposals that a reading listed for the first time, of texts whose calls were not yet compared with a reading;
  /// nil for none.
  var listed: [Proposal]?
  /// The boot in which an intent was written, and the seconds since that boot; nil if the system does not say.
  var boot: String?
  var bootSeconds: Double?

  init(_ entry: JournalEntry) {
    switch entry {
    case .intent(let change, let attempt, let time, let moment):
      (kind, self.time, self.change, self.attempt) = ("intent", time, change, attempt)
      (boot, bootSeconds) = (moment?.boot, moment?.sinceBoot.inSeconds)
    case .reading(let time, let listed):
      (kind, self.time) = ("reading", time)
      if !listed.isEmpty { self.listed = listed }
    case .ended(let time, let isComplete): (kind, self.time, self.isComplete) = ("ended", time, isComplete)
    case .outcome(let change, let outcome, let time, let overrode):
      if !overrode.isEmpty { self.overrode = overrode }
      (kind, self.time, self.change, self.outcome) = ("outcome", time, change, outcome.name)
      switch outcome {
      case .applied(let id, let altered): (proposalID, value) = (id, altered)
      case .alreadyThere: break
      case .overridden(let seen): value = seen
      case .conflict(let reason), .notAttempted(let reason): self.reason = reason
      case .refused(let code, let message), .failed(let code, let message), .inDoubt(let code, let message):
        (self.code, self.message) = (code, message)
      }
    }
  }

  func entry() throws -> JournalEntry {
    switch kind {
    case "intent": .intent(change: try number(change), attempt: try number(attempt), time: time, moment: moment)
    case "outcome": .outcome(change: try number(change), try changeOutcome(), time: time, overrode: overrode ?? [])
    case "reading": .reading(time: time, listed: listed ?? [])
    case "ended": .ended(time: time, isComplete: isComplete ?? false)
    default: throw KeptUnknown(name: kind)
    }
  }

  private var moment: SystemMoment? {
    guard let boot, let bootSeconds else { return nil }
    return SystemMoment(boot: boot, sinceBoot: .seconds(clamping: bootSeconds))
  }

  private func number(_ number: Int?) throws -> Int {
    guard let number else { throw KeptUnknown(name: kind) }
    return number
  }

  private func changeOutcome() throws -> ChangeOutcome {
    switch outcome {
    case "applied": .applied(proposalID: proposalID, altered: value)
    case "already-there": .alreadyThere
    case "overridden": .overridden(seen: value)
    case "conflict": .conflict(reason ?? .none)
    case "not-attempted": .notAttempted(reason ?? .none)
    case "refused": .refused(code: code ?? "", message: message ?? "")
    case "failed": .failed(code: code ?? "", message: message ?? "")
    case "in-doubt": .inDoubt(code: code ?? "", message: message ?? "")
    default: throw KeptUnknown(name: outcome ?? kind)
    }
  }
}
